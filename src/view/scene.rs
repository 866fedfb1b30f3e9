//! What the page draws once per change: nodes, links, flows, lanes, knobs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::air;
use super::catalogue::Value;
use super::layout::{layout, positions};
use super::words::{self, lane_label};
use crate::ids::Id;
use crate::lab::{Lab, just_after};
use crate::queue::Limit;
use crate::scenario::knobs::KnobId;
use crate::scenario::{Scenario, presets};

/// Rows by the ids of their knobs. Collecting would sort them first, in code for each type of row.
fn by_id<V>(rows: impl Iterator<Item = (KnobId, V)>) -> BTreeMap<&'static str, V> {
    let mut all = BTreeMap::new();
    all.extend(rows.map(|(what, row)| (what.knob().id, row)));
    all
}

/// The scene at the shown time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// Id of the preset it started from, if it did.
    pub preset: Option<&'static str>,
    /// Its title.
    pub title: String,
    /// What it shows.
    pub sentence: String,
    /// What to watch.
    pub caption: String,
    /// The seed, as text.
    pub seed: String,
    /// Length of the run, in seconds.
    pub duration: f64,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Links, one way each.
    pub links: Vec<Link>,
    /// Flows.
    pub flows: Vec<Flow>,
    /// Lanes.
    pub lanes: Vec<LaneRow>,
    /// Values in force.
    pub knobs: BTreeMap<&'static str, Value>,
    /// Which knobs can be turned; if not, why.
    pub enabled: BTreeMap<&'static str, Enabled>,
}

/// A node of the picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Node {
    id: usize,
    x: f64,
    y: f64,
    label: String,
    role: &'static str,
    /// Where a radio station stands, in metres.
    metres: Option<[f64; 2]>,
}

/// A link of the picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Link {
    id: usize,
    from: usize,
    to: usize,
    /// Whether it carries the way back of a pair.
    reverse: bool,
    rate_mbps: f64,
    delay_ms: f64,
    limit: f64,
}

/// A flow.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Flow {
    id: usize,
    src: usize,
    dst: usize,
    label: String,
}

/// A lane with the parts of its variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LaneRow {
    label: String,
    variant: String,
    window: &'static str,
    recovery: &'static str,
    diagnose: &'static str,
    timeout: &'static str,
    /// How far frames are decoded and sensed, in metres, on a radio channel.
    ranges: Option<[f64; 2]>,
    /// Parameters that this lane has for itself.
    own: BTreeMap<&'static str, Value>,
}

/// Whether a knob can be turned.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Enabled {
    /// It can.
    Yes(bool),
    /// Why it cannot.
    No(&'static str),
}

/// The scene of `lab`; `preset` is the preset it was opened with, if any.
#[must_use]
pub fn scene(lab: &Lab, preset: Option<&str>) -> Scene {
    let scenario = lab.scenario();
    let preset = preset.and_then(|id| presets::PRESETS.iter().find(|preset| preset.id == id));
    let (nodes, links) = network(lab);
    let flow = |(index, flow): (usize, &crate::scenario::Flow)| Flow {
        id: index,
        src: usize::from(flow.src),
        dst: usize::from(flow.dst),
        label: flow.variant.as_deref().map_or_else(|| format!("flow {}", index + 1), words::variant_label),
    };
    Scene {
        preset: preset.map(|preset| preset.id),
        title: preset.map_or_else(|| plain_title(scenario), |preset| preset.title.to_owned()),
        sentence: preset.map_or_else(String::new, |preset| preset.shows.to_owned()),
        caption: preset.map_or_else(String::new, |preset| preset.watch.to_owned()),
        seed: scenario.seed.to_string(),
        duration: scenario.duration.as_secs_f64(),
        nodes,
        links,
        flows: scenario.flows.iter().enumerate().map(flow).collect(),
        lanes: (0..lab.lanes().len()).map(|lane| lane_row(lab, lane)).collect(),
        knobs: by_id(KnobId::all().filter_map(|what| Some((what, Value::of(what, lab.value(what)?))))),
        enabled: by_id(KnobId::all().map(|what| (what, enabled(lab, what)))),
    }
}

