//! What a sender does when its timer expires.

use super::{Effects, Sender, Timer};
use crate::tcp::decision::ExpiryFacts;
use crate::tcp::diagnose::DiagnoseRules;
use crate::tcp::path::Snapshot;
use crate::tcp::recovery::RecoveryRules;
use crate::tcp::timeout::TimeoutRules;
use crate::time::Time;
use crate::trace::{Expiry, Note, Verdict, WindowChange};

impl Sender {
    /// The time that [`Sender::poll_timer`] named has come. Nothing happens before it.
    pub fn on_timer(&mut self, now: Time) {
        if self.poll_timer().is_none_or(|at| now < at) {
            return;
        }
        self.pending = super::Pending::new(&self.path.tcp);
        match std::mem::replace(&mut self.timer, Timer::Off) {
            // The window of one segment lets one new segment go.
            Timer::Off | Timer::Hold(_) => {}
            Timer::Persist(_) => {
                self.pending.window_probe = true;
                self.path.rtt.back_off();
            }
            Timer::Retransmission(_) if self.path.flight() == 0 => {}
            Timer::Retransmission(_) => self.on_expiry(now),
        }
    }

    fn on_expiry(&mut self, now: Time) {
        // An expiry still open at the next one stays undecided.
        self.give_verdict(self.parts.timeout.overdue(now).unwrap_or(Verdict::Undecided));
        let first_of_outage = self.snapshot.is_none_or(|snapshot| snapshot.una != self.path.una);
        let snapshot = match self.snapshot {
            Some(snapshot) if !first_of_outage => snapshot,
            _ => Snapshot::of(&self.path, now),
        };
        self.snapshot = Some(snapshot);
        self.restart_estimator = false;
        let facts = ExpiryFacts {
            now,
            first_of_outage,
            in_recovery: self.parts.recovery.is_on(),
            diagnosis: self.parts.diagnose.diagnosis(&self.path),
            snapshot,
        };
        let view = super::View { path: &self.path, board: &self.board };
        let decisions = self.parts.timeout.on_expiry(&facts, view);
        let expiry = Expiry {
            index: self.expiries,
            segment: self.board.segment(self.path.una).expect("a segment in flight when the timer expires"),
            max: self.path.max,
            sent: self.sent,
            cwnd: self.path.cwnd,
            ssthresh: self.path.ssthresh,
            flight: self.path.flight(),
            srtt: self.path.rtt.srtt(),
            rttvar: self.path.rtt.rttvar(),
            rto: self.path.rtt.rto(),
            backoff: self.path.rtt.backoff(),
            last_ack_marked: self.path.last_ack_ece,
            in_recovery: facts.in_recovery,
            first_of_outage,
            action: decisions.expiry_action(),
        };
        self.note(Note::Expired(expiry));
        self.open_expiry = Some(self.expiries);
        self.expiries += 1;
        let mut effects = Effects::default();
        self.act(now, decisions, WindowChange::Timeout, &mut effects);
        if effects.restart_timer {
            self.restart_timer(now);
        }
    }
}
