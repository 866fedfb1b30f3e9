//! How often a sender was right about its timeouts (TCP NRT paper §5.1, eqs. 1–4).
//!
//! The paper's accuracy is a recall: of the timeouts of a class, the share that was named so. A sender that always says
//! "congestion" has the best possible accuracy for congestion, so precision stands beside it: of the verdicts that name
//! a class, the share that was right.

use crate::trace::{ExpiryAction, Verdict};
use crate::truth::{ClassSet, Column, Mapping, Target, Truth, TruthClass, is_exact};

/// One timeout: belief and truth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timeout {
    /// What really happened, `None` where the run ended before that was settled.
    pub truth: Option<Truth>,
    /// The losses beside it, [`ClassSet::EMPTY`] where they are not known.
    pub others: ClassSet,
    /// What the sender concluded, `None` where it did not until its flow ended: that is undecided.
    pub verdict: Option<Verdict>,
    /// What the sender did at the expiry.
    pub action: ExpiryAction,
    /// Whether it was the first of an outage.
    pub first_of_outage: bool,
}

/// Which timeouts count, and as what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How true classes become the paper's.
    pub mapping: Mapping,
    /// Only the first timeout of an outage counts; the next ones repeat it with less to go by.
    pub first_only: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { mapping: Mapping::Strict, first_only: true }
    }
}

/// What is counted for one class. Shares are fractions of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Timeouts of the class.
    pub total: u64,
    /// Those of them whose verdict names the class.
    pub identified: u64,
    /// Timeouts whose verdict names the class.
    pub named: u64,
    /// Timeouts of any class.
    pub all: u64,
}

impl Score {
    /// Identified timeouts among those of the class; `None` without any.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        share(self.identified, self.total)
    }

    /// Identified timeouts among those that were named so; `None` without any.
    #[must_use]
    pub fn precision(&self) -> Option<f64> {
        share(self.identified, self.named)
    }

    /// Timeouts of other classes that were named so, among all of other classes; `None` without any.
    #[must_use]
    pub fn false_alarms(&self) -> Option<f64> {
        share(self.named - self.identified, self.all - self.total)
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The scores of some timeouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accuracy {
    scores: [Score; Target::ALL.len()],
    exact: u64,
    /// Timeouts with others lost beside them, left out by [`Mapping::Strict`].
    pub with_loss: u64,
    /// Timeouts in no class that the mapping looks at.
    pub excluded: u64,
    /// Timeouts whose cause is not known.
    pub unresolved: u64,
}

impl Accuracy {
    /// Scores `timeouts` by `rules`.
    #[must_use]
    pub fn of<'a>(timeouts: impl IntoIterator<Item = &'a Timeout>, rules: Rules) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for timeout in timeouts {
            if timeout.first_of_outage || !rules.first_only {
                accuracy.add(timeout, rules.mapping);
            }
        }
        accuracy
    }

    fn add(&mut self, timeout: &Timeout, mapping: Mapping) {
        let Some(truth) = &timeout.truth else {
            self.unresolved += 1;
            return;
        };
        let verdict = timeout.verdict.unwrap_or(Verdict::Undecided);
        let column = mapping.column(truth, timeout.others);
        match column {
            Column::SpuriousWithLoss => self.with_loss += 1,
            Column::Excluded => self.excluded += 1,
            Column::Congestion | Column::Random | Column::Spurious | Column::Contention | Column::Link => {
                for (target, score) in Target::ALL.into_iter().zip(&mut self.scores) {
                    let (is_one, named) = (target.includes(column), target.is_named_by(verdict, timeout.action));
                    score.all += 1;
                    score.total += u64::from(is_one);
                    score.named += u64::from(named);
                    score.identified += u64::from(is_one && named);
                }
                self.exact += u64::from(Target::Nc.includes(column) && is_exact(verdict, column));
            }
        }
    }

    /// The score of one class. NC is loose: a spurious verdict is right about a random loss too, because both kept the
    /// window.
    #[must_use]
    pub fn score(&self, target: Target) -> Score {
        self.scores[target as usize]
    }

    /// Accuracy of NC where only the exact class counts; `None` without any timeout of RPL or S.
    #[must_use]
    pub fn strict_nc(&self) -> Option<f64> {
        share(self.exact, self.score(Target::Nc).total)
    }

    /// The mean of the accuracies of RPL, CPL and S, without those that have no timeout; `None` without any.
    #[must_use]
    pub fn macro_accuracy(&self) -> Option<f64> {
        let known = [Target::Rpl, Target::Cpl, Target::S].map(|target| self.score(target).accuracy());
        let known: Vec<f64> = known.into_iter().flatten().collect();
        super::statistics::mean(&known)
    }
}

