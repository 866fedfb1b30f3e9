//! Who watches a run.

use super::{Attempt, DropCause, Note, Place, RouteNote};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::packet::Packet;
use crate::time::Time;

/// Somebody who watches a run. Every method does nothing unless it is overridden.
pub trait Probe {
    /// An endpoint handed a packet to its node.
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        let _ = (now, packet);
    }
    /// A packet reached the endpoint it is for, which has not seen it yet.
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        let _ = (now, packet);
    }
    /// A packet was dropped.
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        let _ = (now, packet, cause, place);
    }
    /// A queue marked a packet: congestion experienced.
    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        let _ = (now, packet, place);
    }
    /// A packet arrived at the far end of a link and is still whole.
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        let _ = (now, packet, link);
    }
    /// A radio station knows how an attempt to send ended.
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        let _ = (now, attempt);
    }
    /// A sender told something about itself.
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        let _ = (now, flow, note);
    }
    /// The router of a node told something about itself.
    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        let _ = (now, node, note);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Probe for Unwatched {}

/// Two watch.
impl<A: Probe, B: Probe> Probe for (A, B) {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        self.0.on_sent(now, packet);
        self.1.on_sent(now, packet);
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.0.on_delivered(now, packet);
        self.1.on_delivered(now, packet);
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.0.on_dropped(now, packet, cause, place);
        self.1.on_dropped(now, packet, cause, place);
    }
    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        self.0.on_marked(now, packet, place);
        self.1.on_marked(now, packet, place);
    }
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        self.0.on_hop(now, packet, link);
        self.1.on_hop(now, packet, link);
    }
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        self.0.on_attempt(now, attempt);
        self.1.on_attempt(now, attempt);
    }
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        self.0.on_note(now, flow, note);
        self.1.on_note(now, flow, note);
    }
    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        self.0.on_route(now, node, note);
        self.1.on_route(now, node, note);
    }
}

/// A borrowed watcher watches. As `&mut dyn Probe` all that watch now and then share one copy of the simulator, which
/// keeps the WebAssembly small.
impl<P: Probe + ?Sized> Probe for &mut P {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        (**self).on_sent(now, packet);
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        (**self).on_delivered(now, packet);
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        (**self).on_dropped(now, packet, cause, place);
    }
    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        (**self).on_marked(now, packet, place);
    }
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        (**self).on_hop(now, packet, link);
    }
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        (**self).on_attempt(now, attempt);
    }
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        (**self).on_note(now, flow, note);
    }
    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        (**self).on_route(now, node, note);
    }
}
