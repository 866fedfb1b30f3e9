//! Counts and averages of every flow of a run.

use crate::ids::{FlowId, Table};
use crate::packet::{Body, Data, Packet};
use crate::seq::{Seq, SeqRange};
use crate::time::{Span, Time};
use crate::trace::{DropCause, Note, Place, Probe, WindowChange};

/// What the counters know of one flow.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FlowCounters {
    /// Data packets handed to the network, retransmissions too.
    pub sent: u64,
    /// Their size with headers, in bytes.
    pub sent_bytes: u64,
    /// Data packets that carried some byte again.
    pub retransmissions: u64,
    /// Data packets that arrived at the receiver's host, duplicates too.
    pub arrived: u64,
    /// ACKs handed to the network.
    pub acks_sent: u64,
    /// Dropped data packets by [`DropCause`], in the order of [`DropCause::ALL`].
    pub data_drops: [u64; DropCause::ALL.len()],
    /// Dropped ACKs by [`DropCause`].
    pub ack_drops: [u64; DropCause::ALL.len()],
    /// Packets marked by queues.
    pub marked: u64,
    /// Expiries of the timer with data in flight.
    pub timeouts: u64,
    /// Fast retransmits.
    pub fast_retransmits: u64,
    /// Window cuts on ECN-Echo.
    pub ecn_cuts: u64,
    /// RTT samples.
    pub rtt: RttSummary,
    /// In-order payload at the receiver.
    pub goodput: Goodput,
    /// The congestion window, in segments.
    window: TimeAverage,
}

/// The RTT samples of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RttSummary {
    /// How many.
    pub samples: u64,
    /// The shortest; zero without any.
    pub min: Span,
    /// The longest.
    pub max: Span,
    sum: u128,
}

impl RttSummary {
    pub(super) fn add(&mut self, sample: Span) {
        self.min = if self.samples == 0 { sample } else { self.min.min(sample) };
        self.max = self.max.max(sample);
        self.samples += 1;
        self.sum += u128::from(sample.as_nanos());
    }

    /// The mean, rounded down to a nanosecond; `None` without any sample.
    #[must_use]
    pub fn mean(&self) -> Option<Span> {
        let mean = self.sum.checked_div(u128::from(self.samples))?;
        Some(Span::from_nanos(u64::try_from(mean).expect("a mean of spans is a span")))
    }
}

/// Unique in-order payload that the receiver could hand to its application.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goodput {
    /// When the flow's first data packet was sent.
    pub first: Option<Time>,
    expected: Seq,
    /// What arrived beyond a gap: disjoint ranges in order, bounded by the receive window.
    ahead: Vec<SeqRange>,
}

impl Goodput {
    fn on_arrival(&mut self, range: SeqRange) {
        let mut range = SeqRange::new(range.start.max(self.expected), range.end);
        if range.is_empty() {
            return;
        }
        let from = self.ahead.partition_point(|held| held.end < range.start);
        let to = self.ahead.partition_point(|held| held.start <= range.end);
        if let (Some(first), Some(last)) = (self.ahead[from..to].first(), self.ahead[from..to].last()) {
            range = SeqRange::new(range.start.min(first.start), range.end.max(last.end));
        }
        if range.start <= self.expected {
            self.ahead.drain(..to);
            self.expected = range.end;
        } else {
            self.ahead.splice(from..to, [range]);
        }
    }

    /// Payload delivered in order, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.expected.0
    }

    /// The rate from the first packet sent until `end`, in bit/s; zero where nothing was sent.
    #[must_use]
    pub fn bits_per_second(&self, end: Time) -> f64 {
        self.first.map_or(0.0, |first| bits_per_second(self.bytes(), first, end))
    }
}

/// Payload `bytes` delivered in order from `start` until `end`, in bit/s; zero where no time has passed.
///
/// This is the throughput of the comparisons: the TCP NRT paper (§5.2.1) divides packets sent by transmission time, which
/// would reward retransmissions. Time counts to the end, not to the last arrival: who stalls has delivered no faster.
#[must_use]
pub fn bits_per_second(bytes: u64, start: Time, end: Time) -> f64 {
    let seconds = end.saturating_since(start).as_secs_f64();
    if seconds > 0.0 { bytes as f64 * 8.0 / seconds } else { 0.0 }
}

/// The average over time of a value that jumps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct TimeAverage {
    /// Since when, the present value, and since when that.
    present: Option<(Time, f64, Time)>,
    /// Value times seconds until the present value began.
    area: f64,
}

impl TimeAverage {
    fn set(&mut self, now: Time, value: f64) {
        let since = match self.present {
            Some((since, old, changed)) => {
                self.area += old * now.saturating_since(changed).as_secs_f64();
                since
            }
            None => now,
        };
        self.present = Some((since, value, now));
    }

    fn until(&self, now: Time) -> Option<f64> {
        let (since, value, changed) = self.present?;
        let total = now.saturating_since(since).as_secs_f64();
        let area = self.area + value * now.saturating_since(changed).as_secs_f64();
        Some(if total > 0.0 { area / total } else { value })
    }
}

impl FlowCounters {
    /// Dropped data packets of all causes.
    #[must_use]
    pub fn data_dropped(&self) -> u64 {
        self.data_drops.iter().sum()
    }

    /// Dropped ACKs of all causes.
    #[must_use]
    pub fn acks_dropped(&self) -> u64 {
        self.ack_drops.iter().sum()
    }

    /// Data packets that arrived among those sent; `None` before the first was sent.
    #[must_use]
    pub fn delivery_ratio(&self) -> Option<f64> {
        (self.sent > 0).then(|| self.arrived as f64 / self.sent as f64)
    }

