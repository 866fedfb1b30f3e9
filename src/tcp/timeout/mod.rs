//! The Timeout part: what is sent when the timer expires, what the ACKs after it mean, and the verdict.
//!
//! Exactly one verdict comes out of every expiry. The sender itself gives *undecided* for an expiry that is still open
//! when the next one comes, or when the flow ends.

mod dsack;
mod eifel;
mod eqrto;
mod frto;
mod frto_sack;
mod nrt;
mod response;
mod standard;
mod stoder;

use enum_dispatch::enum_dispatch;

pub use dsack::Dsack;
pub use eifel::Eifel;
pub use eqrto::Eqrto;
pub use frto::Frto;
pub use frto_sack::FrtoSack;
pub use nrt::Nrt;
pub use standard::Standard;
pub use stoder::{AfterLoss, Stoder};

use super::decision::{AckFacts, Decisions, ExpiryFacts};
use super::path::View;
use crate::seq::SeqRange;
use crate::time::Time;
use crate::trace::Verdict;

/// What a timeout part is told and asked.
#[enum_dispatch]
pub trait TimeoutRules {
    /// The timer expired. The answer sends something.
    fn on_expiry(&mut self, expiry: &ExpiryFacts, view: View<'_>) -> Decisions;

    /// An ACK came, new or duplicate or neither; the window has not reacted to it yet.
    fn on_ack(&mut self, ack: &AckFacts, view: View<'_>) -> Decisions;

    /// An ACK below the first outstanding byte reported a duplicate.
    fn on_old_report(&mut self, report: SeqRange) {
        let _ = report;
    }

    /// A segment was sent again, for whatever reason.
    fn on_resent(&mut self, now: Time, range: SeqRange) {
        let _ = (now, range);
    }

    /// The verdict on the open expiry that time alone has brought, asked before the next one.
    fn overdue(&self, now: Time) -> Option<Verdict> {
        let _ = now;
        None
    }

    /// Whether a question to the path is open that was asked instead of the conventional reaction.
    fn is_probing(&self) -> bool {
        false
    }
}

/// The timeout parts.
#[enum_dispatch(TimeoutRules)]
#[derive(Clone, PartialEq, Debug)]
pub enum Timeout {
    /// RFC 6298.
    Standard(Standard),
    /// RFC 3522.
    Eifel(Eifel),
    /// RFC 3708.
    Dsack(Dsack),
    /// RFC 5682 §2.
    Frto(Frto),
    /// RFC 5682 §3.
    FrtoSack(FrtoSack),
    /// Park and Chung 2010.
    Eqrto(Eqrto),
    /// US 7349978.
    Stoder(Stoder),
    /// TCP NRT.
    Nrt(Nrt),
}