fn plain_title(scenario: &Scenario) -> String {
    use crate::scenario::{Layout, Topology};
    match &scenario.topology {
        Topology::Chain { hops, .. } => format!("Chain, {}", counted(usize::from(*hops), "hop")),
        Topology::Dumbbell { pairs, .. } => format!("Dumbbell, {}", counted(usize::from(*pairs), "pair")),
        Topology::Custom { nodes, .. } => counted(nodes.len(), "node"),
        Topology::Radio { layout, .. } | Topology::Mesh { layout, .. } => match layout {
            Layout::Row { hops, .. } => format!("Radio chain, {}", counted(usize::from(*hops), "hop")),
            _ => counted(layout.count(), "radio station"),
        },
    }
}

/// So many of a thing.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// What a queue holds, 0 for no limit.
fn limit(limit: Limit) -> f64 {
    match limit {
        Limit::Unlimited => 0.0,
        Limit::Packets(packets) => f64::from(packets),
        Limit::Bytes(bytes) => bytes as f64,
    }
}

fn network(lab: &Lab) -> (Vec<Node>, Vec<Link>) {
    let (Some(setup), Some(lane)) = (lab.setup(0), lab.lanes().first()) else { return (Vec::new(), Vec::new()) };
    // A knob turned at the shown time is in force just after it.
    let now = just_after(lab.shown());
    let stations = positions(lab.scenario(), now).unwrap_or_default();
    let nodes = layout(lab.scenario(), setup, now).into_iter().enumerate().map(|(id, place)| Node {
        id,
        x: place.x,
        y: place.y,
        label: place.label,
        role: place.role.id(),
        metres: stations.get(id).map(|at| [at.x, at.y]),
    });
    let links = lane.state.world.links().entries().map(|(id, link)| Link {
        id: id.index(),
        from: link.from().index(),
        to: link.to().index(),
        reverse: id.index() % 2 == 1,
        rate_mbps: link.rate().as_mbps(),
        delay_ms: link.propagation().as_millis_f64(),
        limit: limit(link.limit()),
    });
    let world = &lane.state.world;
    let on_air = |(at, line): (usize, air::Line)| {
        let channel = world.air()?;
        Some(Link {
            id: world.links().len() + at,
            from: line.from.index(),
            to: line.to.index(),
            reverse: line.reverse,
            rate_mbps: channel.phy().data.rate().as_mbps(),
            delay_ms: 0.0,
            limit: air::queue(channel, &line).map_or(0.0, |(_, queue)| limit(queue.limit())),
        })
    };
    let lines = air::lines(lab, 0).into_iter().enumerate().filter_map(on_air);
    (nodes.collect(), links.chain(lines).collect())
}

fn lane_row(lab: &Lab, lane: usize) -> LaneRow {
    let variant = lab.setup(lane).and_then(|setup| setup.flows.first()).map(|flow| flow.sender.variant);
    let id = |part: Option<&'static str>| part.unwrap_or_default();
    let own = lab.scenario().lanes.get(lane).map(|lane| lane.overrides.clone()).unwrap_or_default();
    LaneRow {
        ranges: lab.lanes().get(lane).and_then(|lane| lane.state.world.air()).map(|channel| {
            let law = channel.propagation();
            [law.decode, law.sense]
        }),
        own: by_id(own.iter().map(|(what, value)| (what, Value::of(what, value)))),
        label: lane_label(lab, lane),
        variant: lab.scenario().lanes.get(lane).map_or_else(String::new, |lane| lane.variant.clone()),
        window: id(variant.map(|variant| variant.window.row().id)),
        recovery: id(variant.map(|variant| variant.recovery.row().id)),
        diagnose: id(variant.map(|variant| variant.diagnose.row().id)),
        timeout: id(variant.map(|variant| variant.timeout.row().id)),
    }
}

fn enabled(lab: &Lab, what: KnobId) -> Enabled {
    let scenario = lab.scenario();
    if what.read(scenario).is_none() {
        return Enabled::No(match what.knob().id {
            "hops" | "narrow" => "only a chain has hops to choose",
            "stagger" => "there is only one flow",
            _ => "this topology does not have it",
        });
    }
    if !scenario.lanes.is_empty() && scenario.lanes.iter().all(|lane| lane.overrides.get(what).is_some()) {
        return Enabled::No("every lane has a value of its own");
    }
    let red = what.knob().id.starts_with("red");
    let droptail = KnobId::find("aqm").and_then(|aqm| lab.value(aqm)) == Some(0.0);
    if red && droptail {
        return Enabled::No("the queue is drop-tail");
    }
    Enabled::Yes(true)
}
