//! From a scenario to the set-up of one of its worlds.
//!
//! The `k`-th duplex link becomes wires `2k` (in the direction in which it is listed) and `2k + 1` (back).

use std::sync::Arc;

use crate::ids::{FlowId, LinkId, NodeId};
use crate::queue::{EcnMode, Limit, QueueSetup, RedSetup};
use crate::radio::Position;
use crate::rng::{Label, Luck};
use crate::scenario::knobs::{KnobId, Spot, apply};
use crate::scenario::{App, Aqm, Flow, LateHops, LimitUnit, Link, Queue, Scenario, Topology, Trace, lte_car};
use crate::tcp::{ReceiverConfig, SenderConfig, Tcp, registry};
use crate::time::{Span, Time};
use crate::units::Rate;
use crate::wire::delay::{DelaySetup, JitterSetup, Order};
use crate::wire::gilbert::GilbertSetup;
use crate::wire::hold::{Epochs, HoldSetup, Stops};
use crate::wire::loss::{AppliesTo, LossSetup};
use crate::wire::opportunity::{OPPORTUNITY_BYTES, Opportunities};
use crate::wire::path::{DelayScope, PathDelaySetup, PathLossSetup};
use crate::world::{
    CrossPattern, CrossSetup, FlowSetup, Knob, KnobEntry, LinkSetup, NodeSetup, RadioSetup, Target, WorldSetup,
};

/// Flows start up to this much later than written: exact ties would favour low numbers, and every seed is another run.
const START_JITTER: Span = Span::from_millis(100);
/// Queue of a host's own link, in packets: never the place of a loss, longer than the windows of the profiles.
const HOST_QUEUE: u32 = 1000;
/// Size of a cross-traffic packet, in bytes: a full Ethernet packet.
const CROSS_SIZE: u16 = 1500;
/// A stalled link keeps this many packets, as a base station's buffer would.
const HOLD_LIMIT: u32 = 1000;

/// The set-up of the world of lane `lane`. The scenario must be valid.
#[must_use]
pub fn build(scenario: &Scenario, lane: usize) -> WorldSetup {
    let scenario = in_lane(scenario, lane);
    let wires = duplex(&scenario.topology);
    let routers = scenario.topology.node_count();
    let forwarding_rate = (scenario.path.forwarding_rate > 0).then_some(u64::from(scenario.path.forwarding_rate));
    WorldSetup {
        seed: scenario.seed,
        nodes: vec![NodeSetup { forwarding_rate, forwarding_limit: None }; routers],
        links: wires.iter().flat_map(|wire| both_ways(&scenario, wire)).collect(),
        radio: radio(&scenario),
        flows: scenario
            .flows
            .iter()
            .enumerate()
            .map(|(index, flow)| flow_setup(&scenario, lane, index, flow))
            .collect(),
        cross: cross(&scenario, &wires),
        path_loss: PathLossSetup { data: scenario.path.loss, ack: scenario.path.ack_loss },
        path_delay: path_delay(&scenario),
    }
}

/// The knob log as the world of lane `lane` takes it. A knob that the lane overrides stays as the lane has it.
#[must_use]
pub fn knob_log(scenario: &Scenario, lane: usize) -> Vec<KnobEntry> {
    let overridden = |what| scenario.lanes.get(lane).is_some_and(|lane| lane.overrides.get(what).is_some());
    let topology = in_lane(scenario, lane).topology;
    let kept = scenario.knobs.iter().filter(|entry| !overridden(entry.what));
    kept.flat_map(|entry| {
        live(&topology, entry.what, entry.value).into_iter().map(|knob| KnobEntry { at: entry.t, knob })
    })
    .collect()
}

