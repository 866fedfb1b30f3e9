//! The ledger: watches a run and answers, for every timeout, what really happened.
//!
//! It keeps what can still change an answer and no history: its size is bounded by the windows and by what is in
//! flight, so it is part of a checkpoint. Nothing is looked up by a global number; packets carry their identity.

use std::collections::VecDeque;

use crate::ids::{FlowId, Table};
use crate::packet::{Ack, Body, Packet};
use crate::seq::{Seq, SeqRange};
use crate::time::Time;
use crate::trace::{DropCause, Expiry, Note, Place, Probe};

use super::answer::Answer;
use super::copies::CopyRecord;
use super::question::{AckState, Question};
use super::transmissions::Transmissions;
use super::waste::{Waste, WindowLedger};

/// A dropped ACK that no later drop makes irrelevant.
#[derive(Clone, Copy, PartialEq, Debug)]
struct DroppedAck {
    ack: Seq,
    cause: DropCause,
    place: Place,
}

/// The copies sent at one instant. A sender tells about a fast retransmit only after the packet has left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Burst {
    at: Time,
    /// Ordinal of the first of them.
    first: u32,
    /// Ordinal after the last of them.
    next: u32,
}

/// What is kept of one flow.
#[derive(Clone, PartialEq, Debug, Default)]
struct Flow {
    copies: Transmissions,
    burst: Burst,
    /// ACKs that travel.
    acks_alive: u32,
    /// Data copies that arrived since the receiver last sent an ACK.
    owed: u32,
    /// Dropped ACKs beyond una in the order of their drops. A drop makes earlier ones of no higher number irrelevant,
    /// so numbers fall along the list.
    dropped_acks: Vec<DroppedAck>,
    questions: Vec<Question>,
    window: WindowLedger,
}

/// Watches a run and finds the true cause of every timeout.
///
/// Give it to the world as its [`Probe`], and drain [`poll_answer`](Ledger::poll_answer) between runs. Expiries without
/// an answer at the end of a run stay unresolved.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ledger {
    flows: Table<FlowId, Flow>,
    answers: VecDeque<Answer>,
}

impl Ledger {
    /// A ledger for a run that starts.
    #[must_use]
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// The next thing that became certain, in the order in which things did.
    pub fn poll_answer(&mut self) -> Option<Answer> {
        self.answers.pop_front()
    }

    /// What false alarms have cost `flow` so far.
    #[must_use]
    pub fn waste(&self, flow: FlowId) -> Waste {
        let Some(flow) = self.flows.get(flow) else { return Waste::default() };
        let unneeded = flow.copies.unneeded();
        let (cuts, undone) = flow.window.totals();
        Waste { retransmissions: unneeded.copies, bytes: unneeded.bytes, cuts, undone }
    }

    /// Memory in use, in bytes, not counting spare capacity.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let flows: usize = self.flows.iter().map(Flow::size_in_bytes).sum();
        size_of::<Ledger>() + flows + size_of_val(self.answers.as_slices().0) + size_of_val(self.answers.as_slices().1)
    }

    fn flow(&mut self, id: FlowId) -> &mut Flow {
        while self.flows.get(id).is_none() {
            self.flows.push(Flow::default());
        }
        &mut self.flows[id]
    }

    /// Something happened to `id`: gives the answers that follow from it.
    fn settle(&mut self, now: Time, id: FlowId) {
        let flow = &mut self.flows[id];
        for question in &mut flow.questions {
            let expiry = question.expiry;
            if let Some(truth) = question.poll_truth() {
                flow.window.on_truth(expiry, &truth);
                self.answers.push_back(Answer::Decided { flow: id, expiry, at: now, truth });
            }
            if let Some(classes) = question.poll_others() {
                self.answers.push_back(Answer::OthersLost { flow: id, expiry, at: now, classes });
            }
        }
        flow.questions.retain(|question| !question.is_closed());
        while let Some(repaired) = flow.window.poll_repaired() {
            let (index, segment, needed) = (repaired.index, repaired.segment, repaired.needed);
            self.answers.push_back(Answer::FastRetransmit { flow: id, index, at: now, segment, needed });
        }
    }

    fn on_fate(&mut self, now: Time, packet: &Packet, dropped: Option<(DropCause, Place)>) {
        let id = packet.flow;
        match &packet.body {
            Body::Data(data) => {
                self.flow(id);
                let flow = &mut self.flows[id];
                let Some(copy) = flow.copies.settle(now, data.seq, packet.ordinal, dropped) else { return };
                flow.owed += u32::from(dropped.is_none());
                flow.window.on_fate(&copy);
                for question in &mut flow.questions {
                    question.on_fate(now, &copy, &flow.copies);
                    if question.is_about(&copy) {
                        let (expiry, copy) = (question.expiry, CopyRecord::of(&copy));
                        self.answers.push_back(Answer::Copy { flow: id, expiry, copy });
                    }
                }
            }
            Body::Ack(ack) => match dropped {
                Some((cause, place)) => self.flow(id).on_ack_dropped(ack, cause, place),
                None => self.on_ack_arrived(now, packet, ack),
            },
            Body::Cross { .. } | Body::Routing(_) => return,
        }
        self.settle(now, id);
    }

    fn on_ack_arrived(&mut self, now: Time, packet: &Packet, ack: &Ack) {
        let (id, ordinal) = (packet.flow, packet.ordinal);
        self.flow(id);
        let flow = &mut self.flows[id];
        flow.acks_alive -= 1;
        let advances = ack.ack > flow.copies.una();
        for question in &mut flow.questions {
            if question.on_ack_arrived(ack.ack, ack.cause_ordinal, advances) {
                let expiry = question.expiry;
                self.answers.push_back(Answer::StoppedBy { flow: id, expiry, at: now, ack: ack.ack, ordinal });
            }
        }
        if advances {
            flow.copies.acknowledge(ack.ack);
            flow.dropped_acks.retain(|dropped| dropped.ack > ack.ack);
        }
    }
}

