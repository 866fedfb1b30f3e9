//! What really happened: the fate of every transmission, and from it the true cause of every timeout.
//!
//! The method is that of the TCP NRT paper (§5.1), looking a timed-out segment up in a record of all drops, made exact:
//! which copy counts, how lost acknowledgements count, and when the answer is final. No endpoint can name this module;
//! a sender's verdict is its belief, and `score` says when the two agree.

mod answer;
mod class;
mod copies;
mod ledger;
mod question;
mod score;
#[cfg(test)]
mod stories;
mod transmissions;
mod waste;

pub use answer::Answer;
pub use class::{ClassSet, Truth, TruthClass, UNKNOWN_LETTER};
pub use copies::{Copies, CopyFate, CopyRecord, MAX_COPIES};
pub use ledger::Ledger;
pub use score::{Column, Mapping, Target, is_exact, verdict_words};
pub use waste::{Cuts, Waste};
