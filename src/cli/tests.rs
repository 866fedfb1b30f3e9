//! Live sessions, run again by the tool from the links that were copied of them.

#[path = "../../tests/judge/dice.rs"]
mod dice;

use cwndlab::lab::{Goal, Lab};
use cwndlab::math;
use cwndlab::scenario::knobs::{BadValue, Kind, KnobId, Scale};
use cwndlab::scenario::presets::PRESETS;
use cwndlab::share::View;
use cwndlab::time::{Span, Time};
use cwndlab::view;

use super::{input, run};
use dice::Dice;

/// How many sessions.
const SESSIONS: u64 = 200;
/// How long the scenario of a session lasts.
const LASTS: Span = Span::from_secs(15);
/// Events per slice: small enough that most operations need several.
const SLICE: u64 = 700;
/// What is done in a session.
const DEEDS: u64 = 8;

/// A value of a knob; what would make the run long or let RED's thresholds cross is kept narrow.
fn value(what: KnobId, dice: &mut Dice) -> f64 {
    let (knob, u) = (what.knob(), dice.roll(1000) as f64 / 1000.0);
    let value = match (knob.id, knob.kind) {
        ("rate" | "cross", _) => 0.5 + 4.0 * u,
        ("redmin", _) => 5.0 * u,
        ("redmax", _) => 5.0 + 20.0 * u,
        (_, Kind::Spot) => knob.default,
        (_, Kind::Choice(words)) => dice.roll(words.len() as u64) as f64,
        (_, Kind::Number { min, max, scale: Scale::Log, .. }) => min * math::pow(max / min, u),
        (_, Kind::Number { min, max, .. }) => min + (max - min) * u * u * u,
    };
    match knob.check(value) {
        Err(BadValue::Outside(nearest)) => nearest,
        _ => value,
    }
}

fn turn(lab: &mut Lab, dice: &mut Dice) {
    let live: Vec<KnobId> =
        KnobId::all().filter(|what| what.knob().live && what.read(lab.scenario()).is_some()).collect();
    let what = live[dice.roll(live.len() as u64) as usize];
    // At the end of the run nothing can be turned.
    if lab.shown() < lab.duration() {
        let value = value(what, dice);
        lab.turn(what, value).unwrap_or_else(|problems| panic!("{}: {problems:?}", what.knob().id));
    }
}

fn finish(lab: &mut Lab) {
    while !lab.work(SLICE) {}
}

/// What somebody did to a preset, up to some instant.
fn session(number: u64) -> Lab {
    let dice = &mut Dice::new(number);
    let mut scenario = PRESETS[(number % PRESETS.len() as u64) as usize].scenario();
    scenario.duration = LASTS;
    scenario.knobs.retain(|entry| entry.t <= Time::ZERO + LASTS);
    let mut lab = Lab::new(scenario).expect("a valid preset");
    let time = |dice: &mut Dice| Time::from_nanos(dice.roll(LASTS.as_nanos()));
    for _ in 0..DEEDS {
        match dice.roll(8) {
            0 => {
                // Play: frames of simulated time, with slices that do not always get there.
                for _ in 0..dice.roll(20) {
                    lab.go(lab.shown().saturating_add(Span::from_millis(16)));
                    lab.work(SLICE);
                }
            }
            1 => {
                lab.find([Goal::Next, Goal::Previous, Goal::Timeout][dice.roll(3) as usize], 0);
                finish(&mut lab);
            }
            2 => {
                // Turn in the middle of getting somewhere.
                lab.go(time(dice));
                lab.work(SLICE);
                turn(&mut lab, dice);
            }
            3 => {
                lab.set_seed(dice.roll(1 << 40)).expect("any seed");
                finish(&mut lab);
            }
            4 => {
                // What is taken back need not be shown again before the next deed.
                lab.undo();
                if dice.chance(50) {
                    finish(&mut lab);
                }
            }
            5 => turn(&mut lab, dice),
            _ => {
                lab.go(time(dice));
                finish(&mut lab);
            }
        }
    }
    finish(&mut lab);
    lab
}

#[test]
fn the_link_of_a_live_session_is_the_same_run_in_the_tool() {
    let mut turns = 0;
    for number in 0..SESSIONS {
        let lab = session(number);
        turns += lab.scenario().knobs.len();
        let link = format!("https://example.org/#{}", view::link(&lab, View::default()));
        let Ok(shared) = input::scenario(&link) else { panic!("session {number}: {link}") };
        assert_eq!(&shared.scenario, lab.scenario(), "session {number}: {link}");
        assert_eq!(shared.view.time, Some(lab.shown()), "session {number}: {link}");
        let report = run::run_all(&shared.scenario, lab.shown(), None);
        assert_eq!(report.fingerprint, format!("{:016x}", lab.fingerprint()), "session {number}: {link}");
        let told = shared.view.fingerprint.map(|bits| format!("{bits:08x}"));
        assert_eq!(told.as_deref(), report.fingerprint.get(..8), "session {number}: {link}");
    }
    assert!(turns as u64 > SESSIONS, "{turns} turns");
}
