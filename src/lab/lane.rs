//! One lane: a world with its ledger, the log of what they did, and the tape of the panel on screen.

use super::log::Log;
use super::recent::Recent;
use super::tape::{Tape, Track};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::packet::Packet;
use crate::time::Time;
use crate::trace::{Attempt, DropCause, Note, Place, Probe, RouteNote};
use crate::truth::Ledger;
use crate::world::{KnobEntry, World, WorldSetup};

/// A checkpoint of one lane: all that its future depends on, and what the ledger still has to find out.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The world.
    pub world: World,
    /// Its ledger.
    pub ledger: Ledger,
    /// The attempts of its radio stations that failed last.
    pub recent: Recent,
}

/// One world and its history.
#[derive(Clone, Debug)]
pub struct Lane {
    /// As it is at the shown time: every event up to it has happened, no later one.
    pub state: State,
    /// What has happened, up to the latest time ever computed.
    pub log: Log,
    /// How many events of this run the log has seen.
    logged: u64,
    /// What the panel on screen needs.
    pub(super) tape: Option<Tape>,
}

/// Lets the ledger watch, and the log and the tape where they have not seen this stretch yet.
struct Watch<'a> {
    ledger: &'a mut Ledger,
    recent: &'a mut Recent,
    log: Option<&'a mut Log>,
    track: Option<&'a mut Track>,
}

impl State {
    /// The state before anything happened.
    #[must_use]
    pub fn new(setup: &WorldSetup) -> State {
        State { world: World::new(setup), ledger: Ledger::new(), recent: Recent::default() }
    }

    /// Its size as a checkpoint.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        self.world.size_in_bytes() + self.ledger.size_in_bytes() + self.recent.heap_bytes()
    }
}

impl Lane {
    /// A lane at time zero.
    #[must_use]
    pub fn new(setup: &WorldSetup) -> Lane {
        Lane { state: State::new(setup), log: Log::new(setup.flows.len()), logged: 0, tape: None }
    }

    /// Runs `state`, a state of this lane, to `until`; stops early when `budget` events are used up. Stretches that the
    /// log has seen are not logged again. Returns whether `until` was reached.
    pub(super) fn run(&mut self, state: &mut State, until: Time, knobs: &[KnobEntry], budget: &mut u64) -> bool {
        loop {
            let before = state.world.events();
            let known = self.logged.saturating_sub(before);
            let most = if known > 0 { known.min(*budget) } else { *budget };
            let (next, track) = self.tape.as_mut().map_or((u64::MAX, None), |tape| tape.next(before));
            let taped = track.is_some();
            let log = (known == 0).then_some(&mut self.log);
            let mut watch = Watch { ledger: &mut state.ledger, recent: &mut state.recent, log, track };
            let reached = state.world.advance(until, knobs, &mut watch, most.min(next));
            let after = state.world.events();
            if taped
                && after > before
                && let Some(tape) = &mut self.tape
            {
                tape.look(&state.world);
            }
            *budget = budget.saturating_sub(after - before);
            self.logged = self.logged.max(after);
            if reached || *budget == 0 {
                return reached;
            }
        }
    }

    /// Makes `state` the present one and forgets everything later than `now`, its time.
    pub(super) fn rewind(&mut self, state: State, now: Time) -> Vec<Vec<super::series::Point>> {
        self.logged = state.world.events();
        self.tape.take_if(|tape| tape.is_ahead(self.logged));
        self.state = state;
        self.log.truncate(now)
    }
}

impl Watch<'_> {
    /// Passes on what the ledger found out.
    fn settle(&mut self) {
        while let Some(answer) = self.ledger.poll_answer() {
            if let Some(log) = &mut self.log {
                log.answer(&answer);
            }
        }
    }
}

impl Probe for Watch<'_> {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        if let Some(log) = &mut self.log {
            log.on_sent(now, packet);
        }
        if let Some(track) = &mut self.track {
            track.on_sent(now, packet);
        }
        self.ledger.on_sent(now, packet);
        self.settle();
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        if let Some(track) = &mut self.track {
            track.on_delivered(now, packet);
        }
        self.ledger.on_delivered(now, packet);
        self.settle();
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        if let Some(log) = &mut self.log {
            log.on_dropped(now, packet, cause, place);
        }
        if let Some(track) = &mut self.track {
            track.on_dropped(now, packet, cause, place);
        }
        self.ledger.on_dropped(now, packet, cause, place);
        self.settle();
    }
    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        if let Some(log) = &mut self.log {
            log.on_marked(now, packet, place);
        }
        if let Some(track) = &mut self.track {
            track.on_marked(now, packet, place);
        }
    }
    // Out of line: it is told in many places and seldom.
    #[inline(never)]
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        self.recent.note(now, attempt);
        if let Some(track) = &mut self.track {
            track.on_attempt(now, attempt);
        }
    }
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        if let Some(track) = &mut self.track {
            track.on_hop(now, packet, link);
        }
        self.ledger.on_hop(now, packet, link);
    }
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        if let Some(log) = &mut self.log {
            log.on_note(now, flow, note);
        }
        if let Some(track) = &mut self.track {
            track.on_note(now, flow, note);
        }
        self.ledger.on_note(now, flow, note);
        self.settle();
    }
    fn on_route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        if let Some(log) = &mut self.log {
            log.on_route(now, node, note);
        }
    }
}
