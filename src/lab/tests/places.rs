//! Stations that are moved by hand.

use super::*;
use crate::scenario::knobs::Spot;

fn spot(station: u8, x: i16, y: i16) -> f64 {
    Spot { station, x, y }.value()
}

#[test]
fn a_moved_station_breaks_the_path_and_replays_from_the_link() {
    let mut lab = lab("chain-10", 15);
    go(&mut lab, secs(4.0));
    let still = lab.lanes()[0].state.world.flows()[crate::ids::FlowId(0)].receiver().delivered();
    assert!(still.0 > 0);
    lab.turn(knob("move"), spot(5, 1000, 900)).expect("a station of the chain");
    assert_eq!(lab.scenario().knobs[0].t, just_after(secs(4.0)));
    go(&mut lab, secs(6.0));
    let dropped = |lab: &Lab| {
        let events = lab.lanes()[0].log.events(lab.shown());
        let lost = |event: &Event| matches!(event.kind, Kind::Drop { cause: DropCause::MacOutOfRange, .. });
        events.filter(lost).count()
    };
    assert!(dropped(&lab) > 0);
    lab.turn(knob("move"), spot(5, 1000, 0)).expect("back into its place");
    go(&mut lab, secs(12.0));
    let link = share::encode(&Shared { scenario: lab.scenario().clone(), view: View::default() });
    assert!(link.contains("move@4.000000001:5/1000/900,move@6.000000001:5/1000/0"), "{link}");
    let (shared, notices) = share::decode(&link).expect("our own link");
    assert!(notices.is_empty());
    assert_eq!(straight(&shared.scenario, lab.shown()), lab.fingerprint());
    for to in [3.0, 5.0, 12.0] {
        go(&mut lab, secs(to));
        assert_eq!(straight(lab.scenario(), secs(to)), lab.fingerprint(), "{to}");
    }
}

#[test]
fn stations_move_side_by_side_and_one_drag_is_one_change() {
    let mut lab = lab("hidden", 15);
    for x in 0..20 {
        lab.turn(knob("move"), spot(2, 500 + x, 0)).expect("also at the start");
    }
    lab.turn(knob("move"), spot(3, 700, 50)).expect("another one");
    let values: Vec<_> = lab.scenario().knobs.iter().map(|entry| entry.value).collect();
    assert_eq!(values, [spot(2, 519, 0), spot(3, 700, 50)]);
    assert!(lab.undo());
    assert_eq!(lab.scenario().knobs.len(), 1);
    assert!(lab.undo());
    assert!(lab.scenario().knobs.is_empty() && !lab.undo());
}

#[test]
fn what_cannot_be_moved_is_refused_with_words() {
    let mut radio = lab("hidden", 15);
    let problems = radio.turn(knob("move"), spot(4, 0, 0)).expect_err("there are four");
    assert_eq!((problems[0].field.as_str(), problems[0].value.as_str()), ("move", "4/0/0"));
    assert_eq!(problems[0].allowed, "a station from 0 to 3");
    assert!(radio.turn(knob("move"), 0.5).is_err());
    let mut wired = lab("random-loss", 15);
    let problems = wired.turn(knob("move"), spot(0, 0, 0)).expect_err("wires");
    assert_eq!(problems[0].allowed, "a knob that this scenario has");
    let problems = share::decode("p=hidden&move=2/0/0").expect_err("nothing to start with");
    assert!(problems[0].allowed.contains("k=move@seconds:value"), "{problems:?}");
    assert!(share::decode("p=hidden&k=move@1:9/0/0").is_err());
}
