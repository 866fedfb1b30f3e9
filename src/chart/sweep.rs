//! Means against a swept parameter, with their intervals, as papers draw them.
//!
//! Series are told apart by the shape of their marks and by dashes; colour is an aid.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::ChartError;
use super::dash::Point;
use super::figure::SVG_TYPE;
use super::scale::{Area, nice_step};
use super::strip::{Pen, SMALL, label};
use super::surface::{Paper, Surface};
use super::theme::Theme;

/// A chart of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// What it is, in one line.
    pub title: String,
    /// Name of the horizontal axis, with its unit.
    pub x: String,
    /// Name of the vertical axis, with its unit.
    pub y: String,
    /// The series.
    pub lines: Vec<SweepLine>,
    /// Sentences below the chart of an SVG.
    pub caption: Vec<String>,
    /// Colours.
    pub theme: Theme,
    /// Device pixels per CSS pixel.
    pub dpr: f64,
    /// Factor by which the backend draws type smaller than asked for (1 on a canvas, 1.24 in SVG).
    pub type_factor: f64,
}

/// A series of means.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepLine {
    /// Its name.
    pub label: String,
    /// Its points, in order.
    pub points: Vec<SweepPoint>,
}

/// A mean. The line is interrupted where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepPoint {
    /// Its place.
    pub x: f64,
    /// The mean.
    pub mean: Option<f64>,
    /// The interval reaches this far to either side.
    pub half_width: Option<f64>,
}

/// Room around the plot, in CSS pixels: left, above, below.
const ROOM: [f64; 3] = [66.0, 12.0, 42.0];
/// Room for the mark and dash before a name.
const BEFORE_NAME: f64 = 54.0;
/// Below this width the names stand under the plot, in CSS pixels.
const NARROW: f64 = 520.0;
/// Room between a plot and the names under it, which the axis takes.
const ABOVE_NAMES: f64 = 56.0;
/// Width of a letter of small type, about; rather more, so that nothing is cut.
const LETTER: f64 = 7.2;
/// What shares end at.
const WHOLE: f64 = 100.0;
/// The plot keeps at least this share of the width.
const PLOT: f64 = 0.55;
/// Size of a mark from its centre, in CSS pixels.
const ARM: f64 = 4.2;
/// Half of the cap of an interval.
const CAP: f64 = 3.0;
/// From so many points on they are neither marked nor named on the axis: a course over time.
const MANY: usize = 24;
/// Series at one point stand this far apart, so that their intervals can be read.
const APART: f64 = 2.5;
/// Distance of names.
const LINE: f64 = 17.0;
/// Size of an SVG, in pixels; its caption comes below.
const SIZE: (u32, u32) = (800, 400);
/// Height of the title of an SVG.
const TITLE: u32 = 34;
/// Letters in a line of a caption.
const LETTERS: usize = 118;
/// Dashes by series.
const DASHES: [&[f64]; 4] = [&[], &[8.0, 3.0], &[2.0, 2.5], &[10.0, 2.0, 2.0, 2.0]];
/// Eight directions on the unit circle: a small ring.
const RING: [Point; 8] = [
    (1.0, 0.0),
    (0.707, 0.707),
    (0.0, 1.0),
    (-0.707, 0.707),
    (-1.0, 0.0),
    (-0.707, -0.707),
    (0.0, -1.0),
    (0.707, -0.707),
];

impl Sweep {
    fn marked(&self) -> bool {
        self.lines.iter().all(|line| line.points.len() < MANY)
    }

    /// What stands over the names: the vertical axis, where it has no name what its numbers are.
    fn y_title(&self) -> &str {
        match self.y.as_str() {
            "" => "Count",
            "%" => "Share, %",
            named => named,
        }
    }

    /// Shares end at the whole.
    fn is_share(&self) -> bool {
        let means = self.lines.iter().flat_map(|line| &line.points).filter_map(|point| point.mean);
        self.y.ends_with('%') && means.fold(0.0, f64::max) <= WHOLE
    }

