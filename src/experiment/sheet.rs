//! The numbers of a figure: the outcomes of its runs in the order of the plan, and the means over seeds.

use serde::Serialize;

use super::figure::{Figure, Setting};
use super::measure::{Outcome, PARTS};
use super::metric::{METRICS, Name, metric, name, relative};
use super::plan::{Run, plan};
use crate::math;
use crate::metrics::{Estimate, Friendliness};

/// A figure at a setting with the outcomes that are known of it.
#[derive(Clone, Debug)]
pub struct Sheet {
    figure: &'static Figure,
    setting: Setting,
    plan: Vec<Run>,
    outcomes: Vec<Option<Outcome>>,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// The figure.
    pub figure: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Name and unit of the horizontal axis.
    pub x: (&'static str, &'static str),
    /// Name and unit of the vertical axis; no name where several metrics of one unit are drawn.
    pub y: (&'static str, &'static str),
    /// The lines.
    pub lines: Vec<Line>,
    /// Name and unit of the axis along which the next lines have their points.
    pub along: (&'static str, &'static str),
    /// Lines that are not drawn and stand in the table.
    pub beside: Vec<Line>,
    /// The caption: setting and choices.
    pub caption: Vec<String>,
    /// Runs that are known.
    pub done: usize,
    /// Runs of the plan.
    pub runs: usize,
}

/// One series under one metric.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// Name of the series, with the metric where a figure draws several.
    pub label: String,
    /// Id of the metric.
    pub metric: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its points.
    pub cells: Vec<Cell>,
}

/// A point of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Its place on the axis.
    pub x: f64,
    /// How many runs had something to measure.
    pub n: usize,
    /// Their mean.
    pub mean: Option<f64>,
    /// The 95 % interval reaches this far to either side; absent for fewer than two runs.
    pub half_width: Option<f64>,
    /// The value of every seed, absent where it is not known or there was nothing to measure.
    pub values: Vec<Option<f64>>,
    /// Link of the run of seed 1.
    pub link: String,
}

/// How ids of metrics end that count by drops alone.
const BY_TRACE: &str = "-by-trace";
/// Where on the axis of a mix all flows are NewReno's.
const ALONE: f64 = 0.0;

impl Sheet {
    /// The sheet of `figure` with what `known` knows of the runs of its plan.
    #[must_use]
    pub fn new(figure: &'static Figure, setting: Setting, known: impl Fn(&Run) -> Option<Outcome>) -> Sheet {
        let plan = plan(figure, setting);
        let outcomes = plan.iter().map(known).collect();
        Sheet { figure, setting, plan, outcomes }
    }

