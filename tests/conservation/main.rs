//! Two thousand random networks, thirty simulated seconds and more of each: every packet is delivered, dropped with a
//! cause or still travelling, what a receiver hands to its application is what its sender sent, and no window falls
//! below its floor.
//!
//! The networks come from a generator of fixed seed, so that it is a fact and not a hope that every kind of topology,
//! queue, impairment and sender is among them, and that each of them made itself felt.

mod audit;
#[path = "../judge/dice.rs"]
mod dice;
mod kinds;
mod networks;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use cwndlab::scenario::{Scenario, build, knob_log, validate};
use cwndlab::time::{Span, Time};
use cwndlab::world::World;

use audit::Audit;

/// How many networks.
const NETWORKS: u64 = 2000;
/// In how many of them each kind is found.
const AT_LEAST: u64 = 100;
/// How many packets all of them have.
const PACKETS: u64 = 8_000_000;
/// The books are balanced this often.
const PERIOD: Span = Span::from_secs(5);

/// In how many networks each kind was found.
type Census = BTreeMap<String, u64>;

/// Runs network `index` and counts what it was and what happened in it. Returns the number of packets.
fn run(index: u64, census: &mut Census) -> u64 {
    balance(index, &networks::scenario(index), census)
}

/// Runs `scenario`, which is network `index`.
fn balance(index: u64, scenario: &Scenario, census: &mut Census) -> u64 {
    let problems = validate(scenario);
    assert!(problems.is_empty(), "network {index}: {problems:?}");
    let (setup, knobs) = (build(scenario, 0), knob_log(scenario, 0));
    let (mut world, mut audit) = (World::new(&setup), Audit::new(index, &setup));
    let kinds = kinds::of(scenario, &setup, &world);
    let (mut until, end) = (Time::ZERO, Time::ZERO + scenario.duration);
    while until < end {
        until = (until + PERIOD).min(end);
        assert!(world.advance(until, &knobs, &mut audit, u64::MAX));
        audit.balance(&world, until);
    }
    for kind in kinds.into_iter().chain(audit.effects()) {
        *census.entry(kind).or_default() += 1;
    }
    audit.created()
}

/// How many radio networks.
const RADIO_NETWORKS: u64 = 200;

#[test]
fn nothing_is_lost_without_a_cause_on_the_air() {
    let mut census = Census::new();
    for index in 0..RADIO_NETWORKS {
        balance(index, &networks::radio(index), &mut census);
    }
    let seen = ["mac_channel", "mac_collision", "mac_busy", "mac_out_of_range", "queue_overflow", "random_loss"];
    for cause in seen.into_iter().chain(["route_break", "buffer_timeout"]) {
        let count = census.get(&format!("seen: {cause}")).copied().unwrap_or_default();
        assert!(count >= RADIO_NETWORKS / 20, "{cause} in only {count} of {RADIO_NETWORKS}: {census:#?}");
    }
}

#[test]
fn nothing_is_lost_without_a_cause_in_two_thousand_networks() {
    let (next, packets) = (AtomicU64::new(0), AtomicU64::new(0));
    let worker = || {
        let mut census = Census::new();
        loop {
            match next.fetch_add(1, Ordering::Relaxed) {
                index @ 0..NETWORKS => packets.fetch_add(run(index, &mut census), Ordering::Relaxed),
                _ => return census,
            };
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut census = Census::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            let counted = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for (kind, count) in counted {
                *census.entry(kind).or_default() += count;
            }
        }
    });
    let packets = packets.into_inner();
    assert!(packets >= PACKETS, "{packets} packets");
    let counts: String = census.iter().map(|(kind, count)| format!("{count:5} {kind}\n")).collect();
    for kind in kinds::all() {
        let count = census.get(&kind).copied().unwrap_or_default();
        assert!(count >= AT_LEAST, "{kind}: only {count} of {NETWORKS}, {AT_LEAST} are asked for; all:\n{counts}");
    }
}
