//! What can be seen of a world without changing it.
//!
//! Positions are not events: a picture at time `t` interpolates between departure and arrival of what the rings hold.

use super::route::Next;
use super::{Air, Conn, Cross, Link, Node, World};
use crate::ids::{FlowId, LinkId, NodeId, Table};
use crate::packet::Packet;
use crate::queue::{Limit, Queue};
use crate::tcp::{Receiver, Sender};
use crate::time::{Span, Time};
use crate::units::Rate;
use crate::wire::InFlight;
use crate::wire::delay::Delay;
use crate::wire::hold::Hold;
use crate::wire::loss::Loss;
use crate::wire::path::PathLuck;

impl World {
    /// The nodes.
    #[must_use]
    pub const fn nodes(&self) -> &Table<NodeId, Node> {
        &self.nodes
    }

    /// The links.
    #[must_use]
    pub const fn links(&self) -> &Table<LinkId, Link> {
        &self.links
    }

    /// The connections.
    #[must_use]
    pub const fn flows(&self) -> &Table<FlowId, Conn> {
        &self.flows
    }

    /// The sources of cross traffic.
    #[must_use]
    pub fn cross(&self) -> &[Cross] {
        &self.cross
    }

    /// Losses and delays of whole paths, as in force.
    #[must_use]
    pub const fn path_luck(&self) -> &PathLuck {
        &self.path
    }

    /// The shared radio channel, if there is one.
    #[must_use]
    pub fn air(&self) -> Option<&Air> {
        self.air.as_deref()
    }

    /// The node that a packet reaches next from `from` to `to`.
    #[must_use]
    pub fn next_node(&self, from: NodeId, to: NodeId) -> Option<NodeId> {
        Some(match self.routes.next(from, to)? {
            Next::Wire(link) => self.links[link].to,
            Next::Air(node) => node,
        })
    }

    /// The links that a packet crosses from `from` to `to`, up to where it leaves the wires; empty without a route.
    pub fn route(&self, from: NodeId, to: NodeId) -> impl Iterator<Item = LinkId> {
        let mut at = from;
        std::iter::from_fn(move || {
            let Some(Next::Wire(link)) = self.routes.next(at, to) else { return None };
            at = self.links[link].to;
            Some(link)
        })
    }
}

impl Conn {
    /// The sending endpoint.
    #[must_use]
    pub const fn sender(&self) -> &Sender {
        &self.sender
    }

    /// The receiving endpoint.
    #[must_use]
    pub const fn receiver(&self) -> &Receiver {
        &self.receiver
    }
}

impl Node {
    /// The packets in its forwarding engine, in order, and when each is done.
    pub fn forwarding(&self) -> impl Iterator<Item = &(Packet, Time)> {
        self.server.iter().flat_map(|server| server.packets())
    }
}

impl Link {
    /// The node whose queue it serves.
    #[must_use]
    pub const fn from(&self) -> NodeId {
        self.from
    }

    /// The node at its far end.
    #[must_use]
    pub const fn to(&self) -> NodeId {
        self.to
    }

    /// Transmission rate.
    #[must_use]
    pub const fn rate(&self) -> Rate {
        self.wire.transmitter().rate()
    }

    /// Propagation delay.
    #[must_use]
    pub const fn propagation(&self) -> Span {
        self.wire.propagation()
    }

    /// The rule of its queue: limit, RED with its average.
    #[must_use]
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    /// How much may wait.
    #[must_use]
    pub const fn limit(&self) -> Limit {
        self.queue.limit()
    }

    /// Its losses, as in force.
    #[must_use]
    pub const fn loss(&self) -> &Loss {
        &self.loss
    }

    /// Its extra delays, as in force.
    #[must_use]
    pub const fn delay(&self) -> &Delay {
        &self.delay
    }

    /// Its stalls, and the packets that one has stopped.
    #[must_use]
    pub const fn hold(&self) -> &Hold {
        &self.hold
    }

    /// The packets that have not departed at `t`, the one being transmitted included. In order of arrival, which is the
    /// order of departure unless packets overtake. `t` is not before the last event.
    pub fn queued(&self, t: Time) -> impl Iterator<Item = &InFlight> {
        self.wire.flight().iter().filter(move |packet| packet.departure > t)
    }

    /// The packets on the wire at `t`, in order of arrival. `t` is not before the last event.
    pub fn on_wire(&self, t: Time) -> impl Iterator<Item = &InFlight> {
        self.wire.flight().iter().filter(move |packet| packet.departure <= t)
    }

    /// How many packets wait at `t`, the one being transmitted not included.
    #[must_use]
    pub fn waiting(&self, t: Time) -> usize {
        let queued = self.wire.transmitter().queued();
        queued.len() - queued.partition_point(|packet| packet.start <= t)
    }

    /// When the packets that have not departed begin to be transmitted, in order.
    pub fn starts(&self) -> impl Iterator<Item = Time> {
        self.wire.transmitter().queued().iter().map(|packet| packet.start)
    }

    /// Whether a packet is being transmitted at `t`.
    #[must_use]
    pub fn is_busy(&self, t: Time) -> bool {
        self.wire.transmitter().queued().iter().any(|packet| packet.start <= t && packet.departure > t)
    }
}

impl InFlight {
    /// How far along the wire it is at `t`: 0 as its last bit leaves, 1 as it arrives.
    #[must_use]
    pub fn progress(&self, t: Time) -> f64 {
        let whole = (self.arrival - self.departure).as_nanos().max(1);
        (t.saturating_since(self.departure).as_nanos() as f64 / whole as f64).min(1.0)
    }
}
