//! One station, told by hand what happens around it.

use super::*;
use crate::ids::FlowId;
use crate::packet::{Body, Ecn, Packet, SourceRoute};
use crate::radio::AIR_TIME;
use crate::radio::frame::Kind;
use crate::radio::phy::PhyRate;
use crate::radio::reception::Ending;
use crate::trace::AttemptFailure::{Busy, Channel, Collision};

const ME: NodeId = NodeId(0);
const PEER: NodeId = NodeId(1);
const OTHER: NodeId = NodeId(2);

fn us(micros: u64) -> Time {
    Time::ZERO + Span::from_micros(micros)
}

fn packet(number: u64) -> Packet {
    Packet {
        flow: FlowId(0),
        from: ME,
        to: PEER,
        size: 1028,
        copy: 0,
        ordinal: number as u32,
        hops: 0,
        route: SourceRoute::NONE,
        ecn: Ecn::NotEct,
        body: Body::Cross { number },
    }
}

fn to_peer(number: u64) -> Msdu {
    Msdu { packet: packet(number), next: Some(PEER) }
}

fn setup() -> MacSetup {
    MacSetup::new(Phy::new(PhyRate::A9))
}

fn station(setup: MacSetup) -> Station {
    Station::new(ME, setup, Model::Sinr, 0, 1)
}

/// A frame of `from` for `to`.
fn frame(from: NodeId, to: NodeId, kind: Kind, nav: u64) -> Frame {
    Frame { from, to: Some(to), nav: Span::from_micros(nav), key: packet(0).key(), attempt: 0, kind }
}

fn data(seq: u32) -> Kind {
    Kind::Data { packet: packet(0), seq }
}

/// The station hears `frame` whole from `begin` to `end`.
fn hear(station: &mut Station, begin: u64, end: u64, frame: &Frame) -> Reaction {
    let signal = Signal { transmission: 7, power: 1000, decodable: true, ends: us(end) };
    assert_eq!(station.on_signal(us(begin), signal), None);
    assert_eq!(station.on_signal_end(us(end), 7, 1000), Ending::Whole);
    station.on_frame(us(end), frame)
}

/// The station senses something from `begin` to `end`.
fn sense(station: &mut Station, begin: u64, end: u64) {
    station.on_signal(us(begin), Signal { transmission: 8, power: 10, decodable: false, ends: us(end) });
    station.on_signal_end(us(end), 8, 10);
}

fn sent(want: Option<Want>) -> Frame {
    let Some(Want::Send(frame)) = want else { panic!("{want:?} is no frame") };
    frame
}

/// Slots left, counted from a start of the countdown.
fn slots(station: &Station) -> Option<u16> {
    if let State::Backoff { slots, .. } = station.state { Some(slots) } else { None }
}

#[test]
fn a_packet_on_an_idle_medium_goes_out_at_once() {
    let mut station = station(setup());
    station.accept(us(0), to_peer(0));
    assert_eq!(station.poll_timer(), us(0));
    let frame = sent(station.on_timer(us(0)));
    assert!(frame.is_data() && frame.nav == Span::from_micros(60));
    assert!(station.is_sending(us(971)) && !station.is_sending(us(972)));
    station.on_sent(us(973));
    assert_eq!(station.poll_timer(), Time::NEVER, "an answer will wake it");
    let reaction = hear(&mut station, 990, 1034, &frame_ack());
    assert!(matches!(reaction, Reaction::Done(Attempt { number: 0, failed: None, .. })));
    let backoff = u64::from(slots(&station).expect("a post-backoff"));
    station.accept(us(1034), to_peer(1));
    assert_eq!(station.poll_timer(), us(1034 + 34 + 9 * backoff));
}

fn frame_ack() -> Frame {
    frame(PEER, ME, Kind::Ack, 0)
}

#[test]
fn a_post_backoff_without_a_packet_costs_no_wake_up() {
    let mut station = station(setup());
    station.accept(us(0), to_peer(0));
    sent(station.on_timer(us(0)));
    station.on_sent(us(973));
    hear(&mut station, 990, 1034, &frame_ack());
    assert_eq!(station.poll_timer(), Time::NEVER);
    station.accept(us(5000), to_peer(1));
    assert_eq!(station.poll_timer(), us(5000), "long over");
}

