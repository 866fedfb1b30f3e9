//! Losses in bursts: a wire that is good or bad for exponential times.
//!
//! Gilbert, "Capacity of a Burst-Noise Channel" (1960), Elliott (1963), here in continuous time: the state at an instant
//! depends on the seed and the link alone, not on what is sent. A chain given per packet converts with the spacing `s`
//! of packets: mean good time `s / p_gb`, mean bad time `s / p_bg`.

use super::loss::draw;
use crate::packet::CopyKey;
use crate::rng::{Label, Luck};
use crate::time::{Span, Time};

/// The shortest mean dwell time, so that the state can be followed through long runs.
const SHORTEST_DWELL: Span = Span::from_micros(10);

/// A two-state channel, as plain data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GilbertSetup {
    /// Mean time in the good state; at least 10 µs.
    pub mean_good: Span,
    /// Mean time in the bad state; at least 10 µs.
    pub mean_bad: Span,
    /// Loss probability in the good state.
    pub loss_good: f64,
    /// Loss probability in the bad state.
    pub loss_bad: f64,
}

/// A two-state channel that begins in the good state.
#[derive(Clone, PartialEq, Debug)]
pub struct Gilbert {
    setup: GilbertSetup,
    dwell_luck: Luck,
    loss_luck: Luck,
    /// How many times the state has changed; the good states have even numbers.
    changes: u64,
    until: Time,
}

impl Gilbert {
    /// The channel of wire number `link`.
    #[must_use]
    pub fn new(setup: GilbertSetup, seed: u64, link: u64) -> Gilbert {
        let mut gilbert = Gilbert {
            setup,
            dwell_luck: Luck::new(seed, Label::GilbertDwell, link),
            loss_luck: Luck::new(seed, Label::GilbertLoss, link),
            changes: 0,
            until: Time::ZERO,
        };
        gilbert.until = Time::ZERO + gilbert.dwell();
        gilbert
    }

    /// Whether the wire is bad at `now`. Calls have ascending times.
    pub fn is_bad(&mut self, now: Time) -> bool {
        while self.until <= now {
            self.changes += 1;
            self.until = self.until.saturating_add(self.dwell());
        }
        !self.changes.is_multiple_of(2)
    }

    /// Whether the packet of `key` is lost at `now`.
    pub fn loses(&mut self, now: Time, key: CopyKey) -> bool {
        let p = if self.is_bad(now) { self.setup.loss_bad } else { self.setup.loss_good };
        p > 0.0 && draw(self.loss_luck, key) < p
    }

    /// Length of the current state.
    fn dwell(&self) -> Span {
        let mean = if self.changes.is_multiple_of(2) { self.setup.mean_good } else { self.setup.mean_bad };
        exponential(self.dwell_luck.uniform(self.changes, 0), mean.max(SHORTEST_DWELL))
    }
}

/// The value of the exponential distribution of mean `mean` that the uniform draw `u` stands for; at least 1 ns.
#[must_use]
pub fn exponential(u: f64, mean: Span) -> Span {
    Span::from_secs_f64(-mean.as_secs_f64() * crate::math::ln_1p(-u)).max(Span::from_nanos(1))
}
