//! Routers in a toy network, by the worked example and by everything the rules single out.

mod toy;

use std::collections::BTreeSet;

use super::*;
use crate::packet::MAX_SALVAGES;
use toy::{Toy, at, data, ends};

#[test]
fn a_chain_of_five_is_found_by_the_second_request() {
    let mut toy = Toy::chain(5);
    toy.send(data(0, 4, 0));
    toy.run(29);
    assert_eq!((toy.requests(), toy.replies()), (1, 0), "neighbours only");
    toy.run(200);
    assert_eq!((toy.requests(), toy.replies(), toy.errors()), (1 + 1 + 3, 4, 0));
    assert_eq!(toy.sent[1].0, at(30));
    assert_eq!(toy.way(0, 4), Some(vec![1, 2, 3, 4]));
    assert_eq!(toy.way(4, 0), Some(vec![3, 2, 1, 0]), "the target has learnt the way back");
    assert_eq!((toy.way(2, 4), toy.way(2, 0)), (Some(vec![3, 4]), Some(vec![1, 0])), "and so has a node between");
    let [packet] = toy.delivered[..] else { panic!("{:?}", toy.delivered) };
    assert_eq!((packet.hops, packet.route.bytes()), (4, 4 + 4 + 12));
    assert_eq!(
        toy.notes_of(0),
        [
            RouteNote::Asked { target: NodeId(4), neighbours_only: true },
            RouteNote::Asked { target: NodeId(4), neighbours_only: false },
            RouteNote::Found { target: NodeId(4), between: NodeList::new(&[1, 2, 3].map(NodeId)).expect("room") },
        ]
    );
    let sizes: Vec<u16> = toy.sent.iter().filter(|(_, node, _)| *node == 3).map(|(_, _, packet)| packet.size).collect();
    assert_eq!(sizes[0], 20 + 4 + 8 + 12, "the request with three nodes recorded");
    toy.send(data(4, 0, 1));
    toy.send(data(0, 4, 2));
    toy.run(210);
    assert_eq!((toy.delivered.len(), toy.requests()), (3, 5), "nobody asks again");
}

#[test]
fn a_neighbour_is_found_by_the_first_request() {
    let mut toy = Toy::chain(3);
    toy.send(data(0, 1, 0));
    toy.run(100);
    assert_eq!((toy.requests(), toy.replies(), toy.delivered.len()), (1, 1, 1));
    assert_eq!(toy.delivered[0].route.bytes(), 8);
    assert_eq!(toy.routers[0].poll_timer(), None);
}

#[test]
fn a_node_that_knows_a_way_answers_for_the_target() {
    let found = |reply_from_cache| {
        let mut toy = Toy::chain(5);
        toy.routers =
            (0..5).map(|node| Dsr::new(NodeId(node), DsrSetup { reply_from_cache, ..DsrSetup::DEFAULT }, 1)).collect();
        toy.router(1).learn(Time::ZERO, &[NodeId(2), NodeId(3), NodeId(4)]);
        toy.send(data(0, 4, 0));
        toy.run(300);
        (toy.requests(), toy.replies(), toy.delivered.len())
    };
    assert_eq!(found(true), (1, 1, 1), "already the neighbour knows");
    assert_eq!(found(false), (5, 4, 1));
}

#[test]
fn a_known_way_that_leads_back_is_no_answer() {
    // 1 knows a way to 3 through 0, which asks.
    let mut toy = Toy::new(4, &[(0, 1), (0, 2), (2, 3)], DsrSetup::DEFAULT);
    toy.router(1).learn(Time::ZERO, &[NodeId(0), NodeId(2), NodeId(3)]);
    toy.send(data(0, 3, 0));
    toy.run(100);
    assert_eq!((toy.trail(0), toy.delivered.len()), (vec![0, 2], 1));
}

#[test]
fn the_best_known_way_that_leads_elsewhere_is_an_answer() {
    // 1 knows a short way to 4 through 0, which asks, and a longer one.
    let mut toy = Toy::new(5, &[(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)], DsrSetup::DEFAULT);
    toy.dead.insert((0, 4));
    toy.router(1).learn(Time::ZERO, &[0, 4].map(NodeId));
    toy.router(1).learn(Time::ZERO, &[2, 3, 4].map(NodeId));
    toy.send(data(0, 4, 0));
    toy.run(29);
    assert_eq!((toy.trail(0), toy.delivered.len()), (vec![0, 1, 2, 3], 1));
}

#[test]
fn everyone_whose_packets_waited_hears_of_the_break_once() {
    // 0 and 1 send over 2 to 3; the packets of both wait there when 3 is out of reach.
    let mut toy = Toy::new(4, &[(0, 2), (1, 2), (2, 3)], DsrSetup::DEFAULT);
    for node in [0, 1] {
        toy.router(node).learn(Time::ZERO, &[2, 3].map(NodeId));
    }
    toy.dead.insert((2, 3));
    for number in 0..3 {
        toy.send(data(0, 3, number));
        toy.send(data(1, 3, 10 + number));
    }
    toy.run(20);
    assert_eq!((toy.dropped.len(), toy.errors()), (6, 2));
    assert_eq!((toy.way(0, 3), toy.way(1, 3)), (None, None));
}

