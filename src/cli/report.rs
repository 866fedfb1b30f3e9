//! The JSON of `run`. Its shape is stable: fields are added, never renamed or removed.

use std::collections::BTreeMap;

use serde::Serialize;

/// The result of a run.
#[derive(Serialize)]
pub struct Report {
    /// Of all lanes together, as on the page: 16 hexadecimal digits.
    pub fingerprint: String,
    /// Of each lane: 16 hexadecimal digits.
    pub lanes: Vec<String>,
    /// Events dispatched in all lanes.
    pub events: u64,
    /// Simulated time of each lane.
    pub sim_seconds: f64,
    /// Processor time of all lanes.
    pub cpu_seconds: f64,
    /// Time on the wall.
    pub wall_seconds: f64,
    /// Packets dropped in all lanes, by cause.
    pub drops: BTreeMap<&'static str, u64>,
    /// The flows of all lanes.
    pub flows: Vec<Flow>,
}

/// What one flow went through in one lane.
#[derive(Serialize)]
pub struct Flow {
    /// The lane, from 0.
    pub lane: usize,
    /// The flow, from 0.
    pub id: usize,
    /// Its variant.
    pub variant: String,
    /// In-order payload at the receiver, in bit/s, from the first packet sent to the end of the run.
    pub goodput_bps: f64,
    /// Data segments sent, retransmissions included.
    pub segments_sent: u64,
    /// Data segments sent that carried bytes sent before.
    pub retransmissions: u64,
    /// Those of them whose bytes had arrived, or did before they could.
    pub unnecessary_retransmissions: u64,
    /// Window cuts for which there was no congestion.
    pub unnecessary_cuts: u64,
    /// In-order payload delivered to the application.
    pub delivered_bytes: u64,
    /// RTT samples; absent where there were none.
    pub rtt_ms: Option<Spread>,
    /// Congestion window, in segments: mean over time, and largest.
    pub cwnd: Window,
    /// The expiries of its timer.
    pub timeouts: Vec<Timeout>,
}

/// Smallest, mean and largest.
#[derive(Serialize)]
pub struct Spread {
    pub min: f64,
    pub mean: f64,
    pub max: f64,
}

/// Mean and largest window.
#[derive(Serialize)]
pub struct Window {
    pub mean: f64,
    pub max: f64,
}

/// One expiry: the state before the sender reacted, what it concluded, what really happened.
#[derive(Serialize)]
pub struct Timeout {
    /// Seconds.
    pub time: f64,
    /// First byte of the first outstanding segment, and the byte after its last.
    pub segment: [u64; 2],
    /// The copies of the segment sent before, the last [`cwndlab::truth::MAX_COPIES`] of them.
    pub copies: Vec<SegmentCopy>,
    /// How many earlier copies are not listed.
    pub copies_omitted: u32,
    pub cwnd: f64,
    /// Absent while infinite.
    pub ssthresh: Option<f64>,
    pub flight_bytes: u64,
    pub srtt_ms: Option<f64>,
    pub rttvar_ms: f64,
    pub rto_ms: f64,
    pub backoff: u32,
    /// Absent before any ACK.
    pub last_ack_marked: Option<bool>,
    pub in_recovery: bool,
    pub first_of_outage: bool,
    /// What the sender did: conventional, probe or fallback.
    pub action: cwndlab::trace::ExpiryAction,
    /// What the sender concluded; absent where it never did.
    pub verdict: Option<&'static str>,
    pub verdict_time: Option<f64>,
    /// What really happened; absent where the run ended before that was certain.
    pub truth: Option<&'static str>,
    /// Its letter in tables.
    #[serde(skip)]
    pub letter: &'static str,
    pub truth_time: Option<f64>,
    /// Classes of the losses among the other segments in flight.
    pub others_lost: Vec<cwndlab::trace::LossClass>,
    /// The ACK that would have stopped the timer.
    pub stopped_by: Option<StoppedBy>,
}

/// One copy of a segment.
#[derive(Serialize)]
pub struct SegmentCopy {
    /// How often its first byte had been sent before.
    pub copy: u16,
    /// When it was sent.
    pub sent: f64,
    /// delivered, dropped or in_flight.
    pub fate: &'static str,
    /// Why it was dropped.
    pub cause: Option<&'static str>,
    /// When it met its fate.
    pub time: Option<f64>,
}

/// An acknowledgement.
#[derive(Serialize)]
pub struct StoppedBy {
    pub time: f64,
    pub ack: u64,
}
