//! The kinds of networks and senders that have to be among the random ones, and what has to have happened in them.
//!
//! A property of a link counts where data of a flow crosses it.

use cwndlab::ids::Id;
use cwndlab::queue::{EcnMode, Limit};
use cwndlab::scenario::{Scenario, Topology};
use cwndlab::tcp::variant::{DiagnoseId, RecoveryId, TimeoutId, WindowId};
use cwndlab::wire::delay::Order;
use cwndlab::world::{LinkSetup, World, WorldSetup};

/// A kind of link.
type OfLink = (&'static str, fn(&LinkSetup) -> bool);
/// A kind of network.
type OfNetwork = (&'static str, fn(&WorldSetup) -> bool);

/// What early detection does on a link at the start; nothing on drop-tail.
fn early_detection(link: &LinkSetup) -> Option<EcnMode> {
    link.queue.red.filter(|red| red.on).map(|red| red.mode)
}

fn is_drop_tail(link: &LinkSetup) -> bool {
    early_detection(link).is_none()
}

const LINKS: [OfLink; 12] = [
    ("queue: drop-tail, packets", |link| is_drop_tail(link) && matches!(link.queue.limit, Limit::Packets(_))),
    ("queue: drop-tail, bytes", |link| is_drop_tail(link) && matches!(link.queue.limit, Limit::Bytes(_))),
    ("queue: RED that drops", |link| early_detection(link) == Some(EcnMode::Off)),
    ("queue: RED that marks", |link| early_detection(link) == Some(EcnMode::Ecn)),
    ("queue: modified ECN", |link| early_detection(link) == Some(EcnMode::Modified)),
    ("link: loss", |link| link.loss.packet > 0.0),
    ("link: bit errors", |link| link.loss.bit_error > 0.0),
    ("link: bursts of loss", |link| link.loss.gilbert.is_some()),
    ("link: stalls", |link| !link.holds.length.is_zero()),
    ("link: jitter", |link| !link.delay.jitter.max.is_zero()),
    ("link: jitter that reorders", |link| {
        !link.delay.jitter.max.is_zero() && link.delay.jitter.order == Order::Overtake
    }),
    ("link: trace", |link| link.opportunities.is_some()),
];

const NETWORKS: [OfNetwork; 6] = [
    ("path: loss", |setup| setup.path_loss.data > 0.0),
    ("path: loss of ACKs", |setup| setup.path_loss.ack > 0.0),
    ("path: single packets delayed", |setup| setup.path_delay.p > 0.0),
    ("path: single packets overtaken", |setup| setup.path_delay.p > 0.0 && setup.path_delay.order == Order::Overtake),
    ("path: forwarding rate", |setup| setup.nodes.iter().any(|node| node.forwarding_rate.is_some())),
    ("path: cross traffic", |setup| setup.cross.iter().any(|cross| cross.rate.0 > 0)),
];

const TOPOLOGIES: [&str; 3] = ["topology: chain", "topology: dumbbell", "topology: custom"];

fn topology(topology: &Topology) -> &'static str {
    match topology {
        Topology::Chain { .. } => TOPOLOGIES[0],
        Topology::Dumbbell { .. } => TOPOLOGIES[1],
        Topology::Custom { .. } => TOPOLOGIES[2],
        Topology::Radio { .. } => "topology: radio",
        Topology::Mesh { .. } => "topology: mesh",
    }
}

/// What an [`Audit`](crate::audit::Audit) can have seen. Senders are named by their rows.
pub const EFFECTS: [&str; 11] = [
    "seen: queue_overflow",
    "seen: aqm_drop",
    "seen: random_loss",
    "seen: bit_error",
    "seen: no_route",
    "seen: mark",
    "seen: data out of order",
    "seen: duplicate data",
    "seen: undo",
    "seen: a flow at its end",
    "seen: packets travelling at the end",
];

/// The registry's rows, axis by axis.
fn rows() -> impl Iterator<Item = String> {
    let windows = WindowId::ALL.iter().map(|part| format!("window: {}", part.row().id));
    let recoveries = RecoveryId::ALL.iter().map(|part| format!("recovery: {}", part.row().id));
    let diagnoses = DiagnoseId::ALL.iter().map(|part| format!("diagnose: {}", part.row().id));
    let timeouts = TimeoutId::ALL.iter().map(|part| format!("timeout: {}", part.row().id));
    windows.chain(recoveries).chain(diagnoses).chain(timeouts)
}

/// A sender repaired a hole on duplicate ACKs.
pub fn repaired(recovery: RecoveryId) -> String {
    format!("seen: fast retransmit of {}", recovery.row().id)
}

/// The timer of a sender expired.
pub fn expired(timeout: TimeoutId) -> String {
    format!("seen: expiry of {}", timeout.row().id)
}

/// Every kind there is.
pub fn all() -> impl Iterator<Item = String> {
    let named = LINKS.iter().map(|(name, _)| *name).chain(NETWORKS.iter().map(|(name, _)| *name));
    let repairs = RecoveryId::ALL.iter().map(|&row| repaired(row));
    let expiries = TimeoutId::ALL.iter().map(|&row| expired(row));
    named.chain(TOPOLOGIES).chain(EFFECTS).map(str::to_owned).chain(rows()).chain(repairs).chain(expiries)
}

/// The kinds that a network is of, each once.
pub fn of(scenario: &Scenario, setup: &WorldSetup, world: &World) -> Vec<String> {
    let crossed = setup.flows.iter().flat_map(|flow| world.route(flow.sender.from, flow.sender.to));
    let links: Vec<&LinkSetup> = crossed.map(|link| &setup.links[link.index()]).collect();
    let of_links = LINKS.iter().filter(|(_, is)| links.iter().any(|link| is(link))).map(|(name, _)| *name);
    let of_network = NETWORKS.iter().filter(|(_, is)| is(setup)).map(|(name, _)| *name);
    let mut kinds: Vec<String> = of_links.chain(of_network).map(str::to_owned).collect();
    kinds.push(topology(&scenario.topology).to_owned());
    for flow in &setup.flows {
        let variant = flow.sender.variant;
        kinds.push(format!("window: {}", variant.window.row().id));
        kinds.push(format!("recovery: {}", variant.recovery.row().id));
        kinds.push(format!("diagnose: {}", variant.diagnose.row().id));
        kinds.push(format!("timeout: {}", variant.timeout.row().id));
    }
    kinds.sort();
    kinds.dedup();
    kinds
}
