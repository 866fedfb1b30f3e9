//! Applies the rules to the sheets, and looks for the reason where a claim does not hold.
//!
//! A reason is *tested* only if a contrast, which changes one thing, makes the claim hold. Otherwise it is unknown.

use serde::Serialize;

use super::claims::{Case, Check, Direction, Rule, To, checks};
use super::figure::{Figure, Setting};
use super::sheet::Sheet;
use super::verdict::{self, Bound, Verdict};
use super::{contrasts, find};
use crate::metrics::{Estimate, spearman, statistics};
use crate::scenario::knobs::KnobId;
use crate::share;

/// What became of a claim, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ruling {
    /// Id of the claim.
    pub id: &'static str,
    /// The figures that it looks at.
    pub figures: Vec<&'static str>,
    /// Ids of the rules.
    pub rules: Vec<&'static str>,
    /// The verdict.
    pub verdict: Verdict,
    /// The numbers behind it.
    pub measured: String,
    /// How the claim was read.
    pub reading: String,
    /// Where it does not hold, why; empty elsewhere.
    pub reason: String,
}

/// The reason of a claim that no contrast makes hold.
pub const UNKNOWN: &str = "reason unknown";

struct Finding {
    verdict: Verdict,
    measured: String,
}

/// Where a rule finds the sheet of a figure.
type Sheets<'a> = dyn Fn(&str) -> Option<&'a Sheet> + 'a;

/// Every claim all of whose figures are among `sheets`; those that look at no figure too. Contrasts among `sheets` serve as
/// reasons.
#[must_use]
pub fn judge(sheets: &[Sheet]) -> Vec<Ruling> {
    let sheet = |id: &str| sheets.iter().find(|sheet| sheet.figure().id == id);
    let known = |check: &&Check| {
        matches!(check.rule, Rule::Parameter(..)) || check.rule.figures().iter().all(|figure| sheet(figure).is_some())
    };
    checks().iter().filter(known).map(|check| ruling(check, &sheet)).collect()
}

fn ruling<'a>(check: &Check, sheet: &Sheets<'a>) -> Ruling {
    let Finding { verdict, measured } = apply(&check.rule, sheet);
    let failed = matches!(verdict, Verdict::Partly | Verdict::Differs);
    Ruling {
        id: check.id,
        figures: check.rule.figures(),
        rules: check.rule.texts().into_iter().map(|(id, _)| id).collect(),
        verdict,
        measured,
        reading: reading(&check.rule),
        reason: if failed { reason(check, sheet) } else { String::new() },
    }
}

/// The first contrast that makes the claim hold; it changes every figure that takes the same runs.
fn reason<'a>(check: &Check, sheet: &Sheets<'a>) -> String {
    let figures = check.rule.figures();
    let tested = contrasts().iter().find_map(|figure| {
        let (contrast, changed) = (figure.contrast?, sheet(figure.id)?);
        let base = find(contrast.of)?;
        let concerned = |id: &str| find(id).is_some_and(|figure| base.has_runs_of(figure));
        if !figures.iter().any(|id| concerned(id)) {
            return None;
        }
        let instead = |id: &str| if concerned(id) { Some(changed) } else { sheet(id) };
        let holds = apply(&check.rule, &instead).verdict == Verdict::Reproduces;
        holds.then(|| format!("tested by {}: it holds where {}", figure.id, contrast.words))
    });
    tested.unwrap_or_else(|| UNKNOWN.to_owned())
}

/// The values of one series of a case: for each point its place and the values by seed.
fn column<'a>(case: &Case, series: &str, sheet: &Sheets<'a>) -> Vec<(f64, Vec<Option<f64>>)> {
    let Some(sheet) = sheet(case.figure) else { return Vec::new() };
    let Some(series) = sheet.figure().series.iter().position(|row| row.label == series) else { return Vec::new() };
    let inside = |&(_, x): &(usize, f64)| (case.from..=case.to).contains(&x);
    let points = sheet.points().into_iter().filter(inside);
    points.map(|(point, x)| (x, sheet.values(case.metric, point, series))).collect()
}

/// Seed by seed, where both are known.
fn paired(one: &[Option<f64>], other: &[Option<f64>], of: fn(f64, f64) -> Option<f64>) -> Option<Estimate> {
    let values: Vec<f64> = one.iter().zip(other).filter_map(|(one, other)| of((*one)?, (*other)?)).collect();
    Estimate::of(&values)
}

fn difference(one: f64, other: f64) -> Option<f64> {
    Some(one - other)
}

fn quotient(one: f64, other: f64) -> Option<f64> {
    (other != 0.0).then(|| one / other)
}

fn mean(values: &[Option<f64>]) -> Option<f64> {
    statistics::mean(&values.iter().flatten().copied().collect::<Vec<_>>())
}

