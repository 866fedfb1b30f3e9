//! A judge that remembers everything for ever and decides afterwards.
//!
//! It shares no code with the ledger: it keeps every copy, every ACK and every note in the order in which they
//! happened, and applies the rules as they are worded, by searching the whole record for each timeout.

use cwndlab::ids::FlowId;
use cwndlab::packet::{Body, Packet};
use cwndlab::seq::{Seq, SeqRange};
use cwndlab::time::Time;
use cwndlab::trace::{DropCause, Expiry, LossClass, Note, Place, Probe, WindowChange};
use cwndlab::truth::{Answer, CopyFate, CopyRecord, Truth, Waste};

/// When something happened: its time, and its place in the order of all that happened.
type Moment = (Time, usize);

#[derive(Clone, Copy)]
enum Fate {
    Delivered(Moment),
    Dropped(Moment, DropCause, Place),
}

impl Fate {
    fn moment(self) -> Moment {
        match self {
            Fate::Delivered(moment) | Fate::Dropped(moment, ..) => moment,
        }
    }
}

struct DataCopy {
    range: SeqRange,
    ordinal: u32,
    copy: u16,
    sent: Moment,
    fate: Option<Fate>,
}

struct AckCopy {
    ack: Seq,
    cause: u32,
    ordinal: u32,
    sent: Moment,
    fate: Option<Fate>,
}

/// The whole record of one flow.
#[derive(Default)]
pub struct Judge {
    flow: FlowId,
    happened: usize,
    data: Vec<DataCopy>,
    acks: Vec<AckCopy>,
    expiries: Vec<(Moment, Expiry)>,
    repairs: Vec<(Moment, SeqRange)>,
    windows: Vec<(Moment, f64, f64, WindowChange)>,
}

/// The judge's own findings about one expiry that tests want to count.
pub struct Finding {
    pub at: Time,
    pub truth: Option<(Time, Truth)>,
    pub others: Option<(Time, Vec<LossClass>)>,
    pub copies: usize,
}

fn delivered(fate: Option<Fate>) -> Option<Moment> {
    if let Some(Fate::Delivered(moment)) = fate { Some(moment) } else { None }
}

fn dropped(fate: Option<Fate>) -> Option<(Moment, DropCause, Place)> {
    if let Some(Fate::Dropped(moment, cause, place)) = fate { Some((moment, cause, place)) } else { None }
}

fn others(at: Time, expiry: &Expiry, p: &[DataCopy]) -> Option<(Time, Vec<LossClass>)> {
    let mut end = at;
    for copy in p {
        end = end.max(copy.fate?.moment().0);
    }
    let beyond = |copy: &&DataCopy| copy.range.start > expiry.segment.start && copy.range.start < expiry.max;
    let segments = p.iter().filter(beyond).map(|copy| copy.range.start);
    let lost = segments.filter_map(|first| {
        let copies: Vec<_> = p.iter().filter(|copy| copy.range.contains(first)).collect();
        let none_arrived = copies.iter().all(|copy| delivered(copy.fate).is_none());
        let last = copies.iter().max_by_key(|copy| copy.ordinal)?;
        dropped(last.fate).filter(|_| none_arrived).map(|(_, cause, _)| cause.class())
    });
    Some((end, lost.collect()))
}

impl Judge {
    pub fn new(flow: FlowId) -> Judge {
        Judge { flow, ..Judge::default() }
    }

    fn moment(&mut self, now: Time) -> Moment {
        self.happened += 1;
        (now, self.happened)
    }

    fn fate(&mut self, packet: &Packet, fate: Fate) {
        if packet.flow != self.flow {
            return;
        }
        let slot = match packet.body {
            Body::Data(_) => &mut self.data[packet.ordinal as usize].fate,
            Body::Ack(_) => &mut self.acks[packet.ordinal as usize].fate,
            Body::Cross { .. } | Body::Routing(_) => return,
        };
        assert!(slot.is_none(), "a packet met two fates");
        *slot = Some(fate);
    }

    /// The causes of all expiries.
    pub fn findings(&self) -> Vec<Finding> {
        self.expiries.iter().map(|(moment, expiry)| self.finding(moment.0, expiry)).collect()
    }

    /// Everything the ledger should have answered.
    pub fn answers(&self, findings: &[Finding]) -> Vec<Answer> {
        let flow = self.flow;
        let mut answers = Vec::new();
        for (number, ((_, expiry), finding)) in self.expiries.iter().zip(findings).enumerate() {
            answers.extend(self.copies(number));
            let expiry = expiry.index;
            if let Some((at, truth)) = finding.truth {
                answers.push(Answer::Decided { flow, expiry, at, truth });
            }
            if let Some((at, classes)) = &finding.others {
                answers.push(Answer::OthersLost { flow, expiry, at: *at, classes: classes.iter().copied().collect() });
            }
            if let Some(stop) = self.stopped_by(number) {
                let at = delivered(stop.fate).expect("it arrived").0;
                answers.push(Answer::StoppedBy { flow, expiry, at, ack: stop.ack, ordinal: stop.ordinal });
            }
        }
        for (index, (_, segment)) in self.repairs.iter().enumerate() {
            if let Some((at, needed)) = self.repair(index) {
                let (index, segment) = (index as u32, *segment);
                answers.push(Answer::FastRetransmit { flow, index, at, segment, needed });
            }
        }
        answers
    }

