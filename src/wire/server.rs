//! The forwarding engine of a router: one server, a fixed time for each packet, first come first served.
//!
//! Both directions of all its links share it. After its service a packet goes to the queue of its next link.

use std::collections::VecDeque;

use crate::packet::Packet;
use crate::time::{Span, Time};
use crate::timer::Timer;

/// A forwarding engine and the packets in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Server {
    service: Span,
    limit: Option<u32>,
    ring: VecDeque<(Packet, Time)>,
    busy_until: Time,
    /// The wake-up of the first packet.
    pub timer: Timer,
}

impl Server {
    /// An idle engine for `per_second` packets per second (at least 1), with room for `limit` packets.
    #[must_use]
    pub fn new(per_second: u64, limit: Option<u32>) -> Server {
        let per_second = per_second.max(1);
        let second = Span::from_secs(1).as_nanos();
        let service = Span::from_nanos((second + per_second / 2) / per_second);
        Server { service, limit, ring: VecDeque::new(), busy_until: Time::ZERO, timer: Timer::IDLE }
    }

    /// Takes `packet` at `now`. Returns whether there was room.
    pub fn accept(&mut self, now: Time, packet: Packet) -> bool {
        if self.limit.is_some_and(|limit| self.ring.len() as u64 >= u64::from(limit)) {
            return false;
        }
        self.busy_until = now.max(self.busy_until) + self.service;
        self.ring.push_back((packet, self.busy_until));
        true
    }

    /// When the first packet is done.
    #[must_use]
    pub fn next_done(&self) -> Time {
        self.ring.front().map_or(Time::NEVER, |&(_, done)| done)
    }

    /// Takes out the first packet if it is done.
    pub fn finish(&mut self, now: Time) -> Option<Packet> {
        if self.next_done() > now {
            return None;
        }
        self.ring.pop_front().map(|(packet, _)| packet)
    }

    /// The packets inside, in order, and when each is done.
    pub fn packets(&self) -> impl ExactSizeIterator<Item = &(Packet, Time)> {
        self.ring.iter()
    }
}
