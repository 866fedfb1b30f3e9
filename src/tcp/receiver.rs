//! The receiving end: reassembly, acknowledgements and what they report (RFC 9293 §3.8, RFC 5681 §4.2, RFC 2018,
//! RFC 2883, RFC 3168 §6.1.3, RFC 7323 §4).
//!
//! Deviations: the application reads at once, so the window is the whole buffer (data beyond a hole lies inside the
//! window and does not shrink it), and data once reported by SACK is never thrown away.

use super::ReceiverConfig;
use super::profile::{EceMode, TsRule};
use crate::packet::{Ack, Body, Data, Ecn, MAX_SACK_RANGES, Packet, SackList, Stamp, TCP_IP_HEADER};
use crate::seq::{Seq, SeqRange};
use crate::time::Time;

/// "an ACK SHOULD be generated for at least every second full-sized segment" (RFC 5681 §4.2). Short segments count like
/// full ones.
const DELACK_SEGMENTS: u32 = 2;

/// The receiving end of one connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Receiver {
    config: ReceiverConfig,
    /// Next byte expected.
    next: Seq,
    /// Data beyond the first hole: separate ranges, the one that grew or was hit last first.
    islands: Vec<SeqRange>,
    last_ack: Seq,
    ts_recent: Stamp,
    ece: bool,
    waiting: Option<Waiting>,
    ready: Option<Packet>,
    acks_sent: u32,
}

/// In-order segments that nobody has acknowledged yet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    segments: u32,
    deadline: Time,
    last: Cause,
}

/// The data copy that an ACK answers. Only the observer reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cause {
    first_byte: Seq,
    copy: u16,
    ordinal: u32,
}

impl Receiver {
    /// A receiver that expects byte 0 and has not sent anything.
    #[must_use]
    pub fn new(config: ReceiverConfig) -> Receiver {
        Receiver {
            config,
            next: Seq(0),
            islands: Vec::new(),
            last_ack: Seq(0),
            ts_recent: Stamp::at(Time::ZERO),
            ece: false,
            waiting: None,
            ready: None,
            acks_sent: 0,
        }
    }

    /// Takes a data segment. Anything else is ignored.
    pub fn on_segment(&mut self, now: Time, packet: &Packet) {
        let Some(data) = packet.data() else { return };
        let cause = Cause { first_byte: data.seq, copy: packet.copy, ordinal: packet.ordinal };
        let range = data.range();
        let edge = self.next + self.config.buffer();
        if range.start >= edge || range.end > edge {
            return self.acknowledge(cause, None);
        }
        self.note_ecn(packet.ecn, data.cwr);
        self.note_stamp(data);
        let duplicate = self.duplicate_part(range);
        let had_hole = !self.islands.is_empty();
        let in_order = range.start <= self.next && range.end > self.next;
        self.take(range);
        if in_order && !had_hole && duplicate.is_none() && self.may_wait(now, cause) {
            return;
        }
        self.acknowledge(cause, duplicate.filter(|_| self.config.tcp.dsack));
    }

    /// Acknowledges what has waited long enough.
    pub fn on_timer(&mut self, now: Time) {
        if let Some(waiting) = self.waiting.filter(|waiting| waiting.deadline <= now) {
            self.acknowledge(waiting.last, None);
        }
    }

    /// The ACK to send now, if there is one. A call to `on_segment` or `on_timer` makes at most one.
    pub fn poll_transmit(&mut self, _now: Time) -> Option<Packet> {
        self.ready.take()
    }

    /// When `on_timer` wants to be called.
    #[must_use]
    pub fn poll_timer(&self) -> Option<Time> {
        self.waiting.map(|waiting| waiting.deadline)
    }

    /// Next byte expected: all bytes before it have reached the application.
    #[must_use]
    pub const fn delivered(&self) -> Seq {
        self.next
    }

