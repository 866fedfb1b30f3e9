//! Queues in front of links: whether a newcomer may wait, is marked, or is dropped.
//!
//! A queue here is only the rule. The packets wait inside the wire, which knows when each of them departs; the rule is
//! told how many there are. Newcomers are dropped, never packets that wait already (drop-tail), and active queue
//! management is Random Early Detection in [`red`].

pub mod red;

use crate::packet::{Ecn, Packet};
use crate::rng::Stream;
use crate::time::{Span, Time};
use crate::trace::DropCause;
use crate::units::Bytes;

pub use red::{EcnMode, Red, RedSetup};

use serde::{Deserialize, Serialize};

/// How much may wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Everything may.
    Unlimited,
    /// So many packets.
    Packets(u32),
    /// So many bytes of IP packets. A packet larger than this is always dropped.
    Bytes(u64),
}

/// A queue, as plain data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QueueSetup {
    /// How much may wait.
    pub limit: Limit,
    /// Whether the packet being transmitted counts against the limit. ns-2 behaves as if it does (its limit 50 is 49
    /// waiting and one in service); Mahimahi, ns-3 and most routers count only those that wait.
    pub count_in_service: bool,
    /// Random Early Detection, or nothing but the limit for ever.
    pub red: Option<RedSetup>,
}

impl QueueSetup {
    /// Drop-tail with `limit`, the packet in service included.
    #[must_use]
    pub const fn drop_tail(limit: Limit) -> QueueSetup {
        QueueSetup { limit, count_in_service: true, red: None }
    }
}

/// What a newcomer finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occupancy {
    /// Packets that wait.
    pub waiting: u32,
    /// Bytes that wait.
    pub waiting_bytes: u64,
    /// Size of the packet being transmitted, `None` while the transmitter is idle.
    pub in_service: Option<u64>,
    /// When it became empty, if it is: the last departure or, where the packet in service does not count, the last
    /// start of a service.
    pub empty_since: Time,
}

/// What happens to a newcomer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// It waits.
    Accept,
    /// It waits and is marked as having experienced congestion.
    Mark,
    /// It ends here.
    Drop(DropCause),
}

/// The rule of one queue and its memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Queue {
    limit: Limit,
    count_in_service: bool,
    red: Option<Red>,
}

impl Queue {
    /// The rule of `setup`. `packet_time` is the transmission time of a packet of mean size, `stream` decides marks.
    #[must_use]
    pub fn new(setup: &QueueSetup, packet_time: Span, stream: Stream) -> Queue {
        let red = setup.red.map(|red| Red::new(red, packet_time, stream));
        Queue { limit: setup.limit, count_in_service: setup.count_in_service, red }
    }

    /// Whether the packet being transmitted counts.
    #[must_use]
    pub const fn count_in_service(&self) -> bool {
        self.count_in_service
    }

    /// How much may wait.
    #[must_use]
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// Changes how much may wait. Packets that wait already stay.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Random Early Detection, if the queue does it now.
    #[must_use]
    pub fn red(&self) -> Option<&Red> {
        self.red.as_ref().filter(|red| red.setup().on)
    }

    /// Random Early Detection, on or off, to turn its knobs.
    pub const fn red_mut(&mut self) -> Option<&mut Red> {
        self.red.as_mut()
    }

    /// Judges `packet`, which finds `found`.
    ///
    /// Early detection speaks first, because its average must see every arrival; what it lets in may still find the
    /// queue full.
    #[inline]
    pub fn admit(&mut self, now: Time, packet: &Packet, found: Occupancy) -> Admission {
        let admission = match self.red.as_mut().filter(|red| red.setup().on) {
            None => Admission::Accept,
            Some(red) => {
                let length = found.waiting + u32::from(self.count_in_service && found.in_service.is_some());
                red.on_arrival(now, length, found.empty_since, packet.ecn != Ecn::NotEct)
            }
        };
        match admission {
            Admission::Drop(_) => admission,
            _ if self.fits(packet.bytes(), found) => admission,
            _ => Admission::Drop(DropCause::QueueOverflow),
        }
    }

    /// Whether `size` more bytes fit.
    fn fits(&self, size: Bytes, found: Occupancy) -> bool {
        let in_service = found.in_service.filter(|_| self.count_in_service);
        match self.limit {
            Limit::Unlimited => true,
            Limit::Packets(limit) => found.waiting + u32::from(in_service.is_some()) < limit,
            Limit::Bytes(limit) => found.waiting_bytes + in_service.unwrap_or(0) + size.0 <= limit,
        }
    }
}

#[cfg(test)]
mod tests;