#[test]
fn a_broken_link_is_reported_and_another_way_is_found() {
    let mut toy = Toy::new(4, &[(0, 1), (1, 3), (0, 2), (2, 3)], DsrSetup::DEFAULT);
    toy.send(data(0, 3, 0));
    toy.run(100);
    let first = toy.trail(0)[1];
    let other = 3 - first;
    toy.dead.insert(ends(first, 3));
    toy.send(data(0, 3, 1));
    toy.run(130);
    assert_eq!(
        toy.dropped,
        [(Packet { hops: 1, route: toy.dropped[0].0.route, ..data(0, 3, 1) }, DropCause::RouteBreak)]
    );
    assert_eq!((toy.errors(), toy.way(0, 3)), (1, None));
    assert_eq!(toy.notes_of(first), [RouteNote::Broken { next: NodeId(3) }]);
    toy.send(data(0, 3, 2));
    toy.run(300);
    assert_eq!((toy.trail(2), toy.delivered.len()), (vec![0, other], 2));
}

#[test]
fn a_packet_is_salvaged_and_its_source_hears_of_it() {
    let mut toy = Toy::new(5, &[(0, 1), (1, 2), (2, 4), (1, 3), (3, 4)], DsrSetup::DEFAULT);
    toy.router(0).learn(Time::ZERO, &[1, 2, 4].map(NodeId));
    toy.router(1).learn(Time::ZERO, &[2, 4].map(NodeId));
    toy.router(1).learn(Time::ZERO, &[3, 4].map(NodeId));
    toy.dead.insert((1, 2));
    toy.send(data(0, 4, 0));
    toy.run(100);
    let [packet] = toy.delivered[..] else { panic!("{:?}", toy.dropped) };
    assert_eq!((packet.route.salvages(), packet.route.nodes()), (1, &[1, 3].map(NodeId)[..]));
    assert_eq!((toy.trail(0), toy.errors(), toy.way(0, 4)), (vec![0, 1, 1, 3], 1, None));
    assert_eq!(toy.notes_of(1), [RouteNote::Broken { next: NodeId(2) }, RouteNote::Salvaged { target: NodeId(4) }]);
    // The salvager is told of the next break, not the source.
    toy.dead.insert((3, 4));
    toy.router(0).learn(Time::ZERO, &[1, 2, 4].map(NodeId));
    toy.router(1).learn(Time::ZERO, &[2, 4].map(NodeId));
    toy.send(data(0, 4, 1));
    toy.run(200);
    assert_eq!((toy.dropped.len(), toy.errors(), toy.way(1, 4)), (1, 3, None));
}

#[test]
fn a_packet_of_its_own_goes_another_known_way_or_ends() {
    let mut toy = Toy::new(4, &[(0, 1), (1, 3), (0, 2), (2, 3)], DsrSetup::DEFAULT);
    toy.router(0).learn(Time::ZERO, &[2, 3].map(NodeId));
    toy.router(0).learn(Time::ZERO, &[1, 3].map(NodeId));
    toy.dead.insert((0, 1));
    toy.send(data(0, 3, 0));
    toy.run(100);
    assert_eq!((toy.trail(0), toy.errors(), toy.delivered.len()), (vec![0, 0, 2], 0, 1));
    assert_eq!(toy.delivered[0].route.salvages(), 0, "its own choice both times");
    toy.dead.insert((0, 2));
    toy.send(data(0, 3, 1));
    toy.run(200);
    assert_eq!(toy.dropped.last().map(|(_, cause)| *cause), Some(DropCause::RouteBreak));
    assert_eq!(toy.notes_of(0).last(), Some(&RouteNote::Lost { target: NodeId(3) }));
}

#[test]
fn what_waits_for_the_same_neighbour_shares_its_fate() {
    let mut toy = Toy::chain(3);
    toy.send(data(0, 2, 0));
    toy.run(100);
    toy.dead.insert((0, 1));
    (1..6).for_each(|number| toy.send(data(0, 2, number)));
    toy.run(130);
    let causes: Vec<DropCause> = toy.dropped.iter().map(|(_, cause)| *cause).collect();
    assert_eq!(causes, [DropCause::RouteBreak; 5]);
    assert_eq!(toy.sent.last().map(|&(time, ..)| time), Some(at(100)), "one packet found out for all");
}

#[test]
fn packets_wait_for_30_s_and_64_of_them() {
    let mut toy = Toy::new(2, &[], DsrSetup::DEFAULT);
    toy.run(100);
    (0..65).for_each(|number| toy.send(data(0, 1, number)));
    let ended = |toy: &Toy| toy.dropped.iter().map(|(packet, cause)| (packet.ordinal, *cause)).collect::<Vec<_>>();
    assert_eq!(ended(&toy), [(0, DropCause::BufferTimeout)]);
    toy.run(30_099);
    assert_eq!((toy.dropped.len(), toy.requests()), (1, 8), "at 0.1, 0.13, 0.63, 1.63, 3.63, 7.63, 15.63, 25.63 s");
    toy.run(30_100);
    assert_eq!(ended(&toy).len(), 65);
    assert!(ended(&toy).iter().all(|&(_, cause)| cause == DropCause::BufferTimeout));
    assert_eq!(toy.next_time(), None, "nobody waits, nobody asks");
}

