//! The whole figure for export: one strip per lane on one time axis, each with its rows of truth and belief.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::ChartError;
use super::dash::Point;
use super::layer::{Brush, How, Layer, Mark};
use super::marks::{Cause, belief, cause};
use super::panel::{Panel, draw_panel};
use super::scale::Area;
use super::strip::{Pen, SMALL, Strip, Trace, draw_strip};
use super::surface::{Paper, Surface};
use super::theme::Theme;

/// Size of the type by which SVG of plotters falls short of what was asked for.
pub(super) const SVG_TYPE: f64 = 1.24;
/// Width of the figure, in pixels.
const WIDTH: u32 = 960;
/// Height of the title line.
const TITLE: u32 = 36;
/// Height of one strip without time labels.
const STRIP: u32 = 140;
/// Room the time labels add to the last strip.
const AXIS: u32 = 18;
/// Height of the rows of truth and belief together.
const RAILS: u32 = 44;
/// Height of the line above the second panel.
const KEY: u32 = 30;
/// Height of one lane of the second panel.
const SECOND: u32 = 120;
/// Width of a letter of small type, about.
const LETTER: f64 = 6.6;
/// Height of the line with the run's identity.
const FOOT: u32 = 28;
/// Distance of the lines of a name.
const LINE: f64 = 15.0;
/// Height of a mark.
const MARK: f64 = 18.0;
/// Marks closer than this many mark heights are pushed left, with a leader to the true time.
const CROWDED: f64 = 1.3;

/// One timeout in the rows below a strip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RowMark {
    /// When the timer expired, in seconds.
    pub t: f64,
    /// What really happened, as known at the shown time.
    pub truth: Cause,
    /// Letter of what the sender concluded; empty where it has not yet.
    pub belief: &'static str,
    /// Whether that was right; `None` where it is not known.
    pub right: Option<bool>,
}

/// One lane of the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the lane.
    pub label: String,
    /// Windows of its flows.
    pub traces: Vec<Trace>,
    /// Its timeouts up to the shown time, in order.
    pub marks: Vec<RowMark>,
}

/// All that the figure shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What this is, in one line.
    pub title: String,
    /// Seed, fingerprint and engine, in one line.
    pub identity: String,
    /// Time at the left edge, in seconds.
    pub t0: f64,
    /// Time at the right edge: the shown time, in seconds.
    pub t1: f64,
    /// Upper end of the value axes, in segments.
    pub max: f64,
    /// One row per lane.
    pub rows: Vec<Row>,
    /// The panel chosen beside the windows.
    pub second: Option<Second>,
    /// Colours.
    pub theme: Theme,
}

/// A panel of all lanes below the windows, on a time axis of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    /// What it shows, with its unit.
    pub label: String,
    /// Time at the left edge, in seconds.
    pub t0: f64,
    /// Time at the right edge, in seconds.
    pub t1: f64,
    /// Value at the bottom edge.
    pub low: f64,
    /// Value at the top edge.
    pub high: f64,
    /// Names of the values from 0 on, where these are rows.
    pub names: Vec<String>,
    /// The layers of each lane.
    pub rows: Vec<Vec<Layer>>,
}

/// Where the marks go: pushed left where they would overlap, from the right end on.
fn places(area: &Area, marks: &[RowMark]) -> Vec<f64> {
    let mut places: Vec<f64> = marks.iter().map(|mark| area.x(mark.t)).collect();
    for i in (0..places.len().saturating_sub(1)).rev() {
        places[i] = places[i].min(places[i + 1] - CROWDED * MARK);
    }
    places.iter().map(|place| place.max(area.x0)).collect()
}

