//! What a sender does with an acknowledgement, in this order: numbers, receive window, mark and scoreboard, una or
//! duplicates, RTT sample, the timeout part, ECN-Echo, recovery or growth, timer. It sends afterwards, when asked.

use super::{Effects, Sender, Timer};
use crate::packet::{Ack, Packet, Stamp};
use crate::seq::Seq;
use crate::tcp::decision::AckFacts;
use crate::tcp::profile::{AppLimit, RttGain};
use crate::tcp::recovery::RecoveryRules;
use crate::tcp::timeout::TimeoutRules;
use crate::tcp::window::WindowRules;
use crate::time::{Span, Time};
use crate::trace::{Note, WindowChange};

impl Sender {
    /// A packet for this flow arrived. Anything but an ACK is ignored.
    pub fn on_segment(&mut self, now: Time, packet: &Packet) {
        let Some(ack) = packet.ack() else { return };
        self.pending = super::Pending::new(&self.path.tcp);
        if ack.ack > self.path.max {
            self.errors += 1;
            return;
        }
        if ack.ack < self.path.una {
            self.on_old_ack(now, ack);
            return;
        }
        let mut facts = self.take_in(now, ack);
        if facts.advanced() {
            facts.rtt = self.take_sample(now, &facts);
        }
        let mut effects = Effects::default();
        let view = super::View { path: &self.path, board: &self.board };
        let answer = self.parts.timeout.on_ack(&facts, view);
        self.act(now, answer, WindowChange::Timeout, &mut effects);
        let may_grow = self.on_echo(now, ack.ece);
        if !effects.keep_window {
            self.step(now, &facts, may_grow, &mut effects);
        }
        self.set_timer(now, &facts, effects);
    }

    /// "an ACK below una" tells what the receiver holds and whether it saw marks, and decides nothing.
    fn on_old_ack(&mut self, now: Time, ack: &Ack) {
        // It decides nothing, so nothing is sent again from nxt either.
        self.pending.resends_left = 0;
        self.read_flags(ack);
        self.read_sacks(ack);
        if let Some(report) = ack.dsack() {
            self.parts.timeout.on_old_report(report);
        }
        self.on_echo(now, ack.ece);
    }

    fn read_flags(&mut self, ack: &Ack) {
        self.path.last_ack_ece = Some(ack.ece);
        self.path.acks += 1;
        self.path.dsack_seen |= ack.dsack().is_some();
    }

    fn read_sacks(&mut self, ack: &Ack) -> u64 {
        if !self.parts.recovery.reads_sacks() {
            return 0;
        }
        ack.sacks().map(|range| self.board.sack(range)).sum()
    }

    /// Steps 2 and 3: everything the ACK says about numbers.
    fn take_in(&mut self, now: Time, ack: &Ack) -> AckFacts {
        let same_window = u64::from(ack.window) == self.path.rwnd;
        let (una_before, flight_before) = (self.path.una, self.path.flight());
        let sacked_before = self.board.highest_sacked().is_some();
        self.path.rwnd = u64::from(ack.window);
        self.read_flags(ack);
        let acked = ack.ack - una_before;
        if acked > 0 {
            self.advance(ack.ack);
        }
        let newly_sacked = self.read_sacks(ack);
        let plain_duplicate = acked == 0 && flight_before > 0 && same_window && self.window_probe.is_none();
        let counts = acked == 0 && if self.parts.recovery.reads_sacks() { newly_sacked > 0 } else { plain_duplicate };
        if counts {
            self.path.dup += 1;
        }
        AckFacts {
            now,
            una_before,
            flight_before,
            acked: self.path.segments(acked),
            duplicate: plain_duplicate || counts,
            counted: counts,
            newly_sacked,
            sacked_before,
            rtt: None,
            ece: ack.ece,
            echo: ack.echo.time(),
            dsack: ack.dsack(),
        }
    }