/// What turning a live knob does to a world; nothing for a structural one.
#[must_use]
pub fn live(topology: &Topology, what: KnobId, value: f64) -> Vec<Knob> {
    let targets = |wires: Vec<LinkId>| wires.into_iter().map(Target::Link);
    let narrow = || targets(bottleneck(topology));
    let alike = || match topology {
        Topology::Chain { .. } | Topology::Radio { .. } | Topology::Mesh { .. } => vec![Target::All],
        _ => narrow().collect(),
    };
    let forward = || narrow().take(1);
    let millis = Span::from_millis_f64(value);
    match what.knob().id {
        "loss" => vec![Knob::PathLossData(value)],
        "ackloss" => vec![Knob::PathLossAck(value)],
        "late" => vec![Knob::PathDelayP(value)],
        "lateby" => vec![Knob::PathDelayLength(millis)],
        "cross" => vec![Knob::CrossRate(None, Rate::from_mbps(value))],
        "rate" => narrow().map(|wire| Knob::Rate(wire, Rate::from_mbps(value))).collect(),
        "prop" => alike().into_iter().map(|wire| Knob::Propagation(wire, millis)).collect(),
        "queue" => {
            let unit = topology.queue().map_or(LimitUnit::Packets, |queue| queue.unit);
            alike().into_iter().map(|wire| Knob::QueueLimit(wire, limit(value as u32, unit))).collect()
        }
        "aqm" => {
            let aqm = Aqm::ALL.get(value as usize).copied().unwrap_or_default();
            alike().into_iter().flat_map(|wire| discipline(wire, aqm)).collect()
        }
        "redgentle" => alike().into_iter().map(|wire| Knob::RedGentle(wire, value != 0.0)).collect(),
        "redweight" => alike().into_iter().map(|wire| Knob::RedWeight(wire, value)).collect(),
        "redmin" => alike().into_iter().map(|wire| Knob::RedMin(wire, value)).collect(),
        "redmax" => alike().into_iter().map(|wire| Knob::RedMax(wire, value)).collect(),
        "redp" => alike().into_iter().map(|wire| Knob::RedPMax(wire, value)).collect(),
        "linkloss" => forward().map(|wire| Knob::LinkLoss(wire, value)).collect(),
        "ber" => forward().map(|wire| Knob::BitError(wire, value)).collect(),
        "fer" => vec![Knob::FrameError(value)],
        "move" => Spot::of(value)
            .map(|Spot { station, x, y }| Knob::Move(NodeId(station), Position { x: f64::from(x), y: f64::from(y) }))
            .into_iter()
            .collect(),
        "spike" => forward().map(|wire| Knob::HoldLength(wire, millis)).collect(),
        _ => Vec::new(),
    }
}

/// Early detection: whether there is any, and what it does with the packets it chooses.
const fn early_detection(aqm: Aqm) -> (bool, EcnMode) {
    match aqm {
        Aqm::DropTail => (false, EcnMode::Off),
        Aqm::Red => (true, EcnMode::Off),
        Aqm::Ecn => (true, EcnMode::Ecn),
        Aqm::ModifiedEcn => (true, EcnMode::Modified),
    }
}

/// Turns the queues of `target` into ones of another kind.
fn discipline(target: Target, aqm: Aqm) -> [Knob; 2] {
    let (on, mode) = early_detection(aqm);
    [Knob::Ecn(target, mode), Knob::Red(target, on)]
}

/// The scenario as lane `lane` sees it.
fn in_lane(scenario: &Scenario, lane: usize) -> Scenario {
    let mut scenario = scenario.clone();
    for (what, value) in scenario.lanes.get(lane).map(|lane| lane.overrides.clone()).unwrap_or_default().iter() {
        what.write(&mut scenario, value);
    }
    scenario
}

/// A duplex link between two nodes.
struct Duplex {
    from: u8,
    to: u8,
    link: Link,
}

