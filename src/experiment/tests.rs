use std::collections::BTreeSet;

use super::verdict::Verdict;
use super::*;
use crate::tcp::registry::parse_variant;

fn all() -> impl Iterator<Item = &'static Figure> {
    figures().iter().chain(contrasts())
}

fn setting(id: &str) -> Setting {
    Setting::find(id).expect("a setting")
}

fn outcome(link: &str, course: bool, slice: u64) -> Outcome {
    let mut trial = Trial::open(link, course).expect("a link");
    while !trial.work(slice) {}
    trial.outcome()
}

fn value(outcome: &Outcome, id: &str) -> Option<f64> {
    outcome.values[metric(id).expect("a metric").0]
}

#[test]
fn every_link_is_read_without_a_remark() {
    for figure in all() {
        for setting in SETTINGS {
            for run in plan(figure, setting).iter().filter(|run| run.seed == 1) {
                let read = crate::share::decode(&run.link);
                let (shared, notices) = read.unwrap_or_else(|problems| panic!("{}: {problems:?}", run.link));
                assert_eq!(notices, [], "{}", run.link);
                assert_eq!(shared.scenario.lanes.len(), 1, "{}", run.link);
            }
        }
    }
}

#[test]
fn figures_name_what_there_is() {
    let ids: BTreeSet<_> = all().map(|figure| figure.id).collect();
    assert_eq!(ids.len(), all().count());
    for figure in all() {
        assert!(figure.drawn.iter().chain(figure.beside).all(|id| name(id).is_some()), "{}", figure.id);
        assert!(figure.beside.contains(&"timeouts") && figure.beside.contains(&"spurious"), "{}", figure.id);
        assert!(!figure.events.is_empty() && figure.events.iter().all(|id| metric(id).is_some()), "{}", figure.id);
        assert!(!figure.course || figure.axis.points.len() == 1, "{}: a course of one point", figure.id);
        assert!(figure.axis.points.windows(2).all(|pair| pair[0].x < pair[1].x), "{}", figure.id);
    }
}

#[test]
fn a_contrast_changes_the_runs_or_how_they_are_counted_and_nothing_else() {
    for figure in contrasts() {
        let contrast = figure.contrast.expect("a contrast");
        let base = find(contrast.of).expect("a figure");
        let (changed, plain) = (plan(figure, setting("quick")), plan(base, setting("quick")));
        assert_eq!(changed.len(), plain.len(), "{}", figure.id);
        for (one, other) in changed.iter().zip(&plain) {
            assert_eq!((one.point, one.series, one.seed), (other.point, other.series, other.seed));
            assert_eq!(one.link == other.link, contrast.mapping, "{}: {}", figure.id, one.link);
        }
    }
}

/// Contrasts that need more than one key for their one choice.
const TWO_KEYS: [(&str, &[&str], &str); 1] =
    [("nrt/s-loss-scope", &["fer", "loss"], "the loss of frames takes the place of the loss of packets")];

#[test]
fn a_contrast_changes_one_key_of_its_links() {
    fn keys(link: &str) -> BTreeSet<(&str, &str)> {
        link.split('&').filter_map(|pair| pair.split_once('=')).collect()
    }
    for figure in contrasts() {
        let contrast = figure.contrast.expect("a contrast");
        let base = find(contrast.of).expect("a figure");
        for (one, other) in plan(figure, setting("quick")).iter().zip(&plan(base, setting("quick"))) {
            let changed: BTreeSet<&str> =
                keys(&one.link).symmetric_difference(&keys(&other.link)).map(|(key, _)| *key).collect();
            let changed: Vec<&str> = changed.into_iter().collect();
            match TWO_KEYS.iter().find(|(id, ..)| *id == figure.id) {
                Some((_, expected, why)) => {
                    assert_eq!(changed, *expected, "{}: {why}", figure.id);
                    assert!(contrast.words.contains("two knobs change, because"), "{}: the caption says so", figure.id);
                }
                None => assert_eq!(changed.len(), usize::from(!contrast.mapping), "{}: {changed:?}", figure.id),
            }
        }
    }
}

