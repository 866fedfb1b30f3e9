//! Searches: the next or previous event of one lane that is worth stopping at.
//!
//! Packet by packet a search runs a copy of one lane event by event until something visible happens, or replays from the
//! checkpoint before and keeps the last visible thing. Rarer things are looked up in the log, which is extended until
//! it has one. Either way the lab then goes to the instant that was found.

use super::Lab;
use super::log::{Event, Kind, Log};
use crate::ids::FlowId;
use crate::packet::{Body, Packet};
use crate::time::Time;
use crate::trace::{DropCause, Note, Place, Probe, Unwatched};
use crate::world::World;

use super::log::What;

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The next visible event: a packet sent, delivered or dropped, a timer, a knob.
    Next,
    /// The visible event before.
    Previous,
    /// The next drop or timeout.
    NextLossOrTimeout,
    /// The drop or timeout before.
    PreviousLossOrTimeout,
    /// The next timeout.
    Timeout,
    /// The next drop.
    Drop,
    /// The next instant at which it is certain that a sender was wrong about a timeout.
    Mismatch,
    /// The next instant at which the cause of this timeout, by its place in the log, is certain.
    Decided(u32),
}

/// One visible thing at the instant that was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sight {
    /// An endpoint sent a packet: which, its copy, and whether it asks the path a question.
    Sent(FlowId, What, u16, bool),
    /// A packet arrived at the endpoint it is for.
    Delivered(FlowId, What, u16),
    /// A packet was dropped.
    Dropped(FlowId, What, DropCause, Place),
    /// A timer expired.
    Expired(FlowId, u32),
}

/// Where a search ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What was looked for.
    pub goal: Goal,
    /// In which lane.
    pub lane: usize,
    /// The instant, `None` if there is none before the end of the run (or after its start).
    pub at: Option<Time>,
    /// What is to be seen there; for searches packet by packet only.
    pub sights: Vec<Sight>,
}

/// A search that is on.
#[derive(Clone, Debug)]
pub(super) struct Search {
    goal: Goal,
    lane: usize,
    /// The shown time when it began.
    from: Time,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// A copy of the lane goes on, event by event.
    Forward(Box<World>, Spy),
    /// A copy replays the stretch up to `until`; the last thing seen counts.
    Backward { world: Box<World>, spy: Spy, start: Time, until: Time },
    /// In the log.
    Logged,
}

/// Remembers what was to be seen at the last instant at which there was something.
#[derive(Clone, Debug, Default)]
struct Spy {
    at: Option<Time>,
    sights: Vec<Sight>,
}

impl Spy {
    fn see(&mut self, now: Time, sight: Sight) {
        if self.at != Some(now) {
            self.at = Some(now);
            self.sights.clear();
        }
        self.sights.push(sight);
    }
}

impl Probe for Spy {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        if !matches!(packet.body, Body::Cross { .. } | Body::Routing(_)) {
            let probe = packet.data().is_some_and(|data| data.probe);
            self.see(now, Sight::Sent(packet.flow, What::of(packet), packet.copy, probe));
        }
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        if !matches!(packet.body, Body::Cross { .. } | Body::Routing(_)) {
            self.see(now, Sight::Delivered(packet.flow, What::of(packet), packet.copy));
        }
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.see(now, Sight::Dropped(packet.flow, What::of(packet), cause, place));
    }
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        if let Note::Expired(expiry) = note {
            self.see(now, Sight::Expired(flow, expiry.index));
        }
    }
}

impl Goal {
    fn accepts(self, event: &Event) -> bool {
        match self {
            Goal::Timeout => matches!(event.kind, Kind::Timeout(_)),
            Goal::Drop => matches!(event.kind, Kind::Drop { .. }),
            Goal::NextLossOrTimeout | Goal::PreviousLossOrTimeout => {
                matches!(event.kind, Kind::Timeout(_) | Kind::Drop { .. })
            }
            Goal::Decided(wanted) => event.kind == Kind::Truth(wanted),
            Goal::Next | Goal::Previous | Goal::Mismatch => false,
        }
    }
}

/// The first instant after `after` at which it becomes certain that a sender was wrong.
fn mismatch(log: &Log, after: Time) -> Option<Time> {
    let wrong = log.timeouts().iter().filter(|timeout| timeout.is_right(Time::NEVER) == Some(false));
    wrong.filter_map(|timeout| Some(timeout.verdict?.0.max(timeout.truth?.0))).filter(|&at| at > after).min()
}

impl Lab {
    /// The world of `lane` at `at`, a time that has been computed, and what was to be seen at that very instant.
    #[must_use]
    pub fn witness(&self, lane: usize, at: Time) -> Option<(World, Vec<Sight>)> {
        let before = Time::from_nanos(at.as_nanos().saturating_sub(1));
        let (_, states) = self.checkpoints.before(before);
        let (mut world, knobs) = (states.get(lane)?.world.clone(), self.knobs.get(lane)?);
        world.advance(before, knobs, &mut (&mut Unwatched as &mut dyn Probe), u64::MAX);
        let mut spy = Spy::default();
        world.advance(at, knobs, &mut (&mut spy as &mut dyn Probe), u64::MAX);
        Some((world, spy.sights))
    }