    fn advance(&mut self, una: Seq) {
        self.path.una = una;
        self.path.nxt = self.path.nxt.max(una);
        self.board.acknowledge(una);
        self.forget_window_probe(una);
        self.path.limited = 0;
        // NewReno goes on counting through partial ACKs.
        if !self.parts.recovery.is_on() || self.parts.recovery.reads_sacks() {
            self.path.dup = 0;
        }
        if !self.path.in_loss() {
            self.path.loss = None;
        }
    }

    /// Step 4 (RFC 7323 §4.1; without timestamps RFC 6298 §3).
    fn take_sample(&mut self, now: Time, ack: &AckFacts) -> Option<Span> {
        let left_at = if self.path.tcp.ts {
            let left_at = ack.echo.filter(|echo| *echo <= now);
            self.errors += u32::from(left_at.is_none());
            left_at
        } else {
            let timed = self.timed.filter(|(seq, _)| *seq < self.path.una);
            timed.map(|(_, left_at)| {
                self.timed = None;
                left_at
            })
        };
        let left_at = left_at?;
        let rtt = now - left_at;
        // What left within the tick of the timeout carries a stamp from before it.
        let tick = |at: Time| if self.path.tcp.ts { Stamp::at(at).time().unwrap_or(at) } else { at };
        let after_timeout =
            self.snapshot.filter(|snapshot| self.path.una > snapshot.max && left_at >= tick(snapshot.at));
        let sample = match after_timeout.filter(|_| self.restart_estimator) {
            Some(snapshot) => {
                self.restart_estimator = false;
                self.path.rtt.restart(rtt, snapshot.srtt, snapshot.rttvar)
            }
            None => {
                let divisor = self.gain_divisor(ack);
                self.path.rtt.sample(rtt, divisor)
            }
        };
        self.path.rtt_last = Some(sample);
        self.path.rtt_min = Some(self.path.rtt_min.map_or(sample, |least| least.min(sample)));
        let srtt = self.path.rtt.srtt().unwrap_or(Span::ZERO);
        self.note(Note::Rtt { sample, srtt, rto: self.path.rtt.base() });
        Some(sample)
    }

    fn gain_divisor(&self, ack: &AckFacts) -> f64 {
        match self.path.tcp.rtt_gain {
            RttGain::Plain => 1.0,
            // "ExpectedSamples = ceiling(FlightSize / (SMSS * 2))" (RFC 7323 appendix G).
            RttGain::Scaled => (self.path.segments(ack.flight_before) / 2.0).ceil().max(1.0),
        }
    }

    /// Step 7: a recovery step, or growth.
    fn step(&mut self, now: Time, ack: &AckFacts, may_grow: bool, effects: &mut Effects) {
        let view = super::View { path: &self.path, board: &self.board };
        if ack.advanced() {
            let answer = self.parts.recovery.on_advance(ack, view);
            self.act(now, answer, WindowChange::Recovery, effects);
            if may_grow && !effects.keep_window && self.fills_window(ack) {
                let cwnd = self.parts.window.growth(&self.path, ack.acked).min(self.path.cap());
                self.set_window(cwnd, self.path.ssthresh, WindowChange::Growth);
            }
        } else if ack.counted {
            let answer = self.parts.recovery.on_duplicate(ack, view);
            self.act(now, answer, WindowChange::Recovery, effects);
        }
    }

    /// Whether the window, and not the application, was the limit.
    fn fills_window(&self, ack: &AckFacts) -> bool {
        let asked = match self.path.tcp.applimit {
            AppLimit::Auto => self.path.written.is_some(),
            AppLimit::On => true,
            AppLimit::Off => false,
        };
        !asked || self.path.segments(ack.flight_before) >= self.path.whole_cwnd() - 1.0
    }

    /// Step 8 (RFC 6298 §5.2–5.3).
    fn set_timer(&mut self, now: Time, ack: &AckFacts, effects: Effects) {
        if matches!(self.timer, Timer::Hold(_)) {
            return;
        }
        if ack.advanced() && self.path.flight() == 0 {
            self.timer = Timer::Off;
        } else if effects.restart_timer || (ack.advanced() && !effects.keep_timer) {
            self.restart_timer(now);
        }
    }
}
