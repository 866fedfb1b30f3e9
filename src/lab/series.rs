//! cwnd and ssthresh of one flow over time, thinned as it grows.
//!
//! Every cut is kept. Growth between two cuts is monotone, so a point of growth may be replaced by a later one: the
//! last before a cut always survives, and with it the height of every tooth.

use crate::time::{Span, Time};

/// How many points a series holds before its grain doubles. At 24 B each, 4 lanes of 10 flows take at most 16 MB.
const MAX_POINTS: usize = 1 << 14;
/// Growth points start this far apart: finer than a pixel of a minute on any screen.
const FIRST_GRAIN: Span = Span::from_millis(2);
/// The coarsest grain: the longest run then keeps a point of growth a minute.
const LAST_GRAIN: Span = Span::from_secs(60);

/// The windows from an instant on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// From when.
    pub at: Time,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Slow-start threshold, in segments; may be infinite.
    pub ssthresh: f64,
    /// Whether it is mere growth, which may be thinned.
    grows: bool,
}

/// A step function of time.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    points: Vec<Point>,
    grain: Span,
    /// How many points there may be before the next thinning.
    limit: usize,
}

impl Default for Series {
    fn default() -> Series {
        Series { points: Vec::new(), grain: FIRST_GRAIN, limit: MAX_POINTS }
    }
}

impl Series {
    /// Appends the windows from `at` on; `grows` says that only cwnd rose.
    pub fn push(&mut self, at: Time, cwnd: f64, ssthresh: f64, grows: bool) {
        append(&mut self.points, Point { at, cwnd, ssthresh, grows }, self.grain);
        if self.points.len() > self.limit {
            self.grain = (self.grain * 2).min(LAST_GRAIN);
            let mut thinned = Vec::with_capacity(MAX_POINTS);
            for &point in &self.points {
                append(&mut thinned, point, self.grain);
            }
            self.points = thinned;
            // Cuts alone cannot be thinned; where they fill the series, it grows with them.
            self.limit = MAX_POINTS.max(2 * self.points.len());
        }
    }

    /// The points in order of time.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The points up to and including `until`.
    #[must_use]
    pub fn until(&self, until: Time) -> &[Point] {
        &self.points[..self.points.partition_point(|point| point.at <= until)]
    }

    /// Forgets everything after `after` and returns it.
    pub fn truncate(&mut self, after: Time) -> Vec<Point> {
        let keep = self.points.partition_point(|point| point.at <= after);
        self.points.split_off(keep)
    }
}

/// Appends `point`, in place of the last one where both are growth within one grain of the one before.
fn append(points: &mut Vec<Point>, point: Point, grain: Span) {
    if let [.., before, last] = points.as_mut_slice() {
        let close = last.at.saturating_since(before.at) < grain;
        if last.at == point.at || (point.grows && last.grows && close) {
            *last = Point { grows: point.grows && last.grows, ..point };
            return;
        }
    }
    points.push(point);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    #[test]
    fn teeth_keep_their_height() {
        let mut series = Series::default();
        for tooth in 0..3_000u64 {
            for step in 0..20u64 {
                series.push(at(tooth * 20 + step), 10.0 + step as f64, 10.0, true);
            }
            series.push(at(tooth * 20 + 20), 10.0, 10.0, false);
        }
        assert!(series.points().len() < MAX_POINTS, "{} points", series.points().len());
        let cuts = series.points().windows(2).filter(|pair| pair[1].cwnd < pair[0].cwnd);
        let heights: Vec<f64> = cuts.map(|pair| pair[0].cwnd).collect();
        assert_eq!(heights.len(), 3_000);
        assert!(heights.iter().all(|&height| height == 29.0));
    }

    #[test]
    fn cuts_alone_are_kept() {
        let mut series = Series::default();
        for cut in 0..100_000 {
            series.push(at(cut), 1.0, 2.0, false);
        }
        assert_eq!(series.points().len(), 100_000);
    }

    #[test]
    fn the_future_can_be_cut_off() {
        let mut series = Series::default();
        for step in 0..10 {
            series.push(at(step * 10), step as f64, 5.0, false);
        }
        assert_eq!(series.until(at(35)).len(), 4);
        assert_eq!(series.truncate(at(30)).len(), 6);
        assert_eq!(series.points().len(), 4);
    }
}
