//! The queue in front of the bottleneck: how many wait, what Random Early Detection averages, what it marks and drops.

use super::thin::{Steps, Thinned, Value};
use super::track::Record;
use crate::ids::LinkId;
use crate::packet::Packet;
use crate::time::{Span, Time};
use crate::trace::{DropCause, Place, Probe};
use crate::world::World;

/// The queue of one link.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueLength {
    link: LinkId,
    /// Packets that wait, the one being transmitted not included.
    pub waiting: Steps,
    /// The average of Random Early Detection, in packets; −1 where the queue has none.
    pub average: Steps,
    /// Packets dropped by the queue, with the number that waited.
    pub dropped: Thinned<Value>,
    /// Packets marked by the queue, with the number that waited.
    pub marked: Thinned<Value>,
    /// When each packet that waits will have begun to leave, in order: nothing happens in the world then.
    leaving: Vec<Time>,
}

impl QueueLength {
    /// Nothing of the queue of `link` yet.
    #[must_use]
    pub fn new(link: LinkId, grain: Span) -> QueueLength {
        QueueLength {
            link,
            waiting: Steps::new(grain),
            average: Steps::new(grain),
            dropped: Thinned::new(grain),
            marked: Thinned::new(grain),
            leaving: Vec::new(),
        }
    }

    /// The link.
    #[must_use]
    pub const fn link(&self) -> LinkId {
        self.link
    }

    /// Takes in the packets that have begun to leave before `now`.
    fn leave(&mut self, now: Time) {
        let gone = self.leaving.partition_point(|&start| start < now);
        for place in 0..gone {
            self.waiting.set(self.leaving[place], (self.leaving.len() - place - 1) as f64);
        }
        self.leaving.drain(..gone);
    }

    fn average_of(&self, world: &World) -> f64 {
        world.links().get(self.link).and_then(|link| link.queue().red()).map_or(-1.0, crate::queue::Red::avg)
    }
}

impl Record for QueueLength {
    fn prime(&mut self, world: &World, now: Time) {
        self.average.prime(self.average_of(world));
        if let Some(link) = world.links().get(self.link) {
            self.waiting.prime(link.waiting(now) as f64);
            self.leaving = link.starts().filter(|&start| start > now).collect();
        }
    }

    fn begin(&mut self, at: Time) {
        self.waiting.begin(at);
        self.average.begin(at);
    }

    fn look(&mut self, world: &World) {
        let now = world.now();
        self.leave(now);
        self.average.set(now, self.average_of(world));
        if let Some(link) = world.links().get(self.link) {
            self.waiting.set(now, link.waiting(now) as f64);
            self.leaving.clear();
            self.leaving.extend(link.starts().filter(|&start| start > now));
        }
    }

    fn settle(&mut self, now: Time) {
        self.leave(now.saturating_add(Span::from_nanos(1)));
        self.waiting.settle(now);
        self.average.settle(now);
        self.dropped.settle(now);
        self.marked.settle(now);
    }

    fn cut(&mut self, from: Time) {
        self.waiting.cut(from);
        self.average.cut(from);
        self.dropped.cut(from);
        self.marked.cut(from);
    }

    fn forget(&mut self, from: Time) {
        self.waiting.forget(from);
        self.average.forget(from);
        self.dropped.forget(from);
        self.marked.forget(from);
    }
}

impl Probe for QueueLength {
    fn on_dropped(&mut self, now: Time, _: &Packet, _: DropCause, place: Place) {
        if place == Place::Queue(self.link) {
            self.leave(now);
            self.dropped.push(Value { at: now, value: self.waiting.last() });
        }
    }

    fn on_marked(&mut self, now: Time, _: &Packet, place: Place) {
        if place == Place::Queue(self.link) {
            self.leave(now);
            self.marked.push(Value { at: now, value: self.waiting.last() });
        }
    }
}
