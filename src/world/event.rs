//! What can happen, and in which order at one instant.
//!
//! Stalls begin before packets arrive. A signal ends before another begins, so that they do not overlap. Packets move
//! before routers and stations decide and traffic starts, and endpoint timers come last, so that a packet that arrives at
//! the instant of a time-out is seen first.

use crate::ids::{FlowId, LinkId, NodeId};
use crate::sched::{self, key, parts};

/// One event. Stamps tell live wake-ups from stale ones (see [`crate::timer`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A wire stalls.
    Hold(LinkId, u32),
    /// The first packet that a stall has stopped may go.
    Release(LinkId, u32),
    /// The head of a wire arrives.
    Arrive(LinkId, u32),
    /// The forwarding engine of a node is done with a packet.
    Forward(NodeId, u32),
    /// A transmission of a node is over for all who hear it. The number is that of the transmission.
    SignalEnd(NodeId, u32),
    /// A transmission of a node reaches all who hear it.
    SignalBegin(NodeId, u32),
    /// The first packet that is held up behind a node's radio may go.
    Lag(NodeId, u32),
    /// The timer of a node's router.
    Router(NodeId, u32),
    /// A radio station has something to do.
    Station(NodeId, u32),
    /// The application of a flow writes.
    Start(FlowId),
    /// A source of cross traffic sends. The number is that of the source.
    Cross(u16, u32),
    /// The timer of a sender.
    Sender(FlowId, u32),
    /// The timer of a receiver.
    Receiver(FlowId, u32),
}

impl Event {
    /// Its rank: smaller goes first at one instant.
    const fn rank(self) -> u16 {
        match self {
            Event::Hold(..) => 0,
            Event::Release(..) => 1,
            Event::Arrive(..) => 2,
            Event::Forward(..) => 3,
            Event::SignalEnd(..) => 4,
            Event::SignalBegin(..) => 5,
            Event::Lag(..) => 6,
            Event::Router(..) => 7,
            Event::Station(..) => 8,
            Event::Start(..) => 9,
            Event::Cross(..) => 10,
            Event::Sender(..) => 11,
            Event::Receiver(..) => 12,
        }
    }

    /// The number of its kind in fingerprints, where 8 is an endpoint handing over a packet.
    pub(super) const fn kind(self) -> u8 {
        match self {
            Event::Hold(..) => 0,
            Event::Release(..) => 1,
            Event::Arrive(..) => 2,
            Event::Forward(..) => 3,
            Event::Start(..) => 4,
            Event::Cross(..) => 5,
            Event::Sender(..) => 6,
            Event::Receiver(..) => 7,
            Event::SignalEnd(..) => 9,
            Event::SignalBegin(..) => 10,
            Event::Lag(..) => 11,
            Event::Station(..) => 12,
            Event::Router(..) => 13,
        }
    }
}

impl sched::Event for Event {
    fn key(self) -> u64 {
        let (id, payload) = match self {
            Event::Hold(LinkId(id), stamp) | Event::Release(LinkId(id), stamp) | Event::Arrive(LinkId(id), stamp) => {
                (id, stamp)
            }
            Event::Forward(NodeId(id), stamp)
            | Event::SignalEnd(NodeId(id), stamp)
            | Event::SignalBegin(NodeId(id), stamp)
            | Event::Lag(NodeId(id), stamp)
            | Event::Router(NodeId(id), stamp)
            | Event::Station(NodeId(id), stamp) => (u16::from(id), stamp),
            Event::Start(FlowId(id)) => (id, 0),
            Event::Cross(id, stamp) | Event::Sender(FlowId(id), stamp) | Event::Receiver(FlowId(id), stamp) => {
                (id, stamp)
            }
        };
        key(self.rank(), id, payload)
    }

    fn unpack(key: u64) -> Event {
        let (rank, id, stamp) = parts(key);
        match rank {
            0 => Event::Hold(LinkId(id), stamp),
            1 => Event::Release(LinkId(id), stamp),
            2 => Event::Arrive(LinkId(id), stamp),
            3 => Event::Forward(NodeId(id as u8), stamp),
            4 => Event::SignalEnd(NodeId(id as u8), stamp),
            5 => Event::SignalBegin(NodeId(id as u8), stamp),
            6 => Event::Lag(NodeId(id as u8), stamp),
            7 => Event::Router(NodeId(id as u8), stamp),
            8 => Event::Station(NodeId(id as u8), stamp),
            9 => Event::Start(FlowId(id)),
            10 => Event::Cross(id, stamp),
            11 => Event::Sender(FlowId(id), stamp),
            _ => Event::Receiver(FlowId(id), stamp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sched::Event as _;

    #[test]
    fn a_key_gives_its_event_back() {
        let all = [
            Event::Hold(LinkId(1), 7),
            Event::Release(LinkId(2), 8),
            Event::Arrive(LinkId(65_535), u32::MAX),
            Event::Forward(NodeId(249), 3),
            Event::SignalEnd(NodeId(1), 9),
            Event::SignalBegin(NodeId(2), 8),
            Event::Lag(NodeId(3), 7),
            Event::Router(NodeId(5), 6),
            Event::Station(NodeId(4), 6),
            Event::Start(FlowId(39)),
            Event::Cross(4, 1),
            Event::Sender(FlowId(5), 2),
            Event::Receiver(FlowId(6), 3),
        ];
        for (rank, event) in all.into_iter().enumerate() {
            assert_eq!(Event::unpack(event.key()), event);
            assert_eq!(usize::from(event.rank()), rank);
        }
    }
}
