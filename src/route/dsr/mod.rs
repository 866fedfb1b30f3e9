//! Dynamic source routing (RFC 4728), reduced: the source writes the whole way into each packet, and asks its
//! surroundings for a way only when it needs one.
//!
//! ```text
//!   send: way in the cache? ──yes──▶ write it into the packet ──▶ first hop
//!              │ no                                                 │ the MAC gives up
//!              ▼                                                    ▼
//!   wait, and ask: neighbours for 30 ms,          forget the link, tell whoever chose the way, and go
//!   then everybody after 0.5, 1, 2, … 10 s        another way (at most 15 times) or end here
//! ```
//! A request records the nodes that pass it on. Its target, or a node that knows a way there, answers along the record
//! backwards: links work in both directions. Link-layer acknowledgements are the only maintenance, so there is no
//! maintenance buffer and there are no passive acknowledgements. A packet of the node's own whose first hop fails goes
//! another known way or ends, like any other; TCP sends it again, and that asks for a way. Absent: gratuitous replies for
//! shorter ways, errors carried by the next request, the delay before a reply from the cache.

mod buffer;
mod cache;
mod requests;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use super::{Action, HOP_LIMIT, Neighbour, RouterRules};
use crate::ids::NodeId;
use crate::packet::{Body, Ecn, MAX_ROUTE_HOPS, NO_FLOW, NodeList, Packet, Routing, SourceRoute};
use crate::rng::{Label, Stream};
use crate::time::{Span, Time};
use crate::trace::{DropCause, RouteNote};
use buffer::SendBuffer;
use cache::Cache;
use requests::{Ask, Requests};

/// BroadcastJitter (RFC 4728 §9).
const BROADCAST_JITTER: Span = Span::from_millis(10);

/// What a DSR router may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DsrSetup {
    /// Answer requests for others from the cache (RFC 4728 §3.3.2).
    pub reply_from_cache: bool,
    /// Learn ways from packets overheard (RFC 4728 §3.3.1).
    pub overhear: bool,
}

impl DsrSetup {
    /// Answers from the cache, deaf to what is not for it.
    pub const DEFAULT: DsrSetup = DsrSetup { reply_from_cache: true, overhear: false };
}

/// The DSR router of one node.
#[derive(Clone, PartialEq, Debug)]
pub struct Dsr {
    node: NodeId,
    setup: DsrSetup,
    cache: Cache,
    requests: Requests,
    buffer: SendBuffer,
    /// Requests to pass on, and when; by time.
    delayed: Vec<(Time, Packet)>,
    jitter: Stream,
    /// Routing messages originated.
    originated: u32,
    /// Who was told of the last broken link.
    told: Vec<NodeId>,
    actions: VecDeque<Action>,
}

/// The way over `nodes` without its last node.
fn between(nodes: &[NodeId]) -> &[NodeId] {
    nodes.split_last().map_or(&[], |(_, between)| between)
}

/// `nodes` in the other direction.
fn reversed(nodes: &[NodeId]) -> Vec<NodeId> {
    nodes.iter().rev().copied().collect()
}

impl Dsr {
    /// The router of `node`, which knows no way yet. `seed` is that of the run.
    #[must_use]
    pub fn new(node: NodeId, setup: DsrSetup, seed: u64) -> Dsr {
        Dsr {
            node,
            setup,
            cache: Cache::new(node),
            requests: Requests::default(),
            buffer: SendBuffer::default(),
            delayed: Vec::new(),
            jitter: Stream::new(seed, Label::RouteJitter, u64::from(node.0)),
            originated: 0,
            told: Vec::new(),
            actions: VecDeque::new(),
        }
    }

