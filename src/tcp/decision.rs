//! What parts are told, and the closed list of what they may answer.
//!
//! A part hears facts and answers with decisions; the sender alone acts on them. So a part sends nothing, sets nothing,
//! logs nothing, and knows no clock but the instants handed to it.

use super::path::Snapshot;
use crate::seq::{Seq, SeqRange};
use crate::time::{Span, Time};
use crate::trace::{ExpiryAction, Verdict};

/// One decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision {
    /// The reaction of RFC 5681 §3.1 and RFC 6298 §5.4–5.6: threshold cut once per outage, window of one segment,
    /// timer backed off, everything outstanding sent again from the first byte on.
    Conventional,
    /// Send up to this many new segments whatever cwnd and the cap say, as far as the receive window and the data go,
    /// and nothing else on this event.
    SendNew {
        /// How many.
        segments: u8,
    },
    /// Send up to this many new segments by limited transmit (RFC 3042).
    LimitedTransmit {
        /// How many.
        segments: u8,
    },
    /// Send the segment that starts here again, less its last bytes.
    Resend {
        /// First byte.
        seq: Seq,
        /// Bytes left off its end, less than its length; they become a segment of their own.
        short: u16,
    },
    /// Send everything from the first outstanding byte on again, in segments of full length.
    Repacketize,
    /// Send everything from the first outstanding byte on again, as the window allows.
    GoBackN,
    /// Send only this many segments again on this event.
    LimitResends(u32),
    /// Send no more than this many segments on this event.
    LimitBurst(u32),
    /// What is outstanding was not lost: go on with new data.
    StopGoBackN,
    /// Forget what the receiver said it holds.
    ForgetSacks,
    /// Repair what is missing below this byte, window unchanged: the recovery part sends it as it can.
    Repair {
        /// The end of what is missing.
        until: Seq,
    },
    /// The duplicate threshold is met: enter a fast recovery.
    EnterRecovery,
    /// End a fast recovery, cwnd = ssthresh; forget the duplicate ACKs counted so far.
    LeaveRecovery,
    /// Forget the duplicate ACKs counted so far.
    ForgetDuplicates,
    /// Take back the cut of the last conventional timeout (RFC 4015 §3.1 step 3); the ACK acknowledged this much.
    Undo {
        /// In segments.
        acked: f64,
    },
    /// Take back all that timeouts have changed.
    Restore {
        /// Congestion window, in segments, unless it is larger by now.
        cwnd: f64,
        /// Slow-start threshold, in segments.
        ssthresh: f64,
        /// Back-off multiplier, unless it is smaller by now.
        backoff: u32,
    },
    /// Restart the estimator on the first sample from data sent after the timeout (RFC 4015 §3.1 step 5).
    SetRtt,
    /// No growth and no recovery step on this ACK.
    KeepWindow,
    /// A cut, both in segments.
    Cut {
        /// Slow-start threshold.
        ssthresh: f64,
        /// Congestion window.
        cwnd: f64,
    },
    /// A window inside a recovery, in segments.
    Cwnd(f64),
    /// Duplicate ACKs of the first outstanding byte may start a fast retransmit.
    AllowFastRetransmit,
    /// No fast retransmit until everything sent so far is acknowledged.
    BlockFastRetransmit,
    /// Double the timeout and restart the timer.
    BackOff,
    /// Take the doublings back.
    ForgetBackOff,
    /// Restart the timer.
    RestartTimer,
    /// Do not restart the timer, although new data is acknowledged.
    KeepTimer,
    /// The verdict on the open expiry.
    Verdict(Verdict),
}

/// The most decisions one answer holds.
const MOST: usize = 8;

/// The answer of a part: decisions in the order they are to be carried out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decisions {
    list: [Decision; MOST],
    len: u8,
}

impl Decisions {
    /// No decision: what the base sender does by itself.
    pub const NONE: Decisions = Decisions { list: [Decision::KeepWindow; MOST], len: 0 };

    /// Adds one.
    pub fn push(&mut self, decision: Decision) {
        self.list[usize::from(self.len)] = decision;
        self.len += 1;
    }

    /// The decisions in order.
    pub fn iter(&self) -> impl Iterator<Item = Decision> + use<> {
        self.list.into_iter().take(usize::from(self.len))
    }

    /// What an observer calls this answer to an expiry.
    #[must_use]
    pub fn expiry_action(&self) -> ExpiryAction {
        self.iter()
            .find_map(|decision| match decision {
                Decision::Conventional => Some(ExpiryAction::Conventional),
                Decision::SendNew { .. } => Some(ExpiryAction::Probe),
                Decision::Resend { .. } => Some(ExpiryAction::Fallback),
                _ => None,
            })
            .expect("an answer to an expiry sends something")
    }
}

impl<const N: usize> From<[Decision; N]> for Decisions {
    fn from(list: [Decision; N]) -> Decisions {
        let mut decisions = Decisions::NONE;
        for decision in list {
            decisions.push(decision);
        }
        decisions
    }
}

/// One ACK that is not below the first outstanding byte, as the sender has taken it in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AckFacts {
    /// When it came.
    pub now: Time,
    /// First outstanding byte before it.
    pub una_before: Seq,
    /// Bytes in flight before it.
    pub flight_before: u64,
    /// Segments it newly acknowledged, 0 if none.
    pub acked: f64,
    /// Whether it is a duplicate (RFC 5681 §2), or brought new SACK information only (RFC 6675 §2).
    pub duplicate: bool,
    /// Whether it counts towards the duplicate threshold; over SACK only new SACK information does.
    pub counted: bool,
    /// Bytes it newly reported as received out of order.
    pub newly_sacked: u64,
    /// Whether anything was known before it to have been received out of order.
    pub sacked_before: bool,
    /// The RTT sample it gave.
    pub rtt: Option<Span>,
    /// ECN-Echo.
    pub ece: bool,
    /// The instant its timestamp echoes.
    pub echo: Option<Time>,
    /// Its DSACK range.
    pub dsack: Option<SeqRange>,
}

impl AckFacts {
    /// Whether it acknowledged new data.
    #[must_use]
    pub fn advanced(&self) -> bool {
        self.acked > 0.0
    }
}

/// One expiry of the retransmission timer with data in flight. The path is as it was before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpiryFacts {
    /// When.
    pub now: Time,
    /// Whether the acknowledgement number advanced since the expiry before.
    pub first_of_outage: bool,
    /// Whether the sender is in fast recovery.
    pub in_recovery: bool,
    /// What the loss is taken for.
    pub diagnosis: Diagnosis,
    /// The state before the first expiry of this outage.
    pub snapshot: Snapshot,
}

/// What a loss is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagnosis {
    /// A queue overflowed.
    Congestion,
    /// Noise.
    Random,
    /// The path broke.
    Link,
    /// No opinion; treated as congestion.
    Unknown,
}

/// Why a window is to be cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// The duplicate threshold was met.
    Duplicates,
    /// The timer expired.
    Timeout,
    /// ECN-Echo.
    Ecn,
}