    /// Bytes on the heap that a clone takes beside the struct itself.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(self.islands.as_slice())
    }

    /// First CWR, then CE: a segment with both reports a new mark (RFC 3168 §6.1.3).
    fn note_ecn(&mut self, ecn: Ecn, cwr: bool) {
        if cwr && self.config.tcp.ece_mode == EceMode::Latch {
            self.ece = false;
        }
        if ecn == Ecn::Ce {
            self.ece = true;
        }
    }

    /// "If SEG.TSval >= TS.Recent and SEG.SEQ <= Last.ACK.sent, then … TS.Recent <- SEG.TSval" (RFC 7323 §4.3).
    fn note_stamp(&mut self, data: &Data) {
        let covered = match self.config.tcp.ts_rule {
            TsRule::Rfc7323 => data.seq <= self.last_ack,
            TsRule::Rfc1323 => data.range().contains(self.last_ack),
        };
        if self.config.tcp.ts && covered && data.stamp >= self.ts_recent {
            self.ts_recent = data.stamp;
        }
    }

    /// The first run of bytes in `range` that have arrived before (RFC 2883 §4: only the first is reported).
    fn duplicate_part(&self, range: SeqRange) -> Option<SeqRange> {
        let delivered = SeqRange::new(Seq(0), self.next);
        std::iter::once(&delivered)
            .chain(&self.islands)
            .map(|known| SeqRange::new(range.start.max(known.start), range.end.min(known.end)))
            .filter(|part| !part.is_empty())
            .min_by_key(|part| part.start)
    }

    /// Stores the new bytes of `range` and moves on over what has become contiguous.
    fn take(&mut self, range: SeqRange) {
        let mut grown = SeqRange::new(range.start.max(self.next), range.end);
        if grown.is_empty() {
            return;
        }
        self.islands.retain(|island| {
            let touches = island.start <= grown.end && grown.start <= island.end;
            if touches {
                grown = SeqRange::new(grown.start.min(island.start), grown.end.max(island.end));
            }
            !touches
        });
        if grown.start == self.next {
            self.next = grown.end;
        } else {
            self.islands.insert(0, grown);
        }
    }

    /// Lets an in-order segment wait, unless it is the last of its group.
    fn may_wait(&mut self, now: Time, last: Cause) -> bool {
        let Some(longest) = self.config.tcp.delack else { return false };
        let (segments, deadline) = match self.waiting {
            Some(waiting) => (waiting.segments + 1, waiting.deadline),
            None => (1, now + longest),
        };
        self.waiting = Some(Waiting { segments, deadline, last });
        segments < DELACK_SEGMENTS
    }

    fn acknowledge(&mut self, cause: Cause, dsack: Option<SeqRange>) {
        let config = &self.config;
        let window = u32::try_from(config.buffer()).unwrap_or(u32::MAX);
        let mut ack = Ack::new(self.next, window, cause.first_byte, cause.ordinal);
        let sacks = self.islands.iter().copied().filter(|_| config.tcp.sack);
        ack.sack = SackList::new(self.next, dsack, sacks, config.sack_room());
        ack.ece = self.ece;
        if config.tcp.ts {
            ack.echo = self.ts_recent;
        }
        self.ready = Some(Packet {
            flow: config.flow,
            from: config.from,
            to: config.to,
            size: TCP_IP_HEADER,
            copy: cause.copy,
            ordinal: self.acks_sent,
            hops: 0,
            ecn: Ecn::NotEct,
            body: Body::Ack(ack),
        });
        self.acks_sent += 1;
        self.last_ack = self.next;
        self.waiting = None;
        if config.tcp.ece_mode == EceMode::Exact {
            self.ece = false;
        }
    }
}

impl ReceiverConfig {
    /// Receive buffer, in bytes.
    const fn buffer(&self) -> u64 {
        self.tcp.rwnd as u64 * self.tcp.mss as u64
    }

