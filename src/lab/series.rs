//! cwnd and ssthresh of one flow over time, in bounded memory.
//!
//! The newest points are all kept. When a series is full its older half is thinned cell by cell: of each cell stay the
//! lowest and the highest window and the last one, so that every tooth keeps its height and a column of pixels its
//! extent.

use crate::time::{Span, Time};

/// How many points a series holds. At 24 B each, 4 lanes of 10 flows take at most 16 MB.
const MAX_POINTS: usize = 1 << 14;
/// So many of the newest are never thinned.
const NEWEST: usize = MAX_POINTS / 2;
/// So many of the older ones stay at most, which leaves room for growth before the next thinning.
const MAX_THINNED: usize = MAX_POINTS / 4;
/// Width of the first cells: finer than a pixel of a minute on any screen.
const FIRST_GRAIN: Span = Span::from_millis(2);

/// The windows from an instant on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// From when.
    pub at: Time,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Slow-start threshold, in segments; may be infinite.
    pub ssthresh: f64,
}

/// A step function of time.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    points: Vec<Point>,
    grain: Span,
}

impl Default for Series {
    fn default() -> Series {
        Series { points: Vec::new(), grain: FIRST_GRAIN }
    }
}

impl Series {
    /// Appends the windows from `at` on.
    pub fn push(&mut self, at: Time, cwnd: f64, ssthresh: f64) {
        let point = Point { at, cwnd, ssthresh };
        match self.points.last_mut().filter(|last| last.at == at) {
            Some(last) => *last = point,
            None => self.points.push(point),
        }
        if self.points.len() > MAX_POINTS {
            self.thin();
        }
    }

    /// Thins all but the newest points until there is room again.
    fn thin(&mut self) {
        let newest = self.points.split_off(self.points.len() - NEWEST);
        loop {
            let mut thinned = Vec::with_capacity(MAX_POINTS);
            let grain = self.grain.as_nanos();
            for cell in self.points.chunk_by(|a, b| a.at.as_nanos() / grain == b.at.as_nanos() / grain) {
                keep_extent(&mut thinned, cell);
            }
            self.points = thinned;
            if self.points.len() <= MAX_THINNED {
                break;
            }
            self.grain = self.grain * 2;
        }
        self.points.extend(newest);
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

/// Keeps of one cell the lowest and the highest window and the last point, in order.
fn keep_extent(kept: &mut Vec<Point>, cell: &[Point]) {
    let places = || 0..cell.len();
    let by_window = |&a: &usize, &b: &usize| cell[a].cwnd.total_cmp(&cell[b].cwnd);
    let (low, high) = (places().min_by(by_window), places().max_by(by_window));
    kept.extend(places().filter(|&at| Some(at) == low || Some(at) == high || at + 1 == cell.len()).map(|at| cell[at]));
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
                series.push(at(tooth * 20 + step), 10.0 + step as f64, 10.0);
            }
        }
        let points = series.points();
        assert!(points.len() <= MAX_POINTS, "{} points", points.len());
        assert!(points.is_sorted_by_key(|point| point.at));
        // Wherever one looks, a cell's width shows the whole tooth.
        let grain = series.grain.max(Span::from_millis(20)).as_nanos() * 2;
        for cell in points.chunk_by(|a, b| a.at.as_nanos() / grain == b.at.as_nanos() / grain).skip(1) {
            let windows = || cell.iter().map(|point| point.cwnd);
            let extent = (windows().fold(f64::INFINITY, f64::min), windows().fold(0.0, f64::max));
            assert_eq!(extent, (10.0, 29.0), "at {:?}", cell[0].at);
        }
    }

    #[test]
    fn an_hour_of_cuts_stays_within_the_number() {
        let mut series = Series::default();
        for cut in 0..3_600_000 {
            series.push(at(cut), (cut % 7) as f64, 2.0);
        }
        assert!(series.points().len() <= MAX_POINTS);
        let newest = &series.points()[series.points().len() - NEWEST..];
        assert!(newest.windows(2).all(|pair| pair[1].at == pair[0].at + Span::from_millis(1)));
    }

    #[test]
    fn the_future_can_be_cut_off() {
        let mut series = Series::default();
        for step in 0..10 {
            series.push(at(step * 10), step as f64, 5.0);
        }
        assert_eq!(series.until(at(35)).len(), 4);
        assert_eq!(series.truncate(at(30)).len(), 6);
        assert_eq!(series.points().len(), 4);
    }
}
