//! What a panel draws, layer by layer: lines, steps and marks, each with one way of drawing.
//!
//! Shapes tell kinds apart; colour still only names the lane, and ink explains.

use plotters::style::Color;

use super::ChartError;
use super::dash::Point;
use super::decimate::{Sample, columns};
use super::scale::Area;
use super::strip::{Pen, steps};
use super::theme::{LaneStyle, Theme};

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// As the lane's window: its colour and dash.
    Lane,
    /// Dotted ink: a limit or an average.
    Dotted,
    /// A fine ink line.
    Fine,
}

/// How a mark is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A bar over its range: a segment sent for the first time.
    Bar,
    /// A hollow square: a segment sent again.
    Square,
    /// A hollow tag that points right: a probe.
    Tag,
    /// A fine bracket over its range: a SACK range.
    Bracket,
    /// A cross: a drop.
    Cross,
    /// A caret from above: a congestion mark.
    Caret,
    /// A dot: a sample.
    Dot,
}

/// How an area is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// In the lane's colour.
    Lane,
    /// In the grey of lines.
    Middle,
    /// In the grey of hairlines.
    Light,
    /// Like the paper.
    Paper,
}

/// How a layer is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum How {
    /// Every value holds until the next.
    Steps(Stroke),
    /// Values are joined by straight lines.
    Line(Stroke),
    /// Each stands for itself.
    Marks(Shape),
    /// Each fills its range for so many seconds. All of them are drawn, since a cell may have been drawn before it was over.
    Cells(Tone, f64),
}

/// A value, or a range of values, at a time. A value that is no number interrupts a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Time, in seconds.
    pub t: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One kind of thing in a panel.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// What it is, for keys and files.
    pub name: &'static str,
    /// How it is drawn.
    pub how: How,
    /// Its points in order of time.
    pub marks: Vec<Mark>,
}

/// Where a value lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between the ends of the axis.
    Inside,
    /// Above the upper end.
    Above,
}

/// Length of the arms of small marks, in CSS pixels.
const ARM: f64 = 3.4;
/// Width of a bar and size of a dot.
const BAR: f64 = 2.4;

impl Mark {
    /// A single value.
    #[must_use]
    pub const fn at(t: f64, value: f64) -> Mark {
        Mark { t, low: value, high: value }
    }
}

/// At most two marks per column: those that follow each other are joined where `join`, then the lowest and the highest stay.
fn thinned(marks: &[Mark], join: bool, column: impl Fn(f64) -> i64) -> Vec<Mark> {
    let mut kept: Vec<Mark> = Vec::new();
    for group in marks.chunk_by(|one, other| column(one.t) == column(other.t)) {
        let mut group = group.to_vec();
        if join {
            group.dedup_by(|next, kept| {
                let follows = (next.low - kept.high).abs() < 1e-9;
                if follows {
                    kept.high = next.high;
                }
                follows
            });
        }
        if group.len() <= 2 {
            kept.append(&mut group);
            continue;
        }
        let mut ends = [group[0]; 2];
        for &mark in &group {
            if mark.low < ends[0].low {
                ends[0] = mark;
            }
            if mark.high > ends[1].high {
                ends[1] = mark;
            }
        }
        kept.extend(ends);
    }
    kept
}

/// Draws layers into one plot.
pub(super) struct Brush<'p, 'd, 's> {
    pub(super) pen: &'p Pen<'d, 's>,
    /// Where, with zero at the bottom.
    pub(super) area: Area,
    /// The value at the bottom.
    pub(super) low: f64,
    /// Nothing is drawn before or after, in seconds.
    pub(super) since: f64,
    pub(super) until: f64,
    pub(super) style: LaneStyle,
    pub(super) theme: Theme,
    /// Device pixels per CSS pixel of the type size.
    pub(super) unit: f64,
}