/// A row of the confusion matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// Timeouts of one true class; of the spurious ones those without other losses.
    Class(TruthClass),
    /// Spurious timeouts with others lost.
    SpuriousWithLoss,
}

/// Verdicts in the order of the matrix's columns.
pub const VERDICTS: [Verdict; 6] = Verdict::ALL;

const ROWS: usize = TruthClass::ALL.len() + 1;

/// How often each verdict was given for each truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confusion([[u64; VERDICTS.len()]; ROWS]);

impl Confusion {
    /// Counts `timeouts`; those whose cause is not known are left out.
    #[must_use]
    pub fn of<'a>(timeouts: impl IntoIterator<Item = &'a Timeout>, first_only: bool) -> Confusion {
        let mut matrix = Confusion::default();
        for timeout in timeouts.into_iter().filter(|timeout| timeout.first_of_outage || !first_only) {
            let Some(truth) = &timeout.truth else { continue };
            let row = match truth.class() {
                class if class.is_spurious() && !timeout.others.is_empty() => Row::SpuriousWithLoss,
                class => Row::Class(class),
            };
            let verdict = timeout.verdict.unwrap_or(Verdict::Undecided);
            matrix.0[row.index()][verdict as usize] += 1;
        }
        matrix
    }

    /// How many timeouts of `row` were called `verdict`.
    #[must_use]
    pub fn count(&self, row: Row, verdict: Verdict) -> u64 {
        self.0[row.index()][verdict as usize]
    }
}

impl Row {
    /// All rows in order.
    pub fn all() -> impl Iterator<Item = Row> {
        TruthClass::ALL.into_iter().map(Row::Class).chain([Row::SpuriousWithLoss])
    }

