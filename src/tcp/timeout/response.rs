//! The common answer to a timeout found spurious: the Eifel response (RFC 4015 §3.1).
//!
//! One response for every detector, so that a comparison of detectors compares detection alone.

use crate::tcp::decision::{AckFacts, Decision, Decisions};
use crate::trace::Verdict;

/// The response to an ACK of an original (SPUR_TO): the verdict, and the steps of the RFC.
pub(super) fn spurious_timeout(ack: &AckFacts) -> Decisions {
    let mut decisions = late_spurious_timeout(ack);
    // Step 2: resume with new data.
    decisions.push(Decision::StopGoBackN);
    decisions
}

/// The response to an ACK that a retransmission has caused (LATE_SPUR_TO): all has been sent again by then.
pub(super) fn late_spurious_timeout(ack: &AckFacts) -> Decisions {
    let mut decisions = Decisions::from([Decision::Verdict(Verdict::Spurious), Decision::KeepWindow]);
    // "If the ACK that [...] carries an ECN-Echo" the reduced window stays (step 3).
    if !ack.ece {
        decisions.push(Decision::Undo { acked: ack.acked });
        decisions.push(Decision::AllowFastRetransmit);
        decisions.push(Decision::SetRtt);
        decisions.push(Decision::ForgetBackOff);
    }
    decisions
}
