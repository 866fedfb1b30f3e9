//! Keeps what the counters do not: every timeout of one lane with all that became known of it.

use cwndlab::ids::{FlowId, Id, NodeId};
use cwndlab::metrics::Rounds;
use cwndlab::packet::Packet;
use cwndlab::time::{Span, Time};
use cwndlab::trace::{DropCause, Expiry, Note, Place, Probe, RouteNote};
use cwndlab::truth::{Answer, Copies, CopyFate, CopyRecord};
use cwndlab::view::letter;
use cwndlab::world::{Conn, World};

use super::csv::Files;
use super::report::{SegmentCopy, StoppedBy, Timeout};

/// Watches one lane.
pub struct Observer<'a> {
    /// Packets dropped, in the order of [`DropCause::ALL`].
    pub drops: [u64; DropCause::ALL.len()],
    /// The flows.
    pub flows: Vec<Watched>,
    files: Option<&'a mut Files>,
}

/// What the counters do not keep of one flow.
#[derive(Default)]
pub struct Watched {
    /// The largest window, in segments.
    pub cwnd_max: f64,
    /// The expiries of its timer.
    timeouts: Vec<Timeout>,
    /// The copies of the segments whose timers expired.
    copies: Vec<Copies>,
    /// Its round trips, where they are written down.
    rounds: Option<Rounds>,
}

impl Observer<'_> {
    /// A watcher of the flows of `world`, which has not run yet; it also writes to `files`.
    pub fn new<'a>(world: &World, files: Option<&'a mut Files>) -> Observer<'a> {
        let rounds = |(flow, conn): (FlowId, &Conn)| {
            let mut rounds = Rounds::new(flow);
            rounds.set_sender(conn.sender());
            rounds
        };
        let watched = world
            .flows()
            .entries()
            .map(|flow| Watched { rounds: files.is_some().then(|| rounds(flow)), ..Watched::default() });
        Observer { drops: [0; DropCause::ALL.len()], flows: watched.collect(), files }
    }

    /// Writes down what had to wait for the end of the run.
    pub fn finish(&mut self) {
        let Some(files) = &mut self.files else { return };
        for (index, flow) in self.flows.iter().enumerate() {
            if let Some(rounds) = &flow.rounds {
                files.rounds(index, rounds, &flow.timeouts);
            }
        }
    }

    fn rounds(&mut self, flow: FlowId) -> Option<&mut Rounds> {
        self.flow(flow)?.rounds.as_mut()
    }

    /// Takes in what became certain.
    pub fn on_answer(&mut self, answer: &Answer) {
        if let Some(files) = &mut self.files {
            files.answer(answer);
        }
        let (Answer::Decided { flow, expiry, .. }
        | Answer::Copy { flow, expiry, .. }
        | Answer::OthersLost { flow, expiry, .. }
        | Answer::StoppedBy { flow, expiry, .. }) = *answer
        else {
            return;
        };
        let Some(flow) = self.flow(flow) else { return };
        let copies = flow.copies.get_mut(expiry as usize);
        let (Some(timeout), Some(copies)) = (flow.timeouts.get_mut(expiry as usize), copies) else { return };
        match *answer {
            Answer::Decided { at, truth, .. } => {
                timeout.truth = Some(truth.class().id());
                timeout.letter = letter(truth.class());
                timeout.truth_time = Some(at.as_secs_f64());
            }
            Answer::Copy { copy, .. } => copies.note(copy),
            Answer::OthersLost { classes, .. } => timeout.others_lost = classes.iter().collect(),
            Answer::StoppedBy { at, ack, .. } => {
                timeout.stopped_by = Some(StoppedBy { time: at.as_secs_f64(), ack: ack.0 });
            }
            Answer::FastRetransmit { .. } => {}
        }
    }

    /// Cross traffic has numbers after those of the flows.
    fn flow(&mut self, flow: FlowId) -> Option<&mut Watched> {
        self.flows.get_mut(flow.index())
    }
}

