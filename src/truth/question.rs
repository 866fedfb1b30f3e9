//! One open question: what caused this expiry?
//!
//! Let s be the segment that timed out, P all data copies sent before the expiry, O those of P that hold the first byte
//! of s, and A the acknowledgements beyond s that were caused by copies of P. Then:
//!
//! - 1a. A copy of O arrived and an ACK of A arrived: spurious. *Reordered* if the first copy of s that arrived came
//!   after a later segment that was sent after it, else *delayed*.
//! - 1b. A copy of O arrived and all of A were dropped: *ACK lost*.
//! - 1c. A copy of O arrived and A is empty: *delayed*, the receiver held its ACK back.
//! - 2. All of O were dropped: *lost*, by the fate of the last of them.
//!
//! The copies of s alone do not decide it: s may have arrived and its ACK died while a later segment still travels that
//! will cause an ACK of both. So the answer waits until nothing can change it: rule 1a for the two arrivals, rule 2 for
//! the last drop, rules 1b and 1c for the end of all of P and of all they cause. (The TCP NRT paper, §5.1, looks the
//! segment up in a record of drops at the expiry; the order of these rules and the waiting are ours.)

use crate::seq::{Seq, SeqRange};
use crate::time::Time;
use crate::trace::{DropCause, Expiry, Place};

use super::class::{ClassSet, Truth};
use super::transmissions::{Fate, Transmission, Transmissions};

/// Where and why something was dropped.
type Drop = (DropCause, Place);

/// Another segment in flight at the expiry of which no copy of P has arrived.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Other {
    first_byte: Seq,
    /// Ordinal of its last copy in P.
    last: u32,
    dropped: Option<DropCause>,
}

/// The last copy in O.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Last {
    ordinal: u32,
    dropped: Option<Drop>,
    late: bool,
}

/// What the flow's acknowledgements were doing at the expiry. All that existed then were caused by copies of P.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct AckState {
    /// ACKs that travel.
    pub alive: u32,
    /// Data copies that arrived since the receiver last sent an ACK.
    pub owed: u32,
    /// The last drop of an ACK beyond the segment.
    pub dropped: Option<Drop>,
}

/// The state of one question.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Question {
    /// Which expiry.
    pub expiry: u32,
    at: Time,
    segment: Seq,
    /// Copies with a lower ordinal are P.
    mark: u32,
    /// How many copies of O travel.
    alive: u32,
    /// Whether a copy of O arrived.
    arrived: bool,
    last: Last,
    /// Classes of the dropped copies of O.
    classes: ClassSet,
    /// Whether the first copy of s to arrive was overtaken; `None` before it arrived.
    overtaken: Option<bool>,
    /// Whether an ACK of A arrived.
    acknowledged: bool,
    /// How many copies of P travel.
    data_alive: u32,
    /// ACKs caused by P. Those not beyond s count too: only their end matters.
    acks: AckState,
    others: Vec<Other>,
    answered: bool,
    others_known: bool,
    stopped: bool,
}

/// A count of copies of one flow.
fn count(copies: usize) -> u32 {
    u32::try_from(copies).expect("fewer than 2^32 copies in flight")
}

impl Question {
    /// The question at the instant of the expiry. Copies the sender has already sent in response are left out by
    /// their ordinals.
    pub fn new(now: Time, expiry: &Expiry, copies: &Transmissions, acks: AckState) -> Question {
        let (segment, mark) = (expiry.segment.start, expiry.sent);
        let dropped = |copy: &Transmission| match copy.fate {
            Fate::Dropped { cause, place, .. } => Some((cause, place)),
            Fate::Alive | Fate::Delivered { .. } => None,
        };
        let has_arrived = |byte| copies.of(byte, mark).any(|copy| matches!(copy.fate, Fate::Delivered { .. }));
        let last_of = |byte| copies.of(byte, mark).max_by_key(|copy| copy.ordinal);
        let others = copies.segments_beyond(segment, mark).filter(|&byte| !has_arrived(byte));
        let others = others.filter_map(|first_byte| {
            let last = last_of(first_byte)?;
            Some(Other { first_byte, last: last.ordinal, dropped: dropped(last).map(|(cause, _)| cause) })
        });
        let last = last_of(segment).expect("the segment that timed out was sent before");
        Question {
            expiry: expiry.index,
            at: now,
            segment,
            mark,
            alive: count(copies.of(segment, mark).filter(|copy| copy.fate == Fate::Alive).count()),
            arrived: has_arrived(segment),
            last: Last { ordinal: last.ordinal, dropped: dropped(last), late: false },
            classes: copies.of(segment, mark).filter_map(dropped).map(|(cause, _)| cause.class()).collect(),
            overtaken: copies.overtaken(segment),
            acknowledged: false,
            data_alive: count(copies.alive(mark)),
            acks,
            others: others.collect(),
            answered: false,
            others_known: false,
            stopped: false,
        }
    }

