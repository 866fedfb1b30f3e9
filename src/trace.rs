//! What an observer is told: fates, notes and the one list of causes.
//!
//! The simulator reports to a [`Probe`] and never asks it anything, so a run is the same whether it is watched or not.

mod probe;

use serde::{Deserialize, Serialize};

use crate::ids::{LinkId, NodeId};
use crate::packet::Packet;
use crate::seq::{Seq, SeqRange};
use crate::time::Span;

pub use probe::{Probe, Unwatched};

/// Why a packet ended before its destination. The only list; numbers are part of every fingerprint, append only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DropCause {
    /// The queue of a link or of a router's forwarding engine was full.
    QueueOverflow = 0,
    /// Active queue management dropped it, early or forced.
    AqmDrop = 1,
    /// The buffer of a stalled link was full.
    HoldOverflow = 2,
    /// Injected random loss.
    RandomLoss = 3,
    /// Bit errors on a link.
    BitError = 4,
    /// No route to the destination.
    NoRoute = 5,
    /// The hop limit was reached.
    Ttl = 6,
    /// The next hop of its route does not answer, and there is no other way.
    RouteBreak = 7,
    /// It waited for a route until it was too old, or the buffer was full.
    BufferTimeout = 8,
    /// A radio station gave up: most attempts were lost to noise.
    MacChannel = 9,
    /// A radio station gave up: most attempts were lost to other transmissions.
    MacCollision = 10,
    /// A radio station gave up: most attempts found the addressee sending, listening to another, or told to be silent.
    MacBusy = 11,
    /// A radio station gave up: the addressee was out of range or down.
    MacOutOfRange = 12,
}

impl DropCause {
    /// Every cause, in the order of their numbers.
    pub const ALL: [DropCause; 13] = [
        DropCause::QueueOverflow,
        DropCause::AqmDrop,
        DropCause::HoldOverflow,
        DropCause::RandomLoss,
        DropCause::BitError,
        DropCause::NoRoute,
        DropCause::Ttl,
        DropCause::RouteBreak,
        DropCause::BufferTimeout,
        DropCause::MacChannel,
        DropCause::MacCollision,
        DropCause::MacBusy,
        DropCause::MacOutOfRange,
    ];

    /// The class it counts for.
    #[must_use]
    pub const fn class(self) -> LossClass {
        match self {
            DropCause::QueueOverflow | DropCause::AqmDrop | DropCause::HoldOverflow => LossClass::Congestion,
            DropCause::RandomLoss | DropCause::BitError | DropCause::MacChannel => LossClass::Random,
            DropCause::MacCollision | DropCause::MacBusy => LossClass::Contention,
            DropCause::NoRoute | DropCause::Ttl | DropCause::RouteBreak | DropCause::BufferTimeout => LossClass::Link,
            DropCause::MacOutOfRange => LossClass::Link,
        }
    }

    /// Its name in JSON and CSV.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            DropCause::QueueOverflow => "queue_overflow",
            DropCause::AqmDrop => "aqm_drop",
            DropCause::HoldOverflow => "hold_overflow",
            DropCause::RandomLoss => "random_loss",
            DropCause::BitError => "bit_error",
            DropCause::NoRoute => "no_route",
            DropCause::Ttl => "ttl",
            DropCause::RouteBreak => "route_break",
            DropCause::BufferTimeout => "buffer_timeout",
            DropCause::MacChannel => "mac_channel",
            DropCause::MacCollision => "mac_collision",
            DropCause::MacBusy => "mac_busy",
            DropCause::MacOutOfRange => "mac_out_of_range",
        }
    }
}

/// Why one attempt of a radio station to send a frame failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptFailure {
    /// Noise.
    Channel,
    /// Other transmissions.
    Collision,
    /// The addressee was sending, listening to another frame, or kept silent because the medium was reserved.
    Busy,
    /// The addressee was out of range or down.
    OutOfRange,
}

/// One attempt of a radio station to send a packet to a neighbour, once its outcome is known to the station.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attempt {
    /// Who tried.
    pub from: NodeId,
    /// Who was to have it.
    pub to: NodeId,
    /// What.
    pub packet: Packet,
    /// Which attempt at this packet, from 0.
    pub number: u8,
    /// Why it failed, `None` for one that was acknowledged.
    pub failed: Option<AttemptFailure>,
}

/// The four kinds of loss that a reaction could tell apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossClass {
    /// A queue was full or about to be.
    Congestion,
    /// Noise.
    Random,
    /// Collisions on a shared channel.
    Contention,
    /// The path broke.
    Link,
}