    /// Its name in tables.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Row::Class(class) => class.id(),
            Row::SpuriousWithLoss => "S+loss",
        }
    }

    const fn index(self) -> usize {
        match self {
            Row::Class(class) => class as usize,
            Row::SpuriousWithLoss => ROWS - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;
    use crate::trace::{DropCause, LossClass, Place};

    fn lost(cause: DropCause) -> Truth {
        Truth::Lost { cause, place: Place::Node(NodeId(0)), late: false, classes: ClassSet::EMPTY }
    }

    const DELAYED: Truth = Truth::Delayed { held_back: false };

    fn timeout(truth: Truth, verdict: Verdict) -> Timeout {
        let action = ExpiryAction::Conventional;
        Timeout { truth: Some(truth), others: ClassSet::EMPTY, verdict: Some(verdict), action, first_of_outage: true }
    }

    /// Truths R, R, R, C, S, S; verdicts R, S, C, C, S, C.
    fn example() -> Vec<Timeout> {
        use Verdict::{Congestion, Random, Spurious};
        let (random, full) = (lost(DropCause::RandomLoss), lost(DropCause::QueueOverflow));
        let truths = [random, random, random, full, DELAYED, DELAYED];
        let verdicts = [Random, Spurious, Congestion, Congestion, Spurious, Congestion];
        truths.into_iter().zip(verdicts).map(|(truth, verdict)| timeout(truth, verdict)).collect()
    }

    fn percent(share: Option<f64>) -> String {
        share.map_or("n/a".to_owned(), |share| format!("{:.1}", 100.0 * share))
    }

    fn accuracies(accuracy: &Accuracy) -> Vec<String> {
        Target::ALL.iter().map(|&target| percent(accuracy.score(target).accuracy())).collect()
    }

    fn precisions(accuracy: &Accuracy) -> Vec<String> {
        Target::ALL.iter().map(|&target| percent(accuracy.score(target).precision())).collect()
    }

    #[test]
    fn the_worked_example() {
        let accuracy = Accuracy::of(&example(), Rules::default());
        assert_eq!(accuracies(&accuracy), ["33.3", "100.0", "50.0", "60.0"], "RPL, CPL, S, NC");
        assert_eq!(precisions(&accuracy), ["100.0", "33.3", "50.0", "100.0"]);
        assert_eq!(percent(accuracy.strict_nc()), "40.0");
        assert_eq!(percent(accuracy.macro_accuracy()), "61.1", "(1/3 + 1 + 1/2) / 3");
        assert_eq!(percent(accuracy.score(Target::Cpl).false_alarms()), "40.0", "two of five");
        assert_eq!(percent(accuracy.score(Target::Rpl).false_alarms()), "0.0");
    }

    #[test]
    fn always_congestion() {
        let timeouts: Vec<_> =
            example().iter().map(|one| Timeout { verdict: Some(Verdict::Congestion), ..*one }).collect();
        let accuracy = Accuracy::of(&timeouts, Rules::default());
        assert_eq!(accuracies(&accuracy), ["0.0", "100.0", "0.0", "0.0"]);
        assert_eq!(precisions(&accuracy), ["n/a", "16.7", "n/a", "n/a"]);
        assert_eq!(percent(accuracy.score(Target::Cpl).false_alarms()), "100.0");
    }

    #[test]
    fn nothing_to_identify_is_not_perfect() {
        let accuracy = Accuracy::of(&example()[..3], Rules::default());
        assert_eq!(accuracies(&accuracy), ["33.3", "n/a", "n/a", "66.7"]);
        assert_eq!(Accuracy::of(&[], Rules::default()).macro_accuracy(), None);
    }

    #[test]
    fn spurious_with_loss_stands_apart_unless_the_mapping_is_the_papers() {
        let others = [LossClass::Random].into_iter().collect();
        let timeouts = [Timeout { others, ..timeout(DELAYED, Verdict::Congestion) }];
        let strict = Accuracy::of(&timeouts, Rules::default());
        assert_eq!((strict.with_loss, strict.score(Target::S).total, strict.score(Target::Cpl).named), (1, 0, 0));
        let paper = Accuracy::of(&timeouts, Rules { mapping: Mapping::Paper, ..Rules::default() });
        assert_eq!((paper.with_loss, paper.score(Target::S).total, paper.score(Target::Cpl).named), (0, 1, 1));
        let matrix = Confusion::of(&timeouts, true);
        assert_eq!(matrix.count(Row::SpuriousWithLoss, Verdict::Congestion), 1);
        assert_eq!(matrix.count(Row::Class(TruthClass::Delay), Verdict::Congestion), 0);
    }

    #[test]
    fn repeated_timeouts_and_unknown_causes() {
        let mut timeouts = example();
        timeouts[1].first_of_outage = false;
        timeouts[0].truth = None;
        let first = Accuracy::of(&timeouts, Rules::default());
        assert_eq!((first.score(Target::Rpl).total, first.unresolved), (1, 1));
        let all = Accuracy::of(&timeouts, Rules { first_only: false, ..Rules::default() });
        assert_eq!((all.score(Target::Rpl).total, all.unresolved), (2, 1));
    }

    #[test]
    fn a_link_failure_counts_for_precision_only() {
        let timeouts = [timeout(lost(DropCause::NoRoute), Verdict::Random)];
        let strict = Accuracy::of(&timeouts, Rules::default()).score(Target::Rpl);
        assert_eq!(strict, Score { total: 0, identified: 0, named: 1, all: 1 });
        let paper = Accuracy::of(&timeouts, Rules { mapping: Mapping::Paper, ..Rules::default() });
        assert_eq!((paper.excluded, paper.score(Target::Rpl)), (1, Score::default()));
    }

    #[test]
    fn no_verdict_is_undecided_and_a_fallback_kept_the_window() {
        let silent = Timeout { verdict: None, ..timeout(DELAYED, Verdict::Spurious) };
        let fallback = Timeout { action: ExpiryAction::Fallback, ..silent };
        let accuracy = Accuracy::of(&[silent, fallback], Rules::default());
        assert_eq!(accuracies(&accuracy), ["n/a", "n/a", "0.0", "50.0"]);
        assert_eq!(
            Confusion::of(&[silent, fallback], true).count(Row::Class(TruthClass::Delay), Verdict::Undecided),
            2
        );
    }

    #[test]
    fn the_matrix_has_a_row_for_every_truth_and_a_column_for_every_verdict() {
        let matrix = Confusion::of(&example(), true);
        let all: u64 = Row::all().flat_map(|row| VERDICTS.map(|verdict| matrix.count(row, verdict))).sum();
        assert_eq!(all, 6);
        assert_eq!(Row::all().map(Row::id).last(), Some("S+loss"));
        let places: Vec<usize> = VERDICTS.iter().map(|&verdict| verdict as usize).collect();
        assert_eq!(places, [0, 1, 2, 3, 4, 5]);
        let rows: Vec<usize> = Row::all().map(Row::index).collect();
        assert_eq!(rows, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
