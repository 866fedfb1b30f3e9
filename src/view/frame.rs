//! One frame of the picture as numbers: packets, queues and the ghosts of drops.
//!
//! Positions are interpolated at the shown time from departures and arrivals in the rings of the wires; nothing in the
//! engine runs for the picture.

use super::air::{self, Line};
use super::words::{self, cause_index};
use crate::ids::{FlowId, Id, LinkId, NodeId};
use crate::lab::{Kind, Lab, What};
use crate::packet::{Body, Ecn, Packet};
use crate::queue::{EcnMode, Limit, Queue};
use crate::time::{Span, Time};
use crate::trace::{self, DropCause, RouteNote};
use crate::wire::InFlight;
use crate::world::{Link, World};

/// How long a drop stays in sight.
const GHOST: Span = Span::from_millis(500);
/// Bits of the flags of a packet.
mod flag {
    pub const AGAIN: u8 = 1;
    pub const PROBE: u8 = 2;
    pub const MARKED: u8 = 4;
    pub const STALLED: u8 = 8;
}
/// Kinds of ghosts that are no packets but news of a router.
mod news {
    /// It gave the link up.
    pub const BROKEN: f32 = 3.0;
    /// It found a way; one ghost for each link of it, the first with the number of the target.
    pub const FOUND: f32 = 4.0;
    /// It knows no way any more.
    pub const LOST: f32 = 5.0;
    /// It sends a packet another way than its source chose.
    pub const SALVAGED: f32 = 6.0;
}
/// How far along its link a lost packet is drawn: it was whole until the far end looked at it.
const DEATH: f64 = 0.92;

/// The numbers of one lane at the shown time: how many packets, queues and ghosts, then 8 numbers per packet (link,
/// progress, kind, flags, flow, number, copy, part of the path crossed), 6 per queue (link, waiting, limit, RED average,
/// remaining stall in s, marking threshold), 7 per ghost (link, progress, kind, flow, number, cause, age in s).
///
/// A ghost of kind 3 or more is no packet but news of a router: 3 it gave the link up, 4 a way over the link was found,
/// 5 there is no way any more, 6 a packet goes another way. The number is that of the target, from 0; in news of a way,
/// that of links after its first is -1.
///
/// Progress is 0 when the first bit leaves and 1 at arrival; a packet in place `n` of a queue (from 0) has −(n + 1).
#[must_use]
pub fn frame(lab: &Lab, lane: usize) -> Vec<f32> {
    let Some(state) = lab.lanes().get(lane).map(|lane| &lane.state) else { return vec![0.0; 3] };
    let world = &state.world;
    let lines = air::lines(lab, lane);
    let mut picture = Picture { lab, lane, world, lines, now: lab.shown(), routes: Vec::new(), out: vec![0.0; 3] };
    let packets = picture.packets();
    let queues = picture.queues();
    let ghosts = picture.ghosts();
    let mut out = picture.out;
    for (slot, count) in out.iter_mut().zip([packets, queues, ghosts]) {
        *slot = count as f32;
    }
    out
}

struct Picture<'a> {
    lab: &'a Lab,
    lane: usize,
    world: &'a World,
    /// The lines of the radio channel.
    lines: Vec<Line>,
    now: Time,
    /// Lengths of routes, in hops.
    routes: Vec<((NodeId, NodeId), usize)>,
    out: Vec<f32>,
}

