//! The parameters: every number and switch of a profile or variant by id, with its limits.
//!
//! One table serves scripts, links, the page and the tool. A value is text as a person writes it.

use super::profile::{AppLimit, Avoidance, EceMode, RttGain, SsthreshFrom, TsRule};
use super::registry::Refusal;
use super::variant::{NrtFallback, NrtRepair};
use super::{Tcp, Variant};
use crate::time::Span;

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// A decimal number.
    Real,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A value as it was read.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Number(f64),
    /// The word of [`Param::absent`].
    Absent,
    /// Place in the list of words.
    Word(usize),
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its id.
    pub id: &'static str,
    /// One line for a list.
    pub title: &'static str,
    /// Unit, empty if none.
    pub unit: &'static str,
    /// What a value may be.
    pub kind: Kind,
    /// Least number allowed.
    pub min: f64,
    /// Largest number allowed.
    pub max: f64,
    /// The word for "none", where there may be none.
    pub absent: Option<&'static str>,
    /// Value in profile `rfc`.
    pub default: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    get: fn(&Tcp, &Variant) -> Value,
    set: fn(&mut Tcp, &mut Variant, Value),
}

const SWITCH: &[&str] = &["off", "on"];

impl Value {
    fn number(self) -> f64 {
        if let Value::Number(number) = self { number } else { 0.0 }
    }

    fn optional(self) -> Option<f64> {
        if let Value::Number(number) = self { Some(number) } else { None }
    }

    fn word(self) -> usize {
        if let Value::Word(place) = self { place } else { 0 }
    }

    fn span(self) -> Span {
        Span::from_millis_f64(self.number())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(f64::from(number))
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Value {
        Value::Word(usize::from(on))
    }
}

impl From<Span> for Value {
    fn from(span: Span) -> Value {
        Value::Number(span.as_millis_f64())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Absent, T::into)
    }
}

const fn number(kind: Kind, id: &'static str, unit: &'static str, min: f64, max: f64, default: &'static str) -> Param {
    Param {
        id,
        title: "",
        unit,
        kind,
        min,
        max,
        absent: None,
        default,
        source: "",
        get: |_, _| Value::Absent,
        set: |_, _, _| {},
    }
}

const fn whole(id: &'static str, unit: &'static str, min: f64, max: f64, default: &'static str) -> Param {
    number(Kind::Whole, id, unit, min, max, default)
}

const fn millis(id: &'static str, min: f64, max: f64, default: &'static str) -> Param {
    number(Kind::Real, id, "ms", min, max, default)
}

