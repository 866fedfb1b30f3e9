//! Live knobs: what may change while a world runs.
//!
//! Knobs are not events. [`super::World::advance`] applies an entry before the first event whose time is not earlier.

use serde::{Deserialize, Serialize};

use crate::ids::LinkId;
use crate::queue::{EcnMode, Limit};
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
    /// How much may wait in front of a link.
    QueueLimit(Target, Limit),
    /// Lower threshold of RED, in packets. A drop-tail queue does not listen to this and the next four.
    RedMin(Target, f64),
    /// Upper threshold of RED, in packets.
    RedMax(Target, f64),
    /// Weight of one arrival in RED's average.
    RedWeight(Target, f64),
    /// RED's probability at the upper threshold.
    RedPMax(Target, f64),
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
}
