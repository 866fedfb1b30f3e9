//! Points in order of time, thinned cell by cell.
//!
//! Time is divided into cells of one grain, aligned to time zero. The points of the last cell are all kept; once time has
//! passed a cell, only those that a column of pixels could show stay. What is kept up to an instant so depends on what
//! happened up to it and on nothing else.

use crate::seq::SeqRange;
use crate::time::{Span, Time};

/// Something with a time.
pub trait Point: Copy + PartialEq {
    /// When.
    fn at(&self) -> Time;
    /// The same at another time.
    fn moved(self, at: Time) -> Self;
    /// Keeps of one cell what a column of pixels could show.
    fn thin(cell: &mut Vec<Self>);
}

/// A number from an instant on, or at it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// When.
    pub at: Time,
    /// What.
    pub value: f64,
}

impl Point for Value {
    fn at(&self) -> Time {
        self.at
    }

    fn moved(self, at: Time) -> Value {
        Value { at, ..self }
    }

    /// Keeps the lowest, the highest and the last.
    fn thin(cell: &mut Vec<Value>) {
        let Some(last) = cell.len().checked_sub(1).filter(|&last| last > 2) else { return };
        let (mut low, mut high) = (0, 0);
        for (place, point) in cell.iter().enumerate() {
            if point.value < cell[low].value {
                low = place;
            }
            if point.value > cell[high].value {
                high = place;
            }
        }
        let mut place = 0;
        cell.retain(|_| {
            place += 1;
            [low, high, last].contains(&(place - 1))
        });
    }
}

/// A range of bytes at an instant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bytes {
    /// When.
    pub at: Time,
    /// Which.
    pub range: SeqRange,
}

impl Point for Bytes {
    fn at(&self) -> Time {
        self.at
    }

    fn moved(self, at: Time) -> Bytes {
        Bytes { at, ..self }
    }

    /// Joins ranges that follow each other and keeps the lowest and the highest.
    fn thin(cell: &mut Vec<Bytes>) {
        cell.dedup_by(|next, kept| {
            let follows = next.range.start == kept.range.end;
            if follows {
                kept.range.end = next.range.end;
            }
            follows
        });
        if cell.len() > 2 {
            let low = cell.iter().copied().min_by_key(|point| point.range.start);
            let high = cell.iter().copied().max_by_key(|point| point.range.end);
            let mut ends = [low, high];
            ends.sort_by_key(|point| point.map(|point| point.at));
            cell.clear();
            cell.extend(ends.into_iter().flatten());
        }
    }
}

/// The points of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinned<P> {
    points: Vec<P>,
    /// Where the last cell begins, which is not thinned yet.
    open: usize,
    grain: Span,
}

impl<P: Point> Thinned<P> {
    /// No points yet.
    #[must_use]
    pub fn new(grain: Span) -> Thinned<P> {
        Thinned { points: Vec::new(), open: 0, grain }
    }

    /// Appends a point, not earlier than the last.
    pub fn push(&mut self, point: P) {
        self.settle(point.at());
        self.points.push(point);
    }

    /// Thins the last cell if `now` lies after it.
    pub fn settle(&mut self, now: Time) {
        if self.points.get(self.open).is_some_and(|first| cell(first.at(), self.grain) < cell(now, self.grain)) {
            let mut last = self.points.split_off(self.open);
            P::thin(&mut last);
            self.points.append(&mut last);
            self.open = self.points.len();
        }
    }

    /// All points.
    #[must_use]
    pub fn points(&self) -> &[P] {
        &self.points
    }

    /// The points up to and including `until`.
    #[must_use]
    pub fn until(&self, until: Time) -> &[P] {
        &self.points[..self.points.partition_point(|point| point.at() <= until)]
    }

    /// Forgets the points from `from` on, the beginning of a cell.
    pub fn cut(&mut self, from: Time) {
        self.points.truncate(self.points.partition_point(|point| point.at() < from));
        self.open = self.points.len();
    }

    /// Forgets the points before `from`.
    pub fn forget(&mut self, from: Time) {
        let before = self.points.partition_point(|point| point.at() < from);
        self.points.drain(..before);
        self.open = self.open.saturating_sub(before);
    }

