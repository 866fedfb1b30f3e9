//! Connections over wires: laws of TCP, luck, cost and size.

use std::collections::BTreeMap;

use super::*;
use crate::packet::CopyKey;
use crate::seq::Seq;
use crate::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use crate::wire::delay::Order;
use crate::wire::path::{DelayScope, PathDelaySetup, PathLossSetup};

/// A TCP that only the path limits, acknowledging every segment.
const BULK: Tcp = Tcp { mss: 1460, rwnd: 4000, delack: None, lt: false, ..Tcp::RFC };

/// An endless flow from node `from` to node `to`, number `flow`, starting `ms` late.
fn bulk(flow: u16, from: u8, to: u8, tcp: Tcp, variant: Variant, ms: u64) -> FlowSetup {
    let (flow, from, to) = (FlowId(flow), NodeId(from), NodeId(to));
    FlowSetup {
        sender: SenderConfig { flow, from, to, tcp, variant },
        receiver: ReceiverConfig { flow, from: to, to: from, tcp },
        start: Time::ZERO + Span::from_millis(ms),
        app: None,
    }
}

/// Both directions between two nodes.
fn duplex(a: u8, b: u8, mbps: f64, ms: u64) -> [LinkSetup; 2] {
    [link(a, b, mbps, ms), link(b, a, mbps, ms)]
}

/// One flow over three hops: 100 Mb/s, `mbps`, 100 Mb/s, with a queue of `places` at the bottleneck.
fn three_hops(mbps: f64, ms: u64, places: u32, tcp: Tcp) -> WorldSetup {
    let mut links = [duplex(0, 1, 100.0, 0), duplex(1, 2, mbps, ms), duplex(2, 3, 100.0, 0)].concat();
    links[2].queue = queue(places);
    WorldSetup { flows: vec![bulk(0, 0, 3, tcp, Variant::NEWRENO, 0)], ..network(links, Vec::new()) }
}

/// `n` flows through a bottleneck of `mbps` and 20 ms between nodes 0 and 1, with a node of their own on either side.
fn dumbbell(n: u16, mbps: f64, tcp: Tcp) -> WorldSetup {
    let mut links = duplex(0, 1, mbps, 20).to_vec();
    links[0].queue = queue(50);
    let mut flows = Vec::new();
    for index in 0..n {
        let (from, to) = (2 + 2 * index as u8, 3 + 2 * index as u8);
        links.extend(duplex(from, 0, 100.0, 0));
        links.extend(duplex(1, to, 100.0, 0));
        flows.push(bulk(index, from, to, tcp, Variant::NEWRENO, 37 * u64::from(index)));
    }
    WorldSetup { flows, ..network(links, Vec::new()) }
}

/// A link without queueing whose round trip is 100 ms.
fn tc_50(p: f64) -> WorldSetup {
    let tcp = Tcp { mss: 1000, ..BULK };
    let links = duplex(0, 1, 1e5, 50).map(|link| LinkSetup { queue: queue(1_000_000), ..link });
    let mut setup = network(links.to_vec(), Vec::new());
    setup.flows = vec![bulk(0, 0, 1, tcp, Variant::NEWRENO, 0)];
    setup.path_loss = PathLossSetup { data: p, ack: 0.0 };
    setup
}

/// Bytes delivered in order to the application of flow 0.
fn delivered(world: &World) -> u64 {
    world.flows()[FlowId(0)].receiver().delivered() - Seq(0)
}

/// Mathis et al. 1997: the mean window is sqrt(3/(2p)) segments.
#[test]
fn square_root_law_under_independent_loss() {
    for (p, law) in [(0.001, 38.73), (0.003, 22.36), (0.01, 12.25)] {
        let mut windows = 0.0;
        for seed in 0..5 {
            let (world, _) = run_with(&WorldSetup { seed, ..tc_50(p) }, &[], secs(600));
            windows += delivered(&world) as f64 / 1000.0 / 6000.0 / 5.0;
        }
        assert!((windows / law - 1.0).abs() < 0.15, "p {p}: {windows} segments per RTT for {law}");
    }
}