#[test]
fn without_an_answer_it_waits_for_one_and_doubles_its_window() {
    let mut station = station(setup());
    station.accept(us(0), to_peer(0));
    sent(station.on_timer(us(0)));
    station.on_sent(us(973));
    station.on_no_answer(Channel);
    assert_eq!(station.poll_timer(), us(1043));
    let Some(Want::Tell(attempt, None)) = station.on_timer(us(1043)) else { panic!("a failed attempt") };
    assert_eq!((attempt.number, attempt.failed), (0, Some(Channel)));
    assert_eq!(station.cw(), 31);
    let slots = u64::from(slots(&station).expect("a back-off"));
    assert_eq!(station.poll_timer(), us(1043).max(us(972 + 34)) + Span::from_micros(9 * slots));
}

/// Lets every attempt fail with `failure`; gives the windows drawn from and what was given up.
fn fail(setup: MacSetup, failure: AttemptFailure) -> (Vec<u16>, GivenUp) {
    let mut station = station(setup);
    station.accept(us(0), to_peer(0));
    let mut windows = vec![station.cw()];
    loop {
        let now = station.poll_timer();
        match station.on_timer(now) {
            Some(Want::Send(frame)) => {
                station.on_sent(now + frame.airtime(&setup.phy) + AIR_TIME);
                station.on_no_answer(failure);
            }
            Some(Want::Tell(_, Some(given_up))) => return (windows, given_up),
            Some(Want::Tell(_, None)) => windows.push(station.cw()),
            want => panic!("{want:?}"),
        }
    }
}

#[test]
fn seven_attempts_and_windows_from_15_to_1023() {
    let (windows, given_up) = fail(setup(), Collision);
    assert_eq!(windows, [15, 31, 63, 127, 255, 511, 1023]);
    assert_eq!((given_up.cause, given_up.arrived), (DropCause::MacCollision, false));
    let slow = MacSetup::new(Phy::new(PhyRate::B11));
    assert_eq!(fail(slow, Channel).0, [31, 63, 127, 255, 511, 1023, 1023]);
}

#[test]
fn a_link_can_fail_on_rts_alone() {
    let (windows, given_up) = fail(MacSetup { rts_threshold: 0, ..setup() }, Busy);
    assert_eq!((windows.len(), given_up.cause), (7, DropCause::MacBusy));
}

#[test]
fn data_behind_a_cts_have_a_limit_of_their_own() {
    let setup = MacSetup { rts_threshold: 500, ..setup() };
    let mut station = station(setup);
    station.accept(us(0), to_peer(0));
    let mut data_sent = 0;
    let given_up = loop {
        let now = station.poll_timer();
        match station.on_timer(now) {
            Some(Want::Send(Frame { kind: Kind::Rts, nav, .. })) => {
                assert_eq!(nav, Span::from_micros(3 * 16 + 44 + 972 + 44));
                station.on_sent(now + Span::from_micros(53));
                let at = now.since_start().as_nanos() / 1000;
                assert_eq!(hear(&mut station, at + 70, at + 114, &frame(PEER, ME, Kind::Cts, 1076)), Reaction::Answer);
                assert_eq!(station.poll_timer(), us(at + 130));
            }
            Some(Want::Send(_)) => {
                data_sent += 1;
                station.on_sent(now + Span::from_micros(973));
                station.on_no_answer(Collision);
            }
            Some(Want::Tell(_, Some(given_up))) => break given_up,
            Some(Want::Tell(_, None)) => {}
            want => panic!("{want:?}"),
        }
    };
    assert_eq!((data_sent, given_up.cause), (4, DropCause::MacCollision));
}

