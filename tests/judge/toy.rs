//! A toy connection that gets its timeouts wrong in every possible way.
//!
//! No protocol: a sender that behaves now like one variant, now like another, a receiver that may hold its ACKs back,
//! and two channels that lose, delay, stall and reorder. All it has to keep is what the ledger is promised: identities,
//! one fate for each packet, and a note for each expiry.

use std::collections::BTreeMap;

use crate::dice::Dice;

use cwndlab::ids::{FlowId, LinkId, NodeId};
use cwndlab::packet::{Ack, Body, Data, Ecn, Packet, SourceRoute, Stamp};
use cwndlab::seq::{Seq, SeqRange};
use cwndlab::time::{Span, Time};
use cwndlab::trace::{DropCause, Expiry, ExpiryAction, Note, Place, Probe, WindowChange};

/// Payload of a full segment, in bytes.
const MSS: u64 = 10;

/// A toy that times out rarely is stopped: the judge searches the whole record for every timeout.
const MAX_EVENTS: u64 = 2_000;

/// How one toy behaves, drawn once for each.
struct Nature {
    flow: FlowId,
    window: u64,
    rto: u64,
    delay: u64,
    jitter: u64,
    /// Percent of packets delayed by much more.
    straggling: u64,
    fifo: bool,
    /// Percent lost: data, ACKs.
    loss: [u64; 2],
    /// Every so long the channels stall for so long.
    stall_every: u64,
    stall_for: u64,
    delayed_ack: u64,
    /// Percent of expiries answered in an unusual way.
    unusual: u64,
    short_segments: bool,
    notes_first: bool,
}

impl Nature {
    fn new(flow: FlowId, dice: &mut Dice) -> Nature {
        let mut either = |some: u64, sides: u64| if dice.roll(2) == 0 { 0 } else { some + dice.roll(sides) };
        let (jitter, straggling) = (either(1, 40), either(1, 10));
        let loss = [either(1, 45), either(1, 60)];
        let (stall_for, delayed_ack, unusual) = (either(50, 800), either(10, 200), either(1, 99));
        Nature {
            flow,
            window: 1 + dice.roll(12),
            rto: 60 + dice.roll(120),
            delay: 10 + dice.roll(30),
            jitter,
            straggling,
            fifo: dice.chance(40),
            loss,
            stall_every: 200 + dice.roll(2000),
            stall_for,
            delayed_ack,
            unusual,
            short_segments: dice.chance(40),
            notes_first: dice.chance(25),
        }
    }
}

enum Event {
    Arrive(Packet),
    Drop(Packet, DropCause, Place),
    Expire(u32),
    AckDelayed(u32),
}

/// The toy connection and everything on its way.
pub struct Toy {
    nature: Nature,
    dice: Dice,
    now: u64,
    events: BTreeMap<(u64, u64), Event>,
    pushed: u64,
    last_arrival: [u64; 2],
    // The sender.
    una: u64,
    next: u64,
    max: u64,
    cwnd: f64,
    before_cut: Option<f64>,
    duplicates: u32,
    recover: u64,
    starts: BTreeMap<u64, u16>,
    sent: u32,
    backoff: u32,
    timer: u32,
    ended: bool,
    expiries: u32,
    outage: bool,
    notes: Vec<Note>,
    // The receiver.
    expected: u64,
    ahead: BTreeMap<u64, u64>,
    pending: Option<Packet>,
    ack_timer: u32,
    acks: u32,
}

fn time(nanos: u64) -> Time {
    Time::from_nanos(nanos)
}

impl Toy {
    pub fn new(seed: u64, flow: FlowId) -> Toy {
        let mut dice = Dice::new(seed);
        Toy {
            nature: Nature::new(flow, &mut dice),
            dice,
            now: 0,
            events: BTreeMap::new(),
            pushed: 0,
            last_arrival: [0; 2],
            una: 0,
            next: 0,
            max: 0,
            cwnd: 8.0,
            before_cut: None,
            duplicates: 0,
            recover: 0,
            starts: BTreeMap::new(),
            sent: 0,
            backoff: 1,
            timer: 0,
            ended: false,
            expiries: 0,
            outage: false,
            notes: Vec::new(),
            expected: 0,
            ahead: BTreeMap::new(),
            pending: None,
            ack_timer: 0,
            acks: 0,
        }
    }

