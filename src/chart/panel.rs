//! One panel of one lane: layers over a light grid, on the time axis of the strips.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::ChartError;
use super::layer::{Brush, Layer};
use super::scale::{Area, even_step, nice_step};
use super::strip::{Pen, ROW, SMALL, label, layout, times};
use super::surface::Paper;
use super::theme::Theme;

/// Height of a row with a name, in CSS pixels.
const NAMED_ROW: f64 = 13.0;

/// What a panel shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel<'a> {
    /// Time at the left edge, in seconds.
    pub t0: f64,
    /// Time at the right edge, in seconds.
    pub t1: f64,
    /// The shown time, in seconds: nothing is drawn after it.
    pub now: f64,
    /// With a time: only what has happened since is added to a drawing that has the rest.
    pub since: Option<f64>,
    /// Value at the bottom edge.
    pub low: f64,
    /// Value at the top edge.
    pub high: f64,
    /// Names of the values from 0 on, where these are rows.
    pub names: &'a [String],
    /// What is drawn, the first below.
    pub layers: &'a [Layer],
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

/// The values with a line, each with its label if there is room for one.
fn ticks(panel: &Panel, area: &Area) -> Vec<(f64, Option<String>)> {
    let unit = panel.dpr * panel.scale;
    if panel.names.is_empty() {
        let rows = ((area.y1 - area.y0) / (ROW * unit)).floor().max(1.0) as usize;
        let range = panel.high - panel.low;
        let step = if panel.low == 0.0 { even_step(range, rows) } else { nice_step(range, rows.min(4)) };
        // Zero is added because minus zero would be written with its sign.
        let first = (panel.low / step - 1e-9).ceil() + 0.0;
        let count = (panel.high / step + 1e-9 - first).floor() as usize;
        return (0..=count).map(|tick| (first + tick as f64) * step).map(|at| (at, Some(label(at, step)))).collect();
    }
    let every = (NAMED_ROW * unit / (area.y(0.0) - area.y(1.0)).max(1e-3)).ceil().max(1.0) as usize;
    // The first row, at the top, has its name in any case.
    let named = |row: usize| (panel.names.len() - 1 - row).is_multiple_of(every);
    let rows = panel.names.iter().enumerate();
    rows.map(|(row, name)| (row as f64, named(row).then(|| name.clone()))).collect()
}

fn grid(pen: &Pen<'_, '_>, area: &Area, panel: &Panel) -> Result<(), ChartError> {
    let theme = panel.theme;
    for (value, label) in ticks(panel, area) {
        let y = area.y(value - panel.low);
        pen.line(&[(area.x0, y), (area.x1, y)], pen.stroke(theme.hair().to_rgba(), 1.0))?;
        if let Some(label) = label {
            let at = (area.x0 - 6.0 * panel.dpr * panel.scale, y);
            pen.text(&label, at, SMALL * panel.scale, theme.ink2(), (HPos::Right, VPos::Center))?;
        }
    }
    if panel.names.is_empty() {
        pen.line(&[(area.x0, area.y1), (area.x1, area.y1)], pen.stroke(theme.line().to_rgba(), 1.0))?;
    }
    if panel.axis { times(pen, area, theme, panel.scale) } else { Ok(()) }
}

