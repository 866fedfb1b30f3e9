//! Packets on their way: out of a node into a queue, along a wire, through a stall, into the next node.

use super::event::Event;
use super::fingerprint::{Mark, Outcome};
use super::route::Next;
use super::{Link, World};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::packet::{Ecn, Packet};
use crate::queue::{Admission, Occupancy};
use crate::route::HOP_LIMIT;
use crate::time::Time;
use crate::trace::{DropCause, Place, Probe};

/// The flow number of marks that belong to no flow.
const NOBODY: FlowId = FlowId(u16::MAX);

impl World {
    /// The head of a wire arrives: here its fate is decided.
    pub(super) fn on_arrive<P: Probe>(&mut self, id: LinkId, stamp: u32, probe: &mut P) {
        let now = self.now;
        let wake = self.links[id].wire.timer.on_wake(now, stamp);
        if !self.is_due(wake, |stamp| Event::Arrive(id, stamp)) {
            return;
        }
        let link = &mut self.links[id];
        let arrived = link.wire.arrive(now);
        if let Some((at, stamp)) = link.wire.timer.set(link.wire.next_arrival()) {
            self.schedule.push(at, Event::Arrive(id, stamp));
        }
        let Some(mut packet) = arrived else { return };
        let kind = Event::Arrive(id, stamp).kind();
        let origin = packet.from;
        let lost_on_path = self.path.loses(&packet, packet.hops, || self.routes.distance(origin, packet.to));
        let cause = if lost_on_path { Some(DropCause::RandomLoss) } else { link.loss.fate(now, &packet) };
        if let Some(cause) = cause {
            let outcome = drop(now, &packet, cause, Place::Link(id), probe);
            self.fingerprint.add(Mark::packet(now, kind, link.to, &packet, outcome));
        } else if link.hold.stops(now, || link.wire.transmitter().serialization(packet.size)) {
            let outcome = self.hold(id, &packet, probe);
            self.fingerprint.add(Mark::packet(now, kind, self.links[id].to, &packet, outcome));
        } else {
            self.deliver(id, kind, &mut packet, probe);
        }
    }

    /// A stall stops `packet` at the far end of a wire.
    fn hold<P: Probe>(&mut self, id: LinkId, packet: &Packet, probe: &mut P) -> Outcome {
        let link = &mut self.links[id];
        let serialization = link.wire.transmitter().serialization(packet.size);
        if !link.hold.keep(self.now, *packet, serialization) {
            return drop(self.now, packet, DropCause::HoldOverflow, Place::Link(id), probe);
        }
        self.arm_release(id);
        Outcome::Held
    }

