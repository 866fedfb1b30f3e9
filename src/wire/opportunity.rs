//! Links driven by a trace of delivery opportunities, with Mahimahi's semantics.
//!
//! Netravali et al., "Mahimahi: Accurate Record-and-Replay for HTTP" (2015), and its `link_queue.cc`. A trace is a list
//! of milliseconds; each entry is an opportunity to send a number of bytes. Packets share an opportunity or straddle
//! several; what an opportunity finds nobody to spend on is lost. A packet may use opportunities strictly later than
//! its arrival.
//!
//! The time of a loop is the last entry, not one more, so that an entry 0 falls on the last one of the loop before.

use std::sync::Arc;

use crate::time::{Span, Time};

/// Bytes of one opportunity where sizes are those of IP packets. Mahimahi itself counts 1504, for its packets carry a
/// tunnel header of 4 bytes.
pub const OPPORTUNITY_BYTES: u64 = 1500;

/// A trace. Shared, because it is immutable and may be megabytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Opportunities {
    /// Milliseconds since the start of the trace, ascending, the last above 0.
    pub at_ms: Arc<[u32]>,
    /// Start again at the end; otherwise there are no opportunities after the last one.
    pub repeat: bool,
    /// Bytes of one opportunity.
    pub bytes_per_opportunity: u64,
}

impl Opportunities {
    /// Time of the opportunity number `index`, counted on through the loops.
    fn time(&self, index: u64) -> Time {
        let len = self.at_ms.len() as u64;
        let Some(&period) = self.at_ms.last().filter(|&&last| last > 0) else { return Time::NEVER };
        if index >= len && !self.repeat {
            return Time::NEVER;
        }
        let millis = u64::from(self.at_ms[(index % len) as usize]) + index / len * u64::from(period);
        Time::ZERO + Span::from_millis(millis)
    }

    /// Number of the first opportunity strictly after `now`.
    fn first_after(&self, now: Time) -> u64 {
        let len = self.at_ms.len() as u64;
        let Some(&period) = self.at_ms.last().filter(|&&last| last > 0) else { return 0 };
        let millis = now.as_nanos() / Span::from_millis(1).as_nanos();
        let (turn, rest) = (millis / u64::from(period), millis % u64::from(period));
        if turn > 0 && !self.repeat {
            return len;
        }
        turn * len + self.at_ms.partition_point(|&at| u64::from(at) <= rest) as u64
    }
}

/// How far a trace has been spent.
#[derive(Clone, PartialEq, Debug)]
pub struct Cursor {
    trace: Opportunities,
    /// The opportunity being spent.
    index: u64,
    /// Its time.
    at: Time,
    /// Bytes of it that are left.
    left: u64,
}

impl Cursor {
    /// At the start of `trace`.
    #[must_use]
    pub fn new(trace: Opportunities) -> Cursor {
        let (at, left) = (trace.time(0), trace.bytes_per_opportunity.max(1));
        Cursor { trace, index: 0, at, left }
    }

    /// Spends opportunities on `bytes` bytes that arrive at `now`: when the first and the last of them go out.
    pub fn spend(&mut self, now: Time, mut bytes: u64) -> (Time, Time) {
        if self.at <= now {
            self.go_to(self.trace.first_after(now));
        }
        if self.left == 0 {
            self.go_to(self.index + 1);
        }
        let start = self.at;
        while bytes > self.left && self.at != Time::NEVER {
            bytes -= self.left;
            self.go_to(self.index + 1);
        }
        self.left -= bytes.min(self.left);
        (start, self.at)
    }

    fn go_to(&mut self, index: u64) {
        self.index = index;
        self.at = self.trace.time(index);
        self.left = self.trace.bytes_per_opportunity.max(1);
    }
}
