//! Links out, and what their fingerprint says when they come in.

use serde::Serialize;

use crate::lab::{ENGINE, Lab};
use crate::scenario::{Scenario, Trace};
use crate::share::{Shared, View, encode};
use crate::time::Time;

/// Whether the run is the one that a link was made from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Arrival {
    /// `none`: the link does not say; `pending`: its time is not reached; `exact`; `differs`.
    pub kind: &'static str,
    /// In words.
    pub text: String,
}

impl Arrival {
    /// The link does not say.
    #[must_use]
    pub fn none() -> Arrival {
        Arrival { kind: "none", text: String::new() }
    }

    /// Its time is not reached.
    #[must_use]
    pub fn pending() -> Arrival {
        Arrival { kind: "pending", text: String::new() }
    }
}

/// Judges a link with `view`, while `lab` shows the link's time.
#[must_use]
pub fn arrival(lab: &Lab, view: &View) -> Arrival {
    let Some(expected) = view.fingerprint else { return Arrival::none() };
    if lab.shown() != view.time.unwrap_or(Time::ZERO) {
        return Arrival::pending();
    }
    let at = lab.shown().as_secs_f64();
    let found = (lab.fingerprint() >> 32) as u32;
    match view.engine.filter(|&engine| engine != ENGINE) {
        _ if found == expected => Arrival { kind: "exact", text: "replayed exactly".to_owned() },
        Some(engine) => Arrival {
            kind: "differs",
            text: format!("made with engine {engine}, this is {ENGINE}: differs at {at:.3} s"),
        },
        None => Arrival { kind: "differs", text: format!("differs at {at:.3} s from the run the link was made from") },
    }
}

/// The fragment of a link to the run as shown.
#[must_use]
pub fn link(lab: &Lab, view: View) -> String {
    let view = View {
        time: Some(lab.shown()),
        fingerprint: Some((lab.fingerprint() >> 32) as u32),
        engine: Some(ENGINE),
        ..view
    };
    let (scenario, recorded) = without_file(lab.scenario());
    if !recorded {
        return encode(&Shared { scenario, view });
    }
    // Without the file the run is another, so its fingerprint says nothing.
    let link = encode(&Shared { scenario, view: View { fingerprint: None, ..view } });
    if link.starts_with("s=") {
        return link;
    }
    let others = link.split('&').filter(|pair| !pair.starts_with("trace="));
    others.chain(["trace=file"]).collect::<Vec<_>>().join("&")
}

/// The scenario as links carry it: without the trace of a file, which would make them longer than programs bear. The
/// second is whether it had one.
#[must_use]
pub fn without_file(scenario: &Scenario) -> (Scenario, bool) {
    let mut scenario = scenario.clone();
    let link = scenario.topology.bottleneck_mut();
    let file = link.and_then(|link| link.trace.take_if(|trace| matches!(trace, Trace::Opportunities(_))));
    (scenario, file.is_some())
}
