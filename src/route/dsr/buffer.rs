//! The send buffer: packets of this node that wait for a way (RFC 4728 §4.2).

use std::collections::VecDeque;

use crate::ids::NodeId;
use crate::packet::Packet;
use crate::time::{Span, Time};

/// Packets that may wait. The RFC leaves it open; as in ns-2.
const MOST: usize = 64;
/// SendBufferTimeout (RFC 4728 §9).
const TIMEOUT: Span = Span::from_secs(30);

/// Packets that wait, oldest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SendBuffer {
    waiting: VecDeque<(Time, Packet)>,
}

impl SendBuffer {
    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.waiting.len() * size_of::<(Time, Packet)>()
    }

    /// `packet` waits from `now` on. Returns the packet that has to go for it.
    #[must_use]
    pub fn push(&mut self, now: Time, packet: Packet) -> Option<Packet> {
        let oldest = if self.waiting.len() == MOST { self.waiting.pop_front() } else { None };
        self.waiting.push_back((now + TIMEOUT, packet));
        oldest.map(|(_, packet)| packet)
    }

    /// Takes out the next packet that has waited too long by `now`.
    pub fn pop_old(&mut self, now: Time) -> Option<Packet> {
        self.next_timeout().filter(|at| *at <= now)?;
        self.waiting.pop_front().map(|(_, packet)| packet)
    }

    /// Takes out the next packet for a destination in `has_way`.
    pub fn pop_for(&mut self, has_way: impl Fn(NodeId) -> bool) -> Option<Packet> {
        let place = self.waiting.iter().position(|(_, packet)| has_way(packet.to))?;
        self.waiting.remove(place).map(|(_, packet)| packet)
    }

    /// When the next packet has waited too long.
    pub fn next_timeout(&self) -> Option<Time> {
        self.waiting.front().map(|&(at, _)| at)
    }

    /// The packets, oldest first.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.waiting.iter().map(|(_, packet)| packet)
    }

    /// The destinations that packets wait for, as often as packets do.
    pub fn targets(&self) -> impl Iterator<Item = NodeId> {
        self.packets().map(|packet| packet.to)
    }
}
