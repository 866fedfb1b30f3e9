//! Packets that are held up between a radio and its node: sudden delays of single packets, as a wire has them in its
//! propagation.

use std::collections::VecDeque;

use crate::ids::NodeId;
use crate::packet::Packet;
use crate::time::{Span, Time};
use crate::timer::Timer;
use crate::wire::delay::Extra;

/// A packet that is held up.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Held {
    until: Time,
    /// The neighbour it came from.
    from: NodeId,
    packet: Packet,
    /// It may be overtaken.
    free: bool,
}

/// The packets that a node has received and not seen, by the time when it will.
#[derive(Clone, PartialEq, Debug)]
pub struct Lag {
    held: VecDeque<Held>,
    /// The wake-up of the first.
    pub timer: Timer,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { held: VecDeque::new(), timer: Timer::IDLE }
    }
}

impl Lag {
    /// Holds a packet of neighbour `from` up. Returns whether it has to wait: if not, the node may have it at once.
    /// Without [`Extra::is_free`] a packet does not overtake those of its neighbour before it.
    pub fn hold(&mut self, now: Time, from: NodeId, packet: &Packet, extra: Extra) -> bool {
        let mut ahead = self.held.iter().rev().filter(|held| held.from == from && !held.free);
        let last = ahead.next().map(|held| held.until).filter(|_| !extra.is_free());
        let until = last.map_or(now + extra.span(), |last| (now + extra.span()).max(last + Span::from_nanos(1)));
        if until == now {
            return false;
        }
        let place = self.held.partition_point(|held| held.until <= until);
        self.held.insert(place, Held { until, from, packet: *packet, free: extra.is_free() });
        true
    }

    /// When the first is free.
    #[must_use]
    pub fn next(&self) -> Time {
        self.held.front().map_or(Time::NEVER, |held| held.until)
    }

    /// Takes out the first if it is free by `now`.
    pub fn release(&mut self, now: Time) -> Option<Packet> {
        if self.next() > now {
            return None;
        }
        self.held.pop_front().map(|held| held.packet)
    }

    /// The packets inside, each with the neighbour it came from.
    pub fn held(&self) -> impl Iterator<Item = (NodeId, &Packet)> {
        self.held.iter().map(|held| (held.from, &held.packet))
    }

    /// Memory on the heap, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.held.len() * size_of::<Held>()
    }
}