fn rails(pen: &Pen<'_, '_>, area: &Area, top: f64, row: &Row, theme: Theme) -> Result<(), ChartError> {
    let (truth, concluded) = (top + 12.0, top + 33.0);
    for (word, y) in [("truth", truth), ("belief", concluded)] {
        pen.text(word, (area.x0 - 8.0, y), SMALL, theme.ink2(), (HPos::Right, VPos::Center))?;
    }
    let leader = pen.stroke(theme.ink2().to_rgba(), 0.9);
    for (mark, x) in row.marks.iter().zip(places(area, &row.marks)) {
        let path: [Point; 2] = [(area.x(mark.t), area.y1 - (area.y1 - area.y0) * 0.3), (x, truth - MARK / 2.0)];
        pen.dashed(&path, &[2.0, 2.0], leader)?;
        cause(pen, mark.truth, (x, truth), MARK, theme)?;
        belief(pen, mark.belief, mark.right, (x, concluded), MARK, theme)?;
    }
    Ok(())
}

/// Height of the part that shows `second`.
fn second_height(second: &Second) -> u32 {
    KEY + u32::try_from(second.rows.len()).unwrap_or(0) * SECOND + AXIS
}

/// Draws the panel of all lanes from `top` on: a line that says what is what, then one plot per lane.
fn draw_second(root: &Paper<'_>, top: u32, second: &Second, theme: Theme) -> Result<(), ChartError> {
    let pen = Pen { on: root, dpr: 1.0, type_factor: SVG_TYPE };
    let middle = f64::from(top + KEY / 2);
    pen.text(&second.label, (12.0, middle), SMALL, theme.ink(), (HPos::Left, VPos::Center))?;
    let mut x = 24.0 + LETTER * second.label.chars().count() as f64;
    let layers = second.rows.first().map_or(&[][..], Vec::as_slice);
    for layer in layers {
        let (low, high) = if matches!(layer.how, How::Marks(_)) { (1.0, 1.0) } else { (0.0, 2.0) };
        let how = if let How::Cells(tone, _) = layer.how { How::Cells(tone, 2.0) } else { layer.how };
        let area = Area { x0: x, y0: middle - 4.0, x1: x + 20.0, y1: middle + 4.0, t0: 0.0, t1: 2.0, max: 2.0 };
        let brush =
            Brush { pen: &pen, area, low: 0.0, since: low, until: high, style: theme.lane(0), theme, unit: 1.0 };
        let ends = if matches!(how, How::Cells(..)) {
            vec![Mark { t: 0.0, low: 0.0, high: 2.0 }]
        } else {
            vec![Mark::at(low, 1.0), Mark::at(high, 1.0)]
        };
        let sample = Layer { name: layer.name, how, marks: ends };
        brush.layer(&sample)?;
        pen.text(layer.name, (x + 24.0, middle), SMALL, theme.ink2(), (HPos::Left, VPos::Center))?;
        x += 36.0 + LETTER * layer.name.chars().count() as f64;
    }
    let mut top = top + KEY;
    for (lane, layers) in second.rows.iter().enumerate() {
        let axis = lane + 1 == second.rows.len();
        let height = SECOND + if axis { AXIS } else { 0 };
        let panel = Panel {
            t0: second.t0,
            t1: second.t1,
            now: second.t1,
            since: None,
            low: second.low,
            high: second.high,
            names: &second.names,
            layers,
            lane,
            theme,
            axis,
            dpr: 1.0,
            scale: 1.0,
            type_factor: SVG_TYPE,
        };
        draw_panel(&root.clone().shrink((0, top), (WIDTH, height)), &panel)?;
        top += height;
    }
    Ok(())
}

