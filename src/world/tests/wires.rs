//! Serialization, propagation, queues, forwarding engines, traces and stalls.

use super::*;
use crate::wire::delay::Order;
use crate::wire::hold::{Epochs, HoldSetup, Stops};
use crate::wire::opportunity::Opportunities;

/// Two packets of 1500 B at 0 on 10 Mb/s, 45 ms.
fn pair() -> WorldSetup {
    network(vec![link(0, 1, 10.0, 45)], vec![one(2, 1500, Time::ZERO); 2])
}

#[test]
fn packets_follow_each_other_out_of_the_transmitter() {
    assert_eq!(run(&pair()).deliveries(), [(0, 46_200_000), (1, 47_400_000)]);
}

#[test]
fn serialization_and_propagation_add_up() {
    let setup = network(vec![link(0, 1, 100.0, 1)], vec![one(2, 1500, Time::ZERO)]);
    assert_eq!(run(&setup).deliveries(), [(0, 1_120_000)]);
}

#[test]
fn link_headers_take_time() {
    let setup =
        network(vec![LinkSetup { l2_overhead: Bytes(36), ..link(0, 1, 8.0, 0) }], vec![one(2, 1464, Time::ZERO)]);
    assert_eq!(run(&setup).deliveries(), [(0, 1_500_000)]);
}

#[test]
fn a_full_queue_drops_the_newcomers() {
    let mut setup = network(vec![link(0, 1, 10.0, 0)], vec![one(2, 1500, Time::ZERO); 60]);
    setup.links[0].queue = queue(50);
    let record = run(&setup);
    assert_eq!(record.drops(DropCause::QueueOverflow), 10);
    assert_eq!(record.deliveries().len(), 50);
    assert_eq!(record.deliveries().last(), Some(&(49, 60_000_000)));
}

#[test]
fn byte_limits_without_the_packet_in_service() {
    let sizes = [1500, 1500, 40];
    let mut setup = network(vec![link(0, 1, 10.0, 0)], sizes.map(|size| one(2, size, Time::ZERO)).to_vec());
    setup.links[0].queue = QueueSetup { count_in_service: false, ..QueueSetup::drop_tail(Limit::Bytes(3000)) };
    assert_eq!(run(&setup).deliveries().len(), 3);
}

#[test]
fn a_router_forwards_one_packet_after_the_other() {
    // Fast links, so that only the forwarding engine takes time; it rounds to 263 158 ns.
    let mut setup = network(vec![link(0, 1, 1e6, 0), link(1, 2, 1e6, 0)], vec![one(3, 1, Time::ZERO); 3]);
    setup.nodes[1].forwarding_rate = Some(3800);
    let times: Vec<_> = run(&setup).deliveries().iter().map(|&(_, at)| at).collect();
    assert_eq!(times, [263_158, 526_316, 789_474]);
    setup.nodes[1].forwarding_limit = Some(2);
    assert_eq!(run(&setup).drops(DropCause::QueueOverflow), 1);
}

fn held(at_us: u64, length_ms: u64, stops: Stops) -> WorldSetup {
    let mut setup = pair();
    let epochs = Epochs::List([super::at_us(at_us)].into());
    setup.links[0].holds = HoldSetup { epochs, length: Span::from_millis(length_ms), stops, limit: None };
    setup
}

#[test]
fn a_stall_keeps_what_would_be_delivered() {
    assert_eq!(run(&held(46_500, 100, Stops::Delivery)).deliveries(), [(0, 46_200_000), (1, 146_500_000)]);
    assert_eq!(run(&held(50_000, 100, Stops::Delivery)).deliveries(), [(0, 46_200_000), (1, 47_400_000)]);
    assert_eq!(run(&held(46_500, 0, Stops::Delivery)).deliveries(), [(0, 46_200_000), (1, 47_400_000)]);
}

#[test]
fn held_packets_leave_as_far_apart_as_they_came() {
    let mut setup = held(46_000, 100, Stops::Delivery);
    setup.cross.push(one(2, 1500, at_us(10_000)));
    setup.cross.push(one(2, 1500, at_us(100_000)));
    assert_eq!(
        run(&setup).deliveries(),
        [(0, 146_000_000), (1, 147_200_000), (2, 156_000_000), (3, 157_200_000)],
        "the last arrives at 146.2, after the stall, and waits for its turn"
    );
}

