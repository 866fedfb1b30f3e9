//! One strip: cwnd of one lane over time, with ssthresh dotted and a light grid.

use plotters::element::{PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBAColor, RGBColor, ShapeStyle, TextStyle};

use super::dash::{Point, dashes};
use super::decimate::{Sample, columns};
use super::scale::{Area, even_step, nice_step};
use super::surface::Paper;
use super::theme::Theme;
use super::{ChartError, LaneStyle};

/// The type of every label; browsers and viewers choose the first they have.
pub(super) const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
/// Smallest type, in CSS pixels.
pub(super) const SMALL: f64 = 12.0;
/// Room for value labels, left of the plot, in CSS pixels.
const LEFT: f64 = 54.0;
/// Room for the name and value at the line's end, right of the plot, in CSS pixels.
const RIGHT: f64 = 92.0;
/// The same on a narrow drawing, where names stand above the plot.
const RIGHT_NARROW: f64 = 44.0;
/// Below this width, in CSS pixels, a drawing is narrow.
const NARROW: f64 = 480.0;
/// Room above the plot, in CSS pixels.
const TOP: f64 = 8.0;
/// Room below the plot, in CSS pixels, without and with time labels.
const BOTTOM: (f64, f64) = (4.0, 22.0);
/// Lines of the grid are no closer than this, in CSS pixels.
pub(super) const ROW: f64 = 22.0;
/// ssthresh is dotted.
const DOTS: [f64; 2] = [1.5, 2.5];
/// Opacity of the tint below cwnd.
const TINT: f64 = 0.09;
/// Opacity of an abandoned future.
const GHOST: f64 = 0.15;
/// Opacity of the flows beside the one that is looked at.
const BESIDE: f64 = 0.35;

/// One flow's windows. Values hold from their time on; infinite ssthresh is not drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Congestion window, in segments.
    pub cwnd: Vec<Sample>,
    /// Slow-start threshold, in segments.
    pub ssthresh: Vec<Sample>,
}

/// What a strip shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip<'a> {
    /// Time at the left edge, in seconds.
    pub t0: f64,
    /// Time at the right edge, in seconds.
    pub t1: f64,
    /// The shown time, in seconds: nothing is drawn after it.
    pub now: f64,
    /// Value at the top edge, in segments.
    pub max: f64,
    /// One trace per flow of the lane.
    pub traces: &'a [Trace],
    /// Which of them is drawn in full, with the others thin beside it; `None` for all.
    pub focus: Option<usize>,
    /// Traces of an abandoned future, drawn faintly and beyond the shown time.
    pub ghosts: &'a [Trace],
    /// Which lane, from 0.
    pub lane: usize,
    /// Colours.
    pub theme: Theme,
    /// Whether to label the times.
    pub axis: bool,
    /// Device pixels per CSS pixel.
    pub dpr: f64,
    /// Factor of the type size.
    pub scale: f64,
    /// Factor by which the backend draws type smaller than asked for (1 on a canvas, 1.24 in SVG).
    pub type_factor: f64,
}

/// Draws on pixels: the backend wants whole ones.
pub(super) struct Pen<'d, 's> {
    pub(super) on: &'d Paper<'s>,
    pub(super) dpr: f64,
    pub(super) type_factor: f64,
}

fn whole(point: Point) -> (i32, i32) {
    ((point.0 + 0.5).floor() as i32, (point.1 + 0.5).floor() as i32)
}

impl Pen<'_, '_> {
    /// A stroke of `width` CSS pixels, at least one device pixel.
    pub(super) fn stroke(&self, colour: RGBAColor, width: f64) -> ShapeStyle {
        colour.stroke_width((width * self.dpr + 0.5).floor().max(1.0) as u32)
    }

    pub(super) fn line(&self, path: &[Point], style: ShapeStyle) -> Result<(), ChartError> {
        if path.len() < 2 {
            return Ok(());
        }
        Ok(self.on.draw(&PathElement::new(path.iter().copied().map(whole).collect::<Vec<_>>(), style))?)
    }

