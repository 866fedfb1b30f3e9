//! Which verdict counts as right for which truth.
//!
//! The TCP NRT paper (§5.1, eqs. 1–4) knows three classes of timeout: random packet loss (RPL), congestion packet loss
//! (CPL) and spurious (S), and NC, not congestion, for the first and the last together. The true classes are seven; two
//! mappings bring them to three, and both are shown because the place of contention changes the results most.

use serde::{Deserialize, Serialize};

use crate::trace::{DropCause, ExpiryAction, Verdict};

use super::class::{ClassSet, Truth, TruthClass};

/// How the seven true classes become the paper's three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mapping {
    /// Contention, link failures and spurious timeouts with other losses stand in columns of their own.
    #[default]
    Strict,
    /// By what a trace of drops shows: dropped in a queue CPL, dropped on a channel RPL, no drop S. Contention then is
    /// RPL, other losses are not looked at, and drops by routing are left out.
    Paper,
}

/// Where a timeout stands after the mapping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Column {
    /// CPL.
    Congestion,
    /// RPL.
    Random,
    /// S.
    Spurious,
    /// Lost to collisions; in no class of the paper.
    Contention,
    /// The path broke; in no class of the paper.
    Link,
    /// Spurious, and other segments in flight were lost: both verdicts would be half right.
    SpuriousWithLoss,
    /// Not in the record of drops that the paper's method looks at, and not spurious either.
    Excluded,
}

/// What an accuracy is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Target {
    /// Random packet loss.
    Rpl,
    /// Congestion packet loss.
    Cpl,
    /// Spurious.
    S,
    /// Not congestion: RPL or S.
    Nc,
}

/// Where NRT's fallback ([`ExpiryAction::Fallback`]) leads: no answer, but the window was kept.
fn kept_the_window(verdict: Verdict, action: ExpiryAction) -> bool {
    verdict == Verdict::Undecided && action == ExpiryAction::Fallback
}

impl Mapping {
    /// The column of a timeout of which `others` is known to have been lost beside it.
    #[must_use]
    pub fn column(self, truth: &Truth, others: ClassSet) -> Column {
        match self {
            Mapping::Strict => match truth.class() {
                TruthClass::Congestion => Column::Congestion,
                TruthClass::Random => Column::Random,
                TruthClass::Contention => Column::Contention,
                TruthClass::Link => Column::Link,
                TruthClass::Delay | TruthClass::AckLoss | TruthClass::Reordering if others.is_empty() => {
                    Column::Spurious
                }
                TruthClass::Delay | TruthClass::AckLoss | TruthClass::Reordering => Column::SpuriousWithLoss,
            },
            Mapping::Paper => match truth {
                Truth::Lost { cause, .. } => match cause {
                    DropCause::QueueOverflow | DropCause::AqmDrop | DropCause::HoldOverflow => Column::Congestion,
                    DropCause::RandomLoss | DropCause::BitError => Column::Random,
                    DropCause::NoRoute | DropCause::Ttl | DropCause::RouteBreak | DropCause::BufferTimeout => {
                        Column::Excluded
                    }
                },
                Truth::Delayed { .. } | Truth::AckLost { .. } | Truth::Reordered => Column::Spurious,
            },
        }
    }
}

impl Target {
    /// All, in the order of tables.
    pub const ALL: [Target; 4] = [Target::Rpl, Target::Cpl, Target::S, Target::Nc];

    /// Its name in tables.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Target::Rpl => "RPL",
            Target::Cpl => "CPL",
            Target::S => "S",
            Target::Nc => "NC",
        }
    }

    /// Whether a timeout in `column` is one of these.
    #[must_use]
    pub const fn includes(self, column: Column) -> bool {
        match self {
            Target::Rpl => matches!(column, Column::Random),
            Target::Cpl => matches!(column, Column::Congestion),
            Target::S => matches!(column, Column::Spurious),
            Target::Nc => matches!(column, Column::Random | Column::Spurious),
        }
    }

    /// Whether a verdict counts as naming this class, for whatever timeout.
    ///
    /// A verdict of "not congestion" names RPL and S: EQRTO has no finer answer. "Link" and NRT's fallback say no more
    /// than that the window was right.
    #[must_use]
    pub fn is_named_by(self, verdict: Verdict, action: ExpiryAction) -> bool {
        match self {
            Target::Rpl => matches!(verdict, Verdict::Random | Verdict::NonCongestion),
            Target::Cpl => verdict == Verdict::Congestion,
            Target::S => matches!(verdict, Verdict::Spurious | Verdict::NonCongestion),
            Target::Nc => match verdict {
                Verdict::Random | Verdict::Spurious | Verdict::NonCongestion | Verdict::Link => true,
                Verdict::Congestion | Verdict::Undecided => kept_the_window(verdict, action),
            },
        }
    }
}