    /// Memory in use.
    pub fn size_in_bytes(&self) -> usize {
        size_of::<Question>() + size_of_val(self.others.as_slice())
    }

    /// Whether a copy with this ordinal belongs to P.
    fn before(&self, ordinal: u32) -> bool {
        ordinal < self.mark
    }

    /// Whether `copy` belongs to O.
    pub fn is_about(&self, copy: &Transmission) -> bool {
        self.before(copy.ordinal) && copy.range().contains(self.segment)
    }

    /// A copy of the flow met its fate.
    pub fn on_fate(&mut self, now: Time, copy: &Transmission, copies: &Transmissions) {
        let range = copy.range();
        let arrived = matches!(copy.fate, Fate::Delivered { .. });
        if arrived && self.overtaken.is_none() && range.contains(self.segment) {
            self.overtaken = copies.overtaken(self.segment);
        }
        if !self.before(copy.ordinal) {
            return;
        }
        self.data_alive -= 1;
        match copy.fate {
            Fate::Dropped { cause, place, .. } => self.on_lost(now, copy.ordinal, range, cause, place),
            Fate::Alive | Fate::Delivered { .. } => {
                self.acks.owed += 1;
                self.others.retain(|other| !range.contains(other.first_byte));
                if range.contains(self.segment) {
                    self.alive -= 1;
                    self.arrived = true;
                }
            }
        }
    }

    fn on_lost(&mut self, now: Time, ordinal: u32, range: SeqRange, cause: DropCause, place: Place) {
        if range.contains(self.segment) {
            self.alive -= 1;
            self.classes.insert(cause.class());
            if ordinal == self.last.ordinal {
                self.last = Last { ordinal, dropped: Some((cause, place)), late: now > self.at };
            }
        }
        let first = self.others.partition_point(|other| other.first_byte < range.start);
        for other in self.others.iter_mut().skip(first).take_while(|other| other.first_byte < range.end) {
            if other.last == ordinal {
                other.dropped = Some(cause);
            }
        }
    }

    /// The receiver sent an ACK, and with it answered all data it owed an answer.
    pub fn on_ack_sent(&mut self, cause: u32) {
        self.acks.owed = 0;
        if self.before(cause) {
            self.acks.alive += 1;
        }
    }

    /// An ACK arrived at the sender. `advances`: it moved the flow on. Gives whether it is the one that would have
    /// stopped the timer.
    pub fn on_ack_arrived(&mut self, ack: Seq, cause: u32, advances: bool) -> bool {
        if !self.before(cause) {
            return false;
        }
        self.acks.alive -= 1;
        self.acknowledged |= ack > self.segment;
        let stops = advances && !self.stopped;
        self.stopped |= stops;
        stops
    }

    /// An ACK was dropped.
    pub fn on_ack_dropped(&mut self, ack: Seq, cause: u32, dropped: Drop) {
        if self.before(cause) {
            self.acks.alive -= 1;
            if ack > self.segment {
                self.acks.dropped = Some(dropped);
            }
        }
    }

    /// The cause, once, at the first call from which on it is certain.
    pub fn poll_truth(&mut self) -> Option<Truth> {
        if self.answered {
            return None;
        }
        let truth = self.truth();
        self.answered = truth.is_some();
        truth
    }

    fn truth(&self) -> Option<Truth> {
        let delayed = |held_back| Truth::Delayed { held_back };
        if self.arrived && self.acknowledged {
            let overtaken = self.overtaken == Some(true);
            return Some(if overtaken { Truth::Reordered } else { delayed(false) });
        }
        if !self.arrived && self.alive == 0 {
            let (cause, place) = self.last.dropped?;
            return Some(Truth::Lost { cause, place, late: self.last.late, classes: self.classes });
        }
        self.is_settled().then(|| match self.acks.dropped {
            Some((cause, place)) => Truth::AckLost { cause, place },
            None => delayed(true),
        })
    }

    /// The classes of the other losses, once, when all of P is settled.
    pub fn poll_others(&mut self) -> Option<ClassSet> {
        if self.others_known || self.data_alive > 0 {
            return None;
        }
        self.others_known = true;
        Some(self.others.iter().filter_map(|other| other.dropped).map(DropCause::class).collect())
    }

    /// Whether nothing more can be learned.
    pub fn is_closed(&self) -> bool {
        self.answered && self.others_known && (self.stopped || self.is_settled())
    }

    /// Whether P and all the ACKs it causes have met their fates.
    fn is_settled(&self) -> bool {
        self.data_alive == 0 && self.acks.alive == 0 && self.acks.owed == 0
    }
}
