//! Charts, written once for every [`Surface`]: the page draws them on a canvas, the tool as SVG.
//!
//! Colour names a lane and nothing else, shape a cause and nothing else, ink explains. Nothing is drawn to the right
//! of the shown time.

mod dash;
mod decimate;
mod figure;
mod layer;
mod marks;
mod panel;
mod scale;
mod strip;
mod surface;
mod sweep;
mod theme;

pub use decimate::{Sample, columns};
pub use figure::{Figure, Row, RowMark, Second, svg};
pub use layer::{How, Layer, Mark, Shape, Stroke, Tone};
pub use marks::Cause;
pub use panel::{Panel, draw_panel};
pub use scale::{Area, nice_max, nice_step};
pub use strip::{Strip, Trace, draw_strip};
pub use surface::{Paper, Refused, Surface};
pub use sweep::{Sweep, SweepLine, SweepPoint, draw_sweep, sweep_svg};
pub use theme::{LaneStyle, Theme};

/// Why a chart could not be drawn: the backend refused.
#[derive(Debug, thiserror::Error)]
#[error("the chart could not be drawn: {0}")]
pub struct ChartError(String);

type AreaError = plotters::drawing::DrawingAreaErrorKind<Refused>;

impl From<AreaError> for ChartError {
    fn from(error: AreaError) -> ChartError {
        ChartError(error.to_string())
    }
}