    /// The packets that wait for a way, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &Packet> {
        self.buffer.packets()
    }

    /// Puts a packet with a route into the queue for its next node.
    fn transmit(&mut self, packet: Packet) {
        let next = packet.route.next().unwrap_or(packet.to);
        self.actions.push_back(Action::Transmit { packet, to: Neighbour::One(next) });
    }

    fn drop(&mut self, packet: Packet, cause: DropCause) {
        self.actions.push_back(Action::Drop { packet, cause });
    }

    /// The route of a packet of this node for `target`, if it knows a way.
    fn route_to(&self, now: Time, target: NodeId) -> Option<SourceRoute> {
        let way = self.cache.find(now, target)?;
        NodeList::new(between(way.as_slice())).map(SourceRoute::new)
    }

    /// A packet with a message of this node.
    fn message(&mut self, to: NodeId, route: SourceRoute, message: Routing) -> Packet {
        self.originated += 1;
        let (flow, from, ecn, size) = (NO_FLOW, self.node, Ecn::NotEct, message.packet_bytes());
        let (ordinal, body) = (self.originated - 1, Body::Routing(message));
        Packet { flow, from, to, size, copy: 0, ordinal, hops: 0, ecn, route, body }
    }

    /// Asks for a way to `target` if it is time to.
    fn ask(&mut self, now: Time, target: NodeId) {
        match self.requests.ask(now, target) {
            Ask::Wait => {}
            Ask::Now { id, ttl } => {
                let request = Routing::Request { id, ttl, record: NodeList::EMPTY };
                let packet = self.message(target, SourceRoute::NONE, request);
                self.actions.push_back(Action::Note(RouteNote::Asked { target, neighbours_only: ttl == 1 }));
                self.actions.push_back(Action::Transmit { packet, to: Neighbour::All });
            }
            Ask::GiveUp => {
                while let Some(packet) = self.buffer.pop_for(|to| to == target) {
                    self.drop(packet, DropCause::NoRoute);
                }
            }
        }
    }

    /// RFC 4728 §8.2.2.
    fn on_request(&mut self, now: Time, packet: Packet, id: u16, ttl: u8, record: NodeList) {
        let (initiator, target) = (packet.from, packet.to);
        let nodes = record.as_slice();
        if initiator == self.node || nodes.contains(&self.node) || !self.requests.is_new(initiator, id) {
            return;
        }
        let mut back = reversed(nodes);
        back.push(initiator);
        self.learn(now, &back);
        if target == self.node {
            self.reply(initiator, nodes, target, record);
        } else if let Some(whole) = self.way_from_cache(now, target, &back) {
            self.reply(initiator, nodes, target, whole);
        } else if ttl > 1
            && let Some(record) = record.with(self.node).filter(|record| record.as_slice().len() < MAX_ROUTE_HOPS)
        {
            let request = Routing::Request { id, ttl: ttl - 1, record };
            let body = Body::Routing(request);
            let wait = Span::from_nanos((self.jitter.uniform() * BROADCAST_JITTER.as_nanos() as f64) as u64);
            let place = self.delayed.partition_point(|(at, _)| *at <= now + wait);
            self.delayed.insert(place, (now + wait, Packet { size: request.packet_bytes(), body, ..packet }));
        }
    }

    /// The nodes between an initiator and `target` over this node, which is reached from the initiator by `back` in the
    /// other direction, if the cache knows the rest of the way and the whole of it comes back to no node.
    fn way_from_cache(&self, now: Time, target: NodeId, back: &[NodeId]) -> Option<NodeList> {
        if !self.setup.reply_from_cache {
            return None;
        }
        let is_apart = |way: &[NodeId]| !between(way).iter().any(|node| back.contains(node));
        let rest = self.cache.find_with(now, target, is_apart)?;
        let rest = between(rest.as_slice());
        let whole = [reversed(between(back)).as_slice(), &[self.node], rest].concat();
        NodeList::new(&whole).filter(|_| whole.len() < MAX_ROUTE_HOPS)
    }

    /// Tells `initiator` the way over `way` to `target`, along `record` backwards.
    fn reply(&mut self, initiator: NodeId, record: &[NodeId], target: NodeId, way: NodeList) {
        let Some(back) = NodeList::new(&reversed(record)) else { return };
        let packet = self.message(initiator, SourceRoute::new(back), Routing::Reply { target, between: way });
        self.transmit(packet);
    }

    /// RFC 4728 §8.2.6, and what the nodes between learn from a reply.
    fn on_reply(&mut self, now: Time, initiator: NodeId, target: NodeId, way: &NodeList) {
        let whole = [&[initiator], way.as_slice(), &[target]].concat();
        let Some(place) = whole.iter().position(|&node| node == self.node) else { return };
        self.learn(now, &reversed(&whole[..place]));
        self.learn(now, &whole[place + 1..]);
        if initiator == self.node && self.cache.find(now, target).is_some() {
            // Nothing may have waited for it any more.
            self.found(target, *way);
        }
    }

    /// A way to `target` over the nodes `between` is known.
    fn found(&mut self, target: NodeId, between: NodeList) {
        if self.requests.found(target) {
            self.actions.push_back(Action::Note(RouteNote::Found { target, between }));
        }
    }

    /// Learns a way, and sends what has waited for it.
    fn learn(&mut self, now: Time, nodes: &[NodeId]) {
        self.cache.learn(now, nodes);
        let Dsr { cache, buffer, .. } = self;
        let sent: Vec<(Packet, NodeList)> = std::iter::from_fn(|| {
            let packet = buffer.pop_for(|to| cache.find(now, to).is_some())?;
            let way = cache.find(now, packet.to)?;
            Some((packet, NodeList::new(between(way.as_slice()))?))
        })
        .collect();
        for (packet, between) in sent {
            self.found(packet.to, between);
            self.transmit(Packet { route: SourceRoute::new(between), ..packet });
        }
    }

    /// Tells whoever chose the way of `packet` that this node cannot reach `next`: its source, or the last node to
    /// salvage it (RFC 4728 §8.3.4). Nobody is told twice because several of his packets waited for the same neighbour.
    fn report(&mut self, packet: &Packet, next: NodeId) {
        if matches!(packet.body, Body::Routing(Routing::Error { .. })) {
            return;
        }
        // The last node passed is this one.
        let passed = between(&packet.route.nodes()[..packet.route.passed()]);
        let (chooser, back) = match passed.split_first() {
            Some((&salvager, rest)) if packet.route.salvages() > 0 => (salvager, rest),
            None if packet.route.salvages() > 0 => return,
            _ => (packet.from, passed),
        };
        if chooser == self.node || self.told.contains(&chooser) {
            return;
        }
        if let Some(back) = NodeList::new(&reversed(back)) {
            self.told.push(chooser);
            let error = self.message(chooser, SourceRoute::new(back), Routing::Error { unreachable: next });
            self.transmit(error);
        }
    }

    /// Sends `packet` another way, or ends it.
    fn divert(&mut self, now: Time, packet: Packet) {
        let target = packet.to;
        let way = self.cache.find(now, target).filter(|_| !matches!(packet.body, Body::Routing(_)));
        let own = packet.from == self.node;
        let route = way.and_then(|way| {
            let between = between(way.as_slice());
            if own { NodeList::new(between).map(SourceRoute::new) } else { packet.route.salvaged(self.node, between) }
        });
        match route {
            Some(route) => {
                self.actions.push_back(Action::Note(RouteNote::Salvaged { target }));
                self.transmit(Packet { route, ..packet });
            }
            None => {
                if own {
                    self.actions.push_back(Action::Note(RouteNote::Lost { target }));
                }
                self.drop(packet, DropCause::RouteBreak);
            }
        }
    }
}