    /// The congestion window averaged over the time from the sender's first word about it to `now`, in segments.
    #[must_use]
    pub fn mean_cwnd(&self, now: Time) -> Option<f64> {
        self.window.until(now)
    }

    fn on_data_sent(&mut self, now: Time, packet: &Packet, data: &Data) {
        self.sent += 1;
        self.sent_bytes += u64::from(packet.size);
        self.retransmissions += u64::from(data.again);
        self.goodput.first.get_or_insert(now);
    }
}

/// Counts what happens to every flow. Its size is bounded by the receive windows; it is part of a checkpoint.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counters {
    flows: Table<FlowId, FlowCounters>,
}

impl Counters {
    /// Counters of a run that starts.
    #[must_use]
    pub fn new() -> Counters {
        Counters::default()
    }

    /// The counters of `flow`; `None` before anything happened to it or to a flow with a higher id.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> Option<&FlowCounters> {
        self.flows.get(flow)
    }

    fn row(&mut self, id: FlowId) -> &mut FlowCounters {
        while self.flows.get(id).is_none() {
            self.flows.push(FlowCounters::default());
        }
        &mut self.flows[id]
    }
}

impl Probe for Counters {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        match &packet.body {
            Body::Data(data) => self.row(packet.flow).on_data_sent(now, packet, data),
            Body::Ack(_) => self.row(packet.flow).acks_sent += 1,
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    fn on_delivered(&mut self, _: Time, packet: &Packet) {
        if let Body::Data(data) = &packet.body {
            let row = self.row(packet.flow);
            row.arrived += 1;
            row.goodput.on_arrival(data.range());
        }
    }

    fn on_dropped(&mut self, _: Time, packet: &Packet, cause: DropCause, _: Place) {
        match &packet.body {
            Body::Data(_) => self.row(packet.flow).data_drops[cause as usize] += 1,
            Body::Ack(_) => self.row(packet.flow).ack_drops[cause as usize] += 1,
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    fn on_marked(&mut self, _: Time, packet: &Packet, _: Place) {
        match &packet.body {
            Body::Data(_) | Body::Ack(_) => self.row(packet.flow).marked += 1,
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        let row = self.row(flow);
        match note {
            Note::Expired(_) => row.timeouts += 1,
            Note::FastRetransmit { .. } => row.fast_retransmits += 1,
            Note::Rtt { sample, .. } => row.rtt.add(*sample),
            Note::Window { cwnd, change, .. } => {
                row.window.set(now, *cwnd);
                row.ecn_cuts += u64::from(*change == WindowChange::Ecn);
            }
            Note::Verdict { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Time {
        Time::from_nanos(millis * 1_000_000)
    }

    fn range(start: u64, end: u64) -> SeqRange {
        SeqRange::new(Seq(start), Seq(end))
    }

    #[test]
    fn goodput_counts_what_can_be_read() {
        let mut goodput = Goodput { first: Some(at(0)), ..Goodput::default() };
        goodput.on_arrival(range(0, 1000));
        goodput.on_arrival(range(2000, 3000));
        goodput.on_arrival(range(4000, 5000));
        assert_eq!(goodput.bytes(), 1000);
        goodput.on_arrival(range(1000, 2000));
        assert_eq!(goodput.bytes(), 3000);
        goodput.on_arrival(range(0, 1000));
        assert_eq!(goodput.bytes(), 3000, "a duplicate adds nothing");
        goodput.on_arrival(range(2500, 4500));
        assert_eq!(goodput.bytes(), 5000);
        assert_eq!(goodput.ahead, []);
        assert!((goodput.bits_per_second(at(60)) - 5000.0 * 8.0 / 0.06).abs() < 1e-6);
        assert!((goodput.bits_per_second(at(120)) - 5000.0 * 8.0 / 0.12).abs() < 1e-6, "a stall costs");
        assert_eq!(goodput.bits_per_second(at(0)), 0.0);
    }

    #[test]
    fn gaps_join() {
        let mut goodput = Goodput::default();
        for (start, end) in [(40, 50), (20, 30), (60, 70), (30, 40), (45, 65)] {
            goodput.on_arrival(range(start, end));
        }
        assert_eq!(goodput.ahead, [range(20, 70)]);
        assert_eq!(goodput.bits_per_second(at(9)), 0.0, "nothing was sent");
    }

    #[test]
    fn windows_are_averaged_over_time() {
        let mut counters = Counters::new();
        let window = |cwnd| Note::Window { cwnd, ssthresh: 8.0, change: WindowChange::Growth };
        counters.on_note(at(1000), FlowId(0), &window(2.0));
        assert_eq!(counters.flow(FlowId(0)).and_then(|flow| flow.mean_cwnd(at(1000))), Some(2.0));
        counters.on_note(at(2000), FlowId(0), &window(8.0));
        assert_eq!(counters.flow(FlowId(0)).and_then(|flow| flow.mean_cwnd(at(5000))), Some(6.5));
        assert_eq!(counters.flow(FlowId(1)), None);
    }

    #[test]
    fn rtt_samples() {
        let mut rtt = RttSummary::default();
        assert_eq!(rtt.mean(), None);
        [30, 10, 50].into_iter().for_each(|millis| rtt.add(Span::from_millis(millis)));
        let expected = (Span::from_millis(10), Span::from_millis(50), Some(Span::from_millis(30)));
        assert_eq!((rtt.min, rtt.max, rtt.mean()), expected);
    }
}
