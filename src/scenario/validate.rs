//! Everything wrong with a scenario, at once.

use crate::scenario::knobs::{BadValue, Kind, KnobId, Place};
use crate::scenario::limits::{
    MAX_APP_BYTES, MAX_DURATION, MAX_FLOWS, MAX_KNOB_ENTRIES, MAX_LANES, MAX_LINKS, MAX_NODES, MAX_OPPORTUNITIES,
    MAX_TEXT, MAX_TRACE_MS,
};
use crate::scenario::thresholds;
use crate::scenario::{
    App, LateHops, Layout, Link, Notice, Problem, Queue, Radio, Scenario, Settings, Topology, Trace,
};
use crate::tcp::profile::PROFILES;
use crate::tcp::registry;
use crate::time::Time;

/// Lists every problem of `scenario`; none means that it can be built.
#[must_use]
pub fn validate(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Problems(Vec::new());
    let mut copy = scenario.clone();
    repair(&mut copy, &mut |field, what, value, bad| {
        let (shown, allowed) = (what.knob().show(value), what.knob().allowed());
        problems.add(field, shown, allowed);
        if let BadValue::Outside(nearest) = bad { Some(nearest) } else { None }
    });
    check_texts(scenario, &mut problems);
    check_topology(&scenario.topology, &mut problems);
    check_flows(scenario, &mut problems);
    check_lanes(scenario, &mut problems);
    check_knobs(scenario, &mut problems);
    check_places(scenario, &mut problems);
    problems.0.extend(thresholds::crossed(scenario));
    problems.0
}

/// Moves every knob of `scenario` that is out of its range to the nearest value, and says so. Values that are not
/// numbers stay, for [`validate`] to find.
pub fn clamp(scenario: &mut Scenario) -> Vec<Notice> {
    let mut notices = Vec::new();
    repair(scenario, &mut |field, what, value, bad| {
        let BadValue::Outside(nearest) = bad else { return None };
        let show = |value| what.knob().show(value);
        notices.push(Notice {
            field: field.to_owned(),
            asked: show(value),
            used: show(nearest),
            allowed: what.knob().allowed(),
        });
        Some(nearest)
    });
    notices
}

/// Asked about each bad value: field, knob, value, what is wrong. The answer is used instead.
type Doctor<'a> = dyn FnMut(&str, KnobId, f64, BadValue) -> Option<f64> + 'a;

/// Shows every bad value of a knob in `scenario` to `doctor`.
fn repair(scenario: &mut Scenario, doctor: &mut Doctor<'_>) {
    for what in KnobId::all() {
        let Some(value) = what.read(scenario) else { continue };
        if let Some(better) = heal(what.knob().id, what, value, doctor) {
            what.write(scenario, better);
        }
    }
    if let Topology::Custom { links, bottleneck, .. } = &mut scenario.topology {
        for (index, row) in links.iter_mut().enumerate().filter(|(index, _)| *index != usize::from(*bottleneck)) {
            repair_link(&mut row.link, &format!("topology.links[{index}]"), doctor);
        }
    }
    for (index, lane) in scenario.lanes.iter_mut().enumerate() {
        repair_settings(&mut lane.overrides, &format!("lanes[{index}].overrides"), doctor);
    }
    for (index, entry) in scenario.knobs.iter_mut().enumerate() {
        let field = format!("knobs[{index}].{}", entry.what.knob().id);
        if let Some(better) = heal(&field, entry.what, entry.value, doctor) {
            entry.value = better;
        }
    }
}

fn repair_link(link: &mut Link, field: &str, doctor: &mut Doctor<'_>) {
    for what in KnobId::all() {
        let value = match what.knob().place {
            Place::Link(get, _) => get(link),
            Place::Queue(get, _) => get(&link.queue),
            Place::Scenario(..) | Place::Tcp | Place::Log(_) => continue,
        };
        if let Some(better) = heal(&format!("{field}.{}", what.knob().id), what, value, doctor) {
            match what.knob().place {
                Place::Link(_, set) => set(link, better),
                Place::Queue(_, set) => set(&mut link.queue, better),
                Place::Scenario(..) | Place::Tcp | Place::Log(_) => {}
            }
        }
    }
}

