//! Stations that find ways by dynamic source routing, over a channel on which their messages contend.

use std::collections::BTreeMap;

use super::radio::{A9, OnAirRecord, line, radio, udp};
use super::*;
use crate::packet::{Body, NodeList, Routing};
use crate::radio::{Frame, Kind, Position};
use crate::route::DsrSetup;
use crate::trace::{Attempt, RouteNote};

/// What happens on the air, and what routers tell.
#[derive(Default)]
struct Heard {
    air: OnAirRecord,
    frames: Vec<(Time, Frame)>,
    notes: Vec<(Time, u8, RouteNote)>,
    /// Where packets were dropped.
    places: Vec<Place>,
    last: BTreeMap<NodeId, Time>,
}

impl Probe for Heard {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        self.air.on_sent(now, packet);
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.air.on_delivered(now, packet);
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.air.on_dropped(now, packet, cause, place);
        self.places.push(place);
    }
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        self.air.on_attempt(now, attempt);
    }
    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        self.notes.push((now, node.0, *note));
    }
}

impl Heard {
    /// Runs `world` until `until` and takes down every frame on the air.
    fn watch(&mut self, world: &mut World, until: Time) {
        while !world.advance(until, &[], self, 1) {
            for on_air in world.air().into_iter().flat_map(Air::on_air) {
                if self.last.insert(on_air.frame.from, on_air.start) != Some(on_air.start) {
                    self.frames.push((on_air.start, on_air.frame));
                }
            }
        }
    }

    fn delivered(&self) -> Vec<Packet> {
        let fates = self.air.fates.fates.iter().filter(|(_, _, fate)| *fate == Fate::Delivered);
        fates.map(|&(_, packet, _)| packet).collect()
    }

    /// The packets whose first attempts went out, with their times and senders.
    fn sent(&self, wanted: impl Fn(&Body) -> bool) -> Vec<(Time, u8, Packet)> {
        let packet = |(at, frame): &(Time, Frame)| match frame.kind {
            Kind::Data { packet, .. } if frame.attempt == 0 && wanted(&packet.body) => {
                Some((*at, frame.from.0, packet))
            }
            _ => None,
        };
        self.frames.iter().filter_map(packet).collect()
    }

    fn requests(&self) -> Vec<(Time, u8, Packet)> {
        self.sent(|body| matches!(body, Body::Routing(Routing::Request { .. })))
    }

    fn replies(&self) -> Vec<(Time, u8, Packet)> {
        self.sent(|body| matches!(body, Body::Routing(Routing::Reply { .. })))
    }

    fn errors(&self) -> Vec<(Time, u8, Packet)> {
        self.sent(|body| matches!(body, Body::Routing(Routing::Error { .. })))
    }

    /// The stations that sent the packet of source `flow`, in order.
    fn trail(&self, flow: u16) -> Vec<u8> {
        let sent = self.sent(|body| matches!(body, Body::Cross { .. }));
        sent.into_iter().filter(|(.., packet)| packet.flow.0 == flow).map(|(_, node, _)| node).collect()
    }

    fn notes_of(&self, node: u8) -> Vec<RouteNote> {
        self.notes.iter().filter(|(_, of, _)| *of == node).map(|&(.., note)| note).collect()
    }
}

fn at_ms(millis: u64) -> Time {
    at_us(1000 * millis)
}

/// Stations at these places that find ways themselves; single packets of `sources`: from, to, milliseconds.
fn mesh(places: &[(f64, f64)], sources: &[(u8, u8, u64)]) -> WorldSetup {
    let mut setup = line(&vec![0.0; places.len()], A9);
    let place = |(node, &(x, y))| (NodeId(node), Position { x, y });
    radio(&mut setup).stations = (0..).zip(places).map(place).collect();
    radio(&mut setup).dsr = Some(DsrSetup::DEFAULT);
    let source = |&(from, to, ms)| CrossSetup {
        rate: Rate(1),
        stop: at_ms(ms) + Span::from_nanos(1),
        ..udp(from, to, 1000, 1.0, at_ms(ms))
    };
    setup.cross = sources.iter().map(source).collect();
    setup
}

fn row(stations: u8) -> Vec<(f64, f64)> {
    (0..stations).map(|station| (200.0 * f64::from(station), 0.0)).collect()
}

/// 0 and 3 reach each other over 1 or over 2.
const DIAMOND: [(f64, f64); 4] = [(0.0, 0.0), (150.0, 150.0), (150.0, -150.0), (300.0, 0.0)];

