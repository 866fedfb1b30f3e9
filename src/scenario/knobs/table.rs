//! The rows. Append only: ids and row numbers are in every link ever made.

use super::{Kind, Knob, Place, Scale, Spot, radio};
use crate::radio::{Model, PhyRate};
use crate::scenario::limits::{MAX_DURATION, MAX_FLOWS, MAX_HOPS};
use crate::scenario::radio::NO_RTS;
use crate::scenario::{Aqm, LateHops, Layout, LimitUnit, Link, NoiseProfile, Queue, Scenario, Topology, Trace};
use crate::time::Span;
use crate::units::Rate;

const OFF_ON: Kind = Kind::Choice(&["off", "on"]);

const fn linear(min: f64, max: f64, step: f64) -> Kind {
    Kind::Number { min, max, step, scale: Scale::Linear, whole: false, off: false }
}

const fn log(min: f64, max: f64) -> Kind {
    Kind::Number { min, max, step: min, scale: Scale::Log, whole: false, off: false }
}

const fn log_or_off(min: f64, max: f64) -> Kind {
    Kind::Number { min, max, step: min, scale: Scale::Log, whole: false, off: true }
}

const fn count(min: f64, max: f64) -> Kind {
    Kind::Number { min, max, step: 1.0, scale: Scale::Linear, whole: true, off: false }
}

const fn count_or_off(min: f64, max: f64) -> Kind {
    Kind::Number { min, max, step: 1.0, scale: Scale::Linear, whole: true, off: true }
}

/// A live knob of the bottleneck link.
#[expect(clippy::too_many_arguments, reason = "one for each column of the table")]
#[rustfmt::skip]
const fn link(id: &'static str, label: &'static str, unit: &'static str, kind: Kind, default: f64, source: &'static str,
    get: fn(&Link) -> f64, set: fn(&mut Link, f64)) -> Knob {
    Knob { id, label, unit, kind, default, live: true, place: Place::Link(get, set), source }
}

/// A live knob of the queue.
#[expect(clippy::too_many_arguments, reason = "one for each column of the table")]
#[rustfmt::skip]
const fn queue(id: &'static str, label: &'static str, unit: &'static str, kind: Kind, default: f64, source: &'static str,
    get: fn(&Queue) -> f64, set: fn(&mut Queue, f64)) -> Knob {
    Knob { id, label, unit, kind, default, live: true, place: Place::Queue(get, set), source }
}

/// A knob that rebuilds the worlds.
const fn structural(knob: Knob) -> Knob {
    Knob { live: false, ..knob }
}

/// A knob of the paths.
#[expect(clippy::too_many_arguments, reason = "one for each column of the table")]
#[rustfmt::skip]
const fn path(id: &'static str, label: &'static str, unit: &'static str, kind: Kind, default: f64, source: &'static str,
    get: fn(&Scenario) -> Option<f64>, set: fn(&mut Scenario, f64)) -> Knob {
    Knob { id, label, unit, kind, default, live: true, place: Place::Scenario(get, set), source }
}

/// A TCP parameter; the profile has it where the scenario does not.
#[rustfmt::skip]
const fn tcp(id: &'static str, label: &'static str, unit: &'static str, kind: Kind, default: f64, source: &'static str)
    -> Knob {
    Knob { id, label, unit, kind, default, live: false, place: Place::Tcp, source }
}

fn flag(on: bool) -> f64 {
    if on { 1.0 } else { 0.0 }
}

fn set_hops(scenario: &mut Scenario, value: f64) {
    if let Some(line) = radio::line(scenario) {
        let end = line.get(value as usize).or(line.last()).copied().unwrap_or(0);
        scenario.flows.iter_mut().for_each(|flow| flow.dst = end);
        return;
    }
    let old = scenario.topology.ends(0);
    match &mut scenario.topology {
        Topology::Chain { hops, bottleneck, .. } => {
            *hops = value as u8;
            *bottleneck = (*bottleneck).min(*hops);
        }
        Topology::Radio { layout: Layout::Row { hops, .. }, .. }
        | Topology::Mesh { layout: Layout::Row { hops, .. }, .. } => *hops = value as u8,
        _ => {}
    }
    let new = scenario.topology.ends(0);
    for flow in &mut scenario.flows {
        (flow.src, flow.dst) =
            if (flow.src, flow.dst) == old { new } else { (flow.src.min(new.1), flow.dst.min(new.1)) };
    }
}