impl Picture<'_> {
    fn packets(&mut self) -> usize {
        let before = self.out.len();
        let world = self.world;
        for (id, link) in world.links().entries() {
            self.link(id, link);
        }
        for on_line in world.air().map(|channel| air::packets(channel, self.now)).unwrap_or_default() {
            if let Some(line) = self.line(on_line.ends.0, Some(on_line.ends.1)) {
                self.packet(line, on_line.packet, on_line.progress, on_line.held);
            }
        }
        for (node, row) in world.nodes().entries() {
            for (place, (packet, _)) in row.forwarding().enumerate() {
                // In the forwarding engine it waits for the link that it will go to, behind what waits there.
                if let Some(link) = world.route(node, packet.to).next() {
                    let place = place + world.links()[link].waiting(self.now);
                    self.packet(link, packet, -(place as f64 + 1.0), false);
                }
            }
        }
        (self.out.len() - before) / 8
    }

    fn link(&mut self, id: LinkId, link: &Link) {
        let mut place = 0.0;
        for flying in link.queued(self.now) {
            let begin = start(link, flying);
            if begin <= self.now {
                let progress = part(self.now, begin, flying.arrival);
                self.packet(id, &flying.packet, progress, false);
            } else {
                place += 1.0;
                self.packet(id, &flying.packet, -place, false);
            }
        }
        for flying in link.on_wire(self.now) {
            let progress = part(self.now, start(link, flying), flying.arrival);
            self.packet(id, &flying.packet, progress, false);
        }
        for (packet, _) in link.hold().held() {
            self.packet(id, packet, 1.0, true);
        }
    }

    /// The number of a line, as if it were a link.
    fn line(&self, from: NodeId, to: Option<NodeId>) -> Option<LinkId> {
        air::number(&self.lines, self.world.links().len(), from, to).map(LinkId::from_index)
    }

    fn packet(&mut self, link: LinkId, packet: &Packet, progress: f64, stalled: bool) {
        let (kind, number, mut flags) = match packet.body {
            Body::Data(data) => {
                let flags = if data.again { flag::AGAIN } else { 0 } | if data.probe { flag::PROBE } else { 0 };
                (0, self.number(packet.flow, What::Data(data.seq)), flags)
            }
            Body::Ack(ack) => (1, self.number(packet.flow, What::Ack(ack.ack)), if ack.ece { flag::MARKED } else { 0 }),
            Body::Cross { number } => (2, number as f64, 0),
            Body::Routing(_) => (2, f64::from(packet.ordinal), 0),
        };
        if packet.ecn == Ecn::Ce {
            flags |= flag::MARKED;
        }
        if stalled {
            flags |= flag::STALLED;
        }
        let trip = (f64::from(packet.hops) + progress.max(0.0)) / self.hops(packet.from, packet.to) as f64;
        self.out.extend([
            f32::from(link.0),
            progress as f32,
            kind as f32,
            f32::from(flags),
            f32::from(packet.flow.0),
            number as f32,
            f32::from(packet.copy),
            trip.min(1.0) as f32,
        ]);
    }

    fn number(&self, flow: FlowId, what: What) -> f64 {
        let mss = words::mss(self.lab, self.lane, flow);
        match what {
            What::Data(seq) | What::Ack(seq) => words::segment(seq, mss) as f64,
            What::Other => 0.0,
        }
    }

    /// Length of the route from `from` to `to`, at least 1.
    fn hops(&mut self, from: NodeId, to: NodeId) -> usize {
        if let Some((_, hops)) = self.routes.iter().find(|(ends, _)| *ends == (from, to)) {
            return *hops;
        }
        let hops = air::hops(self.world, from, to).count().max(1);
        self.routes.push(((from, to), hops));
        hops
    }

    fn queues(&mut self) -> usize {
        let before = self.out.len();
        for (id, link) in self.world.links().entries() {
            let stall = link.hold().until().saturating_since(self.now);
            self.queue(id, link.waiting(self.now), link.queue(), stall);
        }
        for (at, line) in self.lines.clone().into_iter().enumerate() {
            if let Some((waiting, queue)) = self.world.air().and_then(|channel| air::queue(channel, &line)) {
                self.queue(LinkId::from_index(self.world.links().len() + at), waiting, queue, Span::ZERO);
            }
        }
        (self.out.len() - before) / 6
    }

    fn queue(&mut self, id: LinkId, waiting: usize, queue: &Queue, stall: Span) {
        let red = queue.red();
        let threshold = red.map_or(-1.0, |red| match red.setup().mode {
            EcnMode::Modified => red.setup().max_th,
            EcnMode::Off | EcnMode::Ecn => red.setup().min_th,
        });
        let limit = match queue.limit() {
            Limit::Unlimited => 0.0,
            Limit::Packets(packets) => f64::from(packets),
            Limit::Bytes(bytes) => (bytes as f64 / TYPICAL_BYTES).floor().max(1.0),
        };
        self.out.extend([
            f32::from(id.0),
            waiting as f32,
            limit as f32,
            red.map_or(-1.0, |red| red.avg()) as f32,
            stall.as_secs_f64() as f32,
            threshold as f32,
        ]);
    }

    fn ghosts(&mut self) -> usize {
        let since = Time::from_nanos(self.now.as_nanos().saturating_sub(GHOST.as_nanos()));
        let log = &self.lab.lanes()[self.lane].log;
        let before = self.out.len();
        for event in log.events_since(since, self.now) {
            let (what, cause, place) = match event.kind {
                Kind::Drop { what, cause, place, .. } => (what, cause, place),
                Kind::Route { node, note } => {
                    self.news(node, &note, self.now.saturating_since(event.at));
                    continue;
                }
                _ => continue,
            };
            let (link, progress) = match place {
                trace::Place::Queue(link) => (Some(link), 0.0),
                trace::Place::Link(link) => (Some(link), DEATH),
                trace::Place::Node(node) => {
                    let mut links = self.world.links().entries();
                    let wire = links.find(|(_, link)| link.from() == node).map(|(id, _)| id);
                    (wire.or_else(|| self.line(node, None)), 0.0)
                }
                trace::Place::Air(from, to) => (self.line(from, Some(to)), DEATH),
            };
            let Some(link) = link else { continue };
            let kind = match what {
                What::Data(_) => 0.0,
                What::Ack(_) => 1.0,
                What::Other => 2.0,
            };
            self.out.extend([
                f32::from(link.0),
                progress as f32,
                kind,
                f32::from(event.flow.0),
                self.number(event.flow, what) as f32,
                cause_index(cause) as f32,
                self.now.saturating_since(event.at).as_secs_f64() as f32,
            ]);
        }
        (self.out.len() - before) / 7
    }

    /// What a router tells, at the links that it is about.
    fn news(&mut self, node: NodeId, note: &RouteNote, age: Span) {
        let own = |kind, target: NodeId| (kind, self.line(node, None), f32::from(target.0));
        let (kind, link, number) = match note {
            RouteNote::Broken { next } => (news::BROKEN, self.line(node, Some(*next)), f32::from(next.0)),
            RouteNote::Lost { target } => own(news::LOST, *target),
            RouteNote::Salvaged { target } => own(news::SALVAGED, *target),
            RouteNote::Found { target, between } => {
                let mut from = node;
                let mut number = f32::from(target.0);
                for &next in between.as_slice().iter().chain([target]) {
                    self.ghost(self.line(from, Some(next)), news::FOUND, number, age);
                    (from, number) = (next, -1.0);
                }
                return;
            }
            RouteNote::Asked { .. } => return,
        };
        self.ghost(link, kind, number, age);
    }

    fn ghost(&mut self, link: Option<LinkId>, kind: f32, number: f32, age: Span) {
        let Some(link) = link else { return };
        let (progress, cause) = (DEATH as f32, cause_index(DropCause::RouteBreak) as f32);
        self.out.extend([f32::from(link.0), progress, kind, 0.0, number, cause, age.as_secs_f64() as f32]);
    }
}

/// When the first bit of a packet goes out, or went.
fn start(link: &Link, flying: &InFlight) -> Time {
    let on_line = link.rate().time_for(flying.packet.bytes()).min(flying.departure.since_start());
    Time::ZERO + flying.departure.since_start().saturating_sub(on_line)
}

/// A queue that counts bytes is drawn as if full packets waited in it.
const TYPICAL_BYTES: f64 = 1500.0;

/// How much of the time from `start` to `end` has passed.
fn part(now: Time, start: Time, end: Time) -> f64 {
    let whole = end.saturating_since(start).as_nanos().max(1) as f64;
    (now.saturating_since(start).as_nanos() as f64 / whole).min(1.0)
}