#[test]
fn a_chain_of_five_is_found_by_the_second_request() {
    let (mut world, mut heard) = (World::new(&mesh(&row(5), &[(0, 4, 1), (4, 0, 300)])), Heard::default());
    heard.watch(&mut world, at_ms(30));
    assert_eq!((heard.requests().len(), heard.replies().len()), (1, 0), "neighbours only");
    assert_eq!(world.air().expect("radio").interface(NodeId(0)).expect("a radio").packets().count(), 1);
    heard.watch(&mut world, at_ms(200));
    let senders: Vec<u8> = heard.requests().iter().map(|(_, node, _)| *node).collect();
    assert_eq!(senders, [0, 0, 1, 2, 3]);
    let first: Vec<Time> = heard.requests()[..2].iter().map(|(at, ..)| *at).collect();
    assert_eq!(first, [at_ms(1), at_ms(31)], "the medium is idle");
    let senders: Vec<u8> = heard.replies().iter().map(|(_, node, _)| *node).collect();
    assert_eq!(senders, [4, 3, 2, 1]);
    let way = NodeList::new(&[1, 2, 3].map(NodeId)).expect("room");
    assert_eq!(
        heard.notes_of(0),
        [
            RouteNote::Asked { target: NodeId(4), neighbours_only: true },
            RouteNote::Asked { target: NodeId(4), neighbours_only: false },
            RouteNote::Found { target: NodeId(4), between: way },
        ]
    );
    let [packet] = heard.delivered()[..] else { panic!("one packet") };
    assert_eq!((packet.hops, packet.route.bytes(), packet.bytes().0), (4, 20, 1048));
    heard.watch(&mut world, at_ms(400));
    assert_eq!((heard.delivered().len(), heard.requests().len()), (2, 5), "the way back is known");
    assert_eq!(heard.trail(1), [4, 3, 2, 1]);
}

#[test]
fn a_broken_link_is_reported_and_another_way_is_found() {
    let setup = mesh(&DIAMOND, &[(0, 3, 1), (0, 3, 500), (0, 3, 1000)]);
    let (mut world, mut heard) = (World::new(&setup), Heard::default());
    heard.watch(&mut world, at_ms(400));
    let first = heard.trail(0)[1];
    world.air.as_mut().expect("radio").part(NodeId(first), NodeId(3));
    heard.watch(&mut world, at_ms(900));
    assert_eq!(heard.notes_of(first), [RouteNote::Broken { next: NodeId(3) }]);
    let errors: Vec<(u8, NodeId)> = heard.errors().iter().map(|(_, node, packet)| (*node, packet.to)).collect();
    assert_eq!(errors, [(first, NodeId(0))]);
    assert_eq!(heard.air.fates.drops(DropCause::RouteBreak), 1);
    assert_eq!(heard.places, [Place::Air(NodeId(first), NodeId(3))]);
    heard.watch(&mut world, at_ms(2000));
    assert_eq!((heard.trail(2), heard.delivered().len()), (vec![0, 3 - first], 2));
}

#[test]
fn a_packet_is_salvaged_over_a_way_that_was_overheard() {
    let places = [(0.0, 0.0), (200.0, 0.0), (350.0, 150.0), (350.0, -150.0), (500.0, 0.0)];
    let mut setup = mesh(&places, &[(0, 4, 1), (2, 4, 300), (3, 4, 400), (0, 4, 600)]);
    radio(&mut setup).dsr = Some(DsrSetup { overhear: true, ..DsrSetup::DEFAULT });
    let (mut world, mut heard) = (World::new(&setup), Heard::default());
    heard.watch(&mut world, at_ms(500));
    let used = heard.trail(0)[2];
    world.air.as_mut().expect("radio").part(NodeId(1), NodeId(used));
    heard.watch(&mut world, at_ms(1000));
    assert_eq!(heard.trail(3), [0, 1, 1, 5 - used]);
    let packet = heard.delivered().pop().expect("four packets");
    assert_eq!((packet.flow.0, packet.route.salvages(), heard.delivered().len()), (3, 1, 4));
    assert_eq!(packet.route.nodes(), [NodeId(1), NodeId(5 - used)]);
    let notes = heard.notes_of(1);
    assert_eq!(notes, [RouteNote::Broken { next: NodeId(used) }, RouteNote::Salvaged { target: NodeId(4) }]);
    assert_eq!((heard.errors().len(), heard.air.fates.drops(DropCause::RouteBreak)), (1, 0));
}

