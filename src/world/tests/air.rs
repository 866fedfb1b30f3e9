//! Properties of all radio worlds, and what connections cost in them.

use proptest::prelude::*;

use super::radio::{A9, line, radio, watch};
use super::*;
use crate::ids::FlowId;
use crate::radio::{Model, PhyRate, Position};
use crate::route::DsrSetup;
use crate::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use crate::wire::path::PathDelaySetup;

const NODES: u8 = 8;

fn world_setup() -> impl Strategy<Value = WorldSetup> {
    let positions = prop::collection::vec((0.0f64..900.0, 0.0f64..500.0), usize::from(NODES));
    let phy = prop::sample::select(vec![PhyRate::A9, PhyRate::A54, PhyRate::B2, PhyRate::B11]);
    let model = prop::sample::select(Model::ALL.to_vec());
    let mac = (prop::sample::select(vec![0, 300, u16::MAX]), 1u8..8, 1u8..5, 1u32..20);
    let noise = (0.0f64..0.4, 0.0f64..1e-4, any::<bool>());
    let cross = prop::collection::vec((0..NODES, 0..NODES, 40u16..1500, 0.1f64..6.0), 1..6);
    let path = (0.0f64..0.1, 0.0f64..0.1, any::<bool>(), prop::option::of(any::<bool>()));
    (any::<u64>(), positions, (phy, model), mac, noise, cross, path).prop_map(
        |(seed, positions, (phy, model), (rts_threshold, short, long, limit), (frame, bit, toggles), cross, path)| {
            let mut setup = line(&[0.0; NODES as usize], crate::radio::Phy::new(phy));
            setup.seed = seed;
            let air = radio(&mut setup);
            let place = |(node, (x, y))| (NodeId(node), Position { x, y });
            air.stations = (0..NODES).zip(positions).map(place).collect();
            air.model = model;
            air.mac.rts_threshold = rts_threshold;
            air.mac.short_retry_limit = short;
            air.mac.long_retry_limit = long;
            air.queue.limit = Limit::Packets(limit);
            air.noise.frame = frame;
            air.noise.bit = bit;
            air.dsr = path.3.map(|overhear| DsrSetup { overhear, ..DsrSetup::DEFAULT });
            let outage = OutageSetup { up: Span::from_millis(300), down: Span::from_millis(50) };
            air.outage = toggles.then_some(outage);
            setup.path_loss.data = path.0;
            let scope = Default::default();
            let order = if path.2 { crate::wire::delay::Order::Fifo } else { crate::wire::delay::Order::Overtake };
            setup.path_delay = PathDelaySetup { p: path.1, length: Span::from_millis(30), order, scope };
            let source = |(from, to, size, mbps)| CrossSetup {
                from: NodeId(from),
                to: NodeId(to),
                ..flow(2, size, mbps, CrossPattern::Poisson)
            };
            setup.cross = cross.into_iter().filter(|row| row.0 != row.1).map(source).collect();
            setup
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_packet_is_delivered_dropped_or_in_an_interface(setup in world_setup()) {
        let (mut world, mut record) = (World::new(&setup), Record::default());
        for tenth in 1..10 {
            world.advance(at_us(tenth * 50_000), &[], &mut record, u64::MAX);
            let air = world.air().expect("a radio world");
            let inside = air.interfaces().flat_map(|(_, interface)| interface.packets());
            let inside = inside.filter(|packet| packet.flow != NO_FLOW).count();
            prop_assert_eq!(record.sent, record.fates.len() + inside);
        }
    }

    #[test]
    fn slices_and_clones_do_not_matter(setup in world_setup(), step in 1u64..400) {
        let end = at_us(300_000);
        let (whole, _) = run_with(&setup, &[], end);
        let mut sliced = World::new(&setup);
        while !sliced.advance(end, &[], &mut Unwatched, step) {
            sliced = sliced.clone();
        }
        prop_assert_eq!(whole.fingerprint(), sliced.fingerprint());
        prop_assert!(whole == sliced);
    }
}

/// One NewReno flow over a chain of `hops` hops of 200 m.
fn chain(hops: u8, tcp: Tcp) -> WorldSetup {
    let metres: Vec<_> = (0..=hops).map(|node| 200.0 * f64::from(node)).collect();
    let mut setup = line(&metres, A9);
    let (flow, from, to) = (FlowId(0), NodeId(0), NodeId(hops));
    let sender = SenderConfig { flow, from, to, tcp, variant: Variant::NEWRENO };
    let receiver = ReceiverConfig { flow, from: to, to: from, tcp };
    setup.flows = vec![FlowSetup { sender, receiver, start: Time::ZERO, app: None }];
    setup
}

#[test]
fn a_segment_costs_at_most_twenty_two_events_per_hop() {
    for hops in [1, 4, 10] {
        let setup = chain(hops, Tcp { mss: 1000, ..Tcp::NS3 });
        let (world, record) = watch(&setup, secs(30));
        let segments =
            record.fates.fates.iter().filter(|row| row.1.data().is_some() && row.2 == Fate::Delivered).count();
        let cost = world.events() as f64 / segments as f64 / f64::from(hops);
        println!("{hops} hops: {cost:.2} events per segment and hop, {segments} segments");
        assert!(cost <= 22.0, "{cost}");
    }
}

#[test]
fn two_seeds_differ_and_one_repeats() {
    let setup = chain(4, Tcp::NRT);
    let fingerprint = |seed| run_with(&WorldSetup { seed, ..setup.clone() }, &[], secs(5)).0.fingerprint();
    assert_eq!(fingerprint(1), fingerprint(1));
    assert_ne!(fingerprint(1), fingerprint(2));
}

#[test]
fn a_radio_world_fits_into_a_checkpoint() {
    let mut setup = chain(10, Tcp::NRT);
    let all = setup.flows.clone();
    for flow in 1..10u16 {
        let mut next = all[0].clone();
        (next.sender.flow, next.receiver.flow) = (FlowId(flow), FlowId(flow));
        setup.flows.push(next);
    }
    let (world, _) = watch(&setup, secs(20));
    println!("{} bytes", world.size_in_bytes());
    assert!(world.size_in_bytes() <= 64 * 1024, "{}", world.size_in_bytes());
}

#[test]
fn outages_break_links_and_pass() {
    let mut setup = line(&[0.0, 200.0, 400.0], A9);
    radio(&mut setup).outage = Some(OutageSetup { up: Span::from_secs(2), down: Span::from_millis(500) });
    setup.cross = vec![super::radio::udp(0, 2, 1000, 0.5, Time::ZERO)];
    let (_, record) = watch(&setup, secs(100));
    let (sent, broken) = (record.fates.sent as f64, record.fates.drops(DropCause::MacOutOfRange) as f64);
    let delivered = record.fates.deliveries().len() as f64;
    println!("{sent} sent, {broken} broken, {delivered} delivered");
    // Each of the two hops is down for a fifth of the time.
    assert!((delivered / sent - 0.64).abs() < 0.1 && delivered + broken > 0.99 * sent);
}

#[test]
fn noise_turned_up_only_adds_failures_of_the_same_attempts() {
    let mut setup = line(&[0.0, 200.0], A9);
    setup.cross = vec![super::radio::udp(0, 1, 1000, 0.1, Time::ZERO)];
    let failed = |p: f64| {
        let mut setup = setup.clone();
        radio(&mut setup).noise.frame = p;
        let (_, record) = watch(&setup, secs(20));
        let first = record.attempts.iter().filter(|(_, attempt)| attempt.number == 0 && attempt.failed.is_some());
        first.map(|(_, attempt)| attempt.packet.key()).collect::<std::collections::BTreeSet<_>>()
    };
    let (few, many) = (failed(0.1), failed(0.3));
    assert!(few.len() > 10 && few.is_subset(&many) && many.len() > few.len());
}

#[test]
fn a_knob_turns_noise_and_interface_queues() {
    let mut setup = line(&[0.0, 200.0], A9);
    setup.cross = vec![super::radio::udp(0, 1, 1000, 9.0, Time::ZERO)];
    let knobs = [
        KnobEntry { at: secs(1), knob: Knob::QueueLimit(Target::All, Limit::Packets(5)) },
        KnobEntry { at: secs(2), knob: Knob::FrameError(1.0) },
    ];
    let (world, record) = run_with(&setup, &knobs, secs(4));
    let air = world.air().expect("a radio world");
    let waiting = air.interface(NodeId(0)).expect("a radio").waiting().len();
    assert_eq!((waiting, air.noise().frame), (5, 1.0));
    let last = record.fates.iter().filter(|row| row.2 == Fate::Delivered).map(|row| row.0).max().expect("some");
    assert!(last >= secs(1) && last < secs(2) + Span::from_millis(2));
}