#[test]
fn checks_look_at_series_and_points_that_there_are() {
    fn cases(rule: &Rule) -> Vec<(Case, Vec<&'static str>)> {
        match rule {
            Rule::Ordering(case, above, below) => vec![(*case, [*above, *below].concat())],
            Rule::Within(case, series, others) => {
                others.iter().for_each(|id| assert!(metric(id).is_some(), "{id}"));
                vec![(*case, vec![series])]
            }
            Rule::Trend(case, series, _) | Rule::Close(case, series, _) => vec![(*case, series.to_vec())],
            Rule::Gap(case, one, other, _) => vec![(*case, vec![one, other])],
            Rule::Ratio(case, one, others, ..) => vec![(*case, [&[*one][..], others].concat())],
            Rule::Absolute(case, series, _) => vec![(*case, vec![series])],
            Rule::Parameter(_) | Rule::Worked(_) | Rule::Untestable => Vec::new(),
            Rule::Every(rules) => rules.iter().flat_map(cases).collect(),
        }
    }
    for check in checks() {
        for (case, series) in cases(&check.rule) {
            let figure = find(case.figure).unwrap_or_else(|| panic!("{}: {}", check.id, case.figure));
            assert!(name(case.metric).is_some(), "{}: {}", check.id, case.metric);
            for label in series {
                assert!(figure.series.iter().any(|row| row.label == label), "{}: {label}", check.id);
            }
            let places = [case.from, case.to].into_iter().filter(|place| place.is_finite());
            for place in places {
                assert!(figure.axis.points.iter().any(|point| point.x == place), "{}: {place}", check.id);
            }
        }
    }
    let covered = figures().iter().all(|figure| checks_of(figure.id).next().is_some());
    assert!(covered, "a figure without a claim");
}

#[test]
fn all_series_of_a_point_have_the_same_luck() {
    let runs = plan(find("nrt/10").expect("a figure"), setting("quick"));
    assert_eq!(runs.len(), 7 * 6 * 3);
    for run in &runs {
        let first = runs.iter().find(|one| one.series == 0 && one.point == run.point && one.seed == run.seed);
        let first = first.expect("a first series");
        let variant = find("nrt/10").expect("a figure").series[run.series].link;
        assert_eq!(run.link, first.link.replace("cc=nrt", variant));
    }
    assert_eq!(plan(find("nrt/10").expect("a figure"), setting("smoke")).len(), 12, "the ends of the axis");
}

#[test]
fn a_trial_in_slices_is_the_trial_in_one() {
    let link = "p=wlan-chain&hops=4&aqm=modified&loss=0.03&flows=2&cc=newreno&seed=3&dur=15";
    let whole = outcome(link, true, u64::MAX);
    assert_eq!(whole, outcome(link, true, 777));
    let get = |id: &str| value(&whole, id).expect("a number");
    assert!(get("timeouts") > 0.0 && get("retransmissions") > 0.0);
    assert_eq!(get("after-timeout") + get("after-duplicates"), get("retransmissions"));
    assert!(get("after-timeout") >= get("timeouts"), "NewReno sends again at every expiry");
    let mean = crate::metrics::statistics::mean(&whole.course).expect("a course");
    assert!((mean - get("cwnd")).abs() < 0.1, "{mean}, {}", get("cwnd"));
    assert_eq!(value(&whole, "nrt-flow"), None, "no such flow");
}

#[test]
fn nobody_concludes_what_the_registry_does_not_say() {
    let figure = find("nrt/14a").expect("a figure");
    for run in plan(figure, setting("smoke")) {
        let variant = parse_variant(figure.series[run.series].link.trim_start_matches("cc=")).expect("a variant");
        let known: Vec<_> = variant.timeout.verdicts().iter().map(|verdict| verdict.id()).collect();
        for cell in outcome(&run.link, false, u64::MAX).confusion.split_whitespace() {
            let verdict = cell.split_once('/').and_then(|(_, rest)| rest.split_once(':')).expect("truth/verdict:n").0;
            // A timeout that another overtakes, or the end of the run, is undecided for everyone.
            assert!(known.contains(&verdict) || verdict == "undecided", "{}: {cell}", run.link);
        }
    }
}