impl RouterRules for Dsr {
    fn send(&mut self, now: Time, packet: Packet) {
        if let Some(route) = self.route_to(now, packet.to) {
            return self.transmit(Packet { route, ..packet });
        }
        if let Some(oldest) = self.buffer.push(now, packet) {
            self.drop(oldest, DropCause::BufferTimeout);
        }
        self.ask(now, packet.to);
    }

    fn on_packet(&mut self, now: Time, packet: Packet) {
        match packet.body {
            Body::Routing(Routing::Request { id, ttl, record }) => {
                return self.on_request(now, packet, id, ttl, record);
            }
            Body::Routing(Routing::Reply { target, between }) => self.on_reply(now, packet.to, target, &between),
            Body::Routing(Routing::Error { unreachable }) => self.cache.forget_link(packet.from, unreachable),
            Body::Data(_) | Body::Ack(_) | Body::Cross { .. } => {}
        }
        if packet.to != self.node {
            if packet.hops >= HOP_LIMIT {
                return self.drop(packet, DropCause::Ttl);
            }
            return self.transmit(Packet { route: packet.route.advanced(), ..packet });
        }
        if !matches!(packet.body, Body::Routing(_)) {
            self.actions.push_back(Action::Deliver(packet));
        }
    }

    fn on_overheard(&mut self, now: Time, packet: &Packet, from: NodeId) {
        if !self.setup.overhear || !packet.route.is_present() {
            return;
        }
        let (route, passed) = (&packet.route, packet.route.passed());
        let ahead = std::iter::once(from).chain(route.ahead().iter().copied()).chain([packet.to]);
        if let Some(ahead) = NodeList::collect(ahead) {
            self.learn(now, ahead.as_slice());
        }
        // The list of a salvaged packet begins with who salvaged it.
        let back = route.nodes()[..passed].iter().rev().copied().chain([packet.from]);
        if let Some(back) = NodeList::collect(back).filter(|_| route.salvages() == 0) {
            self.learn(now, back.as_slice());
        }
    }

    fn on_failure(&mut self, now: Time, packet: Packet, next: NodeId, arrived: bool) {
        self.actions.push_back(Action::Note(RouteNote::Broken { next }));
        self.cache.forget_link(self.node, next);
        // What waits for the neighbour leaves the queue before the station can take the next of it.
        self.actions.push_back(Action::Flush { next });
        self.told.clear();
        self.report(&packet, next);
        if !arrived {
            self.divert(now, packet);
        }
    }

    fn on_flushed(&mut self, now: Time, packet: Packet, next: NodeId) {
        self.report(&packet, next);
        self.divert(now, packet);
    }

    fn on_timer(&mut self, now: Time) {
        while let Some(packet) = self.buffer.pop_old(now) {
            self.drop(packet, DropCause::BufferTimeout);
        }
        let due = self.delayed.partition_point(|(at, _)| *at <= now);
        for (_, packet) in self.delayed.drain(..due) {
            self.actions.push_back(Action::Transmit { packet, to: Neighbour::All });
        }
        let mut targets: Vec<NodeId> = self.buffer.targets().collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            self.ask(now, target);
        }
    }

    fn poll_timer(&self) -> Option<Time> {
        let asked = self.buffer.targets().filter_map(|target| self.requests.due(target)).min();
        let delayed = self.delayed.first().map(|&(at, _)| at);
        [asked, delayed, self.buffer.next_timeout()].into_iter().flatten().min()
    }

    fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    fn heap_bytes(&self) -> usize {
        self.cache.heap_bytes()
            + self.requests.heap_bytes()
            + self.buffer.heap_bytes()
            + size_of_val(self.delayed.as_slice())
    }
}
