//! What a time–sequence diagram shows of one flow: segments as they leave, ACKs as they arrive, losses where they happen.

use super::thin::{Bytes, Steps, Thinned};
use super::track::Record;
use crate::ids::FlowId;
use crate::packet::{Body, Packet};
use crate::time::{Span, Time};
use crate::trace::{DropCause, Place, Probe};
use crate::world::World;

/// Segments and ACKs of one flow.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequence {
    flow: FlowId,
    /// Segments sent for the first time.
    pub first: Thinned<Bytes>,
    /// Segments of which some byte was sent before.
    pub again: Thinned<Bytes>,
    /// New segments sent to ask the path a question.
    pub probes: Thinned<Bytes>,
    /// Segments dropped, at the instant of the drop.
    pub dropped: Thinned<Bytes>,
    /// The newest SACK range of each ACK that reached the sender.
    pub sacked: Thinned<Bytes>,
    /// The highest acknowledgement number that reached the sender, in bytes.
    pub acked: Steps,
}

impl Sequence {
    /// Nothing of `flow` yet.
    #[must_use]
    pub fn new(flow: FlowId, grain: Span) -> Sequence {
        Sequence {
            flow,
            first: Thinned::new(grain),
            again: Thinned::new(grain),
            probes: Thinned::new(grain),
            dropped: Thinned::new(grain),
            sacked: Thinned::new(grain),
            acked: Steps::new(grain),
        }
    }

    fn ranges(&mut self) -> [&mut Thinned<Bytes>; 5] {
        [&mut self.first, &mut self.again, &mut self.probes, &mut self.dropped, &mut self.sacked]
    }
}

impl Record for Sequence {
    fn prime(&mut self, world: &World, _now: Time) {
        self.acked.prime(world.flows().get(self.flow).map_or(0.0, |conn| conn.sender().una().0 as f64));
    }

    fn begin(&mut self, at: Time) {
        self.acked.begin(at);
    }

    fn settle(&mut self, now: Time) {
        self.ranges().into_iter().for_each(|ranges| ranges.settle(now));
        self.acked.settle(now);
    }

    fn cut(&mut self, from: Time) {
        self.ranges().into_iter().for_each(|ranges| ranges.cut(from));
        self.acked.cut(from);
    }

    fn forget(&mut self, from: Time) {
        self.ranges().into_iter().for_each(|ranges| ranges.forget(from));
        self.acked.forget(from);
    }
}

impl Probe for Sequence {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        let Some(data) = packet.data().filter(|_| packet.flow == self.flow) else { return };
        let kind = match (data.probe, data.again) {
            (true, _) => &mut self.probes,
            (_, true) => &mut self.again,
            _ => &mut self.first,
        };
        kind.push(Bytes { at: now, range: data.range() });
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        let Body::Ack(ack) = packet.body else { return };
        if packet.flow == self.flow {
            self.acked.set(now, self.acked.last().max(ack.ack.0 as f64));
            if let Some(range) = ack.sacks().next() {
                self.sacked.push(Bytes { at: now, range });
            }
        }
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, _: DropCause, _: Place) {
        if let Some(data) = packet.data().filter(|_| packet.flow == self.flow) {
            self.dropped.push(Bytes { at: now, range: data.range() });
        }
    }
}
