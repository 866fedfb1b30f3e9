//! Loss recovery from a scoreboard (RFC 6675).
//!
//! The names are the RFC's, as ends of ranges: HighACK is `una`, HighData is `max`, RecoveryPoint is the sender's
//! `recover`. What the RFC counts segment by segment (IsLost, SetPipe) the scoreboard answers from its ranges.

use super::newreno::LIMITED_DUPLICATES;
use super::{Next, RecoveryRules};
use crate::seq::{Seq, SeqRange};
use crate::tcp::decision::{AckFacts, Decision, Decisions};
use crate::tcp::path::{ROUNDING, View};

/// RFC 6675.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Sack {
    /// Neither in recovery nor repairing.
    #[default]
    Open,
    /// In loss recovery (§5).
    Recovery(Repair),
    /// Not in recovery, window unchanged: everything missing below `until` is lost.
    Repair {
        /// What has been sent again.
        repair: Repair,
        /// The end of what is lost.
        until: Seq,
    },
}

/// What has been sent again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The end of the highest segment sent again: HighRxt.
    high_rxt: Seq,
    /// `una` must reach this before a rescue retransmission: RescueRxt. `None` once one was made.
    rescue: Option<Seq>,
}

impl Sack {
    fn repair(&self) -> Option<Repair> {
        match self {
            Sack::Open => None,
            Sack::Recovery(repair) | Sack::Repair { repair, .. } => Some(*repair),
        }
    }

    /// What is not SACKed and below this is lost.
    fn lost_below(&self, View { path, board }: View<'_>) -> Seq {
        let by_sacks = board.lost_below(path.tcp.dupthresh, path.tcp.mss).unwrap_or(path.una);
        if let Sack::Repair { until, .. } = self { by_sacks.max(*until) } else { by_sacks }
    }

    /// The segments in the network, by SetPipe (§4): not SACKed and not lost, and what was sent again.
    fn set_pipe(&self, view: View<'_>) -> f64 {
        let View { path, board } = view;
        let alive = board.unsacked_bytes(SeqRange::new(self.lost_below(view).max(path.una), path.max));
        let high_rxt = self.repair().map_or(path.una, |repair| repair.high_rxt.max(path.una));
        path.segments(alive + board.unsacked_bytes(SeqRange::new(path.una, high_rxt)))
    }

    /// How many segments limited transmit may send at this duplicate ACK: while cwnd − pipe ≥ 1 (§5 step 3).
    fn limited_transmit(&self, view: View<'_>) -> u8 {
        let path = view.path;
        let asked = path.tcp.lt && path.dup <= LIMITED_DUPLICATES && path.dup < path.tcp.dupthresh;
        if !asked || path.nxt < path.max {
            return 0;
        }
        let room = (path.cwnd + ROUNDING - self.set_pipe(view)).min(path.cap() - path.flight_segments());
        room.clamp(0.0, 255.0).floor() as u8
    }

    /// The segments to send again start at the first outstanding one, which is sent at once.
    fn first_hole(View { path, board }: View<'_>) -> (Repair, Decision) {
        let end = board.segment(path.una).map_or(path.una, |first| first.end);
        (Repair { high_rxt: end, rescue: Some(end) }, Decision::Resend { seq: path.una, short: 0 })
    }

    /// NextSeg (§4), and the move of HighRxt that its answer brings.
    fn next_seg(&mut self, view: View<'_>) -> Next {
        let lost_below = self.lost_below(view);
        let View { path, board } = view;
        let (Sack::Recovery(repair) | Sack::Repair { repair, .. }) = self else { return Next::ByWindow };
        let hole = board.first_unsacked(repair.high_rxt.max(path.una));
        // Only a hole below the highest SACKed byte counts for the rules (1) and (3).
        let hole = board.segment(hole).filter(|_| board.highest_sacked().is_some_and(|highest| hole < highest));
        let again = |repair: &mut Repair, segment: SeqRange| {
            repair.high_rxt = segment.end;
            Next::Again(segment.start)
        };
        if let Some(segment) = hole.filter(|segment| segment.start < lost_below) {
            return again(repair, segment);
        }
        if path.can_send_new() {
            return Next::New;
        }
        if let Some(segment) = hole {
            return again(repair, segment);
        }
        // One rescue retransmission per recovery; it does not move HighRxt.
        match (repair.rescue, board.last_unsacked()) {
            (Some(point), Some(segment)) if path.una >= point => {
                repair.rescue = None;
                Next::Again(segment.start)
            }
            _ => Next::Nothing,
        }
    }
}

impl RecoveryRules for Sack {
    fn is_on(&self) -> bool {
        matches!(self, Sack::Recovery(_))
    }

    fn reads_sacks(&self) -> bool {
        true
    }

    fn on_duplicate(&mut self, _ack: &AckFacts, view: View<'_>) -> Decisions {
        let path = view.path;
        if *self != Sack::Open {
            return Decisions::NONE;
        }
        let lost = path.dup >= path.tcp.dupthresh || path.una < self.lost_below(view);
        if lost && path.recover.passed(path.una) {
            return [Decision::EnterRecovery].into();
        }
        match self.limited_transmit(view) {
            0 => Decisions::NONE,
            segments => [Decision::LimitedTransmit { segments }].into(),
        }
    }

    fn on_advance(&mut self, _ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        match self {
            Sack::Open => Decisions::NONE,
            Sack::Recovery(_) => {
                if path.recover.reached(path.una) {
                    *self = Sack::Open;
                }
                [Decision::KeepWindow].into()
            }
            Sack::Repair { until, .. } => {
                if path.una >= *until {
                    *self = Sack::Open;
                }
                Decisions::NONE
            }
        }
    }

    fn on_entry(&mut self, target: f64, view: View<'_>) -> Decisions {
        let (repair, resend) = Sack::first_hole(view);
        *self = Sack::Recovery(repair);
        [Decision::Cut { ssthresh: target, cwnd: target }, resend, Decision::RestartTimer].into()
    }

    fn on_exit(&mut self) {
        *self = Sack::Open;
    }

    fn on_repair(&mut self, until: Seq, view: View<'_>) -> Decisions {
        if matches!(self, Sack::Repair { until: known, .. } if *known == until) {
            return Decisions::NONE;
        }
        let (repair, resend) = Sack::first_hole(view);
        *self = Sack::Repair { repair, until };
        [resend].into()
    }

    fn next(&mut self, view: View<'_>) -> Next {
        if *self == Sack::Open {
            return Next::ByWindow;
        }
        // "If cwnd - pipe >= 1 SMSS, the sender SHOULD transmit one or more segments" (§5 step C).
        if view.path.cwnd + ROUNDING - self.set_pipe(view) < 1.0 {
            return Next::Nothing;
        }
        self.next_seg(view)
    }

    fn pipe(&self, view: View<'_>) -> Option<f64> {
        Some(self.set_pipe(view))
    }
}
