//! A wire: transmitter, propagation, losses and delays, with the packets on it in one ring.
//!
//! A packet costs one event per wire. Its departure and arrival are computed when it is accepted; the ring is ordered by
//! arrival, and only its head is in the schedule. A packet that overtakes is inserted further up, which is the one case
//! in which the head can come closer.
//!
//! ```text
//!  accept ── departure ────────── arrival ── fate: lost? ── held by a stall? ── delivered
//!          queue and   propagation          (at the far
//!          transmitter and extra delays      end)
//! ```
//!
//! The fate of a packet is decided at one instant: its arrival at the far end, against the probabilities that hold then.
//! A lost packet has used the transmitter, and damage is found by whoever receives it. What a packet is delayed is
//! decided when it is accepted.

pub mod delay;
pub mod gilbert;
pub mod hold;
pub mod loss;
pub mod opportunity;
pub mod path;
pub mod server;
pub mod transmitter;

use std::collections::VecDeque;

use crate::packet::Packet;
use crate::time::{Span, Time};
use crate::timer::Timer;
use crate::units::Rate;

use delay::{Extra, Order};
use transmitter::Transmitter;

/// A packet that was accepted and has not arrived: in the queue until it departs, on the wire from then on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InFlight {
    /// The packet.
    pub packet: Packet,
    /// When its last bit is out of the transmitter.
    pub departure: Time,
    /// When it arrives at the far end.
    pub arrival: Time,
    extra: Extra,
}

/// A transmitter and everything it has accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Wire {
    transmitter: Transmitter,
    propagation: Span,
    /// Whether packets accepted after a drop of the propagation overtake.
    step: Order,
    /// By arrival.
    flight: VecDeque<InFlight>,
    /// The latest arrival promised to a packet that keeps its order.
    last_out: Time,
    /// The propagation fell, and no arrival has caught up with those promised before (see [`Wire::arrival`]).
    stepped: bool,
    /// The wake-up of the head.
    pub timer: Timer,
}

impl Wire {
    /// An empty wire.
    #[must_use]
    pub const fn new(transmitter: Transmitter, propagation: Span, step: Order) -> Wire {
        Wire {
            transmitter,
            propagation,
            step,
            flight: VecDeque::new(),
            last_out: Time::ZERO,
            stepped: false,
            timer: Timer::IDLE,
        }
    }

    /// The transmitter.
    #[must_use]
    pub const fn transmitter(&self) -> &Transmitter {
        &self.transmitter
    }

    /// The propagation delay.
    #[must_use]
    pub const fn propagation(&self) -> Span {
        self.propagation
    }

    /// The packets that have been accepted and have not arrived, by arrival.
    #[must_use]
    pub const fn flight(&self) -> &VecDeque<InFlight> {
        &self.flight
    }

    /// Forgets the departures that have passed.
    pub fn settle(&mut self, now: Time) {
        self.transmitter.settle(now);
    }

    /// Accepts `packet` into the queue at `now`; `extra` is added to its propagation.
    #[inline]
    pub fn accept(&mut self, now: Time, packet: Packet, extra: Extra) {
        let departure = self.transmitter.accept(now, packet.size);
        let arrival = self.arrival(packet.size, departure, extra);
        self.insert(InFlight { packet, departure, arrival, extra });
    }

    /// When the head arrives.
    #[must_use]
    #[inline]
    pub fn next_arrival(&self) -> Time {
        self.flight.front().map_or(Time::NEVER, |head| head.arrival)
    }

    /// Takes out the head if it has arrived by `now`.
    #[inline]
    pub fn arrive(&mut self, now: Time) -> Option<Packet> {
        if self.next_arrival() > now {
            return None;
        }
        self.flight.pop_front().map(|head| head.packet)
    }

    /// Changes the rate from `now` on. Packets on the line and on the wire keep their times.
    pub fn set_rate(&mut self, now: Time, rate: Rate) {
        self.transmitter.set_rate(now, rate);
        self.promise_again(now);
    }

    /// Starts no packet before `until`. Packets on the line and on the wire keep their times.
    pub fn freeze(&mut self, now: Time, until: Time) {
        self.transmitter.freeze(now, until);
        self.promise_again(now);
    }

    /// Changes the propagation of packets that have not departed by `now`.
    pub fn set_propagation(&mut self, now: Time, propagation: Span) {
        let shorter = propagation < self.propagation;
        self.propagation = propagation;
        match self.step {
            Order::Fifo => self.stepped |= shorter,
            Order::Overtake => {
                let ahead = self.flight.iter_mut().filter(|ahead| shorter && ahead.departure <= now);
                ahead.for_each(|ahead| ahead.extra.set_free());
            }
        }
        self.promise_again(now);
    }

    /// Puts a packet in its place by arrival.
    #[inline]
    fn insert(&mut self, packet: InFlight) {
        if self.flight.back().is_none_or(|last| last.arrival <= packet.arrival) {
            self.flight.push_back(packet);
        } else {
            let place = self.flight.partition_point(|ahead| ahead.arrival <= packet.arrival);
            self.flight.insert(place, packet);
        }
    }

    /// The arrival of a packet of `size` bytes that leaves at `departure`.
    ///
    /// A packet that keeps its order and would arrive before the one ahead arrives 1 ns after it. After a drop of the
    /// propagation it arrives a transmission time after it, until the new, shorter path has caught up (Gurtov's
    /// `avoidReordering_` in ns-2).
    #[inline]
    fn arrival(&mut self, size: u16, departure: Time, extra: Extra) -> Time {
        let candidate = departure + self.propagation + extra.span();
        if extra.is_free() {
            return candidate;
        }
        if self.stepped {
            let spaced = self.last_out + self.transmitter.serialization(size);
            self.stepped = candidate < spaced;
            self.last_out = candidate.max(spaced);
        } else if candidate < self.last_out {
            self.last_out += Span::from_nanos(1);
        } else {
            self.last_out = candidate;
        }
        self.last_out
    }

    /// Gives new arrivals to the packets that have not departed by `now`, after their departures have changed.
    fn promise_again(&mut self, now: Time) {
        self.transmitter.settle(now);
        let mut waiting: Vec<InFlight> = Vec::with_capacity(self.flight.len());
        for packet in self.flight.iter().filter(|packet| packet.departure > now) {
            let place = waiting.partition_point(|before| before.departure <= packet.departure);
            waiting.insert(place, *packet);
        }
        self.flight.retain(|packet| packet.departure <= now);
        let promised = self.flight.iter().filter(|packet| !packet.extra.is_free()).map(|packet| packet.arrival);
        self.last_out = promised.max().unwrap_or(Time::ZERO);
        for (index, mut packet) in waiting.into_iter().enumerate() {
            packet.departure = self.transmitter.queued()[index].departure;
            packet.arrival = self.arrival(packet.packet.size, packet.departure, packet.extra);
            self.insert(packet);
        }
    }
}
