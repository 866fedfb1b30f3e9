//! Fast retransmit and fast recovery without SACK (RFC 6582 §3.2), and limited transmit (RFC 3042).
//!
//! ```text
//!          duplicate threshold                     partial ACK
//!   Open ────────────────────────▶ Recovery{Whole} ───────────▶ Recovery{Partial} ⟲
//!    ▲                                   │ full ACK                   │ full ACK
//!    └───────────────────────────────────┴────────────────────────────┘
//! ```
//! The timer restarts on the first partial ACK only ("impatient", §4). The heuristics of §4.1 and §4.2 are absent.

use super::{Next, RecoveryRules};
use crate::seq::Seq;
use crate::tcp::decision::{AckFacts, Decision, Decisions};
use crate::tcp::path::{Path, View};

/// "cwnd MUST be set to ssthresh plus 3*SMSS" (RFC 5681 §3.2 step 3).
const LEFT_THE_NETWORK: f64 = 3.0;
/// Limited transmit acts "upon the arrival of the first two consecutive duplicate ACKs" (RFC 3042 §2).
pub(super) const LIMITED_DUPLICATES: u32 = 2;

/// RFC 6582.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum NewReno {
    /// Not in fast recovery.
    #[default]
    Open,
    /// In fast recovery.
    Recovery(Acked),
}

/// What was acknowledged in this recovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acked {
    /// Nothing yet.
    Nothing,
    /// A part.
    Part,
}

/// Whether limited transmit may send one more segment at this duplicate ACK (RFC 3042 §2).
fn limited_transmit(path: &Path) -> bool {
    path.tcp.lt
        && path.dup <= LIMITED_DUPLICATES
        && path.dup < path.tcp.dupthresh
        && path.can_send_new()
        && path.flight_segments() + 1.0 <= (path.whole_cwnd() + f64::from(LIMITED_DUPLICATES)).min(path.cap())
}

impl RecoveryRules for NewReno {
    fn is_on(&self) -> bool {
        matches!(self, NewReno::Recovery(_))
    }

    fn reads_sacks(&self) -> bool {
        false
    }

    fn on_duplicate(&mut self, _ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        match self {
            NewReno::Recovery(_) => [Decision::Cwnd(path.cwnd + 1.0)].into(),
            NewReno::Open if path.dup == path.tcp.dupthresh && path.recover.passed(path.una) => {
                [Decision::EnterRecovery].into()
            }
            NewReno::Open if limited_transmit(path) => [Decision::LimitedTransmit { segments: 1 }].into(),
            NewReno::Open => Decisions::NONE,
        }
    }

    fn on_advance(&mut self, ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        let NewReno::Recovery(acked) = self else { return Decisions::NONE };
        if path.recover.reached(path.una) {
            *self = NewReno::Open;
            // "min (ssthresh, max(FlightSize, SMSS) + SMSS)" (RFC 6582 §3.2 step 3, option 1).
            let cwnd = path.ssthresh.min(path.flight_segments().max(1.0) + 1.0);
            return [Decision::Cwnd(cwnd), Decision::ForgetDuplicates, Decision::KeepWindow].into();
        }
        // "Deflate the congestion window by the amount of new data acknowledged [...]. If the partial ACK acknowledges at
        // least one SMSS of new data, then add back SMSS bytes" (RFC 6582 §3.2 step 3).
        let back = if ack.acked >= 1.0 { 1.0 } else { 0.0 };
        let mut decisions = Decisions::from([
            Decision::Cwnd((path.cwnd - ack.acked + back).max(1.0)),
            Decision::Resend { seq: path.una, short: 0 },
            Decision::KeepWindow,
        ]);
        if *acked == Acked::Part {
            decisions.push(Decision::KeepTimer);
        }
        *acked = Acked::Part;
        decisions
    }

    fn on_entry(&mut self, target: f64, View { path, .. }: View<'_>) -> Decisions {
        *self = NewReno::Recovery(Acked::Nothing);
        [
            Decision::Cut { ssthresh: target, cwnd: target + LEFT_THE_NETWORK },
            Decision::Resend { seq: path.una, short: 0 },
            Decision::RestartTimer,
        ]
        .into()
    }

    fn on_exit(&mut self) {
        *self = NewReno::Open;
    }

    /// Only the first hole is known.
    fn on_repair(&mut self, _until: Seq, View { path, .. }: View<'_>) -> Decisions {
        [Decision::Resend { seq: path.una, short: 0 }].into()
    }

    fn next(&mut self, _view: View<'_>) -> Next {
        Next::ByWindow
    }

    fn pipe(&self, _view: View<'_>) -> Option<f64> {
        None
    }
}
