//! Simulated time: whole nanoseconds, so that no run depends on how floating point rounds.
//!
//! [`Time`] is an instant since the start of the run, [`Span`] a length. Both are `u64` counts of nanoseconds:
//! 584 years, far beyond the longest run. Arithmetic that would leave the range is a bug and panics in every build.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An instant, in nanoseconds since the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(u64);

/// A length of time, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span(u64);

/// Nanoseconds in a second.
const NANOS: u64 = 1_000_000_000;

impl Time {
    /// The start of every run.
    pub const ZERO: Time = Time(0);
    /// Later than every event: the deadline of a timer that is not armed.
    pub const NEVER: Time = Time(u64::MAX);

    /// The instant `nanos` nanoseconds after the start.
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Time {
        Time(nanos)
    }

    /// Nanoseconds since the start.
    #[must_use]
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// The length from the start to here.
    #[must_use]
    pub const fn since_start(self) -> Span {
        Span(self.0)
    }

    /// The length from `earlier` to here, zero if `earlier` is later.
    #[must_use]
    pub const fn saturating_since(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }

    /// The instant `span` later, or [`Time::NEVER`] where that leaves the range.
    #[must_use]
    pub const fn saturating_add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }

    /// Seconds since the start, for display and statistics only.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.since_start().as_secs_f64()
    }

    /// Milliseconds since the start, for display and statistics only.
    #[must_use]
    pub fn as_millis_f64(self) -> f64 {
        self.since_start().as_millis_f64()
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// A length of `nanos` nanoseconds.
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Span {
        Span(nanos)
    }

    /// A length of `micros` microseconds.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Span {
        Span(micros * 1_000)
    }

    /// A length of `millis` milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Span {
        Span(millis * 1_000_000)
    }

    /// A length of `secs` seconds.
    #[must_use]
    pub const fn from_secs(secs: u64) -> Span {
        Span(secs * NANOS)
    }

    /// The nearest length to `millis` milliseconds; negative and non-finite values give zero.
    #[must_use]
    pub fn from_millis_f64(millis: f64) -> Span {
        Span::from_secs_f64(millis / 1e3)
    }

    /// The nearest length to `secs` seconds; negative and non-finite values give zero.
    #[must_use]
    pub fn from_secs_f64(secs: f64) -> Span {
        let nanos = secs * 1e9 + 0.5;
        if nanos > 0.0 && nanos < u64::MAX as f64 { Span(nanos as u64) } else { Span::ZERO }
    }

    /// Nanoseconds.
    #[must_use]
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// Seconds, for display and statistics only.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Milliseconds, for display, statistics and the RTT estimator.
    #[must_use]
    pub fn as_millis_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// This length rounded up to a multiple of `grain`; `grain` zero leaves it as it is.
    #[must_use]
    pub const fn round_up_to(self, grain: Span) -> Span {
        if grain.0 == 0 { self } else { Span(self.0.div_ceil(grain.0) * grain.0) }
    }

    /// This length less `other`, zero if `other` is longer.
    #[must_use]
    pub const fn saturating_sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }

    /// Whether this is no time at all.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Add<Span> for Time {
    type Output = Time;
    fn add(self, span: Span) -> Time {
        Time(self.0.checked_add(span.0).expect("an instant within 584 years"))
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub for Time {
    type Output = Span;
    fn sub(self, earlier: Time) -> Span {
        Span(self.0.checked_sub(earlier.0).expect("a span from earlier to later"))
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.checked_add(other.0).expect("a span within 584 years"))
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        Span(self.0.checked_sub(other.0).expect("a longer span less a shorter one"))
    }
}

impl Mul<u64> for Span {
    type Output = Span;
    fn mul(self, factor: u64) -> Span {
        Span(self.0.checked_mul(factor).expect("a span within 584 years"))
    }
}

impl Div<u64> for Span {
    type Output = Span;
    fn div(self, divisor: u64) -> Span {
        Span(self.0 / divisor)
    }
}

/// Writes `nanos` as decimal seconds without trailing zeros.
fn write_seconds(nanos: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (whole, part) = (nanos / NANOS, nanos % NANOS);
    if part == 0 {
        return write!(f, "{whole}");
    }
    let digits = format!("{part:09}");
    write!(f, "{whole}.{}", digits.trim_end_matches('0'))
}

