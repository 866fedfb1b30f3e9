//! Random networks: few flows over slow links on which much goes wrong.

use cwndlab::radio::{Model, PhyRate};
use cwndlab::scenario::knobs::{BadValue, Kind, KnobId, Place, Scale, Spot};
use cwndlab::scenario::{
    App, Aqm, Burst, CustomLink, Flow, Hold, KnobEntry, Lane, LateHops, Layout, LimitUnit, Link, Node, NoiseProfile,
    Path, Queue, Radio, RadioNode, Routing, Scenario, Topology, Trace,
};
use cwndlab::tcp::profile::PROFILES;
use cwndlab::tcp::registry::{all_variants, variant_name};
use cwndlab::time::{Span, Time};
use cwndlab::units::Rate;

use crate::dice::Dice;

/// How long a network runs at least and at most, in ms.
const LASTS: (u64, u64) = (30_000, 60_000);

/// One of `dice` in `from..=to`.
fn between(dice: &mut Dice, from: u64, to: u64) -> u64 {
    from + dice.roll(to - from + 1)
}

/// Uniform in [0, 1).
fn unit(dice: &mut Dice) -> f64 {
    dice.roll(1 << 20) as f64 / (1 << 20) as f64
}

fn pick<T: Clone>(dice: &mut Dice, from: &[T]) -> T {
    from[dice.roll(from.len() as u64) as usize].clone()
}

fn millis(dice: &mut Dice, from: u64, to: u64) -> Span {
    Span::from_millis(between(dice, from, to))
}

fn kbps(dice: &mut Dice, from: u64, to: u64) -> Rate {
    Rate(1000 * between(dice, from, to))
}

/// `value` in one of `in_so_many` cases, else nothing.
fn rarely<T: Default>(dice: &mut Dice, in_so_many: u64, value: impl FnOnce(&mut Dice) -> T) -> T {
    if dice.roll(in_so_many) == 0 { value(dice) } else { T::default() }
}

fn queue(dice: &mut Dice) -> Queue {
    let unit_of = pick(dice, &[LimitUnit::Packets, LimitUnit::Bytes]);
    Queue {
        limit: match unit_of {
            LimitUnit::Packets => between(dice, 2, 40) as u32,
            LimitUnit::Bytes => between(dice, 3_000, 40_000) as u32,
        },
        unit: unit_of,
        // As many drop-tail queues of either unit as queues of each other kind.
        aqm: pick(dice, &[Aqm::DropTail, Aqm::DropTail, Aqm::Red, Aqm::Ecn, Aqm::ModifiedEcn]),
        red_weight: pick(dice, &[0.002, 0.02, 0.2, 1.0]),
        red_min: between(dice, 1, 8) as f64,
        red_max: between(dice, 8, 16) as f64,
        red_p_max: pick(dice, &[0.02, 0.1, 0.5]),
        red_gentle: dice.chance(50),
    }
}

fn opportunities(dice: &mut Dice) -> Trace {
    let mut at: Vec<u32> = (0..between(dice, 1, 40)).map(|_| between(dice, 1, 600) as u32).collect();
    at.sort_unstable();
    Trace::Opportunities(at)
}

fn link(dice: &mut Dice, from_kbps: u64, to_kbps: u64) -> Link {
    Link {
        rate: kbps(dice, from_kbps, to_kbps),
        propagation: millis(dice, 1, 60),
        queue: queue(dice),
        loss: rarely(dice, 5, |dice| 0.1 * unit(dice)),
        bit_error: rarely(dice, 5, |dice| pick(dice, &[1e-6, 1e-5, 3e-5])),
        burst: Burst {
            loss: rarely(dice, 5, |dice| 0.2 + 0.8 * unit(dice)),
            good: millis(dice, 500, 8_000),
            bad: millis(dice, 20, 500),
        },
        hold: Hold {
            length: rarely(dice, 5, |dice| millis(dice, 50, 2_500)),
            gap: millis(dice, 800, 9_000),
            random: dice.chance(50),
        },
        jitter: rarely(dice, 4, |dice| millis(dice, 1, 120)),
        jitter_fifo: dice.chance(30),
        trace: rarely(dice, 6, |dice| Some(if dice.chance(10) { Trace::LteCar } else { opportunities(dice) })),
    }
}

