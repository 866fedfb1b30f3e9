//! What the page shows: numbers per frame, objects, texts and files.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use super::objects::{PageView, to_js};
use super::session::{Session, time};
use crate::chart::{self, Theme};
use crate::ids::FlowId;
use crate::lab::ENGINE;
use crate::time::Span;
use crate::{export, share, view};

#[wasm_bindgen]
impl Session {
    /// The numbers of one picture (see [`view::frame()`]).
    #[must_use]
    pub fn frame(&self, lane: usize) -> Vec<f32> {
        view::frame(&self.lab, lane)
    }

    /// What the radio stations of a lane are at, with the attempts that failed in the last `lately` seconds (see
    /// [`view::stations()`]).
    #[must_use]
    pub fn stations(&self, lane: usize, lately: f64) -> Vec<f32> {
        view::stations(&self.lab, lane, Span::from_secs_f64(lately.max(0.0)))
    }

    /// The numbers of all lanes' senders (see [`view::status()`]).
    #[must_use]
    pub fn status(&self) -> Vec<f64> {
        view::status(&self.lab)
    }

    /// Fingerprint of all lanes at the shown time, 16 hexadecimal digits.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", self.lab.fingerprint())
    }

    /// Fingerprint of one lane.
    #[must_use]
    pub fn lane_fingerprint(&self, lane: usize) -> String {
        format!("{:016x}", self.lab.lane_fingerprint(lane))
    }

    /// The fragment of a link to the run as shown, with the page's view.
    #[must_use]
    pub fn link(&self, view: JsValue) -> String {
        let page: PageView = serde_wasm_bindgen::from_value(view).unwrap_or_default();
        view::link(&self.lab, page.into_view())
    }

    /// The fragment of a link to the scenario alone, without what is looked at.
    #[must_use]
    pub fn scenario_link(&self) -> String {
        let (scenario, _) = view::without_file(self.lab.scenario());
        share::encode(&share::Shared { scenario, view: share::View::default() })
    }

    /// The timeouts of a lane.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn timeouts(&self, lane: usize) -> Result<JsValue, JsError> {
        to_js(&view::timeouts(&self.lab, lane))
    }

    /// A page of the list of events.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn events(&self, lane: usize, from: usize, max: usize, filter: &str) -> Result<JsValue, JsError> {
        to_js(&view::events(&self.lab, lane, from, max, filter))
    }

    /// Length of the list of events.
    #[must_use]
    pub fn event_count(&self, lane: usize) -> usize {
        view::event_count(&self.lab, lane)
    }

    /// The card of a timeout, null where there is none.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn card(&self, lane: usize, index: usize) -> Result<JsValue, JsError> {
        to_js(&view::card(&self.lab, lane, index))
    }

    /// The true cause of a timeout as far as it was computed, also later than the shown time; null where it was not.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn ahead(&self, lane: usize, index: usize) -> Result<JsValue, JsError> {
        to_js(&view::ahead(&self.lab, lane, index))
    }

    /// The header of a packet in the network, null where it is not there (any more).
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn header(&self, lane: usize, kind: u8, flow: u16, number: f64, copy: u16) -> Result<JsValue, JsError> {
        let number = if number > 0.0 { number as u64 } else { 0 };
        to_js(&view::header(&self.lab, lane, kind, FlowId(flow), number, copy))
    }

    /// The flows of a lane side by side.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn flows(&self, lane: usize) -> Result<JsValue, JsError> {
        to_js(&view::flows(&self.lab, lane))
    }

    /// The scores of all lanes.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn scoreboard(&self) -> Result<JsValue, JsError> {
        to_js(&view::scoreboard(&self.lab))
    }

    /// What a lane is doing, in one line.
    #[must_use]
    pub fn trace(&self, lane: usize) -> String {
        view::trace(&self.lab, lane)
    }

    /// From when on a lane differs from the first, in seconds.
    #[must_use]
    pub fn differs_from(&self, lane: usize) -> Option<f64> {
        self.lab.differs_from(lane).map(crate::time::Time::as_secs_f64)
    }

    /// (time in s, cwnd, ssthresh) of a flow since `from_ns` up to the shown time.
    #[must_use]
    pub fn tail(&self, lane: usize, flow: u16, from_ns: f64) -> Vec<f64> {
        view::tail(&self.lab, lane, FlowId(flow), time(from_ns))
    }

    /// A round upper end for the strips from `t0` to `t1` seconds.
    #[must_use]
    pub fn suggest_ymax(&self, t0: f64, t1: f64) -> f64 {
        view::highest(&self.lab, time(t0 * 1e9), time(t1 * 1e9))
    }

    /// The run so far as CSV: `events` or `series`.
    #[must_use]
    pub fn csv(&self, what: &str) -> String {
        let link = view::link(&self.lab, share::View::default());
        if what == "series" { export::series_csv(&self.lab, &link) } else { export::events_csv(&self.lab, &link) }
    }

    /// The figure of the run so far.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn svg(&self) -> Result<String, JsError> {
        let scene = view::scene(&self.lab, self.lab.origin());
        let identity = format!("seed {}, run {}, engine {ENGINE}", scene.seed, self.fingerprint());
        let figure = view::figure(&self.lab, &scene.title, &identity, Theme::Light);
        chart::svg(&figure).map_err(|error| JsError::new(&error.to_string()))
    }
}
