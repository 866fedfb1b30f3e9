//! How each lane did in this one run, up to the shown time.
//!
//! Recall alone is won by a sender that always answers the same, so precision stands beside it (TCP NRT paper, equations
//! 1 to 4, with the precision that the paper leaves out).

use serde::Serialize;

use super::flows::flows;
use super::words;
use crate::lab::{Lab, Timeout};
use crate::metrics::{self, Accuracy, Rules};
use crate::time::Time;
use crate::trace::{Expiry, Verdict};
use crate::truth::{ClassSet, Target, TruthClass};

/// What a sender can say, in the order of the table; the last column is no verdict yet.
const COLUMNS: [Option<Verdict>; 7] = [
    Some(Verdict::Congestion),
    Some(Verdict::Random),
    Some(Verdict::Spurious),
    Some(Verdict::NonCongestion),
    Some(Verdict::Link),
    Some(Verdict::Undecided),
    None,
];

/// One line of a lane's score.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScoreRow {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub label: &'static str,
    /// Its value, in words.
    pub value: String,
    /// One sentence about it.
    pub note: &'static str,
}

/// The score of one lane.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// Name of the lane.
    pub label: String,
    /// Payload delivered in order to the applications in kbit/s: of each flow over the time since it started, added up.
    pub goodput_kbps: f64,
    /// Number of timeouts.
    pub timeouts: usize,
    /// Timeouts about which the sender was right.
    pub right: usize,
    /// Timeouts about which it was wrong.
    pub wrong: usize,
    /// Timeouts whose cause or verdict is not known.
    pub open: usize,
    /// The lines of the table.
    pub rows: Vec<ScoreRow>,
    /// How often each truth (row) met each verdict (column).
    pub confusion: Vec<Vec<usize>>,
    /// Ids of the rows of `confusion`.
    pub truths: Vec<&'static str>,
    /// Ids of its columns.
    pub verdicts: Vec<&'static str>,
}

/// The scores of all lanes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scoreboard {
    /// By lane.
    pub lanes: Vec<Score>,
}

/// The scores at the shown time.
#[must_use]
pub fn scoreboard(lab: &Lab) -> Scoreboard {
    Scoreboard { lanes: (0..lab.lanes().len()).map(|lane| score(lab, lane)).collect() }
}

/// `hits` of `all`.
fn share(hits: u64, all: u64) -> String {
    match all {
        0 => "n/a".to_owned(),
        _ => format!("{hits} of {all}"),
    }
}

fn column(timeout: &Timeout, now: Time) -> usize {
    let verdict = timeout.verdict.filter(|&(at, _)| at <= now).map(|(_, verdict)| verdict);
    COLUMNS.iter().position(|&row| row == verdict).unwrap_or(COLUMNS.len() - 1)
}

/// Row of the table: the class, or the last row while it is not known.
fn line(timeout: &Timeout, now: Time) -> usize {
    let class = timeout.truth.filter(|&(at, _)| at <= now).map(|(_, truth)| truth.class());
    TruthClass::ALL.iter().position(|&row| Some(row) == class).unwrap_or(TruthClass::ALL.len())
}

fn score(lab: &Lab, lane: usize) -> Score {
    let now = lab.shown();
    let row = &lab.lanes()[lane];
    let timeouts = timeouts(lab, lane);
    let (right, wrong) = judgements(lab, lane);
    let mut confusion = vec![vec![0; COLUMNS.len()]; TruthClass::ALL.len() + 1];
    for timeout in &timeouts {
        confusion[line(timeout, now)][column(timeout, now)] += 1;
    }
    let open = timeouts
        .iter()
        .filter(|&&timeout| line(timeout, now) == TruthClass::ALL.len() || column(timeout, now) == COLUMNS.len() - 1)
        .count();
    let goodput_kbps = goodput(lab, lane);
    let mut rows = vec![
        line_of(
            "goodput",
            "Goodput, kbit/s",
            format!("{goodput_kbps:.0}"),
            "Payload delivered in order: of each flow over the time since it started, added up.",
        ),
        line_of(
            "right",
            "Belief = truth",
            share(right as u64, (right + wrong) as u64),
            "Counted in timeouts, those that repeat an outage too: the ringed cells of the table below, of all its cells \
             but column U and C about S where others were lost. N is right about R and S.",
        ),
    ];
    rows.extend(accuracy_rows(&accuracy_of(lab, lane)));
    let waste = row.state.world.flows().ids().map(|flow| row.state.ledger.waste(flow));
    let (resends, cuts) = waste.fold((0, 0), |(resends, cuts): (u64, u64), waste| {
        (resends + waste.retransmissions, cuts + waste.net_cuts().count)
    });
    let unjudged = timeouts.len() - right - wrong - open;
    rows.push(line_of(
        "unjudged",
        "Not judged",
        unjudged.to_string(),
        "Counted in timeouts: column U of the table below, and C about S where others in flight were lost.",
    ));
    rows.push(line_of(
        "resends",
        "Needless resends",
        resends.to_string(),
        "Counted in segments: sent again although an earlier copy arrived.",
    ));
    rows.push(line_of(
        "cuts",
        "Cuts not for congestion",
        cuts.to_string(),
        "Counted in cuts of the window: over a segment that no queue dropped, not taken back; other segments may have met \
         congestion.",
    ));
    rows.push(line_of(
        "drops",
        "Packets lost",
        row.log.drops(now).to_string(),
        "Counted in packets: data, ACKs and other traffic, whatever the cause.",
    ));
    Score {
        label: words::lane_label(lab, lane),
        goodput_kbps,
        timeouts: timeouts.len(),
        right,
        wrong,
        open,
        rows,
        confusion,
        truths: TruthClass::ALL.iter().map(|class| class.id()).chain([words::OPEN]).collect(),
        verdicts: COLUMNS.iter().map(|verdict| verdict.map_or("none", Verdict::id)).collect(),
    }
}