    /// The first packet that a stall has stopped may go, unless the stall was extended.
    pub(super) fn on_release<P: Probe>(&mut self, id: LinkId, stamp: u32, probe: &mut P) {
        let wake = self.links[id].hold.release_timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Release(id, stamp)) {
            return;
        }
        let released = self.links[id].hold.release(self.now);
        self.arm_release(id);
        if let Some(mut packet) = released {
            self.deliver(id, Event::Release(id, stamp).kind(), &mut packet, probe);
        }
    }

    /// A stall begins.
    pub(super) fn on_hold(&mut self, id: LinkId, stamp: u32) {
        let wake = self.links[id].hold.epoch_timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Hold(id, stamp)) {
            return;
        }
        let link = &mut self.links[id];
        if let Some(until) = link.hold.begin(self.now) {
            link.wire.freeze(self.now, until);
        }
        self.fingerprint.add(Mark::flow(self.now, Event::Hold(id, stamp).kind(), self.links[id].to, NOBODY));
        self.arm_hold(id);
        self.arm_release(id);
        self.arm_wire(id);
    }

    /// The forwarding engine of a node is done with a packet.
    pub(super) fn on_forward<P: Probe>(&mut self, id: NodeId, stamp: u32, probe: &mut P) {
        let Some(server) = &mut self.nodes[id].server else { return };
        let wake = server.timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Forward(id, stamp)) {
            return;
        }
        let Some(mut packet) = self.nodes[id].server.as_mut().and_then(|server| server.finish(self.now)) else {
            return;
        };
        self.arm_server(id);
        let outcome = self.forward(id, &mut packet, probe);
        let kind = Event::Forward(id, stamp).kind();
        self.fingerprint.add(Mark::packet(self.now, kind, id, &packet, outcome));
    }

    /// A packet comes whole out of a wire into the node at its far end.
    fn deliver<P: Probe>(&mut self, id: LinkId, kind: u8, packet: &mut Packet, probe: &mut P) {
        packet.hops += 1;
        probe.on_hop(self.now, packet, id);
        self.arrive(self.links[id].to, kind, packet, probe);
    }

    /// A packet has come to a node.
    pub(super) fn arrive<P: Probe>(&mut self, node: NodeId, kind: u8, packet: &mut Packet, probe: &mut P) {
        let now = self.now;
        if packet.to == node {
            self.fingerprint.add(Mark::packet(now, kind, node, packet, Outcome::Delivered));
            probe.on_delivered(now, packet);
            self.on_packet(packet, probe);
            return;
        }
        let outcome = if packet.hops >= HOP_LIMIT {
            drop(now, packet, DropCause::Ttl, Place::Node(node), probe)
        } else if let Some(server) = &mut self.nodes[node].server {
            if server.accept(now, *packet) {
                self.arm_server(node);
                Outcome::Queued
            } else {
                drop(now, packet, DropCause::QueueOverflow, Place::Node(node), probe)
            }
        } else {
            self.forward(node, packet, probe)
        };
        self.fingerprint.add(Mark::packet(now, kind, node, packet, outcome));
    }

    /// A node puts a packet into the queue of the link, or of the radio, that leads to its destination.
    pub(super) fn forward<P: Probe>(&mut self, node: NodeId, packet: &mut Packet, probe: &mut P) -> Outcome {
        let now = self.now;
        let id = match self.routes.next(node, packet.to) {
            Some(Next::Wire(id)) => id,
            Some(Next::Air(next)) => return self.forward_by_air(node, Some(next), packet, probe),
            None => return self.forward_by_air(node, None, packet, probe),
        };
        let link = &mut self.links[id];
        if link.loss.before_queue(packet) {
            return drop(now, packet, DropCause::RandomLoss, Place::Link(id), probe);
        }
        let found = link.occupancy(now);
        let outcome = match link.queue.admit(now, packet, found) {
            Admission::Drop(cause) => return drop(now, packet, cause, Place::Queue(id), probe),
            Admission::Accept => Outcome::Queued,
            Admission::Mark => {
                packet.ecn = Ecn::Ce;
                probe.on_marked(now, packet, Place::Queue(id));
                Outcome::Marked
            }
        };
        let mut extra = link.delay.draw(packet);
        let origin = packet.from;
        self.path.delay(packet, Some(id), packet.hops, || self.routes.distance(origin, packet.to), &mut extra);
        link.wire.accept(now, *packet, extra);
        if let Some((at, stamp)) = link.wire.timer.set(link.wire.next_arrival()) {
            self.schedule.push(at, Event::Arrive(id, stamp));
        }
        outcome
    }

    /// Wakes a wire at its next arrival.
    pub(super) fn arm_wire(&mut self, id: LinkId) {
        let wire = &mut self.links[id].wire;
        if let Some((at, stamp)) = wire.timer.set(wire.next_arrival()) {
            self.schedule.push(at, Event::Arrive(id, stamp));
        }
    }

    /// Wakes a wire when the first packet that a stall has stopped may go.
    fn arm_release(&mut self, id: LinkId) {
        let hold = &mut self.links[id].hold;
        if let Some((at, stamp)) = hold.release_timer.set(hold.next_release()) {
            self.schedule.push(at, Event::Release(id, stamp));
        }
    }

    /// Wakes a wire at its next stall, which is not in the past.
    pub(super) fn arm_hold(&mut self, id: LinkId) {
        let hold = &mut self.links[id].hold;
        if let Some((at, stamp)) = hold.epoch_timer.set(hold.next_epoch().max(self.now)) {
            self.schedule.push(at, Event::Hold(id, stamp));
        }
    }

    /// Wakes a node when its forwarding engine is done with the next packet.
    fn arm_server(&mut self, id: NodeId) {
        if let Some(server) = &mut self.nodes[id].server
            && let Some((at, stamp)) = server.timer.set(server.next_done())
        {
            self.schedule.push(at, Event::Forward(id, stamp));
        }
    }
}

impl Link {
    /// What a packet finds in front of the transmitter at `now`.
    fn occupancy(&mut self, now: Time) -> Occupancy {
        self.wire.settle(now);
        let transmitter = self.wire.transmitter();
        let queued = transmitter.queued();
        let in_service = queued.front().filter(|first| first.start <= now).map(|first| u64::from(first.size));
        let empty_since = if self.queue.count_in_service() { transmitter.free_at() } else { transmitter.last_start() };
        Occupancy {
            waiting: queued.len() as u32 - u32::from(in_service.is_some()),
            waiting_bytes: transmitter.queued_bytes() - in_service.unwrap_or(0),
            in_service,
            empty_since,
        }
    }
}

/// Reports the end of a packet.
pub(super) fn drop<P: Probe>(now: Time, packet: &Packet, cause: DropCause, place: Place, probe: &mut P) -> Outcome {
    probe.on_dropped(now, packet, cause, place);
    Outcome::Dropped(cause)
}