impl Timeout {
    fn new(now: Time, expiry: &Expiry) -> Timeout {
        Timeout {
            time: now.as_secs_f64(),
            segment: [expiry.segment.start.0, expiry.segment.end.0],
            copies: Vec::new(),
            copies_omitted: 0,
            cwnd: expiry.cwnd,
            ssthresh: Some(expiry.ssthresh).filter(|ssthresh| ssthresh.is_finite()),
            flight_bytes: expiry.flight,
            srtt_ms: expiry.srtt.map(Span::as_millis_f64),
            rttvar_ms: expiry.rttvar.as_millis_f64(),
            rto_ms: expiry.rto.as_millis_f64(),
            backoff: expiry.backoff,
            last_ack_marked: expiry.last_ack_marked,
            in_recovery: expiry.in_recovery,
            first_of_outage: expiry.first_of_outage,
            action: expiry.action,
            verdict: None,
            verdict_time: None,
            truth: None,
            letter: "?",
            truth_time: None,
            others_lost: Vec::new(),
            stopped_by: None,
        }
    }
}

impl SegmentCopy {
    fn new(record: &CopyRecord) -> SegmentCopy {
        let (fate, cause) = match record.fate {
            None => ("in_flight", None),
            Some((_, CopyFate::Delivered)) => ("delivered", None),
            Some((_, CopyFate::Dropped { cause, .. })) => ("dropped", Some(cause.id())),
        };
        let time = record.fate.map(|(at, _)| at.as_secs_f64());
        SegmentCopy { copy: record.copy, sent: record.sent.as_secs_f64(), fate, cause, time }
    }
}

impl Watched {
    /// The expiries with all that became known of them.
    pub fn timeouts(mut self) -> Vec<Timeout> {
        for (timeout, copies) in self.timeouts.iter_mut().zip(&self.copies) {
            timeout.copies = copies.list().iter().map(SegmentCopy::new).collect();
            timeout.copies_omitted = copies.omitted();
        }
        self.timeouts
    }

    fn on_note(&mut self, now: Time, note: &Note) {
        match *note {
            Note::Expired(expiry) => {
                self.timeouts.push(Timeout::new(now, &expiry));
                self.copies.push(Copies::default());
            }
            Note::Verdict { expiry, verdict } => {
                if let Some(timeout) = self.timeouts.get_mut(expiry as usize) {
                    timeout.verdict = Some(verdict.id());
                    timeout.verdict_time = Some(now.as_secs_f64());
                }
            }
            Note::Window { cwnd, .. } => self.cwnd_max = self.cwnd_max.max(cwnd),
            Note::Rtt { .. } | Note::FastRetransmit { .. } => {}
        }
    }
}

impl Probe for Observer<'_> {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        if let Some(rounds) = self.rounds(packet.flow) {
            rounds.on_sent(now, packet);
        }
        if let Some(files) = &mut self.files {
            files.packet(now, "sent", packet, "");
        }
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        if let Some(rounds) = self.rounds(packet.flow) {
            rounds.on_delivered(now, packet);
        }
        if let Some(files) = &mut self.files {
            files.packet(now, "delivered", packet, "");
        }
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.drops[cause as usize] += 1;
        if let Some(rounds) = self.rounds(packet.flow) {
            rounds.on_dropped(now, packet, cause, place);
        }
        if let Some(files) = &mut self.files {
            files.packet(now, "dropped", packet, cause.id());
        }
    }

    fn on_marked(&mut self, now: Time, packet: &Packet, _: Place) {
        if let Some(files) = &mut self.files {
            files.packet(now, "marked", packet, "");
        }
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        if let Some(flow) = self.flow(flow) {
            flow.on_note(now, note);
        }
        if let Some(rounds) = self.rounds(flow) {
            rounds.on_note(now, flow, note);
        }
        if let Some(files) = &mut self.files {
            files.note(now, flow, note);
        }
    }

    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        if let Some(files) = &mut self.files {
            files.route(now, node, note);
        }
    }
}