    /// Runs until `expiries` timeouts have happened, and then, with `to_the_end`, until nothing travels any more.
    pub fn run<P: Probe>(&mut self, expiries: u32, to_the_end: bool, probe: &mut P) {
        self.notes.push(Note::Window { cwnd: self.cwnd, ssthresh: f64::INFINITY, change: WindowChange::Growth });
        self.fill(probe);
        self.tell(probe);
        while let Some(((at, _), event)) = self.events.pop_first() {
            self.now = at;
            match event {
                Event::Arrive(packet) => {
                    probe.on_delivered(time(at), &packet);
                    match packet.body {
                        Body::Data(data) => self.on_data(packet, data, probe),
                        Body::Ack(ack) => self.on_ack(ack.ack.0, probe),
                        Body::Cross { .. } | Body::Routing(_) => {}
                    }
                }
                Event::Drop(packet, cause, place) => probe.on_dropped(time(at), &packet, cause, place),
                Event::Expire(stamp) if stamp == self.timer && !self.ended => self.on_expiry(probe),
                Event::AckDelayed(stamp) if stamp == self.ack_timer => {
                    if let Some(cause) = self.pending {
                        self.acknowledge(cause, probe);
                    }
                }
                Event::Expire(_) | Event::AckDelayed(_) => {}
            }
            self.tell(probe);
            self.ended = self.expiries >= expiries;
            if self.ended && !to_the_end || self.pushed > MAX_EVENTS {
                return;
            }
        }
    }

    fn push(&mut self, at: u64, event: Event) {
        self.pushed += 1;
        self.events.insert((at, self.pushed), event);
    }

    fn tell<P: Probe>(&mut self, probe: &mut P) {
        for note in std::mem::take(&mut self.notes) {
            probe.on_note(time(self.now), self.nature.flow, &note);
        }
    }

    /// A packet enters the channel in its direction.
    fn travel<P: Probe>(&mut self, packet: Packet, direction: usize, probe: &mut P) {
        let (now, nature) = (self.now, &self.nature);
        probe.on_sent(time(now), &packet);
        let mut arrival = now + nature.delay + self.dice.roll(nature.jitter + 1);
        if self.dice.chance(nature.straggling) {
            arrival += self.dice.roll(400);
        }
        let phase = arrival % nature.stall_every;
        let stalled = phase < nature.stall_for;
        if stalled {
            arrival += nature.stall_for - phase;
        }
        if nature.fifo {
            arrival = arrival.max(self.last_arrival[direction]);
            self.last_arrival[direction] = arrival;
        }
        let place = Place::Link(LinkId(self.dice.roll(9) as u16));
        if self.dice.chance(nature.loss[direction]) || stalled && self.dice.chance(10) {
            let cause = DropCause::ALL[self.dice.roll(DropCause::ALL.len() as u64) as usize];
            if self.dice.chance(30) {
                probe.on_dropped(time(now), &packet, cause, place);
            } else {
                let at = now + self.dice.roll(arrival - now + 1);
                self.push(at, Event::Drop(packet, cause, place));
            }
        } else {
            self.push(arrival, Event::Arrive(packet));
        }
    }

    fn packet(&self, copy: u16, ordinal: u32, body: Body) -> Packet {
        let (from, to) = (NodeId(0), NodeId(1));
        let (flow, ecn, route) = (self.nature.flow, Ecn::NotEct, SourceRoute::NONE);
        Packet { flow, from, to, size: 40, copy, ordinal, hops: 0, ecn, route, body }
    }

    fn send<P: Probe>(&mut self, start: u64, len: u64, probe: &mut P) {
        let again = start < self.max;
        let copies = self.starts.entry(start).or_default();
        *copies += 1;
        let copy = *copies - 1;
        let data = Data { seq: Seq(start), len: len as u16, stamp: Stamp::NONE, again, probe: false, cwr: false };
        let packet = self.packet(copy, self.sent, Body::Data(data));
        self.sent += 1;
        self.max = self.max.max(start + len);
        self.travel(packet, 0, probe);
    }

    /// Length of the next segment from `start`.
    fn length(&mut self, start: u64) -> u64 {
        let to_the_grid = MSS - start % MSS;
        if start == self.max && self.nature.short_segments && self.dice.chance(20) {
            1 + self.dice.roll(MSS)
        } else if self.dice.chance(50) {
            to_the_grid
        } else {
            MSS
        }
    }

    fn fill<P: Probe>(&mut self, probe: &mut P) {
        while !self.ended && self.next < self.una + self.nature.window * MSS {
            let len = self.length(self.next);
            self.send(self.next, len, probe);
            self.next += len;
        }
        self.arm();
    }

    fn arm(&mut self) {
        self.timer += 1;
        if self.max > self.una && !self.ended {
            self.push(self.now + self.nature.rto * u64::from(self.backoff), Event::Expire(self.timer));
        }
    }

    fn change(&mut self, cwnd: f64, change: WindowChange) {
        self.cwnd = cwnd;
        self.notes.push(Note::Window { cwnd, ssthresh: cwnd, change });
    }