/// A sheet of `id` with the goodput that `goodput` gives for (point, series, seed).
fn sheet(id: &str, at: &str, goodput: impl Fn(usize, &str, u64) -> f64) -> Sheet {
    let figure = find(id).expect("a figure");
    Sheet::new(figure, setting(at), |run| {
        Some(of_goodput(goodput(run.point, figure.series[run.series].label, run.seed)))
    })
}

/// An outcome of which nothing but the goodput is known, and that there were timeouts for random losses.
fn of_goodput(goodput: f64) -> Outcome {
    of_values(&format!("{goodput}"), &[("goodput", goodput), ("random", 3.0)])
}

/// An outcome of which nothing but these numbers is known.
fn of_values(fingerprint: &str, known: &[(&str, f64)]) -> Outcome {
    let mut values = vec![None; METRICS.len()];
    known.iter().for_each(|(id, value)| values[metric(id).expect("a metric").0] = Some(*value));
    Outcome { fingerprint: fingerprint.to_owned(), values, confusion: String::new(), course: Vec::new() }
}

/// A sheet of `id` at the setting quick.
fn quick(id: &str, of: impl Fn(&Run, f64, &str) -> Option<Outcome>) -> Sheet {
    let figure = find(id).expect("a figure");
    Sheet::new(figure, setting("quick"), |run| {
        of(run, figure.axis.points[run.point].x, figure.series[run.series].label)
    })
}

fn ruling(sheets: &[Sheet], id: &str) -> Ruling {
    judge(sheets).into_iter().find(|ruling| ruling.id == id).unwrap_or_else(|| panic!("{id}"))
}

/// NRT and EQRTO are the best two of Fig. 10 at its first `points` points.
fn best_two(points: usize) -> impl Fn(usize, &str, u64) -> f64 {
    move |point, series, seed| {
        let best = matches!(series, "NRT" | "EQRTO") == (point < points);
        1000.0 - 100.0 * point as f64 + if best { 200.0 } else { 0.0 } + seed as f64
    }
}

#[test]
fn claims_are_decided_at_the_boundaries() {
    let at = |points| ruling(&[sheet("nrt/10", "quick", best_two(points))], "S000-033");
    assert_eq!([at(5).verdict, at(4).verdict], [Verdict::Reproduces; 2]);
    assert_eq!(at(3).verdict, Verdict::Partly);
    assert_eq!(at(2).verdict, Verdict::Differs);
    assert_eq!((at(5).reason.as_str(), at(2).reason.as_str()), ("", UNKNOWN));
    assert!(at(3).measured.starts_with("on the claimed side at 3 of 5 points"), "{}", at(3).measured);
    let falling = ruling(&[sheet("nrt/10", "quick", best_two(9))], "S000-032");
    assert_eq!(falling.verdict, Verdict::Reproduces, "{}", falling.measured);
}

#[test]
fn points_that_are_not_known_decide_nothing() {
    let figure = find("nrt/10").expect("a figure");
    let without = |unknown: &[usize]| {
        let goodput = best_two(5);
        let known = |run: &Run| {
            let label = figure.series[run.series].label;
            (!unknown.contains(&run.point)).then(|| of_goodput(goodput(run.point, label, run.seed)))
        };
        ruling(&[Sheet::new(figure, setting("quick"), known)], "S000-033").verdict
    };
    assert_eq!(without(&[2]), Verdict::Reproduces, "four of five are enough");
    assert_eq!(without(&[2, 3]), Verdict::Open);
    assert_eq!(without(&[0, 1, 2, 3, 4]), Verdict::Open);
}

#[test]
fn a_reason_is_tested_by_a_contrast_that_makes_the_claim_hold() {
    let failed = || sheet("nrt/10", "quick", best_two(0));
    let reason = |points| ruling(&[failed(), sheet("nrt/s-minrto-loss", "quick", best_two(points))], "S000-033").reason;
    assert!(reason(5).starts_with("tested by nrt/s-minrto-loss: "), "{}", reason(5));
    assert_eq!(reason(3), UNKNOWN, "partly is not enough");
}