/// Draws `panel` over the whole of `on` and says where its plot lies, in CSS pixels. The paper is not painted.
///
/// # Errors
/// Where the backend refuses to draw.
pub fn draw_panel(on: &Paper<'_>, panel: &Panel) -> Result<Area, ChartError> {
    let unit = panel.dpr * panel.scale;
    let range = panel.high - panel.low;
    let area = layout(on.dim_in_pixel(), panel.dpr, unit, panel.axis, (panel.t0, panel.t1), range);
    let pen = Pen { on, dpr: panel.dpr, type_factor: panel.type_factor };
    if panel.since.is_none() {
        grid(&pen, &area, panel)?;
    }
    let brush = Brush {
        pen: &pen,
        area,
        low: panel.low,
        since: panel.since.unwrap_or(panel.t0).max(panel.t0),
        until: panel.now.min(panel.t1),
        style: panel.theme.lane(panel.lane),
        theme: panel.theme,
        unit,
    };
    panel.layers.iter().try_for_each(|layer| brush.layer(layer))?;
    let css = |pixels: f64| pixels / panel.dpr;
    Ok(Area { x0: css(area.x0), y0: css(area.y0), x1: css(area.x1), y1: css(area.y1), ..area })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::surface::Surface;
    use crate::chart::{How, Mark, Shape, Stroke};

    fn layer(name: &'static str, how: How, marks: &[(f64, f64, f64)]) -> Layer {
        Layer { name, how, marks: marks.iter().map(|&(t, low, high)| Mark { t, low, high }).collect() }
    }

    fn value(t: f64, value: f64) -> (f64, f64, f64) {
        (t, value, value)
    }

    fn sequence() -> Vec<Layer> {
        let acked: Vec<_> = (0..10).map(|i| value(f64::from(i) * 0.1, 20.0 + f64::from(i))).collect();
        let sent: Vec<_> = (0..10).map(|i| (f64::from(i) * 0.1, 24.0 + f64::from(i), 25.0 + f64::from(i))).collect();
        vec![
            layer("acknowledged", How::Steps(Stroke::Fine), &acked),
            layer("SACK range", How::Marks(Shape::Bracket), &[(0.55, 27.0, 29.0), (0.65, 27.0, 30.0)]),
            layer("sent", How::Marks(Shape::Bar), &sent),
            layer("sent again", How::Marks(Shape::Square), &[(0.7, 26.0, 27.0)]),
            layer("probe", How::Marks(Shape::Tag), &[(0.95, 35.0, 36.0)]),
            layer("lost", How::Marks(Shape::Cross), &[(0.25, 26.0, 27.0)]),
        ]
    }

    fn queue() -> Vec<Layer> {
        let waiting: Vec<_> = (0..40).map(|i| value(f64::from(i) * 0.025, f64::from(i * 7 % 13))).collect();
        let average: Vec<_> = (0..40).map(|i| value(f64::from(i) * 0.025, f64::from(i) / 8.0)).collect();
        vec![
            layer("waiting", How::Steps(Stroke::Lane), &waiting),
            layer("RED average", How::Steps(Stroke::Dotted), &average),
            layer("marked", How::Marks(Shape::Caret), &[value(0.3, 9.0)]),
            layer("dropped", How::Marks(Shape::Cross), &[value(0.6, 12.0)]),
        ]
    }

    fn rtt() -> Vec<Layer> {
        let samples: Vec<_> = (1..20).map(|i| value(f64::from(i) * 0.05, 90.0 + f64::from(i * 7 % 11))).collect();
        let left = [value(0.0, f64::NAN), value(0.1, 300.0), value(0.3, 100.0), value(0.3, 280.0), value(1.0, 10.0)];
        vec![
            layer("RTT", How::Marks(Shape::Dot), &samples),
            layer("left of the timer", How::Line(Stroke::Fine), &left),
            layer("RTO", How::Steps(Stroke::Dotted), &[value(0.0, 1000.0), value(0.1, 300.0), value(0.3, 280.0)]),
            layer("srtt", How::Steps(Stroke::Lane), &[value(0.0, f64::NAN), value(0.1, 100.0), value(0.4, 95.0)]),
        ]
    }

    fn goodput() -> Vec<Layer> {
        let rate: Vec<_> = (0..20).map(|i| value(f64::from(i) * 0.05, 40.0 * f64::from(i % 9))).collect();
        vec![layer("goodput", How::Line(Stroke::Lane), &rate)]
    }

    fn svg(layers: &[Layer], (low, high): (f64, f64), lane: usize, since: Option<f64>) -> String {
        let mut text = String::new();
        {
            let root = Surface::svg(&mut text, (480, 120));
            let panel = Panel {
                t0: 0.0,
                t1: 1.25,
                now: 1.0,
                since,
                low,
                high,
                names: &[],
                layers,
                lane,
                theme: Theme::Light,
                axis: true,
                dpr: 1.0,
                scale: 1.0,
                type_factor: 1.0,
            };
            draw_panel(&root, &panel).expect("memory takes everything");
        }
        text
    }

    #[test]
    fn panels_do_not_change_unnoticed() {
        insta::assert_snapshot!("sequence", svg(&sequence(), (20.0, 40.0), 0, None));
        insta::assert_snapshot!("queue", svg(&queue(), (0.0, 20.0), 1, None));
        insta::assert_snapshot!("rtt", svg(&rtt(), (0.0, 400.0), 2, None));
        insta::assert_snapshot!("goodput", svg(&goodput(), (0.0, 400.0), 3, None));
    }

    #[test]
    fn a_line_above_the_plot_is_an_arrow_at_its_edge() {
        let lines = |how, highest: f64, since| {
            let line = layer("RTO", how, &[value(0.0, 100.0), value(0.4, highest), value(0.8, 200.0)]);
            svg(&[line], (0.0, 400.0), 0, since).matches("<polyline").count()
        };
        let steps = How::Steps(Stroke::Fine);
        assert_eq!(lines(steps, 900.0, None), lines(steps, 300.0, None) + 3, "a second piece and an arrow");
        assert_eq!(lines(steps, 900.0, Some(0.5)), lines(steps, 300.0, Some(0.5)), "the arrow is there already");
        let joined = How::Line(Stroke::Fine);
        assert_eq!(lines(joined, 900.0, None), lines(joined, 300.0, None) + 1, "cut where it crosses the edge");
    }

    #[test]
    fn only_what_is_new_is_added() {
        let all = svg(&sequence(), (20.0, 40.0), 0, None);
        let new = svg(&sequence(), (20.0, 40.0), 0, Some(0.92));
        assert!(all.contains("<text") && !new.contains("<text"), "the grid is there already");
        let shapes = |text: &str| text.matches("<polygon").count();
        assert_eq!((shapes(&all), shapes(&new)), (12, 1), "the probe is new");
        assert!(new.contains("<polyline"), "the ACK line goes on");
    }
}