    fn on_ack<P: Probe>(&mut self, ack: u64, probe: &mut P) {
        if ack > self.una {
            self.una = ack;
            self.next = self.next.max(ack);
            (self.duplicates, self.backoff, self.outage) = (0, 1, false);
            if let Some(before) = self.before_cut.take_if(|_| self.dice.chance(20)) {
                self.change(before, WindowChange::Undo);
            } else if self.dice.chance(5) {
                let half = (self.cwnd / 2.0).max(1.0);
                self.before_cut = Some(self.cwnd);
                self.change(half, WindowChange::Ecn);
            } else {
                self.change((self.cwnd + 1.0).min(16.0), WindowChange::Growth);
            }
            self.fill(probe);
            return;
        }
        self.duplicates += 1;
        if self.duplicates == 3 && self.una >= self.recover && self.una < self.max && !self.ended {
            self.recover = self.max;
            let len = self.length(self.una).min(self.max - self.una);
            self.send(self.una, len, probe);
            let segment = SeqRange::new(Seq(self.una), Seq(self.una + len));
            self.notes.push(Note::FastRetransmit { segment });
            self.before_cut = Some(self.cwnd);
            let (cwnd, ssthresh) = (self.cwnd / 2.0 + 3.0, self.cwnd / 2.0);
            self.cwnd = cwnd;
            self.notes.push(Note::Window { cwnd, ssthresh, change: WindowChange::FastRetransmit });
            self.arm();
        }
    }

    fn on_expiry<P: Probe>(&mut self, probe: &mut P) {
        let expiry = Expiry {
            index: self.expiries,
            segment: SeqRange::new(Seq(self.una), Seq(self.una + MSS)),
            max: Seq(self.max),
            sent: self.sent,
            cwnd: self.cwnd,
            ssthresh: 2.0,
            flight: self.max - self.una,
            srtt: None,
            rttvar: Span::ZERO,
            rto: Span::from_nanos(self.nature.rto),
            backoff: self.backoff,
            last_ack_marked: None,
            in_recovery: self.una < self.recover,
            first_of_outage: !self.outage,
            action: ExpiryAction::Conventional,
        };
        (self.expiries, self.outage, self.recover) = (self.expiries + 1, true, self.max);
        self.backoff = (self.backoff * 2).min(16);
        self.notes.push(Note::Expired(expiry));
        if self.nature.notes_first {
            self.tell(probe);
        }
        let len = self.length(self.una).min(self.max - self.una);
        match if self.dice.chance(self.nature.unusual) { self.dice.roll(4) } else { 4 } {
            // Ask with new data, window kept.
            0 => {
                let len = self.length(self.max);
                self.send(self.max, len, probe);
                self.next = self.max;
            }
            // Resend short.
            1 if len > 3 => {
                let short = len - 1 - self.dice.roll(3);
                self.send(self.una, short, probe);
            }
            // Resend, and new data at once.
            2 => {
                self.send(self.una, len, probe);
                self.send(self.max, MSS, probe);
                self.next = self.max;
            }
            // Resend all.
            3 => {
                let mut start = self.una;
                while start < self.max {
                    let len = self.length(start).min(self.max - start);
                    self.send(start, len, probe);
                    start += len;
                }
            }
            // Go back and resend one.
            _ => {
                self.send(self.una, len, probe);
                self.next = self.una + len;
                self.before_cut = Some(self.cwnd);
                self.change(1.0, WindowChange::Timeout);
            }
        }
        self.arm();
    }

    fn on_data<P: Probe>(&mut self, packet: Packet, data: Data, probe: &mut P) {
        let (range, before) = (data.range(), self.expected);
        let end = self.ahead.entry(range.start.0).or_default();
        *end = (*end).max(range.end.0);
        while let Some((&start, &end)) = self.ahead.first_key_value().filter(|&(&start, _)| start <= self.expected) {
            self.ahead.remove(&start);
            self.expected = self.expected.max(end);
        }
        let hold = self.expected > before && self.ahead.is_empty() && self.pending.is_none();
        if hold && self.nature.delayed_ack > 0 {
            self.pending = Some(packet);
            self.ack_timer += 1;
            self.push(self.now + self.nature.delayed_ack, Event::AckDelayed(self.ack_timer));
        } else {
            self.acknowledge(packet, probe);
        }
    }

    fn acknowledge<P: Probe>(&mut self, cause: Packet, probe: &mut P) {
        self.pending = None;
        let Some(data) = cause.data() else { return };
        let ack = Ack::new(Seq(self.expected), 1000, data.seq, cause.ordinal);
        let packet = self.packet(cause.copy, self.acks, Body::Ack(ack));
        self.acks += 1;
        self.travel(packet, 1, probe);
    }
}
