//! A table of means as a chart.

use super::sheet::{Cell, Line, Table};
use crate::chart::{Sweep, SweepLine, SweepPoint, Theme};

/// The name of an axis with its unit, as far as it has them.
#[must_use]
pub fn axis((label, unit): (&str, &str)) -> String {
    let parts = [label, unit].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// The chart of `table`, as the paper draws it.
#[must_use]
pub fn picture(table: &Table, theme: Theme) -> Sweep {
    let point = |cell: &Cell| SweepPoint { x: cell.x, mean: cell.mean, half_width: cell.half_width };
    let line = |line: &Line| SweepLine { label: line.label.clone(), points: line.cells.iter().map(point).collect() };
    Sweep {
        title: format!("{}: {}", table.figure, table.title),
        x: axis(table.x),
        y: axis(table.y),
        lines: table.lines.iter().map(line).collect(),
        caption: table.caption.clone(),
        theme,
        dpr: 1.0,
        type_factor: 1.0,
    }
}
