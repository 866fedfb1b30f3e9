//! What of a figure decides a claim. The claims' own words stand in `claims/claims.csv`, under the same ids.

use super::nrt_claims;
use super::verdict::{self, Bound, RuleText};

/// The test that plays all scripts.
pub const SCRIPTS: &str = "tests/scripts.rs: every_script_runs";

/// How a claim is decided.
#[derive(Debug)]
pub struct Check {
    /// Id of the claim.
    pub id: &'static str,
    /// By what.
    pub rule: Rule,
}

/// The part of a figure that a rule looks at.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The figure.
    pub figure: &'static str,
    /// The metric.
    pub metric: &'static str,
    /// First place on the axis.
    pub from: f64,
    /// Last place on the axis.
    pub to: f64,
}

/// A rule of [`verdict`], and what it is applied to. Series are named by their labels.
#[derive(Debug)]
pub enum Rule {
    /// Each of the first above each of the second, but for accuracies that are decided by construction so that this could
    /// never be.
    Ordering(Case, &'static [&'static str], &'static [&'static str]),
    /// The case's metric above each of other metrics, in one series.
    Within(Case, &'static str, &'static [&'static str]),
    /// Every series rises (or falls) with the axis.
    Trend(Case, &'static [&'static str], Direction),
    /// The first less the second rises (or falls) with the axis.
    Gap(Case, &'static str, &'static str, Direction),
    /// The first over each of the second, from … to ….
    Ratio(Case, &'static str, &'static [&'static str], f64, f64),
    /// The mean over the case's points, of one series.
    Absolute(Case, &'static str, Bound),
    /// Every series about the same as something.
    Close(Case, &'static [&'static str], To),
    /// What the experiment is run with.
    Parameter(&'static [Carried]),
    /// Scripts, which [`SCRIPTS`] plays, or unit tests as `file: name`. The test suite runs them; whoever judges does not.
    Worked(&'static [&'static str]),
    /// Nothing to measure; the note of the claim says why.
    Untestable,
    /// All of these.
    Every(&'static [Rule]),
}

/// Which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Up along the axis.
    Rises,
    /// Down along the axis.
    Falls,
}

/// What values are compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum To {
    /// A number.
    Number(f64),
    /// Another series at the same point.
    Series(&'static str),
    /// A number, of which only falling short counts.
    AtLeast(f64),
}

/// A value that a figure's runs are made with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Carried {
    /// The figure.
    pub figure: &'static str,
    /// A knob's id, `nodes`, or `seeds`: the number of runs in the setting `paper`.
    pub what: &'static str,
    /// The value that the paper names.
    pub value: f64,
}

impl Rule {
    /// The texts of the rules that decide it, each once.
    #[must_use]
    pub fn texts(&self) -> Vec<RuleText> {
        let text = match self {
            Rule::Ordering(..) | Rule::Within(..) => verdict::ORDERING,
            Rule::Trend(..) | Rule::Gap(..) => verdict::TREND,
            Rule::Ratio(..) => verdict::RATIO,
            Rule::Absolute(..) => verdict::ABSOLUTE,
            Rule::Close(..) => verdict::CLOSE,
            Rule::Parameter(..) => verdict::PARAMETER,
            Rule::Worked(..) => verdict::WORKED,
            Rule::Untestable => verdict::NONE,
            Rule::Every(rules) => return once(rules.iter().flat_map(Rule::texts)),
        };
        vec![text]
    }

    /// The figures it looks at, each once.
    #[must_use]
    pub fn figures(&self) -> Vec<&'static str> {
        match self {
            Rule::Ordering(case, ..)
            | Rule::Within(case, ..)
            | Rule::Trend(case, ..)
            | Rule::Gap(case, ..)
            | Rule::Ratio(case, ..)
            | Rule::Absolute(case, ..)
            | Rule::Close(case, ..) => vec![case.figure],
            Rule::Parameter(carried) => once(carried.iter().map(|carried| carried.figure)),
            Rule::Worked(..) | Rule::Untestable => Vec::new(),
            Rule::Every(rules) => once(rules.iter().flat_map(Rule::figures)),
        }
    }
}

/// All of them, each where it comes first.
fn once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for one in all {
        if !list.contains(&one) {
            list.push(one);
        }
    }
    list
}

/// The checks of all papers, in the order of their claims.
#[must_use]
pub fn checks() -> &'static [Check] {
    nrt_claims::CHECKS
}

/// The checks that look at this figure.
pub fn checks_of(figure: &str) -> impl Iterator<Item = &'static Check> {
    checks().iter().filter(move |check| check.rule.figures().contains(&figure))
}
