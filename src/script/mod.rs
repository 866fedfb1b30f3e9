//! Endpoint scripts: one endpoint alone, handed segments at exact times, must send exactly what is written.
//!
//! ```text
//! # RFC 5681 §3.1: slow start
//! variant newreno
//! set iw=2 mss=1000 rwnd=64 cap=32 delack=off
//!
//! 0       write inf           # application data, in segments, or inf
//! 0       > 1..2              # sent now: segments 1 and 2, in this order
//! 100     < ack 3             # a cumulative ACK arrives: next expected segment is 3
//!         > 3..5
//! +1000   timeout             # the timer must fire exactly now
//!         > 3 rtx             # a retransmission is marked
//!         = cwnd 1 ssthresh 2 flight 3 rto 2000
//! ```
//!
//! Times are in milliseconds, absolute or `+x` after the line above; a line without a time belongs to the time above.
//! Segments are numbered 1, 2, 3, …. Between two times every transmission must be listed, and a timer that runs out
//! without a `timeout` line is a difference.

mod checklist;
mod coverage;
mod line;
mod parse;
mod receiver_end;
mod run;
mod sender_end;
mod settings;
mod step;

pub use checklist::{CHECKLIST, Need, Row};
pub use coverage::{Coverage, coverage};
pub use parse::parse;
pub use run::run;

use crate::tcp::{Preset, ReceiverConfig, SenderConfig};
use step::Step;

/// A parsed script.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The first comment line: which rows of the checklist it covers, and their source.
    pub title: String,
    /// The endpoint under test.
    role: Role,
    /// What happens and what must happen, in order.
    steps: Vec<Step>,
}

/// Why a text is not a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Problem {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong and what is allowed.
    pub what: String,
}

/// The first place where an endpoint does not do what its script says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Difference {
    /// Line number, from 1.
    pub line: usize,
    /// What was expected and what happened.
    pub what: String,
}

/// The endpoint under test.
#[derive(Clone, Debug, PartialEq)]
enum Role {
    /// A sender, and its state before the first line.
    Sender(SenderConfig, Preset),
    /// A receiver.
    Receiver(ReceiverConfig),
}
