//! What false alarms cost a flow: window cuts for which there was no congestion.
//!
//! A cut at a timeout was unnecessary if the true cause is not congestion, a cut at a fast retransmit if no earlier
//! copy of the segment was dropped; a cut on ECN-Echo never is (TCP NRT paper §5.3). Whether one was unnecessary is
//! often known only later, and whether it is taken back too, so cuts stay open until both are known.

use crate::seq::SeqRange;
use crate::trace::WindowChange;

use super::class::{Truth, TruthClass};
use super::transmissions::{Fate, Transmission, Transmissions};

/// A number of window cuts and what they took away.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cuts {
    /// How many.
    pub count: u64,
    /// Sum of cwnd before less cwnd after, in segments.
    pub segments: f64,
}

/// Needless work of one flow, as far as it is certain. Grows only.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Waste {
    /// Retransmitted copies whose bytes had an earlier copy that arrived.
    pub retransmissions: u64,
    /// Their payload, in bytes.
    pub bytes: u64,
    /// Unnecessary cuts.
    pub cuts: Cuts,
    /// Those of them that were taken back.
    pub undone: Cuts,
}

impl Waste {
    /// Unnecessary cuts that were not taken back.
    #[must_use]
    pub fn net_cuts(&self) -> Cuts {
        Cuts { count: self.cuts.count - self.undone.count, segments: self.cuts.segments - self.undone.segments }
    }
}

impl Cuts {
    fn add(&mut self, segments: f64) {
        self.count += 1;
        self.segments += segments;
    }
}

/// What made a sender cut its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// An expiry, by its index.
    Timeout(u32),
    /// A fast retransmit, by its index.
    FastRetransmit(u32),
    /// ECN-Echo.
    Ecn,
}

/// One cut that may still change what it counts for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cut {
    reason: Reason,
    segments: f64,
    unnecessary: Option<bool>,
    undone: bool,
}

/// A fast retransmit of which it is not known whether it repaired a loss.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Repair {
    index: u32,
    segment: SeqRange,
    /// Copies with a lower ordinal were sent before.
    mark: u32,
    /// How many of them travel.
    alive: u32,
    /// Whether one of them was dropped.
    dropped: bool,
}

/// Whether a fast retransmit was needed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Repaired {
    pub index: u32,
    pub segment: SeqRange,
    pub needed: bool,
}

/// The cuts and fast retransmits of one flow.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct WindowLedger {
    /// Window as last told, in segments. Nothing can be said of a cut before the first note.
    cwnd: Option<f64>,
    /// The latest cut, which an undo would take back, is the last one.
    open: Vec<Cut>,
    /// The latest expiry, with its cause once that is known: a sender may cut long after it.
    expiry: Option<(u32, Option<bool>)>,
    repairs: Vec<Repair>,
    repairs_seen: u32,
    /// The latest fast retransmit, with whether it was unnecessary.
    repair: Option<(u32, Option<bool>)>,
    gross: Cuts,
    undone: Cuts,
}

impl WindowLedger {
    /// Memory in use beside the value itself.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(self.open.as_slice()) + size_of_val(self.repairs.as_slice())
    }

    /// Unnecessary cuts, and those of them that were taken back.
    pub fn totals(&self) -> (Cuts, Cuts) {
        (self.gross, self.undone)
    }

    /// The timer expired; `cwnd` is the window before the sender reacted, without the inflation of a fast recovery.
    pub fn on_expiry(&mut self, expiry: u32, cwnd: f64) {
        self.cwnd = Some(cwnd);
        self.expiry = Some((expiry, None));
    }

    /// The cause of an expiry is known.
    pub fn on_truth(&mut self, expiry: u32, truth: &Truth) {
        let unnecessary = truth.class() != TruthClass::Congestion;
        if let Some((latest, known)) = &mut self.expiry
            && *latest == expiry
        {
            *known = Some(unnecessary);
        }
        self.judge(Reason::Timeout(expiry), unnecessary);
    }

    /// The window changed. A fast recovery starts with a window inflated by the duplicates; what it is cut to is
    /// ssthresh (RFC 5681 §3.2).
    pub fn on_window(&mut self, cwnd: f64, ssthresh: f64, change: WindowChange) {
        let before = self.cwnd.replace(cwnd);
        let after = if change == WindowChange::FastRetransmit { cwnd.min(ssthresh) } else { cwnd };
        let (reason, unnecessary) = match change {
            WindowChange::Undo => return self.undo(),
            WindowChange::Timeout => match self.expiry {
                Some((expiry, unnecessary)) => (Reason::Timeout(expiry), unnecessary),
                None => return,
            },
            WindowChange::FastRetransmit => match self.repair {
                Some((index, unnecessary)) => (Reason::FastRetransmit(index), unnecessary),
                None => return,
            },
            WindowChange::Ecn => (Reason::Ecn, Some(false)),
            WindowChange::Growth | WindowChange::Recovery | WindowChange::Idle => return,
        };
        let segments = before.map_or(0.0, |before| before - after);
        if segments > 0.0 {
            self.open.retain(|cut| cut.unnecessary.is_none());
            self.open.push(Cut { reason, segments, unnecessary: None, undone: false });
            if let Some(unnecessary) = unnecessary {
                self.judge(reason, unnecessary);
            }
        }
    }

    /// The first outstanding segment was sent again on duplicate ACKs. Copies with an ordinal below `mark` are older.
    pub fn on_fast_retransmit(&mut self, segment: SeqRange, mark: u32, copies: &Transmissions) {
        let index = self.repairs_seen;
        self.repairs_seen += 1;
        self.repair = Some((index, None));
        let mut repair = Repair { index, segment, mark, alive: 0, dropped: false };
        for copy in copies.of(segment.start, mark) {
            match copy.fate {
                Fate::Alive => repair.alive += 1,
                Fate::Delivered { .. } => {}
                Fate::Dropped { .. } => repair.dropped = true,
            }
        }
        self.repairs.push(repair);
    }

    /// A copy of the flow met its fate.
    pub fn on_fate(&mut self, copy: &Transmission) {
        for repair in &mut self.repairs {
            if copy.ordinal < repair.mark && copy.range().contains(repair.segment.start) {
                repair.alive -= 1;
                repair.dropped |= matches!(copy.fate, Fate::Dropped { .. });
            }
        }
    }

    /// The next fast retransmit of which it is now certain whether it was needed.
    pub fn poll_repaired(&mut self) -> Option<Repaired> {
        let settled = self.repairs.iter().position(|repair| repair.dropped || repair.alive == 0)?;
        let Repair { index, segment, dropped: needed, .. } = self.repairs.remove(settled);
        if let Some((latest, known)) = &mut self.repair
            && *latest == index
        {
            *known = Some(!needed);
        }
        self.judge(Reason::FastRetransmit(index), !needed);
        Some(Repaired { index, segment, needed })
    }

    fn judge(&mut self, reason: Reason, unnecessary: bool) {
        for cut in self.open.iter_mut().filter(|cut| cut.reason == reason && cut.unnecessary.is_none()) {
            cut.unnecessary = Some(unnecessary);
            if unnecessary {
                self.gross.add(cut.segments);
                if cut.undone {
                    self.undone.add(cut.segments);
                }
            }
        }
    }

    fn undo(&mut self) {
        if let Some(cut) = self.open.last_mut().filter(|cut| !cut.undone) {
            cut.undone = true;
            if cut.unnecessary == Some(true) {
                self.undone.add(cut.segments);
            }
        }
    }
}
