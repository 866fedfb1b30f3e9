//! Live knobs: what may change while a world runs.
//!
//! Knobs are not events. [`super::World::advance`] applies an entry before the first event whose time is not earlier.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{LinkId, NodeId};
use crate::queue::{EcnMode, Limit};
use crate::radio::Position;
use crate::time::{Span, Time};
use crate::units::Rate;

/// A knob and when it is turned.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct KnobEntry {
    /// When. Entries are ascending in time.
    pub at: Time,
    /// What.
    pub knob: Knob,
}

/// Which links, or which sources of cross traffic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// All of them.
    All,
    /// One. A number that does not exist changes nothing.
    Link(LinkId),
}

impl Target {
    /// Whether `link` is meant.
    #[must_use]
    pub fn covers(self, link: LinkId) -> bool {
        self == Target::All || self == Target::Link(link)
    }
}

/// One knob with its new value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Knob {
    /// Probability that a data packet is lost on its path.
    PathLossData(f64),
    /// Probability that an ACK is lost on its path.
    PathLossAck(f64),
    /// Probability that a data packet is singled out for a delay on its path.
    PathDelayP(f64),
    /// How long it is delayed on a hop.
    PathDelayLength(Span),
    /// Probability that a packet is lost on a link.
    LinkLoss(Target, f64),
    /// Probability that a bit is wrong on a link.
    BitError(Target, f64),
    /// Transmission rate; packets on the line keep theirs. A link driven by a trace does not listen.
    Rate(Target, Rate),
    /// Propagation delay of packets that have not departed.
    Propagation(Target, Span),
    /// How much may wait in front of a link. With [`Target::All`] this and the knobs of RED turn the queues of radios too.
    QueueLimit(Target, Limit),
    /// Whether RED judges newcomers or the queue is drop-tail. A queue built without RED does not listen to this and the
    /// next six.
    Red(Target, bool),
    /// Lower threshold of RED, in packets.
    RedMin(Target, f64),
    /// Upper threshold of RED, in packets.
    RedMax(Target, f64),
    /// Weight of one arrival in RED's average.
    RedWeight(Target, f64),
    /// RED's probability at the upper threshold.
    RedPMax(Target, f64),
    /// Whether RED's probability climbs slowly above the upper threshold.
    RedGentle(Target, bool),
    /// What RED does with the packets it chooses.
    Ecn(Target, EcnMode),
    /// Length of stalls that begin from now on.
    HoldLength(Target, Span),
    /// From one stall to the next, or the mean gap of random ones; zero for no more stalls.
    HoldPeriod(Target, Span),
    /// Probability that a packet is singled out for a delay on a link.
    DelayOneP(Target, f64),
    /// How long it is delayed.
    DelayOneLength(Target, Span),
    /// Rate of all sources of cross traffic, or of the source with this number.
    CrossRate(Option<u16>, Rate),
    /// Probability that an attempt at a data frame fails for noise, on every radio channel.
    FrameError(f64),
    /// Where a station of the radio channel stands. Frames on the air keep the reach with which they began, and routes
    /// that are laid out in advance stay as they are. A node without a radio does not listen.
    Move(NodeId, Position),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::All => f.write_str("all links"),
            Target::Link(link) => write!(f, "link {link}"),
        }
    }
}

