//! The numbers of a run. Every run has all of them, so that a figure can be drawn from the runs of another.

use super::measure::Facts;
use crate::metrics::{Accuracy, Friendliness, jain};
use crate::truth::Target;

/// One number of a run.
#[derive(Debug)]
pub struct Metric {
    /// Its id in files.
    pub id: &'static str,
    /// Its name on axes.
    pub label: &'static str,
    /// Its unit; empty for counts.
    pub unit: &'static str,
    pub(super) of: fn(&Facts) -> Option<f64>,
}

const fn number(id: &'static str, label: &'static str, unit: &'static str, of: fn(&Facts) -> Option<f64>) -> Metric {
    Metric { id, label, unit, of }
}

const fn count(id: &'static str, label: &'static str, of: fn(&Facts) -> Option<f64>) -> Metric {
    Metric { id, label, unit: "", of }
}

const fn share(id: &'static str, label: &'static str, of: fn(&Facts) -> Option<f64>) -> Metric {
    Metric { id, label, unit: "%", of }
}

fn percent(share: Option<f64>) -> Option<f64> {
    share.map(|share| 100.0 * share)
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

fn recall(accuracy: &Accuracy, target: Target) -> Option<f64> {
    percent(accuracy.score(target).accuracy())
}

fn precision(accuracy: &Accuracy, target: Target) -> Option<f64> {
    percent(accuracy.score(target).precision())
}

/// How many timeouts an accuracy is a share of.
fn total(accuracy: &Accuracy, target: Target) -> Option<f64> {
    Some(accuracy.score(target).total as f64)
}

/// The share of one kind among all timeouts whose cause is known. What is in none of the three kinds (contention, and
/// under the strict mapping spurious timeouts with losses beside them) is what is missing to 100 %.
fn kind(target: Target, facts: &Facts) -> Option<f64> {
    percent(ratio(facts.all_strict.score(target).total as f64, facts.known as f64))
}

/// The same by drops alone.
fn kind_by_trace(target: Target, facts: &Facts) -> Option<f64> {
    percent(ratio(facts.all_paper.score(target).total as f64, facts.known_paper as f64))
}

/// Mean goodput of the flows of one variant.
fn mean_of(facts: &Facts, variant: &str) -> Option<f64> {
    let of_kind = facts.flows.iter().filter(|flow| flow.variant == variant);
    let values: Vec<f64> = of_kind.map(|flow| flow.goodput).collect();
    crate::metrics::statistics::mean(&values)
}

fn goodput(facts: &Facts) -> f64 {
    facts.flows.iter().map(|flow| flow.goodput).sum()
}

/// The same over what every flow would get of an even division.
fn fair_share(facts: &Facts, variant: &str) -> Option<f64> {
    ratio(mean_of(facts, variant)?, goodput(facts) / facts.flows.len() as f64)
}

/// All numbers, in the order of files (TCP NRT paper §5.1 to §5.3; precision, which it leaves out, beside its accuracy).
#[rustfmt::skip]
pub const METRICS: &[Metric] = &[
    number("goodput", "Throughput", "kbit/s", |f| Some(goodput(f))),
    number("sent", "Packets sent", "packets/s", |f| Some(f.sent as f64 / f.seconds)),
    number("cwnd", "Mean window", "segments", |f| f.cwnd),
    count("timeouts", "Timeouts", |f| Some(f.timeouts as f64)),
    count("random", "Timeouts: random loss", |f| Some(f.random as f64)),
    count("congestion", "Timeouts: congestion", |f| Some(f.congestion as f64)),
    count("contention", "Timeouts: contention", |f| Some(f.contention as f64)),
    count("spurious", "Timeouts: spurious", |f| Some(f.spurious as f64)),
    share("rpl", "Accuracy, random loss", |f| recall(&f.strict, Target::Rpl)),
    share("cpl", "Accuracy, congestion", |f| recall(&f.strict, Target::Cpl)),
    share("s", "Accuracy, spurious", |f| recall(&f.strict, Target::S)),
    share("nc", "Accuracy, not congestion", |f| recall(&f.strict, Target::Nc)),
    share("rpl-precision", "Precision, random loss", |f| precision(&f.strict, Target::Rpl)),
    share("cpl-precision", "Precision, congestion", |f| precision(&f.strict, Target::Cpl)),
    share("s-precision", "Precision, spurious", |f| precision(&f.strict, Target::S)),
    share("nc-precision", "Precision, not congestion", |f| precision(&f.strict, Target::Nc)),
    share("rpl-by-trace", "Accuracy, random loss, by drops alone", |f| recall(&f.paper, Target::Rpl)),
    share("cpl-by-trace", "Accuracy, congestion, by drops alone", |f| recall(&f.paper, Target::Cpl)),
    share("s-by-trace", "Accuracy, spurious, by drops alone", |f| recall(&f.paper, Target::S)),
    share("nc-by-trace", "Accuracy, not congestion, by drops alone", |f| recall(&f.paper, Target::Nc)),
    share("rpl-precision-by-trace", "Precision, random loss, by drops alone", |f| precision(&f.paper, Target::Rpl)),
    share("cpl-precision-by-trace", "Precision, congestion, by drops alone", |f| precision(&f.paper, Target::Cpl)),
    share("s-precision-by-trace", "Precision, spurious, by drops alone", |f| precision(&f.paper, Target::S)),
    share("nc-precision-by-trace", "Precision, not congestion, by drops alone", |f| precision(&f.paper, Target::Nc)),
    count("rpl-n", "Timeouts in the accuracy, random loss", |f| total(&f.strict, Target::Rpl)),
    count("cpl-n", "Timeouts in the accuracy, congestion", |f| total(&f.strict, Target::Cpl)),
    count("s-n", "Timeouts in the accuracy, spurious", |f| total(&f.strict, Target::S)),
    count("nc-n", "Timeouts in the accuracy, not congestion", |f| total(&f.strict, Target::Nc)),
    count("rpl-n-by-trace", "Timeouts in the accuracy, random loss, by drops alone", |f| total(&f.paper, Target::Rpl)),
    count("cpl-n-by-trace", "Timeouts in the accuracy, congestion, by drops alone", |f| total(&f.paper, Target::Cpl)),
    count("s-n-by-trace", "Timeouts in the accuracy, spurious, by drops alone", |f| total(&f.paper, Target::S)),
    count("nc-n-by-trace", "Timeouts in the accuracy, not congestion, by drops alone", |f| total(&f.paper, Target::Nc)),
    share("rpl-share", "Random loss among timeouts", |f| kind(Target::Rpl, f)),
    share("cpl-share", "Congestion among timeouts", |f| kind(Target::Cpl, f)),
    share("s-share", "Spurious among timeouts", |f| kind(Target::S, f)),
    share("rpl-share-by-trace", "Random loss among timeouts, by drops alone", |f| kind_by_trace(Target::Rpl, f)),
    share("cpl-share-by-trace", "Congestion among timeouts, by drops alone", |f| kind_by_trace(Target::Cpl, f)),
    share("s-share-by-trace", "Spurious among timeouts, by drops alone", |f| kind_by_trace(Target::S, f)),
    count("marks", "ECN marks", |f| Some(f.marks as f64)),
    count("retransmissions", "Retransmissions", |f| Some(f.retransmissions as f64)),
    count("after-timeout", "Retransmissions after timeouts", |f| Some(f.after_timeout as f64)),
    count("after-duplicates", "Retransmissions after duplicate ACKs", |f| Some(f.after_duplicates as f64)),
    count("needless", "Needless retransmissions", |f| Some(f.needless as f64)),
    share("needless-share", "Needless among retransmissions",
        |f| percent(ratio(f.needless as f64, f.retransmissions as f64))),
    count("cuts", "Needless window cuts", |f| Some(f.cuts as f64)),
    count("net-cuts", "Needless window cuts, not taken back", |f| Some(f.net_cuts as f64)),
    number("cut-segments", "Cut away needlessly", "segments", |f| Some(f.cut_segments)),
    count("fast-retransmits", "Fast retransmits", |f| Some(f.fast_retransmits as f64)),
    count("needless-fast", "Spurious fast retransmits", |f| Some(f.needless_fast as f64)),
    number("jain", "Jain's index", "", |f| jain(&f.flows.iter().map(|flow| flow.goodput).collect::<Vec<_>>())),
    number("nrt-flow", "Throughput of an NRT flow", "kbit/s", |f| mean_of(f, "nrt")),
    number("newreno-flow", "Throughput of a NewReno flow", "kbit/s", |f| mean_of(f, "newreno")),
    number("nrt-share", "NRT flow over fair share", "", |f| fair_share(f, "nrt")),
    number("newreno-share", "NewReno flow over fair share", "", |f| fair_share(f, "newreno")),
];

/// A number of a mixed run and of the run of NewReno alone with the same seed (TCP NRT paper §5.3.4).
#[derive(Debug)]
pub struct Relative {
    /// What it is called.
    pub name: Name,
    pub(super) of: fn(&Friendliness) -> Option<f64>,
}

/// What a number is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its id.
    pub id: &'static str,
    /// Its name on axes.
    pub label: &'static str,
    /// Its unit; empty for counts.
    pub unit: &'static str,
}

/// All of them. Files do not have them: they follow from the numbers of the runs.
pub const RELATIVES: &[Relative] = &[
    Relative {
        name: Name { id: "nrt-over-newreno", label: "NRT flow over NewReno flow", unit: "" },
        of: |friends| friends.ratio,
    },
    Relative {
        name: Name { id: "newreno-kept", label: "NewReno flow over the same among NewReno alone", unit: "" },
        of: |friends| friends.impact,
    },
];

/// What the number with this id is called, of a run or of two.
#[must_use]
pub fn name(id: &str) -> Option<Name> {
    let own = |(_, metric): (usize, &Metric)| Name { id: metric.id, label: metric.label, unit: metric.unit };
    metric(id).map(own).or_else(|| relative(id).map(|relative| relative.name))
}

/// The number of two runs with this id.
pub(super) fn relative(id: &str) -> Option<&'static Relative> {
    RELATIVES.iter().find(|relative| relative.name.id == id)
}

/// The metric with this id, and its place in [`METRICS`].
#[must_use]
pub fn metric(id: &str) -> Option<(usize, &'static Metric)> {
    METRICS.iter().enumerate().find(|(_, metric)| metric.id == id)
}