#[test]
fn a_counter_stops_where_it_was() {
    let mut station = station(setup());
    sense(&mut station, 0, 100);
    station.ifs = setup().phy.difs();
    station.exchange = None;
    station.accept(us(100), to_peer(0));
    station.state = State::Backoff { slots: 5, countdown: None };
    station.count_down(us(100));
    assert_eq!(station.poll_timer(), us(100 + 34 + 45));
    let busy = us(134) + Span::from_nanos(21_600);
    station.on_signal(busy, Signal { transmission: 9, power: 10, decodable: false, ends: us(400) });
    assert_eq!((slots(&station), station.poll_timer()), (Some(3), Time::NEVER));
    station.on_signal_end(us(400), 9, 10);
    assert_eq!(station.poll_timer(), us(400 + 94 + 27), "EIFS after what it did not understand");
}

#[test]
fn who_has_committed_to_an_instant_sends_at_it() {
    let mut station = station(setup());
    sense(&mut station, 0, 100);
    station.accept(us(100), to_peer(0));
    let at = station.poll_timer();
    station.on_signal(at, Signal { transmission: 9, power: 10, decodable: false, ends: us(9000) });
    assert_eq!(station.poll_timer(), at);
    sent(station.on_timer(at));
}

#[test]
fn a_reservation_is_kept() {
    let mut station = station(setup());
    assert_eq!(hear(&mut station, 0, 100, &frame(PEER, OTHER, data(0), 60)), Reaction::Nothing);
    assert_eq!(station.nav(), Some(us(160)));
    station.accept(us(120), to_peer(0));
    let slots = u64::from(slots(&station).expect("no immediate access"));
    assert_eq!(station.poll_timer(), us(160 + 34 + 9 * slots));
    assert_eq!(hear(&mut station, 130, 150, &frame(PEER, ME, Kind::Rts, 1000)), Reaction::Silence);
}

#[test]
fn data_are_acknowledged_again_and_delivered_once() {
    let mut station = station(setup());
    assert_eq!(hear(&mut station, 0, 100, &frame(PEER, ME, data(5), 60)), Reaction::Deliver);
    assert_eq!(station.poll_timer(), us(116));
    assert_eq!(sent(station.on_timer(us(116))).kind, Kind::Ack);
    station.on_sent(us(161));
    assert_eq!(hear(&mut station, 200, 300, &frame(PEER, ME, data(5), 60)), Reaction::Answer);
    sent(station.on_timer(us(316)));
    station.on_sent(us(361));
    assert_eq!(hear(&mut station, 400, 500, &frame(OTHER, ME, data(5), 60)), Reaction::Deliver);
    assert_eq!(hear(&mut station, 501, 510, &frame(PEER, ME, data(6), 60)), Reaction::Silence, "one answer at a time");
}

#[test]
fn a_broadcast_wants_no_answer() {
    let mut station = station(setup());
    station.accept(us(0), Msdu { packet: packet(0), next: None });
    let frame = sent(station.on_timer(us(0)));
    assert_eq!((frame.to, frame.nav, frame.rate(&setup().phy)), (None, Span::ZERO, PhyRate::A6));
    let end = us(0) + frame.airtime(&setup().phy);
    station.on_sent(end + AIR_TIME);
    assert!(station.is_free() && slots(&station).is_some() && station.poll_timer() == Time::NEVER);
    let mut listener = Station::new(PEER, setup(), Model::Sinr, 0, 1);
    assert_eq!(hear(&mut listener, 1, 1500, &frame), Reaction::Deliver);
    assert_eq!((listener.poll_timer(), listener.nav()), (Time::NEVER, None));
}

#[test]
fn an_answer_that_comes_too_late_means_nothing() {
    let mut station = station(setup());
    assert_eq!(hear(&mut station, 0, 44, &frame_ack()), Reaction::Nothing);
    assert_eq!(hear(&mut station, 50, 94, &frame(PEER, ME, Kind::Cts, 100)), Reaction::Nothing);
}

#[test]
fn a_packet_that_arrived_is_given_up_without_loss() {
    let mut station = station(MacSetup { short_retry_limit: 1, ..setup() });
    station.accept(us(0), to_peer(0));
    sent(station.on_timer(us(0)));
    station.on_sent(us(973));
    station.on_arrived();
    station.on_no_answer(Collision);
    let want = station.on_timer(us(1043));
    assert!(matches!(want, Some(Want::Tell(_, Some(GivenUp { arrived: true, .. })))), "{want:?}");
}
