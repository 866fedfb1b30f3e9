//! The table of parameters.

use super::{Kind, Param, Value};
use crate::tcp::profile::{AppLimit, Avoidance, EceMode, RttGain, SsthreshFrom, TsRule};
use crate::tcp::variant::{DsackDecides, EqrtoSample, NrtFallback, NrtRepair};
use crate::time::Span;

const SWITCH: &[&str] = &["off", "on"];

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
    Param {
        title: "DSACK: decided by the report of the first segment, or of all",
        source: "RFC 3708 §3; TCP NRT paper §3.1",
        get: |_, variant| Value::Word(usize::from(variant.options.dsack_decides == DsackDecides::First)),
        set: |_, variant, value| {
            variant.options.dsack_decides = [DsackDecides::All, DsackDecides::First][value.word()];
        },
        ..switch("dsack_first", "off")
    },
    Param {
        title: "EQRTO: which usage of the queues decides",
        source: "Park and Chung 2010, reconstructed",
        get: |_, variant| {
            Value::Word(match variant.options.eqrto_sample {
                EqrtoSample::Mean => 0,
                EqrtoSample::Max => 1,
                EqrtoSample::Last => 2,
            })
        },
        set: |_, variant, value| {
            variant.options.eqrto_sample = [EqrtoSample::Mean, EqrtoSample::Max, EqrtoSample::Last][value.word()];
        },
        ..words("eqrto_sample", &["mean", "max", "last"], "mean")
    },
];
