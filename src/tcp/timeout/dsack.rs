//! DSACK: a timeout was spurious if the receiver reports every retransmission of it as a duplicate (RFC 3708 §3); the
//! response is the late one of RFC 4015.
//!
//! ```text
//!          expiry              all acknowledged, all reported: spurious
//!   Idle ─────────▶ Watching ──────────────────────────────────────────▶ Idle
//!                             a round trip later, not all reported: genuine
//! ```
//! The go-back-N runs to its end before anything is known. A report of data that was sent again before the timeout, or
//! twice since, does not tell which copy was needless, and a report of the first outstanding byte may mean that a whole
//! window of ACKs was lost: such a recovery counts as genuine. A report of data that was never sent again means that the
//! network duplicates packets; then reports mean nothing for the rest of the connection. Reports of what was
//! acknowledged before the timeout belong to earlier recoveries and are left out of account.

use super::TimeoutRules;
use super::response::late_spurious_timeout;
use crate::seq::SeqRange;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::{Path, View};
use crate::tcp::variant::DsackDecides;
use crate::time::{Span, Time};
use crate::trace::Verdict;

/// RFC 3708 §3.
#[derive(Clone, PartialEq, Debug)]
pub struct Dsack {
    decides: DsackDecides,
    /// The network duplicates packets.
    off: bool,
    /// What was sent again outside the episode and is outstanding.
    earlier: Vec<SeqRange>,
    /// Boxed, since senders of all variants are as large as the largest part.
    episode: Option<Box<Episode>>,
}

/// One timeout and its retransmissions.
#[derive(Clone, PartialEq, Debug)]
struct Episode {
    /// What was outstanding when the timer expired.
    outstanding: SeqRange,
    resent: Vec<Resent>,
    /// No report can show that the timeout was spurious.
    ineligible: bool,
    /// All is acknowledged, and the last reports are awaited until then.
    until: Option<Time>,
}

/// One retransmission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Resent {
    range: SeqRange,
    reported: bool,
}

impl Dsack {
    /// A responder without a question.
    #[must_use]
    pub const fn new(decides: DsackDecides) -> Dsack {
        Dsack { decides, off: false, earlier: Vec::new(), episode: None }
    }

    /// Takes in a report. `window_of_acks`: all ACKs of a window may have been lost.
    fn take(&mut self, report: SeqRange, window_of_acks: bool) {
        let Some(episode) = &mut self.episode else { return };
        if report.start < episode.outstanding.start {
            return;
        }
        episode.ineligible |= window_of_acks;
        if let Some(resent) = episode.resent.iter_mut().find(|resent| resent.range.covers(report)) {
            resent.reported = true;
        } else if self.earlier.iter().any(|range| range.covers(report)) {
            episode.ineligible = true;
        } else {
            self.off = true;
        }
    }

    /// What there is to conclude after an ACK, if anything.
    fn conclusion(&mut self, now: Time, path: &Path) -> Option<Verdict> {
        let episode = self.episode.as_mut()?;
        let ended = path.una >= episode.outstanding.end;
        if self.off || (ended && episode.ineligible) {
            return Some(Verdict::Congestion);
        }
        let first = episode.resent.first().is_some_and(|first| first.reported);
        let all = ended && episode.resent.iter().all(|resent| resent.reported);
        if all || (first && !episode.ineligible && self.decides == DsackDecides::First) {
            return Some(Verdict::Spurious);
        }
        if ended && episode.until.is_none() {
            // The last reports arrive up to a round trip after the recovery ends.
            let wait = path.rtt.srtt().unwrap_or(Span::ZERO).max(path.tcp.g * 2);
            episode.until = Some(now + wait);
        }
        episode.until.filter(|until| *until <= now).map(|_| Verdict::Congestion)
    }

    /// The episode is over. What it has sent again may be outstanding still.
    fn close(&mut self) {
        if let Some(episode) = self.episode.take() {
            self.earlier.extend(episode.resent.iter().map(|resent| resent.range));
        }
    }
}

impl TimeoutRules for Dsack {
    fn on_expiry(&mut self, expiry: &ExpiryFacts, View { path, .. }: View<'_>) -> Decisions {
        if self.off {
            return [Decision::Conventional, Decision::Verdict(Verdict::Congestion)].into();
        }
        if expiry.first_of_outage {
            self.close();
            self.earlier.retain(|range| range.end > path.una);
            let outstanding = SeqRange::new(path.una, path.max);
            let episode = Episode { outstanding, resent: Vec::new(), ineligible: false, until: None };
            self.episode = Some(Box::new(episode));
        }
        [Decision::Conventional].into()
    }

    fn on_ack(&mut self, ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        if !self.earlier.is_empty() && self.episode.is_none() {
            self.earlier.retain(|range| range.end > path.una);
        }
        if let Some(report) = ack.dsack {
            self.take(report, !ack.sacked_before && report.start == ack.una_before);
        }
        let Some(verdict) = self.conclusion(ack.now, path) else { return Decisions::NONE };
        self.close();
        if verdict == Verdict::Spurious { late_spurious_timeout(ack) } else { [Decision::Verdict(verdict)].into() }
    }

    fn on_old_report(&mut self, report: SeqRange) {
        self.take(report, false);
    }

    fn on_resent(&mut self, _now: Time, range: SeqRange) {
        match &mut self.episode {
            Some(episode) if range.start < episode.outstanding.end => {
                episode.ineligible |= episode.resent.iter().any(|resent| resent.range.contains(range.start));
                episode.resent.push(Resent { range, reported: false });
            }
            _ => self.earlier.push(range),
        }
    }

    fn overdue(&self, now: Time) -> Option<Verdict> {
        let until = self.episode.as_ref()?.until?;
        (until <= now).then_some(Verdict::Congestion)
    }
}
