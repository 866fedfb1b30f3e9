//! The Diagnose part: what a loss is taken for, asked at the duplicate threshold and at the timer.

use enum_dispatch::enum_dispatch;

use super::decision::Diagnosis;
use super::path::Path;

/// What a diagnose part is asked.
#[enum_dispatch]
pub trait DiagnoseRules {
    /// The meaning of the loss just found.
    fn diagnosis(&mut self, path: &Path) -> Diagnosis;
}

/// The diagnose parts.
#[enum_dispatch(DiagnoseRules)]
#[derive(Clone, PartialEq, Debug)]
pub enum Diagnose {
    /// RFC 5681.
    Congestion(Congestion),
}

/// Every loss is taken for congestion, as RFC 5681 §3 does.
#[derive(Clone, PartialEq, Debug)]
pub struct Congestion;

impl DiagnoseRules for Congestion {
    fn diagnosis(&mut self, _path: &Path) -> Diagnosis {
        Diagnosis::Congestion
    }
}
