//! F-RTO, the basic form (RFC 5682 §2.1): after the first segment sent again, up to two new segments ask whether data
//! never sent again gets acknowledged.
//!
//! ```text
//!          expiry            ACK of a part, new data leaves          ACK of new data: spurious
//!   Idle ─────────▶ First ───────────────────────────────▶ Second ──────────────────────────▶ Idle
//!                     │ duplicate, or all acknowledged        │ duplicate: congestion
//!                     └──────────── congestion ───────────────┴──────────────────────────────▶ Idle
//! ```
//! The new segments may exceed the cap, never the receive window: at a full window the test could not be made otherwise.

use super::TimeoutRules;
use super::response::spurious_timeout;
use crate::seq::Seq;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::View;
use crate::trace::Verdict;

/// "transmit up to two new (previously unsent) segments" (RFC 5682 §2.1 step 2b).
const NEW_SEGMENTS: u8 = 2;
/// "set the congestion window to no more than 3 * SMSS" (RFC 5682 §2.1 step 3a).
const MOST_AFTER_DUPLICATE: f64 = 3.0;

/// RFC 5682 §2.1.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Frto {
    /// No question is open.
    #[default]
    Idle,
    /// One segment was sent again.
    First {
        /// Its end.
        rtx_end: Seq,
        /// One after the highest byte sent when the timer expired.
        outstanding: Seq,
    },
    /// New segments are on their way.
    Second,
}

impl Frto {
    /// The new segments it may send with the window full.
    pub(in crate::tcp) const NEW_SEGMENTS: u8 = NEW_SEGMENTS;
}

/// Step 2b: up to two new segments, and nothing from `nxt`.
pub(super) fn ask() -> Decisions {
    [Decision::Cwnd(f64::from(NEW_SEGMENTS)), Decision::SendNew { segments: NEW_SEGMENTS }, Decision::KeepWindow].into()
}

/// Step 3a: the retransmissions go on from the first outstanding byte.
pub(super) fn genuine_after_question(view: View<'_>) -> Decisions {
    let cwnd = (view.path.cwnd + 1.0).min(MOST_AFTER_DUPLICATE);
    [Decision::Verdict(Verdict::Congestion), Decision::Cwnd(cwnd), Decision::KeepWindow].into()
}

impl TimeoutRules for Frto {
    fn on_expiry(&mut self, expiry: &ExpiryFacts, View { path, board }: View<'_>) -> Decisions {
        // Step 1: not when the timer expires in the middle of a go-back-N, except for the same segment again.
        if expiry.first_of_outage && path.in_loss() && !path.recover.reached(path.una) {
            *self = Frto::Idle;
            return [Decision::Conventional, Decision::Verdict(Verdict::Congestion)].into();
        }
        let rtx_end = board.segment(path.una).map_or(path.una, |first| first.end);
        *self = Frto::First { rtx_end, outstanding: path.max };
        [Decision::Conventional].into()
    }

    fn on_ack(&mut self, ack: &AckFacts, view: View<'_>) -> Decisions {
        let path = view.path;
        if !ack.advanced() && !ack.duplicate {
            return Decisions::NONE;
        }
        match *self {
            Frto::Idle => Decisions::NONE,
            Frto::First { rtx_end, outstanding } => {
                let part = ack.advanced() && path.una >= rtx_end && path.una < outstanding;
                *self = Frto::Idle;
                if !part {
                    return [Decision::Verdict(Verdict::Congestion)].into();
                }
                if !path.can_send_new() {
                    return [Decision::Verdict(Verdict::Undecided)].into();
                }
                *self = Frto::Second;
                ask()
            }
            Frto::Second => {
                *self = Frto::Idle;
                if ack.advanced() { spurious_timeout(ack) } else { genuine_after_question(view) }
            }
        }
    }
}
