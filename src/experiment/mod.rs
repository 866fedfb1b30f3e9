//! Experiments: the figures of papers as data, their runs, their numbers, and what these say about the papers' claims.
//!
//! The order of calls, for the tool and for the page's workers alike:
//!
//! 1. [`figures`] and [`contrasts`] list what there is; [`find`] takes an id, [`Setting::find`] the name of a setting.
//! 2. [`plan`] lists the runs of a figure: each is a link and the place of its numbers.
//! 3. A worker makes a [`Trial`] of a link, calls [`Trial::work`] until it is done and hands its [`Outcome`] back.
//! 4. [`Sheet`] keeps the outcomes in the order of the plan, absent ones too, so that partial results can be drawn:
//!    [`Sheet::table`] has means and intervals, [`picture`] makes them a chart ([`crate::chart::Sweep`]).
//! 5. [`judge`] says of every claim that looks at these sheets whether it holds.
//!
//! Variants at a point are separate runs of one lane each, not lanes of one run: lanes share no work, and single runs
//! spread over workers and are what is kept when a sweep is stopped. They meet the same luck, because luck depends on the
//! seed alone.

mod capability;
mod claims;
mod construction;
mod figure;
mod judge;
mod measure;
mod metric;
mod nrt;
mod nrt_claims;
mod nrt_contrasts;
mod picture;
mod plan;
mod reading;
mod sheet;
mod stage;
#[cfg(test)]
mod tests;
pub mod verdict;

pub use capability::{Capability, capabilities};
pub use claims::{Case, Check, Rule, SCRIPTS, checks, checks_of};
pub use figure::{Axis, Contrast, Figure, Point, SETTINGS, Series, Setting};
pub use judge::{Ruling, UNKNOWN, judge};
pub use measure::{Outcome, Trial};
pub use metric::{METRICS, Metric, Name, RELATIVES, Relative, metric, name};
pub use picture::{axis, picture};
pub use plan::{Run, plan};
pub use sheet::{Cell, Line, Sheet, Table};
pub use stage::Stage;

/// The figures and tables of all papers.
#[must_use]
pub fn figures() -> &'static [Figure] {
    nrt::FIGURES
}

/// Figures with one choice changed.
#[must_use]
pub fn contrasts() -> &'static [Figure] {
    nrt_contrasts::CONTRASTS
}

/// The figure or contrast with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Figure> {
    figures().iter().chain(contrasts()).find(|figure| figure.id == id)
}
