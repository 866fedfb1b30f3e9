//! What travels: a packet of fixed shape, copied freely, never on the heap.
//!
//! A packet carries what identifies this copy of it, so that luck can be keyed and the truth ledger needs no table of
//! all packets ever sent: flow, first byte, *copy* (how often that first byte was sent before) and *ordinal* (its place
//! in the order of sending). An ACK carries the same of the data copy that caused it. No endpoint reads these; they are
//! the observer's.

mod route;

pub use route::{MAX_ROUTE_HOPS, MAX_SALVAGES, NodeList, Routing, SourceRoute};

use crate::ids::{FlowId, NodeId};
use crate::seq::{Seq, SeqRange};
use crate::time::{Span, Time};
use crate::units::Bytes;

/// Bytes of an IPv4 header plus a TCP header without options (RFC 791 §3.1, RFC 9293 §3.1).
pub const TCP_IP_HEADER: u16 = 40;

/// A SACK option has room for four ranges, for three beside a timestamp (RFC 2018 §3).
pub const MAX_SACK_RANGES: usize = 4;

/// The largest packet in memory. Rings hold them by value, and a checkpoint holds every ring.
const MAX_PACKET_IN_MEMORY: usize = 96;
const _: () = assert!(size_of::<Packet>() <= MAX_PACKET_IN_MEMORY);

/// The flow of packets that belong to none.
pub const NO_FLOW: FlowId = FlowId(u16::MAX);

/// One copy of one packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet {
    /// The connection, or the cross-traffic source, it belongs to.
    pub flow: FlowId,
    /// Node of the endpoint that sent it.
    pub from: NodeId,
    /// Node of the endpoint it is for.
    pub to: NodeId,
    /// IP header, transport header and payload, in bytes, without what [`Packet::route`] adds.
    pub size: u16,
    /// Data: how often this first byte was sent before. ACK: the copy of the data that caused it.
    pub copy: u16,
    /// Data, ACKs: how many packets of this kind the endpoint sent before.
    pub ordinal: u32,
    /// Hops crossed so far.
    pub hops: u8,
    /// The ECN field of the IP header.
    pub ecn: Ecn,
    /// The way it is to take, where routers do not know it.
    pub route: SourceRoute,
    /// What is inside.
    pub body: Body,
}

/// The ECN field of the IP header (RFC 3168 §5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ecn {
    /// The transport does not understand ECN, or must not use it for this packet.
    #[default]
    NotEct,
    /// May be marked instead of dropped.
    Ect,
    /// Marked by a router: congestion experienced.
    Ce,
}

/// What a packet is to its endpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// A data segment.
    Data(Data),
    /// A pure acknowledgement.
    Ack(Ack),
    /// Other traffic that only fills queues; `number` counts the packets of its source.
    Cross {
        /// How many packets its source sent before.
        number: u64,
    },
    /// A message between routers.
    Routing(Routing),
}

/// The TCP part of a data segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Data {
    /// First byte.
    pub seq: Seq,
    /// Payload, in bytes.
    pub len: u16,
    /// TSval (RFC 7323 §3).
    pub stamp: Stamp,
    /// Some byte of it was sent before.
    pub again: bool,
    /// New data sent to ask the path a question, beyond what the window allows.
    pub probe: bool,
    /// The sender has reduced its window (RFC 3168 §6.1.2).
    pub cwr: bool,
}

/// The TCP part of an acknowledgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ack {
    /// Next byte expected.
    pub ack: Seq,
    /// Receive window, in bytes.
    pub window: u32,
    /// TSecr (RFC 7323 §3).
    pub echo: Stamp,
    /// SACK and DSACK ranges.
    pub sack: SackList,
    /// ECN-Echo (RFC 3168 §6.1.3).
    pub ece: bool,
    /// First byte of the data copy that caused this ACK, as a distance from `ack` of less than 512 GiB: more than the
    /// fastest link carries in the longest run.
    cause: Offset<5>,
    /// Ordinal of the data copy that caused this ACK.
    pub cause_ordinal: u32,
}

/// A TCP timestamp: whole milliseconds, or none where the option is off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stamp(u32);

impl Stamp {
    /// The option is off.
    pub const NONE: Stamp = Stamp(u32::MAX);

    /// The stamp of `now`: a clock of 1 ms (RFC 7323 §5.4 allows 1 ms to 1 s).
    #[must_use]
    pub fn at(now: Time) -> Stamp {
        Stamp((now.as_nanos() / Span::from_millis(1).as_nanos()) as u32)
    }

    /// The instant it stands for, `None` where the option is off.
    #[must_use]
    pub fn time(self) -> Option<Time> {
        (self != Stamp::NONE).then(|| Time::ZERO + Span::from_millis(u64::from(self.0)))
    }
}

