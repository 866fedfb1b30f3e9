//! What has happened in one lane: append-only records in order of time.
//!
//! Nothing of this is in a checkpoint. Records are written once, when a stretch of the run is computed for the first
//! time; seeking back only moves the end of what is shown. Facts that become known later (verdicts, truths) carry the
//! time from which they are known.

use serde::{Deserialize, Serialize};

use super::pages::Pages;
use super::series::{Point, Series};
use crate::ids::{FlowId, Id, NodeId};
use crate::packet::{Body, NO_FLOW, Packet};
use crate::seq::{Seq, SeqRange};
use crate::time::Time;
use crate::trace::{DropCause, Expiry, Note, Place, Probe, RouteNote, Verdict, WindowChange};
use crate::truth::{Answer, ClassSet, Copies, Truth, TruthClass};

/// Events kept per lane. Packed to about 7 B each, four lanes take 6 MB; later ones are counted, and the page says so.
pub const MAX_EVENTS: usize = 200_000;

/// One expiry of a retransmission timer, and what became known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeout {
    /// Whose timer.
    pub flow: FlowId,
    /// When.
    pub at: Time,
    /// The sender's state before it reacted.
    pub expiry: Expiry,
    /// The copies of the segment that were sent before, with their fates.
    pub copies: Copies,
    /// What the sender concluded, and when.
    pub verdict: Option<(Time, Verdict)>,
    /// What really happened, and from when on that was certain.
    pub truth: Option<(Time, Truth)>,
    /// Classes of loss that struck the other segments in flight, and from when on that was certain.
    pub others_lost: Option<(Time, ClassSet)>,
    /// The ACK that would have stopped this timer: when it arrived and its number.
    pub stopped_by: Option<(Time, Seq)>,
}

/// What a packet was, as far as a list of events says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// Data with this first byte.
    Data(Seq),
    /// An ACK of this number.
    Ack(Seq),
    /// Other traffic.
    Other,
}

/// Kinds of events. Timeouts are named by their place in [`Log::timeouts`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A packet was dropped.
    Drop {
        /// Which.
        what: What,
        /// Its copy.
        copy: u16,
        /// Why.
        cause: DropCause,
        /// Where.
        place: Place,
    },
    /// A packet was marked: congestion experienced.
    Mark {
        /// Which.
        what: What,
        /// In which queue.
        place: Place,
    },
    /// A segment was sent again, or sent to ask the path a question.
    Sent {
        /// Its first byte.
        seq: Seq,
        /// How often that first byte was sent before.
        copy: u16,
        /// Whether it asks.
        probe: bool,
    },
    /// A timer expired.
    Timeout(u32),
    /// A sender made up its mind about a timeout.
    Verdict(u32, Verdict),
    /// The true cause of a timeout became certain.
    Truth(u32),
    /// A segment was sent again on duplicate ACKs.
    FastRetransmit(SeqRange),
    /// A window was cut because of a mark.
    EcnCut {
        /// Window after it, in segments.
        cwnd: f64,
    },
    /// An earlier cut was taken back.
    Undo {
        /// Window after it, in segments.
        cwnd: f64,
    },
    /// A node asked for, found or lost a way.
    Route {
        /// Which node.
        node: NodeId,
        /// What happened to it.
        note: RouteNote,
    },
}

/// One row of the list of events.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Event {
    /// When.
    pub at: Time,
    /// Whose; [`NO_FLOW`] for what belongs to none.
    pub flow: FlowId,
    /// What.
    pub kind: Kind,
}

/// The records of one lane.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Log {
    timeouts: Vec<Timeout>,
    events: Pages,
    /// Times of the events that found no room.
    omitted: Vec<Time>,
    /// Times of all drops, counted often.
    drops: Vec<Time>,
    series: Vec<Series>,
    /// By flow and index of the expiry: its place in `timeouts`.
    places: Vec<Vec<u32>>,
}