/// Nodes in a tree, some links more, now and then one node that nobody reaches.
fn custom(dice: &mut Dice) -> Topology {
    let count = between(dice, 3, 6) as u8;
    let alone = dice.chance(50);
    let mut ends: Vec<(u8, u8)> = (1..count - u8::from(alone)).map(|to| (dice.roll(u64::from(to)) as u8, to)).collect();
    for _ in 0..dice.roll(3) {
        let (from, to) = (dice.roll(u64::from(count - u8::from(alone))) as u8, between(dice, 1, 5) as u8);
        ends.push((from, (from + to) % (count - u8::from(alone))));
    }
    ends.retain(|(from, to)| from != to);
    let links: Vec<_> =
        ends.into_iter().map(|(from, to)| CustomLink { from, to, link: link(dice, 200, 3_000) }).collect();
    let bottleneck = dice.roll(links.len() as u64) as u16;
    Topology::Custom { nodes: (0..count).map(|node| Node { name: format!("n{node}") }).collect(), links, bottleneck }
}

fn topology(index: u64, dice: &mut Dice) -> Topology {
    match index % 3 {
        0 => {
            let hops = between(dice, 1, 4) as u8;
            let bottleneck = between(dice, 1, u64::from(hops)) as u8;
            Topology::Chain { hops, bottleneck, link: link(dice, 200, 2_000), access: kbps(dice, 1_000, 5_000) }
        }
        1 => Topology::Dumbbell {
            pairs: between(dice, 1, 3) as u8,
            link: link(dice, 200, 2_000),
            access: kbps(dice, 1_000, 5_000),
            access_propagation: millis(dice, 1, 20),
        },
        _ => custom(dice),
    }
}

fn path(dice: &mut Dice) -> Path {
    Path {
        loss: rarely(dice, 3, |dice| 0.1 * unit(dice)),
        ack_loss: rarely(dice, 4, |dice| 0.2 * unit(dice)),
        late: rarely(dice, 4, |dice| 0.1 * unit(dice)),
        late_by: millis(dice, 10, 600),
        late_fifo: dice.chance(40),
        late_hops: if dice.chance(50) { LateHops::Every } else { LateHops::One },
        forwarding_rate: rarely(dice, 6, |dice| between(dice, 40, 600) as u32),
        cross: Rate(rarely(dice, 4, |dice| 1000 * between(dice, 20, 400))),
    }
}

/// A value of a knob, often a small one.
fn value(what: KnobId, dice: &mut Dice) -> f64 {
    let (knob, u) = (what.knob(), unit(dice));
    let value = match knob.kind {
        Kind::Choice(words) => dice.roll(words.len() as u64) as f64,
        // Every network has two nodes; within a kilometre a station leaves the others' range and comes back into it.
        Kind::Spot => {
            Spot { station: dice.roll(2) as u8, x: dice.roll(1000) as i16, y: dice.roll(1000) as i16 }.value()
        }
        Kind::Number { off: true, .. } if dice.chance(20) => 0.0,
        Kind::Number { min, max, scale: Scale::Log, .. } => min * cwndlab::math::pow(max / min, u),
        Kind::Number { min, max, .. } => min + (max - min) * u * u * u,
    };
    match knob.check(value) {
        Err(BadValue::Outside(nearest)) => nearest,
        _ => value,
    }
}

/// The value of a live knob; those that would make a network fast or its thresholds cross are kept narrow.
fn turned(what: KnobId, dice: &mut Dice) -> f64 {
    match what.knob().id {
        "rate" => 0.1 + 2.0 * unit(dice),
        "cross" => 0.4 * unit(dice),
        "redmin" => between(dice, 0, 8) as f64,
        "redmax" => between(dice, 8, 30) as f64,
        _ => value(what, dice),
    }
}

fn flow(topology: &Topology, index: u64, dice: &mut Dice, variants: &[String]) -> Flow {
    let nodes = topology.node_count() as u64;
    let (src, dst) = match topology {
        Topology::Custom { .. } => {
            let src = dice.roll(nodes);
            (src as u8, ((src + between(dice, 1, nodes - 1)) % nodes) as u8)
        }
        _ => topology.ends(index as usize),
    };
    Flow {
        src,
        dst,
        app: if dice.chance(30) { App::Bytes(between(dice, 1_000, 400_000)) } else { App::Bulk },
        start: Time::ZERO + millis(dice, 0, 8_000),
        variant: dice.chance(40).then(|| pick(dice, variants)),
    }
}

