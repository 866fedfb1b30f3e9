//! The conventional timeout (RFC 6298 §5.4–5.6, RFC 5681 §3.1): every expiry is congestion.

use super::TimeoutRules;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::View;
use crate::trace::Verdict;

/// Window of one segment, go-back-N.
#[derive(Clone, PartialEq, Debug)]
pub struct Standard;

impl TimeoutRules for Standard {
    fn on_expiry(&mut self, _expiry: &ExpiryFacts, _view: View<'_>) -> Decisions {
        [Decision::Conventional, Decision::Verdict(Verdict::Congestion)].into()
    }

    fn on_ack(&mut self, _ack: &AckFacts, _view: View<'_>) -> Decisions {
        Decisions::NONE
    }
}