/// A signed distance in `N` bytes, little-endian two's complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Offset<const N: usize>([u8; N]);

impl<const N: usize> Offset<N> {
    /// No distance.
    const ZERO: Offset<N> = Offset([0; N]);

    /// The distance from `origin` to `byte`, `None` if `N` bytes cannot hold it.
    fn between(origin: Seq, byte: Seq) -> Option<Offset<N>> {
        let distance = byte.0.wrapping_sub(origin.0) as i64;
        let mut low = [0; N];
        low.copy_from_slice(&distance.to_le_bytes()[..N]);
        let offset = Offset(low);
        (offset.byte(origin) == byte).then_some(offset)
    }

    /// The byte at this distance from `origin`.
    fn byte(self, origin: Seq) -> Seq {
        let mut high = [0; 8];
        high[8 - N..].copy_from_slice(&self.0);
        Seq(origin.0.wrapping_add_signed(i64::from_le_bytes(high) >> (64 - 8 * N)))
    }
}

/// Up to four SACK ranges; the first may be a DSACK (RFC 2883 §4).
///
/// Ranges are kept as distances from the acknowledgement number, which the list does not hold. Ranges 8 MiB away or
/// farther are not reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SackList {
    ranges: [(Offset<3>, Offset<3>); MAX_SACK_RANGES],
    len: u8,
    dsack: bool,
}

impl SackList {
    /// No ranges.
    pub const EMPTY: SackList =
        SackList { ranges: [(Offset::ZERO, Offset::ZERO); MAX_SACK_RANGES], len: 0, dsack: false };

    /// The list for an ACK of `ack`: the DSACK range first, then SACK ranges while there is room for `room` in all.
    #[must_use]
    pub fn new(ack: Seq, dsack: Option<SeqRange>, sacks: impl IntoIterator<Item = SeqRange>, room: usize) -> SackList {
        let near = |range: SeqRange| Some((Offset::between(ack, range.start)?, Offset::between(ack, range.end)?));
        let dsack = dsack.and_then(near);
        let mut list = SackList { dsack: dsack.is_some(), ..SackList::EMPTY };
        let reported = dsack.into_iter().chain(sacks.into_iter().filter_map(near));
        for (slot, range) in list.ranges.iter_mut().zip(reported).take(room) {
            *slot = range;
            list.len += 1;
        }
        list
    }

    fn range(&self, ack: Seq, index: usize) -> Option<SeqRange> {
        let &(start, end) = self.ranges.get(index).filter(|_| index < usize::from(self.len))?;
        Some(SeqRange::new(start.byte(ack), end.byte(ack)))
    }

    /// The DSACK range of an ACK of `ack`.
    #[must_use]
    pub fn dsack(&self, ack: Seq) -> Option<SeqRange> {
        self.range(ack, 0).filter(|_| self.dsack)
    }

    /// The SACK ranges of an ACK of `ack`, most recent first, without the DSACK range.
    pub fn sacks(&self, ack: Seq) -> impl Iterator<Item = SeqRange> {
        (usize::from(self.dsack)..usize::from(self.len)).filter_map(move |index| self.range(ack, index))
    }

    /// Whether there is no range at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Ack {
    /// An ACK of `ack` caused by a data copy with first byte `cause` and ordinal `cause_ordinal`.
    #[must_use]
    pub fn new(ack: Seq, window: u32, cause: Seq, cause_ordinal: u32) -> Ack {
        let cause = Offset::between(ack, cause).expect("a cause within 512 GiB of the acknowledgement");
        Ack { ack, window, echo: Stamp::NONE, sack: SackList::EMPTY, ece: false, cause, cause_ordinal }
    }

    /// First byte of the data copy that caused it.
    #[must_use]
    pub fn cause(&self) -> Seq {
        self.cause.byte(self.ack)
    }

    /// The DSACK range.
    #[must_use]
    pub fn dsack(&self) -> Option<SeqRange> {
        self.sack.dsack(self.ack)
    }

    /// The SACK ranges, most recent first.
    pub fn sacks(&self) -> impl Iterator<Item = SeqRange> {
        self.sack.sacks(self.ack)
    }
}

impl Data {
    /// The bytes it carries.
    #[must_use]
    pub fn range(&self) -> SeqRange {
        SeqRange::new(self.seq, self.seq + u64::from(self.len))
    }
}

/// The key of a copy's luck: which bits a draw for this packet depends on.
///
/// Data draws by (flow, first byte, copy). An ACK draws by the same of the data that caused it, with the direction bit
/// set, so that an ACK caused by the same copy meets the same luck under every variant. A routing message draws by its
/// kind, its originator and how many that one sent before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CopyKey {
    /// First byte of the data (for an ACK: of its cause), the number of a cross-traffic packet, or the originator and
    /// number of a routing message.
    pub first_byte: u64,
    /// Flow, direction and copy, packed.
    pub rest: u64,
}