const fn words(id: &'static str, words: &'static [&'static str], default: &'static str) -> Param {
    number(Kind::Word(words), id, "", 0.0, 0.0, default)
}

const fn switch(id: &'static str, default: &'static str) -> Param {
    words(id, SWITCH, default)
}

/// Timeouts above an hour would outlast the longest run.
const HOUR: f64 = 3_600_000.0;
/// SACK ranges lie within 8 MiB of the acknowledgement number (see [`crate::packet`]).
const MOST_SEGMENTS: f64 = 4000.0;

/// Every parameter.
pub const PARAMS: &[Param] = &[
    Param {
        title: "Largest payload of a segment",
        source: "RFC 9293 §3.7.1",
        get: |tcp, _| u32::from(tcp.mss).into(),
        set: |tcp, _, value| tcp.mss = value.number() as u16,
        ..whole("mss", "bytes", 1.0, 2000.0, "1460")
    },
    Param {
        title: "Initial window",
        source: "RFC 5681 §3.1, RFC 3390",
        get: |tcp, _| tcp.iw.into(),
        set: |tcp, _, value| tcp.iw = value.number() as u32,
        ..whole("iw", "segments", 1.0, MOST_SEGMENTS, "3")
    },
    Param {
        title: "Receive window",
        source: "RFC 9293 §3.8.6",
        get: |tcp, _| tcp.rwnd.into(),
        set: |tcp, _, value| tcp.rwnd = value.number() as u32,
        ..whole("rwnd", "segments", 1.0, MOST_SEGMENTS, "64")
    },
    Param {
        title: "Hard cap on the window",
        source: "TCP NRT paper §5.1",
        absent: Some("none"),
        get: |tcp, _| tcp.cap.into(),
        set: |tcp, _, value| tcp.cap = value.optional().map(|cap| cap as u32),
        ..whole("cap", "segments", 1.0, MOST_SEGMENTS, "none")
    },
    Param {
        title: "Initial slow-start threshold",
        source: "RFC 5681 §3.1",
        absent: Some("inf"),
        get: |tcp, _| tcp.ssthresh.into(),
        set: |tcp, _, value| tcp.ssthresh = value.optional(),
        ..number(Kind::Real, "ssthresh_initial", "segments", 1.0, 1e6, "inf")
    },
    Param {
        title: "Timeout before the first RTT sample",
        source: "RFC 6298 §2.1",
        get: |tcp, _| tcp.rto_initial.into(),
        set: |tcp, _, value| tcp.rto_initial = value.span(),
        ..millis("rto_initial", 1.0, HOUR, "1000")
    },
    Param {
        title: "Least timeout",
        source: "RFC 6298 §2.4",
        get: |tcp, _| tcp.rto_min.into(),
        set: |tcp, _, value| tcp.rto_min = value.span(),
        ..millis("rto_min", 1.0, HOUR, "1000")
    },
    Param {
        title: "Largest timeout",
        source: "RFC 6298 §2.5",
        get: |tcp, _| tcp.rto_max.into(),
        set: |tcp, _, value| tcp.rto_max = value.span(),
        ..millis("rto_max", 1.0, HOUR, "60000")
    },
    Param {
        title: "Clock granularity",
        source: "RFC 6298 §4",
        get: |tcp, _| tcp.g.into(),
        set: |tcp, _, value| tcp.g = value.span(),
        ..millis("g", 1.0, 1000.0, "1")
    },
    Param {
        title: "Duplicate ACKs that start a fast retransmit",
        source: "RFC 5681 §3.2",
        get: |tcp, _| tcp.dupthresh.into(),
        set: |tcp, _, value| tcp.dupthresh = value.number() as u32,
        ..whole("dupthresh", "ACKs", 1.0, 100.0, "3")
    },
    Param {
        title: "Longest delay of an ACK, every second segment at once",
        source: "RFC 1122 §4.2.3.2",
        absent: Some("off"),
        get: |tcp, _| tcp.delack.into(),
        set: |tcp, _, value| tcp.delack = value.optional().map(Span::from_millis_f64),
        ..millis("delack", 1.0, 500.0, "200")
    },
    Param {
        title: "Limited transmit",
        source: "RFC 3042",
        get: |tcp, _| tcp.lt.into(),
        set: |tcp, _, value| tcp.lt = value.word() == 1,
        ..switch("lt", "on")
    },
    Param {
        title: "Timestamps",
        source: "RFC 7323 §3",
        get: |tcp, _| tcp.ts.into(),
        set: |tcp, _, value| tcp.ts = value.word() == 1,
        ..switch("ts", "on")
    },
    Param {
        title: "Selective acknowledgements",
        source: "RFC 2018",
        get: |tcp, _| tcp.sack.into(),
        set: |tcp, _, value| tcp.sack = value.word() == 1,
        ..switch("sack", "off")
    },
    Param {
        title: "Duplicate selective acknowledgements",
        source: "RFC 2883",
        get: |tcp, _| tcp.dsack.into(),
        set: |tcp, _, value| tcp.dsack = value.word() == 1,
        ..switch("dsack", "off")
    },
    Param {
        title: "Explicit congestion notification",
        source: "RFC 3168",
        get: |tcp, _| tcp.ecn.into(),
        set: |tcp, _, value| tcp.ecn = value.word() == 1,
        ..switch("ecn", "off")
    },
    Param {
        title: "Opening handshake",
        source: "RFC 9293 §3.5; flows start established",
        get: |_, _| Value::Word(0),
        ..words("handshake", &["off"], "off")
    },
    Param {
        title: "How the receiver echoes marks",
        source: "RFC 3168 §6.1.3; TCP NRT paper §4.1",
        get: |tcp, _| Value::Word(usize::from(tcp.ece_mode == EceMode::Exact)),
        set: |tcp, _, value| tcp.ece_mode = [EceMode::Latch, EceMode::Exact][value.word()],
        ..words("ece_mode", &["latch", "exact"], "latch")
    },
    Param {
        title: "Which segments renew the stamp that ACKs echo",
        source: "RFC 7323 §4.3; RFC 1323 §3.4",
        get: |tcp, _| Value::Word(usize::from(tcp.ts_rule == TsRule::Rfc1323)),
        set: |tcp, _, value| tcp.ts_rule = [TsRule::Rfc7323, TsRule::Rfc1323][value.word()],
        ..words("ts_rule", &["7323", "1323"], "7323")
    },
    Param {
        title: "Growth in congestion avoidance, by ACKs or bytes",
        source: "RFC 5681 §3.1, RFC 3465",
        get: |tcp, _| Value::Word(usize::from(tcp.ca == Avoidance::Abc)),
        set: |tcp, _, value| tcp.ca = [Avoidance::Ack, Avoidance::Abc][value.word()],
        ..words("ca", &["ack", "abc"], "ack")
    },
    Param {
        title: "Growth only while the window is full",
        source: "RFC 7661 §1",
        get: |tcp, _| {
            Value::Word(match tcp.applimit {
                AppLimit::Auto => 0,
                AppLimit::On => 1,
                AppLimit::Off => 2,
            })
        },
        set: |tcp, _, value| tcp.applimit = [AppLimit::Auto, AppLimit::On, AppLimit::Off][value.word()],
        ..words("applimit", &["auto", "on", "off"], "auto")
    },
    Param {
        title: "Gains of the RTT estimator",
        source: "RFC 7323 appendix G",
        get: |tcp, _| Value::Word(usize::from(tcp.rtt_gain == RttGain::Scaled)),
        set: |tcp, _, value| tcp.rtt_gain = [RttGain::Plain, RttGain::Scaled][value.word()],
        ..words("rtt_gain", &["plain", "scaled"], "plain")
    },
    Param {
        title: "What a timeout halves",
        source: "RFC 5681 §3.1, equation 4",
        get: |tcp, _| Value::Word(usize::from(tcp.ssthresh_from == SsthreshFrom::Cwnd)),
        set: |tcp, _, value| tcp.ssthresh_from = [SsthreshFrom::Flight, SsthreshFrom::Cwnd][value.word()],
        ..words("ssthresh_from", &["flight", "cwnd"], "flight")
    },
    Param {
        title: "The scoreboard survives a timeout",
        source: "RFC 2018 §8, RFC 6675 §5.1",
        get: |tcp, _| tcp.sack_keep_on_rto.into(),
        set: |tcp, _, value| tcp.sack_keep_on_rto = value.word() == 1,
        ..switch("sack_keep_on_rto", "on")
    },
    Param {
        title: "Most segments sent on one event",
        source: "RFC 6582 §3.2 step 3",
        absent: Some("none"),
        get: |tcp, _| tcp.max_burst.into(),
        set: |tcp, _, value| tcp.max_burst = value.optional().map(|most| most as u32),
        ..whole("max_burst", "segments", 1.0, MOST_SEGMENTS, "none")
    },
    Param {
        title: "TCP NRT: repair after a random loss, hole by hole or all from the first",
        source: "TCP NRT paper §4.2",
        get: |_, variant| Value::Word(usize::from(variant.options.nrt_repair == NrtRepair::Gbn)),
        set: |_, variant, value| variant.options.nrt_repair = [NrtRepair::Partial, NrtRepair::Gbn][value.word()],
        ..words("nrt_repair", &["partial", "gbn"], "partial")
    },
    Param {
        title: "TCP NRT: what asks the path when no new segment may leave",
        source: "TCP NRT paper §4.2",
        get: |_, variant| Value::Word(usize::from(variant.options.nrt_fallback == NrtFallback::Highest)),
        set: |_, variant, value| {
            variant.options.nrt_fallback = [NrtFallback::First, NrtFallback::Highest][value.word()];
        },
        ..words("nrt_fallback", &["first", "highest"], "first")
    },
];

impl Param {
    /// Its value, as [`set_param`] reads it.
    #[must_use]
    pub fn text(&self, tcp: &Tcp, variant: &Variant) -> String {
        match ((self.get)(tcp, variant), self.kind) {
            (Value::Word(place), Kind::Word(words)) => words[place].to_owned(),
            (Value::Number(number), _) => number.to_string(),
            _ => self.absent.unwrap_or("none").to_owned(),
        }
    }

    /// What a value may be, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        let mut allowed = match self.kind {
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Whole => format!("a whole number from {} to {}", self.min, self.max),
            Kind::Real => format!("a number from {} to {}", self.min, self.max),
        };
        if !self.unit.is_empty() {
            allowed += &format!(" {}", self.unit);
        }
        if let Some(word) = self.absent {
            allowed += &format!(", or {word}");
        }
        allowed
    }

    fn read(&self, text: &str) -> Option<Value> {
        if self.absent == Some(text) {
            return Some(Value::Absent);
        }
        if let Kind::Word(words) = self.kind {
            return words.iter().position(|word| *word == text).map(Value::Word);
        }
        let number: f64 = text.parse().ok()?;
        let whole = self.kind != Kind::Whole || number.floor() == number;
        (whole && self.min <= number && number <= self.max).then_some(Value::Number(number))
    }
}

