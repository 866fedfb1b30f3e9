//! Static routes: shortest paths by number of hops, ties to the lower node, then to the lower link.

use crate::ids::{Id, LinkId, NodeId};

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
    /// Routes between `nodes` nodes, at most 256, over `links`, given as their ends in order of their ids, and through the
    /// air between the `radio` pairs.
    #[must_use]
    pub fn new(nodes: usize, links: &[(NodeId, NodeId)], radio: &[(NodeId, NodeId)]) -> Routes {
        let mut routes = Routes { nodes, hops: vec![None; nodes * nodes] };
        let (mut into, mut out) = (vec![NodeSet::EMPTY; nodes], vec![NodeSet::EMPTY; nodes]);
        let mut wires: Vec<Vec<(NodeId, LinkId)>> = vec![Vec::new(); nodes];
        for &(from, to) in links.iter().chain(radio) {
            into[to.index()].insert(from);
            out[from.index()].insert(to);
        }
        for (index, &(from, to)) in links.iter().enumerate() {
            wires[from.index()].push((to, LinkId::from_index(index)));
        }
        let step = |from: usize, to| match wires[from].iter().find(|(end, _)| *end == to) {
            Some(&(_, link)) => Next::Wire(link),
            None => Next::Air(to),
        };
        for destination in 0..nodes {
            let mut closer = NodeSet::EMPTY;
            let mut frontier = NodeSet::EMPTY;
            frontier.insert(NodeId::from_index(destination));
            for distance in 1.. {
                closer = closer.union(frontier);
                let last = frontier;
                let reached = last.iter().fold(NodeSet::EMPTY, |all, node| all.union(into[node.index()]));
                frontier = reached.without(closer);
                if frontier.is_empty() {
                    break;
                }
                for node in frontier.iter().map(Id::index) {
                    let next = out[node].and(last).iter().next();
                    routes.hops[node * nodes + destination] = next.map(|to| Hop { next: step(node, to), distance });
                }
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

/// A set of nodes, as bits: dense radio networks have tens of thousands of pairs.
#[derive(Clone, Copy)]
struct NodeSet([u64; 4]);

impl NodeSet {
    const EMPTY: NodeSet = NodeSet([0; 4]);

    fn insert(&mut self, node: NodeId) {
        self.0[usize::from(node.0 / 64)] |= 1 << (node.0 % 64);
    }

    fn zip(self, other: NodeSet, join: impl Fn(u64, u64) -> u64) -> NodeSet {
        NodeSet(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }

    fn union(self, other: NodeSet) -> NodeSet {
        self.zip(other, |a, b| a | b)
    }

    fn and(self, other: NodeSet) -> NodeSet {
        self.zip(other, |a, b| a & b)
    }

    fn without(self, other: NodeSet) -> NodeSet {
        self.zip(other, |a, b| a & !b)
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// The nodes in ascending order.
    fn iter(self) -> impl Iterator<Item = NodeId> {
        (0u8..4).flat_map(move |word| {
            let mut bits = self.0[usize::from(word)];
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(NodeId(64 * word + bit))
            })
        })
    }
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
    fn many_nodes_are_no_trouble() {
        let row: Vec<_> = (0..249).map(|node| (node, node + 1)).collect();
        let routes = Routes::new(250, &[], &duplex(&row));
        assert_eq!(routes.next(NodeId(0), NodeId(249)), Some(Next::Air(NodeId(1))));
        assert_eq!((routes.distance(NodeId(0), NodeId(249)), routes.distance(NodeId(200), NodeId(60))), (249, 140));
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