fn hops(scenario: &Scenario) -> Option<f64> {
    match scenario.topology {
        Topology::Chain { hops, .. }
        | Topology::Radio { layout: Layout::Row { hops, .. }, .. }
        | Topology::Mesh { layout: Layout::Row { hops, .. }, .. } => Some(f64::from(hops)),
        _ => radio::hops_along_line(scenario),
    }
}

fn bottleneck(scenario: &Scenario) -> Option<f64> {
    if let Topology::Chain { bottleneck, .. } = scenario.topology { Some(f64::from(bottleneck)) } else { None }
}

fn set_bottleneck(scenario: &mut Scenario, value: f64) {
    if let Topology::Chain { hops, bottleneck, .. } = &mut scenario.topology {
        *bottleneck = (value as u8).min(*hops);
    }
}

fn access(scenario: &Scenario) -> Option<f64> {
    match scenario.topology {
        Topology::Chain { access, .. } | Topology::Dumbbell { access, .. } => Some(access.as_mbps()),
        Topology::Custom { .. } | Topology::Radio { .. } | Topology::Mesh { .. } => None,
    }
}

fn set_access(scenario: &mut Scenario, value: f64) {
    if let Topology::Chain { access, .. } | Topology::Dumbbell { access, .. } = &mut scenario.topology {
        *access = Rate::from_mbps(value);
    }
}

fn access_propagation(scenario: &Scenario) -> Option<f64> {
    if let Topology::Dumbbell { access_propagation, .. } = scenario.topology {
        Some(access_propagation.as_millis_f64())
    } else {
        None
    }
}

fn set_access_propagation(scenario: &mut Scenario, value: f64) {
    if let Topology::Dumbbell { access_propagation, .. } = &mut scenario.topology {
        *access_propagation = Span::from_millis_f64(value);
    }
}

fn trace(link: &Link) -> f64 {
    match link.trace {
        None => 0.0,
        Some(Trace::LteCar) => 1.0,
        Some(Trace::Opportunities(_)) => 2.0,
    }
}

/// A recorded trace cannot be made from its name, so choosing it keeps what is there.
fn set_trace(link: &mut Link, value: f64) {
    match value as u8 {
        0 => link.trace = None,
        1 => link.trace = Some(Trace::LteCar),
        _ => {}
    }
}

const NRT_PAPER: &str = "TCP NRT paper";
const OWN: &str = "choice";
const NS2: &str = "ns-2";
const RED: &str = "Floyd and Jacobson 1993";

