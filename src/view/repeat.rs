//! One scenario with several seeds: what each run came to, and how sure the means are.
//!
//! All lanes of a run share its seed, so differences between lanes are taken run by run.

use serde::{Deserialize, Serialize};

use super::scoreboard::{accuracy_of, goodput, judgements};
use super::words;
use crate::lab::Lab;
use crate::math;
use crate::metrics::Estimate;
use crate::truth::Target;

/// What one run came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunScore {
    /// Its seed.
    pub seed: String,
    /// Fingerprint of all lanes at its end, 16 hexadecimal digits.
    pub fingerprint: String,
    /// By lane.
    pub lanes: Vec<LaneScore>,
}

/// What one lane of one run came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LaneScore {
    /// Name of the lane.
    pub label: String,
    /// Values of the measures, in their order; absent where there was nothing to measure.
    pub values: Vec<Option<f64>>,
}

/// A measure.
struct Measure {
    id: &'static str,
    label: &'static str,
    /// Shown behind its values.
    unit: &'static str,
    note: &'static str,
    of: fn(&Lab, usize) -> Option<f64>,
}

const RECALL: &str = "Of the first timeouts with this cause: how many the sender named.";
const PRECISION: &str = "Of the first timeouts that the sender named so: how many were.";

/// What is measured. Precision stands beside recall: always the same answer has the best recall.
const MEASURES: [Measure; 9] = [
    Measure {
        id: "goodput",
        label: "Goodput",
        unit: "kbit/s",
        note: "Payload delivered in order: of each flow over the time since it started, added up.",
        of: |lab, lane| Some(goodput(lab, lane)),
    },
    Measure {
        id: "timeouts",
        label: "Timeouts",
        unit: "",
        note: "Expiries of retransmission timers.",
        of: |lab, lane| Some(lab.lanes().get(lane)?.log.timeouts().len() as f64),
    },
    Measure {
        id: "right",
        label: "Belief = truth, decided",
        unit: "%",
        note: "Timeouts about which the sender was right, of those with a verdict and a known cause.",
        of: right,
    },
    share("congestion-recall", "Congestion, recall", RECALL, |lab, lane| recall(lab, lane, Target::Cpl)),
    share("congestion-precision", "Congestion, precision", PRECISION, |lab, lane| precision(lab, lane, Target::Cpl)),
    share("random-recall", "Random loss, recall", RECALL, |lab, lane| recall(lab, lane, Target::Rpl)),
    share("random-precision", "Random loss, precision", PRECISION, |lab, lane| precision(lab, lane, Target::Rpl)),
    share("spurious-recall", "Spurious, recall", RECALL, |lab, lane| recall(lab, lane, Target::S)),
    share("spurious-precision", "Spurious, precision", PRECISION, |lab, lane| precision(lab, lane, Target::S)),
];

const fn share(
    id: &'static str,
    label: &'static str,
    note: &'static str,
    of: fn(&Lab, usize) -> Option<f64>,
) -> Measure {
    Measure { id, label, unit: "%", note, of }
}

fn percent(share: Option<f64>) -> Option<f64> {
    share.map(|share| 100.0 * share)
}

fn recall(lab: &Lab, lane: usize, target: Target) -> Option<f64> {
    percent(accuracy_of(lab, lane).score(target).accuracy())
}

fn precision(lab: &Lab, lane: usize, target: Target) -> Option<f64> {
    percent(accuracy_of(lab, lane).score(target).precision())
}

fn right(lab: &Lab, lane: usize) -> Option<f64> {
    let (right, wrong) = judgements(lab, lane);
    let all = right + wrong;
    percent((all > 0).then(|| right as f64 / all as f64))
}

/// What the run came to, up to the shown time.
#[must_use]
pub fn run_score(lab: &Lab) -> RunScore {
    let lane = |lane| LaneScore {
        label: words::lane_label(lab, lane),
        values: MEASURES.iter().map(|measure| (measure.of)(lab, lane)).collect(),
    };
    RunScore {
        seed: lab.scenario().seed.to_string(),
        fingerprint: format!("{:016x}", lab.fingerprint()),
        lanes: (0..lab.lanes().len()).map(lane).collect(),
    }
}

/// The means over some runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How many runs.
    pub runs: usize,
    /// Names of the lanes.
    pub lanes: Vec<String>,
    /// The lines of the table.
    pub rows: Vec<SummaryRow>,
}

/// One measure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SummaryRow {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub label: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// One sentence about it.
    pub note: &'static str,
    /// By lane.
    pub cells: Vec<Cell>,
}

/// The mean of one measure in one lane.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// How many runs had something to measure.
    pub n: usize,
    /// Their mean.
    pub mean: Option<f64>,
    /// The 95 % interval reaches this far to either side; absent for fewer than two runs.
    pub half_width: Option<f64>,
    /// In words, without the unit.
    pub text: String,
}

/// The means over `runs` of one scenario.
#[must_use]
pub fn summary(runs: &[RunScore]) -> Summary {
    let lanes: Vec<String> =
        runs.first().map(|run| run.lanes.iter().map(|lane| lane.label.clone()).collect()).unwrap_or_default();
    let value = |run: &RunScore, lane: usize, at: usize| run.lanes.get(lane)?.values.get(at).copied()?;
    let row = |(at, measure): (usize, &Measure)| {
        let cells = (0..lanes.len()).map(|lane| cell(runs.iter().filter_map(|run| value(run, lane, at)), runs.len()));
        let Measure { id, label, unit, note, .. } = *measure;
        SummaryRow { id, label, unit, note, cells: cells.collect() }
    };
    let mut rows: Vec<_> = MEASURES.iter().enumerate().map(row).collect();
    if lanes.len() > 1 {
        let beyond = |run: &RunScore, lane: usize| Some(value(run, lane, 0)? - value(run, 0, 0)?);
        let cells = (0..lanes.len()).map(|lane| match lane {
            0 => Cell { n: 0, mean: None, half_width: None, text: String::new() },
            _ => cell(runs.iter().filter_map(|run| beyond(run, lane)), runs.len()),
        });
        let difference = SummaryRow {
            id: "goodput-difference",
            label: "Goodput beyond the first lane's",
            unit: "kbit/s",
            note: "Difference to the first lane with the same seed, run by run.",
            cells: cells.collect(),
        };
        rows.insert(1, difference);
    }
    Summary { runs: runs.len(), lanes, rows }
}

