//! Sizes and rates that cannot be mixed up.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use crate::time::Span;

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bytes(pub u64);

/// A transmission rate, in bits per second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rate(pub u64);

impl Bytes {
    /// This size less `other`, zero if `other` is larger.
    #[must_use]
    pub const fn saturating_sub(self, other: Bytes) -> Bytes {
        Bytes(self.0.saturating_sub(other.0))
    }
}

impl Rate {
    /// `mbps` megabits per second, rounded to whole bits; negative and non-finite values give zero.
    #[must_use]
    pub fn from_mbps(mbps: f64) -> Rate {
        let bits = mbps * 1e6 + 0.5;
        Rate(if bits > 0.0 && bits < 1e18 { bits as u64 } else { 0 })
    }

    /// Megabits per second, for display and statistics only.
    #[must_use]
    pub fn as_mbps(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Time to put `size` on the line, rounded half up to a nanosecond. The rate must not be zero.
    #[must_use]
    pub fn time_for(self, size: Bytes) -> Span {
        let bit_nanos = u128::from(size.0) * 8_000_000_000;
        let rate = u128::from(self.0);
        let nanos = (2 * bit_nanos + rate) / (2 * rate);
        Span::from_nanos(u64::try_from(nanos).expect("a transmission within 584 years"))
    }
}

impl Add for Bytes {
    type Output = Bytes;
    fn add(self, other: Bytes) -> Bytes {
        Bytes(self.0 + other.0)
    }
}

impl AddAssign for Bytes {
    fn add_assign(&mut self, other: Bytes) {
        self.0 += other.0;
    }
}

impl Sub for Bytes {
    type Output = Bytes;
    fn sub(self, other: Bytes) -> Bytes {
        Bytes(self.0 - other.0)
    }
}

impl SubAssign for Bytes {
    fn sub_assign(&mut self, other: Bytes) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} B", self.0)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Mbit/s", self.as_mbps())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serialization_times() {
        assert_eq!(Rate::from_mbps(10.0).time_for(Bytes(1500)), Span::from_micros(1200));
        assert_eq!(Rate::from_mbps(100.0).time_for(Bytes(1500)), Span::from_micros(120));
        assert_eq!(Rate(3).time_for(Bytes(1)), Span::from_nanos(2_666_666_667));
        assert_eq!(Rate::from_mbps(0.98), Rate(980_000));
    }
}
