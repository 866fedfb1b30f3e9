//! The lines of a script after parsing.

use super::line::Segments;
use crate::time::Time;
use crate::trace::Verdict;

/// One line with a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    /// Its line number, from 1.
    pub(super) line: usize,
    /// Its time.
    pub(super) at: Time,
    /// What happens or must be so.
    pub(super) action: Action,
}

/// What happens at a line, or must be so.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    /// The application writes so many segments, or for ever.
    Write(Option<u64>),
    /// An ACK reaches the sender, so many times.
    Ack(AckArrives, u64),
    /// Data reach the receiver.
    Data(DataArrives),
    /// The sender must have sent these.
    Sent(Transmission),
    /// The receiver must have sent this.
    Acked(Acknowledgement),
    /// Nothing more may have been sent.
    NothingSent,
    /// Whatever else is sent at this time is right.
    AnythingSent,
    /// Values of the sender.
    Values(Vec<Check>),
    /// When the timer must run out; `None`: it must be off.
    Timer(Option<Time>),
    /// The timer must run out now.
    Timeout,
}

/// An ACK on its way in. Numbers are segments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AckArrives {
    /// Next segment expected.
    pub(super) next: u64,
    /// So many bytes less than the start of that segment.
    pub(super) short: u64,
    /// SACK ranges.
    pub(super) sack: Vec<Segments>,
    /// DSACK range.
    pub(super) dsack: Option<Segments>,
    /// The stamp it echoes, where the script says so.
    pub(super) tsecr: Option<Time>,
    /// ECN-Echo.
    pub(super) ece: bool,
    /// Receive window from now on, in segments.
    pub(super) window: Option<u64>,
}

/// Data on its way in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DataArrives {
    /// The segments.
    pub(super) segments: Segments,
    /// Marked by a router.
    pub(super) ce: bool,
    /// The sender has reduced its window.
    pub(super) cwr: bool,
    /// The stamp, where it is not the time of arrival.
    pub(super) stamp: Option<Time>,
}

/// What a sender must have sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transmission {
    /// The segments.
    pub(super) segments: Segments,
    /// How much of each.
    pub(super) part: Part,
    /// Sent before.
    pub(super) rtx: bool,
    /// With CWR.
    pub(super) cwr: bool,
}

/// How much of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// All.
    Whole,
    /// All but its last bytes.
    Short(u64),
    /// Only its last bytes.
    Tail(u64),
    /// As many bytes as it has, but beginning and ending so many bytes earlier.
    Early(u64),
    /// One byte, to ask for the window.
    Probe,
}

/// The ACK that a receiver must have sent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Acknowledgement {
    /// Next segment expected.
    pub(super) next: u64,
    /// SACK ranges, in order.
    pub(super) sack: Vec<Segments>,
    /// DSACK range.
    pub(super) dsack: Option<Segments>,
    /// ECN-Echo.
    pub(super) ece: bool,
    /// The echoed stamp, where the script says so.
    pub(super) tsecr: Option<Time>,
}

/// One value of the sender.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Check {
    /// A number, and what it must be.
    Number(String, f64),
    /// The sender's state.
    State(String),
    /// The last verdict.
    Verdict(Option<Verdict>),
    /// The verdicts of all timeouts, oldest first.
    Verdicts(Vec<Option<Verdict>>),
}
