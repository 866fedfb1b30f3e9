//! Eifel: the timestamp of the first ACK after a timeout tells whether it answers the original or the retransmission
//! (RFC 3522 §3.2); the response is that of RFC 4015.
//!
//! ```text
//!          expiry                 first ACK of new data: spurious or not
//!   Idle ─────────▶ Waiting(stamp) ───────────────────────────────────▶ Idle
//! ```
//! Without timestamps, or with a stamp that says nothing, the timeout counts as genuine. The same test after a fast
//! retransmit is absent: responders answer timeouts only.

use super::TimeoutRules;
use super::response::spurious_timeout;
use crate::packet::Stamp;
use crate::seq::Seq;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::View;
use crate::time::Time;
use crate::trace::Verdict;

/// RFC 3522 §3.2.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Eifel {
    /// No question is open.
    #[default]
    Idle,
    /// Until an ACK of new data.
    Waiting {
        /// RetransmitTS: the stamp of the first retransmission of this outage, "not overwritten" by later ones.
        retransmitted: Option<Time>,
        /// One after the highest byte sent when the timer first expired.
        outstanding: Seq,
    },
}

impl TimeoutRules for Eifel {
    fn on_expiry(&mut self, expiry: &ExpiryFacts, _view: View<'_>) -> Decisions {
        if expiry.first_of_outage {
            let retransmitted = Stamp::at(expiry.now).time();
            *self = Eifel::Waiting { retransmitted, outstanding: expiry.snapshot.max };
        }
        [Decision::Conventional].into()
    }

    fn on_ack(&mut self, ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        let Eifel::Waiting { retransmitted, outstanding } = *self else { return Decisions::NONE };
        if !ack.advanced() {
            return Decisions::NONE;
        }
        *self = Eifel::Idle;
        // Step 3: "If the value of the Timestamp Echo Reply field [...] is smaller than the value of RetransmitTS".
        let answers_original = ack.echo.is_some_and(|echo| retransmitted.is_some_and(|stamp| echo < stamp));
        // Step 5: an ACK of everything may hide that all ACKs were lost, unless the receiver would have said so.
        let hides_nothing = path.dsack_seen || path.una < outstanding;
        // Step 4: the receiver had the segment before.
        if answers_original && ack.dsack.is_none() && hides_nothing {
            spurious_timeout(ack)
        } else {
            [Decision::Verdict(Verdict::Congestion)].into()
        }
    }
}
