//! F-RTO with SACK (RFC 5682 §3.1): as the basic form, but duplicate ACKs before the first new ACK only inform the
//! scoreboard, so reordering does not end the test.

use super::TimeoutRules;
use super::frto::{ask, genuine_after_question};
use super::response::spurious_timeout;
use crate::seq::Seq;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::View;
use crate::trace::Verdict;

/// RFC 5682 §3.1.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum FrtoSack {
    /// No question is open.
    #[default]
    Idle,
    /// One segment was sent again; the end is RecoveryPoint's.
    First(Seq),
    /// New segments are on their way.
    Second(Seq),
}

impl TimeoutRules for FrtoSack {
    fn on_expiry(&mut self, expiry: &ExpiryFacts, View { path, .. }: View<'_>) -> Decisions {
        // Step 1: not in a loss recovery of either kind, except for the same segment again.
        let mut decisions = Decisions::from([Decision::Conventional, Decision::ForgetSacks]);
        if expiry.first_of_outage && !path.recover.reached(path.una) {
            *self = FrtoSack::Idle;
            decisions.push(Decision::Verdict(Verdict::Congestion));
        } else {
            *self = FrtoSack::First(path.max);
        }
        decisions
    }

    fn on_ack(&mut self, ack: &AckFacts, view: View<'_>) -> Decisions {
        let View { path, board } = view;
        match *self {
            FrtoSack::Idle => Decisions::NONE,
            FrtoSack::First(point) => {
                if !ack.advanced() {
                    return Decisions::NONE;
                }
                *self = FrtoSack::Idle;
                if path.una >= point {
                    return [Decision::Verdict(Verdict::Congestion)].into();
                }
                if !path.can_send_new() {
                    return [Decision::Verdict(Verdict::Undecided)].into();
                }
                *self = FrtoSack::Second(point);
                ask()
            }
            FrtoSack::Second(point) => {
                let news = ack.advanced() || ack.newly_sacked > 0;
                if !news && !ack.duplicate {
                    return Decisions::NONE;
                }
                *self = FrtoSack::Idle;
                // Only old data, never sent again, proves that the originals arrive.
                let beyond = path.una > point || board.highest_sacked().is_some_and(|highest| highest > point);
                if news && !beyond { spurious_timeout(ack) } else { genuine_after_question(view) }
            }
        }
    }
}
