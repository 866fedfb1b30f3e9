//! Random Early Detection: keep a slow average of the queue and mark or drop early, evenly spread.
//!
//! Floyd and Jacobson, "Random Early Detection Gateways for Congestion Avoidance" (1993), with the gentle band and the
//! `wait` rule of ns-2, ECN after RFC 3168 §7, and the modified ECN of the TCP NRT paper §4.1, which never marks below
//! the upper threshold and marks everything above it. Packet mode: a packet counts one whatever its size.
//!
//! Departure: the idle correction is `(1 - w_q)^m` as in the 1993 paper; ns-2's extra factor for the arriving packet is
//! not applied.

use serde::{Deserialize, Serialize};

use super::Admission;
use crate::math;
use crate::rng::Stream;
use crate::time::{Span, Time};
use crate::trace::DropCause;
use crate::units::Bytes;

/// What early detection does with the packets it chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EcnMode {
    /// Drops them.
    Off,
    /// Marks ECN-capable ones, drops the others (RFC 3168 §7).
    Ecn,
    /// Chooses nobody below the upper threshold and everybody above it; marks ECN-capable packets and lets the others
    /// pass (TCP NRT paper §4.1; letting them pass is a choice, for dropping would take the retransmissions and ACKs
    /// away just when congestion is diagnosed).
    Modified,
}

/// Parameters of early detection.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RedSetup {
    /// Whether it judges newcomers. If not, the queue is drop-tail and the rest waits to be switched on.
    pub on: bool,
    /// Weight of one arrival in the average.
    pub w_q: f64,
    /// Lower threshold of the average, in packets.
    pub min_th: f64,
    /// Upper threshold of the average, in packets.
    pub max_th: f64,
    /// Probability as the average reaches the upper threshold.
    pub p_max: f64,
    /// Above the upper threshold the probability climbs to 1 at twice the threshold instead of jumping there.
    pub gentle: bool,
    /// No two choices closer than one mean gap (ns-2).
    pub wait: bool,
    /// What happens to the chosen.
    pub mode: EcnMode,
    /// Above the upper threshold drop ECN-capable packets too (RFC 3168 §7 prefers this).
    pub drop_above_max: bool,
    /// Whether a packet that finds at most one waiting is never chosen, as in ns-2 and ns-3.
    pub spare_short: bool,
    /// Mean packet size, for the number of packets that an idle time would have let through.
    pub mean_packet: Bytes,
}

impl RedSetup {
    /// Thresholds 5 and 15 and weight 0.002 of the 1993 paper, `p_max` 0.1 of later advice, not gentle, dropping.
    pub const DEFAULT: RedSetup = RedSetup {
        on: true,
        w_q: 0.002,
        min_th: 5.0,
        max_th: 15.0,
        p_max: 0.1,
        gentle: false,
        wait: false,
        mode: EcnMode::Off,
        drop_above_max: false,
        spare_short: false,
        mean_packet: Bytes(1000),
    };
}

/// Where the average lies.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Band {
    /// Nobody is chosen.
    Below,
    /// Somebody is chosen with this probability, spread evenly.
    Inside(f64),
    /// Everybody is chosen.
    Above,
}

/// Early detection on one queue.
#[derive(Clone, PartialEq, Debug)]
pub struct Red {
    setup: RedSetup,
    /// Transmission time of a packet of mean size.
    packet_time: Span,
    stream: Stream,
    avg: f64,
    /// Packets since the last choice; `None` while the average is below the band.
    count: Option<u32>,
    /// Until when idle time has been taken into the average.
    aged_until: Time,
}

impl Red {
    /// An average of zero.
    #[must_use]
    pub const fn new(setup: RedSetup, packet_time: Span, stream: Stream) -> Red {
        Red { setup, packet_time, stream, avg: 0.0, count: None, aged_until: Time::ZERO }
    }

    /// The average queue length, in packets.
    #[must_use]
    pub const fn avg(&self) -> f64 {
        self.avg
    }

    /// The parameters in force.
    #[must_use]
    pub const fn setup(&self) -> &RedSetup {
        &self.setup
    }

    /// The parameters, to turn them. The average and the count stay.
    pub const fn setup_mut(&mut self) -> &mut RedSetup {
        &mut self.setup
    }

    /// Switches it on, with an average of zero, or off.
    pub const fn switch(&mut self, on: bool) {
        if on && !self.setup.on {
            (self.avg, self.count) = (0.0, None);
        }
        self.setup.on = on;
    }

    /// Tells the transmission time of a packet of mean size after a change of rate.
    pub const fn set_packet_time(&mut self, packet_time: Span) {
        self.packet_time = packet_time;
    }

    /// Judges an arrival that finds `length` packets, none of them since `empty_since` if that is 0.
    pub fn on_arrival(&mut self, now: Time, length: u32, empty_since: Time, ect: bool) -> Admission {
        self.average(now, length, empty_since);
        if self.setup.mode == EcnMode::Modified {
            return if ect && self.avg >= self.setup.max_th { Admission::Mark } else { Admission::Accept };
        }
        let spared = self.setup.spare_short && length <= 1;
        let band = if spared { Band::Below } else { self.band() };
        let chosen = match band {
            Band::Below => {
                self.count = None;
                false
            }
            Band::Inside(p_b) => {
                let count = self.count.map_or(0, |count| count + 1);
                self.count = Some(count);
                self.stream.uniform() < self.spread(p_b, count)
            }
            Band::Above => true,
        };
        if !chosen {
            return Admission::Accept;
        }
        self.count = Some(0);
        let mark = self.setup.mode == EcnMode::Ecn && ect;
        if mark && !(self.setup.drop_above_max && self.avg >= self.setup.max_th) {
            Admission::Mark
        } else {
            Admission::Drop(DropCause::AqmDrop)
        }
    }

    /// Takes an arrival, or the idle time before it, into the average.
    fn average(&mut self, now: Time, length: u32, empty_since: Time) {
        if length > 0 {
            self.avg += self.setup.w_q * (f64::from(length) - self.avg);
            return;
        }
        let since = self.aged_until.max(empty_since);
        let packet_time = self.packet_time.as_nanos().max(1);
        let missed = now.saturating_since(since).as_nanos() / packet_time;
        if missed > 0 {
            self.avg *= math::pow(1.0 - self.setup.w_q, missed as f64);
        }
        self.aged_until = since + Span::from_nanos(missed * packet_time);
    }

    /// The band of the average, with the basic probability `p_b`.
    fn band(&self) -> Band {
        let RedSetup { min_th, max_th, p_max, gentle, .. } = self.setup;
        if self.avg < min_th {
            Band::Below
        } else if self.avg < max_th {
            Band::Inside(p_max * (self.avg - min_th) / (max_th - min_th))
        } else if gentle && self.avg < 2.0 * max_th {
            Band::Inside(p_max + (1.0 - p_max) * (self.avg - max_th) / max_th)
        } else {
            Band::Above
        }
    }

    /// The probability `p_a` after `count` packets that were not chosen, which makes the gaps uniform.
    fn spread(&self, p_b: f64, count: u32) -> f64 {
        let done = f64::from(count) * p_b;
        if self.setup.wait {
            match done {
                _ if done < 1.0 => 0.0,
                _ if done < 2.0 => p_b / (2.0 - done),
                _ => 1.0,
            }
        } else if done >= 1.0 {
            1.0
        } else {
            (p_b / (1.0 - done)).min(1.0)
        }
    }
}
