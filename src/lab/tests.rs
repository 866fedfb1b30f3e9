//! Seeking, stepping, turning and undoing against straight runs.

mod hour;
mod queues;

use super::*;
use crate::packet::{CopyKey, Packet};
use crate::rng::mix;
use crate::scenario::knobs::KnobId;
use crate::scenario::presets;
use crate::share::{self, Shared, View};
use crate::trace::{DropCause, Place, Probe};
use crate::world::World;

/// Events per slice: small enough that most operations need several.
const SLICE: u64 = 700;

fn scenario(id: &str, seconds: u64) -> Scenario {
    Scenario { duration: Span::from_secs(seconds), ..presets::base(id).expect("a preset") }
}

fn lab(id: &str, seconds: u64) -> Lab {
    Lab::new(scenario(id, seconds)).expect("a valid preset")
}

fn finish(lab: &mut Lab) {
    let mut slices = 0;
    while !lab.work(SLICE) {
        slices += 1;
        assert!(slices < 1_000_000, "work never ends");
    }
}

fn go(lab: &mut Lab, to: Time) {
    lab.go(to);
    finish(lab);
    assert_eq!(lab.shown(), to.min(lab.duration()));
}

/// The fingerprint of a run that goes straight to `at`.
fn straight(scenario: &Scenario, at: Time) -> u64 {
    let mut lab = Lab::new(scenario.clone()).expect("a valid scenario");
    lab.go(at);
    lab.finish();
    lab.fingerprint()
}

fn secs(secs: f64) -> Time {
    Time::ZERO + Span::from_secs_f64(secs)
}

/// A small generator of choices.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = mix(self.0);
        self.0 % sides
    }

    fn time(&mut self, end: Time) -> Time {
        Time::from_nanos(self.roll(end.as_nanos()))
    }
}

fn knob(id: &str) -> KnobId {
    KnobId::find(id).expect("a knob")
}

#[test]
fn any_way_to_an_instant_gives_the_same_run() {
    for (sequence, id) in (0..500).zip(["random-loss", "delay-spike", "slow-average", "dumbbell"].iter().cycle()) {
        let mut lab = lab(id, 5);
        let mut dice = Dice(sequence);
        for _ in 0..6 {
            match dice.roll(6) {
                0 | 1 => go(&mut lab, dice.time(secs(5.0))),
                2 => {
                    let to = lab.shown().saturating_add(Span::from_nanos(dice.roll(20_000_000)));
                    go(&mut lab, to);
                }
                3 => {
                    lab.find(Goal::Next, 0);
                    finish(&mut lab);
                }
                4 => {
                    lab.find(Goal::Previous, 0);
                    finish(&mut lab);
                }
                _ => {
                    // A goal that is given up half way.
                    lab.go(dice.time(secs(5.0)));
                    lab.work(SLICE);
                    lab.cancel();
                }
            }
        }
        let scenario = lab.scenario().clone();
        assert_eq!(
            lab.fingerprint(),
            straight(&scenario, lab.shown()),
            "sequence {sequence} of {id} at {}",
            lab.shown()
        );
    }
}

#[test]
fn logs_do_not_depend_on_the_way() {
    for id in ["random-loss", "delay-spike", "slow-average"] {
        let mut straight = lab(id, 20);
        go(&mut straight, secs(20.0));
        let mut wandering = lab(id, 20);
        let mut dice = Dice(7);
        for _ in 0..40 {
            wandering.go(dice.time(secs(20.0)));
            for _ in 0..dice.roll(30) {
                wandering.work(SLICE);
            }
        }
        go(&mut wandering, secs(20.0));
        for (one, other) in straight.lanes().iter().zip(wandering.lanes()) {
            assert!(!one.log.timeouts().is_empty());
            assert_eq!(one.log, other.log, "{id}");
            assert_eq!(one.state, other.state, "{id}");
        }
    }
}

