//! The tracks a tape can have, one per panel.

use super::airtime::Airtime;
use super::goodput::Delivered;
use super::ladder::Ladder;
use super::queue::QueueLength;
use super::rtt::Timing;
use super::sequence::Sequence;
use crate::ids::{FlowId, LinkId};
use crate::metrics::Rounds;
use crate::packet::Packet;
use crate::time::Time;
use crate::trace::{Attempt, DropCause, Note, Place, Probe};
use crate::world::World;

/// Rounds kept per lane. At 128 B each they take 6.4 MB, and only while their table is open; later ones are not listed.
pub const MAX_ROUNDS: usize = 50_000;

/// What watches a stretch of a run.
pub trait Record: Probe {
    /// The world as it is just before the stretch; `now` is not before its last event.
    fn prime(&mut self, world: &World, now: Time);
    /// The stretch begins at `at`, with nothing recorded before.
    fn begin(&mut self, at: Time);
    /// An event has happened.
    fn look(&mut self, world: &World) {
        let _ = world;
    }
    /// All that happens by `now` has happened.
    fn settle(&mut self, now: Time);
    /// Forgets what was recorded from `from` on, the beginning of a cell.
    fn cut(&mut self, from: Time);
    /// Forgets what was recorded before `from`, the beginning of a cell.
    fn forget(&mut self, from: Time);
}

/// What one panel needs.
#[derive(Clone, PartialEq, Debug)]
pub enum Track {
    /// Segments and ACKs of a flow.
    Sequence(Sequence),
    /// The queue of the bottleneck.
    Queue(QueueLength),
    /// RTT and timer of a flow.
    Rtt(Timing),
    /// What arrived in order.
    Goodput(Delivered),
    /// Round trips of a flow.
    Rounds(Rounds),
    /// What radio stations do.
    Airtime(Airtime),
    /// The hops of a flow's packets.
    Ladder(Ladder),
}

impl Track {
    /// Whether a longer record of the same run says the same of its beginning, so that it need not be made again after a
    /// seek back.
    #[must_use]
    pub const fn holds_its_past(&self) -> bool {
        matches!(self, Track::Rounds(_))
    }

    fn record(&mut self) -> &mut dyn Record {
        match self {
            Track::Sequence(track) => track,
            Track::Queue(track) => track,
            Track::Rtt(track) => track,
            Track::Goodput(track) => track,
            Track::Rounds(track) => track,
            Track::Airtime(track) => track,
            Track::Ladder(track) => track,
        }
    }
}

impl Record for Track {
    fn prime(&mut self, world: &World, now: Time) {
        self.record().prime(world, now);
    }
    fn begin(&mut self, at: Time) {
        self.record().begin(at);
    }
    fn look(&mut self, world: &World) {
        self.record().look(world);
    }
    fn settle(&mut self, now: Time) {
        self.record().settle(now);
    }
    fn cut(&mut self, from: Time) {
        self.record().cut(from);
    }
    fn forget(&mut self, from: Time) {
        self.record().forget(from);
    }
}

impl Probe for Track {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        self.record().on_sent(now, packet);
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.record().on_delivered(now, packet);
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.record().on_dropped(now, packet, cause, place);
    }
    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        self.record().on_marked(now, packet, place);
    }
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        self.record().on_hop(now, packet, link);
    }
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        self.record().on_attempt(now, attempt);
    }
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        self.record().on_note(now, flow, note);
    }
}

impl Record for Rounds {
    fn prime(&mut self, world: &World, _now: Time) {
        if let Some(conn) = world.flows().get(self.flow()) {
            self.set_sender(conn.sender());
        }
    }
    fn begin(&mut self, _at: Time) {}
    fn settle(&mut self, _now: Time) {}
    fn cut(&mut self, _from: Time) {}
    fn forget(&mut self, _from: Time) {}
}
