//! A sender in the middle of its flow, for scripts and tests.

use super::{EcnState, Sender};
use crate::seq::Seq;
use crate::tcp::path::Mark;
use crate::time::Span;

/// State to start from; `None` leaves what a new sender has.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Preset {
    /// Congestion window, in segments.
    pub cwnd: Option<f64>,
    /// Slow-start threshold, in segments.
    pub ssthresh: Option<f64>,
    /// Smoothed RTT.
    pub srtt: Option<Span>,
    /// RTT variation; without it, half of `srtt`.
    pub rttvar: Option<Span>,
    /// The armed timeout: base value times back-off.
    pub rto: Option<Span>,
    /// Back-off multiplier.
    pub backoff: Option<u32>,
    /// ACKs processed, none of them marked.
    pub acks: Option<u64>,
    /// Number of the first segment, counted from 1.
    pub first: Option<u64>,
}

impl Sender {
    /// Puts a new sender into the state `preset`, before anything is written or sent.
    pub fn preset(&mut self, preset: &Preset) {
        let path = &mut self.path;
        path.cwnd = preset.cwnd.unwrap_or(path.cwnd);
        path.ssthresh = preset.ssthresh.unwrap_or(path.ssthresh);
        let multiplier = u64::from(preset.backoff.unwrap_or(1).max(1));
        path.rtt.preset(preset.srtt, preset.rttvar, preset.rto.map(|rto| rto / multiplier), preset.backoff);
        if let Some(acks) = preset.acks {
            path.acks = acks;
            path.last_ack_ece = (acks > 0).then_some(false);
        }
        if let Some(first) = preset.first {
            let una = Seq(first.saturating_sub(1) * u64::from(path.tcp.mss));
            (path.una, path.nxt, path.max, path.written) = (una, una, una, Some(una));
            path.recover = Mark::Lifted(una);
            self.ecn = EcnState::new(una);
        }
    }
}