/// Two schemes that do the same are alike, but that says nothing if they were never asked.
#[test]
fn a_contrast_in_which_nothing_happens_is_no_reason() {
    let alike = |id: &str, same: bool, spurious: f64| {
        quick(id, |run, _, label| {
            let print = if same { format!("{}", run.seed) } else { format!("{label} {}", run.seed) };
            Some(of_values(&print, &[("goodput", 900.0 + run.seed as f64), ("spurious", spurious)]))
        })
    };
    let apart = || {
        quick("nrt/12", |run, _, label| {
            let goodput = if label == "DSACK" { 500.0 } else { 900.0 } + run.seed as f64;
            Some(of_values(&format!("{label} {}", run.seed), &[("goodput", goodput), ("spurious", 4.0)]))
        })
    };
    let reason = |same, spurious| ruling(&[apart(), alike("nrt/s-minrto", same, spurious)], "S000-039").reason;
    assert!(reason(false, 2.0).starts_with("tested by nrt/s-minrto"), "{}", reason(false, 2.0));
    assert_eq!(reason(true, 2.0), UNKNOWN, "the same runs");
    assert_eq!(reason(false, 0.0), UNKNOWN, "no spurious timeout");
}

#[test]
fn runs_that_are_the_same_are_called_so() {
    let sheet = quick("nrt/5b", |run, x, label| {
        let print = if x < 3.0 { "the same".to_owned() } else { label.to_owned() };
        Some(of_values(&print, &[("goodput", run.seed as f64), ("marks", 0.0)]))
    });
    let found = ruling(std::slice::from_ref(&sheet), "S000-025");
    assert_eq!(found.verdict, Verdict::Differs);
    let told = "modified ECN and ECN: the same run, packet for packet, at 2 of 4 points";
    assert!(found.measured.contains(told), "{}", found.measured);
    let marks: Vec<_> = sheet.table().beside.into_iter().filter(|line| line.metric == "marks").collect();
    assert_eq!(
        marks.iter().map(|line| line.label.as_str()).collect::<Vec<_>>(),
        ["ECN marks: ECN", "ECN marks: modified ECN"]
    );
    assert!(marks[0].cells.iter().all(|cell| cell.mean == Some(0.0)), "no mark was made");
}

/// NewReno names congestion always and nothing else, so nothing is clearly above it there, and it is above nothing elsewhere.
#[test]
fn what_could_never_hold_is_left_out() {
    let accuracy = |id: &str, metric: &'static str, below: f64, best: &'static str| {
        quick(id, move |run, _, label| {
            let value = if label == best { 90.0 } else { below } - run.seed as f64;
            Some(of_values(label, &[(metric, if label == "NewReno" { 100.0 } else { value })]))
        })
    };
    let above = ruling(&[accuracy("nrt/17", "cpl", 50.0, "NRT")], "S000-056");
    assert_eq!(above.verdict, Verdict::Reproduces, "{}", above.measured);
    let why = "decided by construction: the accuracy of NewReno for CPL is always 100, and so it is left out";
    assert!(above.reading.contains(why), "{}", above.reading);
    let zero = quick("nrt/18", |run, _, label| {
        let value = if matches!(label, "NewReno" | "EQRTO") { 0.0 } else { 80.0 + run.seed as f64 };
        Some(of_values(label, &[("s", value)]))
    });
    let except = ruling(&[zero], "S000-057");
    assert_eq!(except.verdict, Verdict::Reproduces, "{}", except.measured);
    assert!(except.reading.contains("NewReno for S is always 0, and so it is left out"), "{}", except.reading);
    let known = ruling(&[accuracy("nrt/16", "rpl", 0.0, "NRT")], "S000-052").reading;
    let kept = "decided by construction: the accuracy of F-RTO, Eifel, DSACK, NewReno for RPL is always 0";
    assert!(known.ends_with(kept), "{known}");
    assert!(ruling(&[zeroless()], "S000-055").reading.ends_with("NewReno for CPL is always 100"));
}

/// Fig. 17 with nothing known.
fn zeroless() -> Sheet {
    quick("nrt/17", |_, _, _| None)
}

