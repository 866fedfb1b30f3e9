//! What happens to packets on their way from end to end, whichever links they take.

use serde::{Deserialize, Serialize};

use crate::time::Span;
use crate::units::Rate;

/// What happens to packets on their whole path, wherever it leads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Path {
    /// Probability that a data packet is lost somewhere on its path.
    pub loss: f64,
    /// Probability that an acknowledgement is lost somewhere on its path.
    pub ack_loss: f64,
    /// Probability that a data packet is singled out for a delay.
    pub late: f64,
    /// That delay, in seconds.
    pub late_by: Span,
    /// Whether packets behind a delayed one wait for it.
    pub late_fifo: bool,
    /// On which hops.
    pub late_hops: LateHops,
    /// Packets per second a router forwards; zero is no limit.
    pub forwarding_rate: u32,
    /// Load that cross traffic offers to the bottleneck, in bit/s; zero is none.
    pub cross: Rate,
}

/// Where a packet singled out for a delay is delayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateHops {
    /// On one hop of its path, drawn by luck.
    One,
    /// On every hop.
    Every,
    /// On the bottleneck, towards the receivers. Stations on the air have none.
    Bottleneck,
}

impl LateHops {
    /// All, in the order of the choice in the table of knobs.
    pub const ALL: [LateHops; 3] = [LateHops::One, LateHops::Every, LateHops::Bottleneck];
}

impl Default for Path {
    fn default() -> Path {
        Path {
            loss: 0.0,
            ack_loss: 0.0,
            late: 0.0,
            late_by: Span::from_millis(60),
            late_fifo: true,
            late_hops: LateHops::Every,
            forwarding_rate: 0,
            cross: Rate(0),
        }
    }
}