#[test]
fn what_is_overheard_need_not_be_asked_for() {
    let asked = |overhear| {
        let mut setup = mesh(&[(0.0, 0.0), (200.0, 0.0), (400.0, 0.0), (200.0, 200.0)], &[(0, 2, 1), (3, 2, 500)]);
        radio(&mut setup).dsr = Some(DsrSetup { overhear, ..DsrSetup::DEFAULT });
        let (mut world, mut heard) = (World::new(&setup), Heard::default());
        heard.watch(&mut world, at_ms(1000));
        assert_eq!(heard.delivered().len(), 2);
        heard.requests().iter().filter(|(_, _, packet)| packet.from == NodeId(3)).count()
    };
    assert_eq!((asked(true), asked(false)), (0, 1));
}

#[test]
fn what_waits_for_a_lost_neighbour_is_flushed() {
    let mut setup = mesh(&row(3), &[(0, 2, 1)]);
    let later = udp(0, 2, 1000, 8.0, at_ms(500));
    setup.cross.push(CrossSetup { stop: at_ms(505), ..later });
    let (mut world, mut heard) = (World::new(&setup), Heard::default());
    heard.watch(&mut world, at_ms(400));
    world.air.as_mut().expect("radio").part(NodeId(0), NodeId(1));
    heard.watch(&mut world, at_ms(600));
    let waiting = world.air().expect("radio").interface(NodeId(0)).expect("a radio").waiting();
    assert_eq!((waiting.len(), heard.air.fates.drops(DropCause::RouteBreak)), (0, 5));
    assert_eq!(heard.trail(1), [0], "one packet found out for all");
    assert_eq!(heard.notes_of(0).iter().filter(|note| matches!(note, RouteNote::Broken { .. })).count(), 1);
}

#[test]
fn a_packet_waits_thirty_seconds_for_a_way() {
    let setup = mesh(&[(0.0, 0.0), (251.0, 0.0)], &[(0, 1, 1)]);
    let (mut world, mut heard) = (World::new(&setup), Heard::default());
    heard.watch(&mut world, at_ms(30_000));
    assert_eq!((heard.air.fates.fates.len(), heard.requests().len()), (0, 8));
    heard.watch(&mut world, at_ms(300_000));
    let [(at, _, fate)] = heard.air.fates.fates[..] else { panic!("one packet") };
    assert_eq!((at, fate), (at_ms(30_001), Fate::Dropped(DropCause::BufferTimeout)));
    assert_eq!((heard.requests().len(), heard.places), (8, vec![Place::Node(NodeId(0))]));
}

#[test]
fn there_is_no_way_after_seventeen_requests() {
    let mut setup = mesh(&[(0.0, 0.0), (251.0, 0.0)], &[]);
    setup.cross = vec![udp(0, 1, 1000, 0.0008, Time::ZERO)];
    let (mut world, mut heard) = (World::new(&setup), Heard::default());
    heard.watch(&mut world, secs(140));
    assert!(heard.air.fates.drops(DropCause::NoRoute) > 0);
    assert!(heard.air.fates.drops(DropCause::BufferTimeout) > 0);
}

/// A packet that has come in is not sent another way, although its sender has lost the acknowledgements.
#[test]
fn a_lost_acknowledgement_breaks_the_link_and_no_packet() {
    let mut setup = mesh(&[(355.0, 0.0), (555.0, 0.0), (0.0, 0.0), (-200.0, 0.0)], &[]);
    radio(&mut setup).mac.short_retry_limit = 1;
    setup.cross = vec![udp(0, 1, 500, 8.0, Time::ZERO), udp(2, 3, 1400, 8.0, Time::ZERO)];
    let (mut world, mut heard) = (World::new(&setup), Heard::default());
    world.advance(secs(60), &[], &mut heard, u64::MAX);
    let mut delivered: Vec<_> = heard.delivered().iter().map(Packet::key).collect();
    let all = delivered.len();
    delivered.sort_unstable();
    delivered.dedup();
    assert_eq!(delivered.len(), all, "nothing twice");
    let failed = heard.air.attempts.iter().filter(|(_, attempt)| attempt.failed.is_some());
    let arrived = failed.filter(|(_, attempt)| delivered.binary_search(&attempt.packet.key()).is_ok()).count();
    let broken = heard.notes.iter().filter(|(.., note)| matches!(note, RouteNote::Broken { .. })).count();
    assert!(arrived > 0 && broken >= arrived, "{arrived} arrived, {broken} times broken");
}
