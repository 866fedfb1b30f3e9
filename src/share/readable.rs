//! The readable spelling: a preset or a topology, and what differs from it.
//!
//! `p` names the start; ids of knobs are keys; `cc=nrt,newreno` are the lanes, `mix=nrt*10,newreno*10` the variants of
//! the flows of one world; `k=loss@12.5:0.05,rate@20:2` are the knobs turned while time runs; `profile`, `seed`.

use super::Pairs;
use super::{text, view};
use crate::scenario::knobs::{BadValue, KnobId, Place};
use crate::scenario::limits::{MAX_FLOWS, MAX_KNOB_ENTRIES, MAX_LANES};
use crate::scenario::{KnobEntry, Lane, Notice, Problem, Scenario, nearest, presets};
use crate::time::Time;

/// Keys besides the ids of knobs.
pub(super) const KEYS: [&str; 6] = ["p", "mix", "cc", "profile", "seed", "k"];

/// Reads the scenario of a readable link.
pub fn read(pairs: &Pairs, problems: &mut Vec<Problem>, notices: &mut Vec<Notice>) -> Option<Scenario> {
    let get = |wanted: &str| pairs.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    for (key, _) in pairs {
        if !KEYS.contains(&key.as_str()) && KnobId::find(key).is_none() {
            problems.push(unknown(key));
        }
    }
    let mut scenario = match start(get("p")) {
        Ok(scenario) => scenario,
        Err(problem) => {
            // Where the key itself is misspelt, it is not missing as well.
            if get("p").is_some() || problems.is_empty() {
                problems.push(problem);
            }
            return None;
        }
    };
    if let Some(profile) = get("profile") {
        profile.clone_into(&mut scenario.profile);
    }
    if let Some(mix) = get("mix") {
        keep(read_mix(mix, &mut scenario), problems);
    }
    for what in KnobId::all() {
        if let Some(value) = get(what.knob().id) {
            keep(read_knob(what, value, &mut scenario, notices), problems);
        }
    }
    if let Some(variants) = get("cc") {
        keep(read_lanes(variants, &mut scenario), problems);
    }
    if let Some(seed) = get("seed") {
        let read = seed.parse().map(|seed| scenario.seed = seed);
        keep(read.map_err(|_| Problem::new("seed", seed, "a whole number below 2^64")), problems);
    }
    if let Some(log) = get("k") {
        keep(read_log(log, &mut scenario, notices), problems);
    }
    Some(scenario)
}

fn keep(result: Result<(), Problem>, problems: &mut Vec<Problem>) {
    if let Err(problem) = result {
        problems.push(problem);
    }
}

/// A key that no link has.
fn unknown(key: &str) -> Problem {
    let knobs = KnobId::all().map(|what| what.knob().id);
    let all: Vec<_> = KEYS.into_iter().chain(knobs).chain(view::KEYS).collect();
    let meant = nearest(key, all.iter().copied()).map_or_else(String::new, |meant| format!("{meant} (meant here?), "));
    Problem::new("key", key, format!("{meant}one of {}", all.join(", ")))
}

/// The start of a scenario, or what is wrong with its name.
fn start(id: Option<&str>) -> Result<Scenario, Problem> {
    if let Some(scenario) = id.and_then(presets::base) {
        return Ok(scenario);
    }
    let id = id.unwrap_or_default();
    let meant = nearest(id, presets::base_ids()).map_or_else(String::new, |meant| format!("{meant} (meant here?), "));
    let all: Vec<_> = presets::base_ids().collect();
    Err(Problem::new("p", id, format!("{meant}one of {}", all.join(", "))))
}

/// The value of a knob, moved into its range.
fn read_value(field: &str, what: KnobId, text: &str, notices: &mut Vec<Notice>) -> Result<f64, Problem> {
    let knob = what.knob();
    let value = knob.parse(text).ok_or_else(|| Problem::new(field, text, knob.allowed()))?;
    match knob.check(value) {
        Ok(()) => Ok(value),
        Err(BadValue::NotOne) => Err(Problem::new(field, text, knob.allowed())),
        Err(BadValue::Outside(nearest)) => {
            let (asked, used) = (knob.show(value), knob.show(nearest));
            notices.push(Notice { field: field.to_owned(), asked, used, allowed: knob.allowed() });
            Ok(nearest)
        }
    }
}

fn read_knob(what: KnobId, text: &str, scenario: &mut Scenario, notices: &mut Vec<Notice>) -> Result<(), Problem> {
    let id = what.knob().id;
    if matches!(what.knob().place, Place::Log(_)) {
        return Err(Problem::new(id, text, format!("nothing; it turns while time runs: k={id}@seconds:value")));
    }
    let value = read_value(id, what, text, notices)?;
    if what.write(scenario, value) { Ok(()) } else { Err(Problem::new(id, text, "a knob that this topology has")) }
}

fn read_mix(mix: &str, scenario: &mut Scenario) -> Result<(), Problem> {
    let problem =
        || Problem::new("mix", mix, format!("variant*count parts joined by commas, at most {MAX_FLOWS} flows"));
    let mut variants = Vec::new();
    for part in mix.split(',') {
        let (variant, count) = part.split_once('*').unwrap_or((part, "1"));
        let count: usize = count.parse().map_err(|_| problem())?;
        if count > MAX_FLOWS || variant.is_empty() {
            return Err(problem());
        }
        variants.extend(std::iter::repeat_n(variant, count));
    }
    if !(1..=MAX_FLOWS).contains(&variants.len()) {
        return Err(problem());
    }
    scenario.set_flow_count(variants.len());
    for (flow, variant) in scenario.flows.iter_mut().zip(variants) {
        flow.variant = Some(variant.to_owned());
    }
    Ok(())
}

