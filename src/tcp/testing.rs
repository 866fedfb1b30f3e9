//! A channel in memory for the tests of this folder: a sender, a receiver of few words, and a fate for each packet.

use std::collections::BTreeMap;

use super::{Sender, SenderConfig, Tcp, Variant};
use crate::ids::{FlowId, NodeId};
use crate::packet::{Ack, Body, Data, Ecn, Packet, SackList, Stamp, TCP_IP_HEADER};
use crate::seq::{Seq, SeqRange};
use crate::time::{Span, Time};
use crate::trace::{Note, Verdict};

/// The instant `ms` after the start.
pub fn at(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

/// A sender of `tcp` and `variant`.
pub fn sender(tcp: Tcp, variant: Variant) -> Sender {
    Sender::new(SenderConfig { flow: FlowId(0), from: NodeId(0), to: NodeId(1), tcp, variant })
}

/// Acknowledges every segment (RFC 5681 §4.2), with SACK, timestamps and the latch of RFC 3168.
#[derive(Clone, PartialEq, Debug)]
pub struct Peer {
    tcp: Tcp,
    pub next: Seq,
    /// Ranges beyond `next`, most recent first.
    held: Vec<SeqRange>,
    recent: Stamp,
    last_ack: Seq,
    ece: bool,
    acks: u32,
}

impl Peer {
    fn new(tcp: Tcp, next: Seq) -> Peer {
        Peer { tcp, next, held: Vec::new(), recent: Stamp::at(Time::ZERO), last_ack: next, ece: false, acks: 0 }
    }

    fn on_data(&mut self, packet: &Packet, data: &Data) -> Packet {
        self.ece = (self.ece && !data.cwr) || packet.ecn == Ecn::Ce;
        if data.stamp >= self.recent && data.seq <= self.last_ack {
            self.recent = data.stamp;
        }
        let mut news = data.range();
        // Whole duplicates only: senders here keep their segments, but for those that ask with short ones.
        let known = |held: &SeqRange| held.covers(data.range());
        let duplicate =
            Some(news).filter(|news| self.tcp.dsack && (news.end <= self.next || self.held.iter().any(known)));
        if news.end > self.next {
            self.held.retain(|held| {
                let apart = held.end < news.start || held.start > news.end;
                if !apart {
                    news = SeqRange::new(news.start.min(held.start), news.end.max(held.end));
                }
                apart
            });
            if news.start <= self.next { self.next = news.end } else { self.held.insert(0, news) }
        }
        self.last_ack = self.next;
        let mut ack = Ack::new(self.next, u32::from(self.tcp.mss) * self.tcp.rwnd, data.seq, packet.ordinal);
        ack.ece = self.ece && self.tcp.ecn;
        if self.tcp.ts {
            ack.echo = self.recent;
        }
        if self.tcp.sack {
            ack.sack = SackList::new(self.next, duplicate, self.held.iter().copied(), 3);
        }
        self.acks += 1;
        let (from, to) = (packet.to, packet.from);
        let (size, ordinal) = (TCP_IP_HEADER, self.acks - 1);
        Packet { from, to, size, ordinal, hops: 0, ecn: Ecn::NotEct, body: Body::Ack(ack), ..*packet }
    }
}

/// What becomes of a packet sent at an instant: `None` is lost, else its delay.
pub type Fate = fn(&mut Channel, &mut Packet) -> Option<Span>;

/// A sender, a receiver and what is between them.
#[derive(Clone, Debug)]
pub struct Channel {
    pub now: Time,
    pub sender: Sender,
    pub peer: Peer,
    on_the_way: BTreeMap<(Time, u64), Packet>,
    pushed: u64,
    fate: Fate,
    /// Every data packet sent, with its time.
    pub sent: Vec<(Time, Data)>,
    pub notes: Vec<Note>,
    /// State of the luck of a fate that needs some.
    pub luck: u64,
}

impl Channel {
    pub fn new(sender: Sender, fate: Fate) -> Channel {
        let tcp = sender.path().tcp;
        let peer = Peer::new(tcp, sender.una());
        let (on_the_way, sent, notes) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut channel = Channel { now: Time::ZERO, sender, peer, on_the_way, pushed: 0, fate, sent, notes, luck: 1 };
        channel.drain();
        channel
    }

    /// A uniform number in [0, 1): xorshift64*.
    pub fn draw(&mut self) -> f64 {
        self.luck ^= self.luck >> 12;
        self.luck ^= self.luck << 25;
        self.luck ^= self.luck >> 27;
        (self.luck.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn push(&mut self, mut packet: Packet) {
        let fate = self.fate;
        if let Some(delay) = fate(self, &mut packet) {
            self.on_the_way.insert((self.now + delay, self.pushed), packet);
            self.pushed += 1;
        }
    }

    fn drain(&mut self) {
        while let Some(packet) = self.sender.poll_transmit(self.now) {
            self.sent.push((self.now, *packet.data().expect("senders send data")));
            self.push(packet);
        }
        self.notes.extend(std::iter::from_fn(|| self.sender.poll_note()));
    }

    /// When the next thing happens.
    pub fn next_time(&self) -> Option<Time> {
        let packet = self.on_the_way.keys().next().map(|(time, _)| *time);
        [packet, self.sender.poll_timer()].into_iter().flatten().min()
    }

    /// The next thing happens: packets before the timer.
    pub fn step(&mut self) {
        self.now = self.next_time().expect("something is to happen");
        let due = self.on_the_way.first_entry().filter(|first| first.key().0 == self.now);
        match due.map(|first| first.remove()) {
            None => self.sender.on_timer(self.now),
            Some(packet) => match packet.body {
                Body::Data(data) => {
                    let ack = self.peer.on_data(&packet, &data);
                    self.push(ack);
                }
                _ => self.sender.on_segment(self.now, &packet),
            },
        }
        self.drain();
    }

    /// Everything until `ms` happens, that instant included.
    pub fn run(&mut self, ms: u64) {
        while self.next_time().is_some_and(|next| next <= at(ms)) {
            self.step();
        }
        self.now = at(ms);
    }

    /// Numbers of the segments sent at `ms`.
    pub fn sent_at(&self, ms: u64) -> Vec<u64> {
        let mss = u64::from(self.sender.path().tcp.mss);
        self.sent.iter().filter(|(time, _)| *time == at(ms)).map(|(_, data)| data.seq.0 / mss + 1).collect()
    }

    /// The verdicts so far.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |note: &Note| if let Note::Verdict { verdict, .. } = note { Some(*verdict) } else { None };
        self.notes.iter().filter_map(verdict).collect()
    }
}

/// The number of a data packet's segment and whether it is a first copy; `None` for ACKs.
pub fn first_copy(packet: &Packet, mss: u16) -> Option<u64> {
    packet.data().filter(|_| packet.copy == 0).map(|data| data.seq.0 / u64::from(mss) + 1)
}
