//! Where a seek can start from.
//!
//! A checkpoint holds every lane at one instant. They lie one spacing apart; when they get too many or too large, every
//! second one goes and the spacing doubles, so that a run of any length stays within its budget.

use crate::time::{Span, Time};

/// Checkpoints of one timeline. With a second between them a seek replays at most a second of every lane.
const MAX_CHECKPOINTS: usize = 512;
/// Memory for all of them.
pub const MAX_BYTES: usize = 64 << 20;
/// First spacing.
const FIRST_SPACING: Span = Span::from_secs(1);

/// Snapshots of `S`, in order of time.
#[derive(Clone, Debug)]
pub struct Checkpoints<S> {
    kept: Vec<(Time, usize, S)>,
    spacing: Span,
}

impl<S> Checkpoints<S> {
    /// None but the start.
    pub fn new(start: S, bytes: usize) -> Checkpoints<S> {
        Checkpoints { kept: vec![(Time::ZERO, bytes, start)], spacing: FIRST_SPACING }
    }

    /// Whether a snapshot taken at `at` would be kept.
    #[must_use]
    pub fn wants(&self, at: Time) -> bool {
        let last = self.kept.last().map_or(Time::ZERO, |&(last, ..)| last);
        at > last && at.as_nanos().is_multiple_of(self.spacing.as_nanos())
    }

    /// Keeps a snapshot of `bytes` bytes taken at `at`, after all others.
    pub fn push(&mut self, at: Time, bytes: usize, state: S) {
        self.kept.push((at, bytes, state));
        while self.kept.len() > MAX_CHECKPOINTS || (self.bytes() > MAX_BYTES && self.kept.len() > 2) {
            self.spacing = self.spacing * 2;
            let spacing = self.spacing.as_nanos();
            self.kept.retain(|&(at, ..)| at.as_nanos().is_multiple_of(spacing));
        }
    }

    /// The last snapshot not later than `at`. There is always one: the start.
    #[must_use]
    pub fn before(&self, at: Time) -> (Time, &S) {
        let after = self.kept.partition_point(|&(kept, ..)| kept <= at);
        let (kept, _, state) = &self.kept[after.saturating_sub(1)];
        (*kept, state)
    }

    /// Forgets the snapshots later than `after`.
    pub fn truncate(&mut self, after: Time) {
        self.kept.retain(|&(at, ..)| at <= after);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Their size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept.iter().map(|&(_, bytes, _)| bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(secs: u64) -> Time {
        Time::ZERO + Span::from_secs(secs)
    }

    #[test]
    fn an_hour_keeps_within_the_number() {
        let mut checkpoints = Checkpoints::new(0, 100);
        for second in 1..=3600 {
            if checkpoints.wants(at(second)) {
                checkpoints.push(at(second), 100, second);
            }
        }
        assert!(checkpoints.len() <= MAX_CHECKPOINTS && checkpoints.len() > MAX_CHECKPOINTS / 4);
        let (kept, &state) = checkpoints.before(at(1801));
        assert!(kept <= at(1801) && kept == at(state) && 1801 - state < 16, "{kept:?}");
    }

    #[test]
    fn large_states_keep_within_the_budget() {
        let mut checkpoints = Checkpoints::new((), 1 << 20);
        for second in 1..=500 {
            if checkpoints.wants(at(second)) {
                checkpoints.push(at(second), 1 << 20, ());
            }
        }
        assert!(checkpoints.bytes() <= MAX_BYTES);
        assert_eq!(checkpoints.before(at(0)).0, Time::ZERO);
    }
}
