//! A number that two runs share exactly if the same things happened in the same order.
//!
//! Each step is a bijection of the state for given input, and of each input word for a given state, so changing any one
//! field of one event changes the result for certain; several changes cancel out with probability 2⁻⁶⁴.

use super::event::Event;
use crate::ids::{FlowId, NodeId};
use crate::packet::Packet;
use crate::radio::Frame;
use crate::time::Time;
use crate::trace::{AttemptFailure, DropCause};

/// What became of an event's packet. Numbers are part of every fingerprint: append, never renumber.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Nothing to tell.
    Done,
    /// It went on into a queue or a forwarding engine.
    Queued,
    /// It went on into a queue and was marked there.
    Marked,
    /// It waits for the end of a stall.
    Held,
    /// It reached its endpoint.
    Delivered,
    /// A radio station failed to hand it on.
    Failed(AttemptFailure),
    /// A frame was sent or taken, of this kind.
    Frame(u8),
    /// It ended.
    Dropped(DropCause),
}

impl Outcome {
    const fn number(self) -> u8 {
        match self {
            Outcome::Done => 0,
            Outcome::Queued => 1,
            Outcome::Marked => 2,
            Outcome::Held => 3,
            Outcome::Delivered => 4,
            Outcome::Failed(failure) => 8 + failure as u8,
            Outcome::Frame(kind) => 12 + kind,
            Outcome::Dropped(cause) => 16 + cause as u8,
        }
    }
}

/// The kind of an endpoint handing over a packet, beside the ranks of events.
pub(super) const SENT: u8 = 8;

/// Everything the fingerprint knows of one event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub at: Time,
    pub kind: u8,
    pub node: NodeId,
    pub flow: FlowId,
    pub first_byte: u64,
    /// Direction and copy.
    pub copy: u32,
    pub outcome: Outcome,
}

impl Mark {
    /// The mark of something that happens to `packet`.
    pub(super) fn packet(at: Time, kind: u8, node: NodeId, packet: &Packet, outcome: Outcome) -> Mark {
        let key = packet.key();
        Mark { at, kind, node, flow: packet.flow, first_byte: key.first_byte, copy: key.rest as u32, outcome }
    }

    /// The mark of something that happens to a frame.
    pub(super) fn frame(at: Time, event: Event, node: NodeId, frame: &Frame) -> Mark {
        let outcome = Outcome::Frame(frame.kind.number());
        let (flow, copy) = (FlowId((frame.key.rest >> 32) as u16), frame.key.rest as u32);
        Mark { at, kind: event.kind(), node, flow, first_byte: frame.key.first_byte, copy, outcome }
    }

    /// The mark of something that happens to an endpoint.
    pub(super) const fn flow(at: Time, kind: u8, node: NodeId, flow: FlowId) -> Mark {
        Mark { at, kind, node, flow, first_byte: 0, copy: 0, outcome: Outcome::Done }
    }
}

/// The running fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    /// The number so far.
    pub(super) const fn value(self) -> u64 {
        self.0
    }

    /// Takes in one event.
    pub(super) fn add(&mut self, mark: Mark) {
        let whose = u64::from(mark.copy) << 32 | u64::from(mark.flow.0) << 16 | u64::from(mark.node.0) << 8;
        let what = u64::from(mark.outcome.number()) << 56;
        for word in [mark.at.as_nanos(), mark.first_byte ^ what, whose | u64::from(mark.kind)] {
            self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: Mark = Mark {
        at: Time::from_nanos(5),
        kind: 2,
        node: NodeId(3),
        flow: FlowId(7),
        first_byte: 1460,
        copy: 1,
        outcome: Outcome::Delivered,
    };

    fn after(marks: &[Mark]) -> u64 {
        let mut fingerprint = Fingerprint::default();
        marks.iter().for_each(|&mark| fingerprint.add(mark));
        fingerprint.value()
    }

    #[test]
    fn every_field_counts() {
        let others = [
            Mark { at: Time::from_nanos(6), ..MARK },
            Mark { kind: 3, ..MARK },
            Mark { node: NodeId(2), ..MARK },
            Mark { flow: FlowId(6), ..MARK },
            Mark { first_byte: 1461, ..MARK },
            Mark { copy: 0, ..MARK },
            Mark { copy: 1 << 16 | 1, ..MARK },
            Mark { outcome: Outcome::Held, ..MARK },
            Mark { outcome: Outcome::Failed(AttemptFailure::OutOfRange), ..MARK },
            Mark { outcome: Outcome::Frame(0), ..MARK },
            Mark { outcome: Outcome::Dropped(DropCause::RandomLoss), ..MARK },
            Mark { outcome: Outcome::Dropped(DropCause::BitError), ..MARK },
        ];
        for other in others {
            assert_ne!(after(&[MARK, MARK, MARK]), after(&[MARK, other, MARK]), "{other:?}");
        }
    }

    #[test]
    fn order_counts() {
        let other = Mark { flow: FlowId(8), ..MARK };
        assert_ne!(after(&[MARK, other]), after(&[other, MARK]));
    }
}