/// The figure as an SVG document. The same figure gives the same bytes.
///
/// # Errors
/// Where the backend refuses to draw; writing into memory does not.
pub fn svg(figure: &Figure) -> Result<String, ChartError> {
    let rows = u32::try_from(figure.rows.len()).unwrap_or(0);
    let second = figure.second.as_ref().map_or(0, second_height);
    let height = TITLE + rows * (STRIP + RAILS) + AXIS + second + FOOT;
    let mut text = String::new();
    {
        let root = Surface::svg(&mut text, (WIDTH, height));
        let theme = figure.theme;
        root.fill(&theme.paper())?;
        let pen = Pen { on: &root, dpr: 1.0, type_factor: SVG_TYPE };
        pen.text(&figure.title, (12.0, 18.0), 14.0, theme.ink(), (HPos::Left, VPos::Center))?;
        let mut top = TITLE;
        for (lane, row) in figure.rows.iter().enumerate() {
            let last = lane + 1 == figure.rows.len();
            let height = STRIP + if last { AXIS } else { 0 };
            let part = root.clone().shrink((0, top), (WIDTH, height));
            let strip = Strip {
                t0: figure.t0,
                t1: figure.t1,
                now: figure.t1,
                max: figure.max,
                traces: &row.traces,
                focus: None,
                ghosts: &[],
                lane,
                theme,
                axis: last,
                dpr: 1.0,
                scale: 1.0,
                type_factor: SVG_TYPE,
            };
            let area = draw_strip(&part, &strip)?;
            let area = Area { y0: area.y0 + f64::from(top), y1: area.y1 + f64::from(top), ..area };
            let mut y = area.y0 + 12.0;
            for part in row.label.split_inclusive(" + ") {
                pen.text(part.trim_end(), (area.x1 + 8.0, y), SMALL, theme.ink(), (HPos::Left, VPos::Center))?;
                y += LINE;
            }
            let swatch = [(area.x1 + 8.0, y), (area.x1 + 44.0, y)];
            let style = theme.lane(lane);
            if style.cased {
                pen.line(&swatch, pen.stroke(theme.ink().to_rgba(), 5.4))?;
            }
            pen.dashed(&swatch, style.dash, pen.stroke(style.colour.to_rgba(), 3.4))?;
            rails(&pen, &area, f64::from(top + height), row, theme)?;
            top += height + RAILS;
        }
        if let Some(second) = &figure.second {
            draw_second(&root, top, second, theme)?;
        }
        let foot = (12.0, f64::from(height - FOOT / 2));
        pen.text(&figure.identity, foot, SMALL, theme.ink2(), (HPos::Left, VPos::Center))?;
        root.present()?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Sample;

    fn figure() -> Figure {
        let sawtooth: Vec<Sample> =
            (0..400).map(|i| Sample { t: f64::from(i) * 0.05, value: 4.0 + f64::from(i % 80) * 0.2 }).collect();
        let flat = vec![Sample { t: 0.0, value: f64::INFINITY }, Sample { t: 4.0, value: 8.0 }];
        let mark = |t, truth, belief, right| RowMark { t, truth, belief, right };
        let marks = vec![
            mark(4.0, Cause::Random, "C", Some(false)),
            mark(8.0, Cause::Spurious, "S", Some(true)),
            mark(8.1, Cause::Congestion, "C", Some(true)),
            mark(12.0, Cause::Contention, "C", Some(false)),
            mark(16.0, Cause::Link, "L", Some(true)),
            mark(19.9, Cause::Open, "", None),
        ];
        let traces = vec![Trace { cwnd: sawtooth, ssthresh: flat }];
        let row = |label: &str| Row { label: label.to_owned(), traces: traces.clone(), marks: marks.clone() };
        Figure {
            title: "Six hops, 1.2 % random loss".to_owned(),
            identity: "seed 42, run 0123456789abcdef, engine 1".to_owned(),
            t0: 0.0,
            t1: 20.0,
            max: 20.0,
            rows: ["NRT", "NewReno", "SACK", "CUBIC"].map(row).into(),
            second: None,
            theme: Theme::Light,
        }
    }

    #[test]
    fn the_figure_does_not_change_unnoticed() {
        insta::assert_snapshot!("figure", svg(&figure()).expect("memory takes everything"));
    }

    #[test]
    fn the_figure_is_closed_xml_with_all_its_words() {
        let text = svg(&figure()).expect("memory takes everything");
        assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
        for word in ["NRT", "truth", "belief", "Six hops, 1.2 % random loss", "run 0123456789abcdef", "\n?\n", "…"] {
            assert!(text.contains(word), "{word}");
        }
    }

    #[test]
    fn a_figure_is_the_same_twice() {
        assert_eq!(svg(&figure()).ok(), svg(&figure()).ok());
    }
}
