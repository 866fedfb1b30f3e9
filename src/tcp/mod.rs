//! TCP endpoints: sans-IO state machines that know no network, no truth and no luck.
//!
//! A variant is four parts over one sender (see [`Sender`]). A part is one file in `window/`, `recovery/`, `diagnose/`
//! or `timeout/`, one arm of that folder's enum, and one row in [`variant`]; the contract tests then run on it unasked.
//! Parts are dispatched by closed enums that the `enum_dispatch` crate writes: unlike trait objects they are Clone,
//! comparable and printable, which a world must be, and one match is cheaper than a call through a table.

#[cfg(test)]
mod contract;
mod decision;
mod diagnose;
#[cfg(test)]
mod laws;
pub mod params;
mod path;
pub mod profile;
mod receiver;
mod recovery;
pub mod registry;
mod scoreboard;
mod sender;
#[cfg(test)]
mod testing;
mod timeout;
#[cfg(test)]
mod traces;
pub mod variant;
mod window;

use serde::{Deserialize, Serialize};

use crate::ids::{FlowId, NodeId};

pub use decision::{AckFacts, Decision, Decisions, Diagnosis, ExpiryFacts, Signal};
pub use path::{Mark, Path, Snapshot, View};
pub use profile::Tcp;
pub use receiver::Receiver;
pub use scoreboard::Scoreboard;
pub use sender::{Preset, Sender, State};
pub use variant::Variant;

/// What a sender is made from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SenderConfig {
    /// The flow it belongs to.
    pub flow: FlowId,
    /// Its node.
    pub from: NodeId,
    /// The receiver's node.
    pub to: NodeId,
    /// Its numbers and switches.
    pub tcp: Tcp,
    /// Its parts.
    pub variant: Variant,
}

/// What a receiver is made from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReceiverConfig {
    /// The flow it belongs to.
    pub flow: FlowId,
    /// Its node.
    pub from: NodeId,
    /// The sender's node.
    pub to: NodeId,
    /// Its numbers and switches.
    pub tcp: Tcp,
}