impl Brush<'_, '_, '_> {
    /// Draws one layer.
    pub(super) fn layer(&self, layer: &Layer) -> Result<(), ChartError> {
        match layer.how {
            How::Marks(shape) => {
                let join = matches!(shape, Shape::Bar);
                let first = layer.marks.partition_point(|mark| mark.t < self.since);
                let last = layer.marks.partition_point(|mark| mark.t <= self.until);
                let marks = layer.marks.get(first..last).unwrap_or_default();
                let kept = thinned(marks, join, |t| self.area.x(t).floor() as i64);
                kept.iter().try_for_each(|mark| self.mark(mark, shape))
            }
            How::Cells(tone, width) => layer.marks.iter().try_for_each(|mark| self.cell(mark, tone, width)),
            How::Steps(stroke) => {
                let runs = layer.marks.chunk_by(|one, other| self.place(one) == self.place(other));
                let mut runs = runs.peekable();
                while let Some(run) = runs.next() {
                    let until = runs.peek().and_then(|next| next.first()).map_or(self.until, |next| next.t);
                    match run.first().and_then(|first| self.place(first)) {
                        Some(Place::Inside) => self.steps(run, until.min(self.until), stroke)?,
                        Some(Place::Above) => self.above(run[0].t, until)?,
                        None => {}
                    }
                }
                Ok(())
            }
            How::Line(stroke) => {
                let runs = layer.marks.chunk_by(|one, other| one.low.is_nan() == other.low.is_nan());
                runs.into_iter().try_for_each(|run| self.joined(run, stroke))
            }
        }
    }

    fn y(&self, value: f64) -> f64 {
        self.area.y(value - self.low)
    }

    /// The value at the upper edge.
    fn top(&self) -> f64 {
        self.low + self.area.max
    }

    fn place(&self, mark: &Mark) -> Option<Place> {
        let place = if mark.low <= self.top() + 1e-9 { Place::Inside } else { Place::Above };
        (!mark.low.is_nan()).then_some(place)
    }

    /// An arrow at the upper edge, where a line leaves the plot at `from` and is back at `until`.
    fn above(&self, from: f64, until: f64) -> Result<(), ChartError> {
        // A drawing that is added to has the arrow already.
        let added = self.since > self.area.t0;
        if until <= self.since || from > self.until || (added && from < self.since) {
            return Ok(());
        }
        let (x, y, arm) = (self.area.x(from.max(self.since)), self.area.y0, ARM * self.unit);
        let stroke = self.pen.stroke(self.theme.ink2().to_rgba(), 1.4 * self.theme.weight());
        self.pen.line(&[(x, y + 3.0 * arm), (x, y)], stroke)?;
        self.pen.line(&[(x - arm, y + arm), (x, y), (x + arm, y + arm)], stroke)
    }

    fn steps(&self, run: &[Mark], until: f64, stroke: Stroke) -> Result<(), ChartError> {
        if run.first().is_none_or(|first| first.t > until) || until < self.since {
            return Ok(());
        }
        let first = run.partition_point(|mark| mark.t <= self.since).saturating_sub(1);
        let sample = |mark: &Mark| Sample { t: mark.t.max(self.since), value: mark.low - self.low };
        let samples: Vec<Sample> = run[first..].iter().map(sample).collect();
        self.stroke(&steps(&self.area, &samples, until), stroke)
    }

    fn joined(&self, run: &[Mark], stroke: Stroke) -> Result<(), ChartError> {
        if run.first().is_none_or(|first| first.low.is_nan()) {
            return Ok(());
        }
        let first = run.partition_point(|mark| mark.t <= self.since).saturating_sub(1);
        let last = run.partition_point(|mark| mark.t <= self.until);
        let Some(run) = run.get(first..last) else { return Ok(()) };
        let mut samples: Vec<Sample> = run.iter().map(|mark| Sample { t: mark.t, value: mark.low }).collect();
        if let [first, second, ..] = samples.as_mut_slice()
            && first.t < self.since
            && second.t > first.t
        {
            let part = (self.since - first.t) / (second.t - first.t);
            *first = Sample { t: self.since, value: first.value + part * (second.value - first.value) };
        }
        let kept = columns(samples, |t| self.area.x(t).floor() as i64);
        // What lies above the plot is cut off where the line crosses its edge.
        let (top, mut path) = (self.top(), Vec::<Point>::new());
        let mut before: Option<Sample> = None;
        for sample in kept {
            let inside = sample.value <= top;
            if let Some(before) = before
                && inside != (before.value <= top)
            {
                let part = (top - before.value) / (sample.value - before.value);
                path.push((self.area.x(before.t + part * (sample.t - before.t)), self.area.y0));
            }
            if inside {
                path.push((self.area.x(sample.t), self.y(sample.value)));
            } else {
                self.stroke(&path, stroke)?;
                path.clear();
            }
            before = Some(sample);
        }
        self.stroke(&path, stroke)
    }

    fn stroke(&self, path: &[Point], stroke: Stroke) -> Result<(), ChartError> {
        let (pen, theme, weight) = (self.pen, self.theme, self.theme.weight());
        match stroke {
            Stroke::Fine => pen.line(path, pen.stroke(theme.ink2().to_rgba(), weight)),
            Stroke::Dotted => pen.dashed(path, &[1.5, 2.5], pen.stroke(theme.ink2().to_rgba(), 1.4 * weight)),
            Stroke::Lane => {
                if self.style.cased {
                    pen.line(path, pen.stroke(theme.ink().to_rgba(), 2.2 * weight + 2.0))?;
                }
                pen.dashed(path, self.style.dash, pen.stroke(self.style.colour.to_rgba(), 2.2 * weight))
            }
        }
    }

    fn cell(&self, mark: &Mark, tone: Tone, width: f64) -> Result<(), ChartError> {
        let colour = match tone {
            Tone::Lane => self.style.colour,
            Tone::Middle => self.theme.line(),
            Tone::Light => self.theme.hair(),
            Tone::Paper => self.theme.paper(),
        };
        let [left, right] = [mark.t, mark.t + width].map(|t| self.area.x(t.clamp(self.area.t0, self.until)));
        self.pen.block((left, self.y(mark.high)), (right, self.y(mark.low)), colour)
    }

    /// A filled box around (`x`, `y0` to `y1`), in the lane's colour.
    fn solid(&self, x: f64, (y0, y1): (f64, f64), half: f64) -> Result<(), ChartError> {
        let frame = |grow: f64| {
            let (x0, x1, y0, y1) = (x - half - grow, x + half + grow, y0 - grow, y1 + grow);
            [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        };
        if self.style.cased {
            self.pen.fill(&frame(self.pen.dpr), self.theme.ink().to_rgba())?;
        }
        self.pen.fill(&frame(0.0), self.style.colour.to_rgba())
    }

    /// A hollow outline in the lane's colour.
    fn hollow(&self, outline: &[Point]) -> Result<(), ChartError> {
        let mut path = outline.to_vec();
        path.extend(outline.first().copied());
        self.pen.fill(outline, self.theme.paper().to_rgba())?;
        if self.style.cased {
            self.pen.line(&path, self.pen.stroke(self.theme.ink().to_rgba(), 3.4))?;
        }
        self.pen.line(&path, self.pen.stroke(self.style.colour.to_rgba(), 1.6 * self.theme.weight()))
    }

    fn mark(&self, mark: &Mark, shape: Shape) -> Result<(), ChartError> {
        let (pen, theme, unit) = (self.pen, self.theme, self.unit);
        let (x, top, bottom) = (self.area.x(mark.t), self.y(mark.high), self.y(mark.low));
        let middle = (top + bottom) / 2.0;
        let arm = ARM * unit;
        let ink = pen.stroke(theme.ink().to_rgba(), 1.6 * theme.weight());
        match shape {
            Shape::Bar => {
                let half = BAR * unit / 2.0;
                self.solid(x, (top.min(middle - half), bottom.max(middle + half)), half)
            }
            Shape::Dot => {
                let half = BAR * unit / 2.0;
                self.solid(x, (middle - half, middle + half), half)
            }
            Shape::Square => {
                let (x0, x1, y0, y1) = (x - arm, x + arm, middle - arm, middle + arm);
                self.hollow(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            }
            Shape::Tag => {
                let (x0, x1, y0, y1) = (x - 1.5 * arm, x + 0.6 * arm, middle - arm, middle + arm);
                self.hollow(&[(x0, y0), (x1, y0), (x + 1.7 * arm, middle), (x1, y1), (x0, y1)])
            }
            Shape::Bracket => {
                let fine = pen.stroke(theme.ink2().to_rgba(), theme.weight());
                let foot = 2.0 * unit;
                pen.line(&[(x + foot, top), (x, top), (x, bottom), (x + foot, bottom)], fine)
            }
            Shape::Cross => {
                pen.line(&[(x - arm, middle - arm), (x + arm, middle + arm)], ink)?;
                pen.line(&[(x - arm, middle + arm), (x + arm, middle - arm)], ink)
            }
            Shape::Caret => pen.line(&[(x - arm, top - 2.0 * arm), (x, top - arm), (x + arm, top - 2.0 * arm)], ink),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_keeps_two_marks() {
        let marks: Vec<Mark> = (0..1000).map(|i| Mark::at(f64::from(i) / 100.0, f64::from(i * 7919 % 101))).collect();
        let kept = thinned(&marks, false, |t| t as i64);
        assert!(kept.len() <= 20);
        let ends = |marks: &[Mark]| {
            marks.iter().fold((f64::MAX, f64::MIN), |(low, high), mark| (low.min(mark.low), high.max(mark.high)))
        };
        assert_eq!(ends(&kept), ends(&marks));
    }

    #[test]
    fn ranges_that_follow_each_other_become_one() {
        let marks = [(0.1, 1.0), (0.2, 2.0), (0.3, 3.0), (0.4, 9.0)].map(|(t, low)| Mark { t, low, high: low + 1.0 });
        let kept = thinned(&marks, true, |t| t as i64);
        assert_eq!(kept.iter().map(|mark| (mark.low, mark.high)).collect::<Vec<_>>(), [(1.0, 4.0), (9.0, 10.0)]);
    }
}
