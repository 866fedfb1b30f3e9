//! The sender's side of explicit congestion notification (RFC 3168 §6.1).

use super::{Sender, Timer};
use crate::seq::Seq;
use crate::tcp::decision::Signal;
use crate::tcp::path::Mark;
use crate::tcp::recovery::RecoveryRules;
use crate::tcp::window::WindowRules;
use crate::time::Time;
use crate::trace::WindowChange;

/// What a sender remembers of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EcnState {
    /// No further cut until something beyond this is acknowledged: the ACK that completes the window left the receiver
    /// before CWR could reach it.
    recover: Mark,
    /// The next new segment carries CWR.
    pub cwr_pending: bool,
}

impl EcnState {
    pub(super) fn new(una: Seq) -> EcnState {
        EcnState { recover: Mark::Lifted(una), cwr_pending: false }
    }
}

impl Sender {
    /// The window was reduced, for whatever reason: not again for this window, and the receiver is to hear of it.
    pub(super) fn mark_reduced(&mut self) {
        if self.path.tcp.ecn {
            self.ecn = EcnState { recover: Mark::Set(self.path.max), cwr_pending: true };
        }
    }

    /// Takes in the ECN-Echo flag of an ACK, after the acknowledgement number. Returns whether the window may grow.
    pub(super) fn on_echo(&mut self, now: Time, ece: bool) -> bool {
        if !ece {
            // An unmarked ACK ends a hold at once.
            if matches!(self.timer, Timer::Hold(_)) {
                self.timer = Timer::Off;
            }
            return true;
        }
        // The cut of a recovery is the cut of this window.
        if !self.path.tcp.ecn || self.parts.recovery.is_on() {
            return true;
        }
        if self.ecn.recover.passed(self.path.una) {
            let ssthresh = self.parts.window.target(&self.path, Signal::Ecn);
            self.mark_reduced();
            self.set_window(self.path.cwnd.min(ssthresh), ssthresh, WindowChange::Ecn);
        }
        // While a timeout is repaired, only data sent again leaves, which cannot carry CWR: the receiver cannot stop
        // echoing, and slow start goes on.
        if self.path.loss.is_some() && !self.path.recover.reached(self.path.una) {
            return true;
        }
        if self.path.cwnd <= 1.0 && self.path.flight() == 0 {
            // "the sender should [...] wait for the retransmit timer to expire before sending a new packet" (§6.1.2, in
            // short); not doubled, and no timeout.
            self.timer = Timer::Hold(self.path.rtt.deadline(now, self.path.rtt.base()));
        }
        false
    }
}