#[test]
fn a_live_session_replays_from_its_link() {
    let knobs = [("loss", 0.2), ("rate", 8.0), ("queue", 40.0), ("prop", 30.0), ("ackloss", 0.1), ("cross", 3.0)];
    for session in 0..200 {
        let mut lab = lab(["random-loss", "slow-average"][session % 2], 15);
        let mut dice = Dice(session as u64 + 1);
        for _ in 0..8 {
            match dice.roll(5) {
                0 => {
                    // Play: frames of simulated time, with slices that do not always get there.
                    for _ in 0..dice.roll(20) {
                        lab.go(lab.shown().saturating_add(Span::from_millis(16)));
                        lab.work(SLICE);
                    }
                }
                1 => {
                    lab.find(Goal::Next, 0);
                    finish(&mut lab);
                }
                2 => go(&mut lab, dice.time(secs(15.0))),
                3 => {
                    // Turn in the middle of getting somewhere.
                    lab.go(dice.time(secs(15.0)));
                    lab.work(SLICE);
                    turn(&mut lab, &mut dice, &knobs);
                }
                _ => turn(&mut lab, &mut dice, &knobs),
            }
        }
        finish(&mut lab);
        let link = share::encode(&Shared { scenario: lab.scenario().clone(), view: View::default() });
        let (shared, notices) = share::decode(&link).expect("a link of our own");
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(&shared.scenario, lab.scenario());
        assert_eq!(lab.fingerprint(), straight(&shared.scenario, lab.shown()), "session {session}: {link}");
    }
}

fn turn(lab: &mut Lab, dice: &mut Dice, knobs: &[(&str, f64)]) {
    let (id, most) = knobs[dice.roll(knobs.len() as u64) as usize];
    let part = (dice.roll(9) + 1) as f64 / 10.0;
    let value = if id == "queue" { crate::math::round(most * part) } else { most * part };
    lab.turn(knob(id), value).expect("a value of the knob");
}

#[test]
fn turning_a_knob_in_the_past_forks() {
    let mut lab = lab("random-loss", 20);
    go(&mut lab, secs(8.0));
    lab.turn(knob("loss"), 0.2).expect("a live knob");
    go(&mut lab, secs(12.0));
    let old = lab.fingerprint();
    go(&mut lab, secs(5.0));
    lab.turn(knob("loss"), 0.0).expect("a live knob");
    assert_eq!(lab.scenario().knobs.len(), 1, "the later entry is gone");
    assert_eq!(lab.scenario().knobs[0].t, just_after(secs(5.0)));
    assert_eq!(lab.high_water(), secs(5.0));
    assert!(lab.ghost().is_some_and(|ghost| ghost.from == secs(5.0)));
    go(&mut lab, secs(12.0));
    assert_ne!(lab.fingerprint(), old);
    lab.dismiss_ghost();
    assert!(lab.ghost().is_none());
}

#[test]
fn one_drag_is_one_entry_and_one_change() {
    let mut lab = lab("random-loss", 20);
    go(&mut lab, secs(3.0));
    let before = lab.scenario().clone();
    for step in 1..50 {
        lab.turn(knob("loss"), f64::from(step) / 100.0).expect("a live knob");
        lab.turn(knob("ackloss"), 0.1).expect("a live knob");
    }
    assert_eq!(lab.scenario().knobs.len(), 2);
    assert_eq!(lab.value(knob("loss")), Some(0.49));
    while lab.undo() {}
    assert_eq!(lab.scenario(), &before);
}

#[test]
fn undo_gives_the_run_back() {
    for seed in 0..30 {
        let mut lab = lab("random-loss", 15);
        let mut dice = Dice(seed);
        go(&mut lab, dice.time(secs(15.0)));
        let before = lab.scenario().clone();
        let count = dice.roll(4) + 1;
        for _ in 0..count {
            match dice.roll(3) {
                0 => lab.set_seed(dice.roll(99)).expect("any seed"),
                1 => lab.turn(knob("hops"), (dice.roll(5) + 3) as f64).expect("a structural knob"),
                _ => turn(&mut lab, &mut dice, &[("loss", 0.2)]),
            }
            let to = dice.time(secs(15.0));
            go(&mut lab, to);
        }
        while lab.undo() {
            finish(&mut lab);
        }
        assert_eq!(lab.scenario(), &before);
        assert_eq!(lab.fingerprint(), straight(&before, lab.shown()), "seed {seed}");
    }
}

