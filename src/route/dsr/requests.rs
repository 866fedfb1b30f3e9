//! The route request table: which ways a node has asked for, and whose requests it has seen (RFC 4728 §4.3).

use std::collections::VecDeque;

use crate::ids::NodeId;
use crate::time::{Span, Time};

/// NonpropRequestTimeout (RFC 4728 §9).
const NEIGHBOURS_ONLY_TIMEOUT: Span = Span::from_millis(30);
/// RequestPeriod (RFC 4728 §9).
const FIRST_PERIOD: Span = Span::from_millis(500);
/// MaxRequestPeriod (RFC 4728 §9).
const LONGEST_PERIOD: Span = Span::from_secs(10);
/// MaxRequestRexmt (RFC 4728 §9).
const MAX_REPEATS: u32 = 16;
/// DiscoveryHopLimit (RFC 4728 §9).
const DISCOVERY_HOP_LIMIT: u8 = 255;
/// RequestTableIds (RFC 4728 §9).
const SEEN_IDS: usize = 16;

/// A way that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Discovery {
    target: NodeId,
    /// Requests sent.
    sent: u32,
    /// No further request before this.
    next: Time,
}

/// The last requests of one initiator.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    initiator: NodeId,
    /// Oldest first.
    ids: VecDeque<u16>,
}

/// The requests of one node, its own and those of others.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Requests {
    discoveries: Vec<Discovery>,
    seen: Vec<Seen>,
    next_id: u16,
}

/// What to do for a target whose way is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// Send a request of this id that may go so many hops.
    Now { id: u16, ttl: u8 },
    /// It was asked for already.
    Wait,
    /// It was asked for often enough.
    GiveUp,
}

impl Requests {
    /// The way to `target` is wanted.
    pub fn ask(&mut self, now: Time, target: NodeId) -> Ask {
        let known = self.discoveries.iter().position(|discovery| discovery.target == target);
        let place = known.unwrap_or_else(|| {
            self.discoveries.push(Discovery { target, sent: 0, next: now });
            self.discoveries.len() - 1
        });
        let discovery = &mut self.discoveries[place];
        if now < discovery.next {
            return Ask::Wait;
        }
        if discovery.sent > MAX_REPEATS {
            self.discoveries.remove(place);
            return Ask::GiveUp;
        }
        // First only the neighbours; then everybody, ever more patiently.
        let (ttl, wait) = match discovery.sent {
            0 => (1, NEIGHBOURS_ONLY_TIMEOUT),
            sent => (DISCOVERY_HOP_LIMIT, (FIRST_PERIOD * (1 << (sent - 1).min(MAX_REPEATS))).min(LONGEST_PERIOD)),
        };
        discovery.sent += 1;
        discovery.next = now + wait;
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        Ask::Now { id, ttl }
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let ids: usize = self.seen.iter().map(|seen| seen.ids.len() * size_of::<u16>()).sum();
        size_of_val(self.discoveries.as_slice()) + size_of_val(self.seen.as_slice()) + ids
    }

    /// The way to `target` is known. Returns whether it was asked for.
    pub fn found(&mut self, target: NodeId) -> bool {
        let before = self.discoveries.len();
        self.discoveries.retain(|discovery| discovery.target != target);
        self.discoveries.len() < before
    }

    /// When the next request for `target` is due.
    pub fn due(&self, target: NodeId) -> Option<Time> {
        self.discoveries.iter().find(|discovery| discovery.target == target).map(|discovery| discovery.next)
    }

    /// Notes a request of another node. Returns whether it is the first time.
    pub fn is_new(&mut self, initiator: NodeId, id: u16) -> bool {
        let known = self.seen.iter().position(|seen| seen.initiator == initiator);
        let place = known.unwrap_or_else(|| {
            self.seen.push(Seen { initiator, ids: VecDeque::with_capacity(SEEN_IDS) });
            self.seen.len() - 1
        });
        let ids = &mut self.seen[place].ids;
        if ids.contains(&id) {
            return false;
        }
        if ids.len() == SEEN_IDS {
            ids.pop_front();
        }
        ids.push_back(id);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_first_then_everybody_ever_more_patiently() {
        let (mut requests, target) = (Requests::default(), NodeId(4));
        let mut now = Time::ZERO;
        let mut waits = Vec::new();
        let mut hops = Vec::new();
        while let Ask::Now { ttl, .. } = requests.ask(now, target) {
            assert_eq!(requests.ask(now, target), Ask::Wait);
            let due = requests.due(target).expect("a discovery");
            waits.push((due - now).as_millis_f64());
            hops.push(ttl);
            now = due;
        }
        assert_eq!(waits[..7], [30.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 10_000.0]);
        assert_eq!((hops.len(), hops[0], hops[1], waits[16]), (17, 1, 255, 10_000.0));
        assert_eq!(requests.due(target), None, "given up");
    }

    #[test]
    fn the_last_16_requests_of_an_initiator_are_remembered() {
        let mut requests = Requests::default();
        assert!((0..17).all(|id| requests.is_new(NodeId(1), id)));
        assert!(!requests.is_new(NodeId(1), 16) && !requests.is_new(NodeId(1), 1));
        assert!(requests.is_new(NodeId(2), 16));
        assert!(requests.is_new(NodeId(1), 0), "forgotten");
    }

    #[test]
    fn a_way_that_is_found_may_be_asked_for_again_at_once() {
        let mut requests = Requests::default();
        assert_eq!(requests.ask(Time::ZERO, NodeId(4)), Ask::Now { id: 0, ttl: 1 });
        assert!(requests.found(NodeId(4)) && !requests.found(NodeId(4)));
        assert_eq!(requests.ask(Time::ZERO, NodeId(4)), Ask::Now { id: 1, ttl: 1 });
    }
}