#[test]
fn a_trend_needs_two_values_at_every_point() {
    let falling = |seeds: u64, unknown: f64| {
        let sheet = quick("nrt/10", |run, x, _| {
            (run.seed <= seeds && x != unknown).then(|| of_goodput(1000.0 - 10.0 * x + run.seed as f64))
        });
        ruling(&[sheet], "S000-032")
    };
    assert_eq!(falling(3, 0.0).verdict, Verdict::Reproduces);
    assert_eq!(falling(2, 0.0).verdict, Verdict::Reproduces);
    assert_eq!(falling(1, 0.0).verdict, Verdict::Open, "one seed");
    assert_eq!(falling(3, 3.0).verdict, Verdict::Open, "a point without a value");
    assert!(falling(3, 3.0).measured.starts_with("NRT: too few values at 1 of 5 points"));
}

/// NewReno's flows keep nine tenths of what they have among themselves, seed by seed.
#[test]
fn friendliness_is_a_ratio_of_two_runs_of_a_seed() {
    let sheet = quick("nrt/22a", |run, x, _| {
        let alone = 100.0 * run.seed as f64;
        let old = if x == 0.0 { alone } else { 0.9 * alone };
        let flows: &[_] = match x {
            0.0 => &[("newreno-flow", old)],
            20.0 => &[("nrt-flow", 2.0 * old)],
            _ => &[("newreno-flow", old), ("nrt-flow", 2.0 * old)],
        };
        Some(of_values("", flows))
    });
    let found = ruling(std::slice::from_ref(&sheet), "S000-069");
    assert_eq!(found.verdict, Verdict::Reproduces, "a tenth is within a fifth");
    assert!(
        found.measured.starts_with("mixed: at most 10 % off at 5 of 5 points, 0.90 ± 0.00 at 4"),
        "{}",
        found.measured
    );
    let line = |id: &str| sheet.table().beside.into_iter().find(|line| line.metric == id).expect("a line");
    let means = |id: &str| line(id).cells.iter().map(|cell| cell.mean.map(crate::math::round)).collect::<Vec<_>>();
    assert_eq!(means("nrt-over-newreno"), [None, Some(2.0), Some(2.0), Some(2.0), Some(2.0), Some(2.0), None]);
    assert_eq!(means("newreno-kept"), [None, Some(1.0), Some(1.0), Some(1.0), Some(1.0), Some(1.0), None]);
}

#[test]
fn seeds_without_a_ratio_are_counted() {
    let sheet = quick("nrt/12", |run, _, label| {
        let goodput = if label == "Eifel" && run.seed == 2 { 0.0 } else { 100.0 };
        Some(of_values(label, &[("goodput", goodput)]))
    });
    let found = ruling(&[sheet], "S000-039").measured;
    assert_eq!(found, "DSACK / Eifel 1.00 ± 0.00, 1 left out where Eifel has 0");
}

#[test]
fn one_run_decides_nothing() {
    let rulings = judge(&[sheet("nrt/10", "smoke", best_two(5))]);
    for ruling in rulings.iter().filter(|ruling| ruling.figures == ["nrt/10"]) {
        let expected = if ruling.rules == ["parameter"] { Verdict::Reproduces } else { Verdict::Open };
        assert_eq!(ruling.verdict, expected, "{}: {}", ruling.id, ruling.measured);
    }
}

#[test]
fn what_is_not_known_yet_is_drawn_as_far_as_it_is() {
    let figure = find("nrt/10").expect("a figure");
    let empty = Sheet::new(figure, setting("quick"), |_| None);
    let table = empty.table();
    assert_eq!((table.done, table.runs, table.lines.len()), (0, 126, 6));
    assert!(table.lines.iter().flat_map(|line| &line.cells).all(|cell| cell.mean.is_none() && cell.n == 0));
    assert!(
        judge(&[empty]).iter().all(|ruling| ruling.rules == ["parameter"]
            || ruling.figures.is_empty()
            || ruling.verdict == Verdict::Open)
    );
    let picture = picture(&table, crate::chart::Theme::Light);
    assert_eq!((picture.x.as_str(), picture.y.as_str()), ("Random loss, %", "Throughput, kbit/s"));
}