fn repair_settings(settings: &mut Settings, field: &str, doctor: &mut Doctor<'_>) {
    for (what, value) in settings.clone().iter() {
        if let Some(better) = heal(&format!("{field}.{}", what.knob().id), what, value, doctor) {
            settings.set(what, better);
        }
    }
}

fn heal(field: &str, what: KnobId, value: f64, doctor: &mut Doctor<'_>) -> Option<f64> {
    what.knob().check(value).err().and_then(|bad| doctor(field, what, value, bad))
}

/// Lanes share their nodes and their traffic, so that what happens in them can be compared.
const SHARED: [&str; 8] = ["hops", "flows", "narrow", "stagger", "dur", "spacing", "serpentine", "move"];

/// Problems found so far.
struct Problems(Vec<Problem>);

impl Problems {
    fn add(&mut self, field: &str, value: impl std::fmt::Display, allowed: impl Into<String>) {
        self.0.push(Problem::new(field, value, allowed));
    }

    fn unless(&mut self, fine: bool, field: &str, value: impl std::fmt::Display, allowed: &str) {
        if !fine {
            self.add(field, value, allowed);
        }
    }
}

/// Whether `c` commands the screen instead of appearing on it: control characters (Unicode category Cc), separators of
/// lines, and marks that turn the direction of writing (Unicode annex 9, §2).
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn check_texts(scenario: &Scenario, problems: &mut Problems) {
    let short = format!("1 to {MAX_TEXT} characters");
    let plain = "characters that can be seen: no control characters, no change of the direction of writing";
    let mut check = |field: &str, text: &str| {
        problems.unless(!text.is_empty() && text.chars().count() <= MAX_TEXT, field, text, &short);
        problems.unless(!text.chars().any(is_control), field, text, plain);
    };
    for (index, lane) in scenario.lanes.iter().enumerate() {
        check(&format!("lanes[{index}].label"), &lane.label);
    }
    if let Topology::Custom { nodes, .. } = &scenario.topology {
        for (index, node) in nodes.iter().enumerate() {
            check(&format!("topology.nodes[{index}].name"), &node.name);
        }
    }
    if let Some((Layout::Free { nodes }, _)) = scenario.topology.stations() {
        for (index, node) in nodes.iter().enumerate() {
            check(&format!("topology.layout.nodes[{index}].name"), &node.name);
        }
    }
}

fn check_topology(topology: &Topology, problems: &mut Problems) {
    match topology {
        Topology::Chain { hops, bottleneck, link, .. } => {
            problems.unless(bottleneck <= hops, "narrow", bottleneck, "a hop of the chain");
            check_link("topology.link", link, problems);
        }
        Topology::Dumbbell { pairs, link, .. } => {
            let fine = (1..=MAX_FLOWS).contains(&usize::from(*pairs));
            problems.unless(fine, "topology.pairs", pairs, &format!("1 to {MAX_FLOWS}"));
            check_link("topology.link", link, problems);
        }
        Topology::Custom { nodes, links, bottleneck } => {
            let enough = format!("2 to {MAX_NODES} nodes");
            problems.unless((2..=MAX_NODES).contains(&nodes.len()), "topology.nodes", nodes.len(), &enough);
            let enough = format!("1 to {MAX_LINKS} links");
            problems.unless((1..=MAX_LINKS).contains(&links.len()), "topology.links", links.len(), &enough);
            let known = usize::from(*bottleneck) < links.len();
            problems.unless(known, "topology.bottleneck", bottleneck, "the index of a link");
            for (index, row) in links.iter().enumerate() {
                let field = format!("topology.links[{index}]");
                let known = usize::from(row.from.max(row.to)) < nodes.len();
                let ends = format!("{} to {}", row.from, row.to);
                problems.unless(known && row.from != row.to, &field, ends, "two different nodes of the list");
                check_link(&field, &row.link, problems);
            }
        }
        Topology::Radio { layout, radio } | Topology::Mesh { layout, radio, .. } => {
            check_radio(layout, radio, problems);
        }
    }
}

