//! Experiments for the page: what there is, one run in a worker, and the outcomes of many as tables, charts and verdicts.

use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web_sys::HtmlCanvasElement;

use super::charts::area_of;
use super::objects::{problem, thrown, to_js};
use crate::chart::{Sweep, Theme, draw_sweep, sweep_svg};
use crate::experiment::verdict::{RULES, RuleText, Verdict};
use crate::experiment::{
    self, Capability, Figure, METRICS, Outcome, SETTINGS, Setting, Sheet, Trial, capabilities, checks, checks_of,
    contrasts, figures, judge, picture, plan,
};

/// What there is.
#[derive(Serialize)]
struct List {
    settings: [Setting; 3],
    figures: Vec<FigureRow>,
    checks: Vec<CheckRow>,
    rules: [RuleText; 8],
    verdicts: [(Verdict, &'static str); 5],
    /// Ids of the metrics, in the order of files.
    metrics: Vec<&'static str>,
    /// Table 2 of the TCP NRT paper, which has no runs.
    capabilities: Vec<Capability>,
}

/// A figure, or a contrast: then `of` names the figure and `words` the change.
#[derive(Serialize)]
struct FigureRow {
    id: &'static str,
    title: &'static str,
    points: usize,
    series: usize,
    course: bool,
    of: &'static str,
    words: &'static str,
}

/// Which figures decide a claim.
#[derive(Serialize)]
struct CheckRow {
    id: &'static str,
    figures: Vec<&'static str>,
    rules: Vec<&'static str>,
}

/// The experiments: settings, figures, checks of claims with their rules, words of verdicts.
///
/// # Errors
/// None that the page could mend.
#[wasm_bindgen]
pub fn experiments() -> Result<JsValue, JsError> {
    let row = |figure: &Figure| FigureRow {
        id: figure.id,
        title: figure.title,
        points: figure.axis.points.len(),
        series: figure.series.len(),
        course: figure.course,
        of: figure.contrast.map_or("", |contrast| contrast.of),
        words: figure.contrast.map_or("", |contrast| contrast.words),
    };
    to_js(&List {
        settings: SETTINGS,
        figures: figures().iter().chain(contrasts()).map(row).collect(),
        checks: checks()
            .iter()
            .map(|check| CheckRow {
                id: check.id,
                figures: check.rule.figures(),
                rules: check.rule.texts().into_iter().map(|(id, _)| id).collect(),
            })
            .collect(),
        rules: RULES,
        verdicts: Verdict::ALL.map(|verdict| (verdict, verdict.words())),
        metrics: METRICS.iter().map(|metric| metric.id).collect(),
        capabilities: capabilities(),
    })
}

/// One run of a figure, in slices.
#[wasm_bindgen]
pub struct Run {
    trial: Trial,
}

#[wasm_bindgen]
impl Run {
    /// The run of a link, without `#`. `course`: keep cwnd over time.
    ///
    /// # Errors
    /// Throws the problems of the link.
    pub fn open(link: &str, course: bool) -> Result<Run, JsValue> {
        let trial = Trial::open(link, course).map_err(|problems| thrown(&problems))?;
        Ok(Run { trial })
    }

    /// One slice of work. Returns whether the end is reached.
    pub fn work(&mut self, max_events: f64) -> bool {
        self.trial.work(if max_events >= 1.0 { max_events as u64 } else { 1 })
    }

    /// How much of the run is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.trial.progress()
    }

    /// What the run came to so far ([`Outcome`]).
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn outcome(&self) -> Result<JsValue, JsError> {
        to_js(&self.trial.outcome())
    }
}

/// What is known of the runs of one setting, by link. Figures that share runs share them here too.
#[wasm_bindgen]
pub struct Outcomes {
    setting: Setting,
    known: BTreeMap<String, Outcome>,
}

impl Outcomes {
    fn sheet(&self, figure: &'static Figure) -> Sheet {
        Sheet::new(figure, self.setting, |run| self.known.get(&run.link).cloned())
    }

