//! Where nodes stand in the picture, in units of its width and height.

use crate::ids::{Id, NodeId};
use crate::radio::Position;
use crate::scenario::knobs::Spot;
use crate::scenario::{Layout, Scenario, Topology};
use crate::time::Time;
use crate::world::WorldSetup;

/// What a node is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Some flow starts there.
    Sender,
    /// Some flow ends there.
    Receiver,
    /// Neither.
    Router,
}

impl Role {
    /// Its word for the page.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Role::Sender => "sender",
            Role::Receiver => "receiver",
            Role::Router => "router",
        }
    }
}

/// A node in the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// From 0, left, to 1, right.
    pub x: f64,
    /// From 0, top, to 1, bottom.
    pub y: f64,
    /// Its name.
    pub label: String,
    /// What it is for.
    pub role: Role,
}

/// Room left of the first and right of the last node.
const MARGIN: f64 = 0.05;

/// Where radio stations stand at `now`; nothing where there are only wires.
#[must_use]
pub fn positions(scenario: &Scenario, now: Time) -> Option<Vec<Position>> {
    let mut positions = scenario.topology.stations()?.0.positions();
    let moves = scenario.knobs.iter().take_while(|entry| entry.t <= now);
    for Spot { station, x, y } in moves.filter_map(|entry| entry.what.spot(entry.value)) {
        if let Some(position) = positions.get_mut(usize::from(station)) {
            *position = Position { x: f64::from(x), y: f64::from(y) };
        }
    }
    Some(positions)
}

/// The name of a node.
#[must_use]
pub fn node_name(scenario: &Scenario, node: usize) -> String {
    let named = match &scenario.topology {
        Topology::Custom { nodes, .. } => nodes.get(node).map(|node| &node.name),
        topology => match topology.stations() {
            Some((Layout::Free { nodes }, _)) => nodes.get(node).map(|node| &node.name),
            _ => return node.to_string(),
        },
    };
    named.cloned().unwrap_or_default()
}

/// The places of all nodes at `now`.
#[must_use]
pub fn layout(scenario: &Scenario, setup: &WorldSetup, now: Time) -> Vec<Place> {
    let places = match &scenario.topology {
        Topology::Chain { hops, .. } => {
            let last = f64::from((*hops).max(1));
            (0..=*hops).map(|node| (inset(f64::from(node) / last), 0.5)).collect()
        }
        Topology::Dumbbell { pairs, .. } => dumbbell(usize::from(*pairs)),
        Topology::Custom { .. } => layers(setup),
        Topology::Radio { .. } | Topology::Mesh { .. } => map(&positions(scenario, now).unwrap_or_default()),
    };
    places
        .into_iter()
        .enumerate()
        .map(|(node, (x, y))| Place { x, y, label: node_name(scenario, node), role: role(setup, node) })
        .collect()
}

fn inset(part: f64) -> f64 {
    MARGIN + part * (1.0 - 2.0 * MARGIN)
}

fn role(setup: &WorldSetup, node: usize) -> Role {
    if setup.flows.iter().any(|flow| flow.sender.from.index() == node) {
        Role::Sender
    } else if setup.flows.iter().any(|flow| flow.sender.to.index() == node) {
        Role::Receiver
    } else {
        Role::Router
    }
}

/// The middle of the `index`-th of `count` rows.
fn row(index: usize, count: usize) -> f64 {
    (index as f64 + 0.5) / count.max(1) as f64
}

fn dumbbell(pairs: usize) -> Vec<(f64, f64)> {
    let side = |x: f64| (0..pairs).map(move |pair| (inset(x), row(pair, pairs)));
    side(0.0).chain([(inset(0.33), 0.5), (inset(0.67), 0.5)]).chain(side(1.0)).collect()
}

/// Stations as on a map: the longer side of their area fills the picture, the other has the same scale.
fn map(positions: &[Position]) -> Vec<(f64, f64)> {
    let range = |of: fn(&Position) -> f64| {
        let low = positions.iter().map(of).fold(f64::INFINITY, f64::min);
        (low, positions.iter().map(of).fold(f64::NEG_INFINITY, f64::max) - low)
    };
    let ((left, width), (top, height)) = (range(|at| at.x), range(|at| at.y));
    let side = width.max(height).max(1.0);
    let part = |at: f64, low: f64, size: f64| inset((at - low) / side + (1.0 - size / side) / 2.0);
    positions.iter().map(|at| (part(at.x, left, width), part(at.y, top, height))).collect()
}

/// Nodes by their distance in hops from the first sender, each layer spread from top to bottom.
fn layers(setup: &WorldSetup) -> Vec<(f64, f64)> {
    let count = setup.nodes.len();
    let mut depth: Vec<Option<usize>> = vec![None; count];
    let start = setup.flows.first().map_or(NodeId(0), |flow| flow.sender.from);
    if let Some(first) = depth.get_mut(start.index()) {
        *first = Some(0);
    }
    for step in 0..count {
        for link in &setup.links {
            if depth[link.from.index()] == Some(step) && depth[link.to.index()].is_none() {
                depth[link.to.index()] = Some(step + 1);
            }
        }
    }
    let deepest = depth.iter().flatten().copied().max().unwrap_or(0);
    let depth: Vec<usize> = depth.into_iter().map(|depth| depth.unwrap_or(deepest + 1)).collect();
    let last = depth.iter().copied().max().unwrap_or(0).max(1);
    let size = |layer: usize| depth.iter().filter(|&&depth| depth == layer).count();
    let before = |node: usize| depth[..node].iter().filter(|&&layer| layer == depth[node]).count();
    let place = |node: usize| (inset(depth[node] as f64 / last as f64), row(before(node), size(depth[node])));
    (0..count).map(place).collect()
}
