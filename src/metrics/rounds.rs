//! Round trips of one flow, one row each.
//!
//! A round begins with the first segment sent while none is under way, and ends when that segment is acknowledged, by
//! the cumulative number or by a SACK range: the distinguished segment by which TCP Vegas counts round trips (Brakmo and
//! Peterson 1995, §3.2). What happens between two rounds counts for the later one.

use crate::ids::FlowId;
use crate::packet::{Body, Packet};
use crate::seq::SeqRange;
use crate::tcp::Sender;
use crate::time::{Span, Time};
use crate::trace::{DropCause, Note, Place, Probe};

use super::RttSummary;

/// One round that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// When its first segment was sent.
    pub start: Time,
    /// When that was acknowledged.
    pub end: Time,
    /// Congestion window at the start and at the end, in segments.
    pub cwnd: (f64, f64),
    /// Slow-start threshold at the end, in segments; infinite before the first cut.
    pub ssthresh: f64,
    /// Segments sent, retransmissions too.
    pub sent: u32,
    /// Segments sent that carried some byte again.
    pub resent: u32,
    /// ACKs that reached the sender.
    pub acks: u32,
    /// Segments dropped.
    pub losses: u32,
    /// Index of the first timeout that was not before this round, and how many there were in it.
    pub timeouts: (u32, u32),
    /// RTT samples.
    pub rtt: RttSummary,
    /// Retransmission timeout at the end, without back-off.
    pub rto: Span,
}

/// A round under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Underway {
    /// When its first segment was sent.
    pub start: Time,
    /// Congestion window then, in segments.
    pub cwnd: f64,
    /// The segment whose acknowledgement ends it.
    marker: SeqRange,
}

/// What is counted towards the next row.
#[derive(Clone, PartialEq, Debug, Default)]
struct Counts {
    sent: u32,
    resent: u32,
    acks: u32,
    losses: u32,
    timeouts: u32,
    rtt: RttSummary,
}

/// The rounds of one flow.
#[derive(Clone, PartialEq, Debug)]
pub struct Rounds {
    flow: FlowId,
    rows: Vec<Round>,
    underway: Option<Underway>,
    counts: Counts,
    timeouts: u32,
    cwnd: f64,
    ssthresh: f64,
    rto: Span,
}

impl Rounds {
    /// No round of `flow` yet.
    #[must_use]
    pub fn new(flow: FlowId) -> Rounds {
        Rounds {
            flow,
            rows: Vec::new(),
            underway: None,
            counts: Counts::default(),
            timeouts: 0,
            cwnd: 0.0,
            ssthresh: f64::INFINITY,
            rto: Span::ZERO,
        }
    }

    /// The flow's sender as it is before its first segment.
    pub fn set_sender(&mut self, sender: &Sender) {
        (self.cwnd, self.ssthresh, self.rto) = (sender.cwnd(), sender.ssthresh(), sender.rto());
    }

    /// The flow.
    #[must_use]
    pub const fn flow(&self) -> FlowId {
        self.flow
    }

    /// The rounds that have ended, in order.
    #[must_use]
    pub fn rows(&self) -> &[Round] {
        &self.rows
    }

    /// The round under way.
    #[must_use]
    pub const fn underway(&self) -> Option<&Underway> {
        self.underway.as_ref()
    }

    /// The last row, if its round ended at `now`: what its last ACK does to the sender is told after the ACK.
    fn ended(&mut self, now: Time) -> Option<&mut Round> {
        self.rows.last_mut().filter(|row| row.end == now)
    }

    fn end(&mut self, now: Time, round: Underway) {
        let counts = std::mem::take(&mut self.counts);
        self.rows.push(Round {
            start: round.start,
            end: now,
            cwnd: (round.cwnd, self.cwnd),
            ssthresh: self.ssthresh,
            sent: counts.sent,
            resent: counts.resent,
            acks: counts.acks,
            losses: counts.losses,
            timeouts: (self.timeouts - counts.timeouts, counts.timeouts),
            rtt: counts.rtt,
            rto: self.rto,
        });
    }
}

