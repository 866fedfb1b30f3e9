//! `run`: every lane of a scenario, watched by the ledger, to its end.

use std::collections::BTreeMap;

use cwndlab::ids::{FlowId, Id};
use cwndlab::metrics::Counters;
use cwndlab::rng::mix;
use cwndlab::scenario::limits::MAX_DURATION;
use cwndlab::scenario::{Problem, Scenario, build, knob_log};
use cwndlab::time::{Span, Time};
use cwndlab::trace::DropCause;
use cwndlab::truth::Ledger;
use cwndlab::world::World;

use super::clock::Clock;
use super::csv::Files;
use super::observer::Observer;
use super::report::{Flow, Report, Spread, Window};
use super::table::Table;
use super::{Failure, Run, input, print_json, print_text, svg};

/// Answers are drained after so much simulated time, so that they stay few.
const SLICE: Span = Span::from_secs(1);

/// Runs a scenario and prints the report.
pub fn run(arguments: &Run) -> Result<(), Failure> {
    let mut scenario = input::scenario(&arguments.scenario)?.scenario;
    if let Some(seed) = arguments.seed {
        scenario.seed = seed;
    }
    if let Some(path) = &arguments.trace {
        input::trace(path, &mut scenario)?;
    }
    let end = arguments.until.unwrap_or(Time::ZERO + scenario.duration);
    if end > Time::ZERO + MAX_DURATION {
        let allowed = format!("0 to {MAX_DURATION} s");
        return Err(Failure::Input(vec![Problem::new("until", end, allowed)]));
    }
    let mut files = arguments.csv.as_deref().map(Files::create).transpose()?;
    let report = run_all(&scenario, end, files.as_mut());
    if let Some(files) = files {
        files.finish()?;
    }
    if let Some(file) = &arguments.svg {
        svg::write(&arguments.scenario, &scenario, end, file)?;
    }
    if arguments.json { print_json(&report) } else { print_text(&readable(&scenario, &report)) }
}

/// Runs all lanes until `end`, that instant included.
pub(super) fn run_all(scenario: &Scenario, end: Time, mut files: Option<&mut Files>) -> Report {
    let clock = Clock::start();
    let mut report = Report {
        fingerprint: String::new(),
        lanes: Vec::new(),
        events: 0,
        sim_seconds: end.as_secs_f64(),
        cpu_seconds: 0.0,
        wall_seconds: 0.0,
        drops: BTreeMap::new(),
        flows: Vec::new(),
    };
    let mut fingerprint = 0;
    for lane in 0..scenario.lanes.len() {
        let world = run_lane(scenario, lane, end, files.as_deref_mut(), &mut report);
        fingerprint = mix(fingerprint ^ world.fingerprint());
        report.lanes.push(format!("{:016x}", world.fingerprint()));
        report.events += world.events();
    }
    report.fingerprint = format!("{fingerprint:016x}");
    report.cpu_seconds = clock.cpu_seconds();
    report.wall_seconds = clock.wall_seconds();
    report
}

/// Runs one lane until `end` and adds it to the report.
fn run_lane(scenario: &Scenario, lane: usize, end: Time, mut files: Option<&mut Files>, report: &mut Report) -> World {
    if let Some(files) = &mut files {
        files.lane(lane);
    }
    let setup = build(scenario, lane);
    let knobs = knob_log(scenario, lane);
    let mut world = World::new(&setup);
    let (mut ledger, mut counters) = (Ledger::new(), Counters::new());
    let mut observer = Observer::new(&world, files);
    let mut until = Time::ZERO;
    loop {
        world.advance(until, &knobs, &mut ((&mut ledger, &mut counters), &mut observer), u64::MAX);
        while let Some(answer) = ledger.poll_answer() {
            observer.on_answer(&answer);
        }
        if until == end {
            break;
        }
        until = (until + SLICE).min(end);
    }
    observer.finish();
    for (cause, &count) in DropCause::ALL.iter().zip(&observer.drops) {
        *report.drops.entry(cause.id()).or_insert(0) += count;
    }
    for (index, watched) in observer.flows.into_iter().enumerate() {
        let id = FlowId::from_index(index);
        let variant = scenario.flows[index].variant.as_ref().unwrap_or(&scenario.lanes[lane].variant);
        let (waste, counted) = (ledger.waste(id), counters.flow(id).cloned().unwrap_or_default());
        report.flows.push(Flow {
            lane,
            id: index,
            variant: variant.clone(),
            goodput_bps: counted.goodput.bits_per_second(end),
            segments_sent: counted.sent,
            retransmissions: counted.retransmissions,
            unnecessary_retransmissions: waste.retransmissions,
            unnecessary_cuts: waste.cuts.count,
            delivered_bytes: counted.goodput.bytes(),
            rtt_ms: counted.rtt.mean().map(|mean| Spread {
                min: counted.rtt.min.as_millis_f64(),
                mean: mean.as_millis_f64(),
                max: counted.rtt.max.as_millis_f64(),
            }),
            cwnd: Window { mean: counted.mean_cwnd(end).unwrap_or(0.0), max: watched.cwnd_max },
            timeouts: watched.timeouts(),
        });
    }
    world
}

/// The report for people.
fn readable(scenario: &Scenario, report: &Report) -> String {
    let mut text = String::new();
    for (lane, fingerprint) in report.lanes.iter().enumerate() {
        text.push_str(&format!("lane {}: {}, fingerprint {fingerprint}\n", lane + 1, scenario.lanes[lane].label));
        let heads =
            ["flow", "variant", "Mbit/s", "segments", "resent", "needless", "cuts", "RTT ms", "cwnd", "timeouts"];
        let mut table = Table::new(&heads);
        for flow in report.flows.iter().filter(|flow| flow.lane == lane) {
            table.row(vec![
                flow.id.to_string(),
                flow.variant.clone(),
                format!("{:.3}", flow.goodput_bps / 1e6),
                flow.segments_sent.to_string(),
                flow.retransmissions.to_string(),
                flow.unnecessary_retransmissions.to_string(),
                flow.unnecessary_cuts.to_string(),
                flow.rtt_ms.as_ref().map_or_else(|| "-".to_owned(), |rtt| format!("{:.1}", rtt.mean)),
                format!("{:.1}", flow.cwnd.mean),
                beliefs(flow),
            ]);
        }
        text.push_str(&table.render());
        text.push('\n');
    }
    let drops: Vec<_> =
        report.drops.iter().filter(|(_, count)| **count > 0).map(|(cause, count)| format!("{cause} {count}")).collect();
    text.push_str(&format!("drops: {}\n", if drops.is_empty() { "none".to_owned() } else { drops.join(", ") }));
    text.push_str(&format!(
        "fingerprint {} after {} s, {} events\n",
        report.fingerprint, report.sim_seconds, report.events
    ));
    text
}

/// The timeouts of a flow, as how often each cause met each belief.
fn beliefs(flow: &Flow) -> String {
    let mut pairs: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for timeout in &flow.timeouts {
        *pairs.entry((timeout.truth.unwrap_or("?"), timeout.verdict.unwrap_or("none"))).or_insert(0) += 1;
    }
    let parts: Vec<_> = pairs.iter().map(|((truth, verdict), count)| format!("{count} {truth}/{verdict}")).collect();
    if parts.is_empty() { "0".to_owned() } else { parts.join(", ") }
}