#[test]
fn overlapping_stalls_extend_and_never_shorten() {
    let mut setup = held(46_000, 100, Stops::Delivery);
    setup.links[0].holds.epochs = Epochs::List([at_us(46_000), at_us(50_000)].into());
    assert_eq!(run(&setup).deliveries()[0], (0, 150_000_000));
    let shorter = KnobEntry { at: at_us(48_000), knob: Knob::HoldLength(Target::All, Span::from_millis(1)) };
    let (_, record) = run_with(&setup, &[shorter], secs(1));
    assert_eq!(record.deliveries()[0], (0, 146_000_000));
}

#[test]
fn a_stall_has_room_for_so_many() {
    let mut setup = held(46_000, 100, Stops::Delivery);
    setup.links[0].holds.limit = Some(1);
    let record = run(&setup);
    assert_eq!(record.drops(DropCause::HoldOverflow), 1);
    assert_eq!(record.deliveries(), [(0, 146_000_000)]);
}

#[test]
fn a_stalled_transmitter_lets_the_queue_grow() {
    let setup = held(600, 100, Stops::Transmission);
    assert_eq!(run(&setup).deliveries(), [(0, 46_200_000), (1, 146_800_000)], "one on the line, one behind the stall");
    let mut setup = held(0, 100, Stops::Transmission);
    setup.links[0].queue = queue(1);
    assert_eq!(run(&setup).drops(DropCause::QueueOverflow), 1);
}

#[test]
fn stalls_come_back_periodically_and_at_random() {
    let mut setup = network(vec![link(0, 1, 10.0, 0)], vec![flow(2, 500, 1.0, CrossPattern::Constant)]);
    setup.links[0].holds.length = Span::from_millis(50);
    let late = |setup: &WorldSetup| {
        let times = run_with(setup, &[], secs(60)).1.deliveries();
        times.windows(2).filter(|pair| pair[1].1 - pair[0].1 >= 40_000_000).count()
    };
    setup.links[0].holds.epochs = Epochs::Periodic { first: secs(1), period: Span::from_secs(2) };
    assert_eq!(late(&setup), 30);
    setup.links[0].holds.epochs = Epochs::Poisson { mean: Span::from_secs(2) };
    assert!((15..45).contains(&late(&setup)), "{}", late(&setup));
}

fn traced(at_ms: &[u32], sizes: &[(u16, u64)]) -> WorldSetup {
    let cross = sizes.iter().map(|&(size, at)| one(2, size, at_us(at))).collect();
    let mut setup = network(vec![link(0, 1, 10.0, 0)], cross);
    let trace = Opportunities { at_ms: at_ms.into(), repeat: true, bytes_per_opportunity: 1500 };
    setup.links[0].opportunities = Some(trace);
    setup
}

fn millis(setup: &WorldSetup) -> Vec<u64> {
    run(setup).deliveries().iter().map(|&(_, at)| at / 1_000_000).collect()
}

#[test]
fn a_trace_gives_opportunities() {
    assert_eq!(millis(&traced(&[1, 1, 3], &[(1500, 0); 9])), [1, 1, 3, 4, 4, 6, 7, 7, 9]);
    assert_eq!(millis(&traced(&[1, 2, 3], &[(1500, 0), (1000, 0), (1000, 0)])), [1, 2, 3]);
    assert_eq!(millis(&traced(&[5], &[(1500, 0), (1500, 0), (1500, 0)])), [5, 10, 15]);
    assert_eq!(millis(&traced(&[0, 2], &[(1500, 0), (1500, 0), (1500, 0)])), [2, 2, 4], "0 of loop 2 is 2 of loop 1");
}

