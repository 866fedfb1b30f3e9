//! A station: the distributed coordination function of IEEE 802.11 (IEEE 802.11-2020 §10.3), without I/O.
//!
//! ```text
//!            accept                 counter at zero                    answer
//!   Idle ───────────▶ Backoff ─────────────────────▶ Waiting ───────────────────▶ Backoff (post-backoff)
//!     ▲                │   ▲                            │ timeout: again, or given up
//!     └── nothing to ──┘   └────────────────────────────┘
//!         send at zero
//! ```
//!
//! The counter is not stepped slot by slot. While the medium is idle the station knows when it ends; when the medium
//! gets busy, the slots that passed are taken off. A station that has committed to this very instant sends all the same,
//! as one cannot sense and switch in no time.
//!
//! Answers (CTS, ACK, data after CTS) go out after SIFS, whatever the medium does. A post-backoff that nobody waits for
//! costs no wake-up.

mod attempt;
mod contention;
mod receive;
mod sight;

#[cfg(test)]
mod tests;

pub use sight::Doing;

use super::frame::{Frame, Msdu};
use super::phy::Phy;
use super::reception::{Model, Receiver, Signal};
use super::retry::Tally;
use crate::ids::NodeId;
use crate::packet::Packet;
use crate::rng::{Label, Stream};
use crate::time::{Span, Time};
use crate::trace::{Attempt, AttemptFailure, DropCause};

/// How stations behave, as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacSetup {
    /// Rates.
    pub phy: Phy,
    /// Packets of more bytes are announced with RTS; 0 announces every unicast, `u16::MAX` none.
    pub rts_threshold: u16,
    /// Attempts at a frame without RTS, or at an RTS (dot11ShortRetryLimit).
    pub short_retry_limit: u8,
    /// Attempts at a data frame behind RTS and CTS (dot11LongRetryLimit).
    pub long_retry_limit: u8,
}

impl MacSetup {
    /// The limits of the standard's MIB, no RTS.
    #[must_use]
    pub const fn new(phy: Phy) -> MacSetup {
        MacSetup { phy, rts_threshold: u16::MAX, short_retry_limit: 7, long_retry_limit: 4 }
    }
}

/// A packet that the station is about to deliver.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Exchange {
    msdu: Msdu,
    seq: u32,
    /// Failed attempts that count against the short limit, and against the long one.
    short: u8,
    long: u8,
    /// Attempts begun; an RTS and the data behind it are one.
    attempts: u8,
    /// A CTS has come for the attempt under way.
    cleared: bool,
    tally: Tally,
    /// The addressee has the packet, whether or not the station knows.
    arrived: bool,
    /// Why the attempt under way fails.
    failure: Option<AttemptFailure>,
}

/// What the station is at.
#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    /// It has nothing to send and has waited long enough to send at once.
    Idle,
    /// It counts down, or waits for the medium to be idle.
    Backoff {
        /// Slots left at the start of the countdown.
        slots: u16,
        countdown: Option<Countdown>,
    },
    /// It has sent and waits for the answer, or is about to send behind a CTS.
    Waiting {
        reply: Reply,
        /// No answer after this.
        until: Time,
        /// None will come. Only then is there anything to wake up for.
        in_vain: bool,
    },
    /// It sends to everyone.
    Broadcasting,
}

/// A counter that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Countdown {
    /// When the first slot begins.
    start: Time,
    /// When the last one is over.
    end: Time,
}

/// What a station waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    Cts,
    Ack,
}

/// A frame that goes out after SIFS.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Response {
    at: Time,
    frame: Frame,
}

/// The last sequence number taken from a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    from: NodeId,
    seq: u32,
}

/// A station.
#[derive(Clone, PartialEq, Debug)]
pub struct Station {
    node: NodeId,
    setup: MacSetup,
    /// What is on the air here.
    pub receiver: Receiver,
    state: State,
    exchange: Option<Exchange>,
    response: Option<Response>,
    cw: u16,
    backoff: Stream,
    /// DIFS, or EIFS after a frame that was not understood.
    ifs: Span,
    /// When the last signal ended that left silence; `None` before the first.
    silent_since: Option<Time>,
    /// When the last own frame ends.
    sends_until: Option<Time>,
    /// Until when others have reserved the medium.
    nav: Option<Time>,
    next_seq: u32,
    seen: Vec<Seen>,
}

/// What a station wants when it is woken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Want {
    /// To send this frame now.
    Send(Frame),
    /// To tell that an attempt failed and, if it was the last one, that it has given up.
    Tell(Attempt, Option<GivenUp>),
    /// It could not answer this station, being at sending itself.
    Excuse(NodeId),
}

/// A packet that the station has given up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GivenUp {
    /// The packet.
    pub msdu: Msdu,
    /// Why, all attempts taken together.
    pub cause: DropCause,
    /// The addressee has it: only acknowledgements were lost.
    pub arrived: bool,
}

/// What a decoded frame meant to a station.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reaction {
    /// It was not for this station, or came too late.
    Nothing,
    /// Data for the upper layer.
    Deliver,
    /// The station will answer. Data that it has already was among it.
    Answer,
    /// The station keeps silent although it was asked.
    Silence,
    /// The packet was acknowledged.
    Done(Attempt),
}

