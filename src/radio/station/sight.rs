//! What can be seen of a station from outside.

use super::{Reply, State, Station};
use crate::radio::AIR_TIME;
use crate::radio::frame::{Frame, Kind};
use crate::time::{Span, Time};

/// What a station has to do with the medium.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// The medium is idle here.
    Idle,
    /// It senses others and cannot make out a frame.
    Senses,
    /// It listens to a frame that it could decode.
    Receives,
    /// It sends.
    Sends,
}

impl Station {
    /// What it does at `now`.
    #[must_use]
    pub fn doing(&self, now: Time) -> Doing {
        if self.is_sending(now) {
            Doing::Sends
        } else if self.receiver.listens() {
            Doing::Receives
        } else if self.receiver.hears() {
            Doing::Senses
        } else {
            Doing::Idle
        }
    }

    /// When the last own frame ends or ended.
    #[must_use]
    pub const fn sends_until(&self) -> Option<Time> {
        self.sends_until
    }

    /// How many slots its counter has left at `now` before it sends its packet; nothing while it does not count for one.
    #[must_use]
    pub fn slots_left(&self, now: Time) -> Option<u16> {
        let State::Backoff { slots, countdown } = self.state else { return None };
        self.exchange?;
        let start = countdown.map_or(now, |countdown| countdown.start);
        let passed = now.saturating_since(start).as_nanos() / self.setup.phy.slot().as_nanos();
        Some(slots.saturating_sub(passed.min(u64::from(u16::MAX)) as u16))
    }

    /// Which attempt at its packet is under way or comes next, from 0.
    #[must_use]
    pub fn attempt_number(&self) -> u8 {
        let Some(exchange) = &self.exchange else { return 0 };
        let begun = matches!(self.state, State::Waiting { .. } | State::Broadcasting);
        exchange.attempts.saturating_sub(u8::from(begun))
    }

    /// When the frame began and ends or ended to which it awaits the answer; behind RTS and CTS the data frame.
    #[must_use]
    pub fn asked(&self) -> Option<(Time, Time)> {
        let State::Waiting { reply, until, .. } = self.state else { return None };
        let phy = &self.setup.phy;
        let data = self.data_frame(self.exchange.as_ref()?);
        let frame = if reply == Reply::Cts { Frame { kind: Kind::Rts, ..data } } else { data };
        let back = |at: Time, by: Span| Time::from_nanos(at.as_nanos().saturating_sub(by.as_nanos()));
        let end = back(until, phy.sifs() + phy.ack() + AIR_TIME * 2 + phy.slot());
        Some((back(end, frame.airtime(phy)), end))
    }
}