/// The losses of one flow: when, how many segments were delivered by then, and how many were in flight.
#[derive(Default)]
struct Sawtooth {
    losses: Vec<(Time, u64, u64)>,
    delivered: u64,
    una: Seq,
    max: Seq,
}

impl Probe for Sawtooth {
    fn on_sent(&mut self, _: Time, packet: &Packet) {
        self.max = self.max.max(packet.data().map_or(Seq(0), |data| data.range().end));
    }
    fn on_delivered(&mut self, _: Time, packet: &Packet) {
        self.delivered += u64::from(packet.data().is_some());
        self.una = self.una.max(packet.ack().map_or(Seq(0), |ack| ack.ack));
    }
    fn on_dropped(&mut self, now: Time, _: &Packet, _: DropCause, _: Place) {
        self.losses.push((now, self.delivered, (self.max - self.una) / u64::from(BULK.mss)));
    }
}

/// One flow over a drop-tail bottleneck swings between half the window and capacity plus buffer. 10 Mb/s, 1500 B and a
/// base round trip of 96 ms are a capacity of 80 segments.
#[test]
fn sawtooth_of_one_flow() {
    for (places, cycle_s, utilisation) in [(20, 5.04, 0.893), (50, 7.74, 0.983), (80, 11.52, 1.0)] {
        // 1500 B take 1.2 ms, an ACK 0.032 ms. Without overshoot of slow start.
        let ends = duplex(0, 1, 10.0, 0).map(|link| LinkSetup { propagation: Span::from_micros(47_384), ..link });
        let mut setup = network(ends.to_vec(), Vec::new());
        setup.links[0].queue = QueueSetup { count_in_service: false, ..queue(places) };
        setup.flows = vec![bulk(0, 0, 1, Tcp { ssthresh: Some(60.0), ..BULK }, Variant::NEWRENO, 0)];
        let mut saw = Sawtooth::default();
        World::new(&setup).advance(secs(300), &[], &mut saw, u64::MAX);
        // The bursts of slow start overflow a short queue before the window is full.
        saw.losses.retain(|&(at, ..)| at > secs(10));
        let (first, last) = (saw.losses[0], saw.losses[saw.losses.len() - 1]);
        let seconds = (last.0 - first.0).as_secs_f64();
        let cycle = seconds / (saw.losses.len() - 1) as f64;
        let used = (last.1 - first.1) as f64 * 0.0012 / seconds;
        assert!((used / utilisation - 1.0).abs() < 0.02, "{places} places: utilisation {used} for {utilisation}");
        assert!((1.0..1.10).contains(&(cycle / cycle_s)), "{places} places: cycle {cycle} s for {cycle_s}");
        // The one too many is sent but not on its way.
        let in_flight = saw.losses.iter().map(|&(_, _, flight)| flight - 1);
        assert!(
            in_flight.clone().all(|flight| flight == 80 + u64::from(places)),
            "{:?}",
            in_flight.collect::<Vec<_>>()
        );
    }
}

/// Fates of all copies, by key.
fn fates(setup: &WorldSetup, knobs: &[KnobEntry], until: Time) -> BTreeMap<CopyKey, Fate> {
    let (_, record) = run_with(setup, knobs, until);
    record.fates.iter().map(|(_, packet, fate)| (packet.key(), *fate)).collect()
}

fn lossy_dumbbell(variant: &str) -> WorldSetup {
    let timeout = crate::tcp::variant::TimeoutId::from_id(variant).expect("a known part");
    let mut setup = dumbbell(3, 6.0, Tcp { cap: Some(32), rwnd: 64, ..BULK });
    for flow in &mut setup.flows {
        flow.sender.variant = Variant { timeout, ..Variant::NEWRENO };
    }
    setup.path_loss = PathLossSetup { data: 0.02, ack: 0.02 };
    setup.links[0].loss.packet = 0.01;
    setup.links[0].loss.bit_error = 1e-6;
    setup
}