impl Packet {
    /// Its size on the wire, without what the link adds.
    #[must_use]
    pub fn bytes(&self) -> Bytes {
        Bytes(u64::from(self.size) + u64::from(self.route.bytes()))
    }

    /// The key of this copy.
    #[must_use]
    pub fn key(&self) -> CopyKey {
        let (first_byte, direction) = match self.body {
            Body::Data(data) => (data.seq.0, 0),
            Body::Ack(ack) => (ack.cause().0, 1),
            Body::Cross { number } => (number, 2),
            Body::Routing(message) => {
                let kind = match message {
                    Routing::Request { .. } => 3,
                    Routing::Reply { .. } => 4,
                    Routing::Error { .. } => 5,
                };
                (u64::from(self.from.0) << 32 | u64::from(self.ordinal), kind)
            }
        };
        CopyKey { first_byte, rest: u64::from(self.flow.0) << 32 | direction << 16 | u64::from(self.copy) }
    }

    /// The data segment inside, if it is one.
    #[must_use]
    pub fn data(&self) -> Option<&Data> {
        if let Body::Data(data) = &self.body { Some(data) } else { None }
    }

    /// The acknowledgement inside, if it is one.
    #[must_use]
    pub fn ack(&self) -> Option<&Ack> {
        if let Body::Ack(ack) = &self.body { Some(ack) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u64, end: u64) -> SeqRange {
        SeqRange::new(Seq(start), Seq(end))
    }

    #[test]
    fn routing_messages_have_luck_of_their_own() {
        let message = |from, ordinal, message| Packet {
            flow: NO_FLOW,
            from: NodeId(from),
            to: NodeId(9),
            size: 32,
            copy: 0,
            ordinal,
            hops: 0,
            ecn: Ecn::NotEct,
            route: SourceRoute::NONE,
            body: Body::Routing(message),
        };
        let error = Routing::Error { unreachable: NodeId(2) };
        let keys = [
            message(1, 0, error),
            message(2, 0, error),
            message(1, 1, error),
            message(1, 0, Routing::Reply { target: NodeId(2), between: NodeList::EMPTY }),
            message(1, 0, Routing::Request { id: 0, ttl: 1, record: NodeList::EMPTY }),
        ]
        .map(|packet| packet.key());
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key:?}");
        }
        let again = message(1, 0, Routing::Request { id: 0, ttl: 0, record: NodeList::EMPTY });
        assert_eq!(again.key(), keys[4], "the same message further on");
    }

    #[test]
    fn sack_lists_keep_their_ranges() {
        let ack = Seq(5_000_000_000);
        let sacks = [range(5_000_002_000, 5_000_003_000), range(5_000_005_000, 5_000_007_000)];
        let list = SackList::new(ack, None, sacks, 3);
        assert_eq!(list.sacks(ack).collect::<Vec<_>>(), sacks);
        assert_eq!(list.dsack(ack), None);
    }

    #[test]
    fn a_dsack_may_lie_below_the_acknowledgement_and_takes_a_place() {
        let ack = Seq(9_000);
        let sacks = [range(10_000, 11_000), range(12_000, 13_000), range(14_000, 15_000), range(16_000, 17_000)];
        let list = SackList::new(ack, Some(range(3_000, 4_000)), sacks, 4);
        assert_eq!(list.dsack(ack), Some(range(3_000, 4_000)));
        assert_eq!(list.sacks(ack).collect::<Vec<_>>(), sacks[..3]);
    }

    #[test]
    fn a_range_too_far_away_is_not_reported() {
        let ack = Seq(1 << 33);
        let far = range((1 << 33) + (1 << 23), (1 << 33) + (1 << 23) + 1);
        let near = range((1 << 33) + 1000, (1 << 33) + (1 << 23) - 1);
        let list = SackList::new(ack, Some(range(5, 1000)), [far, near], 4);
        assert_eq!(list.dsack(ack), None);
        assert_eq!(list.sacks(ack).collect::<Vec<_>>(), [near]);
    }

    #[test]
    fn an_ack_knows_its_cause_on_either_side() {
        assert_eq!(Ack::new(Seq(400_000_000_000), 0, Seq(0), 3).cause(), Seq(0));
        assert_eq!(Ack::new(Seq(9_000), 0, Seq(8_000), 3).cause(), Seq(8_000));
        assert_eq!(Ack::new(Seq(9_000), 0, Seq(12_000), 3).cause(), Seq(12_000));
    }

    #[test]
    fn stamps_tick_in_milliseconds() {
        let stamp = Stamp::at(Time::from_nanos(12_999_999));
        assert_eq!(stamp.time(), Some(Time::from_nanos(12_000_000)));
        assert_eq!(Stamp::NONE.time(), None);
    }
}
