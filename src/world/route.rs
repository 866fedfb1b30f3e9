//! Static routes: shortest paths by number of hops, ties to the lower node, then to the lower link.

use std::collections::VecDeque;

use crate::ids::{Id, LinkId, NodeId};

/// Hops that a packet may cross (RFC 1700's recommended default of the IP time-to-live).
pub(super) const HOP_LIMIT: u8 = 64;

/// Where a packet goes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Into a link.
    Wire(LinkId),
    /// Through the air to a neighbour.
    Air(NodeId),
}

/// The next step and the distance for every pair of nodes.
#[derive(PartialEq, Eq, Debug)]
pub struct Routes {
    nodes: usize,
    /// By node and destination.
    hops: Vec<Option<Hop>>,
}

/// The way from one node to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hop {
    next: Next,
    distance: u8,
}

impl Routes {
    /// Routes between `nodes` nodes, over `links`, given as their ends in order of their ids, and through the air between
    /// the `radio` pairs.
    #[must_use]
    pub fn new(nodes: usize, links: &[(NodeId, NodeId)], radio: &[(NodeId, NodeId)]) -> Routes {
        let mut routes = Routes { nodes, hops: vec![None; nodes * nodes] };
        let mut into: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
        let mut out: Vec<Vec<(NodeId, usize)>> = vec![Vec::new(); nodes];
        let step = |to, index| if index < links.len() { Next::Wire(LinkId::from_index(index)) } else { Next::Air(to) };
        for (index, &(from, to)) in links.iter().chain(radio).enumerate() {
            into[to.index()].push(from);
            out[from.index()].push((to, index));
        }
        for destination in 0..nodes {
            let distances = distances(&into, destination);
            for node in (0..nodes).filter(|&node| node != destination) {
                let Some(distance) = distances[node] else { continue };
                let closer = |to: NodeId| distances[to.index()].is_some_and(|next| next < distance);
                let next = out[node].iter().filter(|(to, _)| closer(*to)).min();
                routes.hops[node * nodes + destination] =
                    next.map(|&(to, index)| Hop { next: step(to, index), distance });
            }
        }
        routes
    }

    fn hop(&self, from: NodeId, to: NodeId) -> Option<Hop> {
        if from.index() >= self.nodes || to.index() >= self.nodes {
            return None;
        }
        self.hops[from.index() * self.nodes + to.index()]
    }

    /// The step that leads from `from` towards `to`.
    #[must_use]
    pub fn next(&self, from: NodeId, to: NodeId) -> Option<Next> {
        self.hop(from, to).map(|hop| hop.next)
    }

    /// Number of hops from `from` to `to`; 0 where there is no route.
    #[must_use]
    pub fn distance(&self, from: NodeId, to: NodeId) -> u8 {
        self.hop(from, to).map_or(0, |hop| hop.distance)
    }
}

/// Hops from every node to `destination`, by breadth-first search against the links.
fn distances(into: &[Vec<NodeId>], destination: usize) -> Vec<Option<u8>> {
    let mut distances = vec![None; into.len()];
    distances[destination] = Some(0);
    let mut frontier = VecDeque::from([destination]);
    while let Some(node) = frontier.pop_front() {
        let further = distances[node].map(|distance: u8| distance + 1);
        for from in &into[node] {
            if distances[from.index()].is_none() {
                distances[from.index()] = further;
                frontier.push_back(from.index());
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duplex(pairs: &[(u8, u8)]) -> Vec<(NodeId, NodeId)> {
        pairs.iter().flat_map(|&(a, b)| [(NodeId(a), NodeId(b)), (NodeId(b), NodeId(a))]).collect()
    }

    #[test]
    fn a_chain_leads_along_the_chain() {
        let routes = Routes::new(4, &duplex(&[(0, 1), (1, 2), (2, 3)]), &[]);
        assert_eq!(routes.next(NodeId(0), NodeId(3)), Some(Next::Wire(LinkId(0))));
        assert_eq!(routes.next(NodeId(3), NodeId(0)), Some(Next::Wire(LinkId(5))));
        assert_eq!(routes.distance(NodeId(0), NodeId(3)), 3);
        assert_eq!(routes.next(NodeId(1), NodeId(1)), None);
    }

    #[test]
    fn ties_go_to_the_lower_node_then_the_lower_link() {
        let links = [(0, 2), (0, 1), (1, 3), (2, 3), (0, 1)].map(|(a, b)| (NodeId(a), NodeId(b)));
        let routes = Routes::new(4, &links, &[]);
        assert_eq!(routes.next(NodeId(0), NodeId(3)), Some(Next::Wire(LinkId(1))));
    }

    #[test]
    fn wires_and_air_lead_on_from_each_other() {
        let routes = Routes::new(4, &duplex(&[(0, 1)]), &duplex(&[(1, 2), (2, 3)]));
        assert_eq!(routes.next(NodeId(0), NodeId(3)), Some(Next::Wire(LinkId(0))));
        assert_eq!(routes.next(NodeId(1), NodeId(3)), Some(Next::Air(NodeId(2))));
        assert_eq!(routes.distance(NodeId(0), NodeId(3)), 3);
    }

    #[test]
    fn there_may_be_no_route() {
        let routes = Routes::new(3, &[(NodeId(0), NodeId(1))], &[]);
        assert_eq!(routes.next(NodeId(1), NodeId(0)), None);
        assert_eq!(routes.next(NodeId(0), NodeId(2)), None);
        assert_eq!(routes.distance(NodeId(0), NodeId(2)), 0);
        assert_eq!(routes.next(NodeId(0), NodeId(99)), None);
    }
}