#[test]
fn a_variant_meets_the_same_luck() {
    let [a, b] = ["standard", "nrt"].map(|variant| fates(&lossy_dumbbell(variant), &[], secs(120)));
    let random = |fate: &Fate| matches!(fate, Fate::Dropped(DropCause::RandomLoss | DropCause::BitError));
    // Packets dropped by a queue never met their luck on the link behind it.
    let queue = |fate: &Fate| *fate == Fate::Dropped(DropCause::QueueOverflow);
    let both: Vec<_> = a.iter().filter_map(|(key, one)| Some((one, b.get(key)?))).collect();
    let judged: Vec<_> = both.into_iter().filter(|(one, two)| !queue(one) && !queue(two)).collect();
    assert!(judged.len() > 5_000, "{} copies in both runs", judged.len());
    assert!(judged.iter().any(|(one, _)| random(one)));
    assert!(judged.iter().all(|(one, two)| one == two));
}

#[test]
fn more_loss_keeps_every_old_one() {
    let few = WorldSetup { path_loss: PathLossSetup { data: 0.01, ack: 0.01 }, ..lossy_dumbbell("standard") };
    let (before, after) = (fates(&few, &[], secs(120)), fates(&lossy_dumbbell("standard"), &[], secs(120)));
    let lost =
        |fates: &BTreeMap<CopyKey, Fate>, key: &CopyKey| fates.get(key) == Some(&Fate::Dropped(DropCause::RandomLoss));
    let old: Vec<_> = before.keys().filter(|key| lost(&before, key) && after.contains_key(key)).collect();
    assert!(old.len() > 50);
    let kept = |key: &&&CopyKey| lost(&after, key) || after[*key] == Fate::Dropped(DropCause::QueueOverflow);
    assert_eq!(old.iter().filter(kept).count(), old.len());
}

#[test]
fn a_path_has_one_draw_whatever_its_length() {
    let loss_of = |hops: u8| {
        let links = (0..hops).flat_map(|hop| duplex(hop, hop + 1, 100.0, 10 / u64::from(hops))).collect();
        let mut setup = network(links, Vec::new());
        setup.flows = vec![bulk(0, 0, hops, Tcp { cap: Some(8), ..BULK }, Variant::NEWRENO, 0)];
        setup.path_loss.data = 0.03;
        let (_, record) = run_with(&setup, &[], secs(60));
        let data = record.fates.iter().filter(|(_, packet, _)| packet.data().is_some());
        data.map(|(_, packet, fate)| (packet.key(), (*fate, packet.hops))).collect::<BTreeMap<_, _>>()
    };
    let (short, long) = (loss_of(1), loss_of(10));
    let both: Vec<_> = short.iter().filter_map(|(key, one)| Some((one, long.get(key)?))).collect();
    assert!(both.len() > 1000 && both.iter().all(|(one, two)| one.0 == two.0));
    let places: std::collections::BTreeSet<u8> =
        long.values().filter(|(fate, _)| *fate != Fate::Delivered).map(|&(_, hop)| hop).collect();
    assert_eq!(places, (0..10).collect(), "every hop takes some of the losses");
}

#[test]
fn a_path_delay_strikes_on_every_hop_on_one_or_on_a_given_wire() {
    let slowest = |scope| {
        let links = (0..4).flat_map(|hop| duplex(hop, hop + 1, 100.0, 1)).collect();
        let mut setup = network(links, Vec::new());
        setup.flows = vec![FlowSetup { app: Some(1460), ..bulk(0, 0, 4, BULK, Variant::NEWRENO, 0) }];
        setup.path_delay = PathDelaySetup { p: 1.0, length: Span::from_millis(40), order: Order::Fifo, scope };
        let fates = run_with(&setup, &[], secs(60)).1.fates;
        let first = fates.iter().find(|(_, packet, _)| packet.data().is_some());
        first.map_or(Span::ZERO, |(at, ..)| at.since_start())
    };
    assert_eq!(slowest(DelayScope::PerHop), Span::from_micros(4 * 41_120));
    let once = Span::from_micros(40_000 + 4 * 1_120);
    assert_eq!(slowest(DelayScope::Once), once);
    assert_eq!(slowest(DelayScope::On(LinkId(4))), once, "the third hop, towards the receiver");
    assert_eq!(slowest(DelayScope::On(LinkId(5))), Span::from_micros(4 * 1_120), "no data comes back over it");
}

