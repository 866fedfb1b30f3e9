//! What the receivers of one lane could hand to their applications, in order and once.

use super::thin::Steps;
use super::track::Record;
use crate::packet::Packet;
use crate::time::{Span, Time};
use crate::trace::Probe;
use crate::world::{Conn, World};

/// In-order payload of all flows together.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivered {
    /// Bytes since the start of the run.
    pub bytes: Steps,
    /// Data has arrived that was not looked at.
    stale: bool,
}

impl Delivered {
    /// Nothing yet.
    #[must_use]
    pub fn new(grain: Span) -> Delivered {
        Delivered { bytes: Steps::new(grain), stale: false }
    }
}

/// All in-order payload of a world, in bytes.
#[must_use]
pub fn delivered(world: &World) -> f64 {
    let bytes: u64 = world.flows().iter().map(|conn: &Conn| conn.receiver().delivered().0).sum();
    bytes as f64
}

impl Record for Delivered {
    fn prime(&mut self, world: &World, _now: Time) {
        self.bytes.prime(delivered(world));
        self.stale = false;
    }

    fn begin(&mut self, at: Time) {
        self.bytes.begin(at);
    }

    fn look(&mut self, world: &World) {
        if self.stale {
            self.bytes.set(world.now(), delivered(world));
            self.stale = false;
        }
    }

    fn settle(&mut self, now: Time) {
        self.bytes.settle(now);
    }

    fn cut(&mut self, from: Time) {
        self.bytes.cut(from);
    }

    fn forget(&mut self, from: Time) {
        self.bytes.forget(from);
    }
}

impl Probe for Delivered {
    fn on_delivered(&mut self, _: Time, packet: &Packet) {
        self.stale |= packet.data().is_some();
    }
}
