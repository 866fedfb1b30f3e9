//! Worlds of cross traffic: what is sent, delivered and dropped, and when.

mod air;
mod conservation;
mod flows;
mod impairments;
mod knobs;
mod places;
mod radio;
mod routing;
mod saturation;
mod wires;

use super::*;
use crate::packet::{NO_FLOW, Packet};
use crate::queue::{Limit, QueueSetup};
use crate::time::Span;
use crate::trace::{DropCause, Place, Unwatched};
use crate::units::{Bytes, Rate};

/// What became of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Delivered,
    Dropped(DropCause),
}

/// Everything a probe hears about fates, in order. Messages between routers have none of interest.
#[derive(Default)]
struct Record {
    sent: usize,
    fates: Vec<(Time, Packet, Fate)>,
    marked: usize,
}

impl Probe for Record {
    fn on_sent(&mut self, _: Time, _: &Packet) {
        self.sent += 1;
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.fates.push((now, *packet, Fate::Delivered));
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, _: Place) {
        if packet.flow != NO_FLOW {
            self.fates.push((now, *packet, Fate::Dropped(cause)));
        }
    }
    fn on_marked(&mut self, _: Time, _: &Packet, _: Place) {
        self.marked += 1;
    }
}

impl Record {
    /// Deliveries as (source, nanoseconds).
    fn deliveries(&self) -> Vec<(u16, u64)> {
        let delivered = self.fates.iter().filter(|(_, _, fate)| *fate == Fate::Delivered);
        delivered.map(|(at, packet, _)| (packet.flow.0, at.as_nanos())).collect()
    }

    fn drops(&self, cause: DropCause) -> usize {
        self.fates.iter().filter(|(_, _, fate)| *fate == Fate::Dropped(cause)).count()
    }
}

fn queue(packets: u32) -> QueueSetup {
    QueueSetup::drop_tail(Limit::Packets(packets))
}

/// A link of `mbps` and `ms` from node `from` to node `to` with much room.
fn link(from: u8, to: u8, mbps: f64, ms: u64) -> LinkSetup {
    LinkSetup::new(NodeId(from), NodeId(to), Rate::from_mbps(mbps), Span::from_millis(ms), queue(1000))
}

/// A source that sends one packet of `size` bytes at `start` from the first to the last of `nodes` nodes.
fn one(nodes: usize, size: u16, start: Time) -> CrossSetup {
    CrossSetup {
        from: NodeId(0),
        to: NodeId(nodes as u8 - 1),
        size,
        rate: Rate(1),
        pattern: CrossPattern::Constant,
        start,
        stop: start + Span::from_nanos(1),
    }
}

/// A stream of `mbps` in packets of `size` bytes over all nodes.
fn flow(nodes: usize, size: u16, mbps: f64, pattern: CrossPattern) -> CrossSetup {
    CrossSetup { rate: Rate::from_mbps(mbps), pattern, stop: Time::NEVER, ..one(nodes, size, Time::ZERO) }
}

/// A network of `links` in which each packet of `cross` is sent.
fn network(links: Vec<LinkSetup>, cross: Vec<CrossSetup>) -> WorldSetup {
    let nodes = links.iter().map(|link| link.from.0.max(link.to.0)).max().map_or(0, |last| usize::from(last) + 1);
    WorldSetup {
        seed: 1,
        nodes: vec![NodeSetup::default(); nodes],
        links,
        radio: None,
        flows: Vec::new(),
        cross,
        path_loss: Default::default(),
        path_delay: Default::default(),
    }
}

fn at_us(micros: u64) -> Time {
    Time::ZERO + Span::from_micros(micros)
}

fn secs(secs: u64) -> Time {
    Time::ZERO + Span::from_secs(secs)
}

/// Runs `setup` with `knobs` until `until`.
fn run_with(setup: &WorldSetup, knobs: &[KnobEntry], until: Time) -> (World, Record) {
    let (mut world, mut record) = (World::new(setup), Record::default());
    assert!(world.advance(until, knobs, &mut record, u64::MAX));
    (world, record)
}

/// Runs `setup` until nothing more happens, a thousand seconds at most.
fn run(setup: &WorldSetup) -> Record {
    run_with(setup, &[], secs(1000)).1
}
