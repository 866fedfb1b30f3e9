//! Stalls of a wire: for a while nothing is delivered, then everything comes late, in order.
//!
//! The model behind studies of delay spikes (Gurtov and Floyd, "Modeling Wireless Links for Transport Protocols", 2004;
//! Lassila and Kuusela 2008). Epochs are a list, a period or a Poisson process; they depend on the seed and the link
//! alone. Overlapping stalls extend, never shorten. Packets that would be delivered during a stall are kept in order
//! and leave after it, each as long after the one before as they would have arrived, but no closer than serialization.

use std::collections::VecDeque;
use std::sync::Arc;

use super::gilbert::exponential;
use crate::packet::Packet;
use crate::rng::{Label, Luck};
use crate::time::{Span, Time};
use crate::timer::Timer;

/// When a wire stalls.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Epochs {
    /// Never.
    #[default]
    Never,
    /// At these times, ascending.
    List(Arc<[Time]>),
    /// First at `first`, then every `period`.
    Periodic {
        /// The first time.
        first: Time,
        /// From one to the next.
        period: Span,
    },
    /// At random, with exponential gaps.
    Poisson {
        /// Mean gap.
        mean: Span,
    },
}

/// What a stall stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stops {
    /// Delivery: the packets on the wire wait at its far end.
    #[default]
    Delivery,
    /// The transmitter: the packets on the wire arrive, the queue grows. A trace-driven link cannot be stopped so.
    Transmission,
}

/// The stalls of one wire, as plain data.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HoldSetup {
    /// When.
    pub epochs: Epochs,
    /// For how long. A length of zero does nothing.
    pub length: Span,
    /// What is stopped.
    pub stops: Stops,
    /// How many packets can wait at the far end, `None` for any number.
    pub limit: Option<u32>,
}

/// A packet stopped at the far end.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Held {
    packet: Packet,
    /// When it would have been delivered.
    arrival: Time,
    /// How long after the packet before it leaves at the earliest.
    gap: Span,
}

/// The stalls of one wire.
#[derive(Clone, PartialEq, Debug)]
pub struct Hold {
    setup: HoldSetup,
    luck: Luck,
    /// How many epochs have begun.
    begun: u64,
    /// The last epoch, or the start of the run.
    last_epoch: Time,
    /// The wake-up of the next epoch.
    pub epoch_timer: Timer,
    until: Time,
    held: VecDeque<Held>,
    /// When the last packet that was held left.
    last_out: Time,
    /// The wake-up of the first packet held.
    pub release_timer: Timer,
}

impl Hold {
    /// The stalls of wire number `link`.
    #[must_use]
    pub fn new(setup: HoldSetup, seed: u64, link: u64) -> Hold {
        Hold {
            setup,
            luck: Luck::new(seed, Label::Hold, link),
            begun: 0,
            last_epoch: Time::ZERO,
            epoch_timer: Timer::IDLE,
            until: Time::ZERO,
            held: VecDeque::new(),
            last_out: Time::ZERO,
            release_timer: Timer::IDLE,
        }
    }

    /// The parameters in force.
    #[must_use]
    pub const fn setup(&self) -> &HoldSetup {
        &self.setup
    }

    /// The end of the current or last stall.
    #[must_use]
    pub const fn until(&self) -> Time {
        self.until
    }

    /// Changes the length of stalls that begin from now on.
    pub const fn set_length(&mut self, length: Span) {
        self.setup.length = length;
    }

    /// Changes the period, or the mean gap of random stalls. A list becomes periodic from the last stall on.
    pub fn set_period(&mut self, period: Span) {
        self.setup.epochs = match self.setup.epochs {
            Epochs::Poisson { .. } => Epochs::Poisson { mean: period },
            _ => Epochs::Periodic { first: self.last_epoch.saturating_add(period), period },
        };
    }

    /// When the next stall begins.
    #[must_use]
    pub fn next_epoch(&self) -> Time {
        match &self.setup.epochs {
            Epochs::Never => Time::NEVER,
            Epochs::List(times) => times.get(self.begun as usize).copied().unwrap_or(Time::NEVER),
            Epochs::Periodic { period, .. } if period.is_zero() => Time::NEVER,
            Epochs::Periodic { first, .. } if self.begun == 0 => *first,
            Epochs::Periodic { period, .. } => self.last_epoch.saturating_add(*period),
            Epochs::Poisson { mean } if mean.is_zero() => Time::NEVER,
            Epochs::Poisson { mean } => {
                self.last_epoch.saturating_add(exponential(self.luck.uniform(self.begun, 0), *mean))
            }
        }
    }

    /// A stall begins. Returns until when the transmitter is to be frozen, if that is what stalls.
    pub fn begin(&mut self, now: Time) -> Option<Time> {
        self.begun += 1;
        self.last_epoch = now;
        let until = now.saturating_add(self.setup.length);
        match self.setup.stops {
            Stops::Transmission => Some(until),
            Stops::Delivery => {
                self.until = self.until.max(until);
                None
            }
        }
    }

    /// Whether a packet that arrives at `now` and takes `serialization` on the line has to wait.
    #[must_use]
    #[inline]
    pub fn stops(&self, now: Time, serialization: impl FnOnce() -> Span) -> bool {
        now < self.until
            || !self.held.is_empty()
            || (self.last_out != Time::ZERO && now < self.last_out + serialization())
    }

    /// Keeps a packet that arrived at `now`. Returns whether there was room.
    pub fn keep(&mut self, now: Time, packet: Packet, serialization: Span) -> bool {
        if self.setup.limit.is_some_and(|limit| self.held.len() as u64 >= u64::from(limit)) {
            return false;
        }
        let gap = match self.held.back() {
            Some(before) if now < self.until => serialization.max(now - before.arrival),
            _ => serialization,
        };
        self.held.push_back(Held { packet, arrival: now, gap });
        true
    }

    /// When the first packet held leaves, as far as is known.
    #[must_use]
    pub fn next_release(&self) -> Time {
        let Some(first) = self.held.front() else { return Time::NEVER };
        let spaced = if self.last_out == Time::ZERO { Time::ZERO } else { self.last_out.saturating_add(first.gap) };
        first.arrival.max(self.until).max(spaced)
    }

    /// Lets the first packet go if it is due.
    pub fn release(&mut self, now: Time) -> Option<Packet> {
        if self.next_release() > now {
            return None;
        }
        let first = self.held.pop_front()?;
        self.last_out = now;
        Some(first.packet)
    }

    /// The packets that wait at the far end, in order, and since when.
    pub fn held(&self) -> impl ExactSizeIterator<Item = (&Packet, Time)> {
        self.held.iter().map(|held| (&held.packet, held.arrival))
    }

    /// Bytes that the packets held take in memory.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        self.held.len() * size_of::<Held>()
    }
}
