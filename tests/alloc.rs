//! In the steady state a packet costs no allocation.
#![expect(unsafe_code, reason = "a global allocator is unsafe to write; this one only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cwndlab::ids::{FlowId, NodeId};
use cwndlab::queue::{Limit, QueueSetup};
use cwndlab::radio::{Phy, PhyRate, Position};
use cwndlab::route::DsrSetup;
use cwndlab::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use cwndlab::time::{Span, Time};
use cwndlab::trace::Unwatched;
use cwndlab::units::Rate;
use cwndlab::world::{FlowSetup, LinkSetup, NodeSetup, RadioSetup, World, WorldSetup};

/// The system's allocator, counting.
struct Counting;

thread_local! {
    /// Allocations of this thread, so that the test harness does not count.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block came from `alloc` or `realloc` above.
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the block came from `alloc` or `realloc` above.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One NewReno flow over 100, 10 and 100 Mb/s with a queue of 50 at the bottleneck.
fn one_flow() -> WorldSetup {
    let ends =
        [(0, 1, 100.0, 0), (1, 0, 100.0, 0), (1, 2, 10.0, 20), (2, 1, 10.0, 20), (2, 3, 100.0, 0), (3, 2, 100.0, 0)];
    let link = |(from, to, mbps, ms): (u8, u8, f64, u64)| {
        let queue = QueueSetup::drop_tail(Limit::Packets(50));
        LinkSetup::new(NodeId(from), NodeId(to), Rate::from_mbps(mbps), Span::from_millis(ms), queue)
    };
    let tcp = Tcp::RFC;
    let (flow, from, to) = (FlowId(0), NodeId(0), NodeId(3));
    let receiver = ReceiverConfig { flow, from: to, to: from, tcp };
    let sender = SenderConfig { flow, from, to, tcp, variant: Variant::NEWRENO };
    WorldSetup {
        seed: 1,
        nodes: vec![NodeSetup::default(); 4],
        links: ends.map(link).to_vec(),
        radio: None,
        flows: vec![FlowSetup { sender, receiver, start: Time::ZERO, app: None }],
        cross: Vec::new(),
        path_loss: Default::default(),
        path_delay: Default::default(),
    }
}

/// The same flow over a chain of ten radio hops with noise.
fn radio_chain() -> WorldSetup {
    let place = |node: u8| (NodeId(node), Position { x: 200.0 * f64::from(node), y: 0.0 });
    let mut radio = RadioSetup::new((0..=10).map(place).collect(), Phy::new(PhyRate::A9));
    radio.noise.frame = 0.05;
    let mut setup = one_flow();
    // A window with a cap: queues stop growing.
    (setup.flows[0].sender.tcp, setup.flows[0].receiver.tcp) = (Tcp::NRT, Tcp::NRT);
    (setup.links, setup.radio) = (Vec::new(), Some(radio));
    setup.nodes = vec![NodeSetup::default(); 11];
    (setup.flows[0].sender.to, setup.flows[0].receiver.from) = (NodeId(10), NodeId(10));
    setup
}

/// Nothing is allocated between `from` and `to` seconds.
fn is_steady(setup: &WorldSetup, from: u64, to: u64) {
    let mut world = World::new(setup);
    let at = |secs| Time::ZERO + Span::from_secs(secs);
    world.advance(at(from), &[], &mut Unwatched, u64::MAX);
    let (before, events) = (ALLOCATIONS.get(), world.events());
    assert!(before > 0, "the counter counts");
    world.advance(at(to), &[], &mut Unwatched, u64::MAX);
    let (after, sent) = (ALLOCATIONS.get(), world.events() - events);
    assert!(sent > 100_000, "{sent} events");
    assert_eq!(after - before, 0, "allocations in {sent} events");
}

#[test]
fn no_allocation_on_the_air() {
    is_steady(&radio_chain(), 300, 340);
}

#[test]
fn no_allocation_where_a_way_holds() {
    let mut setup = radio_chain();
    let radio = setup.radio.as_mut().expect("a radio world");
    radio.stations.truncate(3);
    (radio.noise.frame, radio.dsr) = (0.0, Some(DsrSetup { overhear: true, ..DsrSetup::DEFAULT }));
    setup.nodes.truncate(3);
    (setup.flows[0].sender.to, setup.flows[0].receiver.from) = (NodeId(2), NodeId(2));
    is_steady(&setup, 300, 340);
}

#[test]
fn no_allocation_in_the_steady_state() {
    let mut setup = one_flow();
    setup.path_loss.data = 0.001;
    is_steady(&setup, 10, 60);
}
