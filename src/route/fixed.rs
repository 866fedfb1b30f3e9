//! Routes that are known from the start: shortest paths by number of hops, ties to the lower next node; or, for a flow,
//! a given list of nodes.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Action, HOP_LIMIT, Neighbour, RouterRules};
use crate::ids::{FlowId, Id, NodeId};
use crate::packet::Packet;
use crate::time::Time;
use crate::trace::{DropCause, RouteNote};

/// The next node for every pair of nodes, and the given paths of flows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    nodes: usize,
    /// By node and destination.
    next: Vec<Option<NodeId>>,
    given: Vec<(FlowId, Vec<NodeId>)>,
}

impl Paths {
    /// Shortest paths between `nodes` nodes over `neighbours`, pairs that hear each other in the order from, to. A flow
    /// in `given` goes along its list instead, its ACKs along the list backwards.
    #[must_use]
    pub fn new(nodes: usize, neighbours: &[(NodeId, NodeId)], given: Vec<(FlowId, Vec<NodeId>)>) -> Paths {
        let mut paths = Paths { nodes, next: vec![None; nodes * nodes], given };
        for destination in 0..nodes {
            let distances = distances(nodes, neighbours, destination);
            for &(from, to) in neighbours {
                let closer = match (distances[from.index()], distances[to.index()]) {
                    (Some(here), Some(there)) => there < here,
                    _ => false,
                };
                let slot = &mut paths.next[from.index() * nodes + destination];
                if closer && slot.is_none_or(|known| to < known) {
                    *slot = Some(to);
                }
            }
        }
        paths
    }

    /// The node after `node` on the way of `packet`.
    #[must_use]
    pub fn next(&self, node: NodeId, packet: &Packet) -> Option<NodeId> {
        if let Some((_, path)) = self.given.iter().find(|(flow, _)| *flow == packet.flow) {
            let place = path.iter().position(|&at| at == node)?;
            let forwards = path.last() == Some(&packet.to);
            return if forwards { path.get(place + 1) } else { place.checked_sub(1).and_then(|at| path.get(at)) }
                .copied();
        }
        if node.index() >= self.nodes || packet.to.index() >= self.nodes {
            return None;
        }
        self.next[node.index() * self.nodes + packet.to.index()]
    }
}

/// Hops from every node to `destination`, by breadth-first search against the pairs.
fn distances(nodes: usize, neighbours: &[(NodeId, NodeId)], destination: usize) -> Vec<Option<u32>> {
    let mut into = vec![Vec::new(); nodes];
    for &(from, to) in neighbours {
        into[to.index()].push(from.index());
    }
    let mut distances = vec![None; nodes];
    distances[destination] = Some(0);
    let mut frontier = VecDeque::from([destination]);
    while let Some(node) = frontier.pop_front() {
        let further = distances[node].map(|distance: u32| distance + 1);
        for &from in &into[node] {
            if distances[from].is_none() {
                distances[from] = further;
                frontier.push_back(from);
            }
        }
    }
    distances
}

/// The router of a node whose routes do not change.
#[derive(Clone, PartialEq, Debug)]
pub struct Fixed {
    node: NodeId,
    /// Shared between all nodes and all clones.
    paths: Arc<Paths>,
    actions: VecDeque<Action>,
}

impl Fixed {
    /// The router of `node`.
    #[must_use]
    pub const fn new(node: NodeId, paths: Arc<Paths>) -> Fixed {
        Fixed { node, paths, actions: VecDeque::new() }
    }

    /// The nodes have moved: other paths from now on.
    pub fn set_paths(&mut self, paths: Arc<Paths>) {
        self.paths = paths;
    }

    fn forward(&mut self, packet: Packet) {
        let action = match self.paths.next(self.node, &packet) {
            Some(next) => Action::Transmit { packet, to: Neighbour::One(next) },
            None => Action::Drop { packet, cause: DropCause::NoRoute },
        };
        self.actions.push_back(action);
    }
}

impl RouterRules for Fixed {
    fn send(&mut self, _now: Time, packet: Packet) {
        self.forward(packet);
    }

    fn on_packet(&mut self, _now: Time, packet: Packet, _from: NodeId) {
        if packet.to == self.node {
            self.actions.push_back(Action::Deliver(packet));
        } else if packet.hops >= HOP_LIMIT {
            self.actions.push_back(Action::Drop { packet, cause: DropCause::Ttl });
        } else {
            self.forward(packet);
        }
    }

