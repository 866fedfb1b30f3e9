//! Numbers about a run: counters, goodput, accuracy of verdicts, fairness, and how sure a mean is.

pub mod accuracy;
pub mod counters;
pub mod fairness;
pub mod statistics;

pub use accuracy::{Accuracy, Confusion, Rules, Score, Timeout};
pub use counters::{Counters, FlowCounters, Goodput, RttSummary};
pub use fairness::{Friendliness, jain};
pub use statistics::Estimate;
