//! Links out, and what their fingerprint says when they come in.

use serde::Serialize;

use crate::lab::{ENGINE, Lab};
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
    encode(&Shared { scenario: lab.scenario().clone(), view })
}