fn check_radio(layout: &Layout, radio: &Radio, problems: &mut Problems) {
    let enough = format!("2 to {MAX_NODES} stations");
    problems.unless((2..=MAX_NODES).contains(&layout.count()), "topology.layout", layout.count(), &enough);
    if let Layout::Grid { columns: 0, .. } = layout {
        problems.add("topology.layout.columns", 0, "at least 1");
    }
    if let Layout::Free { nodes } = layout {
        let allowed = format!("a place from -{FARTHEST} to {FARTHEST} m");
        for (index, node) in nodes.iter().enumerate() {
            let fine = node.x.abs() <= FARTHEST && node.y.abs() <= FARTHEST;
            let place = format!("{}, {}", node.x, node.y);
            problems.unless(fine, &format!("topology.layout.nodes[{index}]"), place, &allowed);
        }
    }
    problems.unless(radio.decode <= radio.sense, "decode", radio.decode, "at most the range of sensing");
    check_queue("topology.radio", &radio.queue, problems);
}

/// Stations are at most so far from the origin, in metres: a hundred times the longest range of radio.
const FARTHEST: f64 = 1e6;

fn check_queue(field: &str, queue: &Queue, problems: &mut Problems) {
    let (min, max) = (queue.red_min, queue.red_max);
    problems.unless(min <= max, &format!("{field}.queue.red_min"), min, "at most red_max");
}

fn check_link(field: &str, link: &Link, problems: &mut Problems) {
    check_queue(field, &link.queue, problems);
    if let Some(Trace::Opportunities(at)) = &link.trace {
        let field = format!("{field}.trace");
        let fine = (1..=MAX_OPPORTUNITIES).contains(&at.len());
        problems.unless(fine, &field, at.len(), &format!("1 to {MAX_OPPORTUNITIES} opportunities"));
        let last = at.last().copied().unwrap_or(1);
        let fine = at.is_sorted() && (1..=MAX_TRACE_MS).contains(&last);
        problems.unless(fine, &field, "its times", "ascending, the last above 0 and within a day");
    }
}

fn check_flows(scenario: &Scenario, problems: &mut Problems) {
    let nodes = scenario.topology.node_count();
    for (index, flow) in scenario.flows.iter().enumerate().take(MAX_FLOWS) {
        let field = format!("flows[{index}]");
        let known = usize::from(flow.src.max(flow.dst)) < nodes && flow.src != flow.dst;
        let ends = format!("{} to {}", flow.src, flow.dst);
        problems.unless(known, &field, ends, &format!("two different nodes of 0 to {}", nodes.saturating_sub(1)));
        if let App::Bytes(bytes) = flow.app {
            let allowed = format!("1 to {MAX_APP_BYTES} bytes");
            problems.unless((1..=MAX_APP_BYTES).contains(&bytes), &format!("{field}.app"), bytes, &allowed);
        }
        let latest = Time::ZERO + MAX_DURATION;
        problems.unless(flow.start <= latest, &format!("{field}.start"), flow.start, &format!("0 to {latest} s"));
    }
}

fn check_lanes(scenario: &Scenario, problems: &mut Problems) {
    let profiles: Vec<_> = PROFILES.iter().map(|(name, _)| *name).collect();
    let known = profiles.contains(&scenario.profile.as_str());
    problems.unless(known, "profile", &scenario.profile, &profiles.join(", "));
    let mut variant = |field: &str, text: &str| {
        if let Err(why) = registry::parse_variant(text) {
            problems.add(field, text, why.hint);
        }
    };
    for (index, flow) in scenario.flows.iter().enumerate() {
        if let Some(text) = &flow.variant {
            variant(&format!("flows[{index}].variant"), text);
        }
    }
    for (index, lane) in scenario.lanes.iter().enumerate() {
        variant(&format!("lanes[{index}].variant"), &lane.variant);
    }
    let count = scenario.lanes.len();
    problems.unless((1..=MAX_LANES).contains(&count), "lanes", count, &format!("1 to {MAX_LANES}"));
}