/// Everything a user can turn.
#[rustfmt::skip]
pub const TABLE: &[Knob] = &[
    structural(path("hops", "Hops", "", count(1.0, MAX_HOPS as f64), 7.0, OWN, hops, set_hops)),
    structural(path("flows", "Flows", "", count(1.0, MAX_FLOWS as f64), 1.0, OWN,
        |s| Some(s.flows.len() as f64), |s, v| s.set_flow_count(v as usize))),
    structural(path("narrow", "Bottleneck at hop", "", count(1.0, MAX_HOPS as f64), 1.0, OWN, bottleneck, set_bottleneck)),
    structural(path("stagger", "Flows start apart by", "s", linear(0.0, 60.0, 0.1), 0.0, OWN,
        |s| (s.flows.len() > 1).then(|| s.stagger().as_secs_f64()), |s, v| s.set_stagger(Span::from_secs_f64(v)))),
    structural(path("dur", "Duration", "s", linear(0.1, MAX_DURATION.as_nanos() as f64 / 1e9, 1.0), 60.0, OWN,
        |s| Some(s.duration.as_secs_f64()), |s, v| s.duration = Span::from_secs_f64(v))),
    path("loss", "Random loss", "", linear(0.0, 1.0, 0.001), 0.0, NRT_PAPER, |s| Some(s.path.loss), |s, v| s.path.loss = v),
    path("ackloss", "ACK loss", "", linear(0.0, 1.0, 0.001), 0.0, NRT_PAPER,
        |s| Some(s.path.ack_loss), |s, v| s.path.ack_loss = v),
    path("late", "Packets delayed", "", linear(0.0, 1.0, 0.001), 0.0, NRT_PAPER, |s| Some(s.path.late), |s, v| s.path.late = v),
    path("lateby", "Delayed by", "ms", linear(0.0, 5000.0, 1.0), 60.0, NRT_PAPER,
        |s| Some(s.path.late_by.as_millis_f64()), |s, v| s.path.late_by = Span::from_millis_f64(v)),
    structural(path("lateorder", "Packets behind a delayed one", "", Kind::Choice(&["overtake", "wait"]), 1.0, NRT_PAPER,
        |s| Some(flag(s.path.late_fifo)), |s, v| s.path.late_fifo = v != 0.0)),
    structural(path("latehops", "Delayed on", "", Kind::Choice(&["one", "every", "bottleneck"]), 1.0, NRT_PAPER,
        |s| Some(radio::place(&LateHops::ALL, &s.path.late_hops)),
        |s, v| s.path.late_hops = LateHops::ALL.get(v as usize).copied().unwrap_or(LateHops::Every))),
    structural(path("fwd", "Router forwards", "packets/s", count_or_off(10.0, 1_000_000.0), 0.0, OWN,
        |s| Some(f64::from(s.path.forwarding_rate)), |s, v| s.path.forwarding_rate = v as u32)),
    path("cross", "Cross traffic", "Mbit/s", linear(0.0, 1000.0, 0.1), 0.0, OWN,
        |s| Some(s.path.cross.as_mbps()), |s, v| s.path.cross = Rate::from_mbps(v)),
    link("rate", "Bottleneck rate", "Mbit/s", log(0.01, 1000.0), 10.0, OWN,
        |l| l.rate.as_mbps(), |l, v| l.rate = Rate::from_mbps(v)),
    structural(path("access", "Rate of the other links", "Mbit/s", log(0.01, 1000.0), 10.0, OWN, access, set_access)),
    link("prop", "Propagation", "ms", linear(0.0, 1000.0, 0.1), 5.0, OWN,
        |l| l.propagation.as_millis_f64(), |l, v| l.propagation = Span::from_millis_f64(v)),
    structural(path("accessprop", "Propagation of the other links", "ms", linear(0.0, 1000.0, 0.1), 1.0, OWN,
        access_propagation, set_access_propagation)),
    queue("queue", "Queue limit", "", count(1.0, 100_000.0), 50.0, NS2,
        |q| f64::from(q.limit), |q, v| q.limit = v as u32),
    structural(queue("queueunit", "Queue counts", "", Kind::Choice(&["packets", "bytes"]), 0.0, NS2,
        |q| flag(q.unit == LimitUnit::Bytes),
        |q, v| q.unit = if v == 0.0 { LimitUnit::Packets } else { LimitUnit::Bytes })),
    queue("aqm", "Queue management", "", Kind::Choice(&["droptail", "red", "ecn", "modified"]), 0.0, OWN,
        |q| Aqm::ALL.iter().position(|&aqm| aqm == q.aqm).unwrap_or(0) as f64,
        |q, v| q.aqm = Aqm::ALL.get(v as usize).copied().unwrap_or_default()),
    queue("redweight", "RED: weight of a sample", "", log(0.0001, 1.0), 0.002, RED,
        |q| q.red_weight, |q, v| q.red_weight = v),
    queue("redmin", "RED: lower threshold", "packets", linear(0.0, 1000.0, 1.0), 5.0, RED,
        |q| q.red_min, |q, v| q.red_min = v),
    queue("redmax", "RED: upper threshold", "packets", linear(1.0, 1000.0, 1.0), 15.0, RED,
        |q| q.red_max, |q, v| q.red_max = v),
    queue("redp", "RED: largest probability", "", linear(0.0, 1.0, 0.01), 0.1, NS2,
        |q| q.red_p_max, |q, v| q.red_p_max = v),
    queue("redgentle", "RED: gentle", "", OFF_ON, 0.0, OWN,
        |q| flag(q.red_gentle), |q, v| q.red_gentle = v != 0.0),
    link("linkloss", "Loss on the bottleneck", "", linear(0.0, 1.0, 0.001), 0.0, OWN, |l| l.loss, |l, v| l.loss = v),
    link("ber", "Bit errors on the bottleneck", "", log_or_off(1e-9, 0.01), 0.0, OWN,
        |l| l.bit_error, |l, v| l.bit_error = v),
    structural(link("burst", "Loss in a burst", "", linear(0.0, 1.0, 0.01), 0.0, OWN,
        |l| l.burst.loss, |l, v| l.burst.loss = v)),
    structural(link("burstlen", "A burst lasts", "ms", log(1.0, 60_000.0), 100.0, OWN,
        |l| l.burst.bad.as_millis_f64(), |l, v| l.burst.bad = Span::from_millis_f64(v))),
    structural(link("burstgap", "Between bursts", "s", log(0.001, 3600.0), 5.0, OWN,
        |l| l.burst.good.as_secs_f64(), |l, v| l.burst.good = Span::from_secs_f64(v))),
    link("spike", "Delay spikes last", "ms", linear(0.0, 10_000.0, 10.0), 0.0, OWN,
        |l| l.hold.length.as_millis_f64(), |l, v| l.hold.length = Span::from_millis_f64(v)),
    structural(link("spikegap", "Delay spikes come every", "s", log(0.1, 600.0), 5.0, OWN,
        |l| l.hold.gap.as_secs_f64(), |l, v| l.hold.gap = Span::from_secs_f64(v))),
    structural(link("spikekind", "Delay spikes come", "", Kind::Choice(&["regularly", "randomly"]), 0.0, OWN,
        |l| flag(l.hold.random), |l, v| l.hold.random = v != 0.0)),
    structural(link("jitter", "Jitter up to", "ms", linear(0.0, 1000.0, 1.0), 0.0, OWN,
        |l| l.jitter.as_millis_f64(), |l, v| l.jitter = Span::from_millis_f64(v))),
    structural(link("jitterorder", "Jitter lets packets", "", Kind::Choice(&["overtake", "wait"]), 1.0, OWN,
        |l| flag(l.jitter_fifo), |l, v| l.jitter_fifo = v != 0.0)),
    structural(link("trace", "Rate follows", "", Kind::Choice(&["rate", "ltecar", "file"]), 0.0, "Mahimahi format",
        trace, set_trace)),
    tcp("mss", "Segment size", "B", count(64.0, 1460.0), 512.0, NRT_PAPER),
    tcp("cap", "Largest window", "segments", count_or_off(1.0, 4000.0), 32.0, NRT_PAPER),
    tcp("rwnd", "Receive window", "segments", count(1.0, 4000.0), 64.0, OWN),
    tcp("iw", "Initial window", "segments", count(1.0, 100.0), 1.0, OWN),
    tcp("ssthresh_initial", "Initial ssthresh", "segments", count_or_off(2.0, 4000.0), 32.0, OWN),
    tcp("rto_min", "Smallest RTO", "ms", log(1.0, 10_000.0), 200.0, OWN),
    tcp("rto_initial", "Initial RTO", "ms", log(1.0, 60_000.0), 1500.0, NRT_PAPER),
    tcp("rto_max", "Largest RTO", "ms", log(10_000.0, 1_000_000.0), 64_000.0, NRT_PAPER),
    tcp("g", "Clock of the timer", "ms", log(1.0, 1000.0), 10.0, OWN),
    tcp("delack", "ACKs wait up to", "ms", count_or_off(1.0, 500.0), 0.0, "RFC 5681 §4.2"),
    tcp("dupthresh", "Duplicate ACK threshold", "", count(1.0, 100.0), 3.0, "RFC 5681 §3.2"),
    tcp("lt", "Limited transmit", "", OFF_ON, 0.0, "RFC 3042"),
    tcp("ts", "Timestamps", "", OFF_ON, 1.0, "RFC 7323"),
    tcp("sack", "Receiver sends SACK", "", OFF_ON, 0.0, "RFC 2018"),
    tcp("dsack", "Receiver sends DSACK", "", OFF_ON, 0.0, "RFC 2883"),
    tcp("ecn", "ECN-capable", "", OFF_ON, 1.0, "RFC 3168"),
    tcp("ece_mode", "Receiver echoes marks", "", Kind::Choice(&["latch", "exact"]), 0.0, "RFC 3168 §6.1.3"),
    tcp("ca", "Congestion avoidance counts", "", Kind::Choice(&["ack", "abc"]), 0.0, "RFC 5681 §3.1, RFC 3465"),
    tcp("applimit", "Grow only when full", "", Kind::Choice(&["auto", "on", "off"]), 0.0, "RFC 7661 §1"),
    tcp("rtt_gain", "Gains of the RTT estimator", "", Kind::Choice(&["plain", "scaled"]), 0.0, "RFC 7323 appendix G"),
    tcp("ssthresh_from", "A timeout halves", "", Kind::Choice(&["flight", "cwnd"]), 0.0, "RFC 5681 §3.1"),
    tcp("sack_keep_on_rto", "Scoreboard survives a timeout", "", OFF_ON, 1.0, "RFC 6675 §5.1"),
    tcp("max_burst", "Largest burst", "segments", count_or_off(1.0, 4000.0), 0.0, "RFC 6582 §3.2"),
    tcp("nrt_repair", "NRT repairs", "", Kind::Choice(&["partial", "gbn"]), 0.0, "TCP NRT paper §4.2"),
    tcp("nrt_fallback", "NRT asks with", "", Kind::Choice(&["first", "highest"]), 0.0, "TCP NRT paper §4.2"),
    tcp("ts_rule", "Receiver echoes stamps by", "", Kind::Choice(&["7323", "1323"]), 0.0, "RFC 7323 §4.3"),
    structural(path("spacing", "Distance of neighbours", "m", linear(1.0, 1000.0, 10.0), 200.0, NRT_PAPER,
        radio::spacing, radio::set_spacing)),
    structural(path("serpentine", "Packets follow one line", "", OFF_ON, 0.0, OWN,
        radio::serpentine, radio::set_serpentine)),
    structural(path("phy", "Radio rate", "",
        Kind::Choice(&["a6", "a9", "a12", "a18", "a24", "a36", "a48", "a54", "b1", "b2", "b5", "b11"]), 1.0, NRT_PAPER,
        |s| radio::get(s, |r| radio::place(&PhyRate::ALL, &r.phy)), |s, v| radio::set(s, |r| r.phy = radio::phy(v)))),
    structural(path("basic", "802.11b control rate", "", Kind::Choice(&["b1", "b2"]), 0.0, NS2,
        |s| radio::get(s, |r| flag(r.fast_basic)), |s, v| radio::set(s, |r| r.fast_basic = v != 0.0))),
    structural(path("rts", "RTS for packets above", "B", count(0.0, NO_RTS as f64), NO_RTS as f64, NS2,
        |s| radio::get(s, |r| f64::from(r.rts)), |s, v| radio::set(s, |r| r.rts = v as u16))),
    structural(path("shortretry", "Attempts at short frames", "", count(1.0, 50.0), 7.0, "IEEE 802.11",
        |s| radio::get(s, |r| f64::from(r.short_retry)), |s, v| radio::set(s, |r| r.short_retry = v as u8))),
    structural(path("longretry", "Attempts behind RTS", "", count(1.0, 50.0), 4.0, "IEEE 802.11",
        |s| radio::get(s, |r| f64::from(r.long_retry)), |s, v| radio::set(s, |r| r.long_retry = v as u8))),
    structural(path("noise", "Channel", "", Kind::Choice(&["good", "literal", "effective", "range"]), 0.0, OWN,
        |s| radio::get(s, |r| radio::place(&NoiseProfile::ALL, &r.noise)),
        |s, v| radio::set(s, |r| r.set_noise(radio::noise(v))))),
    structural(path("decode", "Decoded up to", "m", linear(1.0, 10_000.0, 10.0), 250.0, NS2,
        |s| radio::get(s, |r| r.decode), |s, v| radio::set(s, |r| r.decode = v))),
    structural(path("sense", "Sensed up to", "m", linear(1.0, 10_000.0, 10.0), 550.0, NS2,
        |s| radio::get(s, |r| r.sense), |s, v| radio::set(s, |r| r.sense = v))),
    structural(path("reception", "Overlapping frames", "", Kind::Choice(&["protocol", "capture", "sinr"]), 2.0, OWN,
        |s| radio::get(s, |r| radio::place(&Model::ALL, &r.model)), |s, v| radio::set(s, |r| r.model = radio::model(v)))),
    path("fer", "Data frames lost to noise", "", linear(0.0, 1.0, 0.01), 0.0, OWN,
        |s| radio::get(s, |r| r.frame_error), |s, v| radio::set(s, |r| r.frame_error = v)),
    structural(path("airber", "Bit errors on the air", "", log_or_off(1e-9, 0.01), 0.0, OWN,
        |s| radio::get(s, |r| r.bit_error), |s, v| radio::set(s, |r| r.bit_error = v))),
    tcp("dsack_first", "DSACK decides at the first report", "", OFF_ON, 0.0, "RFC 3708 §3"),
    tcp("eqrto_sample", "EQRTO goes by", "", Kind::Choice(&["mean", "max", "last"]), 0.0, "Park and Chung 2010"),
    structural(path("routing", "Ways", "", Kind::Choice(&["static", "dsr", "dsr-overhear"]), 0.0, OWN,
        radio::routing, radio::set_routing)),
    Knob { id: "move", label: "Station moves to", unit: "", kind: Kind::Spot, default: Spot::DEFAULT, live: true,
        place: Place::Log(|s| s.topology.stations().is_some()), source: OWN },
];
