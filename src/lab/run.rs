//! Getting to another time: stretches of work in bounded slices.

use super::lane::State;
use super::{Lab, Lane};
use crate::time::{Span, Time};
use crate::trace::{Probe, Unwatched};

/// The lanes advance together in steps of this length, so that none runs ahead by more. Divides a second, so that
/// checkpoints fall on whole ones.
pub(super) const STEP: Span = Span::from_millis(50);

/// Copies of all lanes on their way to one instant.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    states: Vec<State>,
    /// How many lanes have arrived.
    arrived: usize,
    to: Time,
}

impl Lab {
    /// Sets the time to show next, at most the duration; [`Lab::work`] gets there. Ends a search.
    pub fn go(&mut self, to: Time) {
        self.search = None;
        self.aim(to);
    }

    /// Stops where the lanes are.
    pub fn cancel(&mut self) {
        self.go(self.shown);
    }

    pub(super) fn aim(&mut self, to: Time) {
        let to = to.min(self.duration());
        if to != self.target {
            self.target = to;
            // A stretch that passes the new target, or starts after it, leads nowhere.
            if self.stretch.as_ref().is_some_and(|stretch| stretch.to > to || to < self.shown) {
                self.stretch = None;
            }
        }
    }

    /// Works for about `max_events` events of all lanes together. Returns whether every lane shows the target, no search is
    /// on, and every tape has come to the shown time.
    pub fn work(&mut self, max_events: u64) -> bool {
        let mut budget = max_events;
        loop {
            if !self.seek(&mut budget) {
                return false;
            }
            if self.shown == self.target {
                if self.search.is_none() {
                    return self.fill(&mut budget);
                }
            } else if !self.move_on(&mut budget) {
                return false;
            }
            if budget == 0 {
                return self.shown == self.target && self.search.is_none() && self.fill(&mut budget);
            }
        }
    }

    /// Works until the target is shown.
    pub fn finish(&mut self) {
        while !self.work(u64::MAX) {}
    }

    /// Works on a stretch towards the target. Returns whether it was completed.
    fn move_on(&mut self, budget: &mut u64) -> bool {
        let mut stretch = self.stretch.take().unwrap_or_else(|| self.begin());
        while let Some(state) = stretch.states.get_mut(stretch.arrived) {
            let lane = &mut self.lanes[stretch.arrived];
            if *budget == 0 || !lane.run(state, stretch.to, &self.knobs[stretch.arrived], budget) {
                self.stretch = Some(stretch);
                return false;
            }
            stretch.arrived += 1;
        }
        self.land(stretch.states, stretch.to);
        true
    }

    /// The next stretch towards the target: on from the shown time, or from a checkpoint where that is nearer.
    fn begin(&self) -> Stretch {
        let (at, checkpoint) = self.checkpoints.before(self.target);
        let ahead = self.shown <= self.target && self.shown >= at;
        let (from, states) = if ahead {
            (self.shown, self.lanes.iter().map(|lane| lane.state.clone()).collect())
        } else {
            (at, checkpoint.clone())
        };
        let step = (from.as_nanos() / STEP.as_nanos() + 1) * STEP.as_nanos();
        let to = if self.target <= self.high_water { self.target } else { self.target.min(Time::from_nanos(step)) };
        Stretch { states, arrived: 0, to }
    }

    /// All lanes have arrived at `at`: shows them.
    pub(super) fn land(&mut self, states: Vec<State>, at: Time) {
        if at > self.high_water {
            self.compare(&states, at);
            self.high_water = at;
        }
        if self.checkpoints.wants(at) {
            let bytes = states.iter().map(State::size_in_bytes).sum();
            self.checkpoints.push(at, bytes, states.clone());
        }
        for (lane, state) in self.lanes.iter_mut().zip(states) {
            lane.state = state;
        }
        self.shown = at;
    }

    /// Notes which lanes have begun to differ from the first on the way to `states` at `at`.
    fn compare(&mut self, states: &[State], at: Time) {
        let Some((first, others)) = states.split_first() else { return };
        for (index, other) in others.iter().enumerate() {
            let lane = index + 1;
            if self.differs[lane].is_none() && other.world.fingerprint() != first.world.fingerprint() {
                self.differs[lane] = Some(self.parting(lane, at));
            }
        }
    }

    /// When `lane` and the first, equal as they are shown, part on the way to `by`.
    fn parting(&self, lane: usize, by: Time) -> Time {
        let [first, other] = [0, lane].map(|lane| {
            let Lane { state, .. } = &self.lanes[lane];
            (state.world.clone(), &self.knobs[lane])
        });
        let (mut first, mut other) = (first, other);
        while first.0.fingerprint() == other.0.fingerprint() {
            // Stale wake-ups need not be the same in both, so each goes on to its next instant.
            let next = [&first.0, &other.0].map(|world| world.next_time().unwrap_or(Time::NEVER));
            let at = next[0].min(next[1]);
            if at > by {
                return by;
            }
            for (world, knobs) in [&mut first, &mut other] {
                world.advance(at, knobs, &mut (&mut Unwatched as &mut dyn Probe), u64::MAX);
            }
        }
        first.0.now().max(other.0.now())
    }
}