    /// The ends of the interval of a point, and whether they are drawn: an interval of Student's knows no bounds, the
    /// chart does.
    fn interval(&self, point: &SweepPoint) -> Option<[(f64, bool); 2]> {
        let (mean, half) = (point.mean?, point.half_width?);
        let most = if self.is_share() { WHOLE } else { f64::INFINITY };
        Some([((mean - half).max(0.0), mean - half >= 0.0), ((mean + half).min(most), mean + half <= most)])
    }

    /// What has to be known to read the chart.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let intervals = || self.lines.iter().flat_map(|line| &line.points).filter_map(|point| self.interval(point));
        if self.marked() && intervals().flatten().any(|(_, whole)| !whole) {
            let range = if self.is_share() { "from 0 to 100 % only" } else { "from 0 on only" };
            remarks.push(format!("Intervals are drawn {range}; an end without a bar lies beyond."));
        }
        let mut told = vec![false; self.lines.len()];
        for (index, line) in self.lines.iter().enumerate() {
            let means = |line: &SweepLine| line.points.iter().map(|point| (point.x, point.mean)).collect::<Vec<_>>();
            let own = means(line);
            if told[index] || own.iter().all(|(_, mean)| mean.is_none()) {
                continue;
            }
            let same: Vec<usize> = (index..told.len()).filter(|&other| means(&self.lines[other]) == own).collect();
            same.iter().for_each(|&other| told[other] = true);
            let names: Vec<&str> = same.iter().map(|&other| self.lines[other].label.as_str()).collect();
            if let [first @ .., last] = names.as_slice()
                && !first.is_empty()
            {
                remarks.push(format!("{} and {last} coincide at every point.", first.join(", ")));
            }
        }
        remarks
    }

    /// Whether the names stand under the plot.
    fn is_narrow(&self, width: u32) -> bool {
        f64::from(width) < NARROW * self.dpr
    }

    /// The ranges: of x with a margin, of y from zero to a round number.
    fn area(&self, (width, height): (u32, u32)) -> Area {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let low = all().map(|point| point.x).fold(f64::INFINITY, f64::min);
        let high = all().map(|point| point.x).fold(f64::NEG_INFINITY, f64::max);
        let margin = if high > low { 0.05 * (high - low) } else { 1.0 };
        let (t0, t1) = if low <= high { (low - margin, high + margin) } else { (0.0, 1.0) };
        let top = |point: &SweepPoint| self.interval(point).map_or(point.mean.unwrap_or(0.0), |[_, (top, _)]| top);
        let most = if self.is_share() { WHOLE } else { all().map(top).fold(0.0, f64::max) };
        let step = nice_step(if most > 0.0 { most } else { 1.0 }, 5);
        let [left, above, mut below] = ROOM.map(|room| room * self.dpr);
        let letters = |text: &str| LETTER * text.chars().count() as f64;
        let names = self.lines.iter().map(|line| BEFORE_NAME + letters(&line.label));
        let longest = names.fold(20.0 + letters(self.y_title()), f64::max);
        let mut right = (longest * self.dpr).min((1.0 - PLOT) * f64::from(width));
        if self.is_narrow(width) {
            right = above;
            below = (ABOVE_NAMES + LINE * (self.lines.len() + 1) as f64) * self.dpr;
        }
        Area {
            x0: left,
            y0: above,
            x1: (f64::from(width) - right).max(left + 1.0),
            y1: (f64::from(height) - below).max(above + 1.0),
            t0,
            t1,
            max: (most / step - 1e-9).ceil().max(1.0) * step,
        }
    }

    /// Where the horizontal axis has numbers: at the points, or at round numbers where these are many.
    fn ticks(&self, area: &Area) -> Vec<f64> {
        let mut places: Vec<f64> = self.lines.iter().flat_map(|line| &line.points).map(|point| point.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let room = (area.width() / (34.0 * self.dpr)).floor().max(1.0) as usize;
        if places.len() <= room && self.marked() {
            return places;
        }
        let step = nice_step(area.t1 - area.t0, room.min(8));
        let first = (area.t0 / step).ceil();
        (0..).map(|tick| (first + f64::from(tick)) * step).take_while(|&x| x <= area.t1).filter(|&x| x >= 0.0).collect()
    }

    fn grid(&self, pen: &Pen<'_, '_>, area: &Area) -> Result<(), ChartError> {
        let (theme, dpr) = (self.theme, self.dpr);
        let step = nice_step(area.max, 5);
        let mut tick = 0.0;
        while tick * step <= area.max * (1.0 + 1e-9) {
            let y = area.y(tick * step);
            let colour = if tick == 0.0 { theme.line() } else { theme.hair() };
            pen.line(&[(area.x0, y), (area.x1, y)], pen.stroke(colour.to_rgba(), 1.0))?;
            let at = (area.x0 - 6.0 * dpr, y);
            pen.text(&label(tick * step, step), at, SMALL, theme.ink2(), (HPos::Right, VPos::Center))?;
            tick += 1.0;
        }
        for x in self.ticks(area) {
            let at = area.x(x);
            pen.line(&[(at, area.y1), (at, area.y1 + 4.0 * dpr)], pen.stroke(theme.line().to_rgba(), 1.0))?;
            let below = (at, area.y1 + 7.0 * dpr);
            pen.text(&x.to_string(), below, SMALL, theme.ink2(), (HPos::Center, VPos::Top))?;
        }
        let middle = (f64::midpoint(area.x0, area.x1), area.y1 + 24.0 * dpr);
        pen.text(&self.x, middle, SMALL, theme.ink(), (HPos::Center, VPos::Top))
    }

    /// Where a point of series `index` lies, in device pixels. `None`: it has no mean.
    #[must_use]
    pub fn place(&self, area: &Area, index: usize, point: &SweepPoint) -> Option<(f64, f64)> {
        let apart = index as f64 - (self.lines.len() as f64 - 1.0) / 2.0;
        let shift = if self.marked() { apart * APART * self.dpr } else { 0.0 };
        Some((area.x(point.x) + shift, area.y(point.mean?)))
    }

    fn line(&self, pen: &Pen<'_, '_>, area: &Area, index: usize) -> Result<(), ChartError> {
        let Some(line) = self.lines.get(index) else { return Ok(()) };
        let (colour, marked) = (self.theme.series(index).to_rgba(), self.marked());
        let place = |point: &SweepPoint| self.place(area, index, point);
        for piece in line.points.split(|point| point.mean.is_none()) {
            let path: Vec<Point> = piece.iter().filter_map(place).collect();
            pen.dashed(&path, DASHES[index % DASHES.len()], pen.stroke(colour, 1.4))?;
        }
        for point in line.points.iter().filter(|_| marked) {
            let Some((x, y)) = place(point) else { continue };
            if let Some(ends) = self.interval(point) {
                let (cap, fine) = (CAP * self.dpr, pen.stroke(colour, 1.0));
                pen.line(&ends.map(|(value, _)| (x, area.y(value))), fine)?;
                for (value, _) in ends.into_iter().filter(|&(_, whole)| whole) {
                    pen.line(&[(x - cap, area.y(value)), (x + cap, area.y(value))], fine)?;
                }
            }
            self.mark(pen, (x, y), index)?;
        }
        Ok(())
    }

    /// The mark of a series: every shape occurs once among eight.
    fn mark(&self, pen: &Pen<'_, '_>, centre: Point, index: usize) -> Result<(), ChartError> {
        let (colour, paper) = (self.theme.series(index).to_rgba(), self.theme.paper().to_rgba());
        let stroke = pen.stroke(colour, 1.5);
        let around = |shape: &[Point]| -> Vec<Point> {
            shape.iter().map(|&(x, y)| (centre.0 + x * ARM * self.dpr, centre.1 + y * ARM * self.dpr)).collect()
        };
        let hollow = |shape: &[Point]| {
            let mut path = around(shape);
            pen.fill(&path, paper)?;
            path.extend(path.first().copied());
            pen.line(&path, stroke)
        };
        let square = [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)];
        let diamond = [(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)];
        match index % 8 {
            0 => pen.fill(&around(&square), colour),
            1 => hollow(&RING),
            2 => pen.fill(&around(&[(0.0, -1.1), (1.1, 0.9), (-1.1, 0.9)]), colour),
            3 => hollow(&diamond),
            4 => {
                pen.line(&around(&[(-1.0, -1.0), (1.0, 1.0)]), stroke)?;
                pen.line(&around(&[(-1.0, 1.0), (1.0, -1.0)]), stroke)
            }
            5 => {
                pen.line(&around(&[(-1.2, 0.0), (1.2, 0.0)]), stroke)?;
                pen.line(&around(&[(0.0, -1.2), (0.0, 1.2)]), stroke)
            }
            6 => pen.fill(&around(&[(0.0, 1.1), (1.1, -0.9), (-1.1, -0.9)]), colour),
            _ => hollow(&square),
        }
    }

    fn names(&self, pen: &Pen<'_, '_>, area: &Area) -> Result<(), ChartError> {
        let (theme, dpr) = (self.theme, self.dpr);
        let (x, mut y) = match self.is_narrow(pen.on.dim_in_pixel().0) {
            true => (ROOM[1] * dpr, area.y1 + ABOVE_NAMES * dpr),
            false => (area.x1 + 14.0 * dpr, area.y0 + 6.0 * dpr),
        };
        let room = (f64::from(pen.on.dim_in_pixel().0) - x) / (LETTER * dpr);
        for (row, words) in wrapped(&[self.y_title().to_owned()], room as usize).iter().enumerate() {
            y += if row > 0 { LINE * dpr } else { 0.0 };
            pen.text(words, (x, y), SMALL, theme.ink(), (HPos::Left, VPos::Center))?;
        }
        for (index, line) in self.lines.iter().enumerate() {
            y += LINE * dpr;
            let stroke = pen.stroke(theme.series(index).to_rgba(), 1.4);
            pen.dashed(&[(x, y), (x + 26.0 * dpr, y)], DASHES[index % DASHES.len()], stroke)?;
            if self.marked() {
                self.mark(pen, (x + 13.0 * dpr, y), index)?;
            }
            pen.text(&line.label, (x + 32.0 * dpr, y), SMALL, theme.ink2(), (HPos::Left, VPos::Center))?;
        }
        Ok(())
    }
}

