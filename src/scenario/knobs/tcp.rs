//! TCP parameters as knobs: the registry's own table reads and writes them, under the same ids.

use super::{Knob, Place};
use crate::scenario::Settings;
use crate::tcp::params::{Param, param, set_param};
use crate::tcp::{Tcp, Variant};

/// The value of a knob in a profile. `None`: not a TCP parameter, or no such profile.
pub fn of_profile(knob: &Knob, profile: &str) -> Option<f64> {
    let param = param(knob.id)?;
    number(knob, param, &param.text(&Tcp::named(profile)?, &Variant::NEWRENO))
}

/// Sets the TCP parameters among `settings`.
pub fn apply(settings: &Settings, tcp: &mut Tcp, variant: &mut Variant) {
    for (what, value) in settings.iter() {
        let knob = what.knob();
        if let (Place::Tcp, Some(param)) = (knob.place, param(knob.id)) {
            let absent = param.absent.filter(|_| value == 0.0).map(str::to_owned);
            let text = absent.unwrap_or_else(|| knob.show(value));
            let set = set_param(tcp, variant, knob.id, &text);
            debug_assert!(set.is_ok(), "the range of {} lies inside the parameter's", knob.id);
        }
    }
}

/// A parameter's text as the value of its knob, where none is zero.
fn number(knob: &Knob, param: &Param, text: &str) -> Option<f64> {
    if param.absent == Some(text) { Some(0.0) } else { knob.parse(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::knobs::{Kind, KnobId, TABLE};
    use crate::tcp::params::{self, PARAMS};

    #[test]
    fn every_parameter_is_a_knob_with_a_range_inside_its_own() {
        for param in PARAMS.iter().filter(|param| param.id != "handshake") {
            let knob = TABLE.iter().find(|knob| knob.id == param.id).unwrap_or_else(|| panic!("{}", param.id));
            match (param.kind, knob.kind) {
                (params::Kind::Word(words), Kind::Choice(choice)) => assert_eq!(words, choice, "{}", param.id),
                (params::Kind::Word(_), _) | (_, Kind::Choice(_) | Kind::Spot) => {
                    panic!("{} differs in kind", param.id)
                }
                (_, Kind::Number { min, max, off, .. }) => {
                    assert!(param.min <= min && max <= param.max, "{}", param.id);
                    assert_eq!(off, param.absent.is_some(), "{}", param.id);
                }
            }
        }
    }

    #[test]
    fn defaults_are_those_of_the_profile() {
        for knob in TABLE.iter().filter(|knob| matches!(knob.place, Place::Tcp)) {
            assert_eq!(of_profile(knob, "nrt"), Some(knob.default), "{}", knob.id);
        }
    }

    #[test]
    fn settings_reach_the_parameters() {
        let set = |id: &str, value: f64| (KnobId::find(id).expect("a knob"), value);
        let settings = [set("cap", 0.0), set("rto_min", 1000.0), set("nrt_repair", 1.0)].into_iter().collect();
        let (mut tcp, mut variant) = (Tcp::NRT, Variant::NEWRENO);
        apply(&settings, &mut tcp, &mut variant);
        assert_eq!((tcp.cap, tcp.rto_min.as_millis_f64()), (None, 1000.0));
        assert_ne!(variant.options, Variant::NEWRENO.options);
    }
}