/// Reads decimal seconds with at most nine digits after the point, exactly.
fn parse_seconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || part.len() > 9 || !digits(whole) || !digits(part) || text.ends_with('.') {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let part: u64 = format!("{part:0<9}").parse().ok()?;
    whole.checked_mul(NANOS)?.checked_add(part)
}

/// Gives an instant or a span its decimal-seconds text form and its serde form.
///
/// Human-readable formats carry decimal seconds as text, binary ones the count of nanoseconds.
macro_rules! decimal_seconds {
    ($type:ident) => {
        impl $type {
            /// Reads decimal seconds (`12.402`), at most nine digits after the point. `None` for anything else.
            #[must_use]
            pub fn parse_secs(text: &str) -> Option<$type> {
                parse_seconds(text).map($type)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_seconds(self.0, f)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_seconds(self.0, f)?;
                f.write_str("s")
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    serializer.serialize_u64(self.0)
                }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                if !deserializer.is_human_readable() {
                    return u64::deserialize(deserializer).map($type);
                }
                let text = SecondsText::deserialize(deserializer)?;
                $type::parse_secs(&text.0).ok_or_else(|| {
                    de::Error::custom(format!("{} is not decimal seconds with at most 9 digits", text.0))
                })
            }
        }
    };
}

/// Decimal seconds as text, read from a string or from a JSON number.
struct SecondsText(String);

impl<'de> Deserialize<'de> for SecondsText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SecondsText, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = SecondsText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("decimal seconds")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<SecondsText, E> {
                Ok(SecondsText(text.to_owned()))
            }
            fn visit_u64<E: de::Error>(self, secs: u64) -> Result<SecondsText, E> {
                Ok(SecondsText(secs.to_string()))
            }
            fn visit_i64<E: de::Error>(self, secs: i64) -> Result<SecondsText, E> {
                Ok(SecondsText(secs.to_string()))
            }
            fn visit_f64<E: de::Error>(self, secs: f64) -> Result<SecondsText, E> {
                Ok(SecondsText(secs.to_string()))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

decimal_seconds!(Time);
decimal_seconds!(Span);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_seconds_round_trip() {
        for text in ["0", "12.402", "0.000000001", "3600", "1.5"] {
            assert_eq!(Time::parse_secs(text).expect("valid").to_string(), text);
        }
        assert_eq!(Time::parse_secs("12.400").map(Time::as_nanos), Some(12_400_000_000));
    }

    #[test]
    fn decimal_seconds_refuse_what_they_cannot_carry() {
        for text in ["", ".", "1.", ".5", "-1", "1e3", "0.0000000001", "18446744074", " 1", "1,5"] {
            assert_eq!(Time::parse_secs(text), None, "{text:?}");
        }
    }

    #[test]
    fn spans_round_up_to_the_clock() {
        let grain = Span::from_millis(10);
        assert_eq!(Span::from_millis(101).round_up_to(grain), Span::from_millis(110));
        assert_eq!(Span::from_millis(110).round_up_to(grain), Span::from_millis(110));
        assert_eq!(Span::from_nanos(7).round_up_to(Span::ZERO), Span::from_nanos(7));
    }

    #[test]
    fn from_float_rounds_to_nearest() {
        assert_eq!(Span::from_secs_f64(0.000_000_001_4), Span::from_nanos(1));
        assert_eq!(Span::from_secs_f64(-1.0), Span::ZERO);
        assert_eq!(Span::from_secs_f64(f64::NAN), Span::ZERO);
        assert_eq!(Span::from_millis_f64(0.5), Span::from_micros(500));
    }

    #[test]
    fn serde_reads_numbers_and_text() {
        assert_eq!(serde_json::from_str::<Time>("\"1.25\"").expect("text"), Time::from_nanos(1_250_000_000));
        assert_eq!(serde_json::from_str::<Time>("1.25").expect("number"), Time::from_nanos(1_250_000_000));
        assert_eq!(serde_json::to_string(&Time::from_nanos(500_000_000)).expect("json"), "\"0.5\"");
        assert!(serde_json::from_str::<Time>("-1").is_err());
    }
}