const fn line_of(id: &'static str, label: &'static str, value: String, note: &'static str) -> ScoreRow {
    ScoreRow { id, label, value, note }
}

/// The timeouts of a lane up to the shown time.
fn timeouts(lab: &Lab, lane: usize) -> Vec<&Timeout> {
    let all = lab.lanes().get(lane).map_or(&[][..], |row| row.log.timeouts());
    all.iter().take_while(|timeout| timeout.at <= lab.shown()).collect()
}

/// About how many timeouts the sender was right, and about how many wrong.
pub(super) fn judgements(lab: &Lab, lane: usize) -> (usize, usize) {
    let timeouts = timeouts(lab, lane);
    let judged = |right| timeouts.iter().filter(|timeout| timeout.is_right(lab.shown()) == Some(right)).count();
    (judged(true), judged(false))
}

/// Accuracy over the timeouts with verdict and truth.
pub(super) fn accuracy_of(lab: &Lab, lane: usize) -> Accuracy {
    let now = lab.shown();
    let judged = timeouts(lab, lane).into_iter().filter_map(|timeout| {
        let (_, truth) = timeout.truth.filter(|&(at, _)| at <= now)?;
        let (_, verdict) = timeout.verdict.filter(|&(at, _)| at <= now)?;
        let others = timeout.others_lost.filter(|&(at, _)| at <= now).map_or(ClassSet::EMPTY, |(_, classes)| classes);
        let Expiry { action, first_of_outage, .. } = timeout.expiry;
        Some(metrics::Timeout { truth: Some(truth), others, verdict: Some(verdict), action, first_of_outage })
    });
    Accuracy::of(&judged.collect::<Vec<_>>(), Rules::default())
}

/// Recall and precision for the three causes that a sender on a wire can name.
fn accuracy_rows(accuracy: &Accuracy) -> Vec<ScoreRow> {
    let kinds = [
        (Target::Cpl, ["congestion-recall", "Congestion, recall", "congestion-precision", "Congestion, precision"]),
        (Target::Rpl, ["random-recall", "Random loss, recall", "random-precision", "Random loss, precision"]),
        (Target::S, ["spurious-recall", "Spurious, recall", "spurious-precision", "Spurious, precision"]),
    ];
    let rows = kinds.into_iter().flat_map(|(target, [recall_id, recall, precision_id, precision])| {
        let score = accuracy.score(target);
        [
            line_of(
                recall_id,
                recall,
                share(score.identified, score.total),
                "Counted in outages, by the first timeout of each; the table below has the repeats too. Of those with this \
                 cause: how many the sender named. U names nothing, N names R and S.",
            ),
            line_of(
                precision_id,
                precision,
                share(score.identified, score.named),
                "Counted in outages, by the first timeout of each; the table below has the repeats too. Of those that the \
                 sender named so: how many were. N names R and S.",
            ),
        ]
    });
    rows.collect()
}

/// Payload delivered in order, in kbit/s: of each flow over the time since it started, added up.
pub(super) fn goodput(lab: &Lab, lane: usize) -> f64 {
    flows(lab, lane).rows.iter().map(|row| row.goodput_kbps).sum()
}
