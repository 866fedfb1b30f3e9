//! One run of a scenario with another seed, for the page's workers.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use super::objects::{from_js, thrown, to_js};
use crate::lab::Lab;
use crate::share;
use crate::view::{self, RunScore};

/// A run from start to end, in slices.
#[wasm_bindgen]
pub struct Repeat {
    lab: Lab,
}

#[wasm_bindgen]
impl Repeat {
    /// The scenario of a link's fragment, with its seed raised by `more` (beyond the largest it goes on at 0).
    ///
    /// # Errors
    /// Throws the problems of the link.
    pub fn open(fragment: &str, more: u32) -> Result<Repeat, JsValue> {
        let (shared, _) = share::decode(fragment).map_err(|problems| thrown(&problems))?;
        let mut scenario = shared.scenario;
        scenario.seed = scenario.seed.wrapping_add(u64::from(more));
        let mut lab = Lab::new(scenario).map_err(|problems| thrown(&problems))?;
        lab.go(lab.duration());
        Ok(Repeat { lab })
    }

    /// One slice of work. Returns whether the end is reached.
    pub fn work(&mut self, max_events: f64) -> bool {
        self.lab.work(if max_events >= 1.0 { max_events as u64 } else { 1 })
    }

    /// How much of the run is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.lab.shown().as_secs_f64() / self.lab.duration().as_secs_f64().max(1e-9)
    }

    /// What the run came to so far.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn score(&self) -> Result<JsValue, JsError> {
        to_js(&view::run_score(&self.lab))
    }
}

/// The means over an array of scores.
///
/// # Errors
/// The objects are not scores.
#[wasm_bindgen]
pub fn summarize(scores: JsValue) -> Result<JsValue, JsError> {
    let scores: Vec<RunScore> = from_js(scores)?;
    to_js(&view::summary(&scores))
}