    /// "A SACK option that specifies n blocks will have a length of 8*n+2 bytes … a maximum of 4 blocks", and 3 beside
    /// a timestamp (RFC 2018 §3).
    const fn sack_room(&self) -> usize {
        if self.tcp.ts { MAX_SACK_RANGES - 1 } else { MAX_SACK_RANGES }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{FlowId, NodeId};
    use crate::packet::Data;
    use crate::tcp::Tcp;
    use crate::time::Span;

    const MSS: u64 = 1000;

    const TCP: Tcp = Tcp { mss: 1000, delack: None, sack: true, dsack: true, ..Tcp::RFC };
    const DELAYED: Tcp = Tcp { delack: Some(Span::from_millis(200)), ..TCP };

    fn new(tcp: Tcp) -> Receiver {
        Receiver::new(ReceiverConfig { flow: FlowId(0), from: NodeId(1), to: NodeId(0), tcp })
    }

    fn at(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    fn bytes(seq: u64, len: u16, stamp: u64) -> Packet {
        Packet {
            flow: FlowId(0),
            from: NodeId(0),
            to: NodeId(1),
            size: TCP_IP_HEADER + len,
            copy: 0,
            ordinal: 0,
            hops: 0,
            ecn: Ecn::Ect,
            body: Body::Data(Data {
                seq: Seq(seq),
                len,
                stamp: Stamp::at(at(stamp)),
                again: false,
                probe: false,
                cwr: false,
            }),
        }
    }

    /// Segment `n` of 1000 bytes, numbered from 1, stamped `stamp` ms.
    fn segment(n: u64, stamp: u64) -> Packet {
        bytes((n - 1) * MSS, 1000, stamp)
    }

    fn with(mut packet: Packet, ce: bool, cwr: bool) -> Packet {
        if ce {
            packet.ecn = Ecn::Ce;
        }
        let Body::Data(data) = &mut packet.body else { panic!("a data segment") };
        data.cwr = cwr;
        packet
    }

    fn segments(range: SeqRange) -> (u64, u64) {
        (range.start.0 / MSS + 1, range.end.0 / MSS)
    }

    /// The ACK that `packet` causes: next expected segment, DSACK, SACKs (inclusive segments).
    fn ack_of(receiver: &mut Receiver, now: u64, packet: &Packet) -> Option<Ack> {
        receiver.on_segment(at(now), packet);
        let answer = receiver.poll_transmit(at(now)).and_then(|packet| packet.ack().copied());
        assert!(receiver.poll_transmit(at(now)).is_none());
        answer
    }

    type Report = (u64, Option<(u64, u64)>, Vec<(u64, u64)>);

    fn report(ack: &Ack) -> Report {
        (ack.ack.0 / MSS + 1, ack.dsack().map(segments), ack.sacks().map(segments).collect())
    }

    #[test]
    fn sack_and_dsack_order_e6() {
        let mut receiver = new(TCP);
        let mut next = |n| report(&ack_of(&mut receiver, 0, &segment(n, 0)).expect("an ACK at once"));
        assert_eq!(next(1), (2, None, vec![]));
        assert_eq!(next(3), (2, None, vec![(3, 3)]));
        assert_eq!(next(5), (2, None, vec![(5, 5), (3, 3)]));
        assert_eq!(next(3), (2, Some((3, 3)), vec![(3, 3), (5, 5)]));
        assert_eq!(next(2), (4, None, vec![(5, 5)]));
        assert_eq!(next(2), (4, Some((2, 2)), vec![(5, 5)]));
        assert_eq!(next(4), (6, None, vec![]));
    }

    #[test]
    fn ecn_latch_e7() {
        let mut receiver = new(TCP);
        let mut ece = |n, ce, cwr| ack_of(&mut receiver, 0, &with(segment(n, 0), ce, cwr)).map(|ack| ack.ece);
        assert_eq!(ece(1, true, false), Some(true));
        assert_eq!(ece(2, false, false), Some(true));
        assert_eq!(ece(3, false, true), Some(false));
        assert_eq!(ece(4, true, true), Some(true));
    }

    #[test]
    fn an_exact_echo_lasts_one_ack() {
        let mut receiver = new(Tcp { ece_mode: EceMode::Exact, ..DELAYED });
        let mut ece = |n, ce| ack_of(&mut receiver, 0, &with(segment(n, 0), ce, false)).map(|ack| ack.ece);
        assert_eq!(ece(1, true), None);
        assert_eq!(ece(2, false), Some(true), "one of the two covered segments was marked");
        assert_eq!(ece(4, false), Some(false));
    }

    #[test]
    fn delayed_acks_e8() {
        let mut receiver = new(DELAYED);
        let mut number = |now, n| ack_of(&mut receiver, now, &segment(n, now)).map(|ack| ack.ack.0 / MSS + 1);
        assert_eq!(number(0, 1), None);
        assert_eq!(number(10, 2), Some(3));
        assert_eq!(number(20, 3), None);
        assert_eq!(receiver.poll_timer(), Some(at(220)));
        receiver.on_timer(at(219));
        assert_eq!(receiver.poll_transmit(at(219)), None);
        receiver.on_timer(at(220));
        let late = receiver.poll_transmit(at(220)).expect("the delayed ACK");
        let ack = late.ack().expect("an ACK");
        assert_eq!((ack.ack, ack.cause()), (Seq(3000), Seq(2000)));
        assert_eq!(receiver.poll_timer(), None);
        let mut number = |now, n| ack_of(&mut receiver, now, &segment(n, now)).map(|ack| ack.ack.0 / MSS + 1);
        assert_eq!(number(300, 5), Some(4));
        assert_eq!(number(310, 4), Some(6));
    }

    /// The ACKs of one slow start, as the sender of the same example sees them.
    #[test]
    fn delayed_acks_of_a_slow_start_e3() {
        let mut receiver = new(DELAYED);
        let mut number = |now, n| ack_of(&mut receiver, now, &segment(n, now)).map(|ack| ack.ack.0 / MSS + 1);
        assert_eq!([1, 2].map(|n| number(50, n)), [None, Some(3)]);
        assert_eq!([3, 4, 5].map(|n| number(150, n)), [None, Some(5), None]);
        assert_eq!([6, 7, 8].map(|n| number(250, n)), [Some(7), None, Some(9)]);
    }

    #[test]
    fn echoed_stamps() {
        let mut receiver = new(DELAYED);
        let mut echo =
            |now, n, stamp| ack_of(&mut receiver, now, &segment(n, stamp)).map(|ack| ack.echo.time().expect("a stamp"));
        assert_eq!(echo(50, 1, 10), None);
        assert_eq!(echo(60, 2, 20), Some(at(10)), "a delayed ACK echoes the earliest segment");
        assert_eq!(echo(70, 4, 40), Some(at(10)), "a duplicate ACK echoes the last in-order segment");
        assert_eq!(echo(80, 3, 50), Some(at(50)), "the ACK of a filled hole echoes the filler");
        assert_eq!(echo(90, 1, 60), Some(at(60)), "an old duplicate counts under RFC 7323");

        let mut receiver = new(Tcp { ts_rule: TsRule::Rfc1323, ..TCP });
        let mut echo =
            |n, stamp| ack_of(&mut receiver, 90, &segment(n, stamp)).and_then(|ack| ack.echo.time()).expect("a stamp");
        assert_eq!(echo(1, 10), at(10));
        assert_eq!(echo(1, 60), at(10), "and not under RFC 1323");
    }

    #[test]
    fn parts_of_segments() {
        let mut receiver = new(DELAYED);
        let mut take = |seq, len| {
            let ack = ack_of(&mut receiver, 0, &bytes(seq, len, 0))?;
            Some((ack.ack.0, ack.dsack().map(|range| (range.start.0, range.end.0))))
        };
        assert_eq!(take(0, 999), None);
        assert_eq!(take(0, 1000), Some((1000, Some((0, 999)))), "the original after its shortened copy");
        assert_eq!(take(1500, 500), Some((1000, None)));
        assert_eq!(take(1200, 600), Some((1000, Some((1500, 1800)))));
        assert_eq!(take(1000, 500), Some((2000, Some((1200, 1500)))));
    }

    #[test]
    fn data_outside_the_window_is_refused_with_its_mark() {
        let mut receiver = new(Tcp { rwnd: 2, ..TCP });
        let ack = ack_of(&mut receiver, 0, &with(segment(3, 0), true, false)).expect("an ACK at once");
        assert_eq!((ack.window, ack.ece, report(&ack)), (2000, false, (1, None, vec![])));
    }

    #[test]
    fn room_for_three_ranges_beside_a_timestamp() {
        for (ts, room) in [(true, 3), (false, 4)] {
            let mut receiver = new(Tcp { ts, ..TCP });
            let ack = [2, 4, 6, 8, 10].map(|n| ack_of(&mut receiver, 0, &segment(n, 0)))[4].expect("an ACK at once");
            assert_eq!(report(&ack).2, [(10, 10), (8, 8), (6, 6), (4, 4)][..room]);
        }
    }
}
