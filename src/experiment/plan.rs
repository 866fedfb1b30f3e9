//! The runs of a figure.

use serde::Serialize;

use super::figure::{Figure, Setting};

/// One run of a figure, and where its numbers belong.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run {
    /// Which point of the axis, from 0.
    pub point: usize,
    /// Which series, from 0.
    pub series: usize,
    /// Its seed.
    pub seed: u64,
    /// Its link, without `#`. Runs of the same link are the same run.
    pub link: String,
    /// Whether cwnd over time is wanted of it.
    pub course: bool,
}

/// The runs of `figure` in a fixed order: by seed, so that every point has a number soon, then by point and series.
#[must_use]
pub fn plan(figure: &Figure, setting: Setting) -> Vec<Run> {
    let mut runs = Vec::new();
    for seed in 1..=setting.seeds {
        for point in figure.points(setting) {
            for (series, row) in figure.series.iter().enumerate() {
                let link = figure.link(&figure.axis.points[point], row, seed, setting.seconds);
                runs.push(Run { point, series, seed, link, course: figure.course });
            }
        }
    }
    runs
}
