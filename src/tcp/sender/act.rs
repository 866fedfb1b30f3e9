//! The sender acts on the decisions of its parts.

use super::Sender;
use crate::seq::SeqRange;
use crate::tcp::decision::{Decision, Decisions, Diagnosis, Signal};
use crate::tcp::diagnose::DiagnoseRules;
use crate::tcp::path::{Mark, Snapshot};
use crate::tcp::recovery::RecoveryRules;
use crate::tcp::window::WindowRules;
use crate::time::Time;
use crate::trace::{Note, WindowChange};

/// The loss window (RFC 5681 §3.1).
const LOSS_WINDOW: f64 = 1.0;

/// What decisions leave to the rest of the work on one event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effects {
    /// No growth, no recovery step.
    pub keep_window: bool,
    /// Restart the timer in any case.
    pub restart_timer: bool,
    /// Do not restart the timer for new data acknowledged.
    pub keep_timer: bool,
}

impl Sender {
    /// Carries out `decisions` in order; a window they set changes for the reason `change`.
    pub(super) fn act(&mut self, now: Time, decisions: Decisions, change: WindowChange, effects: &mut Effects) {
        for decision in decisions.iter() {
            match decision {
                Decision::Conventional => self.conventional(effects),
                Decision::SendNew { segments } => self.pending.ask(segments),
                Decision::LimitedTransmit { segments } => self.pending.new += segments,
                Decision::Resend { seq, short } => self.pending.resend = Some((seq, short)),
                Decision::GoBackN => self.path.nxt = self.path.una,
                Decision::Repacketize => {
                    self.board.repacketize(self.path.tcp.mss);
                    self.path.nxt = self.path.una;
                }
                Decision::LimitResends(most) => self.pending.resends_left = most,
                Decision::LimitBurst(most) => self.pending.limit_burst(most),
                Decision::StopGoBackN => self.path.nxt = self.path.max,
                Decision::ForgetSacks => self.board.forget_sacks(),
                Decision::Repair { until } => {
                    let view = super::View { path: &self.path, board: &self.board };
                    let answer = self.parts.recovery.on_repair(until, view);
                    self.act(now, answer, change, effects);
                }
                Decision::EnterRecovery => self.enter_recovery(now, effects),
                Decision::LeaveRecovery => self.leave_recovery(change),
                Decision::ForgetDuplicates => self.path.dup = 0,
                Decision::Undo { acked } => self.undo(acked),
                Decision::Restore { cwnd, ssthresh, backoff } => self.restore(cwnd, ssthresh, backoff),
                Decision::SetRtt => self.restart_estimator = true,
                Decision::KeepWindow => effects.keep_window = true,
                Decision::Cut { ssthresh, cwnd } => self.set_window(cwnd, ssthresh, change),
                Decision::Cwnd(cwnd) => self.set_window(cwnd, self.path.ssthresh, change),
                Decision::AllowFastRetransmit => self.path.recover = Mark::Lifted(self.path.una),
                Decision::BlockFastRetransmit => self.path.recover = Mark::Set(self.path.max),
                Decision::BackOff => {
                    self.path.rtt.back_off();
                    effects.restart_timer = true;
                }
                Decision::ForgetBackOff => self.path.rtt.forget_back_off(),
                Decision::RestartTimer => effects.restart_timer = true,
                Decision::KeepTimer => effects.keep_timer = true,
                Decision::Verdict(verdict) => self.give_verdict(verdict),
            }
        }
    }

    /// RFC 5681 §3.1 and RFC 6298 §5.4–5.6. The first segment leaves by the window, which is one segment.
    fn conventional(&mut self, effects: &mut Effects) {
        // "when a TCP sender detects segment loss using the retransmission timer and the given segment has already been
        // retransmitted by way of the retransmission timer at least once, the value of ssthresh is held constant".
        let first = self.path.conventional_at != Some(self.path.una);
        let ssthresh = if first { self.parts.window.target(&self.path, Signal::Timeout) } else { self.path.ssthresh };
        self.parts.recovery.on_exit();
        self.path.conventional_at = Some(self.path.una);
        self.path.loss = Some(self.path.max);
        self.path.dup = 0;
        self.path.recover = Mark::Set(self.path.max);
        self.path.nxt = self.path.una;
        if !self.path.tcp.sack_keep_on_rto {
            self.board.forget_sacks();
        }
        self.mark_reduced();
        self.set_window(LOSS_WINDOW, ssthresh, WindowChange::Timeout);
        self.path.rtt.back_off();
        effects.restart_timer = true;
    }

    fn enter_recovery(&mut self, now: Time, effects: &mut Effects) {
        let target = match self.parts.diagnose.diagnosis(&self.path) {
            Diagnosis::Congestion | Diagnosis::Unknown => self.parts.window.target(&self.path, Signal::Duplicates),
            Diagnosis::Random | Diagnosis::Link => self.path.cwnd,
        };
        self.path.recover = Mark::Set(self.path.max);
        self.mark_reduced();
        let first = self.board.segment(self.path.una);
        self.note(Note::FastRetransmit { segment: first.unwrap_or(SeqRange::new(self.path.una, self.path.max)) });
        let view = super::View { path: &self.path, board: &self.board };
        let answer = self.parts.recovery.on_entry(target, view);
        self.act(now, answer, WindowChange::FastRetransmit, effects);
    }

    fn leave_recovery(&mut self, change: WindowChange) {
        if self.parts.recovery.is_on() {
            let cwnd = self.path.ssthresh.min(self.path.cap());
            self.set_window(cwnd, self.path.ssthresh, change);
        }
        self.parts.recovery.on_exit();
        self.path.dup = 0;
    }

    /// "cwnd <- FlightSize + min (bytes_acked, IW); ssthresh <- pipe_prev" (RFC 4015 §3.1 step 5). It never lowers cwnd.
    fn undo(&mut self, acked: f64) {
        let Some(Snapshot { pipe_prev, .. }) = self.snapshot else { return };
        let restored = self.path.flight_segments() + acked.min(f64::from(self.path.tcp.iw));
        let cwnd = restored.max(self.path.cwnd).min(self.path.cap());
        self.path.loss = None;
        self.set_window(cwnd, pipe_prev, WindowChange::Undo);
    }

    /// As if the timer had not expired.
    fn restore(&mut self, cwnd: f64, ssthresh: f64, backoff: u32) {
        let cwnd = cwnd.max(self.path.cwnd).min(self.path.cap());
        self.path.loss = None;
        self.path.rtt.limit_back_off(backoff);
        self.set_window(cwnd, ssthresh, WindowChange::Undo);
    }
}