#[test]
fn a_route_has_at_most_24_hops() {
    let mut toy = Toy::chain(25);
    toy.send(data(0, 24, 0));
    toy.run(2000);
    assert_eq!((toy.delivered.len(), toy.delivered.first().map(|packet| packet.hops)), (1, Some(24)));
    let mut toy = Toy::chain(26);
    toy.send(data(0, 25, 0));
    toy.run(40_000);
    assert_eq!((toy.delivered.len(), toy.dropped.len()), (0, 1));
}

#[test]
fn a_packet_crosses_at_most_64_hops_and_is_salvaged_15_times() {
    let mut router = Dsr::new(NodeId(1), DsrSetup::DEFAULT, 1);
    let route = SourceRoute::new(NodeList::new(&[1, 2].map(NodeId)).expect("room"));
    router.on_packet(Time::ZERO, Packet { hops: HOP_LIMIT, route, ..data(0, 3, 0) });
    assert!(matches!(router.poll(), Some(Action::Drop { cause: DropCause::Ttl, .. })));
    router.cache.learn(Time::ZERO, &[4, 3].map(NodeId));
    let often =
        (0..MAX_SALVAGES).fold(route, |route, _| route.salvaged(NodeId(1), &[NodeId(2)]).expect("not too often"));
    router.on_flushed(Time::ZERO, Packet { route: often, ..data(0, 3, 0) }, NodeId(2));
    assert!(matches!(router.poll(), Some(Action::Drop { cause: DropCause::RouteBreak, .. })));
}

#[test]
fn what_is_overheard_is_learnt_if_wanted() {
    let learnt = |overhear| {
        let setup = DsrSetup { overhear, ..DsrSetup::DEFAULT };
        let mut toy = Toy::new(4, &[(0, 1), (1, 2), (1, 3)], setup);
        toy.router(0).learn(Time::ZERO, &[1, 2].map(NodeId));
        toy.send(data(0, 2, 0));
        toy.run(100);
        (toy.way(3, 2), toy.way(3, 0))
    };
    assert_eq!(learnt(true), (Some(vec![1, 2]), Some(vec![1, 0])));
    assert_eq!(learnt(false), (None, None));
}

/// Links of a grid die and come back at random while everybody sends to everybody.
#[test]
fn every_packet_is_delivered_dropped_or_waits() {
    let grid = |node: u8| [(node % 4 < 3).then_some((node, node + 1)), (node < 8).then_some((node, node + 4))];
    let links: Vec<(u8, u8)> = (0..12).flat_map(grid).flatten().collect();
    let mut toy = Toy::new(12, &links, DsrSetup { overhear: true, ..DsrSetup::DEFAULT });
    let mut dice = Stream::new(5, Label::CrossTraffic, 0);
    let mut roll = |sides: usize| (dice.uniform() * sides as f64) as usize;
    let mut given = Vec::new();
    for number in 0..2000 {
        toy.run(number * 20);
        let link = links[roll(links.len())];
        if !toy.dead.remove(&link) && toy.dead.len() < 5 {
            toy.dead.insert(link);
        }
        let (from, to) = (roll(12) as u8, roll(12) as u8);
        if from != to {
            given.push(number as u32);
            toy.send(data(from, to, number));
        }
    }
    let copy = toy.clone();
    toy.dead.clear();
    toy.run(200_000);
    let is_data = |packet: &&Packet| matches!(packet.body, Body::Cross { .. });
    let dropped = toy.dropped.iter().map(|(packet, _)| packet).filter(is_data);
    let mut met: Vec<u32> = toy.delivered.iter().chain(dropped).map(|packet| packet.ordinal).collect();
    met.sort_unstable();
    assert_eq!(met, given, "one fate each");
    assert!(toy.delivered.len() > 1000 && toy.dropped.len() > 20, "{} and {}", toy.delivered.len(), toy.dropped.len());
    let salvaged = toy.delivered.iter().filter(|packet| packet.route.salvages() > 0).count();
    assert!(salvaged > 20 && toy.errors() > 100, "{salvaged} salvaged, {} errors", toy.errors());
    for (_, _, packet) in toy.sent.iter().filter(|(_, _, packet)| packet.route.salvages() == 0) {
        let nodes = [&[packet.from], packet.route.nodes(), &[packet.to]].concat();
        assert!(nodes.iter().collect::<BTreeSet<_>>().len() == nodes.len() || !packet.route.is_present(), "{nodes:?}");
    }
    let mut again = copy;
    again.dead.clear();
    again.run(200_000);
    assert_eq!(again, toy, "a clone runs like its original");
}