/// Four digits are enough to be read.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn with_interval(estimate: &Estimate) -> String {
    let half = estimate.half_width.map_or_else(String::new, |half| format!(" ± {}", number(half)));
    format!("{}{half}", number(estimate.mean))
}

fn names(series: &[&str]) -> String {
    series.join(", ")
}

fn apply<'a>(rule: &Rule, sheet: &Sheets<'a>) -> Finding {
    match rule {
        Rule::Ordering(case, above, below) => {
            let pairs: Vec<_> = above.iter().flat_map(|one| below.iter().map(move |other| (*one, *other))).collect();
            let columns = pairs.iter().map(|(one, other)| (column(case, one, sheet), column(case, other, sheet)));
            ordering(&columns.collect::<Vec<_>>(), &pairs)
        }
        Rule::Within(case, series, others) => {
            let one = column(case, series, sheet);
            let other = |metric: &&'static str| column(&Case { metric, ..*case }, series, sheet);
            let pairs: Vec<_> = others.iter().map(|other| (case.metric, *other)).collect();
            ordering(&others.iter().map(|metric| (one.clone(), other(metric))).collect::<Vec<_>>(), &pairs)
        }
        Rule::Trend(case, series, direction) => {
            let trends = series.iter().map(|series| {
                let means = column(case, series, sheet);
                trend(means.iter().filter_map(|(x, values)| Some((*x, mean(values)?))).collect(), *direction, series)
            });
            all(trends.collect())
        }
        Rule::Gap(case, one, other, direction) => {
            let (above, below) = (column(case, one, sheet), column(case, other, sheet));
            let gaps = above
                .iter()
                .zip(&below)
                .filter_map(|((x, one), (_, other))| paired(one, other, difference).map(|gap| (*x, gap.mean)));
            trend(gaps.collect(), *direction, &format!("{one} - {other}"))
        }
        Rule::Ratio(case, one, others, low, high) => {
            let ratios = others.iter().map(|other| {
                let (above, below) = (column(case, one, sheet), column(case, other, sheet));
                let measured = above.first().zip(below.first());
                let measured = measured.and_then(|((_, above), (_, below))| paired(above, below, quotient));
                let verdict = verdict::ratio(measured.as_ref(), *low, *high);
                let text = measured.map_or_else(|| "nothing to measure".to_owned(), |ratio| with_interval(&ratio));
                Finding { verdict, measured: format!("{one} / {other} {text}") }
            });
            all(ratios.collect())
        }
        Rule::Absolute(case, series, bound) => {
            let values: Vec<Option<f64>> = column(case, series, sheet).into_iter().flat_map(|(_, row)| row).collect();
            let known: Vec<f64> = values.iter().flatten().copied().collect();
            match Estimate::of(&known) {
                Some(estimate) if known.len() > 1 => Finding {
                    verdict: verdict::absolute(estimate.mean, *bound),
                    measured: format!("{series} {}", with_interval(&estimate)),
                },
                _ => Finding { verdict: Verdict::Open, measured: format!("{series}: too few values") },
            }
        }
        Rule::Close(case, series, to) => all(series.iter().map(|series| close(case, series, *to, sheet)).collect()),
        Rule::Parameter(rows) => {
            let each = rows.iter().map(|row| {
                let value = find(row.figure).and_then(|figure| parameter(figure, row.what));
                let equal = value == Some(row.value);
                let text = value.map_or_else(|| "not there".to_owned(), |value| value.to_string());
                let verdict = if equal { Verdict::Reproduces } else { Verdict::Differs };
                Finding { verdict, measured: format!("{} {text}", row.what) }
            });
            all(each.collect())
        }
        Rule::Worked(tests) => Finding { verdict: Verdict::Reproduces, measured: names(tests) },
        Rule::Untestable => Finding { verdict: Verdict::Untestable, measured: String::new() },
        Rule::Every(rules) => all(rules.iter().map(|rule| apply(rule, sheet)).collect()),
    }
}

/// All of several findings, each with its own verdict where they are not of one mind.
fn all(findings: Vec<Finding>) -> Finding {
    let verdicts: Vec<Verdict> = findings.iter().map(|finding| finding.verdict).collect();
    let agreed = verdicts.windows(2).all(|pair| pair[0] == pair[1]);
    let text = |finding: &Finding| match agreed {
        true => finding.measured.clone(),
        false => format!("{} ({})", finding.measured, finding.verdict.words()),
    };
    Finding { verdict: verdict::every(&verdicts), measured: findings.iter().map(text).collect::<Vec<_>>().join("; ") }
}

/// By place: the values of a series.
type Column = Vec<(f64, Vec<Option<f64>>)>;