    /// What is known of the copies of the segment at expiry `number`, and what became of them later.
    fn copies(&self, number: usize) -> Vec<Answer> {
        let (flow, (moment, expiry)) = (self.flow, &self.expiries[number]);
        let p = &self.data[..expiry.sent as usize];
        let about = p.iter().filter(|copy| copy.range.contains(expiry.segment.start));
        let mut answers = Vec::new();
        for copy in about {
            let fate = copy.fate.map(|fate| match fate {
                Fate::Delivered((at, _)) => (at, CopyFate::Delivered),
                Fate::Dropped((at, _), cause, place) => (at, CopyFate::Dropped { cause, place }),
            });
            let record = |fate| CopyRecord { copy: copy.copy, ordinal: copy.ordinal, sent: copy.sent.0, fate };
            let later = copy.fate.is_none_or(|fate| fate.moment().1 > moment.1);
            let expiry = expiry.index;
            if later {
                answers.push(Answer::Copy { flow, expiry, copy: record(None) });
            }
            if fate.is_some() {
                answers.push(Answer::Copy { flow, expiry, copy: record(fate) });
            }
        }
        answers
    }

    fn finding(&self, at: Time, expiry: &Expiry) -> Finding {
        let p = &self.data[..expiry.sent as usize];
        let o: Vec<&DataCopy> = p.iter().filter(|copy| copy.range.contains(expiry.segment.start)).collect();
        let others = others(at, expiry, p);
        Finding { at, truth: self.truth(at, expiry, p, &o), others, copies: o.len() }
    }

    fn truth(&self, at: Time, expiry: &Expiry, p: &[DataCopy], o: &[&DataCopy]) -> Option<(Time, Truth)> {
        let s = expiry.segment.start;
        // Rule 2.
        if o.iter().all(|copy| dropped(copy.fate).is_some()) {
            let drops: Vec<_> = o.iter().filter_map(|copy| dropped(copy.fate)).collect();
            let decided = drops.iter().map(|&((at, _), ..)| at).max()?.max(at);
            let last = o.iter().max_by_key(|copy| copy.sent.1)?;
            let ((when, _), cause, place) = dropped(last.fate)?;
            let classes = drops.iter().map(|&(_, cause, _)| cause.class()).collect();
            return Some((decided, Truth::Lost { cause, place, late: when > at, classes }));
        }
        // Rule 1, with A.
        let first = o.iter().filter_map(|copy| delivered(copy.fate)).min()?;
        let a: Vec<&AckCopy> = self.acks.iter().filter(|ack| ack.ack > s && ack.cause < expiry.sent).collect();
        if let Some(acknowledged) = a.iter().filter_map(|ack| delivered(ack.fate)).min() {
            let decided = first.max(acknowledged).0.max(at);
            let overtaken = self.overtaken(s);
            let truth = if overtaken { Truth::Reordered } else { Truth::Delayed { held_back: false } };
            return Some((decided, truth));
        }
        // All of P and all the ACKs it causes. An arrival is answered by the next ACK, whatever caused that.
        let mut end = at;
        for copy in p {
            let fate = copy.fate?;
            end = end.max(fate.moment().0);
            if let Fate::Delivered(moment) = fate {
                let answer = self.acks.partition_point(|ack| ack.sent.1 < moment.1);
                end = end.max(self.acks.get(answer)?.sent.0);
            }
        }
        for ack in self.acks.iter().filter(|ack| ack.cause < expiry.sent) {
            end = end.max(ack.fate?.moment().0);
        }
        let last = a.iter().filter_map(|ack| dropped(ack.fate)).max_by_key(|&(moment, ..)| moment.1);
        let truth = match last {
            Some((_, cause, place)) => Truth::AckLost { cause, place },
            None => Truth::Delayed { held_back: true },
        };
        Some((end, truth))
    }

    /// Whether the first copy of `s` to arrive was overtaken by a later segment sent later.
    fn overtaken(&self, s: Seq) -> bool {
        let of_s = self.data.iter().filter(|copy| copy.range.contains(s));
        let first = of_s.filter_map(|copy| Some((delivered(copy.fate)?.1, copy.ordinal))).min();
        first.is_some_and(|(when, ordinal)| {
            let later = self.data.iter().filter(|copy| copy.range.start > s && copy.ordinal > ordinal);
            later.filter_map(|copy| delivered(copy.fate)).any(|(_, moment)| moment < when)
        })
    }

