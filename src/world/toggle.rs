//! Pairs of stations that lose sight of each other now and then, at times that depend on the seed and the pair alone.

use super::setup::OutageSetup;
use crate::ids::NodeId;
use crate::rng::{Label, Luck};
use crate::time::{Span, Time};
use crate::wire::gilbert::exponential;

/// A pair of stations that hear each other for a while, and for a while do not.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Toggle {
    luck: Luck,
    changes: u64,
    until: Time,
}

impl Toggle {
    /// The pair at the start, when they hear each other.
    pub(super) fn new(outage: OutageSetup, seed: u64, one: NodeId, other: NodeId) -> Toggle {
        let pair = u64::from(one.0) << 8 | u64::from(other.0);
        let mut toggle = Toggle { luck: Luck::new(seed, Label::Outage, pair), changes: 0, until: Time::ZERO };
        toggle.until = Time::ZERO + toggle.dwell(outage);
        toggle
    }

    /// Whether they do not hear each other at `now`, which never goes back.
    pub(super) fn is_down(&mut self, now: Time, outage: OutageSetup) -> bool {
        while self.until <= now {
            self.changes += 1;
            self.until = self.until.saturating_add(self.dwell(outage));
        }
        !self.changes.is_multiple_of(2)
    }

    fn dwell(&self, outage: OutageSetup) -> Span {
        let mean = if self.changes.is_multiple_of(2) { outage.up } else { outage.down };
        exponential(self.luck.uniform(self.changes, 0), mean)
    }
}
