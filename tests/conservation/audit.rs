//! The auditor: keeps the books of one network and knows nothing of how it works.

use std::collections::BTreeMap;

use cwndlab::ids::{FlowId, Id};
use cwndlab::packet::{Ack, Body, CopyKey, Data, Packet};
use cwndlab::seq::{Seq, SeqRange};
use cwndlab::tcp::Variant;
use cwndlab::time::Time;
use cwndlab::trace::{DropCause, Note, Place, Probe, WindowChange};
use cwndlab::world::{World, WorldSetup};

use crate::kinds;

/// A packet of a network: flow, kind (data, ACK, other traffic, routing) and number within its kind.
type Name = (FlowId, u8, u64);

/// Whether the books are kept of it. A request of a router is repeated by others and ends where it is.
fn has_fate(packet: &&Packet) -> bool {
    !matches!(packet.body, Body::Routing(_))
}

fn name(packet: &Packet) -> Name {
    match packet.body {
        Body::Data(_) => (packet.flow, 0, u64::from(packet.ordinal)),
        Body::Ack(_) => (packet.flow, 1, u64::from(packet.ordinal)),
        Body::Cross { number } => (packet.flow, 2, number),
        Body::Routing(_) => (packet.flow, 3, u64::from(packet.ordinal)),
    }
}

/// One direction of bytes from an application to another.
struct Stream {
    variant: Variant,
    /// How much the application writes.
    written: Option<u64>,
    /// Receive buffer, in bytes.
    buffer: u64,
    /// One after the highest byte sent.
    sent: Seq,
    /// All bytes before it have arrived.
    arrived: Seq,
    /// What arrived beyond a gap: disjoint, in order.
    ahead: Vec<SeqRange>,
    /// The highest acknowledgement that arrived.
    acknowledged: Seq,
    data: u32,
    acks: u32,
}

/// What is known of one network.
pub struct Audit {
    index: u64,
    streams: Vec<Stream>,
    /// Packets without a fate. The key must not change on the way.
    travelling: BTreeMap<Name, CopyKey>,
    /// Packets handed to the network, and those with a fate.
    created: u64,
    ended: u64,
    seen: Vec<String>,
}

impl Stream {
    fn on_data_sent(&mut self, packet: &Packet, data: &Data) -> Result<(), &'static str> {
        let range = data.range();
        let checks = [
            (packet.ordinal == self.data, "a number is missing"),
            (!range.is_empty(), "an empty segment"),
            (range.start <= self.sent, "a gap in what is sent"),
            (data.again == (range.start < self.sent), "old and new data are confused"),
            (self.written.is_none_or(|end| range.end.0 <= end), "bytes that were never written"),
            (range.end <= self.acknowledged + self.buffer, "data beyond the receive window"),
        ];
        self.data += 1;
        self.sent = self.sent.max(range.end);
        checks.into_iter().try_for_each(|(fine, what)| if fine { Ok(()) } else { Err(what) })
    }

    fn on_ack_sent(&mut self, packet: &Packet, ack: &Ack) -> Result<(), &'static str> {
        let checks = [
            (packet.ordinal == self.acks, "a number is missing"),
            (ack.ack == self.arrived, "an ACK of something else than what arrived in order"),
            (ack.cause_ordinal < self.data, "an ACK without a cause"),
        ];
        self.acks += 1;
        checks.into_iter().try_for_each(|(fine, what)| if fine { Ok(()) } else { Err(what) })
    }

    /// Takes in what arrived. Returns what was remarkable about it.
    fn on_arrival(&mut self, range: SeqRange) -> Option<&'static str> {
        let known = range.end <= self.arrived || self.ahead.iter().any(|held| held.covers(range));
        let early = range.start > self.arrived;
        self.ahead.push(range);
        self.ahead.sort_by_key(|range| range.start);
        let mut merged: Vec<SeqRange> = Vec::with_capacity(self.ahead.len());
        for &range in &self.ahead {
            if range.start <= self.arrived {
                self.arrived = self.arrived.max(range.end);
            } else if let Some(last) = merged.last_mut().filter(|last| range.start <= last.end) {
                last.end = last.end.max(range.end);
            } else {
                merged.push(range);
            }
        }
        self.ahead = merged;
        match (known, early) {
            (true, _) => Some("seen: duplicate data"),
            (false, true) => Some("seen: data out of order"),
            (false, false) => None,
        }
    }
}

impl Audit {
    /// An auditor of the network `index`, which is about to start.
    pub fn new(index: u64, setup: &WorldSetup) -> Audit {
        let stream = |flow: &cwndlab::world::FlowSetup| Stream {
            variant: flow.sender.variant,
            written: flow.app,
            buffer: u64::from(flow.receiver.tcp.rwnd) * u64::from(flow.receiver.tcp.mss),
            sent: Seq(0),
            arrived: Seq(0),
            ahead: Vec::new(),
            acknowledged: Seq(0),
            data: 0,
            acks: 0,
        };
        let streams = setup.flows.iter().map(stream).collect();
        Audit { index, streams, travelling: BTreeMap::new(), created: 0, ended: 0, seen: Vec::new() }
    }

