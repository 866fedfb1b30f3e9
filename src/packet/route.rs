//! What routing writes into packets: source routes, and the three messages of DSR (RFC 4728 §6).
//!
//! Lists are of fixed length, a byte for each node: a route has at most 24 hops, and a longer one is no route. Sizes on
//! the wire are those of the RFC, four bytes for each address.

use serde::{Deserialize, Serialize};

use crate::ids::NodeId;

/// Hops of the longest route.
pub const MAX_ROUTE_HOPS: usize = 24;

/// Bytes of an IPv4 header without options (RFC 791 §3.1).
const IP_HEADER: u16 = 20;
/// "The Fixed Portion of the DSR Options Header" (RFC 4728 §6.1).
const FIXED_HEADER: u16 = 4;
/// Source Route option before its addresses (RFC 4728 §6.7).
const SOURCE_ROUTE_OPTION: u16 = 4;
/// Route Request option before its addresses, the target among these bytes (RFC 4728 §6.2).
const REQUEST_OPTION: u16 = 8;
/// Route Reply option before its addresses, the target being one of them, padded to four bytes (RFC 4728 §6.3).
const REPLY_OPTION: u16 = 4;
/// Route Error option of the type NODE_UNREACHABLE (RFC 4728 §6.4).
const ERROR_OPTION: u16 = 16;
/// An IPv4 address.
const ADDRESS: u16 = 4;

/// Up to 24 nodes in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeList {
    nodes: [NodeId; MAX_ROUTE_HOPS],
    len: u8,
}

impl NodeList {
    /// No node.
    pub const EMPTY: NodeList = NodeList { nodes: [NodeId(0); MAX_ROUTE_HOPS], len: 0 };

    /// The list of `nodes`, `None` if they are too many.
    #[must_use]
    pub fn new(nodes: &[NodeId]) -> Option<NodeList> {
        let mut list = NodeList::EMPTY;
        list.nodes.get_mut(..nodes.len())?.copy_from_slice(nodes);
        list.len = nodes.len() as u8;
        Some(list)
    }

    /// The nodes in order.
    #[must_use]
    pub fn as_slice(&self) -> &[NodeId] {
        &self.nodes[..usize::from(self.len)]
    }

    /// The list of `nodes`, `None` if they are too many.
    #[must_use]
    pub fn collect(nodes: impl IntoIterator<Item = NodeId>) -> Option<NodeList> {
        nodes.into_iter().try_fold(NodeList::EMPTY, NodeList::with)
    }

    /// The list with `node` behind it, `None` if there is no room.
    #[must_use]
    pub fn with(mut self, node: NodeId) -> Option<NodeList> {
        *self.nodes.get_mut(usize::from(self.len))? = node;
        self.len += 1;
        Some(self)
    }
}

/// The way that a packet is to take from a node to its destination (RFC 4728 §6.7).
///
/// The listed nodes are those between. A salvaged packet's list begins with the node that salvaged it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceRoute {
    nodes: [NodeId; MAX_ROUTE_HOPS],
    /// From bit 0: number of nodes (5 bits), of them passed (5 bits), salvage count (4 bits), whether there is a route.
    /// A byte for each would make packets longer than they may be.
    packed: u16,
}

/// How often a packet may be salvaged (MAX_SALVAGE_COUNT, RFC 4728 §9).
pub const MAX_SALVAGES: u8 = 15;

impl SourceRoute {
    /// The packet carries none.
    pub const NONE: SourceRoute = SourceRoute { nodes: [NodeId(0); MAX_ROUTE_HOPS], packed: 0 };

    const PASSED: u16 = 5;
    const SALVAGES: u16 = 10;
    const PRESENT: u16 = 1 << 14;

    fn of(list: NodeList, passed: u8, salvages: u8) -> SourceRoute {
        let (passed, salvages) = (u16::from(passed) << Self::PASSED, u16::from(salvages) << Self::SALVAGES);
        SourceRoute { nodes: list.nodes, packed: u16::from(list.len) | passed | salvages | Self::PRESENT }
    }

    /// The route over `between` for a packet that leaves its source.
    #[must_use]
    pub fn new(between: NodeList) -> SourceRoute {
        SourceRoute::of(between, 0, 0)
    }

    /// The route of a packet with route `self` that `salvager` sends on over `between` instead. `None` if the packet was
    /// salvaged too often, or the new route has too many hops.
    #[must_use]
    pub fn salvaged(&self, salvager: NodeId, between: &[NodeId]) -> Option<SourceRoute> {
        let list = NodeList::collect(std::iter::once(salvager).chain(between.iter().copied()))?;
        let salvages = self.salvages() + 1;
        (salvages <= MAX_SALVAGES).then(|| SourceRoute::of(list, 1, salvages))
    }

    /// Whether there is a route.
    #[must_use]
    pub const fn is_present(&self) -> bool {
        self.packed & SourceRoute::PRESENT != 0
    }

    /// How often the packet was salvaged.
    #[must_use]
    pub const fn salvages(&self) -> u8 {
        (self.packed >> SourceRoute::SALVAGES) as u8 & 0xf
    }