fn cell(values: impl Iterator<Item = f64>, runs: usize) -> Cell {
    let values: Vec<f64> = values.collect();
    let Some(Estimate { n, mean, half_width }) = Estimate::of(&values) else {
        return Cell { n: 0, mean: None, half_width: None, text: "n/a".to_owned() };
    };
    let mut text = estimate_text(mean, half_width);
    if n < runs {
        text.push_str(&format!(" ({n} {})", if n == 1 { "run" } else { "runs" }));
    }
    Cell { n, mean: Some(mean), half_width, text }
}

/// A mean and its interval, to two digits of the interval.
fn estimate_text(mean: f64, half_width: Option<f64>) -> String {
    let decimals = match half_width {
        Some(half) if half > 0.0 => (1.0 - math::log10(half).floor()).clamp(0.0, 3.0) as usize,
        _ => usize::from(mean != mean.floor()),
    };
    let mean = format!("{mean:.decimals$}").replace('-', "−");
    match half_width {
        Some(half) => format!("{mean} ± {half:.decimals$}"),
        None => mean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Scenario, presets};
    use crate::time::Span;
    use crate::view::scoreboard;

    fn run(id: &str, seconds: u64, more: u64) -> Lab {
        let base = presets::base(id).expect("a preset");
        let seed = base.seed.wrapping_add(more);
        let mut lab = Lab::new(Scenario { seed, duration: Span::from_secs(seconds), ..base }).expect("a valid preset");
        lab.go(lab.duration());
        lab.finish();
        lab
    }

    #[test]
    fn a_run_comes_to_what_its_scoreboard_says() {
        let lab = run("random-loss", 20, 0);
        let (run, board) = (run_score(&lab), scoreboard(&lab));
        assert_eq!(run.fingerprint, format!("{:016x}", lab.fingerprint()));
        for (lane, score) in run.lanes.iter().zip(&board.lanes) {
            assert_eq!(lane.label, score.label);
            assert_eq!(lane.values[0], Some(score.goodput_kbps));
            assert_eq!(lane.values[1], Some(score.timeouts as f64));
            let decided = (score.right + score.wrong) as f64;
            assert_eq!(lane.values[2], (decided > 0.0).then(|| 100.0 * (score.right as f64 / decided)));
        }
        assert!(run.lanes[1].values[1] > Some(2.0), "NewReno has timeouts to judge");
    }

    #[test]
    fn means_with_intervals_and_none_for_a_single_run() {
        let scores: Vec<_> = (0..3).map(|more| run_score(&run("random-loss", 10, more))).collect();
        assert_ne!(scores[0].fingerprint, scores[1].fingerprint, "other seeds, other luck");
        let one = summary(&scores[..1]);
        assert!(one.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.half_width.is_none()));
        let three = summary(&scores);
        assert_eq!((three.runs, three.lanes.len()), (3, 2));
        let goodput = &three.rows[0].cells[1];
        let values: Vec<f64> = scores.iter().filter_map(|score| score.lanes[1].values[0]).collect();
        assert_eq!(goodput.mean, crate::metrics::statistics::mean(&values));
        assert!(goodput.half_width.is_some_and(|half| half > 0.0) && goodput.text.contains(" ± "), "{}", goodput.text);
        let difference = &three.rows[1];
        assert_eq!(
            (difference.id, difference.cells[0].text.as_str(), difference.cells[1].n),
            ("goodput-difference", "", 3)
        );
        for (recall, precision) in [(4, 5), (6, 7), (8, 9)] {
            assert!(three.rows[recall].id.ends_with("recall") && three.rows[precision].id.ends_with("precision"));
        }
        assert_eq!(summary(&[]).rows[0].cells, []);
    }

    #[test]
    fn estimates_are_written_to_two_digits_of_their_interval() {
        assert_eq!(estimate_text(1234.567, Some(45.6)), "1235 ± 46");
        assert_eq!(estimate_text(12.345, Some(0.456)), "12.35 ± 0.46");
        assert_eq!(estimate_text(3.0, Some(0.0)), "3 ± 0");
        assert_eq!(estimate_text(2.5, None), "2.5");
        assert_eq!(estimate_text(-2.5, Some(1.0)), "−2.5 ± 1.0");
    }

    #[test]
    fn runs_without_anything_to_measure_are_counted() {
        let score = |value| RunScore {
            seed: String::new(),
            fingerprint: String::new(),
            lanes: vec![LaneScore { label: "NRT".to_owned(), values: vec![Some(1.0), Some(2.0), value] }],
        };
        let cells = |values: &[Option<f64>]| {
            summary(&values.iter().map(|&value| score(value)).collect::<Vec<_>>()).rows[2].cells[0].clone()
        };
        assert_eq!(cells(&[None, None]).text, "n/a");
        assert_eq!(cells(&[Some(50.0), None]).text, "50 (1 run)");
        assert_eq!(cells(&[Some(50.0), Some(50.0), None]).text, "50 ± 0 (2 runs)");
    }
}
