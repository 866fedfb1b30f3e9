//! The copies of a segment that timed out, one line each.

use serde::Serialize;

use super::words;
use crate::lab::{Lab, Timeout};
use crate::truth::{CopyFate, CopyRecord};

/// One copy of the segment, as far as it is known at the shown time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CopyRow {
    /// Which, from 1.
    pub number: u32,
    /// When it was sent, in seconds.
    pub sent: f64,
    /// `arrived`, `dropped` or `travelling`.
    pub fate: &'static str,
    /// Id of the class of the cause of a drop.
    pub cause: Option<&'static str>,
    /// When it arrived or was dropped, in seconds.
    pub at: Option<f64>,
    /// All of it in words.
    pub text: String,
}

/// The copies listed in the record of `timeout`.
pub(super) fn copies(lab: &Lab, lane: usize, timeout: &Timeout) -> Vec<CopyRow> {
    timeout.copies.list().iter().map(|copy| row(lab, lane, copy)).collect()
}

fn row(lab: &Lab, lane: usize, copy: &CopyRecord) -> CopyRow {
    let number = u32::from(copy.copy) + 1;
    let met = copy.fate.filter(|&(at, _)| at <= lab.shown());
    let (fate, cause) = match met {
        None => ("travelling", None),
        Some((_, CopyFate::Delivered)) => ("arrived", None),
        Some((_, CopyFate::Dropped { cause, .. })) => ("dropped", Some(words::causes()[words::cause_index(cause)].id)),
    };
    let end = match met {
        None => "still travelling".to_owned(),
        Some((at, CopyFate::Delivered)) => format!("arrived at {}", words::at(at)),
        Some((at, CopyFate::Dropped { cause, place })) => {
            format!("lost at {} {}: {}", words::at(at), words::place(lab, lane, place), words::why_dropped(cause))
        }
    };
    CopyRow {
        number,
        sent: copy.sent.as_secs_f64(),
        fate,
        cause,
        at: met.map(|(at, _)| at.as_secs_f64()),
        text: format!("Copy {number}, sent at {}: {end}.", words::at(copy.sent)),
    }
}