/// Draws `sweep` over the whole of `on` and says where its plot lies, in device pixels. The paper is not painted.
///
/// # Errors
/// Where the backend refuses to draw.
pub fn draw_sweep(on: &Paper<'_>, sweep: &Sweep) -> Result<Area, ChartError> {
    let pen = Pen { on, dpr: sweep.dpr, type_factor: sweep.type_factor };
    let area = sweep.area(on.dim_in_pixel());
    sweep.grid(&pen, &area)?;
    (0..sweep.lines.len()).try_for_each(|index| sweep.line(&pen, &area, index))?;
    sweep.names(&pen, &area)?;
    Ok(area)
}

/// The sentences in lines of about so many letters.
fn wrapped(sentences: &[String], letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentences.iter().flat_map(|sentence| sentence.split(' ')) {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + word.chars().count() >= letters {
            lines.push(word.to_owned());
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            lines[last].push_str(&format!("{space}{word}"));
        }
    }
    lines
}

/// The sweep as an SVG document with title and caption. The same sweep gives the same bytes.
///
/// # Errors
/// Where the backend refuses to draw; writing into memory does not.
pub fn sweep_svg(sweep: &Sweep) -> Result<String, ChartError> {
    let sweep = Sweep { dpr: 1.0, type_factor: SVG_TYPE, ..sweep.clone() };
    let caption = wrapped(&[sweep.caption.clone(), sweep.remarks()].concat(), LETTERS);
    let below = (caption.len() as u32 + 1) * LINE as u32;
    let mut text = String::new();
    {
        let root = Surface::svg(&mut text, (SIZE.0, TITLE + SIZE.1 + below));
        root.fill(&sweep.theme.paper())?;
        let pen = Pen { on: &root, dpr: 1.0, type_factor: SVG_TYPE };
        let theme = sweep.theme;
        pen.text(&sweep.title, (12.0, f64::from(TITLE) / 2.0), 14.0, theme.ink(), (HPos::Left, VPos::Center))?;
        draw_sweep(&root.clone().shrink((0, TITLE), SIZE), &sweep)?;
        for (index, line) in caption.iter().enumerate() {
            let y = f64::from(TITLE + SIZE.1) + (index as f64 + 0.5) * LINE;
            pen.text(line, (12.0, y), SMALL - 1.0, theme.ink2(), (HPos::Left, VPos::Center))?;
        }
        root.present()?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
