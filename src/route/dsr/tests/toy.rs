//! A toy network: a packet takes a millisecond to a neighbour, a dead link is found out after 16 ms.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::*;
use crate::ids::FlowId;

const HOP: Span = Span::from_millis(1);
/// Seven attempts of the MAC (network of 802.11a at 9 Mb/s, 1000 B).
const GIVE_UP: Span = Span::from_millis(16);

pub fn at(millis: u64) -> Time {
    Time::ZERO + Span::from_millis(millis)
}

pub fn data(from: u8, to: u8, number: u64) -> Packet {
    let (from, to, body) = (NodeId(from), NodeId(to), Body::Cross { number });
    let (flow, ecn, route) = (FlowId(0), Ecn::NotEct, SourceRoute::NONE);
    Packet { flow, from, to, size: 552, copy: 0, ordinal: number as u32, hops: 0, ecn, route, body }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Toy {
    pub now: Time,
    pub routers: Vec<Dsr>,
    links: BTreeSet<(u8, u8)>,
    pub dead: BTreeSet<(u8, u8)>,
    /// Packets that wait for or are on the channel, by node.
    interface: Vec<VecDeque<(Packet, Neighbour)>>,
    /// Whether the first of them is on the channel.
    busy: Vec<bool>,
    /// When it is done, by time and order of pushing.
    done: BTreeMap<(Time, u64), u8>,
    pushed: u64,
    pub sent: Vec<(Time, u8, Packet)>,
    pub delivered: Vec<Packet>,
    pub dropped: Vec<(Packet, DropCause)>,
    notes: Vec<(Time, u8, RouteNote)>,
}

pub fn ends(a: u8, b: u8) -> (u8, u8) {
    (a.min(b), a.max(b))
}

impl Toy {
    pub fn new(nodes: u8, links: &[(u8, u8)], setup: DsrSetup) -> Toy {
        Toy {
            now: Time::ZERO,
            routers: (0..nodes).map(|node| Dsr::new(NodeId(node), setup, 1)).collect(),
            links: links.iter().map(|&(a, b)| ends(a, b)).collect(),
            dead: BTreeSet::new(),
            interface: vec![VecDeque::new(); usize::from(nodes)],
            busy: vec![false; usize::from(nodes)],
            done: BTreeMap::new(),
            pushed: 0,
            sent: Vec::new(),
            delivered: Vec::new(),
            dropped: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub fn chain(nodes: u8) -> Toy {
        let links: Vec<(u8, u8)> = (1..nodes).map(|node| (node - 1, node)).collect();
        Toy::new(nodes, &links, DsrSetup::DEFAULT)
    }

    fn hears(&self, a: u8, b: u8) -> bool {
        self.links.contains(&ends(a, b)) && !self.dead.contains(&ends(a, b))
    }

    pub fn router(&mut self, node: u8) -> &mut Dsr {
        &mut self.routers[usize::from(node)]
    }

    pub fn send(&mut self, packet: Packet) {
        let now = self.now;
        self.router(packet.from.0).send(now, packet);
        self.settle(packet.from.0);
    }

    fn settle(&mut self, node: u8) {
        while let Some(action) = self.router(node).poll() {
            match action {
                Action::Transmit { packet, to } => {
                    self.interface[usize::from(node)].push_back((packet, to));
                    self.start(node);
                }
                Action::Deliver(packet) => self.delivered.push(packet),
                Action::Drop { packet, cause } => self.dropped.push((packet, cause)),
                Action::Note(note) => self.notes.push((self.now, node, note)),
                Action::Flush { next } => {
                    let queue = &mut self.interface[usize::from(node)];
                    let is_flushed = |(_, to): &(Packet, Neighbour)| *to == Neighbour::One(next);
                    let flushed: Vec<_> = queue.iter().copied().filter(is_flushed).collect();
                    queue.retain(|waiting| !is_flushed(waiting));
                    for (packet, _) in flushed {
                        let now = self.now;
                        self.router(node).on_flushed(now, packet, next);
                    }
                }
            }
        }
    }

    fn start(&mut self, node: u8) {
        let waiting = self.interface[usize::from(node)].front().filter(|_| !self.busy[usize::from(node)]);
        let Some(&(packet, to)) = waiting else { return };
        self.busy[usize::from(node)] = true;
        let fails = matches!(to, Neighbour::One(next) if !self.hears(node, next.0));
        self.sent.push((self.now, node, packet));
        self.done.insert((self.now + if fails { GIVE_UP } else { HOP }, self.pushed), node);
        self.pushed += 1;
    }

    pub fn next_time(&self) -> Option<Time> {
        let timers = self.routers.iter().filter_map(RouterRules::poll_timer);
        self.done.keys().map(|&(at, _)| at).chain(timers).min()
    }

    fn step(&mut self) {
        self.now = self.next_time().expect("something is to happen");
        let now = self.now;
        if let Some(entry) = self.done.first_entry().filter(|first| first.key().0 == now) {
            let node = entry.remove();
            return self.finish(node);
        }
        for node in 0..self.routers.len() as u8 {
            if self.router(node).poll_timer().is_some_and(|due| due <= now) {
                self.router(node).on_timer(now);
                self.settle(node);
            }
        }
    }

    fn finish(&mut self, node: u8) {
        let now = self.now;
        let (packet, to) = self.interface[usize::from(node)].pop_front().expect("a packet on the channel");
        let arrived = Packet { hops: packet.hops + 1, ..packet };
        let hearers: Vec<u8> = (0..self.routers.len() as u8).filter(|&other| self.hears(node, other)).collect();
        if let Neighbour::One(next) = to
            && !hearers.contains(&next.0)
        {
            self.router(node).on_failure(now, packet, next, false);
            // The channel stays busy for it until what waits is flushed.
            self.settle(node);
            self.busy[usize::from(node)] = false;
            return self.start(node);
        }
        self.busy[usize::from(node)] = false;
        for other in hearers {
            if to == Neighbour::All || to == Neighbour::One(NodeId(other)) {
                self.router(other).on_packet(now, arrived);
            } else {
                self.router(other).on_overheard(now, &packet, NodeId(node));
            }
            self.settle(other);
        }
        self.start(node);
    }

    pub fn run(&mut self, millis: u64) {
        while self.next_time().is_some_and(|next| next <= at(millis)) {
            self.step();
        }
        self.now = at(millis);
    }

    fn count(&self, matches: impl Fn(&Routing) -> bool) -> usize {
        let message = |packet: &Packet| matches!(packet.body, Body::Routing(message) if matches(&message));
        self.sent.iter().filter(|(_, _, packet)| message(packet)).count()
    }

    pub fn requests(&self) -> usize {
        self.count(|message| matches!(message, Routing::Request { .. }))
    }

    pub fn replies(&self) -> usize {
        self.count(|message| matches!(message, Routing::Reply { .. }))
    }

    pub fn errors(&self) -> usize {
        self.count(|message| matches!(message, Routing::Error { .. }))
    }

    pub fn notes_of(&self, node: u8) -> Vec<RouteNote> {
        self.notes.iter().filter(|&&(_, of, _)| of == node).map(|&(_, _, note)| note).collect()
    }

    pub fn way(&self, from: u8, to: u8) -> Option<Vec<u8>> {
        let way = self.routers[usize::from(from)].cache.find(self.now, NodeId(to))?;
        Some(way.as_slice().iter().map(|node| node.0).collect())
    }

    /// The nodes that sent the data packet `number`, in order.
    pub fn trail(&self, number: u32) -> Vec<u8> {
        let is_it = |packet: &Packet| matches!(packet.body, Body::Cross { .. }) && packet.ordinal == number;
        self.sent.iter().filter(|(_, _, packet)| is_it(packet)).map(|&(_, node, _)| node).collect()
    }
}
