//! Applies the rules to the sheets, and looks for the reason where a claim does not hold.
//!
//! A reason is *tested* only if a contrast, which changes one thing, makes the claim hold, in runs that differ from each
//! other and in which what the figure is about happens. Otherwise it is unknown.

use serde::Serialize;

use super::claims::{Case, Check, Direction, Rule, To, checks};
use super::construction::{ALWAYS, NEVER, fixed_in};
use super::figure::{Figure, Setting};
use super::reading::{names, reading, with_interval};
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
        let tested = holds && is_tested(&check.rule, &concerned, &instead);
        tested.then(|| format!("tested by {}: it holds where {}", figure.id, contrast.words))
    });
    tested.unwrap_or_else(|| UNKNOWN.to_owned())
}

/// Whether the runs behind a rule that holds say anything: at most points those that are compared differ, and what their
/// figure is about happens in them. Rules about figures that are not `concerned` hold or fail as without the contrast.
fn is_tested<'a>(rule: &Rule, concerned: &dyn Fn(&str) -> bool, sheet: &Sheets<'a>) -> bool {
    if !rule.figures().iter().any(|figure| concerned(figure)) {
        return true;
    }
    let happens = |case: &Case, series: &[&str]| {
        let events = find(case.figure).map_or(&[][..], |figure| figure.events);
        let counted = |metric, one| column(&Case { metric, ..*case }, one, sheet);
        let columns: Vec<Column> =
            events.iter().flat_map(|metric| series.iter().map(move |one| counted(*metric, *one))).collect();
        let points = columns.iter().map(Vec::len).min().unwrap_or(0);
        let some = |point: &usize| columns.iter().any(|rows| rows[*point].1.iter().flatten().any(|count| *count > 0.0));
        verdict::ordering((0..points).filter(some).count(), points) == Verdict::Reproduces
    };
    let differ = |case: &Case, one: &str, other: &str| {
        let same = same_runs(case, one, other, sheet);
        verdict::ordering(same.iter().filter(|same| !**same).count(), same.len()) == Verdict::Reproduces
    };
    let pairs_differ = |case: &Case, pairs: &[(&'static str, &'static str)]| {
        let compared: Vec<&str> = pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
        pairs.iter().all(|(one, other)| differ(case, one, other)) && happens(case, &compared)
    };
    match rule {
        Rule::Ordering(case, above, below) => pairs_differ(case, &pairs(case, above, below)),
        Rule::Ratio(case, one, others, ..) => pairs_differ(case, &pairs(case, &[*one], others)),
        Rule::Gap(case, one, other, _) => pairs_differ(case, &[(*one, *other)]),
        Rule::Close(case, series, To::Series(other)) => pairs_differ(case, &pairs(case, series, &[*other])),
        Rule::Close(case, series, _) | Rule::Trend(case, series, _) => happens(case, series),
        Rule::Within(case, series, _) | Rule::Absolute(case, series, _) => happens(case, &[*series]),
        Rule::Parameter(_) | Rule::Worked(_) | Rule::Untestable => true,
        Rule::Every(rules) => rules.iter().all(|rule| is_tested(rule, concerned, sheet)),
    }
}

/// The points of a case on the axis, and the place of a series.
fn places(case: &Case, series: &str, sheet: &Sheet) -> Option<(Vec<(usize, f64)>, usize)> {
    let series = sheet.figure().series.iter().position(|row| row.label == series)?;
    let inside = |&(_, x): &(usize, f64)| (case.from..=case.to).contains(&x);
    Some((sheet.points().into_iter().filter(inside).collect(), series))
}

/// The values of one series of a case: for each point its place and the values by seed.
fn column<'a>(case: &Case, series: &str, sheet: &Sheets<'a>) -> Column {
    let Some(sheet) = sheet(case.figure) else { return Vec::new() };
    let Some((points, series)) = places(case, series, sheet) else { return Vec::new() };
    points.into_iter().map(|(point, x)| (x, sheet.values(case.metric, point, series))).collect()
}

/// Point by point, whether the runs of two series are one and the same, packet for packet, with every seed that is known.
fn same_runs<'a>(case: &Case, one: &str, other: &str, sheet: &Sheets<'a>) -> Vec<bool> {
    let Some(sheet) = sheet(case.figure) else { return Vec::new() };
    let Some(((points, one), (_, other))) = places(case, one, sheet).zip(places(case, other, sheet)) else {
        return Vec::new();
    };
    let same = |(point, _): (usize, f64)| {
        let (one, other) = (sheet.fingerprints(point, one), sheet.fingerprints(point, other));
        let mut known = one.into_iter().zip(other).filter_map(|(one, other)| Some((one?, other?))).peekable();
        known.peek().is_some() && known.all(|(one, other)| one == other)
    };
    points.into_iter().map(same).collect()
}

/// What is to be said of pairs whose runs are one and the same.
fn sameness<'a>(case: &Case, pairs: &[(&'static str, &'static str)], sheet: &Sheets<'a>) -> String {
    let told = pairs.iter().filter_map(|(one, other)| {
        let same = same_runs(case, one, other, sheet);
        let count = same.iter().filter(|same| **same).count();
        let place = if same.len() == 1 { String::new() } else { format!(", at {count} of {} points", same.len()) };
        let text = format!("; {one} and {other}: the same run, packet for packet{place}");
        (count > 0).then_some(text)
    });
    told.collect()
}

/// The accuracy of a series that is decided by construction.
pub(super) fn decided(case: &Case, series: &str) -> Option<f64> {
    let row = find(case.figure)?.series.iter().find(|row| row.label == series)?;
    fixed_in(row.link, case.metric)
}

