//! The route cache: whole paths, as they were learnt (RFC 4728 §4.1, a path cache).

use crate::ids::NodeId;
use crate::packet::NodeList;
use crate::time::{Span, Time};

/// Paths that a node remembers.
const MAX_PATHS: usize = 64;
/// RouteCacheTimeout (RFC 4728 §9).
const TIMEOUT: Span = Span::from_secs(300);

/// A path from the node that caches it: the nodes after it, the last one included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Path {
    nodes: NodeList,
    learnt: Time,
}

/// The paths that one node knows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cache {
    node: NodeId,
    /// Oldest first.
    paths: Vec<Path>,
}

/// Whether every node is there once only.
fn is_loop_free(nodes: &[NodeId]) -> bool {
    nodes.iter().enumerate().all(|(place, node)| !nodes[..place].contains(node))
}

impl Path {
    /// Whether it crosses the link between `a` and `b`, in either direction.
    fn crosses(&self, start: NodeId, a: NodeId, b: NodeId) -> bool {
        let mut at = start;
        self.nodes.as_slice().iter().any(|&next| {
            let before = std::mem::replace(&mut at, next);
            (before, next) == (a, b) || (before, next) == (b, a)
        })
    }
}

impl Cache {
    pub fn new(node: NodeId) -> Cache {
        Cache { node, paths: Vec::new() }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(self.paths.as_slice())
    }

    /// Learns the path over `nodes`. One that comes back to a node is none, and one of too many hops is of no use.
    pub fn learn(&mut self, now: Time, nodes: &[NodeId]) {
        let Some(nodes) = NodeList::new(nodes) else { return };
        if nodes.as_slice().is_empty() || nodes.as_slice().contains(&self.node) || !is_loop_free(nodes.as_slice()) {
            return;
        }
        self.paths.retain(|path| path.nodes != nodes && path.learnt + TIMEOUT > now);
        if self.paths.len() == MAX_PATHS {
            self.paths.remove(0);
        }
        self.paths.push(Path { nodes, learnt: now });
    }

    /// The nodes after this one on the way to `target`, which is the last of them: the shortest way, then the newest.
    pub fn find(&self, now: Time, target: NodeId) -> Option<NodeList> {
        self.find_with(now, target, |_| true)
    }

    /// The best way to `target`, as [`Cache::find`] has it, among those that `fits` accepts.
    pub fn find_with(&self, now: Time, target: NodeId, fits: impl Fn(&[NodeId]) -> bool) -> Option<NodeList> {
        let fresh = self.paths.iter().rev().filter(|path| path.learnt + TIMEOUT > now);
        let ways = fresh.filter_map(|path| {
            let place = path.nodes.as_slice().iter().position(|&node| node == target)?;
            NodeList::new(&path.nodes.as_slice()[..=place])
        });
        ways.filter(|way| fits(way.as_slice())).min_by_key(|way| way.as_slice().len())
    }

    /// Forgets every path over the link between `a` and `b`.
    pub fn forget_link(&mut self, a: NodeId, b: NodeId) {
        let start = self.node;
        self.paths.retain(|path| !path.crosses(start, a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(ids: &[u8]) -> Vec<NodeId> {
        ids.iter().copied().map(NodeId).collect()
    }

    fn at(secs: u64) -> Time {
        Time::ZERO + Span::from_secs(secs)
    }

    fn way(cache: &Cache, now: Time, target: u8) -> Option<Vec<u8>> {
        cache.find(now, NodeId(target)).map(|way| way.as_slice().iter().map(|node| node.0).collect())
    }

    #[test]
    fn the_shortest_way_then_the_newest() {
        let mut cache = Cache::new(NodeId(0));
        cache.learn(at(0), &nodes(&[1, 2, 3, 4]));
        assert_eq!(way(&cache, at(1), 3), Some(vec![1, 2, 3]));
        cache.learn(at(1), &nodes(&[5, 3]));
        cache.learn(at(2), &nodes(&[6, 3, 4]));
        assert_eq!(way(&cache, at(2), 3), Some(vec![6, 3]));
        cache.learn(at(3), &nodes(&[5, 3]));
        assert_eq!(way(&cache, at(3), 3), Some(vec![5, 3]));
        assert_eq!(way(&cache, at(3), 4), Some(vec![6, 3, 4]));
        assert_eq!(way(&cache, at(3), 9), None);
    }

    #[test]
    fn paths_that_lead_nowhere_are_not_learnt() {
        let mut cache = Cache::new(NodeId(0));
        let long: Vec<u8> = (1..=25).collect();
        for path in [&[][..], &[1, 0, 2], &[1, 2, 1], &long] {
            cache.learn(at(0), &nodes(path));
        }
        assert!(cache.paths.is_empty());
        cache.learn(at(0), &nodes(&long[..24]));
        assert_eq!(way(&cache, at(0), 24).map(|way| way.len()), Some(24));
    }

    #[test]
    fn a_path_lives_for_300_s() {
        let mut cache = Cache::new(NodeId(0));
        cache.learn(at(0), &nodes(&[1, 2]));
        assert!(way(&cache, at(299), 2).is_some());
        assert_eq!(way(&cache, at(300), 2), None);
    }

    #[test]
    fn a_broken_link_takes_its_paths_with_it() {
        let mut cache = Cache::new(NodeId(0));
        for path in [&[1, 2, 3][..], &[4, 2, 1], &[4, 3]] {
            cache.learn(at(0), &nodes(path));
        }
        cache.forget_link(NodeId(1), NodeId(2));
        assert_eq!(cache.paths.len(), 1);
        cache.forget_link(NodeId(0), NodeId(4));
        assert!(cache.paths.is_empty());
    }

    #[test]
    fn the_oldest_of_too_many_goes() {
        let mut cache = Cache::new(NodeId(0));
        for node in 1..=65 {
            cache.learn(at(0), &nodes(&[node]));
        }
        assert_eq!((cache.paths.len(), way(&cache, at(0), 1)), (64, None));
        assert!(way(&cache, at(0), 65).is_some());
    }
}