    /// Holds the books against the network at `now`.
    pub fn balance(&self, world: &World, now: Time) {
        let index = self.index;
        let on_links = world.links().iter().flat_map(|link| {
            let travelling = link.queued(now).chain(link.on_wire(now)).map(|flight| &flight.packet);
            travelling.chain(link.hold().held().map(|(packet, _)| packet))
        });
        let in_nodes = world.nodes().iter().flat_map(|node| node.forwarding()).map(|(packet, _)| packet);
        let interfaces = world.air().into_iter().flat_map(|air| air.interfaces());
        let in_radios = interfaces.flat_map(|(_, interface)| interface.packets());
        let mut found: Vec<(Name, CopyKey)> = on_links
            .chain(in_nodes)
            .chain(in_radios)
            .filter(has_fate)
            .map(|packet| (name(packet), packet.key()))
            .collect();
        found.sort_by_key(|&(name, _)| name);
        let expected: Vec<(Name, CopyKey)> = self.travelling.iter().map(|(&name, &key)| (name, key)).collect();
        assert_eq!(found, expected, "network {index} at {now} s: what travels is not what has no fate");
        assert_eq!(self.created, self.ended + found.len() as u64, "network {index} at {now} s");
        for (number, (stream, conn)) in self.streams.iter().zip(world.flows().iter()).enumerate() {
            let (sender, receiver) = (conn.sender(), conn.receiver());
            let books = (stream.acknowledged, stream.arrived, stream.sent);
            let claims = (sender.una(), receiver.delivered(), sender.max());
            assert_eq!(claims, books, "network {index}, flow {number} at {now} s");
            assert!(books.0 <= books.1 && books.1 <= books.2, "network {index}, flow {number} at {now} s: {books:?}");
            let done = stream.data == 0 || stream.written == Some(stream.acknowledged.0);
            assert_eq!(sender.is_done(), done, "network {index}, flow {number} at {now} s");
            self.check_window(number, sender.cwnd(), sender.ssthresh());
        }
    }

    /// How many packets were handed to the network.
    pub fn created(&self) -> u64 {
        self.created
    }

    /// What remarkable things happened, each once, from the lists in [`kinds`].
    pub fn effects(&self) -> Vec<String> {
        let mut effects = self.seen.clone();
        if self.streams.iter().any(|stream| stream.written == Some(stream.acknowledged.0)) {
            effects.push("seen: a flow at its end".to_owned());
        }
        if !self.travelling.is_empty() {
            effects.push("seen: packets travelling at the end".to_owned());
        }
        effects
    }

    fn see(&mut self, what: &str) {
        if !self.seen.iter().any(|seen| seen == what) {
            self.seen.push(what.to_owned());
        }
    }

    /// RFC 5681 §3.1: no window below one segment after a timeout, no threshold below two.
    fn check_window(&self, flow: usize, cwnd: f64, ssthresh: f64) {
        assert!(
            cwnd >= 1.0 && ssthresh >= 2.0,
            "network {}, flow {flow}: cwnd {cwnd}, ssthresh {ssthresh}",
            self.index
        );
    }

    fn end(&mut self, now: Time, packet: &Packet) {
        let key = self.travelling.remove(&name(packet));
        assert_eq!(key, Some(packet.key()), "network {} at {now} s: the fate of nobody: {packet:?}", self.index);
        self.ended += 1;
    }
}

impl Probe for Audit {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        let before = self.travelling.insert(name(packet), packet.key());
        assert_eq!(before, None, "network {} at {now} s: sent twice: {packet:?}", self.index);
        self.created += 1;
        let stream = self.streams.get_mut(packet.flow.index());
        let checked = match (&packet.body, stream) {
            (Body::Data(data), Some(stream)) => stream.on_data_sent(packet, data),
            (Body::Ack(ack), Some(stream)) => stream.on_ack_sent(packet, ack),
            (Body::Cross { .. }, None) => Ok(()),
            _ => Err("a packet of no flow"),
        };
        assert_eq!(checked, Ok(()), "network {} at {now} s: {packet:?}", self.index);
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.end(now, packet);
        let Some(stream) = self.streams.get_mut(packet.flow.index()) else { return };
        match &packet.body {
            Body::Data(data) => {
                if let Some(what) = stream.on_arrival(data.range()) {
                    self.see(what);
                }
            }
            Body::Ack(ack) => stream.acknowledged = stream.acknowledged.max(ack.ack),
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, _: Place) {
        if has_fate(&packet) {
            self.end(now, packet);
        }
        self.see(&format!("seen: {}", cause.id()));
    }

    fn on_marked(&mut self, _: Time, _: &Packet, _: Place) {
        self.see("seen: mark");
    }

    fn on_note(&mut self, _: Time, flow: FlowId, note: &Note) {
        let number = flow.index();
        let variant = self.streams[number].variant;
        match note {
            Note::Window { cwnd, ssthresh, change } => {
                self.check_window(number, *cwnd, *ssthresh);
                if *change == WindowChange::Undo {
                    self.see("seen: undo");
                }
            }
            Note::Expired(expiry) => {
                self.check_window(number, expiry.cwnd, expiry.ssthresh);
                self.see(&kinds::expired(variant.timeout));
            }
            Note::FastRetransmit { .. } => self.see(&kinds::repaired(variant.recovery)),
            Note::Verdict { .. } | Note::Rtt { .. } => {}
        }
    }
}
