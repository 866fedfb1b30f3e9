//! Nodes that find ways themselves: what their routers are told, and what is done for them.
//!
//! A router is asked about every packet for which no wire is laid out, and sees every routing message. It decides at once;
//! its messages then wait and contend like all packets.

use super::World;
use super::air::Routing;
use super::event::Event;
use super::fingerprint::{Mark, Outcome};
use super::wire::drop;
use crate::ids::NodeId;
use crate::packet::{Body, Packet};
use crate::radio::station::GivenUp;
use crate::route::{Action, Neighbour, Router, RouterRules};
use crate::time::Time;
use crate::trace::{DropCause, Place, Probe};

impl World {
    fn routing(&mut self, node: NodeId) -> Option<&mut Routing> {
        self.air.as_mut()?.routing_mut(node)
    }

    fn router(&mut self, node: NodeId) -> Option<&mut Router> {
        self.routing(node).map(|routing| &mut routing.router)
    }

    /// A node puts a packet into the queue of its radio: as its router says, or for the neighbour `next` if it has none.
    // Out of line, so that forwarding into wires stays small.
    #[inline(never)]
    pub(super) fn forward_by_air<P: Probe>(
        &mut self,
        node: NodeId,
        next: Option<NodeId>,
        packet: &mut Packet,
        probe: &mut P,
    ) -> Outcome {
        let now = self.now;
        if let Some(router) = self.router(node) {
            // Only its source has a packet that has crossed no hop.
            if packet.hops == 0 {
                router.send(now, *packet)
            } else {
                router.on_packet(now, *packet)
            }
            self.settle_router(node, probe);
            return Outcome::Done;
        }
        match next {
            Some(next) => self.enqueue(node, Some(next), packet, probe),
            None => drop(now, packet, DropCause::NoRoute, Place::Node(node), probe),
        }
    }

    /// A packet has come out of the channel. A router reads messages, and hands on what is for its node.
    pub(super) fn arrive_by_air<P: Probe>(&mut self, node: NodeId, kind: u8, packet: &mut Packet, probe: &mut P) {
        let now = self.now;
        if (packet.to == node || matches!(packet.body, Body::Routing(_)))
            && let Some(router) = self.router(node)
        {
            router.on_packet(now, *packet);
            self.settle_router(node, probe);
        } else {
            self.arrive(node, kind, packet, probe);
        }
    }

    /// A station has decoded a frame for another one.
    #[inline(never)]
    pub(super) fn overhear<P: Probe>(&mut self, node: NodeId, from: NodeId, packet: &Packet, probe: &mut P) {
        let now = self.now;
        if let Some(router) = self.router(node) {
            router.on_overheard(now, packet, from);
            self.settle_router(node, probe);
        }
    }

    /// A station has given a packet up. Returns whether there is a router that cares.
    pub(super) fn tell_failure<P: Probe>(&mut self, node: NodeId, given_up: &GivenUp, probe: &mut P) -> bool {
        let now = self.now;
        let (Some(next), Some(router)) = (given_up.msdu.next, self.router(node)) else { return false };
        router.on_failure(now, given_up.msdu.packet, next, given_up.arrived);
        self.settle_router(node, probe);
        true
    }

    /// The timer of a router.
    pub(super) fn on_router<P: Probe>(&mut self, node: NodeId, stamp: u32, probe: &mut P) {
        let now = self.now;
        let Some(routing) = self.routing(node) else { return };
        let wake = routing.timer.on_wake(now, stamp);
        if !self.is_due(wake, |stamp| Event::Router(node, stamp)) {
            return;
        }
        if let Some(router) = self.router(node) {
            router.on_timer(now);
        }
        self.settle_router(node, probe);
    }

    /// Does what a router wants after it was told something.
    fn settle_router<P: Probe>(&mut self, node: NodeId, probe: &mut P) {
        let (now, kind) = (self.now, Event::Router(node, 0).kind());
        while let Some(action) = self.router(node).and_then(RouterRules::poll) {
            match action {
                Action::Transmit { mut packet, to } => {
                    let next = if let Neighbour::One(next) = to { Some(next) } else { None };
                    let outcome = self.enqueue(node, next, &mut packet, probe);
                    self.fingerprint.add(Mark::packet(now, kind, node, &packet, outcome));
                }
                Action::Deliver(mut packet) => self.arrive(node, kind, &mut packet, probe),
                Action::Drop { packet, cause } => {
                    let outcome = drop(now, &packet, cause, place(node, &packet, cause), probe);
                    self.fingerprint.add(Mark::packet(now, kind, node, &packet, outcome));
                }
                Action::Flush { next } => self.flush(node, next),
                Action::Note(note) => probe.on_route(now, node, &note),
            }
        }
        self.arm_router(node);
    }

    /// Hands everything that waits for the neighbour `next` back to the router.
    fn flush(&mut self, node: NodeId, next: NodeId) {
        let now = self.now;
        while let Some(packet) = self.air.as_mut().and_then(|air| air.interface_mut(node).take_for(now, next))
            && let Some(router) = self.router(node)
        {
            router.on_flushed(now, packet, next);
        }
    }

    fn arm_router(&mut self, node: NodeId) {
        if let Some(routing) = self.routing(node)
            && let Some((at, stamp)) = routing.timer.set(routing.router.poll_timer().unwrap_or(Time::NEVER))
        {
            self.schedule.push(at, Event::Router(node, stamp));
        }
    }
}

/// Where a packet was that a router has dropped: behind a link that broke, or in the node.
fn place(node: NodeId, packet: &Packet, cause: DropCause) -> Place {
    match cause {
        DropCause::RouteBreak => Place::Air(node, packet.route.next().unwrap_or(packet.to)),
        _ => Place::Node(node),
    }
}
