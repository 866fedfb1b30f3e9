//! Properties of all worlds: nothing is lost without a cause, and how a run is watched or sliced does not matter.

use proptest::prelude::*;

use super::*;
use crate::queue::{EcnMode, RedSetup};
use crate::wire::delay::{DelayOneSetup, DelaySetup, JitterSetup, Order};
use crate::wire::hold::{Epochs, HoldSetup, Stops};
use crate::wire::loss::LossSetup;
use crate::wire::opportunity::Opportunities;

const NODES: u8 = 5;

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Fifo), Just(Order::Overtake)]
}

fn queue_setup() -> impl Strategy<Value = QueueSetup> {
    let limit = prop_oneof![
        Just(Limit::Unlimited),
        (1u32..20).prop_map(Limit::Packets),
        (500u64..20_000).prop_map(Limit::Bytes),
    ];
    let red = proptest::option::of((0.002f64..0.2, 1.0f64..5.0, any::<bool>()).prop_map(|(w_q, min_th, gentle)| {
        RedSetup { w_q, min_th, max_th: 2.0 * min_th, gentle, mode: EcnMode::Off, ..RedSetup::DEFAULT }
    }));
    (limit, any::<bool>(), red).prop_map(|(limit, count_in_service, red)| QueueSetup { limit, count_in_service, red })
}

fn hold_setup() -> impl Strategy<Value = HoldSetup> {
    let millis = |range| proptest::strategy::Strategy::prop_map(range, Span::from_millis);
    let epochs = prop_oneof![
        Just(Epochs::Never),
        millis(50u64..500).prop_map(|period| Epochs::Periodic { first: Time::ZERO + period, period }),
        millis(50u64..500).prop_map(|mean| Epochs::Poisson { mean }),
    ];
    let stops = prop_oneof![Just(Stops::Delivery), Just(Stops::Transmission)];
    (epochs, millis(0u64..100), stops, proptest::option::of(1u32..10))
        .prop_map(|(epochs, length, stops, limit)| HoldSetup { epochs, length, stops, limit })
}

fn impairments() -> impl Strategy<Value = (LossSetup, DelaySetup)> {
    (0.0f64..0.1, 0.0f64..1e-5, 0u64..5, 0.0f64..0.1, order(), order(), order()).prop_map(
        |(packet, bit_error, jitter, p, first, second, step)| {
            let loss = LossSetup { packet, bit_error, ..LossSetup::default() };
            let jitter = JitterSetup { max: Span::from_millis(jitter), order: first };
            let one = DelayOneSetup { p, length: Span::from_millis(20), order: second, ..DelayOneSetup::default() };
            (loss, DelaySetup { jitter, one, step })
        },
    )
}

fn link_setup() -> impl Strategy<Value = LinkSetup> {
    let trace = proptest::option::weighted(
        0.2,
        proptest::collection::vec(1u32..30, 1..20).prop_map(|mut at_ms| {
            at_ms.sort_unstable();
            Opportunities { at_ms: at_ms.into(), repeat: true, bytes_per_opportunity: 1500 }
        }),
    );
    let ends = (0..NODES, 0..NODES).prop_filter("two ends", |(a, b)| a != b);
    (ends, 1.0f64..20.0, 0u64..30, queue_setup(), impairments(), hold_setup(), trace).prop_map(
        |((from, to), mbps, ms, queue, (loss, delay), holds, opportunities)| LinkSetup {
            queue,
            loss,
            delay,
            holds,
            opportunities,
            ..link(from, to, mbps, ms)
        },
    )
}

fn cross_setup() -> impl Strategy<Value = CrossSetup> {
    let pattern = prop_oneof![Just(CrossPattern::Constant), Just(CrossPattern::Poisson)];
    (0..NODES, 0..NODES, 40u16..1500, 0.1f64..10.0, pattern).prop_map(|(from, to, size, mbps, pattern)| CrossSetup {
        from: NodeId(from),
        to: NodeId(to),
        ..flow(2, size, mbps, pattern)
    })
}