    fn sweep(&self, figure: &str, theme: &str) -> Result<Sweep, JsError> {
        Ok(picture(&self.sheet(find(figure)?).table(), Theme::from_id(theme)))
    }
}

fn find(id: &str) -> Result<&'static Figure, JsError> {
    experiment::find(id).ok_or_else(|| JsError::new("no such figure"))
}

fn failed(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

#[wasm_bindgen]
impl Outcomes {
    /// None known yet.
    ///
    /// # Errors
    /// Throws that the setting is unknown.
    pub fn open(setting: &str) -> Result<Outcomes, JsValue> {
        let found = Setting::find(setting).ok_or_else(|| problem("setting", setting, "smoke, quick, paper"))?;
        Ok(Outcomes { setting: found, known: BTreeMap::new() })
    }

    /// The runs of a figure ([`experiment::Run`]), in the order in which they are done.
    ///
    /// # Errors
    /// There is no such figure.
    pub fn plan(&self, figure: &str) -> Result<JsValue, JsError> {
        to_js(&plan(find(figure)?, self.setting))
    }

    /// What the run of `link` came to. NaN among the values: there was nothing to measure.
    pub fn put(&mut self, link: String, fingerprint: String, values: Vec<f64>, confusion: String, course: Vec<f64>) {
        let values = values.into_iter().map(|value| (!value.is_nan()).then_some(value)).collect();
        self.known.insert(link, Outcome { fingerprint, values, confusion, course });
    }

    /// The run of `link` shall be done again.
    pub fn forget(&mut self, link: &str) {
        self.known.remove(link);
    }

    /// Means and intervals of a figure ([`experiment::Table`]).
    ///
    /// # Errors
    /// There is no such figure.
    pub fn table(&self, figure: &str) -> Result<JsValue, JsError> {
        to_js(&self.sheet(find(figure)?).table())
    }

    /// What becomes of the claims that look at a figure by what is known ([`experiment::Ruling`]); of all claims where
    /// `figure` is empty. A claim is left out while nothing is known of one of its figures.
    ///
    /// # Errors
    /// None that the page could mend.
    pub fn judge(&self, figure: &str) -> Result<JsValue, JsError> {
        let asked: Vec<&str> = checks_of(figure).flat_map(|check| check.rule.figures()).collect();
        let wanted = |each: &&Figure| {
            let of = each.contrast.map_or(each.id, |contrast| contrast.of);
            figure.is_empty() || asked.contains(&of)
        };
        let all = figures().iter().chain(contrasts()).filter(wanted).map(|each| self.sheet(each));
        let sheets: Vec<Sheet> = all.filter(|sheet| sheet.done() > 0).collect();
        let mut rulings = judge(&sheets);
        if !figure.is_empty() {
            rulings.retain(|ruling| ruling.figures.contains(&figure));
        }
        to_js(&rulings)
    }

    /// Draws a figure on a canvas that the page has sized and cleared. Returns for every point of every line where it lies,
    /// in CSS pixels, NaN for those that are not known.
    ///
    /// # Errors
    /// There is no such figure, or the canvas has no 2D context.
    pub fn draw(&self, figure: &str, canvas: HtmlCanvasElement, dpr: f64, theme: &str) -> Result<Vec<f64>, JsError> {
        let sweep = Sweep { dpr, ..self.sweep(figure, theme)? };
        let area = draw_sweep(&area_of(canvas)?, &sweep).map_err(failed)?;
        let mut places = Vec::new();
        for (index, line) in sweep.lines.iter().enumerate() {
            for point in &line.points {
                let (x, y) = sweep.place(&area, index, point).unwrap_or((f64::NAN, f64::NAN));
                places.extend([x / dpr, y / dpr]);
            }
        }
        Ok(places)
    }

    /// A figure as an SVG document with its caption.
    ///
    /// # Errors
    /// There is no such figure.
    pub fn svg(&self, figure: &str) -> Result<String, JsError> {
        sweep_svg(&self.sweep(figure, "light")?).map_err(failed)
    }
}
