//! One attempt to deliver a packet: what is sent, how long the answer may take, and what follows if it does not come
//! (IEEE 802.11-2020 §10.3.4).

use super::{Exchange, GivenUp, Reply, State, Station, Want};
use crate::radio::AIR_TIME;
use crate::radio::frame::{Frame, Kind};
use crate::time::{Span, Time};
use crate::trace::{Attempt, AttemptFailure};

impl Station {
    /// Its counter is at zero.
    pub(super) fn begin_attempt(&mut self, now: Time) -> Option<Want> {
        let Some(exchange) = &mut self.exchange else {
            self.state = State::Idle;
            return None;
        };
        exchange.attempts = exchange.attempts.saturating_add(1);
        exchange.cleared = false;
        let exchange = *exchange;
        let phy = self.setup.phy;
        let data = self.data_frame(&exchange);
        let Some(to) = exchange.msdu.next else {
            self.state = State::Broadcasting;
            return Some(self.send(now, data));
        };
        let (frame, reply) = if exchange.msdu.packet.bytes().0 > u64::from(self.setup.rts_threshold) {
            let nav = phy.sifs() * 3 + phy.ack() + data.airtime(&phy) + phy.ack();
            (Frame { to: Some(to), nav, kind: Kind::Rts, ..data }, Reply::Cts)
        } else {
            (data, Reply::Ack)
        };
        self.wait_for(reply, now + frame.airtime(&phy));
        Some(self.send(now, frame))
    }

    pub(super) fn data_frame(&self, exchange: &Exchange) -> Frame {
        let (phy, packet) = (&self.setup.phy, exchange.msdu.packet);
        let nav = if exchange.msdu.next.is_some() { phy.sifs() + phy.ack() } else { Span::ZERO };
        let attempt = exchange.attempts.saturating_sub(1);
        let kind = Kind::Data { packet, seq: exchange.seq };
        Frame { from: self.node, to: exchange.msdu.next, nav, key: packet.key(), attempt, kind }
    }

    /// Waits for the answer to a frame that ends at `end`: SIFS, the answer, both ways through the air, and a slot.
    pub(super) fn wait_for(&mut self, reply: Reply, end: Time) {
        let phy = &self.setup.phy;
        // A CTS is as long as an ACK.
        let until = end + phy.sifs() + phy.ack() + AIR_TIME * 2 + phy.slot();
        self.state = State::Waiting { reply, until, in_vain: false };
    }

    /// No answer has come.
    pub(super) fn on_timeout(&mut self, now: Time) -> Option<Want> {
        let State::Waiting { reply, .. } = self.state else { return None };
        let mut exchange = self.exchange.take()?;
        let over = if reply == Reply::Ack && exchange.cleared {
            exchange.long += 1;
            exchange.long >= self.setup.long_retry_limit
        } else {
            exchange.short += 1;
            exchange.short >= self.setup.short_retry_limit
        };
        let failure = exchange.failure.take().unwrap_or(AttemptFailure::OutOfRange);
        exchange.tally.add(failure);
        let attempt = self.attempt(&exchange, Some(failure));
        let given_up =
            over.then(|| GivenUp { msdu: exchange.msdu, cause: exchange.tally.cause(), arrived: exchange.arrived });
        let phy = &self.setup.phy;
        self.cw = if over { phy.cw_min() } else { (2 * self.cw + 1).min(phy.cw_max()) };
        if !over {
            self.exchange = Some(exchange);
        }
        self.back_off();
        self.count_down(now);
        Some(Want::Tell(attempt, given_up))
    }

    pub(super) fn attempt(&self, exchange: &Exchange, failed: Option<AttemptFailure>) -> Attempt {
        let (to, packet) = (exchange.msdu.next.unwrap_or(self.node), exchange.msdu.packet);
        Attempt { from: self.node, to, packet, number: exchange.attempts.saturating_sub(1), failed }
    }
}
