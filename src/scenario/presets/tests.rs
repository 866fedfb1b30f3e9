use std::collections::BTreeSet;

use super::*;
use crate::ids::FlowId;
use crate::scenario::{build, knob_log, validate};
use crate::time::Span;
use crate::trace::{Note, Probe, Verdict};
use crate::truth::{Answer, Ledger, TruthClass};
use crate::world::World;

#[test]
fn every_preset_is_a_scenario() {
    for preset in PRESETS {
        let scenario = preset.scenario();
        assert_eq!(validate(&scenario), [], "{}", preset.id);
        for id in preset.turned.iter().map(|(id, _)| KnobId::find(id).expect("a knob")) {
            assert!(id.read(&scenario).is_some(), "{} has no {}", preset.id, id.knob().id);
        }
        assert!(preset.mix.is_empty() || preset.mix.iter().map(|row| row.1).sum::<usize>() == scenario.flows.len());
    }
}

#[test]
fn ids_are_unique() {
    let ids: BTreeSet<_> = base_ids().collect();
    assert_eq!(ids.len(), PRESETS.len() + TOPOLOGIES.len());
}

/// Collects what senders conclude.
#[derive(Default)]
struct Verdicts(BTreeSet<Verdict>);

impl Probe for Verdicts {
    fn on_note(&mut self, _: Time, _: FlowId, note: &Note) {
        if let Note::Verdict { verdict, .. } = note {
            self.0.insert(*verdict);
        }
    }
}

/// True causes of the timeouts of a lane, and what its senders concluded.
fn timeouts(scenario: &Scenario, lane: usize) -> (BTreeSet<TruthClass>, BTreeSet<Verdict>) {
    let mut world = World::new(&build(scenario, lane));
    let (mut ledger, mut verdicts) = (Ledger::new(), Verdicts::default());
    let end = Time::ZERO + scenario.duration;
    world.advance(end, &knob_log(scenario, lane), &mut (&mut ledger, &mut verdicts), u64::MAX);
    let mut causes = BTreeSet::new();
    while let Some(answer) = ledger.poll_answer() {
        if let Answer::Decided { truth, .. } = answer {
            causes.insert(truth.class());
        }
    }
    (causes, verdicts.0)
}

#[test]
fn presets_show_timeouts_and_together_everything_that_can_happen() {
    let (mut causes, mut verdicts) = (BTreeSet::new(), BTreeSet::new());
    for preset in PRESETS {
        let scenario = preset.scenario();
        let mut shown = 0;
        for lane in 0..scenario.lanes.len() {
            let (seen, concluded) = timeouts(&scenario, lane);
            shown += seen.len();
            causes.extend(seen);
            verdicts.extend(concluded);
        }
        assert!(shown > 0, "{} shows no timeout", preset.id);
    }
    assert_eq!(causes, BTreeSet::from(TruthClass::ALL));
    use Verdict::{Spurious, Undecided};
    let expected = BTreeSet::from([Verdict::Congestion, Verdict::Random, Spurious, Undecided]);
    assert_eq!(verdicts, expected);
}

#[test]
fn a_slow_average_hides_congestion() {
    let scenario = base("slow-average").expect("a preset");
    let (slow, fast) = (timeouts(&scenario, 0).1, timeouts(&scenario, 1).1);
    assert!(slow.contains(&Verdict::Random) && !fast.contains(&Verdict::Random), "{slow:?}, {fast:?}");
}

#[test]
fn dsr_takes_contention_for_broken_links() {
    let scenario = base("dsr-chain").expect("a preset");
    let (searched, known) = (timeouts(&scenario, 0).0, timeouts(&scenario, 1).0);
    assert!(searched.contains(&TruthClass::Link) && !known.contains(&TruthClass::Link), "{searched:?}, {known:?}");
}

#[test]
fn asking_before_sending_pays_where_stations_are_hidden() {
    let scenario = base("rts").expect("a preset");
    let goodput = |lane| {
        let mut world = World::new(&build(&scenario, lane));
        world.advance(Time::ZERO + scenario.duration, &[], &mut crate::trace::Unwatched, u64::MAX);
        world.flows()[FlowId(0)].receiver().delivered().0 as f64
    };
    let (without, with) = (goodput(0), goodput(1));
    assert!(with > 1.1 * without, "{with} with RTS, {without} without");
}

#[test]
fn a_hidden_terminal_starves_the_first_flow() {
    let scenario = base("hidden").expect("a preset");
    let mut world = World::new(&build(&scenario, 1));
    let mut delivered = |second| {
        world.advance(Time::ZERO + Span::from_secs(second), &[], &mut crate::trace::Unwatched, u64::MAX);
        world.flows()[FlowId(0)].receiver().delivered().0
    };
    let (before, after) = (delivered(5), delivered(60));
    assert!(after < before + before / 10, "{before} bytes in 5 s, {after} in 60 s");
}