impl Station {
    /// The station of `node` in a run, with nothing to do.
    #[must_use]
    pub fn new(node: NodeId, setup: MacSetup, model: Model, noise: u64, seed: u64) -> Station {
        Station {
            node,
            receiver: Receiver::new(model, noise),
            state: State::Idle,
            exchange: None,
            response: None,
            cw: setup.phy.cw_min(),
            backoff: Stream::new(seed, Label::Backoff, u64::from(node.0)),
            ifs: setup.phy.difs(),
            silent_since: None,
            sends_until: None,
            nav: None,
            next_seq: 0,
            seen: Vec::new(),
            setup,
        }
    }

    /// How it behaves.
    #[must_use]
    pub const fn setup(&self) -> &MacSetup {
        &self.setup
    }

    /// Whether it can take the next packet.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.exchange.is_none()
    }

    /// The packet that it is about to deliver.
    #[must_use]
    pub fn current(&self) -> Option<&Msdu> {
        self.exchange.as_ref().map(|exchange| &exchange.msdu)
    }

    /// The packet that it is about to deliver, if its addressee does not have it yet.
    #[must_use]
    pub fn pending(&self) -> Option<&Packet> {
        self.exchange.as_ref().filter(|exchange| !exchange.arrived).map(|exchange| &exchange.msdu.packet)
    }

    /// The contention window, in slots.
    #[must_use]
    pub const fn cw(&self) -> u16 {
        self.cw
    }

    /// Until when others have reserved the medium.
    #[must_use]
    pub const fn nav(&self) -> Option<Time> {
        self.nav
    }

    /// Whether it is sending at `now`.
    #[must_use]
    pub fn is_sending(&self, now: Time) -> bool {
        self.sends_until.is_some_and(|end| end > now)
    }

    /// Memory on the heap, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.seen[..])
    }

    /// Takes a packet. The station must be free.
    pub fn accept(&mut self, now: Time, msdu: Msdu) {
        debug_assert!(self.is_free(), "one packet at a time");
        let seq = self.next_seq;
        self.next_seq = self.next_seq.wrapping_add(1);
        self.exchange = Some(Exchange {
            msdu,
            seq,
            short: 0,
            long: 0,
            attempts: 0,
            cleared: false,
            tally: Tally::default(),
            arrived: false,
            failure: None,
        });
        self.finish_post_backoff(now);
        if self.state == State::Idle {
            let slots = if self.may_send_at_once(now) { 0 } else { self.draw() };
            self.state = State::Backoff { slots, countdown: None };
        }
        self.count_down(now);
    }

    /// When it wants to be woken; [`Time::NEVER`] for not at all.
    #[must_use]
    pub fn poll_timer(&self) -> Time {
        let own = match self.state {
            State::Backoff { countdown: Some(countdown), .. } if self.exchange.is_some() => countdown.end,
            State::Waiting { until, in_vain: true, .. } => until,
            _ => Time::NEVER,
        };
        self.response.map_or(own, |response| own.min(response.at))
    }

    /// It is woken. Ask until there is nothing more.
    pub fn on_timer(&mut self, now: Time) -> Option<Want> {
        if let Some(response) = self.response.filter(|response| response.at <= now) {
            self.response = None;
            if self.is_sending(now) {
                return response.frame.to.map(Want::Excuse);
            }
            return Some(self.send(now, response.frame));
        }
        match self.state {
            State::Backoff { countdown: Some(countdown), .. } if countdown.end <= now => self.begin_attempt(now),
            State::Waiting { until, in_vain: true, .. } if until <= now => self.on_timeout(now),
            _ => None,
        }
    }

    /// The frame that it sent last has left it. Told at the latest before the first signal that follows.
    pub fn on_sent(&mut self, now: Time) {
        if self.state == State::Broadcasting {
            self.exchange = None;
            self.cw = self.setup.phy.cw_min();
            self.back_off();
        }
        self.count_down(now);
    }

    /// The addressee of its data frame has the packet.
    pub const fn on_arrived(&mut self) {
        if let Some(exchange) = &mut self.exchange {
            exchange.arrived = true;
        }
    }

    /// No answer will come to what it sent, because of `failure`. An observer of both ends tells it, so that the
    /// time-out needs no event where there is an answer; the station learns no more than it would by waiting.
    pub const fn on_no_answer(&mut self, failure: AttemptFailure) {
        if let State::Waiting { in_vain, .. } = &mut self.state {
            *in_vain = true;
            if let Some(exchange) = &mut self.exchange {
                exchange.failure = Some(failure);
            }
        }
    }

    /// A signal begins. If the station cannot receive it: why.
    pub fn on_signal(&mut self, now: Time, signal: Signal) -> Option<AttemptFailure> {
        if !self.is_busy(now) {
            self.freeze(now);
        }
        let sending = self.is_sending(now);
        self.receiver.begin(signal, sending)
    }

    /// Puts a frame on the air.
    fn send(&mut self, now: Time, frame: Frame) -> Want {
        self.sends_until = Some(now + frame.airtime(&self.setup.phy));
        self.receiver.deafen();
        Want::Send(frame)
    }
}