fn check_knobs(scenario: &Scenario, problems: &mut Problems) {
    let count = scenario.knobs.len();
    problems.unless(count <= MAX_KNOB_ENTRIES, "knobs", count, &format!("at most {MAX_KNOB_ENTRIES} entries"));
    let latest = Time::ZERO + MAX_DURATION;
    let mut previous = Time::ZERO;
    for (index, entry) in scenario.knobs.iter().enumerate() {
        let (field, knob) = (format!("knobs[{index}]"), entry.what.knob());
        problems.unless(entry.t <= latest, &format!("{field}.t"), entry.t, &format!("0 to {latest} s"));
        problems.unless(entry.t >= previous, &format!("{field}.t"), entry.t, "not before the entry above it");
        problems.unless(knob.live, &format!("{field}.what"), knob.id, "a knob that turns while time runs");
        let exists = entry.what.read(scenario).is_some();
        problems.unless(exists || !knob.live, &format!("{field}.what"), knob.id, "a knob of this topology");
        if let Some(spot) = entry.what.spot(entry.value) {
            let stations = scenario.topology.node_count();
            let allowed = format!("a station from 0 to {}", stations.saturating_sub(1));
            let known = !exists || usize::from(spot.station) < stations;
            problems.unless(known, &format!("{field}.{}", knob.id), spot, &allowed);
        }
        previous = entry.t;
    }
    for (what, _) in scenario.tcp.iter() {
        let knob = what.knob();
        problems.unless(matches!(knob.place, Place::Tcp), "tcp", knob.id, "parameters of TCP");
    }
    for (index, lane) in scenario.lanes.iter().enumerate() {
        let field = format!("lanes[{index}].overrides");
        for (what, value) in lane.overrides.iter() {
            let knob = what.knob();
            problems.unless(!SHARED.contains(&knob.id), &field, knob.id, "knobs in which lanes can differ");
            let exists = what.read(scenario).is_some();
            problems.unless(exists, &field, knob.id, "a knob of this topology");
            let recorded = matches!(knob.kind, Kind::Choice(words) if words.get(value as usize) == Some(&"file"));
            problems.unless(!recorded, &field, "a trace file", "a trace that has a name");
        }
    }
}

/// Values that a topology has no place for, in the scenario or in a lane of its own.
fn check_places(scenario: &Scenario, problems: &mut Problems) {
    let wired = scenario.topology.bottleneck().is_some();
    let in_line = matches!(scenario.topology.stations(), Some((Layout::Grid { serpentine: true, .. }, _)));
    let refused = |what: KnobId, value: f64| match what.knob().id {
        "latehops" if !wired && LateHops::ALL.get(value as usize) == Some(&LateHops::Bottleneck) => {
            Some("one, every; stations on the air have no bottleneck")
        }
        "routing" if in_line && value > 0.0 => {
            Some("static while packets follow one line through all rows; dsr, dsr-overhear with serpentine=off")
        }
        _ => None,
    };
    let mut check = |field: &str, what: KnobId, value: f64| {
        if let Some(allowed) = refused(what, value) {
            problems.add(field, what.knob().show(value), allowed);
        }
    };
    for what in ["latehops", "routing"].into_iter().filter_map(KnobId::find) {
        if let Some(value) = what.read(scenario) {
            check(what.knob().id, what, value);
        }
        for (index, lane) in scenario.lanes.iter().enumerate() {
            if let Some(value) = lane.overrides.get(what) {
                check(&format!("lanes[{index}].overrides.{}", what.knob().id), what, value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
