//! Series of the log in the form charts take, cut off at the shown time.

use super::words::{self, OPEN, UNRESOLVED};
use super::{panels, timeouts};
use crate::chart::{Cause, Figure, Row, RowMark, Sample, Theme, Trace, nice_max};
use crate::ids::FlowId;
use crate::lab::{Lab, Point};
use crate::time::Time;

fn trace<'a>(points: impl Iterator<Item = &'a Point> + Clone) -> Trace {
    let sample = |point: &Point, value: f64| Sample { t: point.at.as_secs_f64(), value };
    Trace {
        cwnd: points.clone().map(|point| sample(point, point.cwnd)).collect(),
        ssthresh: points.map(|point| sample(point, point.ssthresh)).collect(),
    }
}

/// One trace per flow of a lane, up to the shown time and from the last point not after `from`.
#[must_use]
pub fn traces(lab: &Lab, lane: usize, from: Time) -> Vec<Trace> {
    let Some(lane) = lab.lanes().get(lane) else { return Vec::new() };
    let shown = |series: &crate::lab::Series| {
        let points = series.until(lab.shown());
        let first = points.partition_point(|point| point.at <= from).saturating_sub(1);
        trace(points[first..].iter())
    };
    lane.log.all_series().iter().map(shown).collect()
}

/// The abandoned future of a lane.
#[must_use]
pub fn ghosts(lab: &Lab, lane: usize) -> Vec<Trace> {
    let lanes = lab.ghost().and_then(|ghost| ghost.lanes.get(lane));
    lanes.map_or_else(Vec::new, |flows| flows.iter().map(|points| trace(points.iter())).collect())
}

/// (time in s, cwnd, ssthresh) of a flow since `from`, up to the shown time; the first triple is the one in force then.
#[must_use]
pub fn tail(lab: &Lab, lane: usize, flow: FlowId, from: Time) -> Vec<f64> {
    let Some(series) = lab.lanes().get(lane).and_then(|lane| lane.log.series(flow)) else { return Vec::new() };
    let points = series.until(lab.shown());
    let first = points.partition_point(|point| point.at <= from).saturating_sub(1);
    points[first..].iter().flat_map(|point| [point.at.as_secs_f64(), point.cwnd, point.ssthresh]).collect()
}

/// A round upper end for axes that show every lane from `from` to `to`.
#[must_use]
pub fn highest(lab: &Lab, from: Time, to: Time) -> f64 {
    let mut highest = 0.0_f64;
    for series in lab.lanes().iter().flat_map(|lane| lane.log.all_series()) {
        let points = series.until(to.min(lab.shown()));
        let first = points.partition_point(|point| point.at <= from).saturating_sub(1);
        highest = points[first..].iter().fold(highest, |highest, point| highest.max(point.cwnd));
    }
    nice_max(highest)
}

/// The figure of the run so far.
#[must_use]
pub fn figure(lab: &Lab, title: &str, identity: &str, theme: Theme) -> Figure {
    let rows = (0..lab.lanes().len()).map(|lane| Row {
        label: words::lane_label(lab, lane),
        traces: traces(lab, lane, Time::ZERO),
        marks: marks(lab, lane),
    });
    Figure {
        title: title.to_owned(),
        identity: identity.to_owned(),
        t0: 0.0,
        t1: lab.shown().as_secs_f64().max(1e-9),
        max: highest(lab, Time::ZERO, lab.shown()),
        rows: rows.collect(),
        second: panels::second(lab),
        theme,
    }
}

fn marks(lab: &Lab, lane: usize) -> Vec<RowMark> {
    let known = timeouts::timeouts(lab, lane).into_iter().filter(|row| row.known);
    known
        .map(|row| RowMark {
            t: row.t,
            truth: shape(row.truth),
            belief: words::VERDICTS.iter().find(|verdict| row.verdict == Some(verdict.id)).map_or("", |row| row.letter),
            right: row.right,
        })
        .collect()
}

fn shape(truth: &str) -> Cause {
    match truth {
        OPEN | UNRESOLVED => Cause::Open,
        "CONG" => Cause::Congestion,
        "CONT" => Cause::Contention,
        "RAND" => Cause::Random,
        "LINK" => Cause::Link,
        _ => Cause::Spurious,
    }
}
