//! Profiles: the numbers and switches of a TCP, as data.
//!
//! Sources: RFC 5681, 6298, 3390 for `rfc`; TCP NRT paper §2 and §5.1 for `nrt`, with what it leaves open chosen here;
//! the defaults of ns-3's TCP for `ns3`.

use serde::{Deserialize, Serialize};

use crate::rtt::RtoLimits;
use crate::time::Span;

/// Everything that both ends of a flow are told about how to be a TCP, apart from the algorithm.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tcp {
    /// Largest payload of a segment, in bytes (RFC 9293 §3.7.1).
    pub mss: u16,
    /// Initial window, in segments (RFC 5681 §3.1, RFC 3390).
    pub iw: u32,
    /// Hard cap on the window, in segments.
    pub cap: Option<u32>,
    /// Receive buffer, in segments.
    pub rwnd: u32,
    /// Initial slow-start threshold, in segments; `None` is "arbitrarily high" (RFC 5681 §3.1).
    pub ssthresh: Option<f64>,
    /// Timeout before the first RTT sample (RFC 6298 §2.1).
    pub rto_initial: Span,
    /// Lower bound of the timeout (RFC 6298 §2.4).
    pub rto_min: Span,
    /// Upper bound of the timeout (RFC 6298 §2.5).
    pub rto_max: Span,
    /// Clock granularity G; above 1 ms, samples and deadlines are rounded up to it (RFC 6298 §4).
    pub g: Span,
    /// Duplicate ACKs that start a fast retransmit (RFC 5681 §3.2).
    pub dupthresh: u32,
    /// Longest delay of an ACK; `None` acknowledges every segment (RFC 1122 §4.2.3.2).
    pub delack: Option<Span>,
    /// Limited transmit (RFC 3042).
    pub lt: bool,
    /// Timestamps (RFC 7323).
    pub ts: bool,
    /// Selective acknowledgements (RFC 2018).
    pub sack: bool,
    /// Duplicate selective acknowledgements (RFC 2883).
    pub dsack: bool,
    /// Explicit congestion notification (RFC 3168).
    pub ecn: bool,
    /// How the receiver echoes marks.
    pub ece_mode: EceMode,
    /// Which segments renew the stamp that ACKs echo.
    pub ts_rule: TsRule,
    /// Growth in congestion avoidance.
    pub ca: Avoidance,
    /// Whether the window grows while the application does not fill it.
    pub applimit: AppLimit,
    /// Gains of the RTT estimator.
    pub rtt_gain: RttGain,
    /// What a timeout halves.
    pub ssthresh_from: SsthreshFrom,
    /// Whether the scoreboard survives a timeout (RFC 6675 §5.1) or is forgotten (RFC 2018 §8).
    pub sack_keep_on_rto: bool,
    /// Most segments sent on one event; `None` is no limit.
    pub max_burst: Option<u32>,
}

/// How the receiver echoes congestion marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EceMode {
    /// From the mark until the sender answers with CWR (RFC 3168 §6.1.3).
    Latch,
    /// Each ACK says whether the segment that caused it was marked.
    Exact,
}

/// Which segments renew the stamp that ACKs echo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TsRule {
    /// Those that start at or before the last ACK sent (RFC 7323 §4.3).
    #[serde(rename = "7323")]
    Rfc7323,
    /// Those that the last ACK sent lies inside (RFC 1323 §3.4).
    #[serde(rename = "1323")]
    Rfc1323,
}

/// Growth in congestion avoidance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Avoidance {
    /// 1/cwnd per ACK (RFC 5681 §3.1, equation 3).
    Ack,
    /// One segment per window of acknowledged bytes (RFC 3465 §2.1).
    Abc,
}

/// Whether the window grows while the application does not fill it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppLimit {
    /// It grows for an endless application only, which always fills it.
    Auto,
    /// It grows only when full.
    On,
    /// It always grows.
    Off,
}

/// Gains of the RTT estimator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RttGain {
    /// 1/8 and 1/4 for every sample (RFC 6298 §2.3).
    Plain,
    /// Divided by the number of samples expected per RTT (RFC 7323 appendix G).
    Scaled,
}

/// What a timeout halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SsthreshFrom {
    /// Everything outstanding (RFC 5681 §3.1, equation 4).
    Flight,
    /// The window in use, as Linux does.
    Cwnd,
}

/// The profiles by name.
pub const PROFILES: [(&str, Tcp); 3] = [("rfc", Tcp::RFC), ("nrt", Tcp::NRT), ("ns3", Tcp::NS3)];

impl Tcp {
    /// What the RFCs say, with timestamps.
    pub const RFC: Tcp = Tcp {
        mss: 1460,
        // "If SMSS > 1095 bytes and SMSS <= 2190 bytes: IW = 3 * SMSS bytes" (RFC 5681 §3.1).
        iw: 3,
        cap: None,
        rwnd: 64,
        ssthresh: None,
        rto_initial: Span::from_millis(1000),
        rto_min: Span::from_millis(1000),
        rto_max: Span::from_secs(60),
        g: Span::from_millis(1),
        dupthresh: 3,
        delack: Some(Span::from_millis(200)),
        lt: true,
        ts: true,
        sack: false,
        dsack: false,
        ecn: false,
        ece_mode: EceMode::Latch,
        ts_rule: TsRule::Rfc7323,
        ca: Avoidance::Ack,
        applimit: AppLimit::Auto,
        rtt_gain: RttGain::Plain,
        ssthresh_from: SsthreshFrom::Flight,
        sack_keep_on_rto: true,
        max_burst: None,
    };

    /// The sender of the TCP NRT paper (§2, §5.1). The paper gives the cap and the initial and largest timeout.
    /// The least timeout must be below the delays it adds, and the receive window above the cap, or no probe can leave.
    pub const NRT: Tcp = Tcp {
        mss: 512,
        iw: 1,
        cap: Some(32),
        ssthresh: Some(32.0),
        rto_initial: Span::from_millis(1500),
        rto_min: Span::from_millis(200),
        rto_max: Span::from_secs(64),
        g: Span::from_millis(10),
        delack: None,
        lt: false,
        ecn: true,
        ..Tcp::RFC
    };

    /// For comparison with runs of ns-3. Its receive window is never the limit.
    pub const NS3: Tcp = Tcp { iw: 2, rwnd: 2000, delack: None, ts: false, sack: true, ..Tcp::RFC };

    /// The profile called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Tcp> {
        PROFILES.iter().find(|(known, _)| *known == name).map(|(_, tcp)| *tcp)
    }

    /// The constants of the RTO estimator.
    #[must_use]
    pub fn rto_limits(&self) -> RtoLimits {
        RtoLimits { initial: self.rto_initial, min: self.rto_min, max: self.rto_max, granularity: self.g }
    }
}