/// The parameter called `id`.
#[must_use]
pub fn param(id: &str) -> Option<&'static Param> {
    PARAMS.iter().find(|param| param.id == id)
}

/// Sets the parameter `id` to `text`.
///
/// # Errors
/// Names the parameter that is unknown, or the value that is not allowed and those that are.
pub fn set_param(tcp: &mut Tcp, variant: &mut Variant, id: &str, text: &str) -> Result<(), Refusal> {
    let Some(param) = param(id) else {
        let known = PARAMS.iter().map(|param| param.id).collect::<Vec<_>>().join(", ");
        return Err(Refusal::new("parameter", id, format!("one of {known}")));
    };
    let value = param.read(text).ok_or_else(|| Refusal::new(id, text, param.allowed()))?;
    (param.set)(tcp, variant, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_profile() {
        for param in PARAMS {
            assert_eq!(param.text(&Tcp::RFC, &Variant::NEWRENO), param.default, "{}", param.id);
            assert!(!param.title.is_empty() && !param.source.is_empty(), "{}", param.id);
        }
    }

    #[test]
    fn what_is_set_is_read_back() {
        for param in PARAMS {
            let words: &[&str] = if let Kind::Word(words) = param.kind { words } else { &["7"] };
            for text in words.iter().chain(param.absent.as_ref()) {
                let (mut tcp, mut variant) = (Tcp::NRT, Variant::NEWRENO);
                set_param(&mut tcp, &mut variant, param.id, text).expect("allowed");
                assert_eq!(param.text(&tcp, &variant), *text, "{}", param.id);
            }
        }
    }

    #[test]
    fn bad_values_are_named() {
        let (mut tcp, mut variant) = (Tcp::RFC, Variant::NEWRENO);
        let mut error =
            |id: &str, text: &str| set_param(&mut tcp, &mut variant, id, text).expect_err("not allowed").to_string();
        assert_eq!(error("mss", "0"), "mss: \"0\" is not allowed; a whole number from 1 to 2000 bytes");
        assert_eq!(error("cap", "1.5"), "cap: \"1.5\" is not allowed; a whole number from 1 to 4000 segments, or none");
        assert_eq!(error("lt", "yes"), "lt: \"yes\" is not allowed; one of off, on");
        assert!(error("rto_min", "NaN").contains("a number from 1"));
        assert!(error("mtu", "1").starts_with("parameter: \"mtu\" is not allowed; one of mss, iw"));
        assert_eq!((tcp, variant), (Tcp::RFC, Variant::NEWRENO));
    }
}