    fn stopped_by(&self, number: usize) -> Option<&AckCopy> {
        let ((_, when), expiry) = &self.expiries[number];
        let mut arrivals: Vec<_> = self.acks.iter().filter_map(|ack| Some((delivered(ack.fate)?.1, ack))).collect();
        arrivals.sort_by_key(|&(moment, _)| moment);
        let mut una = Seq(0);
        for (moment, ack) in arrivals {
            if moment > *when && ack.ack > una && ack.cause < expiry.sent {
                return Some(ack);
            }
            una = una.max(ack.ack);
        }
        None
    }

    fn repair(&self, index: usize) -> Option<(Time, bool)> {
        let ((at, when), segment) = self.repairs[index];
        let earlier = self.data.iter().filter(|copy| copy.sent.1 < when && copy.sent.0 < at);
        let copies: Vec<_> = earlier.filter(|copy| copy.range.contains(segment.start)).collect();
        if let Some(first) = copies.iter().filter_map(|copy| dropped(copy.fate)).map(|(moment, ..)| moment.0).min() {
            return Some((first.max(at), true));
        }
        let mut end = at;
        for copy in copies {
            end = end.max(copy.fate?.moment().0);
        }
        Some((end, false))
    }

    /// What false alarms cost.
    pub fn waste(&self, findings: &[Finding]) -> Waste {
        let mut waste = Waste::default();
        let mut max = Seq(0);
        for (number, copy) in self.data.iter().enumerate() {
            let again = copy.range.start < max;
            max = max.max(copy.range.end);
            let arrived = |earlier: &DataCopy| earlier.range.covers(copy.range) && delivered(earlier.fate).is_some();
            if again && self.data[..number].iter().any(arrived) {
                waste.retransmissions += 1;
                waste.bytes += copy.range.len();
            }
        }
        let mut cuts: Vec<(f64, bool, bool)> = Vec::new();
        let mut last: Option<(usize, f64)> = None;
        for &((_, when), now, ssthresh, change) in &self.windows {
            // An expiry since the last note tells the window anew; what duplicate ACKs had added to it does not count.
            let since = |moment: usize| moment < when && last.is_none_or(|(last, _)| moment > last);
            let told = self.expiries.iter().rfind(|((_, moment), _)| since(*moment)).map(|(_, expiry)| {
                let limit = if expiry.in_recovery { expiry.ssthresh } else { f64::INFINITY };
                expiry.cwnd.min(limit)
            });
            let before = told.or(last.map(|(_, cwnd)| cwnd)).unwrap_or(now);
            last = Some((when, now));
            let after = if change == WindowChange::FastRetransmit { now.min(ssthresh) } else { now };
            let unnecessary = match change {
                WindowChange::Ecn => false,
                WindowChange::Timeout => {
                    let number = self.expiries.iter().filter(|((_, moment), _)| *moment < when).count() - 1;
                    let class = findings[number].truth.map(|(_, truth)| truth.class());
                    class.is_some_and(|class| class.id() != "CONG")
                }
                WindowChange::FastRetransmit => {
                    let index = self.repairs.iter().filter(|((_, moment), _)| *moment < when).count() - 1;
                    self.repair(index).is_some_and(|(_, needed)| !needed)
                }
                WindowChange::Undo => {
                    if let Some(last) = cuts.last_mut() {
                        last.2 = true;
                    }
                    continue;
                }
                WindowChange::Growth | WindowChange::Recovery | WindowChange::Idle => continue,
            };
            if after < before {
                cuts.push((before - after, unnecessary, false));
            }
        }
        for (segments, _, undone) in cuts.into_iter().filter(|&(_, unnecessary, _)| unnecessary) {
            waste.cuts.count += 1;
            waste.cuts.segments += segments;
            if undone {
                waste.undone.count += 1;
                waste.undone.segments += segments;
            }
        }
        waste
    }
}

impl Probe for Judge {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        if packet.flow != self.flow {
            return;
        }
        let sent = self.moment(now);
        match packet.body {
            Body::Data(data) => {
                assert_eq!(packet.ordinal as usize, self.data.len(), "ordinals count the copies");
                let (range, ordinal, copy) = (data.range(), packet.ordinal, packet.copy);
                self.data.push(DataCopy { range, ordinal, copy, sent, fate: None });
            }
            Body::Ack(ack) => {
                assert_eq!(packet.ordinal as usize, self.acks.len(), "ordinals count the ACKs");
                let (cause, ordinal) = (ack.cause_ordinal, packet.ordinal);
                self.acks.push(AckCopy { ack: ack.ack, cause, ordinal, sent, fate: None });
            }
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        let moment = self.moment(now);
        self.fate(packet, Fate::Delivered(moment));
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        let moment = self.moment(now);
        self.fate(packet, Fate::Dropped(moment, cause, place));
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        if flow != self.flow {
            return;
        }
        let moment = self.moment(now);
        match note {
            Note::Expired(expiry) => self.expiries.push((moment, *expiry)),
            Note::FastRetransmit { segment } => self.repairs.push((moment, *segment)),
            Note::Window { cwnd, ssthresh, change } => self.windows.push((moment, *cwnd, *ssthresh, *change)),
            Note::Verdict { .. } | Note::Rtt { .. } => {}
        }
    }
}
