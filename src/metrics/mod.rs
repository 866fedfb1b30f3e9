//! Numbers about a run: counters, goodput, round trips, accuracy of verdicts, fairness, and how sure a mean is.

pub mod accuracy;
pub mod counters;
pub mod fairness;
pub mod rank;
pub mod rounds;
pub mod statistics;

pub use accuracy::{Accuracy, Confusion, Rules, Score, Timeout};
pub use counters::{Counters, FlowCounters, Goodput, RttSummary, bits_per_second};
pub use fairness::{Friendliness, jain};
pub use rank::spearman;
pub use rounds::{Round, Rounds, Underway};
pub use statistics::Estimate;
