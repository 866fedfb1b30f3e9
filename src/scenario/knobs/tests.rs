use std::collections::BTreeSet;

use super::*;
use crate::scenario::{Topology, Trace};

#[test]
fn ids_are_unique_and_can_be_keys_of_links() {
    let ids: BTreeSet<_> = TABLE.iter().map(|knob| knob.id).collect();
    assert_eq!(ids.len(), TABLE.len());
    for id in ids {
        assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{id}");
        assert_eq!(KnobId::find(id).map(|what| what.knob().id), Some(id));
    }
}

#[test]
fn defaults_are_allowed_and_survive_text() {
    for knob in TABLE {
        assert_eq!(knob.check(knob.default), Ok(()), "{}", knob.id);
        assert_eq!(knob.parse(&knob.show(knob.default)), Some(knob.default), "{}", knob.id);
    }
}

/// The ends of the range, a step from the lower one, the default.
fn samples(knob: &Knob) -> Vec<f64> {
    match knob.kind {
        Kind::Choice(words) => (0..words.len()).map(|index| index as f64).collect(),
        Kind::Spot => vec![0.0, Spot::MAX, knob.default],
        Kind::Number { min, max, step, .. } => vec![min, max, min + step, knob.default],
    }
}

#[test]
fn what_is_written_is_read() {
    let radio = [Topology::radio_row(7), Topology::radio_grid(3, 6, false)];
    for topology in [Topology::chain(7), Topology::dumbbell(2)].into_iter().chain(radio) {
        for what in KnobId::all() {
            for value in samples(what.knob()) {
                let mut scenario = Scenario::new(topology.clone());
                scenario.set_flow_count(2);
                if let Some(link) = scenario.topology.bottleneck_mut() {
                    link.trace = Some(Trace::Opportunities(vec![1]));
                }
                if !what.write(&mut scenario, value) {
                    continue;
                }
                let read = what.read(&scenario).expect("a value");
                let exact = what.knob().id != "narrow" || value <= 7.0;
                assert!(!exact || (read - value).abs() <= 1e-9 * value.abs(), "{}: {value}, {read}", what.knob().id);
            }
        }
    }
}

#[test]
fn values_outside_are_moved_to_the_nearest() {
    let check = |id: &str, value: f64| KnobId::find(id).expect("a knob").knob().check(value);
    assert_eq!(check("loss", 1.5), Err(BadValue::Outside(1.0)));
    assert_eq!(check("hops", 2.6), Err(BadValue::Outside(3.0)));
    assert_eq!(check("ber", 0.0), Ok(()));
    assert_eq!(check("rate", 0.0), Err(BadValue::Outside(0.01)));
    assert_eq!(check("aqm", 9.0), Err(BadValue::Outside(3.0)));
    assert_eq!(check("loss", f64::NAN), Err(BadValue::NotOne));
}

#[test]
fn numbers_are_plain() {
    let parse = |text: &str| KnobId::find("loss").expect("a knob").knob().parse(text);
    assert_eq!(parse("0.03"), Some(0.03));
    for text in ["", "nan", "inf", "0,3", " 1", "0x1", "1e999"] {
        assert_eq!(parse(text), None, "{text:?}");
    }
}

#[test]
fn a_shorter_chain_takes_its_flows_along() {
    let mut scenario = Scenario::new(Topology::chain(7));
    KnobId::find("hops").expect("a knob").write(&mut scenario, 3.0);
    assert_eq!((scenario.flows[0].src, scenario.flows[0].dst), (0, 3));
}
