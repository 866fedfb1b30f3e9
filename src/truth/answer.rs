//! What the ledger finds out, each at the instant from which it can no longer change.

use crate::ids::FlowId;
use crate::seq::{Seq, SeqRange};
use crate::time::Time;

use super::class::{ClassSet, Truth};
use super::copies::CopyRecord;

/// A fact about an earlier event of one flow. Expiries are named by their index ([`crate::trace::Expiry::index`]).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Answer {
    /// The true cause of a timeout.
    Decided {
        /// The flow.
        flow: FlowId,
        /// Which expiry.
        expiry: u32,
        /// From when on it was certain; at or after the expiry.
        at: Time,
        /// The cause.
        truth: Truth,
    },
    /// A copy of the segment that timed out, sent before the expiry. Given once for each at the expiry, and once more
    /// when one that travelled then meets its fate.
    Copy {
        /// The flow.
        flow: FlowId,
        /// Which expiry.
        expiry: u32,
        /// The copy.
        copy: CopyRecord,
    },
    /// Which classes of loss struck the *other* segments in flight at the expiry. Given once for every expiry, also
    /// when nothing else was lost.
    OthersLost {
        /// The flow.
        flow: FlowId,
        /// Which expiry.
        expiry: u32,
        /// From when on it was certain.
        at: Time,
        /// The classes, each by the drop of the last copy sent before the expiry.
        classes: ClassSet,
    },
    /// The acknowledgement that would have stopped the timer, had it run longer: the first one after the expiry that
    /// advanced the flow and was caused by a copy sent before the expiry. Not given where there was none.
    StoppedBy {
        /// The flow.
        flow: FlowId,
        /// Which expiry.
        expiry: u32,
        /// When it arrived at the sender.
        at: Time,
        /// Its acknowledgement number.
        ack: Seq,
        /// How many ACKs the receiver had sent before it.
        ordinal: u32,
    },
    /// Whether a fast retransmit repaired a loss.
    FastRetransmit {
        /// The flow.
        flow: FlowId,
        /// Which fast retransmit of this flow, from 0.
        index: u32,
        /// From when on it was certain.
        at: Time,
        /// The segment.
        segment: SeqRange,
        /// Some earlier copy of the segment was dropped. If not, the fast retransmit was spurious.
        needed: bool,
    },
}

impl Answer {
    /// The flow it is about.
    #[must_use]
    pub const fn flow(&self) -> FlowId {
        match self {
            Answer::Decided { flow, .. }
            | Answer::Copy { flow, .. }
            | Answer::OthersLost { flow, .. }
            | Answer::StoppedBy { flow, .. }
            | Answer::FastRetransmit { flow, .. } => *flow,
        }
    }
}