/// What a sender concluded about one expiry of its timer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A queue overflowed.
    Congestion,
    /// The segment was lost to noise.
    Random,
    /// Nothing was lost; the timer was too early.
    Spurious,
    /// Random loss or spurious, not told apart.
    NonCongestion,
    /// The path broke.
    Link,
    /// The question could not be asked or was not answered.
    Undecided,
}

impl Verdict {
    /// Every verdict, in the order of the tables.
    pub const ALL: [Verdict; 6] = [
        Verdict::Congestion,
        Verdict::Random,
        Verdict::Spurious,
        Verdict::NonCongestion,
        Verdict::Link,
        Verdict::Undecided,
    ];

    /// Its word in scripts and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Congestion => "congestion",
            Verdict::Random => "random",
            Verdict::Spurious => "spurious",
            Verdict::NonCongestion => "non-congestion",
            Verdict::Link => "link",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What a sender did when its timer expired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpiryAction {
    /// Sent the first outstanding segment again, window cut as RFC 5681 §3.1 says.
    Conventional,
    /// Sent one new segment to ask whether the path still delivers; window kept.
    Probe,
    /// Had no new data to ask with: sent the first outstanding segment again, window kept.
    Fallback,
}

/// One expiry of the retransmission timer with data in flight. The state is that *before* the sender reacted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expiry {
    /// Which expiry of this flow, from 0.
    pub index: u32,
    /// The first outstanding segment.
    pub segment: SeqRange,
    /// One after the highest byte ever sent.
    pub max: Seq,
    /// How many data copies the flow had sent: copies with a lower ordinal were sent before the expiry.
    pub sent: u32,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Slow-start threshold, in segments; infinite before the first cut.
    pub ssthresh: f64,
    /// Bytes sent and not yet acknowledged.
    pub flight: u64,
    /// Smoothed RTT, `None` before the first sample (RFC 6298 §2).
    pub srtt: Option<Span>,
    /// RTT variation.
    pub rttvar: Span,
    /// What the timer was armed with: base value times back-off.
    pub rto: Span,
    /// Back-off multiplier that was in force.
    pub backoff: u32,
    /// Whether the last ACK carried ECN-Echo; `None` before any ACK.
    pub last_ack_marked: Option<bool>,
    /// Whether the sender was in fast recovery.
    pub in_recovery: bool,
    /// Whether this is the first expiry since the acknowledgement number last advanced.
    pub first_of_outage: bool,
    /// What the sender did.
    pub action: ExpiryAction,
}

/// Why a window changed by more than growth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowChange {
    /// Slow start or congestion avoidance.
    Growth,
    /// Fast retransmit.
    FastRetransmit,
    /// Inflation and deflation inside a recovery, and its end.
    Recovery,
    /// Retransmission timeout.
    Timeout,
    /// ECN-Echo.
    Ecn,
    /// An earlier cut was taken back.
    Undo,
    /// Idle restart (RFC 5681 §4.1).
    Idle,
}

/// What a sender tells about itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Note {
    /// The timer expired with data in flight.
    Expired(Expiry),
    /// The sender made up its mind about an expiry.
    Verdict {
        /// [`Expiry::index`].
        expiry: u32,
        /// What it concluded.
        verdict: Verdict,
    },
    /// cwnd or ssthresh changed.
    Window {
        /// Congestion window, in segments.
        cwnd: f64,
        /// Slow-start threshold, in segments; may be infinite.
        ssthresh: f64,
        /// Why.
        change: WindowChange,
    },
    /// The estimator took an RTT sample.
    Rtt {
        /// The sample.
        sample: Span,
        /// Smoothed RTT after it.
        srtt: Span,
        /// Timeout after it, without back-off.
        rto: Span,
    },
    /// The first outstanding segment was sent again on duplicate ACKs, and the window cut.
    FastRetransmit {
        /// The segment.
        segment: SeqRange,
    },
}

/// What a router tells about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RouteNote {
    /// It asks its surroundings for a way.
    Asked {
        /// To where.
        target: NodeId,
        /// Only its neighbours are asked.
        neighbours_only: bool,
    },
    /// It learnt a way that it had asked for.
    Found {
        /// To where.
        target: NodeId,
        /// In how many hops.
        hops: u8,
    },
    /// A neighbour does not answer.
    Broken {
        /// Which.
        next: NodeId,
    },
    /// It has a packet of its own for a destination that it knew the way to, and does not any more.
    Lost {
        /// To where.
        target: NodeId,
    },
    /// A packet goes another way than its source chose.
    Salvaged {
        /// To where.
        target: NodeId,
    },
}

/// Where a packet was when something happened to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// In a node.
    Node(NodeId),
    /// In the queue in front of a link.
    Queue(LinkId),
    /// On a link.
    Link(LinkId),
    /// On the air between two radio stations.
    Air(NodeId, NodeId),
}
