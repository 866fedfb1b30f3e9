//! Strips on canvases of the page.

use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use serde::Deserialize;
use wasm_bindgen::JsError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;

use super::objects::from_js;
use super::session::{Session, time};
use crate::chart::{Paper, Strip, Surface, Theme, draw_strip};
use crate::view;

/// What a canvas offers to draw on.
///
/// # Errors
/// It has no 2D context.
pub(super) fn area_of(canvas: HtmlCanvasElement) -> Result<Paper<'static>, JsError> {
    let backend =
        CanvasBackend::with_canvas_object(canvas).ok_or_else(|| JsError::new("a canvas without 2D context"))?;
    Ok(Surface::Canvas(backend).into_drawing_area())
}

/// How a strip is drawn.
#[derive(Deserialize)]
#[serde(default)]
struct Options {
    /// Times at the edges, in seconds.
    t0: f64,
    t1: f64,
    /// Device pixels per CSS pixel.
    dpr: f64,
    /// Factor of the type size.
    scale: f64,
    theme: String,
    ymax: f64,
    axis: bool,
    ghost: bool,
    /// The flow that is drawn in full, from 0.
    flow: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            t0: 0.0,
            t1: 1.0,
            dpr: 1.0,
            scale: 1.0,
            theme: String::new(),
            ymax: 10.0,
            axis: true,
            ghost: false,
            flow: 0,
        }
    }
}

#[wasm_bindgen]
impl Session {
    /// Draws the windows of a lane on a canvas that the page has sized and cleared. Returns the plot area in CSS pixels
    /// (left, top, right, bottom) and the value at its top.
    ///
    /// # Errors
    /// Where the canvas has no 2D context, or the options are not an object of numbers.
    pub fn draw_strip(&self, canvas: HtmlCanvasElement, lane: usize, options: JsValue) -> Result<Vec<f64>, JsError> {
        let options: Options = from_js(options)?;
        let area = area_of(canvas)?;
        let traces = view::traces(&self.lab, lane, time(options.t0 * 1e9));
        let ghosts = if options.ghost { view::ghosts(&self.lab, lane) } else { Vec::new() };
        let strip = Strip {
            t0: options.t0,
            t1: options.t1,
            now: self.lab.shown().as_secs_f64(),
            max: options.ymax,
            traces: &traces,
            focus: (traces.len() > 1).then_some(options.flow),
            ghosts: &ghosts,
            lane,
            theme: Theme::from_id(&options.theme),
            axis: options.axis,
            dpr: options.dpr,
            scale: options.scale,
            type_factor: 1.0,
        };
        let plot = draw_strip(&area, &strip).map_err(|error| JsError::new(&error.to_string()))?;
        Ok(vec![plot.x0, plot.y0, plot.x1, plot.y1, plot.max])
    }
}