    /// The listed nodes.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes[..usize::from(self.packed & 0x1f)]
    }

    /// How many listed nodes the packet has reached.
    #[must_use]
    pub const fn passed(&self) -> usize {
        (self.packed >> SourceRoute::PASSED) as usize & 0x1f
    }

    /// The listed nodes that are still to come.
    #[must_use]
    pub fn ahead(&self) -> &[NodeId] {
        &self.nodes()[self.passed()..]
    }

    /// The next node, if it is not the destination.
    #[must_use]
    pub fn next(&self) -> Option<NodeId> {
        self.ahead().first().copied()
    }

    /// The packet has reached the next node.
    #[must_use]
    pub fn advanced(self) -> SourceRoute {
        SourceRoute { packed: self.packed + (1 << SourceRoute::PASSED), ..self }
    }

    /// What it adds to a packet on the wire, in bytes: the fixed header, the option and its addresses.
    #[must_use]
    pub fn bytes(&self) -> u16 {
        if self.is_present() { FIXED_HEADER + SOURCE_ROUTE_OPTION + ADDRESS * self.nodes().len() as u16 } else { 0 }
    }
}

/// A routing message. The packet's `from` is its originator, its `ordinal` how many that node originated before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Routing {
    /// Who knows a way to the packet's destination? Sent to all neighbours.
    Request {
        /// Together with the initiator it names this request.
        id: u16,
        /// Hops it may still go: at 1 nobody passes it on.
        ttl: u8,
        /// The nodes that sent it on, in order.
        record: NodeList,
    },
    /// A way from the packet's destination to `target`.
    Reply {
        /// Where the way leads to.
        target: NodeId,
        /// The nodes between.
        between: NodeList,
    },
    /// The packet's originator cannot reach a neighbour.
    Error {
        /// The neighbour.
        unreachable: NodeId,
    },
}

impl Routing {
    /// The size of a packet with this message, without a source route's, in bytes.
    #[must_use]
    pub fn packet_bytes(&self) -> u16 {
        let addresses = |list: &NodeList| ADDRESS * list.as_slice().len() as u16;
        match self {
            // Sent without a source route, so the fixed header is its own.
            Routing::Request { record, .. } => IP_HEADER + FIXED_HEADER + REQUEST_OPTION + addresses(record),
            Routing::Reply { between, .. } => IP_HEADER + REPLY_OPTION + addresses(between) + ADDRESS,
            Routing::Error { .. } => IP_HEADER + ERROR_OPTION,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(ids: &[u8]) -> Vec<NodeId> {
        ids.iter().copied().map(NodeId).collect()
    }

    fn list(ids: &[u8]) -> NodeList {
        NodeList::new(&nodes(ids)).expect("room")
    }

    #[test]
    fn a_route_is_passed_node_by_node() {
        let mut route = SourceRoute::new(list(&[1, 2]));
        assert_eq!(route.next(), Some(NodeId(1)));
        route = route.advanced();
        assert_eq!((route.passed(), route.ahead()), (1, &nodes(&[2])[..]));
        route = route.advanced();
        assert_eq!((route.next(), route.nodes()), (None, &nodes(&[1, 2])[..]));
    }

    #[test]
    fn the_longest_route_has_24_hops() {
        let most: Vec<u8> = (0..24).collect();
        let route = SourceRoute::NONE.salvaged(NodeId(99), &nodes(&most[..23])).expect("24 hops");
        assert_eq!((route.nodes().len(), route.passed(), route.salvages()), (24, 1, 1));
        assert_eq!(SourceRoute::NONE.salvaged(NodeId(99), &nodes(&most)), None);
        assert_eq!(list(&most).with(NodeId(99)), None);
    }

    #[test]
    fn a_packet_is_salvaged_at_most_fifteen_times() {
        let mut route = SourceRoute::new(list(&[1, 2]));
        for count in 1..=MAX_SALVAGES {
            route = route.salvaged(NodeId(1), &nodes(&[5])).expect("not too often");
            assert_eq!((route.salvages(), route.next()), (count, Some(NodeId(5))));
        }
        assert_eq!(route.salvaged(NodeId(1), &[]), None);
    }

    #[test]
    fn sizes_on_the_wire() {
        assert_eq!(SourceRoute::NONE.bytes(), 0);
        assert_eq!(SourceRoute::new(list(&[1, 2, 3])).bytes(), 20);
        assert_eq!(SourceRoute::new(list(&[1, 2, 3, 4, 5, 6, 7, 8, 9])).bytes(), 44);
        let request = |ids| Routing::Request { id: 0, ttl: 1, record: list(ids) }.packet_bytes();
        assert_eq!((request(&[]), request(&[1, 2])), (32, 40));
        assert_eq!(Routing::Reply { target: NodeId(4), between: list(&[1, 2, 3]) }.packet_bytes(), 40);
        assert_eq!(Routing::Error { unreachable: NodeId(4) }.packet_bytes(), 36);
    }
}
