//! The timeouts of a lane for rails and time bar.

use serde::Serialize;

use super::words::{self, OPEN, UNRESOLVED};
use crate::lab::{Lab, Timeout};
use crate::trace::Verdict;
use crate::truth::Truth;

/// One timeout as far as it is known at the shown time. Timeouts after the shown time that have been computed are listed
/// too, without anything but their time and what will turn out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeoutRow {
    /// Its number in the lane.
    pub index: usize,
    /// When the timer expired, in seconds.
    pub t: f64,
    /// Id of what really happened, `open` or `unresolved`.
    pub truth: &'static str,
    /// For a timeout after the shown time: id of what will turn out to have happened, as far as that was computed.
    pub foreseen: Option<&'static str>,
    /// Details, in words.
    pub truth_detail: String,
    /// From when on that was certain, in seconds.
    pub decided_at: Option<f64>,
    /// Id of what the sender concluded.
    pub verdict: Option<&'static str>,
    /// When it did, in seconds.
    pub verdict_at: Option<f64>,
    /// Whether it was right.
    pub right: Option<bool>,
    /// The flow, from 0.
    pub flow: u16,
    /// The segment whose timer expired.
    pub segment: u64,
    /// Whether it lies at or before the shown time.
    pub known: bool,
}

/// Every timeout of a lane that was computed.
#[must_use]
pub fn timeouts(lab: &Lab, lane: usize) -> Vec<TimeoutRow> {
    let Some(state) = lab.lanes().get(lane) else { return Vec::new() };
    let end = lab.high_water();
    let computed = state.log.timeouts().iter().take_while(|timeout| timeout.at <= end);
    computed.enumerate().map(|(index, timeout)| row(lab, lane, index, timeout)).collect()
}

fn row(lab: &Lab, lane: usize, index: usize, timeout: &Timeout) -> TimeoutRow {
    let now = lab.shown();
    let truth = timeout.truth.filter(|&(at, _)| at <= now);
    let verdict = timeout.verdict.filter(|&(at, _)| at <= now);
    TimeoutRow {
        index,
        t: timeout.at.as_secs_f64(),
        truth: truth_id(lab, timeout),
        foreseen: timeout.truth.filter(|_| timeout.at > now).map(|(_, truth)| truth.class().id()),
        truth_detail: truth.map_or_else(String::new, |(_, truth)| detail(lab, lane, &truth)),
        decided_at: truth.map(|(at, _)| at.as_secs_f64()),
        verdict: verdict.map(|(_, verdict)| Verdict::id(verdict)),
        verdict_at: verdict.map(|(at, _)| at.as_secs_f64()),
        right: timeout.is_right(now),
        flow: timeout.flow.0,
        segment: words::segment(timeout.expiry.segment.start, words::mss(lab, lane, timeout.flow)),
        known: timeout.at <= now,
    }
}

/// Id of what really happened, as far as it is certain at the shown time.
pub(super) fn truth_id(lab: &Lab, timeout: &Timeout) -> &'static str {
    let now = lab.shown();
    match timeout.truth.filter(|&(at, _)| at <= now) {
        Some((_, truth)) => truth.class().id(),
        None if now == lab.duration() => UNRESOLVED,
        None => OPEN,
    }
}

/// What sets a truth apart from others of its class.
pub(super) fn detail(lab: &Lab, lane: usize, truth: &Truth) -> String {
    match *truth {
        Truth::Lost { cause, place, .. } => {
            format!("{} {}", words::why_dropped(cause), words::place(lab, lane, place))
        }
        Truth::Delayed { held_back: true } => "the receiver held its ACK back".to_owned(),
        Truth::Delayed { held_back: false } => "the ACK was late".to_owned(),
        Truth::AckLost { cause, place } => {
            format!("ACK lost {}: {}", words::place(lab, lane, place), words::why_dropped(cause))
        }
        Truth::Reordered => "overtaken by later data".to_owned(),
    }
}
