//! The way of one flow's packets from node to node: every crossing of a hop, every attempt at one.

use super::thin::{Point, Thinned};
use super::track::Record;
use crate::ids::{FlowId, Id, LinkId, NodeId};
use crate::packet::Packet;
use crate::time::{Span, Time};
use crate::trace::{Attempt, AttemptFailure, DropCause, LossClass, Place, Probe};
use crate::world::{World, WorldSetup};

/// One attempt to get a packet over a hop, or its end in a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// When it was known how it ended.
    pub at: Time,
    /// When the frame began; on a wire, when the packet was out of the transmitter.
    pub start: Time,
    /// When the frame ended, or the packet came to the far end.
    pub end: Time,
    /// From which node of the path.
    pub from: u8,
    /// To which; the same where a queue or a node dropped it.
    pub to: u8,
    /// Data, or an ACK.
    pub is_data: bool,
    /// Which attempt of a radio station at this packet, from 0.
    pub attempt: u8,
    /// What destroyed it.
    pub failed: Option<LossClass>,
}

impl Rung {
    /// What a column of pixels could tell apart.
    fn look(&self) -> (u8, u8, bool, bool, Option<LossClass>) {
        (self.from, self.to, self.is_data, self.attempt > 0, self.failed)
    }
}

impl Point for Rung {
    fn at(&self) -> Time {
        self.at
    }

    fn moved(self, at: Time) -> Rung {
        Rung { at, ..self }
    }

    /// Keeps the first of each look.
    fn thin(cell: &mut Vec<Rung>) {
        let mut kept: Vec<Rung> = Vec::new();
        for rung in cell.iter() {
            if kept.iter().all(|other| other.look() != rung.look()) {
                kept.push(*rung);
            }
        }
        *cell = kept;
    }
}

/// When something left, and when it is at the far end.
type Trip = (Time, Time);

/// The hops of one flow.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    flow: FlowId,
    path: Vec<NodeId>,
    /// The attempts.
    pub rungs: Thinned<Rung>,
    /// The wires between nodes of the path, and what arrives next at the end of each.
    wires: Vec<(LinkId, u8, u8, Option<Trip>)>,
    /// By place on the path: the frame to which its station awaits the answer.
    asked: Vec<Option<Trip>>,
}

impl Ladder {
    /// Nothing of `flow` yet, in a world built from `setup`.
    #[must_use]
    pub fn new(flow: FlowId, grain: Span, setup: &WorldSetup) -> Ladder {
        let mut path = Vec::new();
        if let Some(ends) = setup.flows.get(flow.index()).map(|flow| (flow.sender.from, flow.sender.to)) {
            let world = World::new(setup);
            let next = |at: &NodeId| world.next_node(*at, ends.1).filter(|_| *at != ends.1);
            path.extend(std::iter::successors(Some(ends.0), next).take(setup.nodes.len()));
            // Where ways are found while time runs any node can be on them.
            if path.last() != Some(&ends.1) {
                path = (0..setup.nodes.len()).map(NodeId::from_index).collect();
            }
        }
        let place = |node: NodeId| path.iter().position(|each| *each == node).map(|at| at as u8);
        let wire = |(link, row): (usize, &crate::world::LinkSetup)| {
            Some((LinkId::from_index(link), place(row.from)?, place(row.to)?, None))
        };
        let wires = setup.links.iter().enumerate().filter_map(wire).collect();
        Ladder { flow, asked: vec![None; path.len()], path, rungs: Thinned::new(grain), wires }
    }

    /// The nodes from the sender to the receiver.
    #[must_use]
    pub fn path(&self) -> &[NodeId] {
        &self.path
    }

    /// The wires along the path, with the places of their ends.
    pub fn wires(&self) -> impl Iterator<Item = (LinkId, u8, u8)> {
        self.wires.iter().map(|&(link, from, to, _)| (link, from, to))
    }

    /// The place of a node on the path.
    #[must_use]
    pub fn place(&self, node: NodeId) -> Option<u8> {
        self.path.iter().position(|each| *each == node).map(|at| at as u8)
    }

    fn see(&mut self, world: &World) {
        let now = world.now();
        for (link, .., next) in &mut self.wires {
            let link = &world.links()[*link];
            let heads = [link.on_wire(now).next(), link.queued(now).next()].into_iter().flatten();
            *next = heads.min_by_key(|head| head.arrival).map(|head| (head.departure, head.arrival));
        }
        let Some(channel) = world.air() else { return };
        for (asked, node) in self.asked.iter_mut().zip(&self.path) {
            *asked = channel.interface(*node).and_then(|interface| interface.station().asked());
        }
    }

    fn crossed(&mut self, now: Time, packet: &Packet, link: LinkId, failed: Option<LossClass>) {
        let Some(&(_, from, to, next)) = self.wires.iter().find(|(each, ..)| *each == link) else { return };
        // A packet that a stall held up comes out later than it arrived.
        let (start, end) = next.filter(|&(_, arrival)| arrival == now).unwrap_or((now, now));
        let is_data = packet.data().is_some();
        self.rungs.push(Rung { at: now, start, end, from, to, is_data, attempt: 0, failed });
    }
}

impl Record for Ladder {
    fn prime(&mut self, world: &World, _now: Time) {
        self.see(world);
    }

    fn begin(&mut self, _at: Time) {}

    fn look(&mut self, world: &World) {
        self.see(world);
    }

    fn settle(&mut self, now: Time) {
        self.rungs.settle(now);
    }

    fn cut(&mut self, from: Time) {
        self.rungs.cut(from);
    }

    fn forget(&mut self, from: Time) {
        self.rungs.forget(from);
    }
}

/// The kind of loss that an attempt counts for.
const fn class(failure: AttemptFailure) -> LossClass {
    match failure {
        AttemptFailure::Channel => LossClass::Random,
        AttemptFailure::Collision | AttemptFailure::Busy => LossClass::Contention,
        AttemptFailure::OutOfRange => LossClass::Link,
    }
}

impl Probe for Ladder {
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        if packet.flow == self.flow {
            self.crossed(now, packet, link, None);
        }
    }

    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        if attempt.packet.flow != self.flow {
            return;
        }
        let (Some(from), Some(to)) = (self.place(attempt.from), self.place(attempt.to)) else { return };
        let (start, end) = self.asked[usize::from(from)].unwrap_or((now, now));
        let is_data = attempt.packet.data().is_some();
        let failed = attempt.failed.map(class);
        self.rungs.push(Rung { at: now, start, end, from, to, is_data, attempt: attempt.number, failed });
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        if packet.flow != self.flow {
            return;
        }
        let failed = Some(cause.class());
        let node = match place {
            Place::Link(link) => return self.crossed(now, packet, link, failed),
            Place::Queue(link) => self.wires.iter().find(|(each, ..)| *each == link).map(|&(_, from, ..)| from),
            Place::Node(node) => self.place(node),
            // The attempts of a station that gave up have been told one by one.
            Place::Air(..) if cause != DropCause::RandomLoss => None,
            Place::Air(_, to) => self.place(to),
        };
        if let Some(node) = node {
            let is_data = packet.data().is_some();
            self.rungs.push(Rung { at: now, start: now, end: now, from: node, to: node, is_data, attempt: 0, failed });
        }
    }
}
