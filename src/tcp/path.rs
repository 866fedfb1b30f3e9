//! What a sender knows about its connection: kept by the sender alone, read by every part.

use std::num::NonZeroU32;

use super::Tcp;
use super::scoreboard::Scoreboard;
use crate::rtt::Estimator;
use crate::seq::Seq;
use crate::time::{Span, Time};

/// Added before a window is rounded down, so that 8 × 1/8 makes a segment.
pub(super) const ROUNDING: f64 = 1e-9;

/// A place that the acknowledgement number has to pass: NewReno's `recover`, SACK's `RecoveryPoint`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Nothing to pass: two segments before the first byte unacknowledged then. (RFC 6582 starts one segment later,
    /// which would forbid a fast retransmit of the very first segment.)
    Lifted(Seq),
    /// The last byte sent then; this is the byte after it.
    Set(Seq),
}

impl Mark {
    /// Whether everything up to the mark is acknowledged: una > recover, counted in segments.
    #[must_use]
    pub fn reached(self, una: Seq) -> bool {
        match self {
            Mark::Lifted(_) => true,
            Mark::Set(end) => una >= end,
        }
    }

    /// Whether something beyond the mark is acknowledged too: una − 1 > recover, counted in segments.
    #[must_use]
    pub fn passed(self, una: Seq) -> bool {
        match self {
            Mark::Lifted(_) => true,
            Mark::Set(end) => una > end,
        }
    }

    /// Its segment, counted from 1 by segments of `mss` bytes.
    #[must_use]
    pub fn segment(self, mss: u16) -> f64 {
        match self {
            Mark::Lifted(una) => una.0 as f64 / f64::from(mss) - 1.0,
            Mark::Set(end) => end.0 as f64 / f64::from(mss),
        }
    }
}

/// Facts about one connection.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// Its profile.
    pub tcp: Tcp,
    /// First byte not acknowledged.
    pub una: Seq,
    /// Next byte to send; below `max` while data is sent again.
    pub nxt: Seq,
    /// One after the highest byte ever sent.
    pub max: Seq,
    /// One after the last byte the application has written, `None` if it writes for ever.
    pub written: Option<Seq>,
    /// Receive window, in bytes.
    pub rwnd: u64,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Slow-start threshold, in segments; infinite before the first cut.
    pub ssthresh: f64,
    /// Duplicate ACKs in a row.
    pub dup: u32,
    /// Segments sent by limited transmit since the acknowledgement number advanced.
    pub limited: u32,
    /// No fast retransmit until the acknowledgement number has passed this.
    pub recover: Mark,
    /// What was outstanding at the last conventional timeout, until it is acknowledged.
    pub loss: Option<Seq>,
    /// The first outstanding byte of the last conventional timeout.
    pub conventional_at: Option<Seq>,
    /// The estimator.
    pub rtt: Estimator,
    /// The last RTT sample.
    pub rtt_last: Option<Span>,
    /// The least RTT sample.
    pub rtt_min: Option<Span>,
    /// Whether the last ACK carried ECN-Echo, `None` before any ACK.
    pub last_ack_ece: Option<bool>,
    /// ACKs processed.
    pub acks: u64,
    /// Whether an ACK has ever carried a DSACK range.
    pub dsack_seen: bool,
}

impl Path {
    /// A connection that has sent nothing.
    #[must_use]
    pub fn new(tcp: Tcp) -> Path {
        Path {
            tcp,
            una: Seq(0),
            nxt: Seq(0),
            max: Seq(0),
            written: Some(Seq(0)),
            rwnd: u64::from(tcp.rwnd) * u64::from(tcp.mss),
            cwnd: f64::from(tcp.iw),
            ssthresh: tcp.ssthresh.unwrap_or(f64::INFINITY),
            dup: 0,
            limited: 0,
            recover: Mark::Lifted(Seq(0)),
            loss: None,
            conventional_at: None,
            rtt: Estimator::new(tcp.rto_limits()),
            rtt_last: None,
            rtt_min: None,
            last_ack_ece: None,
            acks: 0,
            dsack_seen: false,
        }
    }

    /// Bytes in segments.
    #[must_use]
    pub fn segments(&self, bytes: u64) -> f64 {
        bytes as f64 / f64::from(self.tcp.mss)
    }

    /// FlightSize, in bytes: everything ever sent and not acknowledged (RFC 5681 §2).
    #[must_use]
    pub fn flight(&self) -> u64 {
        self.max - self.una
    }

    /// FlightSize, in segments.
    #[must_use]
    pub fn flight_segments(&self) -> f64 {
        self.segments(self.flight())
    }

    /// Whole segments of cwnd.
    #[must_use]
    pub fn whole_cwnd(&self) -> f64 {
        (self.cwnd + ROUNDING).floor()
    }

    /// The hard cap on the window, in segments.
    #[must_use]
    pub fn cap(&self) -> f64 {
        self.tcp.cap.map_or(f64::INFINITY, f64::from)
    }

    /// The length of the next new segment, 0 if there is no new data.
    #[must_use]
    pub fn new_len(&self) -> u16 {
        let unsent = self.written.map_or(u64::MAX, |end| end.saturating_since(self.max));
        // The minimum of a u16 and anything fits.
        unsent.min(u64::from(self.tcp.mss)) as u16
    }

    /// Whether there is a new segment and the receive window has room for it.
    #[must_use]
    pub fn can_send_new(&self) -> bool {
        let len = self.new_len();
        len > 0 && self.flight() + u64::from(len) <= self.rwnd
    }

    /// Whether the first outstanding segments are being sent again after a conventional timeout.
    #[must_use]
    pub fn in_loss(&self) -> bool {
        self.loss.is_some_and(|end| self.una < end)
    }
}

/// The window and estimator of one moment: what there is to go back to (RFC 4015 §3.1 step 0).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Snapshot {
    /// When.
    pub at: Time,
    /// `max(FlightSize, ssthresh)`, in segments.
    pub pipe_prev: f64,
    /// In segments.
    pub cwnd: f64,
    /// In segments.
    pub ssthresh: f64,
    /// Smoothed RTT plus twice the clock granularity.
    pub srtt: Span,
    /// RTT variation.
    pub rttvar: Span,
    /// Timeout without back-off.
    pub rto: Span,
    /// Back-off multiplier.
    pub backoff: NonZeroU32,
    /// First byte not acknowledged.
    pub una: Seq,
    /// One after the highest byte sent.
    pub max: Seq,
}

impl Snapshot {
    /// The state of `path` at `now`.
    #[must_use]
    pub fn of(path: &Path, now: Time) -> Snapshot {
        // An infinite threshold says nothing about the pipe; the cap does.
        let threshold = if path.ssthresh.is_finite() { path.ssthresh } else { path.cap() };
        Snapshot {
            at: now,
            pipe_prev: path.flight_segments().max(threshold),
            cwnd: path.cwnd,
            ssthresh: path.ssthresh,
            srtt: path.rtt.srtt().unwrap_or(Span::ZERO) + path.tcp.g * 2,
            rttvar: path.rtt.rttvar(),
            rto: path.rtt.base(),
            backoff: NonZeroU32::new(path.rtt.backoff()).unwrap_or(NonZeroU32::MIN),
            una: path.una,
            max: path.max,
        }
    }
}

/// What a part may look at.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The connection.
    pub path: &'a Path,
    /// The segments in flight.
    pub board: &'a Scoreboard,
}