    /// Starts to search `lane` from the shown time; [`Lab::work`] goes on with it and shows what it found.
    pub fn find(&mut self, goal: Goal, lane: usize) {
        self.cancel();
        self.found = None;
        let Some(state) = self.lanes.get(lane).map(|lane| &lane.state) else { return };
        let way = match goal {
            Goal::Next => Way::Forward(Box::new(state.world.clone()), Spy::default()),
            Goal::Previous if self.shown == Time::ZERO => return self.end(goal, lane, None, Vec::new()),
            Goal::Previous => self.before(lane, Time::from_nanos(self.shown.as_nanos() - 1)),
            _ => Way::Logged,
        };
        self.search = Some(Search { goal, lane, from: self.shown, way });
    }

    /// A replay of the stretch from the checkpoint before `until`.
    fn before(&self, lane: usize, until: Time) -> Way {
        let (start, states) = self.checkpoints.before(Time::from_nanos(until.as_nanos().saturating_sub(1)));
        Way::Backward { world: Box::new(states[lane].world.clone()), spy: Spy::default(), start, until }
    }

    /// Ends the search: shows `at`, or the end of the run it was heading for.
    fn end(&mut self, goal: Goal, lane: usize, at: Option<Time>, sights: Vec<Sight>) {
        let backward = matches!(goal, Goal::Previous | Goal::PreviousLossOrTimeout);
        self.found = Some(Found { goal, lane, at, sights });
        self.search = None;
        self.aim(at.unwrap_or(if backward { Time::ZERO } else { self.duration() }));
    }

    /// Goes on with the search, if one is on. Returns whether there is time left to move the lanes.
    pub(super) fn seek(&mut self, budget: &mut u64) -> bool {
        let Some(search) = self.search.take() else { return true };
        let Search { goal, lane, from, way } = search;
        match way {
            Way::Forward(mut world, mut spy) => {
                let (knobs, end) = (&self.knobs[lane], self.duration());
                let turn = knobs.iter().map(|entry| entry.at).find(|&at| at > from && at <= end);
                let limit = turn.unwrap_or(end);
                while spy.at.is_none() && *budget > 0 {
                    *budget -= 1;
                    if world.advance(limit, knobs, &mut (&mut spy as &mut dyn Probe), 1) {
                        break;
                    }
                }
                if let Some(at) = spy.at {
                    world.advance(at, knobs, &mut (&mut spy as &mut dyn Probe), u64::MAX);
                    self.end(goal, lane, Some(at), spy.sights);
                } else if *budget > 0 {
                    self.end(goal, lane, turn, Vec::new());
                } else {
                    self.search = Some(Search { goal, lane, from, way: Way::Forward(world, spy) });
                    return false;
                }
                true
            }
            Way::Backward { mut world, mut spy, start, until } => {
                let knobs = &self.knobs[lane];
                let before = world.events();
                let done = world.advance(until, knobs, &mut (&mut spy as &mut dyn Probe), *budget);
                *budget -= (world.events() - before).min(*budget);
                if !done {
                    let way = Way::Backward { world, spy, start, until };
                    self.search = Some(Search { goal, lane, from, way });
                    return false;
                }
                let turn = knobs.iter().map(|entry| entry.at).rfind(|&at| at > start && at <= until);
                match spy.at.max(turn) {
                    Some(at) => {
                        let sights = if spy.at == Some(at) { spy.sights } else { Vec::new() };
                        self.end(goal, lane, Some(at), sights);
                    }
                    None if start == Time::ZERO => self.end(goal, lane, None, Vec::new()),
                    None => {
                        let way = self.before(lane, start);
                        self.search = Some(Search { goal, lane, from, way });
                    }
                }
                *budget > 0
            }
            Way::Logged => {
                let log = &self.lanes[lane].log;
                let hit = match goal {
                    Goal::PreviousLossOrTimeout => {
                        let at = log.previous(from, |event| goal.accepts(event));
                        self.end(goal, lane, at, Vec::new());
                        return true;
                    }
                    Goal::Mismatch => mismatch(log, from),
                    _ => log.next(from, |event| goal.accepts(event)),
                };
                // The lanes go on to the end of the run until the log has what is looked for.
                if hit.is_some_and(|at| at <= self.duration()) || self.shown == self.duration() {
                    self.stretch = None;
                    self.end(goal, lane, hit, Vec::new());
                } else {
                    self.search = Some(Search { goal, lane, from, way: Way::Logged });
                    self.aim(self.duration());
                }
                true
            }
        }
    }
}
