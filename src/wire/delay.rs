//! Delays on a wire beyond its propagation: jitter and packets singled out.
//!
//! Like losses they are drawn for the packet (see [`super::loss`]), against the values that hold when the wire accepts
//! it. A packet that overtakes, or is overtaken, moves freely; all others keep their order.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::loss::{AppliesTo, draw};
use crate::packet::Packet;
use crate::rng::{Label, Luck};
use crate::time::Span;

/// Whether later packets wait behind a delayed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Nobody overtakes, as behind a link-layer retransmission.
    #[default]
    Fifo,
    /// Later packets overtake.
    Overtake,
}

/// Singles packets out at random and delivers them later (ns-2's error model with `delay_pkt_`, and its in-order twin).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DelayOneSetup {
    /// Probability that a packet is singled out.
    pub p: f64,
    /// How much later it arrives.
    pub length: Span,
    /// Whether the packets behind it wait.
    pub order: Order,
    /// Which packets can be singled out.
    pub applies_to: AppliesTo,
}

/// Delays every packet a little, uniformly between 0 and `max`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct JitterSetup {
    /// The longest jitter.
    pub max: Span,
    /// Whether packets keep their order.
    pub order: Order,
}

/// The delays of one wire, as plain data.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DelaySetup {
    /// Every packet a little.
    pub jitter: JitterSetup,
    /// A few packets much.
    pub one: DelayOneSetup,
    /// Whether packets accepted after a drop of the propagation delay overtake those before it.
    pub step: Order,
}

/// What is added to the propagation of one packet, and whether it may overtake and be overtaken.
///
/// One word, the span above the flag, since every packet on a wire has one and a checkpoint holds them all.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Extra(u64);

impl Extra {
    /// How much is added.
    #[must_use]
    pub const fn span(self) -> Span {
        Span::from_nanos(self.0 >> 1)
    }

    /// Whether it may overtake and be overtaken.
    #[must_use]
    pub const fn is_free(self) -> bool {
        self.0 & 1 != 0
    }

    /// From now on it may overtake and be overtaken.
    pub const fn set_free(&mut self) {
        self.0 |= 1;
    }

    /// Adds a delay of `span` under `order`.
    pub fn add(&mut self, span: Span, order: Order) {
        self.0 += span.as_nanos() << 1;
        if order == Order::Overtake {
            self.set_free();
        }
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extra").field("span", &self.span()).field("free", &self.is_free()).finish()
    }
}

/// The delays of one wire.
#[derive(Clone, PartialEq, Debug)]
pub struct Delay {
    setup: DelaySetup,
    jitter_luck: Luck,
    one_luck: Luck,
}

impl Delay {
    /// The delays of wire number `link`.
    #[must_use]
    pub fn new(setup: &DelaySetup, seed: u64, link: u64) -> Delay {
        Delay {
            setup: *setup,
            jitter_luck: Luck::new(seed, Label::Jitter, link),
            one_luck: Luck::new(seed, Label::DelayOne, link),
        }
    }

    /// The parameters in force.
    #[must_use]
    pub const fn setup(&self) -> &DelaySetup {
        &self.setup
    }

    /// The parameters, to turn them. Packets accepted before keep what they drew.
    pub const fn setup_mut(&mut self) -> &mut DelaySetup {
        &mut self.setup
    }

    /// What `packet` draws.
    #[must_use]
    #[inline]
    pub fn draw(&self, packet: &Packet) -> Extra {
        let mut extra = Extra::default();
        let DelaySetup { jitter, one, .. } = self.setup;
        if !jitter.max.is_zero() {
            let u = draw(self.jitter_luck, packet.key());
            extra.add(Span::from_nanos((u * jitter.max.as_nanos() as f64) as u64), jitter.order);
        }
        if one.p > 0.0 && one.applies_to.covers(packet) && draw(self.one_luck, packet.key()) < one.p {
            extra.add(one.length, one.order);
        }
        extra
    }
}