impl Timeout {
    /// Whether the sender was right, as far as it is certain at `now`. `None`: one of verdict and truth is not known, or
    /// the sender was undecided, or it was careful about a spurious timeout beside which other segments were lost.
    #[must_use]
    pub fn is_right(&self, now: Time) -> Option<bool> {
        let (_, verdict) = self.verdict.filter(|&(at, _)| at <= now)?;
        let (_, truth) = self.truth.filter(|&(at, _)| at <= now)?;
        let class = truth.class();
        let others = self.others_lost.is_some_and(|(at, classes)| at <= now && !classes.is_empty());
        match verdict {
            Verdict::Undecided => None,
            Verdict::Congestion if class.is_spurious() && others => None,
            Verdict::Congestion => Some(class == TruthClass::Congestion),
            Verdict::Random => Some(class == TruthClass::Random),
            Verdict::Spurious => Some(class.is_spurious()),
            Verdict::NonCongestion => Some(class == TruthClass::Random || class.is_spurious()),
            Verdict::Link => Some(class == TruthClass::Link),
        }
    }
}

impl What {
    /// What `packet` is.
    #[must_use]
    pub fn of(packet: &Packet) -> What {
        match packet.body {
            Body::Data(data) => What::Data(data.seq),
            Body::Ack(ack) => What::Ack(ack.ack),
            Body::Cross { .. } | Body::Routing(_) => What::Other,
        }
    }
}

impl Log {
    /// An empty log of `flows` flows.
    #[must_use]
    pub fn new(flows: usize) -> Log {
        Log { series: vec![Series::default(); flows], places: vec![Vec::new(); flows], ..Log::default() }
    }

    /// Every timeout, in order.
    #[must_use]
    pub fn timeouts(&self) -> &[Timeout] {
        &self.timeouts
    }

    /// The events up to and including `until`.
    pub fn events(&self, until: Time) -> impl Iterator<Item = Event> {
        self.events.from(0).take(self.count(until))
    }

    /// The events after `since`, up to and including `until`.
    pub fn events_since(&self, since: Time, until: Time) -> impl Iterator<Item = Event> {
        self.events.from(self.count(since)).take_while(move |event| event.at <= until)
    }

    /// The events of one instant.
    pub fn events_at(&self, instant: Time) -> impl Iterator<Item = Event> {
        self.events.from(self.events.count(|at| at < instant)).take_while(move |event| event.at == instant)
    }

    /// How many events there are up to and including `until`.
    #[must_use]
    pub fn count(&self, until: Time) -> usize {
        self.events.count(|at| at <= until)
    }

    /// How many events up to `until` found no room in the list.
    #[must_use]
    pub fn omitted(&self, until: Time) -> usize {
        self.omitted.partition_point(|&at| at <= until)
    }

    /// How many packets were dropped up to `until`.
    #[must_use]
    pub fn drops(&self, until: Time) -> usize {
        self.drops.partition_point(|&at| at <= until)
    }

    /// The first event after `after` that `wanted` accepts.
    pub fn next(&self, after: Time, wanted: impl Fn(&Event) -> bool) -> Option<Time> {
        self.events.from(self.count(after)).find(wanted).map(|event| event.at)
    }

    /// The last event before `before` that `wanted` accepts.
    pub fn previous(&self, before: Time, wanted: impl Fn(&Event) -> bool) -> Option<Time> {
        self.events.last_of(self.events.count(|at| at < before), wanted).map(|event| event.at)
    }

    /// The windows of one flow.
    #[must_use]
    pub fn series(&self, flow: FlowId) -> Option<&Series> {
        self.series.get(flow.index())
    }

    /// The windows of every flow.
    #[must_use]
    pub fn all_series(&self) -> &[Series] {
        &self.series
    }

    /// Forgets all that happened and all that became known after `after`. Returns the series that were cut off.
    pub fn truncate(&mut self, after: Time) -> Vec<Vec<Point>> {
        self.events.truncate(self.count(after));
        self.omitted.truncate(self.omitted.partition_point(|&at| at <= after));
        self.drops.truncate(self.drops.partition_point(|&at| at <= after));
        self.timeouts.truncate(self.timeouts.partition_point(|timeout| timeout.at <= after));
        let kept = self.timeouts.len();
        for places in &mut self.places {
            places.retain(|&place| (place as usize) < kept);
        }
        for timeout in &mut self.timeouts {
            timeout.copies.forget(after);
            timeout.verdict.take_if(|&mut (at, _)| at > after);
            timeout.truth.take_if(|&mut (at, _)| at > after);
            timeout.others_lost.take_if(|&mut (at, _)| at > after);
            timeout.stopped_by.take_if(|&mut (at, _)| at > after);
        }
        self.series.iter_mut().map(|series| series.truncate(after)).collect()
    }