#[test]
fn steps_visit_every_visible_instant_both_ways() {
    let mut lab = lab("random-loss", 10);
    go(&mut lab, secs(4.0));
    let mut forward = Vec::new();
    for _ in 0..60 {
        lab.find(Goal::Next, 1);
        finish(&mut lab);
        let found = lab.found().expect("a search has ended");
        assert_eq!(found.at, Some(lab.shown()));
        assert!(!found.sights.is_empty());
        forward.push((lab.shown(), found.sights.clone()));
    }
    let mut backward = vec![forward[59].clone()];
    for _ in 0..59 {
        lab.find(Goal::Previous, 1);
        finish(&mut lab);
        backward.push((lab.shown(), lab.found().expect("a search has ended").sights.clone()));
    }
    backward.reverse();
    assert_eq!(forward, backward);
}

#[test]
fn a_step_stops_at_a_turned_knob() {
    let mut lab = lab("random-loss", 10);
    go(&mut lab, secs(4.0));
    lab.turn(knob("loss"), 0.1).expect("a live knob");
    go(&mut lab, secs(4.0));
    lab.find(Goal::Next, 0);
    finish(&mut lab);
    assert_eq!(lab.shown(), just_after(secs(4.0)));
    go(&mut lab, secs(6.0));
    go(&mut lab, Time::from_nanos(4_000_000_002));
    lab.find(Goal::Previous, 0);
    finish(&mut lab);
    assert_eq!(lab.shown(), just_after(secs(4.0)));
}

#[test]
fn searches_end_where_the_log_says() {
    let mut lab = lab("random-loss", 30);
    let mut timeouts = Vec::new();
    loop {
        lab.find(Goal::Timeout, 1);
        finish(&mut lab);
        match lab.found().and_then(|found| found.at) {
            Some(at) => timeouts.push(at),
            None => break,
        }
    }
    assert_eq!(lab.shown(), lab.duration());
    let logged: std::collections::BTreeSet<Time> = lab.lanes()[1].log.timeouts().iter().map(|row| row.at).collect();
    assert!(!logged.is_empty());
    assert_eq!(timeouts, logged.into_iter().collect::<Vec<_>>());
    go(&mut lab, Time::ZERO);
    lab.find(Goal::Mismatch, 1);
    finish(&mut lab);
    let at = lab.shown();
    let log = &lab.lanes()[1].log;
    assert!(log.timeouts().iter().any(|row| row.is_right(at) == Some(false)));
    assert!(log.timeouts().iter().all(|row| row.is_right(Time::from_nanos(at.as_nanos() - 1)) != Some(false)));
}

#[test]
fn checkpoints_are_small() {
    for preset in presets::PRESETS {
        let mut lab = Lab::new(preset.scenario()).expect("a valid preset");
        let to = secs(10.0).min(lab.duration());
        go(&mut lab, to);
        // 64 KiB for ten flows and 8 more for what the ledger asks about them; a radio station takes room of its own.
        let tens = lab.scenario().flows.len().div_ceil(10);
        let stations = lab.setup(0).and_then(|setup| setup.radio.as_ref()).map_or(0, |radio| radio.stations.len());
        let times = tens.max(stations.div_ceil(20));
        for State { world, ledger } in lab.lanes().iter().map(|lane| &lane.state) {
            assert!(world.size_in_bytes() <= times << 16, "{}: {} bytes", preset.id, world.size_in_bytes());
            assert!(ledger.size_in_bytes() <= tens << 13, "{}: {} bytes", preset.id, ledger.size_in_bytes());
        }
    }
}

