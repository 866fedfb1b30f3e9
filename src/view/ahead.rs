//! What was found out about a timeout later than the shown time, for whoever asks to see it early.
//!
//! Everything else the page is told ends at the shown time. This answers one question, asked by hand, and only where
//! the answer was computed already.

use serde::Serialize;

use super::timeouts::detail;
use super::words;
use crate::lab::Lab;

/// The true cause of a timeout, whenever it became certain.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ahead {
    /// Letter of the cause.
    pub letter: &'static str,
    /// Its word.
    pub word: &'static str,
    /// What sets it apart from others of its class.
    pub detail: String,
    /// Since when it is certain, in seconds.
    pub decided_at: f64,
    /// How much later than the expiry that is, in words.
    pub later: String,
}

/// The true cause of timeout `index` of `lane`, as far as the run was computed; `None` where it is not known.
#[must_use]
pub fn ahead(lab: &Lab, lane: usize, index: usize) -> Option<Ahead> {
    let timeout = lab.lanes().get(lane)?.log.timeouts().get(index)?;
    let (at, truth) = timeout.truth.filter(|&(at, _)| at <= lab.high_water())?;
    let row = words::of_truth(truth.class());
    Some(Ahead {
        letter: row.letter,
        word: row.word,
        detail: detail(lab, lane, &truth),
        decided_at: at.as_secs_f64(),
        later: words::ms(at - timeout.at),
    })
}
