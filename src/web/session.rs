//! A session: one laboratory with its clock.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use super::objects::{LinkView, problem, thrown, to_js};
use super::panic;
use crate::lab::{ENGINE, Goal, Lab};
use crate::scenario::{Notice, presets};
use crate::share::{self, Shared};
use crate::time::Time;
use crate::view::{self, Arrival, Scene};

/// One laboratory and what the page has to know about the link it came from.
#[wasm_bindgen]
pub struct Session {
    pub(super) lab: Lab,
    notices: Vec<Notice>,
    view: share::View,
    arrival: Arrival,
}

#[derive(Serialize)]
struct SceneAndView {
    #[serde(flatten)]
    scene: Scene,
    view: LinkView,
}

#[derive(Serialize)]
struct FoundAt {
    at: f64,
    what: String,
}

/// A number of nanoseconds as the page has it.
pub(super) fn time(nanos: f64) -> Time {
    Time::from_nanos(if nanos > 0.0 { nanos as u64 } else { 0 })
}

fn read(fragment: &str) -> Result<(Shared, Vec<Notice>, Option<&'static str>), JsValue> {
    let first = presets::PRESETS.first().map(|preset| format!("p={}", preset.id)).unwrap_or_default();
    let fragment = if fragment.trim().trim_start_matches('#').is_empty() { &first } else { fragment };
    let (shared, mut notices) = share::decode(fragment).map_err(|problems| thrown(&problems))?;
    notices.extend(shared.view.made_elsewhere(ENGINE));
    // The preset is what a readable link names; packed links have none.
    let named = presets::PRESETS.iter().find(|preset| {
        fragment.trim_start_matches('#').split('&').any(|pair| pair.strip_prefix("p=") == Some(preset.id))
    });
    Ok((shared, notices, named.map(|preset| preset.id)))
}

#[wasm_bindgen]
impl Session {
    /// Opens the scenario of a link's fragment; empty for the first preset.
    ///
    /// # Errors
    /// Throws the problems of the link.
    pub fn open(fragment: &str) -> Result<Session, JsValue> {
        let (shared, notices, preset) = read(fragment)?;
        let mut lab = Lab::new(shared.scenario).map_err(|problems| thrown(&problems))?;
        lab.set_origin(preset);
        let mut session = Session { lab, notices, view: shared.view, arrival: Arrival::none() };
        session.arrive();
        Ok(session)
    }

    /// Another scenario in the same session, from its start.
    ///
    /// # Errors
    /// Throws the problems of the link; then nothing has changed.
    pub fn load(&mut self, fragment: &str) -> Result<(), JsValue> {
        let (shared, notices, preset) = read(fragment)?;
        self.lab.open(shared.scenario).map_err(|problems| thrown(&problems))?;
        self.lab.set_origin(preset);
        (self.notices, self.view) = (notices, shared.view);
        self.arrive();
        Ok(())
    }

    fn arrive(&mut self) {
        self.arrival = if self.view.fingerprint.is_some() { Arrival::pending() } else { Arrival::none() };
        self.note_running();
    }

    /// Notes what runs, for the message of a panic.
    pub(super) fn note_running(&self) {
        let (scenario, _) = view::without_file(self.lab.scenario());
        let link = share::encode(&Shared { scenario, view: share::View::default() });
        panic::running(&link, self.lab.scenario().seed);
    }

    /// Clamps and other remarks about the link.
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        self.notices.iter().map(ToString::to_string).collect()
    }

    /// Whether the run is the one that the link was made from, once its time was shown.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn arrival(&self) -> Result<JsValue, JsError> {
        to_js(&self.arrival)
    }

    /// Nodes, links, flows, lanes, knobs and the view that the link asked for.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn scene(&self) -> Result<JsValue, JsError> {
        let scene = view::scene(&self.lab, self.lab.origin());
        to_js(&SceneAndView { scene, view: LinkView::of(&self.view) })
    }

    /// Changes when the scene does.
    #[must_use]
    pub fn revision(&self) -> f64 {
        let in_force = self.lab.scenario().knobs.iter().filter(|entry| entry.t <= self.lab.shown()).count();
        f64::from(self.lab.revision()) * 1024.0 + in_force as f64
    }

    /// The shown time, in ns.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.lab.shown().as_nanos() as f64
    }

    /// The latest time ever computed on this timeline, in ns.
    #[must_use]
    pub fn high_water(&self) -> f64 {
        self.lab.high_water().as_nanos() as f64
    }

    /// Length of the run, in ns.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.lab.duration().as_nanos() as f64
    }

    /// Sets the time to show next.
    pub fn go(&mut self, to_ns: f64) {
        self.lab.go(time(to_ns));
    }

    /// One slice of work. Returns whether every lane shows the target.
    pub fn work(&mut self, max_events: f64) -> bool {
        let done = self.lab.work(if max_events >= 1.0 { max_events as u64 } else { 1 });
        if done && self.arrival.kind == "pending" {
            self.arrival = view::arrival(&self.lab, &self.view);
        }
        done
    }

    /// Starts a search from the shown time.
    ///
    /// # Errors
    /// Throws a problem where `kind` is unknown.
    pub fn find(&mut self, kind: &str, lane: usize) -> Result<(), JsValue> {
        const KINDS: &str =
            "next, prev, next-loss-or-timeout, prev-loss-or-timeout, timeout, drop, mismatch, decided:N";
        let decided = kind.strip_prefix("decided:").and_then(|place| place.parse().ok());
        let goal = match kind {
            "next" => Goal::Next,
            "prev" => Goal::Previous,
            "next-loss-or-timeout" => Goal::NextLossOrTimeout,
            "prev-loss-or-timeout" => Goal::PreviousLossOrTimeout,
            "timeout" => Goal::Timeout,
            "drop" => Goal::Drop,
            "mismatch" => Goal::Mismatch,
            _ if decided.is_some() => Goal::Decided(decided.unwrap_or_default()),
            _ => return Err(problem("find", kind, KINDS)),
        };
        self.lab.find(goal, lane);
        Ok(())
    }

    /// Stops a search or a seek where the lanes are.
    pub fn cancel(&mut self) {
        self.lab.cancel();
    }

    /// Where the last search ended: time in ns and what is to be seen there; null if it found nothing.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn found(&self) -> Result<JsValue, JsError> {
        let found = self.lab.found().and_then(|found| found.at);
        let found = found.map(|at| FoundAt { at: at.as_nanos() as f64, what: view::step_text(&self.lab) });
        to_js(&found)
    }

    /// What happened at the shown instant, after a step.
    #[must_use]
    pub fn step_text(&self) -> String {
        view::step_text(&self.lab)
    }
}