impl Flow {
    fn size_in_bytes(&self) -> usize {
        let questions: usize = self.questions.iter().map(Question::size_in_bytes).sum();
        size_of::<Flow>()
            + questions
            + self.copies.heap_bytes()
            + self.window.heap_bytes()
            + size_of_val(self.dropped_acks.as_slice())
    }

    fn on_data_sent(&mut self, now: Time, packet: &Packet, range: SeqRange) {
        if self.burst.at != now {
            self.burst = Burst { at: now, first: packet.ordinal, next: packet.ordinal };
        }
        self.burst.next = packet.ordinal + 1;
        self.copies.send(now, range, packet.ordinal, packet.copy);
    }

    fn on_ack_sent(&mut self, ack: &Ack) {
        self.acks_alive += 1;
        self.owed = 0;
        for question in &mut self.questions {
            question.on_ack_sent(ack.cause_ordinal);
        }
    }

    fn on_ack_dropped(&mut self, ack: &Ack, cause: DropCause, place: Place) {
        self.acks_alive -= 1;
        for question in &mut self.questions {
            question.on_ack_dropped(ack.ack, ack.cause_ordinal, (cause, place));
        }
        if ack.ack > self.copies.una() {
            self.dropped_acks.retain(|earlier| earlier.ack > ack.ack);
            self.dropped_acks.push(DroppedAck { ack: ack.ack, cause, place });
        }
    }

    fn on_expired(&mut self, now: Time, expiry: &Expiry) {
        let beyond = self.dropped_acks.iter().rfind(|dropped| dropped.ack > expiry.segment.start);
        let dropped = beyond.map(|dropped| (dropped.cause, dropped.place));
        let acks = AckState { alive: self.acks_alive, owed: self.owed, dropped };
        self.questions.push(Question::new(now, expiry, &self.copies, acks));
        self.window.on_expiry(expiry.index, expiry.deflated());
    }
}

impl Probe for Ledger {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        match &packet.body {
            Body::Data(data) => self.flow(packet.flow).on_data_sent(now, packet, data.range()),
            Body::Ack(ack) => {
                self.flow(packet.flow).on_ack_sent(ack);
                self.settle(now, packet.flow);
            }
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.on_fate(now, packet, None);
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.on_fate(now, packet, Some((cause, place)));
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        let row = self.flow(flow);
        match note {
            Note::Expired(expiry) => {
                row.on_expired(now, expiry);
                let of_segment = row.copies.of(expiry.segment.start, expiry.sent);
                let (expiry, mut copies) = (expiry.index, Vec::new());
                for copy in of_segment.map(CopyRecord::of) {
                    let place = copies.partition_point(|before: &CopyRecord| before.ordinal <= copy.ordinal);
                    copies.insert(place, copy);
                }
                self.answers.extend(copies.into_iter().map(|copy| Answer::Copy { flow, expiry, copy }));
            }
            Note::FastRetransmit { segment } => {
                let mark = if row.burst.at == now { row.burst.first } else { row.burst.next };
                row.window.on_fast_retransmit(*segment, mark, &row.copies);
            }
            Note::Window { cwnd, ssthresh, change } => return row.window.on_window(*cwnd, *ssthresh, *change),
            Note::Verdict { .. } | Note::Rtt { .. } => return,
        }
        self.settle(now, flow);
    }
}