/// Stations in a row, in a grid or anywhere, over a channel that is noisy now and then; some find ways themselves.
fn stations(dice: &mut Dice) -> Topology {
    let spacing = between(dice, 120, 260) as f64;
    let mut layout = match dice.roll(3) {
        0 => Layout::Row { hops: between(dice, 1, 6) as u8, spacing },
        1 => Layout::Grid {
            rows: between(dice, 2, 3) as u8,
            columns: between(dice, 2, 4) as u8,
            spacing,
            serpentine: dice.chance(50),
        },
        _ => {
            let node = |dice: &mut Dice, number| RadioNode {
                name: format!("n{number}"),
                x: 600.0 * unit(dice),
                y: 300.0 * unit(dice),
            };
            Layout::Free { nodes: (0..between(dice, 4, 8)).map(|number| node(dice, number)).collect() }
        }
    };
    let mut radio = Radio {
        phy: pick(dice, &PhyRate::ALL),
        rts: pick(dice, &[0, 200, 3000]),
        short_retry: between(dice, 1, 7) as u8,
        long_retry: between(dice, 1, 4) as u8,
        model: pick(dice, &Model::ALL),
        queue: queue(dice),
        ..Radio::default()
    };
    radio.set_noise(pick(dice, &NoiseProfile::ALL));
    radio.frame_error += rarely(dice, 3, |dice| 0.5 * unit(dice));
    radio.bit_error = rarely(dice, 4, |dice| pick(dice, &[1e-6, 1e-5, 1e-4]));
    radio.sense = pick(dice, &[radio.decode, radio.sense]);
    match dice.roll(4) {
        0 => {
            // No way is searched where packets follow a line.
            if let Layout::Grid { serpentine, .. } = &mut layout {
                *serpentine = false;
            }
            Topology::Mesh { layout, radio, routing: pick(dice, &Routing::ALL) }
        }
        _ => Topology::Radio { layout, radio },
    }
}

/// Network `index`: one lane, thirty seconds or more.
pub fn scenario(index: u64) -> Scenario {
    let dice = &mut Dice::new(index);
    let topology = topology(index, dice);
    on(topology, index, dice)
}

/// Radio network `index`.
pub fn radio(index: u64) -> Scenario {
    let dice = &mut Dice::new(!index);
    let topology = stations(dice);
    on(topology, index, dice)
}

fn on(topology: Topology, index: u64, dice: &mut Dice) -> Scenario {
    let variants: Vec<String> = all_variants().map(|variant| variant_name(&variant)).collect();
    let mut scenario = Scenario { path: path(dice), ..Scenario::new(topology) };
    scenario.seed = index;
    scenario.duration = millis(dice, LASTS.0, LASTS.1);
    if dice.chance(40) {
        pick(dice, &PROFILES).0.clone_into(&mut scenario.profile);
    }
    let parameters = KnobId::all().filter(|what| matches!(what.knob().place, Place::Tcp));
    for what in parameters {
        if dice.chance(12) {
            scenario.tcp.set(what, value(what, dice));
        }
    }
    let flows = between(dice, 1, 3);
    scenario.flows = (0..flows).map(|flow_index| flow(&scenario.topology, flow_index, dice, &variants)).collect();
    // Each variant in its turn, so that the registry may grow.
    scenario.lanes = vec![Lane::of(&variants[(index / 3) as usize % variants.len()])];
    let live: Vec<KnobId> = KnobId::all().filter(|what| what.knob().live && what.read(&scenario).is_some()).collect();
    let turns = if dice.chance(40) { between(dice, 1, 6) } else { 0 };
    let mut knobs: Vec<KnobEntry> = (0..turns)
        .map(|_| {
            let what = pick(dice, &live);
            KnobEntry { t: Time::ZERO + millis(dice, 0, LASTS.0), what, value: turned(what, dice) }
        })
        .collect();
    knobs.sort_by_key(|entry| entry.t);
    scenario.knobs = knobs;
    scenario
}
