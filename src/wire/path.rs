//! Luck of a whole path: one draw for an end-to-end packet, and a second one for the hop where it strikes.
//!
//! The draws do not name a link, so a route of another length moves the place of a loss and not the loss. Losses are
//! drawn against the probability that holds when the packet arrives at the end of that hop, delays against the one
//! that holds when a hop accepts it.

use serde::{Deserialize, Serialize};

use super::delay::{Extra, Order};
use super::loss::draw;
use crate::ids::LinkId;
use crate::packet::{Body, Packet};
use crate::rng::{Label, Luck};
use crate::time::Span;

/// Random loss of whole paths, as plain data. Other traffic is spared.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PathLossSetup {
    /// Probability that a data packet is lost.
    pub data: f64,
    /// Probability that an ACK is lost.
    pub ack: f64,
}

/// On how many hops a packet singled out is delayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DelayScope {
    /// On every hop it crosses.
    #[default]
    PerHop,
    /// On one hop.
    Once,
    /// On this wire, where its path leads over it.
    On(LinkId),
}

/// Singles out data packets of a whole path and delays them, as plain data.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PathDelaySetup {
    /// Probability that a data packet is singled out.
    pub p: f64,
    /// How long it is delayed on a hop.
    pub length: Span,
    /// Whether the packets behind it wait.
    pub order: Order,
    /// On which hops.
    pub scope: DelayScope,
}

/// The object number of draws for paths, beyond all link numbers.
const PATH: u64 = u64::MAX;

/// The luck of whole paths.
#[derive(Clone, PartialEq, Debug)]
pub struct PathLuck {
    /// Losses in force.
    pub loss: PathLossSetup,
    /// Delays in force.
    pub delay: PathDelaySetup,
    loss_luck: Luck,
    loss_hop: Luck,
    delay_luck: Luck,
    delay_hop: Luck,
}

impl PathLuck {
    /// The luck of a run.
    #[must_use]
    pub const fn new(loss: PathLossSetup, delay: PathDelaySetup, seed: u64) -> PathLuck {
        PathLuck {
            loss,
            delay,
            loss_luck: Luck::new(seed, Label::PathLoss, PATH),
            loss_hop: Luck::new(seed, Label::PathHop, PATH),
            delay_luck: Luck::new(seed, Label::DelayOne, PATH),
            delay_hop: Luck::new(seed, Label::PathHop, PATH - 1),
        }
    }

    /// Whether `packet` is lost at the end of hop number `hop` of the `hops` hops of its path.
    #[must_use]
    #[inline]
    pub fn loses(&self, packet: &Packet, hop: u8, hops: impl FnOnce() -> u8) -> bool {
        let p = match packet.body {
            Body::Data(_) => self.loss.data,
            Body::Ack(_) => self.loss.ack,
            Body::Cross { .. } | Body::Routing(_) => 0.0,
        };
        if p == 0.0 || draw(self.loss_luck, packet.key()) >= p {
            return false;
        }
        let place = place(draw(self.loss_hop, packet.key()), hops());
        // A salvaged packet may have taken a shorter way past the place.
        hop == place || hop > place && packet.route.salvages() > 0
    }

    /// What `packet` is delayed on hop number `hop` of the `hops` hops of its path; `wire` is this hop's, if it is no hop
    /// on the air.
    #[inline]
    pub fn delay(&self, packet: &Packet, wire: Option<LinkId>, hop: u8, hops: impl FnOnce() -> u8, extra: &mut Extra) {
        let PathDelaySetup { p, length, order, scope } = self.delay;
        if p > 0.0
            && packet.data().is_some()
            && draw(self.delay_luck, packet.key()) < p
            && match scope {
                DelayScope::PerHop => true,
                DelayScope::Once => hop == place(draw(self.delay_hop, packet.key()), hops()),
                DelayScope::On(this) => wire == Some(this),
            }
        {
            extra.add(length, order);
        }
    }
}

/// Which of `hops` hops the uniform draw `u` picks.
fn place(u: f64, hops: u8) -> u8 {
    (u * f64::from(hops)) as u8
}