/// Whether a verdict names exactly the class of a timeout: random for RPL, spurious for S, congestion for CPL, link for
/// link failures. "Not congestion" never does.
#[must_use]
pub fn is_exact(verdict: Verdict, column: Column) -> bool {
    match column {
        Column::Congestion => verdict == Verdict::Congestion,
        Column::Random => verdict == Verdict::Random,
        Column::Spurious => verdict == Verdict::Spurious,
        Column::Link => verdict == Verdict::Link,
        Column::Contention | Column::SpuriousWithLoss | Column::Excluded => false,
    }
}

/// What a verdict is called in a sentence; `None` is a sender that has not made up its mind.
#[must_use]
pub const fn verdict_words(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "no verdict yet",
        Some(Verdict::Congestion) => "congestion",
        Some(Verdict::Random) => "random loss",
        Some(Verdict::Spurious) => "spurious",
        Some(Verdict::NonCongestion) => "not congestion",
        Some(Verdict::Link) => "link failure",
        Some(Verdict::Undecided) => "undecided",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;
    use crate::trace::{LossClass, Place};

    const PLACE: Place = Place::Node(NodeId(0));

    fn lost(cause: DropCause) -> Truth {
        Truth::Lost { cause, place: PLACE, late: false, classes: ClassSet::EMPTY }
    }

    #[test]
    fn two_mappings() {
        let spurious = [
            Truth::Delayed { held_back: false },
            Truth::Reordered,
            Truth::AckLost { cause: DropCause::BitError, place: PLACE },
        ];
        let beside: ClassSet = [LossClass::Random].into_iter().collect();
        for truth in spurious {
            assert_eq!(Mapping::Strict.column(&truth, ClassSet::EMPTY), Column::Spurious);
            assert_eq!(Mapping::Strict.column(&truth, beside), Column::SpuriousWithLoss);
            assert_eq!(Mapping::Paper.column(&truth, beside), Column::Spurious);
        }
        for mapping in [Mapping::Strict, Mapping::Paper] {
            assert_eq!(mapping.column(&lost(DropCause::AqmDrop), beside), Column::Congestion);
            assert_eq!(mapping.column(&lost(DropCause::RandomLoss), beside), Column::Random);
        }
        assert_eq!(Mapping::Strict.column(&lost(DropCause::NoRoute), beside), Column::Link);
        assert_eq!(Mapping::Paper.column(&lost(DropCause::NoRoute), beside), Column::Excluded);
    }

    #[test]
    fn what_each_verdict_counts_for() {
        // Columns: RPL, CPL, S, NC.
        let table = [
            (Verdict::Congestion, [false, true, false, false]),
            (Verdict::Random, [true, false, false, true]),
            (Verdict::Spurious, [false, false, true, true]),
            (Verdict::NonCongestion, [true, false, true, true]),
            (Verdict::Link, [false, false, false, true]),
            (Verdict::Undecided, [false, false, false, false]),
        ];
        for (verdict, counts) in table {
            assert_eq!(Target::ALL.map(|target| target.is_named_by(verdict, ExpiryAction::Conventional)), counts);
            assert_eq!(Target::ALL.map(|target| target.is_named_by(verdict, ExpiryAction::Probe)), counts);
        }
        let fallback = Target::ALL.map(|target| target.is_named_by(Verdict::Undecided, ExpiryAction::Fallback));
        assert_eq!(fallback, [false, false, false, true]);
    }

    #[test]
    fn exactly_right() {
        assert!(is_exact(Verdict::Link, Column::Link));
        assert!(!is_exact(Verdict::NonCongestion, Column::Spurious));
        assert!(!is_exact(Verdict::Random, Column::Contention));
    }
}
