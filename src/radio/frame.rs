//! Frames on the air.

use super::phy::{ACK_BYTES, CTS_BYTES, DATA_OVERHEAD, Phy, PhyRate, RTS_BYTES};
use crate::ids::NodeId;
use crate::packet::{CopyKey, Packet};
use crate::time::Span;

/// What the upper layer hands to a station.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Msdu {
    /// The packet.
    pub packet: Packet,
    /// The neighbour it is for, `None` for all of them.
    pub next: Option<NodeId>,
}

/// A frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Who sends it.
    pub from: NodeId,
    /// Who is to have it, `None` for everyone.
    pub to: Option<NodeId>,
    /// How long the medium stays reserved after it (its duration field).
    pub nav: Span,
    /// Whose luck it shares: that of the packet which the exchange is about.
    pub key: CopyKey,
    /// Which attempt of its sender at this packet, or the attempt that it answers, from 0.
    pub attempt: u8,
    /// What it is.
    pub kind: Kind,
}

/// Kinds of frames.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Data, with the sequence number by which a receiver knows a repetition.
    Data {
        /// The packet inside.
        packet: Packet,
        /// Counted by the sender. On the air it has twelve bits; a long count cannot come round between two frames for
        /// one neighbour, and a new frame is never taken for an old one.
        seq: u32,
    },
    /// An acknowledgement.
    Ack,
    /// A request to send.
    Rts,
    /// Permission to send.
    Cts,
}

impl Kind {
    /// Its number in keys of luck and in fingerprints.
    #[must_use]
    pub const fn number(&self) -> u8 {
        match self {
            Kind::Data { .. } => 0,
            Kind::Ack => 1,
            Kind::Rts => 2,
            Kind::Cts => 3,
        }
    }
}

impl Frame {
    /// Its length, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u16 {
        match &self.kind {
            Kind::Data { packet, .. } => packet.bytes().0 as u16 + DATA_OVERHEAD,
            Kind::Ack => ACK_BYTES,
            Kind::Rts => RTS_BYTES,
            Kind::Cts => CTS_BYTES,
        }
    }

    /// Its rate.
    #[must_use]
    pub const fn rate(&self, phy: &Phy) -> PhyRate {
        match (&self.kind, self.to) {
            (Kind::Data { .. }, Some(_)) => phy.data,
            (Kind::Data { .. }, None) => phy.basic(),
            _ => phy.control(),
        }
    }

    /// Its time on the air.
    #[must_use]
    pub fn airtime(&self, phy: &Phy) -> Span {
        phy.airtime(self.rate(phy), self.bytes())
    }

    /// Whether it carries data.
    #[must_use]
    pub const fn is_data(&self) -> bool {
        matches!(self.kind, Kind::Data { .. })
    }

    /// Whether its addressee answers it.
    #[must_use]
    pub const fn wants_answer(&self) -> bool {
        matches!(self.kind, Kind::Data { .. } | Kind::Rts) && self.to.is_some()
    }
}
