//! The place of a radio station as the value of a knob: three whole numbers in one, which an `f64` holds exactly.

use std::fmt;

use crate::math;

/// A station and where it is to stand, in whole metres. Its text is `station/x/y`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Number of the station.
    pub station: u8,
    /// Metres to the right.
    pub x: i16,
    /// Metres downwards.
    pub y: i16,
}

/// Values of one coordinate.
const METRES: f64 = 65_536.0;

impl Spot {
    /// The largest value.
    pub const MAX: f64 = 256.0 * METRES * METRES - 1.0;

    /// The origin, for a station that is not said.
    pub const DEFAULT: f64 = METRES * METRES / 2.0 + METRES / 2.0;

    /// It as a value: the station, then each coordinate counted from the farthest place on the left or at the top.
    #[must_use]
    pub fn value(self) -> f64 {
        let part = |metres: i16| f64::from(metres) + METRES / 2.0;
        (f64::from(self.station) * METRES + part(self.x)) * METRES + part(self.y)
    }

    /// What a value stands for; `None` where it is not whole or out of range.
    #[must_use]
    pub fn of(value: f64) -> Option<Spot> {
        if !(0.0..=Spot::MAX).contains(&value) || math::round(value) != value {
            return None;
        }
        let bits = value as u64;
        let metres = |part: u64| ((part & 0xffff) as i32 - 0x8000) as i16;
        Some(Spot { station: (bits >> 32) as u8, x: metres(bits >> 16), y: metres(bits) })
    }

    /// Reads `station/x/y`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Spot> {
        let (station, place) = text.split_once('/')?;
        let (x, y) = place.split_once('/')?;
        Some(Spot { station: station.parse().ok()?, x: x.parse().ok()?, y: y.parse().ok()? })
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.station, self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_station_and_a_place() {
        for (station, x, y) in [(0, 0, 0), (3, 240, -60), (249, i16::MAX, i16::MIN), (255, i16::MIN, i16::MAX)] {
            let spot = Spot { station, x, y };
            assert_eq!(Spot::of(spot.value()), Some(spot));
            assert_eq!(Spot::parse(&spot.to_string()), Some(spot));
        }
        assert_eq!(Spot::of(Spot::DEFAULT), Some(Spot { station: 0, x: 0, y: 0 }));
        assert_eq!(Spot::of(Spot::MAX).map(|spot| spot.station), Some(255));
    }

    #[test]
    fn other_numbers_and_texts_stand_for_nothing() {
        for value in [-1.0, 0.5, Spot::MAX + 1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Spot::of(value), None, "{value}");
        }
        for text in ["", "3", "3/4", "3/4/5/6", "256/0/0", "1/40000/0", "1/2.5/0", "a/b/c"] {
            assert_eq!(Spot::parse(text), None, "{text:?}");
        }
    }
}
