//! What a station does when a signal ends and, if it was a frame, with the frame.

use super::{Reaction, Reply, Response, Seen, State, Station};
use crate::ids::NodeId;
use crate::radio::frame::{Frame, Kind};
use crate::radio::reception::Ending;
use crate::time::{Span, Time};

impl Station {
    /// A signal ends. What is [`Ending::Whole`] is then given to [`Station::on_frame`], or to [`Station::on_damaged`] if
    /// noise has spoiled it.
    pub fn on_signal_end(&mut self, now: Time, transmission: u32, power: u64) -> Ending {
        let ending = self.receiver.end(transmission, power);
        if !self.receiver.hears() {
            self.silent_since = Some(now);
        }
        match ending {
            Ending::Whole | Ending::Ignored => {}
            Ending::Damaged(_) | Ending::Energy => self.ifs = self.setup.phy.eifs(),
        }
        if ending != Ending::Whole {
            self.count_down(now);
        }
        ending
    }

    /// Noise has spoiled a frame that was received whole.
    pub fn on_damaged(&mut self, now: Time) {
        self.ifs = self.setup.phy.eifs();
        self.count_down(now);
    }

    /// A frame was decoded.
    pub fn on_frame(&mut self, now: Time, frame: &Frame) -> Reaction {
        self.ifs = self.setup.phy.difs();
        let reaction = self.react(now, frame);
        self.count_down(now);
        reaction
    }

    fn react(&mut self, now: Time, frame: &Frame) -> Reaction {
        if frame.to != Some(self.node) {
            if !frame.nav.is_zero() {
                self.nav = self.nav.max(Some(now + frame.nav));
            }
            return if frame.to.is_none() && frame.is_data() { Reaction::Deliver } else { Reaction::Nothing };
        }
        match frame.kind {
            Kind::Data { seq, .. } => self.on_data(now, frame, seq),
            Kind::Rts => self.on_rts(now, frame),
            Kind::Cts => self.on_cts(now),
            Kind::Ack => self.on_ack(),
        }
    }

    /// Data are acknowledged whatever the medium does; what was taken before is not taken again.
    fn on_data(&mut self, now: Time, frame: &Frame, seq: u32) -> Reaction {
        if self.response.is_some() {
            return Reaction::Silence;
        }
        let ack = Frame { nav: Span::ZERO, kind: Kind::Ack, ..self.answer_to(frame) };
        self.respond(now, ack);
        if self.is_new(frame.from, seq) { Reaction::Deliver } else { Reaction::Answer }
    }

    /// A CTS is kept back while others have reserved the medium.
    fn on_rts(&mut self, now: Time, frame: &Frame) -> Reaction {
        let reserved = self.nav.is_some_and(|nav| nav > now);
        if reserved || self.response.is_some() || matches!(self.state, State::Waiting { .. }) {
            return Reaction::Silence;
        }
        let phy = &self.setup.phy;
        let nav = frame.nav.saturating_sub(phy.sifs() + phy.ack());
        self.respond(now, Frame { nav, kind: Kind::Cts, ..self.answer_to(frame) });
        Reaction::Answer
    }

    /// The data follow.
    fn on_cts(&mut self, now: Time) -> Reaction {
        let State::Waiting { reply: Reply::Cts, .. } = self.state else { return Reaction::Nothing };
        let Some(exchange) = &mut self.exchange else { return Reaction::Nothing };
        exchange.short = 0;
        exchange.cleared = true;
        let exchange = *exchange;
        let data = self.data_frame(&exchange);
        let end = now + self.setup.phy.sifs() + data.airtime(&self.setup.phy);
        self.wait_for(Reply::Ack, end);
        self.respond(now, data);
        Reaction::Answer
    }

    /// The packet has arrived. A back-off follows even if nothing is left to send.
    fn on_ack(&mut self) -> Reaction {
        let State::Waiting { reply: Reply::Ack, .. } = self.state else { return Reaction::Nothing };
        let Some(exchange) = self.exchange.take() else { return Reaction::Nothing };
        self.cw = self.setup.phy.cw_min();
        self.back_off();
        Reaction::Done(self.attempt(&exchange, None))
    }

    /// A frame back to the sender of `frame`.
    fn answer_to(&self, frame: &Frame) -> Frame {
        Frame { from: self.node, to: Some(frame.from), ..*frame }
    }

    fn respond(&mut self, now: Time, frame: Frame) {
        self.freeze(now);
        self.response = Some(Response { at: now + self.setup.phy.sifs(), frame });
    }

    /// Notes the sequence number of a neighbour; says whether it was not the last one.
    fn is_new(&mut self, from: NodeId, seq: u32) -> bool {
        match self.seen.iter_mut().find(|seen| seen.from == from) {
            Some(seen) => std::mem::replace(&mut seen.seq, seq) != seq,
            None => {
                self.seen.push(Seen { from, seq });
                true
            }
        }
    }
}