/// The duplex links of a topology, in the order of their wires.
fn duplex(topology: &Topology) -> Vec<Duplex> {
    match topology {
        Topology::Chain { hops, bottleneck, link, access } => (1..=*hops)
            .map(|hop| {
                let plain =
                    Link { rate: *access, propagation: link.propagation, queue: link.queue.clone(), ..Link::default() };
                Duplex { from: hop - 1, to: hop, link: if hop == *bottleneck { link.clone() } else { plain } }
            })
            .collect(),
        Topology::Dumbbell { pairs, link, access, access_propagation } => {
            let queue = Queue { limit: HOST_QUEUE, ..Queue::default() };
            let host =
                || Link { rate: *access, propagation: *access_propagation, queue: queue.clone(), ..Link::default() };
            let (near, far) = (*pairs, *pairs + 1);
            let mut all = vec![Duplex { from: near, to: far, link: link.clone() }];
            all.extend((0..*pairs).map(|pair| Duplex { from: pair, to: near, link: host() }));
            all.extend((0..*pairs).map(|pair| Duplex { from: far, to: far + 1 + pair, link: host() }));
            all
        }
        Topology::Custom { links, .. } => {
            links.iter().map(|row| Duplex { from: row.from, to: row.to, link: row.link.clone() }).collect()
        }
        Topology::Radio { .. } | Topology::Mesh { .. } => Vec::new(),
    }
}

/// The radio channel.
fn radio(scenario: &Scenario) -> Option<RadioSetup> {
    let (layout, radio) = scenario.topology.stations()?;
    let queue = queue_setup(&radio.queue, scenario.profile == "ns3");
    let along = layout.line().map(|nodes| nodes.into_iter().map(NodeId).collect());
    let dsr = if let Topology::Mesh { routing, .. } = scenario.topology { Some(routing.setup()) } else { None };
    Some(RadioSetup { along, dsr, ..radio.setup(&layout.positions(), queue) })
}

/// Wires of the bottleneck, there and back; none on a radio channel.
fn bottleneck(topology: &Topology) -> Vec<LinkId> {
    let index = match topology {
        Topology::Chain { bottleneck, .. } => u16::from(bottleneck.saturating_sub(1)),
        Topology::Dumbbell { .. } => 0,
        Topology::Custom { bottleneck, .. } => *bottleneck,
        Topology::Radio { .. } | Topology::Mesh { .. } => return Vec::new(),
    };
    vec![LinkId(2 * index), LinkId(2 * index + 1)]
}

fn both_ways(scenario: &Scenario, wire: &Duplex) -> [LinkSetup; 2] {
    let link = &wire.link;
    // ns-3 counts only packets that wait, and drops ECN-capable packets too above the upper threshold.
    let like_ns3 = scenario.profile == "ns3";
    let queue = queue_setup(&link.queue, like_ns3);
    let plain = |from, to| LinkSetup::new(NodeId(from), NodeId(to), link.rate, link.propagation, queue);
    let there = LinkSetup {
        loss: LossSetup {
            packet: link.loss,
            applies_to: AppliesTo::Data,
            bit_error: link.bit_error,
            gilbert: (link.burst.loss > 0.0).then_some(GilbertSetup {
                mean_good: link.burst.good,
                mean_bad: link.burst.bad,
                loss_good: 0.0,
                loss_bad: link.burst.loss,
            }),
            ..LossSetup::default()
        },
        delay: DelaySetup {
            jitter: JitterSetup { max: link.jitter, order: order(link.jitter_fifo) },
            ..DelaySetup::default()
        },
        holds: hold_setup(link),
        opportunities: link.trace.as_ref().map(opportunities),
        ..plain(wire.from, wire.to)
    };
    [there, plain(wire.to, wire.from)]
}

/// Stalls have their epochs even while their length is zero, so that the live knob has something to lengthen.
fn hold_setup(link: &Link) -> HoldSetup {
    let hold = link.hold;
    let epochs = if hold.random {
        Epochs::Poisson { mean: hold.gap }
    } else {
        Epochs::Periodic { first: Time::ZERO + hold.gap, period: hold.gap }
    };
    HoldSetup { epochs, length: hold.length, stops: Stops::Delivery, limit: Some(HOLD_LIMIT) }
}

