//! A shared radio channel: timing, geometry, reception, noise, and the station that contends for it.
//!
//! IEEE 802.11-2020, clauses 10.3 (DCF), 16 (DSSS and CCK, "802.11b") and 17 (OFDM, "802.11a"); ranges and capture as in
//! ns-2.35. A [`Station`] is a machine without I/O: it is told what is on the air and what time it is, and asked what it
//! sends and when it wants to be woken. Who hears whom is [`geometry`], what a receiver makes of overlapping frames
//! [`reception`], what noise does to the rest [`noise`].
//!
//! Left out: beacons, association, fragments, power save, rate adaptation, PIFS and QoS. Turnaround and channel
//! assessment are inside SIFS and slot.

pub mod frame;
pub mod geometry;
pub mod noise;
pub mod phy;
pub mod reception;
pub mod retry;
pub mod station;

pub use frame::{Frame, Kind, Msdu};
pub use geometry::{Position, Propagation};
pub use noise::Noise;
pub use phy::{Phy, PhyRate};
pub use reception::{Model, Signal};
pub use station::{Doing, MacSetup, Station};

/// Every frame takes this long to everyone, whatever the distance. It must lie between zero and a slot: stations whose
/// counters end in the same microsecond then all send, and collide, as in a network with slots.
pub const AIR_TIME: crate::time::Span = crate::time::Span::from_micros(1);