    /// Memory in use, in bytes, not counting spare capacity.
    #[cfg(test)]
    pub(super) fn size_in_bytes(&self) -> usize {
        let copies = self.timeouts.iter().map(|timeout| size_of_val(timeout.copies.list()));
        let series = self.series.iter().map(|series| size_of_val(series.points()));
        self.events.size_in_bytes()
            + size_of_val(self.timeouts.as_slice())
            + size_of_val(self.drops.as_slice())
            + size_of_val(self.omitted.as_slice())
            + copies.chain(series).sum::<usize>()
    }

    fn push(&mut self, at: Time, flow: FlowId, kind: Kind) {
        if self.events.len() < MAX_EVENTS {
            self.events.push(Event { at, flow, kind });
        } else {
            self.omitted.push(at);
        }
    }

    fn place(&self, flow: FlowId, expiry: u32) -> Option<u32> {
        self.places.get(flow.index())?.get(expiry as usize).copied()
    }

    /// Writes down what the ledger found out.
    pub fn answer(&mut self, answer: &Answer) {
        let (flow, expiry) = match *answer {
            Answer::Decided { flow, expiry, .. }
            | Answer::Copy { flow, expiry, .. }
            | Answer::OthersLost { flow, expiry, .. }
            | Answer::StoppedBy { flow, expiry, .. } => (flow, expiry),
            Answer::FastRetransmit { .. } => return,
        };
        let Some(place) = self.place(flow, expiry) else { return };
        let timeout = &mut self.timeouts[place as usize];
        match *answer {
            Answer::Decided { at, truth, .. } => {
                timeout.truth = Some((at, truth));
                self.push(at, flow, Kind::Truth(place));
            }
            Answer::Copy { copy, .. } => timeout.copies.note(copy),
            Answer::OthersLost { at, classes, .. } => timeout.others_lost = Some((at, classes)),
            Answer::StoppedBy { at, ack, .. } => timeout.stopped_by = Some((at, ack)),
            Answer::FastRetransmit { .. } => {}
        }
    }
}

impl Probe for Log {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        if let Some(data) = packet.data().filter(|data| data.again || data.probe) {
            self.push(now, packet.flow, Kind::Sent { seq: data.seq, copy: packet.copy, probe: data.probe });
        }
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.drops.push(now);
        self.push(now, packet.flow, Kind::Drop { what: What::of(packet), copy: packet.copy, cause, place });
    }

    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        self.push(now, packet.flow, Kind::Mark { what: What::of(packet), place });
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        match *note {
            Note::Expired(expiry) => {
                let place = self.timeouts.len() as u32;
                self.timeouts.push(Timeout {
                    flow,
                    at: now,
                    expiry,
                    copies: Copies::default(),
                    verdict: None,
                    truth: None,
                    others_lost: None,
                    stopped_by: None,
                });
                self.places[flow.index()].push(place);
                self.push(now, flow, Kind::Timeout(place));
            }
            Note::Verdict { expiry, verdict } => {
                if let Some(place) = self.place(flow, expiry) {
                    self.timeouts[place as usize].verdict = Some((now, verdict));
                    self.push(now, flow, Kind::Verdict(place, verdict));
                }
            }
            Note::Window { cwnd, ssthresh, change } => {
                self.series[flow.index()].push(now, cwnd, ssthresh);
                match change {
                    WindowChange::Ecn => self.push(now, flow, Kind::EcnCut { cwnd }),
                    WindowChange::Undo => self.push(now, flow, Kind::Undo { cwnd }),
                    _ => {}
                }
            }
            Note::FastRetransmit { segment } => self.push(now, flow, Kind::FastRetransmit(segment)),
            Note::Rtt { .. } => {}
        }
    }

    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        self.push(now, NO_FLOW, Kind::Route { node, note: *note });
    }
}
