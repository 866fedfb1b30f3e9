//! The transmitter of a wire and the packets in front of it, as a ring of departure times.
//!
//! A departure is computed when a packet is accepted, so that serialization costs no event; occupancy is what is left
//! of the ring once the departures that have passed are popped. Changes of rate and freezes recompute the packets that
//! have not started and leave the one on the transmitter alone.

use std::collections::VecDeque;

use super::opportunity::{Cursor, Opportunities};
use crate::time::{Span, Time};
use crate::units::{Bytes, Rate};

/// The slowest transmitter. A rate of zero would have no departures at all.
const SLOWEST: Rate = Rate(1);

/// One packet that has not departed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queued {
    /// When its first bit goes out.
    pub start: Time,
    /// When its last bit is out.
    pub departure: Time,
    /// Its size in the queue, without link overhead.
    pub size: u16,
}

/// How packets are paced.
#[derive(Clone, PartialEq, Debug)]
enum Pace {
    /// Bits at a fixed rate.
    Rate,
    /// Delivery opportunities of a trace.
    Trace(Cursor),
}

/// A transmitter and the departures it has promised.
#[derive(Clone, PartialEq, Debug)]
pub struct Transmitter {
    rate: Rate,
    overhead: Bytes,
    pace: Pace,
    /// The last size and its time on the line, since sizes repeat and a division is slow.
    last_size: u16,
    last_time: Span,
    queued: VecDeque<Queued>,
    queued_bytes: u64,
    /// When the last packet accepted departs.
    free_at: Time,
    /// When the last packet accepted starts.
    last_start: Time,
    /// No packet starts before this.
    frozen_until: Time,
}

impl Transmitter {
    /// An idle transmitter. `overhead` bytes of link header go out with each packet; a trace replaces the rate.
    #[must_use]
    pub fn new(rate: Rate, overhead: Bytes, trace: Option<Opportunities>) -> Transmitter {
        let rate = rate.max(SLOWEST);
        Transmitter {
            rate,
            overhead,
            pace: trace.map_or(Pace::Rate, |trace| Pace::Trace(Cursor::new(trace))),
            last_size: 0,
            last_time: rate.time_for(overhead),
            queued: VecDeque::new(),
            queued_bytes: 0,
            free_at: Time::ZERO,
            last_start: Time::ZERO,
            frozen_until: Time::ZERO,
        }
    }

    /// The rate.
    #[must_use]
    pub const fn rate(&self) -> Rate {
        self.rate
    }

    /// Whether a trace paces the packets.
    #[must_use]
    pub const fn is_traced(&self) -> bool {
        matches!(self.pace, Pace::Trace(_))
    }

    /// Time on the line of a packet of `size` bytes.
    #[must_use]
    pub fn serialization(&self, size: u16) -> Span {
        if size == self.last_size { self.last_time } else { self.time_for(Bytes(u64::from(size))) }
    }

    /// Time on the line of `size` bytes and a link header.
    #[must_use]
    pub fn time_for(&self, size: Bytes) -> Span {
        self.rate.time_for(size + self.overhead)
    }

    /// Forgets the packets that have departed by `now`.
    #[inline]
    pub fn settle(&mut self, now: Time) {
        while let Some(first) = self.queued.front()
            && first.departure <= now
        {
            self.queued_bytes -= u64::from(first.size);
            self.queued.pop_front();
        }
    }

    /// The packets that have not departed, in order; what departs by now is still in it before [`Self::settle`].
    #[must_use]
    pub const fn queued(&self) -> &VecDeque<Queued> {
        &self.queued
    }

    /// Bytes of the packets in [`Self::queued`].
    #[must_use]
    pub const fn queued_bytes(&self) -> u64 {
        self.queued_bytes
    }

    /// When the last packet accepted departs or departed.
    #[must_use]
    pub const fn free_at(&self) -> Time {
        self.free_at
    }

    /// When the last packet accepted starts or started.
    #[must_use]
    pub const fn last_start(&self) -> Time {
        self.last_start
    }

    /// Promises a departure to a packet of `size` bytes accepted at `now`.
    #[inline]
    pub fn accept(&mut self, now: Time, size: u16) -> Time {
        let (start, departure) = self.promise(now, size);
        self.queued.push_back(Queued { start, departure, size });
        self.queued_bytes += u64::from(size);
        departure
    }

    /// The next start and departure after those promised.
    fn promise(&mut self, now: Time, size: u16) -> (Time, Time) {
        let earliest = now.max(self.frozen_until);
        let (start, departure) = match &mut self.pace {
            Pace::Rate => {
                let start = earliest.max(self.free_at);
                (self.last_size, self.last_time) = (size, self.serialization(size));
                (start, start + self.last_time)
            }
            Pace::Trace(cursor) => cursor.spend(earliest, u64::from(size) + self.overhead.0),
        };
        self.last_start = start;
        self.free_at = departure;
        (start, departure)
    }

    /// Changes the rate from `now` on. A packet on the line keeps its departure.
    pub fn set_rate(&mut self, now: Time, rate: Rate) {
        self.rate = rate.max(SLOWEST);
        (self.last_size, self.last_time) = (0, self.time_for(Bytes(0)));
        if !self.is_traced() {
            self.recompute(now);
        }
    }

    /// Starts no packet before `until`. A packet on the line keeps its departure, and a trace is not stopped.
    pub fn freeze(&mut self, now: Time, until: Time) {
        self.frozen_until = self.frozen_until.max(until);
        if !self.is_traced() {
            self.recompute(now);
        }
    }

    /// Promises again to all packets that have not started.
    fn recompute(&mut self, now: Time) {
        self.settle(now);
        let started = usize::from(self.queued.front().is_some_and(|first| first.start <= now));
        (self.last_start, self.free_at) = match self.queued.front() {
            Some(first) if started == 1 => (first.start, first.departure),
            _ => (self.last_start.min(now), self.free_at.min(now)),
        };
        for index in started..self.queued.len() {
            let size = self.queued[index].size;
            let (start, departure) = self.promise(now, size);
            self.queued[index] = Queued { start, departure, size };
        }
    }
}