fn opportunities(trace: &Trace) -> Opportunities {
    let at_ms: Arc<[u32]> = match trace {
        Trace::LteCar => lte_car::opportunities().into(),
        Trace::Opportunities(at) => at.as_slice().into(),
    };
    Opportunities { at_ms, repeat: true, bytes_per_opportunity: OPPORTUNITY_BYTES }
}

const fn order(fifo: bool) -> Order {
    if fifo { Order::Fifo } else { Order::Overtake }
}

fn limit(limit: u32, unit: LimitUnit) -> Limit {
    match unit {
        LimitUnit::Packets => Limit::Packets(limit),
        LimitUnit::Bytes => Limit::Bytes(u64::from(limit)),
    }
}

fn queue_setup(queue: &Queue, like_ns3: bool) -> QueueSetup {
    // A drop-tail queue has it too, for the knob that switches it on.
    let (on, mode) = early_detection(queue.aqm);
    let red = RedSetup {
        on,
        w_q: queue.red_weight,
        min_th: queue.red_min,
        max_th: queue.red_max,
        p_max: queue.red_p_max,
        gentle: queue.red_gentle,
        mode,
        drop_above_max: like_ns3,
        spare_short: like_ns3,
        ..RedSetup::DEFAULT
    };
    QueueSetup { limit: limit(queue.limit, queue.unit), count_in_service: !like_ns3, red: Some(red) }
}

fn path_delay(scenario: &Scenario) -> PathDelaySetup {
    let path = &scenario.path;
    let scope = match path.late_hops {
        LateHops::One => DelayScope::Once,
        LateHops::Every => DelayScope::PerHop,
        LateHops::Bottleneck => {
            bottleneck(&scenario.topology).first().map_or(DelayScope::Once, |wire| DelayScope::On(*wire))
        }
    };
    PathDelaySetup { p: path.late, length: path.late_by, order: order(path.late_fifo), scope }
}

/// One source across the bottleneck, or along the first flow of a radio channel, silent until its rate is turned up.
fn cross(scenario: &Scenario, wires: &[Duplex]) -> Vec<CrossSetup> {
    let wire = bottleneck(&scenario.topology).first().and_then(|wire| wires.get(usize::from(wire.0 / 2)));
    let stations = || scenario.topology.stations().map(|(layout, _)| layout.ends(0));
    let ends = wire.map(|wire| (wire.from, wire.to)).or_else(stations);
    let Some((from, to)) = ends else { return Vec::new() };
    vec![CrossSetup {
        from: NodeId(from),
        to: NodeId(to),
        size: CROSS_SIZE,
        rate: scenario.path.cross,
        pattern: CrossPattern::Poisson,
        start: Time::ZERO,
        stop: Time::NEVER,
    }]
}

fn flow_setup(scenario: &Scenario, lane: usize, index: usize, flow: &Flow) -> FlowSetup {
    let lane_variant = scenario.lanes.get(lane).map(|lane| lane.variant.as_str());
    let text = flow.variant.as_deref().or(lane_variant).unwrap_or_default();
    let mut variant = registry::parse_variant(text).expect("a valid scenario names known variants");
    let mut tcp = Tcp::named(&scenario.profile).expect("a valid scenario names a known profile");
    apply(&scenario.tcp, &mut tcp, &mut variant);
    tcp.sack |= variant.needs_sack();
    tcp.dsack |= variant.needs_dsack();
    let id = FlowId(index as u16);
    let (from, to) = (NodeId(flow.src), NodeId(flow.dst));
    let u = Luck::new(scenario.seed, Label::FlowStart, index as u64).uniform(0, 0);
    let jitter = Span::from_nanos((START_JITTER.as_nanos() as f64 * u) as u64);
    FlowSetup {
        sender: SenderConfig { flow: id, from, to, tcp, variant },
        receiver: ReceiverConfig { flow: id, from: to, to: from, tcp },
        start: flow.start + jitter,
        app: if let App::Bytes(bytes) = flow.app { Some(bytes) } else { None },
    }
}