fn ordering(columns: &[(Column, Column)], names: &[(&str, &str)]) -> Finding {
    let points = columns.iter().map(|(one, _)| one.len()).min().unwrap_or(0);
    let (mut hits, mut counted) = (0, 0);
    let mut misses = vec![0; columns.len()];
    let mut known = false;
    for point in 0..points {
        let (mut clear, mut compared) = (true, true);
        for ((one, other), misses) in columns.iter().zip(&mut misses) {
            let pair = one.get(point).zip(other.get(point));
            let estimate = pair.and_then(|((_, one), (_, other))| paired(one, other, difference));
            known |= estimate.is_some();
            match estimate.as_ref().and_then(verdict::is_above) {
                Some(true) => {}
                Some(false) => (clear, *misses) = (false, *misses + 1),
                None => compared = false,
            }
        }
        // One that fails is enough to know of a point.
        if compared || !clear {
            counted += 1;
            hits += usize::from(clear);
        }
    }
    // Open as long as the points that are not known could decide it.
    let (worst, best) = (verdict::ordering(hits, points), verdict::ordering(hits + points - counted, points));
    let verdict = if counted > 0 && worst == best { worst } else { Verdict::Open };
    let mut measured = format!("on the claimed side at {hits} of {counted} points");
    if counted < points {
        let why = if known { "too few runs" } else { "nothing to measure" };
        measured.push_str(&format!(", {why} at {}", points - counted));
    }
    let missed: Vec<String> = (names.iter().zip(&misses).filter(|(_, misses)| **misses > 0))
        .map(|((one, other), misses)| format!("{one} not clearly above {other} at {misses}"))
        .collect();
    if !missed.is_empty() {
        measured.push_str(&format!("; {}", missed.join(", ")));
    }
    Finding { verdict, measured }
}

fn trend(pairs: Vec<(f64, f64)>, direction: Direction, name: &str) -> Finding {
    let claimed = if direction == Direction::Rises { 1.0 } else { -1.0 };
    let rho = spearman(&pairs);
    // A quantity that never changes has no trend.
    let flat = pairs.len() > 2 && rho.is_none();
    let verdict = if flat { Verdict::Differs } else { verdict::trend(rho.map(|rho| claimed * rho)) };
    let text = match rho {
        Some(rho) => format!("{name}: correlation {rho:.2}"),
        None if flat => format!("{name}: no change"),
        None => format!("{name}: too few points"),
    };
    Finding { verdict, measured: text }
}

fn close<'a>(case: &Case, series: &str, to: To, sheet: &Sheets<'a>) -> Finding {
    let rows = column(case, series, sheet);
    let everywhere = Case { from: f64::NEG_INFINITY, to: f64::INFINITY, ..*case };
    let reference = |x: f64| {
        let same = |name: &str, place: f64| {
            let row = column(&everywhere, name, sheet).into_iter().find(|(at, _)| *at == place);
            row.and_then(|(_, values)| mean(&values))
        };
        match to {
            To::Number(value) => Some(Bound::About(value)),
            To::Series(other) => same(other, x).map(Bound::About),
            To::NotBelow(place) => same(series, place).map(Bound::AtLeast),
        }
    };
    let distances: Vec<f64> = rows
        .iter()
        .filter(|(_, values)| values.iter().flatten().count() > 1)
        .filter_map(|(x, values)| Some(reference(*x)?.distance(mean(values)?)))
        .collect();
    let furthest = distances.iter().copied().fold(0.0, f64::max);
    let verdict = verdict::close(&distances);
    let measured = match distances.len() {
        0 => format!("{series}: too few values"),
        count => format!("{series}: at most {:.0} % off at {count} points", 100.0 * furthest),
    };
    Finding { verdict, measured }
}

/// A value that the runs of `figure` are made with.
fn parameter(figure: &Figure, what: &str) -> Option<f64> {
    let paper = Setting::find("paper")?;
    if what == "seeds" {
        return Some(paper.seeds as f64);
    }
    let (point, series) = (figure.axis.points.last()?, figure.series.first()?);
    let (shared, _) = share::decode(&figure.link(point, series, 1, paper.seconds)).ok()?;
    match what {
        "nodes" => Some(shared.scenario.topology.node_count() as f64),
        knob => KnobId::find(knob)?.read(&shared.scenario),
    }
}

/// How a claim was read.
fn reading(rule: &Rule) -> String {
    match rule {
        Rule::Ordering(case, above, below) => format!("{}: {} above {}", place(case), names(above), names(below)),
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
                To::NotBelow(at) => format!("not below its value at {at}"),
            };
            format!("{}: {} {other}", place(case), names(series))
        }
        Rule::Parameter(rows) => {
            rows.iter().map(|row| format!("{}: {} {}", row.figure, row.what, row.value)).collect::<Vec<_>>().join("; ")
        }
        Rule::Worked(..) | Rule::Untestable => String::new(),
        Rule::Every(rules) => rules.iter().map(reading).collect::<Vec<_>>().join("; "),
    }
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
