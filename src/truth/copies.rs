//! The copies of a segment that timed out, as a record of the timeout lists them.

use crate::time::Time;
use crate::trace::{DropCause, Place};

use super::transmissions::{Fate, Transmission};

/// A record lists at most so many copies, the last ones. A segment is sent that often only where the path is silent for
/// minutes, and then the copies before say the same.
pub const MAX_COPIES: usize = 16;

/// How a copy ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyFate {
    /// It arrived at the receiver.
    Delivered,
    /// It was dropped.
    Dropped {
        /// Why.
        cause: DropCause,
        /// Where.
        place: Place,
    },
}

/// One copy of the segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyRecord {
    /// How often its first byte had been sent before.
    pub copy: u16,
    /// How many data copies the flow had sent before.
    pub ordinal: u32,
    /// When it was sent.
    pub sent: Time,
    /// How it ended and when; `None` while it travels.
    pub fate: Option<(Time, CopyFate)>,
}

impl CopyRecord {
    /// What is known of `copy` now.
    pub(super) fn of(copy: &Transmission) -> CopyRecord {
        let fate = match copy.fate {
            Fate::Alive => None,
            Fate::Delivered { at, .. } => Some((at, CopyFate::Delivered)),
            Fate::Dropped { at, cause, place } => Some((at, CopyFate::Dropped { cause, place })),
        };
        CopyRecord { copy: copy.copy, ordinal: copy.ordinal, sent: copy.sent, fate }
    }
}

/// The last copies of one segment before one expiry, in the order of sending.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Copies {
    list: Vec<CopyRecord>,
    omitted: u32,
}

impl Copies {
    /// Takes in a copy, or the fate of one that is listed.
    pub fn note(&mut self, copy: CopyRecord) {
        match self.list.binary_search_by_key(&copy.ordinal, |known| known.ordinal) {
            Ok(place) => self.list[place] = copy,
            // Older than the list reaches.
            Err(0) if self.list.len() == MAX_COPIES => {}
            Err(place) => {
                self.list.insert(place, copy);
                if self.list.len() > MAX_COPIES {
                    self.list.remove(0);
                    self.omitted += 1;
                }
            }
        }
    }

    /// Forgets the fates that were met after `after`.
    pub fn forget(&mut self, after: Time) {
        for copy in &mut self.list {
            copy.fate.take_if(|&mut (at, _)| at > after);
        }
    }

    /// The copies listed, in the order of sending.
    #[must_use]
    pub fn list(&self) -> &[CopyRecord] {
        &self.list
    }

    /// How many earlier copies are not listed.
    #[must_use]
    pub const fn omitted(&self) -> u32 {
        self.omitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(number: u32, fate: Option<(Time, CopyFate)>) -> CopyRecord {
        CopyRecord { copy: number as u16, ordinal: 10 * number, sent: Time::from_nanos(u64::from(number)), fate }
    }

    #[test]
    fn the_last_copies_are_kept_and_the_others_counted() {
        let mut copies = Copies::default();
        for number in 0..20 {
            copies.note(copy(number, None));
        }
        copies.note(copy(2, Some((Time::from_nanos(50), CopyFate::Delivered))));
        assert_eq!((copies.list().len(), copies.omitted()), (MAX_COPIES, 4));
        assert_eq!((copies.list()[0].copy, copies.list()[MAX_COPIES - 1].copy), (4, 19));
        assert!(copies.list().iter().all(|copy| copy.fate.is_none()), "the fate of one not listed changes nothing");
    }

    #[test]
    fn a_fate_is_taken_in_and_forgotten() {
        let mut copies = Copies::default();
        let met = Some((Time::from_nanos(50), CopyFate::Delivered));
        copies.note(copy(0, None));
        copies.note(copy(0, met));
        copies.forget(Time::from_nanos(50));
        assert_eq!(copies.list(), [copy(0, met)]);
        copies.forget(Time::from_nanos(49));
        assert_eq!(copies.list(), [copy(0, None)]);
    }
}
