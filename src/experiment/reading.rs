//! Rules of claims and what was measured, in words.

use super::claims::{Case, Direction, Rule, SCRIPTS, To};
use super::construction::{ALWAYS, NEVER, target};
use super::find;
use super::judge::decided;
use super::verdict::Bound;
use crate::metrics::Estimate;

/// Four digits are enough to be read.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A mean with half the width of its interval.
pub(super) fn with_interval(estimate: &Estimate) -> String {
    let half = estimate.half_width.map_or_else(String::new, |half| format!(" ± {}", number(half)));
    format!("{}{half}", number(estimate.mean))
}

/// Several series.
pub(super) fn names(series: &[&str]) -> String {
    series.join(", ")
}

/// How a claim was read.
pub(super) fn reading(rule: &Rule) -> String {
    match rule {
        Rule::Ordering(case, above, below) => {
            let text = format!("{}: {} above {}", place(case), names(above), names(below));
            text + &construction(case, above, below)
        }
        Rule::Within(case, series, others) => {
            format!("{}: of {series}, {} above {}", place(case), case.metric, names(others))
        }
        Rule::Trend(case, series, direction) => format!("{}: {} {}", place(case), names(series), way(*direction)),
        Rule::Gap(case, one, other, direction) => format!("{}: {one} - {other} {}", place(case), way(*direction)),
        Rule::Ratio(case, one, others, low, high) => {
            let claimed = if low == high { format!("{low}") } else { format!("{low} to {high}") };
            format!("{}: {one} {claimed} times {}", place(case), names(others))
        }
        Rule::Absolute(case, series, bound) => {
            let claimed = match bound {
                Bound::About(value) => format!("about {value}"),
                Bound::AtLeast(value) => format!("at least {value}"),
                Bound::AtMost(value) => format!("at most {value}"),
            };
            format!("{}: {series} {claimed}", place(case))
        }
        Rule::Close(case, series, to) => {
            let other = match to {
                To::Number(value) => format!("about {value}"),
                To::Series(other) => format!("about as {other}"),
                To::AtLeast(value) => format!("at least {value}"),
            };
            let reference = if let To::Series(other) = to { vec![*other] } else { Vec::new() };
            format!("{}: {} {other}{}", place(case), names(series), construction(case, &reference, &[]))
        }
        Rule::Parameter(rows) => {
            rows.iter().map(|row| format!("{}: {} {}", row.figure, row.what, row.value)).collect::<Vec<_>>().join("; ")
        }
        Rule::Worked(tests) => {
            let run =
                |test: &&str| if test.contains(": ") { (*test).to_owned() } else { format!("{SCRIPTS} ({test})") };
            let named: Vec<String> = tests.iter().map(run).collect();
            format!("nothing is run here; the test suite runs {}", named.join(", "))
        }
        Rule::Untestable => String::new(),
        Rule::Every(rules) => rules.iter().map(reading).collect::<Vec<_>>().join("; "),
    }
}

/// What of a comparison is decided by construction: who is left out of it because it could never hold, and whose accuracy
/// is known beforehand all the same.
fn construction(case: &Case, above: &[&str], below: &[&str]) -> String {
    let Some(target) = target(case.metric) else { return String::new() };
    let side = |series: &[&str], never: f64| {
        let is = |value: f64| {
            let those = series.iter().copied().filter(|one| decided(case, one) == Some(value)).collect::<Vec<_>>();
            (!those.is_empty())
                .then(|| format!("the accuracy of {} for {} is always {value}", names(&those), target.id()))
        };
        let other = if never == NEVER { ALWAYS } else { NEVER };
        (is(never), is(other))
    };
    let ((never_above, above), (never_below, below)) = (side(above, NEVER), side(below, ALWAYS));
    let left_out = [never_above, never_below].into_iter().flatten();
    let left_out = left_out.map(|why| format!("; decided by construction: {why}, and so it is left out"));
    let kept = [above, below].into_iter().flatten().map(|why| format!("; decided by construction: {why}"));
    left_out.chain(kept).collect()
}

fn way(direction: Direction) -> &'static str {
    if direction == Direction::Rises { "rises" } else { "falls" }
}

fn place(case: &Case) -> String {
    let unit = find(case.figure).map_or("", |figure| figure.axis.unit);
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    match case {
        Case { figure, metric, from, .. } if from.is_infinite() => format!("{figure} {metric}"),
        Case { figure, metric, from, to } if from == to => format!("{figure} {metric} at {from}{unit}"),
        Case { figure, metric, from, to } => format!("{figure} {metric} from {from} to {to}{unit}"),
    }
}