#[test]
fn lanes_of_one_variant_never_differ_and_others_do() {
    let mut same = lab("random-loss", 20);
    same.set_lanes(&["nrt".to_owned(), "nrt".to_owned()]).expect("known variants");
    go(&mut same, secs(20.0));
    assert_eq!(same.differs_from(1), None);
    let mut other = lab("random-loss", 20);
    go(&mut other, secs(20.0));
    let at = other.differs_from(1).expect("NRT and NewReno part");
    go(&mut other, Time::from_nanos(at.as_nanos() - 1));
    assert_eq!(other.lane_fingerprint(0), other.lane_fingerprint(1));
    go(&mut other, at);
    assert_ne!(other.lane_fingerprint(0), other.lane_fingerprint(1));
}

/// By copy: whether noise lost it. Copies that a queue dropped met no noise, or not all of it.
#[derive(Default)]
struct Fates(std::collections::BTreeMap<CopyKey, bool>);

impl Probe for Fates {
    fn on_delivered(&mut self, _: Time, packet: &Packet) {
        self.0.insert(packet.key(), false);
    }
    fn on_dropped(&mut self, _: Time, packet: &Packet, cause: DropCause, _: Place) {
        if cause == DropCause::RandomLoss {
            self.0.insert(packet.key(), true);
        }
    }
}

#[test]
fn a_copy_meets_the_same_noise_in_every_lane() {
    for id in ["random-loss", "ack-loss"] {
        let mut lab = lab(id, 60);
        lab.set_lanes(&["nrt", "newreno", "frto", "sack"].map(str::to_owned)).expect("known variants");
        let fates = [0, 1, 2, 3].map(|lane| {
            let mut fates = Fates::default();
            let mut world = World::new(lab.setup(lane).expect("four lanes"));
            world.advance(lab.duration(), &[], &mut fates, u64::MAX);
            fates.0
        });
        for other in &fates[1..] {
            let common: Vec<_> =
                fates[0].iter().filter_map(|(key, lost)| Some((key, *lost, *other.get(key)?))).collect();
            assert!(common.len() > 1000 && common.iter().any(|(_, lost, _)| *lost), "{id}: {} copies", common.len());
            assert!(common.iter().all(|(_, one, other)| one == other), "{id}");
        }
    }
}

#[test]
fn another_scenario_opens_at_its_start() {
    let mut lab = lab("random-loss", 20);
    go(&mut lab, secs(9.0));
    lab.open(scenario("delay-spike", 20)).expect("a valid preset");
    assert_eq!((lab.shown(), lab.target()), (Time::ZERO, Time::ZERO));
    go(&mut lab, secs(9.0));
    let fingerprint = lab.fingerprint();
    lab.open(scenario("delay-spike", 20)).expect("a valid preset");
    assert_eq!((lab.shown(), lab.target()), (Time::ZERO, Time::ZERO));
    go(&mut lab, secs(9.0));
    assert_eq!(lab.fingerprint(), fingerprint);
    lab.set_origin(Some("delay-spike"));
    assert!(lab.undo(), "back to the first scenario");
    assert_eq!(lab.origin(), None, "which was no preset by name");
    assert!(!lab.undo(), "opening the same again is no change");
}

#[test]
fn the_end_of_the_run_is_the_end() {
    let mut lab = lab("random-loss", 5);
    go(&mut lab, secs(99.0));
    assert_eq!(lab.shown(), secs(5.0));
    assert!(lab.turn(knob("loss"), 0.5).is_err());
    lab.find(Goal::Next, 0);
    finish(&mut lab);
    assert_eq!(lab.found().map(|found| found.at), Some(None));
    go(&mut lab, Time::ZERO);
    lab.find(Goal::Previous, 0);
    finish(&mut lab);
    assert_eq!(lab.shown(), Time::ZERO);
}
