//! The Recovery part: how holes are found on duplicate ACKs, and repaired.

mod newreno;
mod sack;

use enum_dispatch::enum_dispatch;

pub use newreno::NewReno;
pub use sack::Sack;

use super::decision::{AckFacts, Decisions};
use super::path::View;
use crate::seq::Seq;

/// What to send next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// By the window: from `nxt` on while it is within una + window (RFC 5681 §3.1).
    ByWindow,
    /// This segment again.
    Again(Seq),
    /// A new segment.
    New,
    /// Nothing.
    Nothing,
}

/// What a recovery part is told and asked.
#[enum_dispatch]
pub trait RecoveryRules {
    /// Whether a fast recovery is under way.
    fn is_on(&self) -> bool;

    /// Whether it works from the scoreboard.
    fn reads_sacks(&self) -> bool;

    /// A duplicate ACK came and is counted.
    fn on_duplicate(&mut self, ack: &AckFacts, view: View<'_>) -> Decisions;

    /// An ACK of new data came. No decision means growth.
    fn on_advance(&mut self, ack: &AckFacts, view: View<'_>) -> Decisions;

    /// A fast recovery begins; the threshold to go to is `target`, in segments.
    fn on_entry(&mut self, target: f64, view: View<'_>) -> Decisions;

    /// A fast recovery is broken off.
    fn on_exit(&mut self);

    /// What is missing below `until` was lost; repair it with the window as it is. Said again on each ACK of a part.
    fn on_repair(&mut self, until: Seq, view: View<'_>) -> Decisions;

    /// What to send next. The caller sends it.
    fn next(&mut self, view: View<'_>) -> Next;

    /// Segments thought to be in the network, if it counts them itself.
    fn pipe(&self, view: View<'_>) -> Option<f64>;
}

/// The recovery parts.
#[enum_dispatch(RecoveryRules)]
#[derive(Clone, PartialEq, Debug)]
pub enum Recovery {
    /// RFC 6582.
    NewReno(NewReno),
    /// RFC 6675.
    Sack(Sack),
}