#[test]
fn a_trace_does_not_listen_to_the_rate() {
    let setup = traced(&[1], &[(1500, 0); 4]);
    let turned = [KnobEntry { at: at_us(2500), knob: Knob::Rate(Target::All, Rate::from_mbps(100.0)) }];
    let (_, record) = run_with(&setup, &turned, secs(1));
    assert_eq!(record.deliveries().iter().map(|&(_, at)| at / 1_000_000).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn an_opportunity_is_for_those_who_came_before_it() {
    assert_eq!(millis(&traced(&[1, 2], &[(1500, 1_000)])), [2]);
    assert_eq!(millis(&traced(&[1, 2], &[(1500, 999)])), [1]);
    // 500 B of the opportunity at 2 are left for a packet that is there, and lost for one that comes later.
    assert_eq!(millis(&traced(&[2], &[(1000, 0), (500, 1_999)])), [2, 2]);
    assert_eq!(millis(&traced(&[2], &[(1000, 0), (500, 2_000)])), [2, 4]);
    assert_eq!(millis(&traced(&[2], &[(1500, 90_000_000)])), [90_002], "many loops later");
}

#[test]
fn nothing_is_in_service_between_opportunities() {
    let mut setup = traced(&[10], &[(1500, 0); 3]);
    setup.links[0].queue = queue(1);
    let record = run(&setup);
    assert_eq!(record.drops(DropCause::QueueOverflow), 2);
    assert_eq!(record.deliveries(), [(0, 10_000_000)]);
}

#[test]
fn a_trace_may_end() {
    let mut setup = traced(&[1, 2], &[(1500, 0); 3]);
    setup.links[0].opportunities.as_mut().expect("traced").repeat = false;
    let (world, record) = run_with(&setup, &[], secs(10));
    assert_eq!(record.deliveries().len(), 2);
    assert_eq!(world.links()[LinkId(0)].queued(secs(10)).count(), 1, "the third waits for ever");
}

#[test]
fn packets_on_a_chain_cross_every_hop() {
    let links = (0..10).map(|hop| link(hop, hop + 1, 10.0, 1)).collect();
    let record = run(&network(links, vec![one(11, 1000, Time::ZERO)]));
    assert_eq!(record.deliveries(), [(0, 18_000_000)]);
    assert_eq!(record.fates[0].1.hops, 10);
}

#[test]
fn a_packet_may_have_no_route_or_too_long_a_one() {
    let mut setup = pair();
    setup.nodes.push(NodeSetup::default());
    setup.cross = vec![one(3, 100, Time::ZERO)];
    assert_eq!(run(&setup).drops(DropCause::NoRoute), 1);
    let chain = |hops| (0..hops).map(|hop| link(hop, hop + 1, 1000.0, 0)).collect();
    assert_eq!(run(&network(chain(64), vec![one(65, 100, Time::ZERO)])).deliveries().len(), 1);
    assert_eq!(run(&network(chain(65), vec![one(66, 100, Time::ZERO)])).drops(DropCause::Ttl), 1);
}

#[test]
fn views_see_queue_and_wire_at_any_time() {
    let world = run_with(&pair(), &[], Time::ZERO).0;
    let link = &world.links()[LinkId(0)];
    assert_eq!((link.queued(at_us(0)).count(), link.waiting(at_us(0)), link.is_busy(at_us(0))), (2, 1, true));
    assert_eq!((link.queued(at_us(1_200)).count(), link.on_wire(at_us(1_200)).count()), (1, 1));
    let first = link.on_wire(at_us(23_700)).next().expect("on the wire");
    assert_eq!(first.progress(at_us(23_700)), 0.5);
    assert_eq!(world.route(NodeId(0), NodeId(1)).collect::<Vec<_>>(), [LinkId(0)]);
}

#[test]
fn a_packet_that_is_delayed_alone_is_overtaken() {
    let mut setup = pair();
    // Find a seed in which the first of the two is chosen and the second is not.
    setup.links[0].delay.one.p = 0.5;
    setup.links[0].delay.one.length = Span::from_millis(5);
    let deliveries = |setup: &WorldSetup| run(setup).deliveries();
    setup.links[0].delay.one.order = Order::Overtake;
    let seed =
        (0..).find(|&seed| deliveries(&WorldSetup { seed, ..setup.clone() }) == [(1, 47_400_000), (0, 51_200_000)]);
    setup.seed = seed.expect("one in four");
    setup.links[0].delay.one.order = Order::Fifo;
    assert_eq!(deliveries(&setup), [(0, 51_200_000), (1, 51_200_001)]);
}

#[test]
fn jitter_reorders_only_if_it_may() {
    let mut setup = network(vec![link(0, 1, 10.0, 0)], vec![flow(2, 100, 5.0, CrossPattern::Constant)]);
    setup.links[0].delay.jitter.max = Span::from_millis(2);
    let numbers = |setup: &WorldSetup| -> Vec<u64> {
        let record = run_with(setup, &[], secs(1)).1;
        record.fates.iter().map(|(_, packet, _)| packet.key().first_byte).collect()
    };
    assert!(numbers(&setup).is_sorted());
    setup.links[0].delay.jitter.order = Order::Overtake;
    assert!(!numbers(&setup).is_sorted());
}