    /// The figure.
    #[must_use]
    pub fn figure(&self) -> &'static Figure {
        self.figure
    }

    /// Places on the axis, in order, with the index of each.
    #[must_use]
    pub fn points(&self) -> Vec<(usize, f64)> {
        self.figure.points(self.setting).into_iter().map(|point| (point, self.figure.axis.points[point].x)).collect()
    }

    /// How many runs are known.
    #[must_use]
    pub fn done(&self) -> usize {
        self.outcomes.iter().flatten().count()
    }

    fn rows(&self, point: usize, series: usize) -> impl Iterator<Item = (&Run, Option<&Outcome>)> {
        let rows = self.plan.iter().zip(self.outcomes.iter().map(Option::as_ref));
        rows.filter(move |(run, _)| run.point == point && run.series == series)
    }

    /// The fingerprints of the runs by seed, of those that are known.
    #[must_use]
    pub fn fingerprints(&self, point: usize, series: usize) -> Vec<Option<&str>> {
        let known = self.rows(point, series).map(|(_, outcome)| outcome.map(|outcome| outcome.fingerprint.as_str()));
        known.map(|print| print.filter(|print| !print.is_empty())).collect()
    }

    /// The values of a metric by seed.
    #[must_use]
    pub fn values(&self, id: &str, point: usize, series: usize) -> Vec<Option<f64>> {
        if let Some(relative) = relative(id) {
            let friends = self.friends(point, series).into_iter();
            return friends.map(|friends| friends.as_ref().and_then(relative.of)).collect();
        }
        let row = metric(self.metric_id(id)).map(|(row, _)| row);
        let value = |outcome: &Outcome| outcome.values.get(row?).copied().flatten();
        self.rows(point, series).map(|(_, outcome)| outcome.and_then(value)).collect()
    }

    /// By seed, the two kinds of flows of a mixed run beside NewReno alone, which is where no flow is of NRT.
    fn friends(&self, point: usize, series: usize) -> Vec<Option<Friendliness>> {
        let alone = self.figure.axis.points.iter().position(|point| point.x == ALONE);
        let alone = alone.map_or_else(Vec::new, |alone| self.values("newreno-flow", alone, series));
        let (new, old) = (self.values("nrt-flow", point, series), self.values("newreno-flow", point, series));
        let of = |((new, old), alone): ((Option<f64>, Option<f64>), Option<f64>)| {
            Friendliness::of(&[new?], &[old?], &[alone?])
        };
        new.into_iter().zip(old).zip(alone).map(of).collect()
    }

    /// What a claim or drawing calls `id`, under the mapping of this figure.
    fn metric_id<'a>(&self, id: &'a str) -> &'a str {
        let other = |metric: &&super::metric::Metric| metric.id.strip_suffix(BY_TRACE) == Some(id);
        let found = if self.by_trace() { METRICS.iter().find(other) } else { None };
        found.map_or(id, |metric| metric.id)
    }

    fn by_trace(&self) -> bool {
        self.figure.contrast.is_some_and(|contrast| contrast.mapping)
    }

    /// Means and intervals of what the figure draws.
    #[must_use]
    pub fn table(&self) -> Table {
        let Figure { id, title, axis, series, drawn, beside, course, .. } = self.figure;
        let named = |id: &&str| name(self.metric_id(id));
        let mut lines = Vec::new();
        for (index, row) in series.iter().enumerate() {
            for Name { id, label, unit } in drawn.iter().filter_map(named) {
                let label = match (drawn.len(), series.len()) {
                    (1, _) => row.label.to_owned(),
                    (_, 1) => label.to_owned(),
                    _ => format!("{}: {label}", row.label),
                };
                let cells = if *course { self.course(index) } else { self.cells(id, index) };
                lines.push(Line { label, metric: id, unit, cells });
            }
        }
        let beside = beside.iter().filter_map(named).flat_map(|Name { id, label, unit }| {
            series.iter().enumerate().map(move |(index, row)| {
                let label = if series.len() > 1 { format!("{label}: {}", row.label) } else { label.to_owned() };
                Line { label, metric: id, unit, cells: self.cells(id, index) }
            })
        });
        let first = drawn.first().and_then(named);
        let y = first.map_or(("", ""), |first| (if drawn.len() > 1 { "" } else { first.label }, first.unit));
        Table {
            figure: id,
            title,
            x: if *course { ("Time", "s") } else { (axis.label, axis.unit) },
            y,
            lines,
            along: (axis.label, axis.unit),
            beside: beside.collect(),
            caption: self.figure.caption(self.setting),
            done: self.done(),
            runs: self.plan.len(),
        }
    }

    fn cells(&self, metric: &str, series: usize) -> Vec<Cell> {
        let cell = |(point, x)| {
            let link = self.rows(point, series).next().map_or_else(String::new, |(run, _)| run.link.clone());
            Cell::of(x, self.values(metric, point, series), link)
        };
        self.points().into_iter().map(cell).collect()
    }

    /// cwnd over time at the first point, each value at the middle of its part, to a millisecond.
    fn course(&self, series: usize) -> Vec<Cell> {
        let Some((point, _)) = self.points().first().copied() else { return Vec::new() };
        let length = self.setting.seconds as f64 / PARTS as f64;
        let cell = |part: usize| {
            let values = self.rows(point, series).map(|(_, outcome)| outcome?.course.get(part).copied()).collect();
            let link = self.rows(point, series).next().map_or_else(String::new, |(run, _)| run.link.clone());
            Cell::of(math::round((part as f64 + 0.5) * length * 1000.0) / 1000.0, values, link)
        };
        (0..PARTS).map(cell).collect()
    }
}

impl Cell {
    fn of(x: f64, values: Vec<Option<f64>>, link: String) -> Cell {
        let known: Vec<f64> = values.iter().flatten().copied().collect();
        let estimate = Estimate::of(&known);
        Cell {
            x,
            n: known.len(),
            mean: estimate.map(|estimate| estimate.mean),
            half_width: estimate.and_then(|estimate| estimate.half_width),
            values,
            link,
        }
    }
}