    /// The same, but the last point before `from` moves to it.
    fn forget_all_but_one(&mut self, from: Time) {
        let before = self.points.partition_point(|point| point.at() < from);
        if let Some(last) = before.checked_sub(1) {
            self.points[last] = self.points[last].moved(from);
            self.points.drain(..last);
            self.open = self.open.saturating_sub(last).max(1);
        }
    }
}

/// The number of the cell that holds `at`.
fn cell(at: Time, grain: Span) -> u64 {
    at.as_nanos() / grain.as_nanos()
}

/// A value that holds until the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Steps {
    points: Thinned<Value>,
    last: f64,
}

impl Steps {
    /// No values yet.
    #[must_use]
    pub fn new(grain: Span) -> Steps {
        Steps { points: Thinned::new(grain), last: 0.0 }
    }

    /// The value is `value` without having become it.
    pub fn prime(&mut self, value: f64) {
        self.last = value;
    }

    /// The first value, from `at` on.
    pub fn begin(&mut self, at: Time) {
        self.points.push(Value { at, value: self.last });
    }

    /// The value from `at` on.
    pub fn set(&mut self, at: Time, value: f64) {
        if value != self.last {
            self.points.push(Value { at, value });
            self.last = value;
        }
    }

    /// The last value.
    #[must_use]
    pub const fn last(&self) -> f64 {
        self.last
    }

    /// The values in order.
    #[must_use]
    pub const fn points(&self) -> &Thinned<Value> {
        &self.points
    }

    /// See [`Thinned::settle`].
    pub fn settle(&mut self, now: Time) {
        self.points.settle(now);
    }

    /// See [`Thinned::cut`].
    pub fn cut(&mut self, from: Time) {
        self.points.cut(from);
    }

    /// Forgets the values before `from` but the one in force then.
    pub fn forget(&mut self, from: Time) {
        self.points.forget_all_but_one(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seq::Seq;

    const GRAIN: Span = Span::from_millis(5);

    fn at(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    #[test]
    fn a_cell_keeps_its_ends_and_its_last() {
        let mut steps = Steps::new(GRAIN);
        for (millis, value) in [(0, 3.0), (1, 9.0), (2, 1.0), (3, 4.0), (4, 5.0), (6, 2.0)] {
            steps.set(at(millis), value);
        }
        let values: Vec<f64> = steps.points().points().iter().map(|point| point.value).collect();
        assert_eq!(values, [9.0, 1.0, 5.0, 2.0]);
        assert_eq!(steps.points().until(at(4)).len(), 3);
    }

    #[test]
    fn segments_that_follow_each_other_become_one() {
        let mut sent = Thinned::new(GRAIN);
        for (millis, start) in [(0, 0), (1, 100), (2, 200), (3, 900), (3, 500), (9, 1000)] {
            sent.push(Bytes { at: at(millis), range: SeqRange::new(Seq(start), Seq(start + 100)) });
        }
        let ranges: Vec<_> = sent.points().iter().map(|point| (point.range.start.0, point.range.end.0)).collect();
        assert_eq!(ranges, [(0, 300), (900, 1000), (1000, 1100)]);
    }

    #[test]
    fn what_is_kept_depends_on_the_past_alone() {
        let value = |millis: u64| Value { at: at(millis), value: (millis * 7 % 11) as f64 };
        let (mut long, mut short) = (Thinned::new(GRAIN), Thinned::new(GRAIN));
        (0..100).for_each(|millis| long.push(value(millis)));
        long.cut(at(50));
        (50..53).for_each(|millis| long.push(value(millis)));
        (0..53).for_each(|millis| short.push(value(millis)));
        assert_eq!(long, short);
    }

    #[test]
    fn the_value_in_force_is_not_forgotten() {
        let mut steps = Steps::new(GRAIN);
        steps.set(at(2), 7.0);
        steps.set(at(31), 8.0);
        steps.forget(at(20));
        assert_eq!(steps.points().points()[0], Value { at: at(20), value: 7.0 });
        steps.forget(at(40));
        assert_eq!(steps.points().points(), [Value { at: at(40), value: 8.0 }]);
    }
}
