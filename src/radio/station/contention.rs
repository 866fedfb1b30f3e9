//! Back-off: when the medium counts as idle, and how the counter runs and stops (IEEE 802.11-2020 §10.3.3).

use super::{Countdown, State, Station};
use crate::time::Time;

impl Station {
    /// Whether the station senses anything, sends, or is about to answer.
    pub(super) fn is_busy(&self, now: Time) -> bool {
        self.receiver.hears() || self.response.is_some() || self.is_sending(now)
    }

    /// Since when the medium has been idle and not reserved, later than now perhaps; `None` for ever.
    fn idle_since(&self) -> Option<Time> {
        self.silent_since.max(self.sends_until).max(self.nav)
    }

    /// Whether a packet that comes now may be sent at once: the medium has been idle for the interframe space.
    pub(super) fn may_send_at_once(&self, now: Time) -> bool {
        !self.is_busy(now) && self.idle_since().is_none_or(|since| since + self.ifs <= now)
    }

    /// A number of slots, uniform in the contention window.
    pub(super) fn draw(&mut self) -> u16 {
        (self.backoff.uniform() * (f64::from(self.cw) + 1.0)) as u16
    }

    /// Draws a back-off that has yet to begin.
    pub(super) fn back_off(&mut self) {
        self.state = State::Backoff { slots: self.draw(), countdown: None };
    }

    /// Lets the counter run if it stands and the medium allows it.
    pub(super) fn count_down(&mut self, now: Time) {
        let State::Backoff { slots, countdown: None } = self.state else { return };
        if self.is_busy(now) {
            return;
        }
        let start = self.idle_since().map_or(now, |since| (since + self.ifs).max(now));
        let end = start + self.setup.phy.slot() * u64::from(slots);
        self.state = State::Backoff { slots, countdown: Some(Countdown { start, end }) };
    }

    /// The medium gets busy: stops the counter, unless its last slot is over at this very instant.
    pub(super) fn freeze(&mut self, now: Time) {
        self.finish_post_backoff(now);
        let State::Backoff { slots, countdown: Some(countdown) } = self.state else { return };
        if countdown.end > now {
            let passed = now.saturating_since(countdown.start).as_nanos() / self.setup.phy.slot().as_nanos();
            self.state = State::Backoff { slots: slots - passed as u16, countdown: None };
        }
    }

    /// Notices that a back-off is over for which it had nothing to send.
    pub(super) fn finish_post_backoff(&mut self, now: Time) {
        if let State::Backoff { countdown: Some(countdown), .. } = self.state
            && countdown.end <= now
            && (self.exchange.is_none() || countdown.end < now)
        {
            self.state = State::Idle;
        }
    }
}