/// Each of the first with each of the second, without those of which the first could never be above the second.
fn pairs(case: &Case, above: &[&'static str], below: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    let above = above.iter().filter(|one| decided(case, one) != Some(NEVER));
    let below: Vec<_> = below.iter().filter(|other| decided(case, other) != Some(ALWAYS)).collect();
    above.flat_map(|one| below.iter().map(move |other| (*one, **other))).collect()
}

/// Seed by seed, where both are known, and how many of these have no result.
fn paired(one: &[Option<f64>], other: &[Option<f64>], of: fn(f64, f64) -> Option<f64>) -> (Option<Estimate>, usize) {
    let known: Vec<Option<f64>> =
        one.iter().zip(other).filter_map(|(one, other)| Some(of((*one)?, (*other)?))).collect();
    let values: Vec<f64> = known.iter().flatten().copied().collect();
    (Estimate::of(&values), known.len() - values.len())
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

fn apply<'a>(rule: &Rule, sheet: &Sheets<'a>) -> Finding {
    match rule {
        Rule::Ordering(case, above, below) => {
            let pairs = pairs(case, above, below);
            let columns = pairs.iter().map(|(one, other)| (column(case, one, sheet), column(case, other, sheet)));
            let mut finding = ordering(&columns.collect::<Vec<_>>(), &pairs);
            finding.measured.push_str(&sameness(case, &pairs, sheet));
            finding
        }
        Rule::Within(case, series, others) => {
            let one = column(case, series, sheet);
            let other = |metric: &&'static str| column(&Case { metric, ..*case }, series, sheet);
            let pairs: Vec<_> = others.iter().map(|other| (case.metric, *other)).collect();
            ordering(&others.iter().map(|metric| (one.clone(), other(metric))).collect::<Vec<_>>(), &pairs)
        }
        Rule::Trend(case, series, direction) => {
            let estimate = |(x, values): (f64, Vec<Option<f64>>)| {
                (x, Estimate::of(&values.into_iter().flatten().collect::<Vec<_>>()))
            };
            let trends = series.iter().map(|series| {
                let means: Vec<_> = column(case, series, sheet).into_iter().map(estimate).collect();
                trend(&means, *direction, series)
            });
            all(trends.collect())
        }
        Rule::Gap(case, one, other, direction) => {
            let (above, below) = (column(case, one, sheet), column(case, other, sheet));
            let gaps = above.iter().zip(&below).map(|((x, one), (_, other))| (*x, paired(one, other, difference).0));
            trend(&gaps.collect::<Vec<_>>(), *direction, &format!("{one} - {other}"))
        }
        Rule::Ratio(case, one, others, low, high) => {
            let ratios = others.iter().map(|other| {
                let (above, below) = (column(case, one, sheet), column(case, other, sheet));
                let point = above.first().zip(below.first());
                let (measured, zeros) =
                    point.map_or((None, 0), |((_, above), (_, below))| paired(above, below, quotient));
                let verdict = verdict::ratio(measured.as_ref(), *low, *high);
                let mut text = measured.map_or_else(|| "nothing to measure".to_owned(), |ratio| with_interval(&ratio));
                if zeros > 0 {
                    text.push_str(&format!(", {zeros} left out where {other} has 0"));
                }
                text.push_str(&sameness(case, &[(*one, *other)], sheet));
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
            let estimate = pair.and_then(|((_, one), (_, other))| paired(one, other, difference).0);
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

/// A point of which fewer than two runs are known leaves a trend open: its mean may lie anywhere.
fn trend(points: &[(f64, Option<Estimate>)], direction: Direction, name: &str) -> Finding {
    let claimed = if direction == Direction::Rises { 1.0 } else { -1.0 };
    let is_known = |estimate: &&Estimate| estimate.half_width.is_some();
    let known = |(x, estimate): &(f64, Option<Estimate>)| Some((*x, estimate.as_ref().filter(is_known)?.mean));
    let pairs: Vec<(f64, f64)> = points.iter().filter_map(known).collect();
    if pairs.len() < points.len() {
        let measured = format!("{name}: too few values at {} of {} points", points.len() - pairs.len(), points.len());
        return Finding { verdict: Verdict::Open, measured };
    }
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
    let reference = |x: f64| match to {
        To::Number(value) => Some(Bound::About(value)),
        To::Series(other) => {
            let row = column(case, other, sheet).into_iter().find(|(at, _)| *at == x);
            row.and_then(|(_, values)| mean(&values)).map(Bound::About)
        }
        To::AtLeast(value) => Some(Bound::AtLeast(value)),
    };
    let estimate = |values: &[Option<f64>]| Estimate::of(&values.iter().flatten().copied().collect::<Vec<_>>());
    let known: Vec<(f64, Estimate, f64)> = rows
        .iter()
        .filter_map(|(x, values)| {
            let estimate = estimate(values).filter(|estimate| estimate.half_width.is_some())?;
            let off = reference(*x)?.distance(estimate.mean);
            Some((*x, estimate, off))
        })
        .collect();
    let distances: Vec<f64> = known.iter().map(|(.., off)| *off).collect();
    let furthest = distances.iter().copied().fold(0.0, f64::max);
    let verdict = verdict::close(&distances);
    let mut measured = match distances.len() {
        0 => format!("{series}: too few values"),
        count => format!("{series}: at most {:.0} % off at {count} of {} points", 100.0 * furthest, rows.len()),
    };
    if let To::AtLeast(_) = to {
        let each = known.iter().map(|(x, estimate, _)| format!("{} at {x}", with_interval(estimate)));
        measured.push_str(&each.map(|text| format!(", {text}")).collect::<String>());
    }
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