    pub(super) fn dashed(&self, path: &[Point], pattern: &[f64], style: ShapeStyle) -> Result<(), ChartError> {
        let pattern: Vec<f64> = pattern.iter().map(|length| length * self.dpr).collect();
        dashes(path, &pattern).iter().try_for_each(|piece| self.line(piece, style))
    }

    /// A filled box.
    pub(super) fn block(&self, corner: Point, other: Point, colour: RGBColor) -> Result<(), ChartError> {
        let (corner, other) = (whole(corner), whole(other));
        if corner.0 >= other.0 || corner.1 >= other.1 {
            return Ok(());
        }
        Ok(self.on.draw(&Rectangle::new([corner, other], colour.filled()))?)
    }

    pub(super) fn fill(&self, shape: &[Point], colour: RGBAColor) -> Result<(), ChartError> {
        Ok(self.on.draw(&Polygon::new(shape.iter().copied().map(whole).collect::<Vec<_>>(), colour.filled()))?)
    }

    /// Writes `text` of `size` CSS pixels.
    pub(super) fn text(
        &self,
        text: &str,
        at: Point,
        size: f64,
        colour: RGBColor,
        anchor: (HPos, VPos),
    ) -> Result<(), ChartError> {
        let style = TextStyle::from((FONT, size * self.dpr * self.type_factor).into_font())
            .color(&colour)
            .pos(Pos::new(anchor.0, anchor.1));
        Ok(self.on.draw(&Text::new(text.to_owned(), whole(at), style))?)
    }
}

use plotters::style::IntoFont;

/// Where a drawing of this size puts its plot, which shows the time from `t0` to `t1` and values up to `max`; in device
/// pixels. `unit` is their number per CSS pixel of the type size.
pub(super) fn layout(size: (u32, u32), dpr: f64, unit: f64, axis: bool, (t0, t1): (f64, f64), max: f64) -> Area {
    let (width, height) = (f64::from(size.0), f64::from(size.1));
    let right = if width / dpr < NARROW { RIGHT_NARROW } else { RIGHT };
    let bottom = if axis { BOTTOM.1 } else { BOTTOM.0 };
    let (x0, y0) = (LEFT * unit, TOP * unit);
    let (x1, y1) = ((width - right * unit).max(x0 + 1.0), (height - bottom * unit).max(y0 + 1.0));
    Area { x0, y0, x1, y1, t0, t1, max }
}

/// The stepped line of `samples` in pixels, from the left edge to `until`.
pub(super) fn steps(area: &Area, samples: &[Sample], until: f64) -> Vec<Point> {
    let first = samples.partition_point(|sample| sample.t <= area.t0).saturating_sub(1);
    let until = until.min(area.t1);
    let shown = samples[first..].iter().copied().take_while(|sample| sample.t <= until);
    let kept = columns(shown, |t| area.x(t.max(area.t0)).floor() as i64);
    let mut path: Vec<Point> = Vec::with_capacity(2 * kept.len() + 1);
    for sample in &kept {
        let (x, y) = (area.x(sample.t.max(area.t0)), area.y(sample.value));
        if let Some(&(_, before)) = path.last() {
            path.push((x, before));
        }
        path.push((x, y));
    }
    if let Some(&(x, y)) = path.last()
        && area.x(until) > x
    {
        path.push((area.x(until), y));
    }
    path
}

fn grid(pen: &Pen<'_, '_>, area: &Area, strip: &Strip) -> Result<(), ChartError> {
    let (theme, unit) = (strip.theme, strip.dpr * strip.scale);
    let size = SMALL * strip.scale;
    let rows = ((area.y1 - area.y0) / (ROW * unit)).floor().max(1.0) as usize;
    let step = even_step(strip.max, rows).max(1.0);
    let mut value = 0.0;
    while value <= strip.max + 1e-9 {
        let y = area.y(value);
        let colour = if value == 0.0 { theme.line() } else { theme.hair() };
        pen.line(&[(area.x0, y), (area.x1, y)], pen.stroke(colour.to_rgba(), 1.0))?;
        pen.text(&format!("{value:.0}"), (area.x0 - 6.0 * unit, y), size, theme.ink2(), (HPos::Right, VPos::Center))?;
        value += step;
    }
    if strip.axis { times(pen, area, theme, strip.scale) } else { Ok(()) }
}

