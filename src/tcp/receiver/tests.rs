//! The receiver alone, each arrival with the ACK it causes.

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
        route: SourceRoute::NONE,
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
