//! Why a station gave up: the causes of its failed attempts, summed up as one.
//!
//! An addressee that was out of range at the first failed attempt decides. Otherwise collisions and busy addressees
//! stand together against noise; the larger number gives the name, and noise has it where they are equal.

use crate::trace::{AttemptFailure, DropCause};

/// The failed attempts at one packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    channel: u8,
    collision: u8,
    busy: u8,
    out_of_range_first: bool,
    attempts: u8,
}

impl Tally {
    /// Counts a failed attempt.
    pub const fn add(&mut self, failure: AttemptFailure) {
        match failure {
            AttemptFailure::Channel => self.channel += 1,
            AttemptFailure::Collision => self.collision += 1,
            AttemptFailure::Busy => self.busy += 1,
            AttemptFailure::OutOfRange => self.out_of_range_first |= self.attempts == 0,
        }
        self.attempts = self.attempts.saturating_add(1);
    }

    /// The cause of the whole.
    #[must_use]
    pub const fn cause(&self) -> DropCause {
        let contention = self.collision + self.busy;
        if self.out_of_range_first || contention + self.channel == 0 {
            DropCause::MacOutOfRange
        } else if contention <= self.channel {
            DropCause::MacChannel
        } else if self.collision >= self.busy {
            DropCause::MacCollision
        } else {
            DropCause::MacBusy
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AttemptFailure::{Busy, Channel, Collision, OutOfRange};
    use super::*;

    fn cause(failures: &[AttemptFailure]) -> DropCause {
        let mut tally = Tally::default();
        failures.iter().for_each(|&failure| tally.add(failure));
        tally.cause()
    }

    #[test]
    fn the_first_failure_out_of_range_decides() {
        assert_eq!(cause(&[OutOfRange, Collision, Collision]), DropCause::MacOutOfRange);
        assert_eq!(cause(&[Collision, OutOfRange, OutOfRange]), DropCause::MacCollision);
    }

    #[test]
    fn contention_stands_against_noise() {
        assert_eq!(cause(&[Channel, Channel, Channel, Collision, Collision, Busy, Busy]), DropCause::MacCollision);
        assert_eq!(cause(&[Channel, Channel, Channel, Busy, Busy, Busy, Collision]), DropCause::MacBusy);
        assert_eq!(cause(&[Channel, Channel, Channel, Channel, Busy, Busy, Collision]), DropCause::MacChannel);
    }

    #[test]
    fn noise_has_it_where_both_are_equal() {
        assert_eq!(cause(&[Channel, Collision, Channel, Busy]), DropCause::MacChannel);
    }
}