impl Knob {
    /// What it does, in words and with its value, such as `loss of data packets 2 %`.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Knob::PathLossData(p) => format!("loss of data packets {}", percent(*p)),
            Knob::PathLossAck(p) => format!("loss of ACKs {}", percent(*p)),
            Knob::PathDelayP(p) => format!("data packets delayed {}", percent(*p)),
            Knob::PathDelayLength(length) => format!("delay of single data packets {}", millis(*length)),
            Knob::LinkLoss(on, p) => format!("loss {} on {on}", percent(*p)),
            Knob::BitError(on, b) => format!("bit error rate {b:e} on {on}"),
            Knob::Rate(on, rate) => format!("rate {rate} on {on}"),
            Knob::Propagation(on, span) => format!("propagation {} on {on}", millis(*span)),
            Knob::QueueLimit(on, Limit::Unlimited) => format!("queue without limit on {on}"),
            Knob::QueueLimit(on, Limit::Packets(limit)) => format!("queue limit {limit} packets on {on}"),
            Knob::QueueLimit(on, Limit::Bytes(limit)) => format!("queue limit {limit} B on {on}"),
            Knob::Red(on, true) => format!("RED on {on}"),
            Knob::Red(on, false) => format!("drop-tail on {on}"),
            Knob::RedMin(on, packets) => format!("RED min_th {packets} packets on {on}"),
            Knob::RedMax(on, packets) => format!("RED max_th {packets} packets on {on}"),
            Knob::RedWeight(on, weight) => format!("RED w_q {weight} on {on}"),
            Knob::RedPMax(on, p) => format!("RED p_max {p} on {on}"),
            Knob::RedGentle(on, true) => format!("RED gentle on {on}"),
            Knob::RedGentle(on, false) => format!("RED not gentle on {on}"),
            Knob::Ecn(on, EcnMode::Off) => format!("RED drops on {on}"),
            Knob::Ecn(on, EcnMode::Ecn) => format!("RED marks on {on}"),
            Knob::Ecn(on, EcnMode::Modified) => format!("RED marks as modified ECN on {on}"),
            Knob::HoldLength(on, length) => format!("stalls of {} on {on}", millis(*length)),
            Knob::HoldPeriod(on, Span::ZERO) => format!("no stalls on {on}"),
            Knob::HoldPeriod(on, period) => format!("a stall every {period} s on {on}"),
            Knob::DelayOneP(on, p) => format!("packets delayed {} on {on}", percent(*p)),
            Knob::DelayOneLength(on, length) => format!("delay of single packets {} on {on}", millis(*length)),
            Knob::CrossRate(None, rate) => format!("cross traffic {rate}"),
            Knob::CrossRate(Some(source), rate) => format!("cross traffic {rate} from source {source}"),
            Knob::FrameError(p) => format!("frames lost to noise {}", percent(*p)),
            Knob::Move(node, to) => format!("station {node} at {} m, {} m", to.x, to.y),
        }
    }

    /// What is wrong with its value, with what is allowed; nothing if it can be turned so.
    ///
    /// # Errors
    /// If a probability lies outside [0, 1], a weight is not positive, a threshold is negative or a rate is zero.
    pub fn check(&self) -> Result<(), KnobError> {
        let (value, allowed, fine) = match *self {
            Knob::PathLossData(p)
            | Knob::PathLossAck(p)
            | Knob::PathDelayP(p)
            | Knob::LinkLoss(_, p)
            | Knob::BitError(_, p)
            | Knob::RedPMax(_, p)
            | Knob::FrameError(p)
            | Knob::DelayOneP(_, p) => (p.to_string(), "a probability from 0 to 1", (0.0..=1.0).contains(&p)),
            Knob::RedWeight(_, w) => (w.to_string(), "a weight above 0, at most 1", w > 0.0 && w <= 1.0),
            Knob::RedMin(_, packets) | Knob::RedMax(_, packets) => {
                (packets.to_string(), "a number of packets from 0 to 1e6", (0.0..=1e6).contains(&packets))
            }
            Knob::Rate(_, rate) => (rate.to_string(), "a rate from 1 bit/s to 1 Tbit/s", RATES.contains(&rate.0)),
            Knob::CrossRate(_, rate) => (rate.to_string(), "a rate up to 1 Tbit/s", rate.0 <= *RATES.end()),
            Knob::PathDelayLength(span)
            | Knob::Propagation(_, span)
            | Knob::HoldLength(_, span)
            | Knob::DelayOneLength(_, span) => (span.to_string(), "a time up to 3600 s", span <= LONGEST),
            Knob::HoldPeriod(_, span) => {
                let fine = span.is_zero() || (SHORTEST_PERIOD..=LONGEST).contains(&span);
                (span.to_string(), "0, or a time from 0.001 s to 3600 s", fine)
            }
            Knob::Move(_, to) => {
                let fine = to.x.abs() <= FARTHEST && to.y.abs() <= FARTHEST;
                (format!("{}, {}", to.x, to.y), "a place within 1000 km", fine)
            }
            Knob::QueueLimit(..) | Knob::Red(..) | Knob::RedGentle(..) | Knob::Ecn(..) => return Ok(()),
        };
        if fine { Ok(()) } else { Err(KnobError { what: self.describe(), value, allowed }) }
    }
}

/// Rates that a knob can be turned to, in bits per second. A wire needs one bit at some time.
const RATES: std::ops::RangeInclusive<u64> = 1..=1_000_000_000_000;

/// The shortest period of stalls: each is an event, packets or not.
const SHORTEST_PERIOD: Span = Span::from_millis(1);

/// How far from the origin a station can go, in metres: a hundred times the longest range of radio.
const FARTHEST: f64 = 1e6;

/// The longest time that a knob can be turned to: the longest run.
const LONGEST: Span = Span::from_secs(3600);

/// A value that a knob does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}: {value} is not {allowed}")]
pub struct KnobError {
    /// The knob.
    pub what: String,
    /// Its value.
    pub value: String,
    /// What it can be.
    pub allowed: &'static str,
}

fn percent(p: f64) -> String {
    // Ten digits hide the last bits of a product that is not exact in binary.
    format!("{} %", crate::math::round(p * 1e12) / 1e10)
}

fn millis(span: Span) -> String {
    format!("{} ms", span.as_millis_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knobs_describe_themselves() {
        assert_eq!(Knob::PathLossData(0.07).describe(), "loss of data packets 7 %");
        assert_eq!(Knob::LinkLoss(Target::All, 0.001).describe(), "loss 0.1 % on all links");
        assert_eq!(Knob::Rate(Target::Link(LinkId(3)), Rate::from_mbps(2.5)).describe(), "rate 2.5 Mbit/s on link 3");
        assert_eq!(Knob::HoldPeriod(Target::All, Span::ZERO).describe(), "no stalls on all links");
    }

    #[test]
    fn knobs_refuse_values_they_do_not_have() {
        assert_eq!(Knob::PathLossData(0.3).check(), Ok(()));
        let error = Knob::PathLossData(1.5).check().expect_err("no probability");
        assert_eq!(error.to_string(), "loss of data packets 150 %: 1.5 is not a probability from 0 to 1");
        for knob in [
            Knob::LinkLoss(Target::All, f64::NAN),
            Knob::BitError(Target::All, -1e-9),
            Knob::RedWeight(Target::All, 0.0),
            Knob::RedMax(Target::All, f64::INFINITY),
            Knob::Rate(Target::All, Rate(0)),
            Knob::HoldLength(Target::All, Span::from_secs(3601)),
            Knob::HoldPeriod(Target::All, Span::from_nanos(1)),
        ] {
            assert!(knob.check().is_err(), "{knob:?}");
        }
        assert_eq!(Knob::CrossRate(None, Rate(0)).check(), Ok(()), "cross traffic can be switched off");
    }

    #[test]
    fn knobs_survive_text() {
        let entry = KnobEntry { at: Time::from_nanos(5), knob: Knob::QueueLimit(Target::All, Limit::Packets(20)) };
        let text = serde_json::to_string(&entry).expect("json");
        assert_eq!(serde_json::from_str::<KnobEntry>(&text).expect("json"), entry);
    }
}