/// The ticks of the time axis and their numbers.
pub(super) fn times(pen: &Pen<'_, '_>, area: &Area, theme: Theme, scale: f64) -> Result<(), ChartError> {
    let (unit, size) = (pen.dpr * scale, SMALL * scale);
    let most = (area.width() / (90.0 * unit)).floor().max(1.0) as usize;
    let step = nice_step(area.t1 - area.t0, most);
    let mut tick = (area.t0 / step).ceil();
    while tick * step <= area.t1 {
        let (t, x) = (tick * step, area.x(tick * step));
        pen.line(&[(x, area.y1), (x, area.y1 + 4.0 * unit)], pen.stroke(theme.line().to_rgba(), 1.0))?;
        let label = format!("{}{}", label(t, step), if t == 0.0 { " s" } else { "" });
        pen.text(&label, (x, area.y1 + 6.0 * unit), size, theme.ink2(), (HPos::Center, VPos::Top))?;
        tick += 1.0;
    }
    Ok(())
}

/// `value` with as many digits as `step` needs.
pub(super) fn label(value: f64, step: f64) -> String {
    let mut digits = 0;
    let mut step = step;
    while digits < 9 && (step - step.floor()).abs() > 1e-6 && (step.ceil() - step).abs() > 1e-6 {
        step *= 10.0;
        digits += 1;
    }
    format!("{value:.digits$}")
}

fn trace(pen: &Pen<'_, '_>, area: &Area, strip: &Strip, trace: &Trace, style: LaneStyle) -> Result<(), ChartError> {
    let (theme, weight) = (strip.theme, strip.theme.weight());
    let finite: Vec<Sample> = trace.ssthresh.iter().copied().filter(|sample| sample.value.is_finite()).collect();
    let path = steps(area, &finite, strip.now);
    pen.dashed(&path, &DOTS, pen.stroke(theme.ink2().to_rgba(), 1.4 * weight))?;
    let path = steps(area, &trace.cwnd, strip.now);
    if let (Some(first), Some(last)) = (path.first(), path.last()) {
        let mut below = path.clone();
        below.extend([(last.0, area.y1), (first.0, area.y1)]);
        pen.fill(&below, style.colour.mix(TINT))?;
    }
    if style.cased {
        pen.line(&path, pen.stroke(theme.ink().to_rgba(), 2.2 * weight + 2.0))?;
    }
    pen.dashed(&path, style.dash, pen.stroke(style.colour.to_rgba(), 2.2 * weight))
}

/// Draws `strip` over the whole of `on` and says where its plot lies, in CSS pixels. The paper is not painted.
///
/// # Errors
/// Where the backend refuses to draw.
pub fn draw_strip(on: &Paper<'_>, strip: &Strip) -> Result<Area, ChartError> {
    let unit = strip.dpr * strip.scale;
    let area = layout(on.dim_in_pixel(), strip.dpr, unit, strip.axis, (strip.t0, strip.t1), strip.max);
    let pen = Pen { on, dpr: strip.dpr, type_factor: strip.type_factor };
    let style = strip.theme.lane(strip.lane);
    grid(&pen, &area, strip)?;
    for ghost in strip.ghosts {
        // It was computed up to its last sample; beyond that nothing is known of it.
        let known = ghost.cwnd.last().map_or(strip.now, |last| last.t);
        let path = steps(&area, &ghost.cwnd, known.min(strip.t1));
        pen.line(&path, pen.stroke(style.colour.mix(GHOST), 2.2))?;
    }
    let in_full = |flow: usize| strip.focus.is_none_or(|focus| focus == flow);
    for (_, beside) in strip.traces.iter().enumerate().filter(|&(flow, _)| !in_full(flow)) {
        pen.line(&steps(&area, &beside.cwnd, strip.now), pen.stroke(style.colour.mix(BESIDE), 1.0))?;
    }
    for (_, one) in strip.traces.iter().enumerate().filter(|&(flow, _)| in_full(flow)) {
        trace(&pen, &area, strip, one, style)?;
    }
    let css = |pixels: f64| pixels / strip.dpr;
    Ok(Area { x0: css(area.x0), y0: css(area.y0), x1: css(area.x1), y1: css(area.y1), ..area })
}
