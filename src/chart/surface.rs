//! What charts are drawn on. One type for all of it, so that every chart is compiled once.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};
#[cfg(target_family = "wasm")]
use plotters_canvas::CanvasBackend;

/// A rectangle of a surface.
pub type Paper<'a> = DrawingArea<Surface<'a>, Shift>;

/// An SVG document, or a canvas of the page.
pub enum Surface<'a> {
    /// A document that is written into a string.
    Svg(SVGBackend<'a>),
    /// A canvas.
    #[cfg(target_family = "wasm")]
    Canvas(CanvasBackend),
}

impl<'a> Surface<'a> {
    /// A document of this size that is written to the end of `text`.
    pub(super) fn svg(text: &'a mut String, size: (u32, u32)) -> Paper<'a> {
        Surface::Svg(SVGBackend::with_string(text, size)).into_drawing_area()
    }
}

/// Why a surface refused.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

type Drawn = Result<(), DrawingErrorKind<Refused>>;

fn refused<E: std::error::Error + Send + Sync>(error: DrawingErrorKind<E>) -> DrawingErrorKind<Refused> {
    match error {
        DrawingErrorKind::DrawingError(why) => DrawingErrorKind::DrawingError(Refused(why.to_string())),
        DrawingErrorKind::FontError(why) => DrawingErrorKind::FontError(why),
    }
}

/// Does the same with either.
macro_rules! with {
    ($surface:ident, $on:ident => $what:expr) => {
        match $surface {
            Surface::Svg($on) => $what,
            #[cfg(target_family = "wasm")]
            Surface::Canvas($on) => $what,
        }
    };
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = Refused;

    fn get_size(&self) -> (u32, u32) {
        with!(self, on => on.get_size())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        with!(self, on => on.ensure_prepared().map_err(refused))
    }

    fn present(&mut self) -> Drawn {
        with!(self, on => on.present().map_err(refused))
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        with!(self, on => on.draw_pixel(point, color).map_err(refused))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        with!(self, on => on.draw_line(from, to, style).map_err(refused))
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        with!(self, on => on.draw_rect(from, to, style, fill).map_err(refused))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        with!(self, on => on.draw_path(path, style).map_err(refused))
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        with!(self, on => on.draw_circle(center, radius, style, fill).map_err(refused))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, vert: I, style: &S) -> Drawn {
        with!(self, on => on.fill_polygon(vert, style).map_err(refused))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, pos: BackendCoord) -> Drawn {
        with!(self, on => on.draw_text(text, style, pos).map_err(refused))
    }
}
