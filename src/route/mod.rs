//! Routers: which neighbour a packet goes to next, where links are not laid out in advance.
//!
//! A router is one node's, sans-IO like an endpoint. It is told of packets (its own endpoints', those that arrive, those
//! it overhears) and of frames that a neighbour did not acknowledge; then [`RouterRules::poll`] is drained, then
//! [`RouterRules::poll_timer`] read. What it answers is a packet for a neighbour or for all, a packet that has arrived, a
//! packet that ends here, or a note. It knows no channel, no queue and no luck but a stream for jitter.
//!
//! ```text
//!   endpoint ── send ─────────▶ ┌────────┐ ──▶ Transmit{packet, to}   into the interface queue
//!   decoded frame ─ on_packet ▶ │        │ ──▶ Deliver                to the endpoint
//!   overheard ── on_overheard ▶ │ router │ ──▶ Drop{cause}
//!   MAC gave up ─ on_failure ─▶ │        │ ──▶ Flush{next}            hand back what waits for that neighbour
//!   handed back ─ on_flushed ─▶ └────────┘ ──▶ Note
//! ```
//! A packet counts a hop before it is handed to [`RouterRules::on_packet`].

use enum_dispatch::enum_dispatch;

use crate::ids::NodeId;
use crate::packet::Packet;
use crate::time::Time;
use crate::trace::{DropCause, RouteNote};

mod dsr;

pub use dsr::{Dsr, DsrSetup};

/// Hops that a packet may cross (RFC 1700's recommended default of the IP time-to-live).
pub const HOP_LIMIT: u8 = 64;

/// Whom a packet is for on the channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// One neighbour, which acknowledges it.
    One(NodeId),
    /// Whoever hears it; nobody acknowledges it, so it never fails.
    All,
}

/// What a router wants done, in this order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Put a packet into the interface queue.
    Transmit {
        /// The packet.
        packet: Packet,
        /// For whom.
        to: Neighbour,
    },
    /// Hand a packet to the endpoint of this node.
    Deliver(Packet),
    /// The packet ends here.
    Drop {
        /// The packet.
        packet: Packet,
        /// Why.
        cause: DropCause,
    },
    /// Take every packet for this neighbour out of the interface queue and hand it to [`RouterRules::on_flushed`], in
    /// their order.
    Flush {
        /// The neighbour.
        next: NodeId,
    },
    /// Tell an observer.
    Note(RouteNote),
}

/// What a router is told and asked.
#[enum_dispatch]
pub trait RouterRules {
    /// An endpoint of this node hands over a packet for another node.
    fn send(&mut self, now: Time, packet: Packet);

    /// A packet sent to this node, or to all, arrived whole.
    fn on_packet(&mut self, now: Time, packet: Packet);

    /// A packet from the neighbour `from` to another one was heard whole.
    fn on_overheard(&mut self, now: Time, packet: &Packet, from: NodeId) {
        let _ = (now, packet, from);
    }

    /// The MAC gave up on `packet`: `next` did not acknowledge it. `arrived`: it has it all the same, which an observer of
    /// both ends knows, and the packet must not be sent a second time.
    fn on_failure(&mut self, now: Time, packet: Packet, next: NodeId, arrived: bool);

    /// `packet` waited for `next` and was taken out of the interface queue.
    fn on_flushed(&mut self, now: Time, packet: Packet, next: NodeId);

    /// The time that [`RouterRules::poll_timer`] named has come. Nothing happens before it.
    fn on_timer(&mut self, now: Time);

    /// When [`RouterRules::on_timer`] is to be called next.
    fn poll_timer(&self) -> Option<Time>;

    /// The next thing it wants done.
    fn poll(&mut self) -> Option<Action>;

    /// Bytes on the heap that a clone takes beside the struct itself.
    fn heap_bytes(&self) -> usize;
}

/// The router of a node, one of all that there are.
#[derive(Clone, PartialEq, Debug)]
#[enum_dispatch(RouterRules)]
pub enum Router {
    /// Dynamic source routing.
    Dsr(Dsr),
}

impl Router {
    /// The packets that wait for a way, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &Packet> {
        let Router::Dsr(dsr) = self;
        dsr.waiting()
    }
}
