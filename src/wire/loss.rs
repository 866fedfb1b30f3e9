//! Losses on a wire, drawn for the packet and not for the moment.
//!
//! Each draw is a hash of the packet's key; a packet is lost where the draw is below the probability that holds when it
//! arrives at the far end. A larger probability therefore only adds losses, and a packet meets the same fate whatever
//! else is sent (common random numbers).

use serde::{Deserialize, Serialize};

use super::gilbert::{Gilbert, GilbertSetup};
use crate::math;
use crate::packet::{Body, CopyKey, Packet};
use crate::rng::{Label, Luck};
use crate::time::Time;
use crate::trace::DropCause;

/// Which packets a loss is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppliesTo {
    /// Data and other traffic, no ACKs.
    #[default]
    Data,
    /// ACKs.
    Ack,
    /// All packets.
    Both,
}

impl AppliesTo {
    /// Whether `packet` is meant.
    #[must_use]
    pub const fn covers(self, packet: &Packet) -> bool {
        match self {
            AppliesTo::Data => !matches!(packet.body, Body::Ack(_)),
            AppliesTo::Ack => matches!(packet.body, Body::Ack(_)),
            AppliesTo::Both => true,
        }
    }
}

/// The losses of one wire, as plain data.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LossSetup {
    /// Probability that a packet is lost.
    pub packet: f64,
    /// Which packets [`Self::packet`] is for.
    pub applies_to: AppliesTo,
    /// So many first packets of each flow are spared by [`Self::packet`], by their ordinal.
    pub first_n_exempt: u32,
    /// Probability that a bit is wrong. All packets have bits.
    pub bit_error: f64,
    /// Losses in bursts.
    pub gilbert: Option<GilbertSetup>,
    /// Probability that a packet is lost before it enters the queue, under [`Self::applies_to`].
    pub ingress: f64,
}

/// The losses of one wire.
#[derive(Clone, PartialEq, Debug)]
pub struct Loss {
    setup: LossSetup,
    /// Link header in front of each packet, in bytes.
    overhead: u64,
    packet_luck: Luck,
    bit_luck: Luck,
    ingress_luck: Luck,
    gilbert: Option<Gilbert>,
    /// Whether anything can be lost at the far end: most wires are clean, and most packets ask.
    any: bool,
    /// The last size and its probability of a bit error, since sizes repeat.
    last_error: (u16, f64),
}

impl Loss {
    /// The losses of wire number `link`, with `overhead` bytes of link header in front of each packet.
    #[must_use]
    pub fn new(setup: &LossSetup, overhead: u64, seed: u64, link: u64) -> Loss {
        Loss {
            setup: *setup,
            overhead,
            packet_luck: Luck::new(seed, Label::LinkLoss, link),
            bit_luck: Luck::new(seed, Label::BitError, link),
            ingress_luck: Luck::new(seed, Label::IngressLoss, link),
            gilbert: setup.gilbert.map(|setup| Gilbert::new(setup, seed, link)),
            last_error: (0, 0.0),
            any: setup.packet > 0.0 || setup.bit_error > 0.0 || setup.gilbert.is_some(),
        }
    }

    /// The parameters in force.
    #[must_use]
    pub const fn setup(&self) -> &LossSetup {
        &self.setup
    }

    /// Changes the probability that a packet is lost.
    pub const fn set_packet(&mut self, p: f64) {
        self.setup.packet = p;
        self.any = p > 0.0 || self.setup.bit_error > 0.0 || self.gilbert.is_some();
    }

    /// Changes the probability that a bit is wrong.
    pub const fn set_bit_error(&mut self, b: f64) {
        self.setup.bit_error = b;
        self.last_error = (0, 0.0);
        self.any = b > 0.0 || self.setup.packet > 0.0 || self.gilbert.is_some();
    }

    /// Whether `packet` is lost before it enters the queue.
    #[must_use]
    #[inline]
    pub fn before_queue(&self, packet: &Packet) -> bool {
        self.setup.ingress > 0.0
            && self.setup.applies_to.covers(packet)
            && draw(self.ingress_luck, packet.key()) < self.setup.ingress
    }

    /// What becomes of `packet`, which arrives at the far end at `now`. Calls have ascending times.
    #[inline]
    pub fn fate(&mut self, now: Time, packet: &Packet) -> Option<DropCause> {
        if self.any { self.draw_fate(now, packet) } else { None }
    }

    fn draw_fate(&mut self, now: Time, packet: &Packet) -> Option<DropCause> {
        if self.setup.packet > 0.0
            && packet.ordinal >= self.setup.first_n_exempt
            && self.setup.applies_to.covers(packet)
            && draw(self.packet_luck, packet.key()) < self.setup.packet
        {
            return Some(DropCause::RandomLoss);
        }
        if self.setup.bit_error > 0.0 && draw(self.bit_luck, packet.key()) < self.error_rate(packet.size) {
            return Some(DropCause::BitError);
        }
        let bad_luck = self.gilbert.as_mut().is_some_and(|gilbert| gilbert.loses(now, packet.key()));
        bad_luck.then_some(DropCause::RandomLoss)
    }

    fn error_rate(&mut self, size: u16) -> f64 {
        if self.last_error.0 != size {
            self.last_error = (size, packet_error_rate(self.setup.bit_error, u64::from(size) + self.overhead));
        }
        self.last_error.1
    }
}

/// The uniform draw of a family for the packet of `key`.
pub(super) const fn draw(luck: Luck, key: CopyKey) -> f64 {
    luck.uniform(key.first_byte, key.rest)
}

/// Probability that at least one bit of `bytes` bytes is wrong where each is with probability `bit_error`.
#[must_use]
pub fn packet_error_rate(bit_error: f64, bytes: u64) -> f64 {
    -math::exp_m1(8.0 * bytes as f64 * math::ln_1p(-bit_error))
}
