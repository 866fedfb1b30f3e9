//! Byte sequence numbers and half-open ranges of them.
//!
//! Numbers are 64 bits and start at 0 with the first byte of a flow, so they never wrap. (On the wire TCP's wrap after
//! 4 GiB; that and PAWS are absent on purpose.)

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// The number of one byte of a flow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Seq(pub u64);

/// The bytes from `start` to just before `end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct SeqRange {
    /// First byte.
    pub start: Seq,
    /// One after the last byte.
    pub end: Seq,
}

impl Seq {
    /// Bytes from `earlier` to here, zero if `earlier` is later.
    #[must_use]
    pub const fn saturating_since(self, earlier: Seq) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for Seq {
    type Output = Seq;
    fn add(self, bytes: u64) -> Seq {
        Seq(self.0 + bytes)
    }
}

impl AddAssign<u64> for Seq {
    fn add_assign(&mut self, bytes: u64) {
        self.0 += bytes;
    }
}

impl Sub for Seq {
    type Output = u64;
    fn sub(self, earlier: Seq) -> u64 {
        self.0.checked_sub(earlier.0).expect("a distance from an earlier byte to a later one")
    }
}

impl SeqRange {
    /// The range from `start` to just before `end`; empty where `end` is not later.
    #[must_use]
    pub const fn new(start: Seq, end: Seq) -> SeqRange {
        SeqRange { start, end }
    }

    /// Number of bytes.
    #[must_use]
    pub const fn len(self) -> u64 {
        self.end.saturating_since(self.start)
    }

    /// Whether it holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether `byte` lies inside.
    #[must_use]
    pub fn contains(self, byte: Seq) -> bool {
        self.start <= byte && byte < self.end
    }

    /// Whether every byte of `other` lies inside.
    #[must_use]
    pub fn covers(self, other: SeqRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Debug for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Debug for SeqRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {})", self.start.0, self.end.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let range = SeqRange::new(Seq(10), Seq(20));
        assert_eq!(range.len(), 10);
        assert!(range.contains(Seq(10)) && range.contains(Seq(19)) && !range.contains(Seq(20)));
        assert!(range.covers(SeqRange::new(Seq(12), Seq(20))) && !range.covers(SeqRange::new(Seq(12), Seq(21))));
        assert!(SeqRange::new(Seq(5), Seq(5)).is_empty());
        assert_eq!(Seq(3).saturating_since(Seq(5)), 0);
    }
}
