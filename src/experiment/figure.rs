//! A figure as plain data: which runs it takes, which numbers of them it draws, and what was chosen where the paper says
//! nothing.
//!
//! Every run is a readable link ([`crate::share`]): a stage, the keys that all runs of the figure share, those of a point
//! of the axis, those of a series. The page opens a point by its link.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stage::Stage;

/// A figure or table of a paper, or a contrast to one.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Paper and number, `nrt/10`.
    pub id: &'static str,
    /// What it shows, in one line.
    pub title: &'static str,
    /// Where it plays.
    pub stage: Stage,
    /// Keys of the links of all its runs.
    pub turned: &'static str,
    /// What is swept.
    pub axis: Axis,
    /// What is compared.
    pub series: &'static [Series],
    /// Metrics that are drawn, by id; claims may look at others.
    pub drawn: &'static [&'static str],
    /// Metrics that stand in the table beside them.
    pub beside: &'static [&'static str],
    /// Metrics that count what the figure is about. Where none of it happens, its runs are no reason for anything.
    pub events: &'static [&'static str],
    /// Whether cwnd over time is drawn, of the only point of the axis.
    pub course: bool,
    /// What was chosen where the paper is silent, a sentence each.
    pub choices: &'static [&'static str],
    /// For a contrast: the figure whose runs it takes, with one thing changed.
    pub contrast: Option<Contrast>,
}

/// The one thing that a contrast changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contrast {
    /// The figure.
    pub of: &'static str,
    /// Keys that replace those of the figure; empty where the runs are the same.
    pub change: &'static str,
    /// Whether contention counts as random loss ([`crate::truth::Mapping::Paper`]).
    pub mapping: bool,
    /// The change in words.
    pub words: &'static str,
}

/// What is swept.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Axis {
    /// Its name.
    pub label: &'static str,
    /// Its unit; empty for counts.
    pub unit: &'static str,
    /// Its points in order.
    pub points: &'static [Point],
}

/// A point of an axis.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// Its place.
    pub x: f64,
    /// Its keys.
    pub link: &'static str,
}

/// What is compared.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Series {
    /// Its name.
    pub label: &'static str,
    /// Its keys.
    pub link: &'static str,
}

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// Its name.
    pub id: &'static str,
    /// Seeds 1, 2, … of every point, the same for all that is compared.
    pub seeds: u64,
    /// Simulated seconds of a run.
    pub seconds: u64,
    /// Whether only the first and last point of an axis are run.
    pub ends_only: bool,
}

/// The settings, the shortest first. The paper runs ten times 300 s.
pub const SETTINGS: [Setting; 3] = [
    Setting { id: "smoke", seeds: 1, seconds: 20, ends_only: true },
    Setting { id: "quick", seeds: 3, seconds: 60, ends_only: false },
    Setting { id: "paper", seeds: 10, seconds: 300, ends_only: false },
];

impl Setting {
    /// The setting called `id`.
    #[must_use]
    pub fn find(id: &str) -> Option<Setting> {
        SETTINGS.into_iter().find(|setting| setting.id == id)
    }

    /// What a caption says about it.
    #[must_use]
    pub fn words(&self) -> String {
        let Setting { id, seeds, seconds, .. } = self;
        let runs = if *seeds == 1 { "1 run, no interval".to_owned() } else { format!("{seeds} runs, 95 % intervals") };
        let points = if self.ends_only { ", the ends of the axis" } else { "" };
        format!("setting {id}: {runs}, {seconds} s each{points}")
    }
}

impl Figure {
    /// The paper it belongs to.
    #[must_use]
    pub fn paper(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(paper, _)| paper)
    }

    /// Whether the runs of `other` are among those of this figure.
    #[must_use]
    pub fn has_runs_of(&self, other: &Figure) -> bool {
        let points = |figure: &Figure| figure.axis.points.iter().map(|point| point.link).collect::<Vec<_>>();
        let known = |row: &Series| self.series.iter().any(|own| own.link == row.link && own.label == row.label);
        let same = (self.stage, self.turned) == (other.stage, other.turned) && points(self) == points(other);
        same && other.series.iter().all(known)
    }

    /// The points that `setting` runs: their places on the axis.
    #[must_use]
    pub fn points(&self, setting: Setting) -> Vec<usize> {
        let count = self.axis.points.len();
        let ends = |&point: &usize| !setting.ends_only || point == 0 || point + 1 == count;
        (0..count).filter(ends).collect()
    }

    /// The link of a run, without `#`: keys of the series replace those of the point, these those of the figure.
    #[must_use]
    pub fn link(&self, point: &Point, series: &Series, seed: u64, seconds: u64) -> String {
        let change = self.contrast.map_or("", |contrast| contrast.change);
        let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
        for part in [self.stage.turned(), self.turned, point.link, series.link, change] {
            keys.extend(part.split('&').filter_map(|pair| pair.split_once('=')));
        }
        let mut link = format!("p={}", self.stage.base());
        for (key, value) in keys {
            link.push_str(&format!("&{key}={value}"));
        }
        format!("{link}&seed={seed}&dur={seconds}")
    }

    /// The caption: setting, axis, choices.
    #[must_use]
    pub fn caption(&self, setting: Setting) -> Vec<String> {
        let mut lines = vec![setting.words()];
        if let Some(Contrast { of, words, .. }) = self.contrast {
            lines.push(format!("As {of}, but: {words}."));
        }
        lines.extend(self.stage.words().iter().chain(self.choices).map(|&words| words.to_owned()));
        lines
    }
}
