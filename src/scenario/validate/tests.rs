//! What is refused, and what is moved.

use super::*;
use crate::scenario::{KnobEntry, Lane, RadioNode};
use crate::units::Rate;

fn fields(scenario: &Scenario) -> Vec<String> {
    validate(scenario).into_iter().map(|problem| problem.field).collect()
}

#[test]
fn defaults_are_fine() {
    assert_eq!(validate(&Scenario::new(Topology::chain(7))), []);
    assert_eq!(validate(&Scenario::new(Topology::dumbbell(1))), []);
    assert_eq!(validate(&Scenario::new(Topology::radio_row(10))), []);
    assert_eq!(validate(&Scenario::new(Topology::radio_grid(3, 6, true))), []);
}

#[test]
fn radio_topologies_have_their_problems() {
    let mut scenario = Scenario::new(Topology::radio_grid(20, 20, false));
    if let Topology::Radio { radio, .. } = &mut scenario.topology {
        (radio.decode, radio.sense) = (300.0, 200.0);
        radio.queue.red_min = 99.0;
    }
    assert_eq!(fields(&scenario), ["topology.layout", "decode", "topology.radio.queue.red_min"]);
    let far = RadioNode { name: String::new(), x: f64::INFINITY, y: 0.0 };
    scenario.topology = Topology::Radio { layout: Layout::Free { nodes: vec![far] }, radio: Radio::default() };
    let wrong = fields(&scenario);
    for field in ["topology.layout", "topology.layout.nodes[0]", "topology.layout.nodes[0].name"] {
        assert!(wrong.iter().any(|found| found == field), "{field}: {wrong:?}");
    }
}

fn turned(mut scenario: Scenario, id: &str, word: &str) -> Scenario {
    let what = KnobId::find(id).expect("a knob");
    assert!(what.write(&mut scenario, what.knob().parse(word).expect("a word")));
    scenario
}

#[test]
fn only_wires_have_a_bottleneck_for_late_packets() {
    let late = |topology| validate(&turned(Scenario::new(topology), "latehops", "bottleneck"));
    assert_eq!(late(Topology::dumbbell(2)), []);
    assert_eq!(late(Topology::chain(3)), []);
    let allowed = "one, every; stations on the air have no bottleneck";
    assert_eq!(late(Topology::radio_row(3)), [Problem::new("latehops", "bottleneck", allowed)]);
    let mut scenario = Scenario::new(Topology::radio_row(3));
    scenario.lanes[1].overrides.set(KnobId::find("latehops").expect("a knob"), 2.0);
    assert_eq!(fields(&scenario), ["lanes[1].overrides.latehops"]);
}

/// The search would find shorter ways than the line, along which `hops` counts.
#[test]
fn no_way_is_searched_where_packets_follow_a_line() {
    let searched =
        |serpentine| validate(&turned(Scenario::new(Topology::radio_grid(3, 6, serpentine)), "routing", "dsr"));
    assert_eq!(searched(false), []);
    let allowed = "static while packets follow one line through all rows; dsr, dsr-overhear with serpentine=off";
    assert_eq!(searched(true), [Problem::new("routing", "dsr", allowed)]);
    let mut scenario = Scenario::new(Topology::radio_grid(3, 6, true));
    scenario.lanes[1].overrides.set(KnobId::find("routing").expect("a knob"), 2.0);
    assert_eq!(fields(&scenario), ["lanes[1].overrides.routing"]);
}

#[test]
fn all_problems_come_at_once() {
    let mut scenario = Scenario::new(Topology::chain(7));
    scenario.path.loss = 1.5;
    scenario.path.ack_loss = f64::NAN;
    scenario.flows[0].dst = 99;
    scenario.lanes = vec![Lane::of("nrt"); 5];
    let what = KnobId::find("hops").expect("a knob");
    scenario.knobs.push(KnobEntry { t: Time::ZERO, what, value: 3.0 });
    assert_eq!(fields(&scenario), ["loss", "ackloss", "flows[0]", "lanes", "knobs[0].what"]);
}

#[test]
fn names_do_not_command_the_screen() {
    for text in ["a\u{7}", "\u{1b}[31mred", "two\nlines", "\u{202e}txt"] {
        let mut scenario = Scenario::new(Topology::chain(7));
        scenario.lanes[1].label = text.to_owned();
        let problems = validate(&scenario);
        assert_eq!(problems.len(), 1, "{text:?}: {problems:?}");
        assert_eq!(problems[0].field, "lanes[1].label");
        assert!(problems[0].allowed.contains("no control characters") && !problems[0].value.contains('\u{1b}'));
    }
    let mut scenario = Scenario::new(Topology::chain(7));
    scenario.lanes[1].label = "Änderung 2 – \u{5e9}\u{5dc}\u{5d5}\u{5dd} 日本".to_owned();
    assert_eq!(validate(&scenario), []);
}

#[test]
fn lanes_share_their_traffic() {
    let mut scenario = Scenario::new(Topology::chain(7));
    let what = KnobId::find("flows").expect("a knob");
    scenario.lanes[1].overrides.set(what, 3.0);
    assert_eq!(fields(&scenario), ["lanes[1].overrides"]);
}

#[test]
fn clamping_says_what_it_did_and_leaves_nothing_out_of_range() {
    let mut scenario = Scenario::new(Topology::chain(7));
    scenario.path.loss = 1.5;
    if let Some(link) = scenario.topology.bottleneck_mut() {
        link.rate = Rate(u64::MAX);
    }
    let notices = clamp(&mut scenario);
    assert_eq!(notices[0].to_string(), "loss: 1.5 is not possible, 1 is used; allowed: a number from 0 to 1");
    assert_eq!(notices[1].field, "rate");
    assert_eq!(validate(&scenario), []);
}
