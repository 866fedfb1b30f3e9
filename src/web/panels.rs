//! The panel beside the strips: its charts on canvases of the page, its table, its numbers.

use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web_sys::HtmlCanvasElement;

use super::charts::area_of;
use super::objects::{from_js, to_js};
use super::session::{Session, time};
use crate::chart::{self, Theme, draw_panel};
use crate::export;
use crate::ids::FlowId;
use crate::lab::{Panel, Watch};
use crate::share;
use crate::view;

/// How a panel is drawn.
#[derive(Deserialize)]
struct Options {
    /// Times at the edges, in seconds.
    t0: f64,
    t1: f64,
    /// Values at the edges.
    low: f64,
    high: f64,
    /// Only what has happened since is added; negative for all.
    since: f64,
    /// Device pixels per CSS pixel.
    dpr: f64,
    /// Factor of the type size.
    scale: f64,
    theme: String,
    axis: bool,
}

#[wasm_bindgen]
impl Session {
    /// Records the lanes for a panel from `from_ns` to `to_ns`, or for none where the id is that of no panel. A negative
    /// `lane` stands for all. Returns whether there is a panel; [`Session::work`] makes up for what is missing.
    pub fn watch(&mut self, panel: &str, flow: u16, lane: i32, from_ns: f64, to_ns: f64) -> bool {
        let watch = Panel::ALL.into_iter().find(|each| each.id() == panel).map(|panel| Watch {
            panel,
            flow: FlowId(flow),
            lane: usize::try_from(lane).ok(),
            from: time(from_ns),
            to: time(to_ns),
        });
        self.lab.watch(watch);
        watch.is_some()
    }

    /// What the watched panel shows, with its unit.
    #[must_use]
    pub fn panel_label(&self) -> String {
        self.lab.watched().map(|watch| view::panel_label(watch.panel)).unwrap_or_default()
    }

    /// Draws the watched panel of a lane on a canvas that the page has sized, and cleared where all is drawn. Returns the
    /// plot area in CSS pixels (left, top, right, bottom).
    ///
    /// # Errors
    /// Where the canvas has no 2D context, or the options are not an object of numbers.
    pub fn draw_panel(&self, canvas: HtmlCanvasElement, lane: usize, options: JsValue) -> Result<Vec<f64>, JsError> {
        let options: Options = from_js(options)?;
        let area = area_of(canvas)?;
        let since = Some(options.since).filter(|&since| since >= 0.0);
        let layers = view::panel_layers(&self.lab, lane, time(since.unwrap_or(options.t0).max(options.t0) * 1e9));
        let names = view::panel_names(&self.lab);
        let panel = chart::Panel {
            t0: options.t0,
            t1: options.t1,
            now: self.lab.shown().as_secs_f64(),
            since,
            low: options.low,
            high: options.high,
            names: &names,
            layers: &layers,
            lane,
            theme: Theme::from_id(&options.theme),
            axis: options.axis,
            dpr: options.dpr,
            scale: options.scale,
            type_factor: 1.0,
        };
        let plot = draw_panel(&area, &panel).map_err(|error| JsError::new(&error.to_string()))?;
        Ok(vec![plot.x0, plot.y0, plot.x1, plot.y1])
    }

    /// Round ends of the value axis of the watched panel from `t0` to `t1` seconds.
    #[must_use]
    pub fn panel_range(&self, t0: f64, t1: f64) -> Vec<f64> {
        let (low, high) = view::panel_range(&self.lab, time(t0 * 1e9), time(t1 * 1e9));
        vec![low, high]
    }

    /// The value at a line's end at the shown time, and what is left of the timer in ms; −1 where there is none.
    #[must_use]
    pub fn panel_now(&self, lane: usize) -> Vec<f64> {
        view::panel_now(&self.lab, lane).to_vec()
    }

    /// The watched panel of a lane at a time, in words, one quantity a line.
    #[must_use]
    pub fn panel_words(&self, lane: usize, at_ns: f64) -> String {
        view::panel_words(&self.lab, lane, time(at_ns)).join("\n")
    }

    /// What a round is.
    #[must_use]
    pub fn round_note(&self) -> String {
        view::ROUND_NOTE.to_owned()
    }

    /// How many rounds have begun.
    #[must_use]
    pub fn round_count(&self, lane: usize) -> usize {
        view::round_count(&self.lab, lane)
    }

    /// A page of the table of rounds.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn rounds(&self, lane: usize, from: usize, max: usize) -> Result<JsValue, JsError> {
        to_js(&view::round_page(&self.lab, lane, from, max))
    }

    /// The watched panel as CSV.
    #[must_use]
    pub fn panel_csv(&self) -> String {
        export::panel_csv(&self.lab, &view::link(&self.lab, share::View::default()))
    }
}
