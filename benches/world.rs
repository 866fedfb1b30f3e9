//! Events per second of worlds without a probe: one flow over three hops, and a dumbbell with ten flows.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use cwndlab::ids::{FlowId, NodeId};
use cwndlab::queue::{Limit, QueueSetup};
use cwndlab::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use cwndlab::time::{Span, Time};
use cwndlab::trace::Unwatched;
use cwndlab::units::Rate;
use cwndlab::world::{FlowSetup, LinkSetup, NodeSetup, World, WorldSetup};

fn duplex(a: u8, b: u8, mbps: f64, ms: u64) -> [LinkSetup; 2] {
    let queue = QueueSetup::drop_tail(Limit::Packets(50));
    [(a, b), (b, a)]
        .map(|(from, to)| LinkSetup::new(NodeId(from), NodeId(to), Rate::from_mbps(mbps), Span::from_millis(ms), queue))
}

fn flow(index: u16, from: u8, to: u8, tcp: Tcp) -> FlowSetup {
    let (flow, from, to) = (FlowId(index), NodeId(from), NodeId(to));
    let receiver = ReceiverConfig { flow, from: to, to: from, tcp };
    let sender = SenderConfig { flow, from, to, tcp, variant: Variant::NEWRENO };
    FlowSetup { sender, receiver, start: Time::ZERO + Span::from_millis(37 * u64::from(index)), app: None }
}

fn setup(links: Vec<LinkSetup>, flows: Vec<FlowSetup>) -> WorldSetup {
    let nodes = links.iter().map(|link| usize::from(link.from.0.max(link.to.0)) + 1).max().unwrap_or(0);
    WorldSetup {
        seed: 1,
        nodes: vec![NodeSetup::default(); nodes],
        links,
        radio: None,
        flows,
        cross: Vec::new(),
        path_loss: Default::default(),
        path_delay: Default::default(),
    }
}

/// One flow over 100, 10 and 100 Mb/s.
fn one_flow() -> WorldSetup {
    let links = [duplex(0, 1, 100.0, 0), duplex(1, 2, 10.0, 20), duplex(2, 3, 100.0, 0)].concat();
    setup(links, vec![flow(0, 0, 3, Tcp::RFC)])
}

/// Ten flows through 6 Mb/s and 20 ms.
fn ten_flows() -> WorldSetup {
    let mut links = duplex(0, 1, 6.0, 20).to_vec();
    let mut flows = Vec::new();
    for index in 0..10 {
        let (from, to) = (2 + 2 * index, 3 + 2 * index);
        links.extend(duplex(from, 0, 100.0, 0));
        links.extend(duplex(1, to, 100.0, 0));
        flows.push(flow(u16::from(index), from, to, Tcp::NRT));
    }
    setup(links, flows)
}

fn events_per_second(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("world");
    for (name, setup) in [("one flow", one_flow()), ("ten flows", ten_flows())] {
        let at = |secs| Time::ZERO + Span::from_secs(secs);
        let mut warm = World::new(&setup);
        warm.advance(at(10), &[], &mut Unwatched, u64::MAX);
        let run = || {
            let mut world = warm.clone();
            world.advance(at(70), &[], &mut Unwatched, u64::MAX);
            world.events()
        };
        group.throughput(Throughput::Elements(run() - warm.events()));
        group.bench_function(name, |bencher| bencher.iter(|| black_box(run())));
    }
    group.finish();
}

criterion_group!(benches, events_per_second);
criterion_main!(benches);
