//! The radio channel in the picture: lines between neighbours, on which packets travel as on wires.
//!
//! A line stands for one direction between two stations that packets of some flow go through. Lines are numbered behind
//! the links of the world.

use crate::ids::NodeId;
use crate::packet::Packet;
use crate::queue::Queue;
use crate::radio::Kind;
use crate::time::Time;
use crate::world::{Air, World, WorldSetup};

/// One direction between two stations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// Who sends.
    pub from: NodeId,
    /// Who is meant to receive.
    pub to: NodeId,
    /// Whether it carries ACKs.
    pub reverse: bool,
}

/// The lines of a world built from `setup`, none without radio.
pub(super) fn lines(setup: &WorldSetup, world: &World) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let Some(air) = world.air() else { return lines };
    for flow in &setup.flows {
        let (src, dst) = (flow.sender.from, flow.sender.to);
        for (start, end, reverse) in [(src, dst, false), (dst, src, true)] {
            for (from, to) in hops(world, start, end) {
                let on_air = air.interface(from).is_some() && air.interface(to).is_some();
                if on_air && !lines.iter().any(|line| (line.from, line.to) == (from, to)) {
                    lines.push(Line { from, to, reverse });
                    lines.push(Line { from: to, to: from, reverse: !reverse });
                }
            }
        }
    }
    lines
}

/// The steps that a packet takes from `from` to `to`.
pub(super) fn hops(world: &World, from: NodeId, to: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> {
    let mut at = from;
    let steps = std::iter::from_fn(move || {
        let next = world.next_node(at, to).filter(|_| at != to)?;
        let step = (at, next);
        at = next;
        Some(step)
    });
    steps.take(world.nodes().len())
}

/// A packet on a line, and how far it is: part of its airtime, or −(place + 1) where it waits.
pub(super) struct OnLine<'a> {
    /// Who sends it, and to whom.
    pub ends: (NodeId, NodeId),
    /// What.
    pub packet: &'a Packet,
    /// How far.
    pub progress: f64,
}

/// The packets in interfaces and on the air at `now`. One that is on the air is still the first of its interface until it
/// is acknowledged, and is told once.
pub(super) fn packets(air: &Air, now: Time) -> Vec<OnLine<'_>> {
    let mut all = Vec::new();
    for on_air in air.on_air() {
        if let (Kind::Data { packet, .. }, Some(to)) = (&on_air.frame.kind, on_air.frame.to) {
            let whole = on_air.end.saturating_since(on_air.start).as_nanos().max(1) as f64;
            let progress = (now.saturating_since(on_air.start).as_nanos() as f64 / whole).min(1.0);
            all.push(OnLine { ends: (on_air.frame.from, to), packet, progress });
        }
    }
    for (node, interface) in air.interfaces() {
        let sent = all.iter().any(|line| line.ends.0 == node && line.progress >= 0.0);
        let current = interface.station().current().filter(|_| !sent && interface.station().pending().is_some());
        for (place, msdu) in current.into_iter().chain(interface.waiting()).enumerate() {
            if let Some(to) = msdu.next {
                all.push(OnLine { ends: (node, to), packet: &msdu.packet, progress: -(place as f64 + 1.0) });
            }
        }
    }
    all
}

/// How many packets wait at `line`'s sender for its receiver, and the rule of the queue in which they wait.
pub(super) fn queue<'a>(air: &'a Air, line: &Line) -> Option<(usize, &'a Queue)> {
    let interface = air.interface(line.from)?;
    Some((interface.waiting().filter(|msdu| msdu.next == Some(line.to)).count(), interface.queue()))
}

/// The number of the line from `from` to `to`, or of any from `from` without `to`, in a world with `links` links.
pub(super) fn number(lines: &[Line], links: usize, from: NodeId, to: Option<NodeId>) -> Option<usize> {
    let is = |line: &Line| line.from == from && to.is_none_or(|to| line.to == to);
    lines.iter().position(is).map(|at| links + at)
}
