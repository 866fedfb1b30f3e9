//! TCP NRT (TCP NRT paper §4): the mark on the last ACK before the timeout tells congestion from the rest; one new
//! segment asks the path to tell random loss from delay.
//!
//! ```text
//!                 unmarked                          ACK of new data: spurious
//!   Idle ─────────────────────────▶ Probe ─────────────────────────────────────▶ Idle
//!    │ marked, or second in a row     │ duplicate ACK: random loss
//!    ▼                                ▼              all of it acknowledged
//!   conventional                    Repair ────────────────────────────────────▶ Idle
//!                 no new segment               ACK of new data: undecided
//!   Idle ─────────────────────────▶ Fallback ──────────────────────────────────▶ Idle
//! ```
//! What the paper leaves open is decided so: any ACK counts as the last one, since duplicates are the freshest evidence.
//! Before the first ACK there is no evidence, and the timeout is conventional. The probe may exceed cwnd and the cap by
//! one segment, never the receive window. The timer is restarted and backed off (RFC 6298 §5.5 is mandatory), and
//! forgotten again by the verdict. A second expiry is conventional, and so are those after it until new data is
//! acknowledged: probing again would never repair the hole. Several holes are repaired one per partial ACK.

use super::TimeoutRules;
use crate::seq::Seq;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::{Path, View};
use crate::tcp::variant::{NrtFallback, NrtRepair, Options};
use crate::trace::Verdict;

/// "sends one new packet" (TCP NRT paper §4.2).
const NEW_SEGMENTS: u8 = 1;
/// Segments sent again per ACK when all is sent again with the window kept.
const RESENDS_PER_ACK: u32 = 2;

/// TCP NRT.
#[derive(Clone, PartialEq, Debug)]
pub struct Nrt {
    options: Options,
    phase: Phase,
}

/// Where a question to the path stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Idle,
    /// A new segment asks. Exp_Ack of the paper is `una`, the number that asks for the missing segment.
    Probe,
    /// The first outstanding segment was sent again for want of a new one.
    Fallback,
    /// Random loss: what was outstanding then ends here.
    Repair(Seq),
}

impl Nrt {
    /// The new segments it may send with the window full.
    pub(in crate::tcp) const NEW_SEGMENTS: u8 = NEW_SEGMENTS;

    /// A responder without a question.
    #[must_use]
    pub const fn new(options: Options) -> Nrt {
        Nrt { options, phase: Phase::Idle }
    }

    /// Whether an expiry now is taken for something else than congestion.
    fn asks(&self, path: &Path) -> bool {
        self.phase == Phase::Idle && path.last_ack_ece == Some(false) && path.conventional_at != Some(path.una)
    }

    fn repair(&self, until: Seq) -> Decisions {
        match self.options.nrt_repair {
            NrtRepair::Partial => [Decision::Repair { until }].into(),
            NrtRepair::Gbn => [Decision::LimitResends(RESENDS_PER_ACK)].into(),
        }
    }

    fn random_loss(&mut self, path: &Path) -> Decisions {
        self.phase = Phase::Repair(path.max);
        let mut decisions = self.repair(path.max);
        if self.options.nrt_repair == NrtRepair::Gbn {
            decisions.push(Decision::GoBackN);
        }
        for decision in [
            Decision::Verdict(Verdict::Random),
            Decision::BlockFastRetransmit,
            Decision::ForgetDuplicates,
            Decision::ForgetBackOff,
            Decision::RestartTimer,
            Decision::KeepWindow,
        ] {
            decisions.push(decision);
        }
        decisions
    }

    /// The answer arrived: `verdict`, window untouched, and fast retransmit may act on what follows.
    fn go_on(&mut self, verdict: Verdict) -> Decisions {
        self.phase = Phase::Idle;
        [Decision::Verdict(verdict), Decision::ForgetBackOff, Decision::AllowFastRetransmit].into()
    }
}

impl TimeoutRules for Nrt {
    fn on_expiry(&mut self, _expiry: &ExpiryFacts, View { path, board }: View<'_>) -> Decisions {
        if !self.asks(path) {
            self.phase = Phase::Idle;
            return [Decision::Conventional, Decision::Verdict(Verdict::Congestion)].into();
        }
        let last = board.last().filter(|last| last.start > path.una);
        let ask = match (self.options.nrt_fallback, last) {
            _ if path.can_send_new() => Decision::SendNew { segments: NEW_SEGMENTS },
            (NrtFallback::Highest, Some(last)) => Decision::Resend { seq: last.start, short: 0 },
            _ => Decision::Resend { seq: path.una, short: 0 },
        };
        let fallback = matches!(ask, Decision::Resend { seq, .. } if seq == path.una);
        self.phase = if fallback { Phase::Fallback } else { Phase::Probe };
        [Decision::LeaveRecovery, Decision::BackOff, Decision::StopGoBackN, ask].into()
    }

    fn on_ack(&mut self, ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        match (self.phase, ack.advanced()) {
            (Phase::Idle, _) => Decisions::NONE,
            (Phase::Probe, true) => self.go_on(Verdict::Spurious),
            (Phase::Probe, false) if ack.duplicate => self.random_loss(path),
            // A pure window update answers nothing.
            (Phase::Probe, false) => Decisions::NONE,
            (Phase::Fallback, true) => self.go_on(Verdict::Undecided),
            (Phase::Fallback, false) => [Decision::ForgetDuplicates, Decision::KeepWindow].into(),
            (Phase::Repair(until), true) if path.una >= until => {
                self.phase = Phase::Idle;
                Decisions::NONE
            }
            (Phase::Repair(until), true) => {
                let mut decisions = self.repair(until);
                decisions.push(Decision::KeepWindow);
                decisions
            }
            (Phase::Repair(until), false) => match self.options.nrt_repair {
                NrtRepair::Partial => Decisions::NONE,
                NrtRepair::Gbn => self.repair(until),
            },
        }
    }

    fn is_probing(&self) -> bool {
        matches!(self.phase, Phase::Probe | Phase::Fallback)
    }
}