    /// There is no other way, and the link may be back for the next packet.
    fn on_failure(&mut self, _now: Time, packet: Packet, next: NodeId, cause: DropCause) {
        self.actions.push_back(Action::Note(RouteNote::Broken { next }));
        self.actions.push_back(Action::Drop { packet, cause });
    }

    fn on_flushed(&mut self, _now: Time, packet: Packet, _next: NodeId) {
        self.forward(packet);
    }

    fn on_timer(&mut self, _now: Time) {}

    fn poll_timer(&self) -> Option<Time> {
        None
    }

    fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// The paths are shared.
    fn heap_bytes(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{Body, Ecn, SourceRoute};

    fn duplex(pairs: &[(u8, u8)]) -> Vec<(NodeId, NodeId)> {
        pairs.iter().flat_map(|&(a, b)| [(NodeId(a), NodeId(b)), (NodeId(b), NodeId(a))]).collect()
    }

    fn packet(flow: u16, from: u8, to: u8) -> Packet {
        let (flow, from, to) = (FlowId(flow), NodeId(from), NodeId(to));
        let (ecn, route, body) = (Ecn::NotEct, SourceRoute::NONE, Body::Cross { number: 0 });
        Packet { flow, from, to, size: 552, copy: 0, ordinal: 0, hops: 0, ecn, route, body }
    }

    #[test]
    fn ties_go_to_the_lower_next_node() {
        let square = Paths::new(4, &duplex(&[(0, 2), (0, 1), (1, 3), (2, 3)]), Vec::new());
        assert_eq!(square.next(NodeId(0), &packet(0, 0, 3)), Some(NodeId(1)));
        assert_eq!(square.next(NodeId(3), &packet(0, 3, 0)), Some(NodeId(1)));
        assert_eq!(square.next(NodeId(0), &packet(0, 0, 0)), None);
        let apart = Paths::new(4, &duplex(&[(0, 1), (2, 3)]), Vec::new());
        assert_eq!(apart.next(NodeId(0), &packet(0, 0, 3)), None);
        assert_eq!(apart.next(NodeId(0), &packet(0, 0, 99)), None);
    }

    #[test]
    fn a_given_path_is_kept_in_both_directions() {
        let path = [0, 1, 3, 2].map(NodeId).to_vec();
        let square = Paths::new(4, &duplex(&[(0, 2), (0, 1), (1, 3), (2, 3)]), vec![(FlowId(7), path)]);
        let way = |from, to| {
            let packet = packet(7, from, to);
            let step = |at: &NodeId| square.next(*at, &packet);
            std::iter::successors(Some(NodeId(from)), step).map(|node| node.0).collect::<Vec<u8>>()
        };
        assert_eq!((way(0, 2), way(2, 0)), (vec![0, 1, 3, 2], vec![2, 3, 1, 0]));
        assert_eq!(square.next(NodeId(0), &packet(0, 0, 2)), Some(NodeId(2)));
    }

    #[test]
    fn a_router_forwards_delivers_and_gives_up() {
        let mut router = Fixed::new(NodeId(1), Arc::new(Paths::new(3, &duplex(&[(0, 1), (1, 2)]), Vec::new())));
        let now = Time::ZERO;
        let through = Packet { hops: 1, ..packet(0, 0, 2) };
        router.on_packet(now, through, NodeId(0));
        router.on_packet(now, packet(0, 0, 1), NodeId(0));
        router.on_packet(now, Packet { hops: HOP_LIMIT, ..through }, NodeId(0));
        router.on_failure(now, through, NodeId(2), DropCause::RandomLoss);
        let actions: Vec<Action> = std::iter::from_fn(|| router.poll()).collect();
        assert_eq!(
            actions,
            [
                Action::Transmit { packet: through, to: Neighbour::One(NodeId(2)) },
                Action::Deliver(packet(0, 0, 1)),
                Action::Drop { packet: Packet { hops: HOP_LIMIT, ..through }, cause: DropCause::Ttl },
                Action::Note(RouteNote::Broken { next: NodeId(2) }),
                Action::Drop { packet: through, cause: DropCause::RandomLoss },
            ]
        );
    }
}