impl Probe for Rounds {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        let Some(data) = packet.data().filter(|_| packet.flow == self.flow) else { return };
        self.counts.sent += 1;
        self.counts.resent += u32::from(data.again);
        if self.underway.is_none() {
            self.underway = Some(Underway { start: now, cwnd: self.cwnd, marker: data.range() });
        }
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        let Body::Ack(ack) = packet.body else { return };
        if packet.flow != self.flow {
            return;
        }
        self.counts.acks += 1;
        let acknowledged = |range: SeqRange| {
            ack.ack >= range.end || ack.sacks().any(|sack| sack.start <= range.start && sack.end >= range.end)
        };
        if let Some(round) = self.underway.take_if(|round| acknowledged(round.marker)) {
            self.end(now, round);
        }
    }

    fn on_dropped(&mut self, _: Time, packet: &Packet, _: DropCause, _: Place) {
        self.counts.losses += u32::from(packet.flow == self.flow && packet.data().is_some());
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        if flow != self.flow {
            return;
        }
        match *note {
            Note::Expired(_) => {
                self.counts.timeouts += 1;
                self.timeouts += 1;
            }
            Note::Window { cwnd, ssthresh, .. } => {
                (self.cwnd, self.ssthresh) = (cwnd, ssthresh);
                if let Some(round) = self.underway.as_mut().filter(|round| round.start == now) {
                    round.cwnd = cwnd;
                }
            }
            Note::Rtt { sample, rto, .. } => {
                self.rto = rto;
                match self.ended(now) {
                    Some(row) => {
                        row.rtt.add(sample);
                        row.rto = rto;
                    }
                    None => self.counts.rtt.add(sample),
                }
            }
            Note::Verdict { .. } | Note::FastRetransmit { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;
    use crate::packet::{Ack, Data, Ecn, SackList, SourceRoute, Stamp};
    use crate::seq::Seq;
    use crate::trace::WindowChange;

    fn at(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    fn packet(body: Body) -> Packet {
        let (from, to) = (NodeId(0), NodeId(1));
        let (flow, ecn, route) = (FlowId(0), Ecn::NotEct, SourceRoute::NONE);
        Packet { flow, from, to, size: 1040, copy: 0, ordinal: 0, hops: 0, ecn, route, body }
    }

    fn data(segment: u64, again: bool) -> Packet {
        let seq = Seq((segment - 1) * 1000);
        packet(Body::Data(Data { seq, len: 1000, stamp: Stamp::NONE, again, probe: false, cwr: false }))
    }

    fn ack(next: u64, sacked: Option<u64>) -> Packet {
        let number = Seq((next - 1) * 1000);
        let mut ack = Ack::new(number, 100_000, Seq(0), 0);
        let range = sacked.map(|segment| SeqRange::new(Seq((segment - 1) * 1000), Seq(segment * 1000)));
        ack.sack = SackList::new(number, None, range, 3);
        packet(Body::Ack(ack))
    }

    fn rtt(sample: u64) -> Note {
        let [sample, srtt, rto] = [sample, 100, 300].map(Span::from_millis);
        Note::Rtt { sample, srtt, rto }
    }

    fn window(cwnd: f64) -> Note {
        Note::Window { cwnd, ssthresh: f64::INFINITY, change: WindowChange::Growth }
    }

    #[test]
    fn a_round_ends_with_the_ack_of_its_first_segment() {
        let mut rounds = Rounds::new(FlowId(0));
        rounds.cwnd = 2.0;
        rounds.on_sent(at(0), &data(1, false));
        rounds.on_sent(at(0), &data(2, false));
        assert_eq!(rounds.underway().map(|round| (round.start, round.cwnd)), Some((at(0), 2.0)));
        // The sender speaks after it was told: its sample is of the round that the ACK ended, its window of the next.
        rounds.on_delivered(at(100), &ack(2, None));
        rounds.on_sent(at(100), &data(3, false));
        rounds.on_note(at(100), FlowId(0), &rtt(100));
        rounds.on_note(at(100), FlowId(0), &window(3.0));
        rounds.on_delivered(at(101), &ack(3, None));
        rounds.on_note(at(101), FlowId(0), &rtt(101));
        rounds.on_dropped(at(150), &data(3, false), DropCause::RandomLoss, Place::Node(NodeId(0)));
        rounds.on_sent(at(400), &data(3, true));
        rounds.on_delivered(at(520), &ack(4, None));
        let [first, second] = rounds.rows() else { panic!("two rounds, not {:?}", rounds.rows()) };
        assert_eq!((first.start, first.end, first.cwnd), (at(0), at(100), (2.0, 2.0)));
        assert_eq!((first.sent, first.resent, first.acks, first.losses), (2, 0, 1, 0));
        assert_eq!((first.rtt.samples, first.rtt.mean()), (1, Some(Span::from_millis(100))));
        assert_eq!(first.rto, Span::from_millis(300));
        assert_eq!((second.start, second.end, second.cwnd), (at(100), at(520), (3.0, 3.0)));
        assert_eq!((second.sent, second.resent, second.acks, second.losses), (2, 1, 2, 1));
        assert_eq!(second.rtt.max, Span::from_millis(101));
        assert_eq!(rounds.underway(), None);
    }

    #[test]
    fn a_sack_ends_a_round_too_and_other_flows_do_not() {
        let mut rounds = Rounds::new(FlowId(0));
        rounds.on_sent(at(0), &data(5, false));
        rounds.on_delivered(at(50), &Packet { flow: FlowId(1), ..ack(9, None) });
        rounds.on_delivered(at(80), &ack(2, Some(6)));
        assert!(rounds.underway().is_some());
        rounds.on_delivered(at(90), &ack(2, Some(5)));
        assert_eq!(rounds.rows().len(), 1);
        assert_eq!(rounds.rows()[0].acks, 2);
    }
}