fn world_setup() -> impl Strategy<Value = WorldSetup> {
    let links = proptest::collection::vec(link_setup(), 1..12);
    let cross = proptest::collection::vec(cross_setup(), 1..5);
    let rates = proptest::collection::vec(proptest::option::of(500u64..5000), NODES as usize);
    (any::<u64>(), links, cross, rates).prop_map(|(seed, links, cross, rates)| {
        let node = |rate: Option<u64>| NodeSetup {
            forwarding_rate: rate,
            forwarding_limit: rate.map(|rate| rate as u32 / 100),
        };
        WorldSetup { seed, nodes: rates.into_iter().map(node).collect(), ..network(links, cross) }
    })
}

fn knobs() -> impl Strategy<Value = Vec<KnobEntry>> {
    let knob = prop_oneof![
        (0.0f64..0.5).prop_map(|p| Knob::LinkLoss(Target::All, p)),
        (0.5f64..50.0).prop_map(|mbps| Knob::Rate(Target::All, Rate::from_mbps(mbps))),
        (0u64..50).prop_map(|ms| Knob::Propagation(Target::Link(LinkId(0)), Span::from_millis(ms))),
        (0u32..10).prop_map(|limit| Knob::QueueLimit(Target::All, Limit::Packets(limit))),
        (0u64..300).prop_map(|ms| Knob::HoldPeriod(Target::All, Span::from_millis(ms))),
        (0u64..90).prop_map(|ms| Knob::HoldLength(Target::All, Span::from_millis(ms))),
        (0.0f64..10.0).prop_map(|mbps| Knob::CrossRate(None, Rate::from_mbps(mbps))),
    ];
    proptest::collection::vec((0u64..2000, knob), 0..6).prop_map(|mut turned| {
        turned.sort_by_key(|(at, _)| *at);
        turned.into_iter().map(|(at, knob)| KnobEntry { at: at_us(at * 1000), knob }).collect()
    })
}

/// Packets that are neither delivered nor dropped.
fn in_flight(world: &World) -> usize {
    let on_links = world
        .links()
        .iter()
        .map(|link| link.queued(world.now()).count() + link.on_wire(world.now()).count() + link.hold().held().len());
    on_links.sum::<usize>() + world.nodes().iter().map(|node| node.forwarding().count()).sum::<usize>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_packet_is_delivered_dropped_or_in_flight(setup in world_setup(), knobs in knobs()) {
        let (mut world, mut record) = (World::new(&setup), Record::default());
        for tenth in 1..20 {
            world.advance(at_us(tenth * 100_000), &knobs, &mut record, u64::MAX);
            prop_assert_eq!(record.sent, record.fates.len() + in_flight(&world));
        }
    }

    #[test]
    fn slices_clones_and_probes_do_not_matter(
        setup in world_setup(),
        knobs in knobs(),
        slices in proptest::collection::vec((0u64..2_000_000, 1u64..500), 1..30),
    ) {
        let end = secs(2);
        let (whole, _) = run_with(&setup, &knobs, end);
        let mut sliced = World::new(&setup);
        let mut slices = slices;
        slices.sort_unstable();
        for (micros, events) in slices {
            sliced.advance(at_us(micros), &knobs, &mut Unwatched, events);
            sliced = sliced.clone();
        }
        while !sliced.advance(end, &knobs, &mut Unwatched, 100) {}
        prop_assert_eq!(whole.fingerprint(), sliced.fingerprint());
        prop_assert!(whole == sliced);
    }

    #[test]
    fn packets_of_a_source_keep_their_order_unless_they_may_overtake(mut setup in world_setup(), knobs in knobs()) {
        for link in &mut setup.links {
            link.delay.jitter.order = Order::Fifo;
            link.delay.one.order = Order::Fifo;
            link.delay.step = Order::Fifo;
        }
        let (_, record) = run_with(&setup, &knobs, secs(2));
        for source in 0..setup.cross.len() as u16 {
            let delivered = record.fates.iter().filter(|(_, packet, fate)| packet.flow.0 == source && *fate == Fate::Delivered);
            prop_assert!(delivered.map(|(_, packet, _)| packet.key().first_byte).is_sorted());
        }
    }
}
