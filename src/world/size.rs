//! How much memory a world takes.

use super::World;
use crate::packet::Packet;
use crate::time::Time;
use crate::wire::InFlight;
use crate::wire::transmitter::Queued;

impl World {
    /// Bytes that a clone of this world takes. Routes and traces are shared between clones and do not count.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let links = self.links.iter().map(|link| {
            size_of_val(link)
                + link.wire.flight().len() * size_of::<InFlight>()
                + link.wire.transmitter().queued().len() * size_of::<Queued>()
                + link.hold.size_in_bytes()
        });
        let nodes =
            self.nodes.iter().map(|node| size_of_val(node) + node.forwarding().count() * size_of::<(Packet, Time)>());
        let flows =
            self.flows.iter().map(|conn| size_of_val(conn) + conn.sender.heap_bytes() + conn.receiver.heap_bytes());
        size_of_val(self)
            + self.air.as_deref().map_or(0, |air| size_of_val(air) + air.heap_bytes())
            + self.schedule.len() * size_of::<(Time, u64)>()
            + links.sum::<usize>()
            + nodes.sum::<usize>()
            + flows.sum::<usize>()
            + size_of_val(&self.cross[..])
    }
}
