//! STODER: the retransmission is a little shorter than the original, so that the acknowledgement number itself tells
//! which of them has arrived (draft-kun-stoder-00 and US 7349978, of which only the abstracts were at hand; TCP NRT
//! paper §3.1).
//!
//! ```text
//!          expiry, the segment sent again short       ACK of its short end: genuine
//!   Idle ───────────────────────────────────▶ Waiting ──────────────────────────────▶ Idle
//!                                                     ACK of all of it: spurious
//! ```
//! The sources compare for equality with the length of the original; acknowledgements being cumulative, "at least" is
//! meant. After a genuine loss the bytes left out lead the go-back-N: merged with what follows into full segments, or,
//! where a scoreboard knows what need not be sent again, as a hole of their own.

use super::TimeoutRules;
use super::response::spurious_timeout;
use crate::seq::Seq;
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::View;
use crate::trace::Verdict;

/// How much shorter a retransmission is, in bytes. The sources leave it open; one is enough.
const SHORTER_BY: u16 = 1;

/// STODER.
#[derive(Clone, PartialEq, Debug)]
pub struct Stoder {
    after_loss: AfterLoss,
    /// The end of the segment that was sent again short, while it decides.
    waiting: Option<Seq>,
}

/// How the bytes left out are sent again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterLoss {
    /// In full segments with those that follow.
    Merged,
    /// Alone.
    Alone,
}

impl Stoder {
    /// A responder without a question.
    #[must_use]
    pub const fn new(after_loss: AfterLoss) -> Stoder {
        Stoder { after_loss, waiting: None }
    }

    /// The conventional reaction, with `short` bytes left off its retransmission and nothing else sent by the window.
    fn resend(seq: Seq, short: u16) -> Decisions {
        [Decision::Conventional, Decision::Resend { seq, short }, Decision::LimitResends(0)].into()
    }
}

impl TimeoutRules for Stoder {
    fn on_expiry(&mut self, expiry: &ExpiryFacts, View { path, board }: View<'_>) -> Decisions {
        if self.waiting.is_some() && !expiry.first_of_outage {
            // It is short already.
            return Stoder::resend(path.una, 0);
        }
        let whole = board.segment(path.una).filter(|_| !board.is_split(path.una));
        self.waiting = whole.filter(|first| first.len() > u64::from(SHORTER_BY)).map(|first| first.end);
        match self.waiting {
            Some(_) => Stoder::resend(path.una, SHORTER_BY),
            None => [Decision::Conventional, Decision::Verdict(Verdict::Undecided)].into(),
        }
    }

    fn on_ack(&mut self, ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        let Some(end) = self.waiting else { return Decisions::NONE };
        if !ack.advanced() {
            // The bytes left out must not follow before the question is answered.
            return [Decision::LimitResends(0)].into();
        }
        self.waiting = None;
        if path.una >= end {
            return spurious_timeout(ack);
        }
        let mut decisions = Decisions::from([Decision::Verdict(Verdict::Congestion)]);
        if self.after_loss == AfterLoss::Merged {
            decisions.push(Decision::Repacketize);
        }
        decisions
    }
}
