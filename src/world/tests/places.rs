//! Stations that are moved while time runs.

use super::radio::{A9, OnAirRecord, line, radio, udp};
use super::*;
use crate::radio::Position;
use crate::trace::{Attempt, AttemptFailure};

fn to(at: Time, node: u8, x: f64) -> KnobEntry {
    KnobEntry { at, knob: Knob::Move(NodeId(node), Position { x, y: 0.0 }) }
}

/// Two stations of which the first has something to say every 10 ms.
fn pair() -> WorldSetup {
    let mut setup = line(&[0.0, 200.0], A9);
    setup.cross = vec![udp(0, 1, 1000, 0.8, Time::ZERO)];
    setup
}

fn run_attempts(setup: &WorldSetup, knobs: &[KnobEntry], until: Time) -> Vec<(Time, Attempt)> {
    let (mut world, mut record) = (World::new(setup), OnAirRecord::default());
    assert!(world.advance(until, knobs, &mut record, u64::MAX));
    record.attempts
}

#[test]
fn a_station_out_of_range_is_given_up_and_heard_again_when_it_is_back() {
    let knobs = [to(at_us(100_000), 1, 1000.0), to(at_us(300_000), 1, 240.0)];
    let (_, record) = run_with(&pair(), &knobs, at_us(500_000));
    let away = |at: &Time| (at_us(105_000)..at_us(300_000)).contains(at);
    let fates = |wanted: bool| record.fates.iter().filter(move |(at, ..)| away(at) == wanted).map(|(.., fate)| *fate);
    // All attempts at one take longer than the next one takes to come.
    assert!(fates(true).count() >= 10);
    assert!(fates(true).all(|fate| fate == Fate::Dropped(DropCause::MacOutOfRange)));
    assert!(fates(false).filter(|fate| *fate == Fate::Delivered).count() >= 20);
    let attempts = run_attempts(&pair(), &knobs, at_us(290_000));
    let failed: Vec<_> = attempts.iter().filter(|(at, _)| away(at)).map(|(_, attempt)| attempt.failed).collect();
    assert!(failed.len() > 80 && failed.iter().all(|failed| *failed == Some(AttemptFailure::OutOfRange)));
}

#[test]
fn frames_on_the_air_keep_the_reach_they_began_with() {
    let mut setup = line(&[0.0, 200.0], A9);
    setup.cross = vec![one(2, 1028, at_us(0))];
    // The frame ends after about 1 ms, its acknowledgement 60 µs later.
    let (_, whole) = run_with(&setup, &[to(at_us(500), 1, 5000.0)], at_us(990));
    assert_eq!(whole.deliveries().len(), 1, "the data had begun");
    let attempts = run_attempts(&setup, &[to(at_us(500), 1, 5000.0)], at_us(1100));
    assert!(attempts[0].1.failed.is_some(), "the acknowledgement had not");
}

#[test]
fn who_hears_whom_is_as_if_they_had_stood_there_from_the_start() {
    let setup = line(&[0.0, 200.0, 400.0, 600.0, 800.0], A9);
    let places = [(2, 190.0), (0, 900.0), (4, 0.0), (2, 400.0), (1, 3000.0)];
    let knobs: Vec<_> = (1..).zip(places).map(|(at, (node, x))| to(at_us(at), node, x)).collect();
    let (world, _) = run_with(&setup, &knobs, at_us(100));
    let fresh = World::new(&line(&[900.0, 3000.0, 400.0, 600.0, 0.0], A9));
    let [moved, fresh] = [&world, &fresh].map(|world| world.air().expect("radio"));
    assert_eq!(moved.positions(), fresh.positions());
    for node in 0..5 {
        assert_eq!(moved.hearers(NodeId(node)), fresh.hearers(NodeId(node)), "station {node}");
    }
}

#[test]
fn a_new_neighbour_is_lost_sight_of_like_the_others() {
    let mut setup = line(&[0.0, 2000.0], A9);
    radio(&mut setup).outage = Some(OutageSetup { up: Span::from_nanos(1), down: Span::from_secs(1_000_000) });
    let (mut world, _) = run_with(&setup, &[to(at_us(5), 1, 200.0)], at_us(10));
    let air = world.air.as_mut().expect("radio");
    assert!(air.is_down(at_us(20), NodeId(0), NodeId(1)));
}

#[test]
fn a_node_without_a_radio_does_not_move() {
    let (world, record) = run_with(&pair(), &[to(at_us(10), 7, 0.0)], at_us(100_000));
    assert!(!record.deliveries().is_empty());
    assert_eq!(world.air().expect("radio").positions().len(), 2);
    let wires = network(vec![link(0, 1, 1.0, 1)], vec![one(2, 100, Time::ZERO)]);
    let (_, record) = run_with(&wires, &[to(at_us(10), 0, 5.0)], at_us(100_000));
    assert_eq!(record.deliveries().len(), 1);
}
