//! The attempts of radio stations that failed last. They are part of a checkpoint, so that they are the same by play and by
//! seek; a log of them would outgrow all others.

use std::collections::VecDeque;

use crate::ids::NodeId;
use crate::time::Time;
use crate::trace::{Attempt, AttemptFailure};

/// So many are kept, and so many the picture can show at most.
const KEPT: usize = 32;

/// An attempt of a radio station that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed {
    /// When the station knew.
    pub at: Time,
    /// Who tried.
    pub from: NodeId,
    /// Who was to have it.
    pub to: NodeId,
    /// Why it failed.
    pub why: AttemptFailure,
}

/// The last of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recent(VecDeque<Failed>);

impl Recent {
    /// Takes in how an attempt ended.
    pub(super) fn note(&mut self, now: Time, attempt: &Attempt) {
        let Some(why) = attempt.failed else { return };
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(Failed { at: now, from: attempt.from, to: attempt.to, why });
    }

    /// Those after `since`, oldest first.
    pub fn since(&self, since: Time) -> impl Iterator<Item = &Failed> {
        self.0.iter().filter(move |failed| failed.at > since)
    }

    /// Memory on the heap, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.len() * size_of::<Failed>()
    }
}