#[test]
fn a_segment_costs_two_events_per_hop_pair() {
    let setup = three_hops(10.0, 20, 50, BULK);
    let (world, record) = run_with(&setup, &[], secs(60));
    let arrived = |fate: &Fate, packet: &Packet| *fate == Fate::Delivered && packet.data().is_some();
    let segments = record.fates.iter().filter(|(_, packet, fate)| arrived(fate, packet)).count();
    let cost = world.events() as f64 / segments as f64 / 3.0;
    assert!((2.0..2.2).contains(&cost), "{cost} events per segment and pair of hops");
}

#[test]
fn a_world_fits_into_a_checkpoint() {
    let mut world = World::new(&dumbbell(10, 6.0, Tcp { cap: Some(32), rwnd: 64, mss: 512, ..BULK }));
    let mut largest = 0;
    for tenth in 1..600 {
        world.advance(at_us(tenth * 100_000), &[], &mut Unwatched, u64::MAX);
        largest = largest.max(world.size_in_bytes());
    }
    assert!(largest < 64 * 1024, "{largest} bytes");
    assert!(largest > 4 * 1024, "a full queue takes room: {largest} bytes");
}

/// Halve all rates and double all times, and the same happens in twice the time.
#[test]
fn half_the_rate_is_twice_the_time() {
    let clock = |slow: u64| {
        let span = |span: Span| span * slow;
        let tcp = Tcp {
            // Without timestamps, whose clock does not slow down.
            ts: false,
            rto_initial: span(Tcp::RFC.rto_initial),
            rto_min: span(Tcp::RFC.rto_min),
            rto_max: span(Tcp::RFC.rto_max),
            // Deadlines are multiples of it, so that no fraction of a nanosecond is rounded away.
            g: span(Span::from_millis(10)),
            ..BULK
        };
        let mut setup = three_hops(8.0, 20, 20, tcp);
        setup.path_loss.data = 0.01;
        setup.cross = vec![flow(4, 500, 1.0, CrossPattern::Constant)];
        for link in &mut setup.links {
            link.rate = Rate(link.rate.0 / slow);
            link.propagation = span(link.propagation);
        }
        setup.cross[0].rate = Rate(setup.cross[0].rate.0 / slow);
        let until = Time::ZERO + Span::from_secs(60) * slow;
        let fates = run_with(&setup, &[], until).1.fates;
        let story = fates.into_iter().map(|(at, packet, fate)| (at.as_nanos() / slow, packet.key(), fate));
        story.collect::<Vec<_>>()
    };
    let (fast, slow) = (clock(1), clock(2));
    assert!(fast.len() > 10_000 && fast.iter().any(|(.., fate)| *fate != Fate::Delivered));
    let differs = fast.iter().zip(&slow).position(|(fast, slow)| fast != slow);
    assert_eq!((differs, fast.len()), (None, slow.len()));
}

#[test]
fn watching_and_slicing_a_connection_changes_nothing() {
    let setup = lossy_dumbbell("nrt");
    let (whole, _) = run_with(&setup, &[], secs(20));
    let mut sliced = World::new(&setup);
    let mut slices = 0;
    while !sliced.advance(secs(20), &[], &mut Unwatched, 997) {
        sliced = sliced.clone();
        slices += 1;
    }
    assert!(slices > 10);
    assert_eq!((whole.fingerprint(), whole.events()), (sliced.fingerprint(), sliced.events()));
    assert!(whole == sliced);
    let (other, _) = run_with(&WorldSetup { seed: 2, ..setup }, &[], secs(20));
    assert_ne!(whole.fingerprint(), other.fingerprint(), "another seed is another run");
}
