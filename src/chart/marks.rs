//! Marks of a timeout: a filled shape for what really happened, a ring for what the sender concluded.
//!
//! The shape is the channel, the letter an aid. A wrong conclusion has the heaviest ring of the row.

use plotters::element::Circle;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::ChartError;
use super::dash::Point;
use super::strip::Pen;
use super::theme::Theme;

/// What really happened, as far as a mark can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A queue was full: square, C.
    Congestion,
    /// Collisions: circle, K.
    Contention,
    /// Noise: saltire, R.
    Random,
    /// Nothing was lost: hollow diamond, S.
    Spurious,
    /// The path broke: triangle, L.
    Link,
    /// Not known yet, or never: dashed circle, ?.
    Open,
}

impl Cause {
    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Cause::Congestion => "C",
            Cause::Contention => "K",
            Cause::Random => "R",
            Cause::Spurious => "S",
            Cause::Link => "L",
            Cause::Open => "?",
        }
    }
}

/// Letter height over mark height.
const LETTER: f64 = 0.56;
/// Twelve directions, as (x, y) on the unit circle: enough for a small ring.
const RING: [Point; 12] = [
    (1.0, 0.0),
    (0.866, 0.5),
    (0.5, 0.866),
    (0.0, 1.0),
    (-0.5, 0.866),
    (-0.866, 0.5),
    (-1.0, 0.0),
    (-0.866, -0.5),
    (-0.5, -0.866),
    (0.0, -1.0),
    (0.5, -0.866),
    (0.866, -0.5),
];

/// The points of `shape` (in units of `z`) around `centre`.
fn around(centre: Point, z: f64, shape: &[Point]) -> Vec<Point> {
    shape.iter().map(|&(x, y)| (centre.0 + x * z, centre.1 + y * z)).collect()
}

/// A closed outline of `shape`.
fn outline(centre: Point, z: f64, shape: &[Point]) -> Vec<Point> {
    let mut path = around(centre, z, shape);
    path.extend(path.first().copied());
    path
}

fn disc(pen: &Pen<'_, '_>, centre: Point, radius: f64, colour: RGBColor) -> Result<(), ChartError> {
    let at = ((centre.0 + 0.5).floor() as i32, (centre.1 + 0.5).floor() as i32);
    Ok(pen.on.draw(&Circle::new(at, (radius + 0.5).floor() as i32, colour.filled()))?)
}

/// Draws the mark of `cause` around `centre`, `z` device pixels high.
///
/// # Errors
/// Where the backend refuses to draw.
pub(super) fn cause(pen: &Pen<'_, '_>, cause: Cause, centre: Point, z: f64, theme: Theme) -> Result<(), ChartError> {
    let (ink, paper) = (theme.ink(), theme.paper());
    let fill = ink.to_rgba();
    let stroke = pen.stroke(fill, 1.4);
    let (mut letter, mut size, mut low) = (paper, LETTER, 0.0);
    match cause {
        Cause::Congestion => {
            pen.fill(&around(centre, 0.44 * z, &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]), fill)?;
        }
        Cause::Contention => disc(pen, centre, 0.5 * z, ink)?,
        Cause::Random => {
            // The arms of a saltire whose stroke is 0.36 z: half of that is 0.18, projected on the diagonal 0.127.
            for flip in [1.0, -1.0] {
                let arm = [(-0.5, -0.246), (-0.246, -0.5), (0.5, 0.246), (0.246, 0.5)];
                pen.fill(&around(centre, z, &arm.map(|(x, y)| (x * flip, y))), fill)?;
            }
            disc(pen, centre, 0.33 * z, ink)?;
        }
        Cause::Spurious => {
            let diamond = [(0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0)];
            pen.fill(&around(centre, z, &diamond), paper.to_rgba())?;
            pen.line(&outline(centre, z, &diamond), stroke)?;
            letter = ink;
        }
        Cause::Link => {
            pen.fill(&around(centre, z, &[(0.0, -0.5), (0.54, 0.46), (-0.54, 0.46)]), fill)?;
            (size, low) = (LETTER * 0.92, 0.12);
        }
        Cause::Open => {
            pen.dashed(&outline(centre, 0.46 * z, &RING), &[3.0, 2.0], stroke)?;
            letter = ink;
        }
    }
    let at = (centre.0, centre.1 + low * z);
    pen.text(cause.letter(), at, size * z / pen.dpr, letter, (HPos::Center, VPos::Center))
}

/// Draws the ring of a verdict around `centre`: thin where `right`, heavy where wrong, dashed where it is not judged, dotted
/// where there is none.
///
/// # Errors
/// Where the backend refuses to draw.
pub(super) fn belief(
    pen: &Pen<'_, '_>,
    letter: &str,
    right: Option<bool>,
    centre: Point,
    z: f64,
    theme: Theme,
) -> Result<(), ChartError> {
    let ring = outline(centre, 0.44 * z, &RING);
    let ink = theme.ink().to_rgba();
    match (letter, right) {
        ("", _) => pen.dashed(&ring, &[1.5, 2.5], pen.stroke(ink, 1.1))?,
        (_, Some(false)) => pen.line(&ring, pen.stroke(ink, 2.6))?,
        (_, Some(true)) => pen.line(&ring, pen.stroke(ink, 1.1))?,
        (_, None) => pen.dashed(&ring, &[5.0, 3.0], pen.stroke(ink, 1.1))?,
    }
    let letter = if letter.is_empty() { "…" } else { letter };
    pen.text(letter, centre, LETTER * z / pen.dpr, theme.ink(), (HPos::Center, VPos::Center))
}