fn read_lanes(variants: &str, scenario: &mut Scenario) -> Result<(), Problem> {
    let names: Vec<_> = variants.split(',').collect();
    if names.len() > MAX_LANES || names.iter().any(|name| name.is_empty()) {
        return Err(Problem::new("cc", variants, format!("1 to {MAX_LANES} variants joined by commas")));
    }
    scenario.lanes = names.into_iter().map(Lane::of).collect();
    Ok(())
}

fn read_log(log: &str, scenario: &mut Scenario, notices: &mut Vec<Notice>) -> Result<(), Problem> {
    let mut entries = Vec::new();
    for part in log.split(',').filter(|part| !part.is_empty()) {
        if entries.len() == MAX_KNOB_ENTRIES {
            return Err(Problem::new("k", part, format!("at most {MAX_KNOB_ENTRIES} entries")));
        }
        let problem = || Problem::new("k", part, "knob@seconds:value parts joined by commas");
        let (id, rest) = part.split_once('@').ok_or_else(problem)?;
        let (t, value) = rest.split_once(':').ok_or_else(problem)?;
        let t = Time::parse_secs(t).ok_or_else(problem)?;
        let what = KnobId::find(id).ok_or_else(|| Problem::new("k", id, "the id of a knob"))?;
        let place = entries.partition_point(|before: &KnobEntry| before.t <= t);
        entries.insert(place, KnobEntry { t, what, value: read_value(id, what, value, notices)? });
    }
    scenario.knobs = entries;
    Ok(())
}

/// A path into a scenario in the words of a readable link.
pub fn in_words(field: &str) -> String {
    let place = |list: &str| {
        let (number, rest) = field.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
        Some((number.parse::<usize>().ok()? + 1, rest.trim_start_matches('.').to_owned()))
    };
    if let Some((lane, rest)) = place("lanes") {
        return if rest == "variant" { format!("cc, lane {lane}") } else { format!("lane {lane}, {rest}") };
    }
    if let Some((flow, rest)) = place("flows") {
        return if rest == "variant" { format!("mix, flow {flow}") } else { format!("flow {flow}, {rest}") };
    }
    place("knobs").map_or_else(|| field.to_owned(), |(entry, rest)| format!("k, entry {entry}, {rest}"))
}

/// Writes the shortest readable link of `scenario`, `None` where there is none.
pub fn write(scenario: &Scenario) -> Option<String> {
    let candidates = presets::base_ids().filter_map(|id| Some((id, presets::base(id)?)));
    let texts = candidates.map(|(id, base)| write_from(id, base, scenario));
    texts.filter(|text| reads_as(text, scenario)).min_by_key(String::len)
}

fn reads_as(text: &str, scenario: &Scenario) -> bool {
    let (mut problems, mut notices) = (Vec::new(), Vec::new());
    let read = text::pairs(text).ok().and_then(|pairs| read(&pairs, &mut problems, &mut notices));
    problems.is_empty() && notices.is_empty() && read.as_ref() == Some(scenario)
}

/// What differs between `at`, which starts as the scenario called `id`, and `scenario`, as far as keys can say it.
fn write_from(id: &str, mut at: Scenario, scenario: &Scenario) -> String {
    let mut parts = vec![format!("p={id}")];
    if at.profile != scenario.profile {
        at.profile.clone_from(&scenario.profile);
        parts.push(format!("profile={}", scenario.profile));
    }
    if let Some(mix) = write_mix(scenario).filter(|_| at.flows.len() != scenario.flows.len() || differ(&at, scenario)) {
        keep(read_mix(&mix, &mut at), &mut Vec::new());
        parts.push(format!("mix={mix}"));
    }
    for what in KnobId::all() {
        if let Some(value) = what.read(scenario).filter(|&value| what.read(&at) != Some(value)) {
            what.write(&mut at, value);
            parts.push(format!("{}={}", what.knob().id, what.knob().show(value)));
        }
    }
    if at.lanes != scenario.lanes {
        let variants: Vec<_> = scenario.lanes.iter().map(|lane| lane.variant.as_str()).collect();
        parts.push(format!("cc={}", variants.join(",")));
    }
    if at.seed != scenario.seed {
        parts.push(format!("seed={}", scenario.seed));
    }
    if at.knobs != scenario.knobs {
        parts.push(format!("k={}", write_log(&scenario.knobs)));
    }
    parts.join("&")
}

/// Whether the variants of the flows differ.
fn differ(one: &Scenario, other: &Scenario) -> bool {
    one.flows.iter().zip(&other.flows).any(|(one, other)| one.variant != other.variant)
}

/// The variants of the flows, run by run, `None` where a flow has none of its own.
fn write_mix(scenario: &Scenario) -> Option<String> {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for flow in &scenario.flows {
        let variant = flow.variant.as_deref()?;
        match runs.last_mut() {
            Some((last, count)) if *last == variant => *count += 1,
            _ => runs.push((variant, 1)),
        }
    }
    Some(runs.iter().map(|(variant, count)| format!("{variant}*{count}")).collect::<Vec<_>>().join(","))
}

fn write_log(entries: &[KnobEntry]) -> String {
    let show =
        |entry: &KnobEntry| format!("{}@{}:{}", entry.what.knob().id, entry.t, entry.what.knob().show(entry.value));
    entries.iter().map(show).collect::<Vec<_>>().join(",")
}
