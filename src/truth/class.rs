//! The seven causes of a timeout, with the names a page and a table give them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::trace::{DropCause, LossClass, Place};

/// What really happened before one expiry of the retransmission timer.
///
/// There is no value for "unknown": a timeout whose copies are not settled yet, or were not when the run ended, has no
/// `Truth` at all (`Option::None`, shown as [`UNKNOWN_LETTER`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Every copy of the segment sent before the expiry was dropped.
    Lost {
        /// Why the last copy was dropped: that is the copy the timer waited for.
        cause: DropCause,
        /// Where the last copy was dropped.
        place: Place,
        /// The last copy was still travelling when the timer expired. A loss all the same: waiting longer would not
        /// have helped (RFC 5682 §2).
        late: bool,
        /// The classes of all dropped copies, for example a retransmission lost to a full queue after an original
        /// lost to noise.
        classes: ClassSet,
    },
    /// A copy arrived and its acknowledgement too, only late.
    Delayed {
        /// No acknowledgement of it was ever sent on behalf of a copy older than the expiry: the receiver was still
        /// holding a delayed ACK back.
        held_back: bool,
    },
    /// A copy arrived, and all acknowledgements of it were dropped.
    AckLost {
        /// Why the last of those acknowledgements was dropped.
        cause: DropCause,
        /// Where.
        place: Place,
    },
    /// A copy arrived after a later segment that was sent after it.
    Reordered,
}

/// [`Truth`] without its details.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TruthClass {
    /// Lost: a queue was full or about to be.
    Congestion,
    /// Lost to collisions on a shared channel.
    Contention,
    /// Lost to noise.
    Random,
    /// Lost because the path broke.
    Link,
    /// Spurious: late.
    Delay,
    /// Spurious: the acknowledgements were lost.
    AckLoss,
    /// Spurious: overtaken.
    Reordering,
}

/// Letter for a cause that is not known yet, or never will be.
pub const UNKNOWN_LETTER: char = '?';

impl Truth {
    /// The class.
    #[must_use]
    pub const fn class(&self) -> TruthClass {
        match self {
            Truth::Lost { cause, .. } => match cause.class() {
                LossClass::Congestion => TruthClass::Congestion,
                LossClass::Random => TruthClass::Random,
                LossClass::Contention => TruthClass::Contention,
                LossClass::Link => TruthClass::Link,
            },
            Truth::Delayed { .. } => TruthClass::Delay,
            Truth::AckLost { .. } => TruthClass::AckLoss,
            Truth::Reordered => TruthClass::Reordering,
        }
    }
}

impl TruthClass {
    /// Every class, in the order of tables.
    pub const ALL: [TruthClass; 7] = [
        TruthClass::Congestion,
        TruthClass::Contention,
        TruthClass::Random,
        TruthClass::Link,
        TruthClass::Delay,
        TruthClass::AckLoss,
        TruthClass::Reordering,
    ];

    /// The name in tables and files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            TruthClass::Congestion => "CONG",
            TruthClass::Contention => "CONT",
            TruthClass::Random => "RAND",
            TruthClass::Link => "LINK",
            TruthClass::Delay => "S_DELAY",
            TruthClass::AckLoss => "S_ACK",
            TruthClass::Reordering => "S_REORD",
        }
    }

    /// The letter in a picture; the three spurious classes share one.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            TruthClass::Congestion => 'C',
            TruthClass::Contention => 'K',
            TruthClass::Random => 'R',
            TruthClass::Link => 'L',
            TruthClass::Delay | TruthClass::AckLoss | TruthClass::Reordering => 'S',
        }
    }

    /// What it is called in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            TruthClass::Congestion => "congestion",
            TruthClass::Contention => "contention (collisions)",
            TruthClass::Random => "random loss",
            TruthClass::Link => "link failure",
            TruthClass::Delay | TruthClass::AckLoss | TruthClass::Reordering => "spurious",
        }
    }

    /// What sets the three spurious classes apart, in words; `None` for losses.
    #[must_use]
    pub const fn kind_of_spurious(self) -> Option<&'static str> {
        match self {
            TruthClass::Delay => Some("delay"),
            TruthClass::AckLoss => Some("ACK lost"),
            TruthClass::Reordering => Some("reordering"),
            TruthClass::Congestion | TruthClass::Contention | TruthClass::Random | TruthClass::Link => None,
        }
    }

    /// Whether the data had arrived.
    #[must_use]
    pub const fn is_spurious(self) -> bool {
        self.kind_of_spurious().is_some()
    }
}

impl fmt::Display for TruthClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A set of loss classes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ClassSet(u8);

impl ClassSet {
    /// No class.
    pub const EMPTY: ClassSet = ClassSet(0);

    const ORDER: [LossClass; 4] = [LossClass::Congestion, LossClass::Random, LossClass::Contention, LossClass::Link];

    const fn bit(class: LossClass) -> u8 {
        1 << class as u8
    }

    /// Adds a class.
    pub const fn insert(&mut self, class: LossClass) {
        self.0 |= ClassSet::bit(class);
    }

    /// Whether `class` is in it.
    #[must_use]
    pub const fn contains(self, class: LossClass) -> bool {
        self.0 & ClassSet::bit(class) != 0
    }

    /// Whether nothing is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The classes in it.
    pub fn iter(self) -> impl Iterator<Item = LossClass> {
        ClassSet::ORDER.into_iter().filter(move |&class| self.contains(class))
    }
}

impl FromIterator<LossClass> for ClassSet {
    fn from_iter<Classes: IntoIterator<Item = LossClass>>(classes: Classes) -> ClassSet {
        let mut set = ClassSet::EMPTY;
        classes.into_iter().for_each(|class| set.insert(class));
        set
    }
}

impl fmt::Debug for ClassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;

    #[test]
    fn every_class_has_a_name_of_its_own_and_a_known_letter() {
        let ids: Vec<_> = TruthClass::ALL.iter().map(|class| class.id()).collect();
        assert_eq!(ids, ["CONG", "CONT", "RAND", "LINK", "S_DELAY", "S_ACK", "S_REORD"]);
        let letters: String = TruthClass::ALL.iter().map(|class| class.letter()).collect();
        assert_eq!(letters, "CKRLSSS");
    }

    #[test]
    fn a_loss_takes_the_class_of_its_cause() {
        for cause in DropCause::ALL {
            let truth = Truth::Lost { cause, place: Place::Node(NodeId(0)), late: false, classes: ClassSet::EMPTY };
            assert!(!truth.class().is_spurious());
        }
        let full = Truth::AckLost { cause: DropCause::QueueOverflow, place: Place::Node(NodeId(0)) };
        assert_eq!(full.class(), TruthClass::AckLoss, "a dropped ACK is not lost data");
    }

    #[test]
    fn sets_of_classes() {
        let set: ClassSet = [LossClass::Link, LossClass::Random].into_iter().collect();
        assert!(set.contains(LossClass::Random) && !set.contains(LossClass::Congestion));
        assert_eq!(set.iter().collect::<Vec<_>>(), [LossClass::Random, LossClass::Link]);
        assert!(ClassSet::EMPTY.is_empty() && !set.is_empty());
    }
}
