//! The laboratory: up to four worlds in lock-step on the same luck, on a timeline one can move on.
//!
//! ```text
//!   0 ─────── shown ───────────── high water ─ ─ ─ ─ ─ duration
//!   checkpoints every second,     the latest time      not computed
//!   logs written once             ever computed        yet
//! ```
//!
//! The states of all lanes always belong to the *shown* time: every event up to it has happened, no later one. Work
//! towards another time goes on in copies, in slices of a bounded number of events, and the copies take the place of the
//! states when all of them have arrived. Seeking is restoring the checkpoint before and replaying, which gives the same
//! states bit for bit. What happened is kept in append-only [`Log`]s outside the checkpoints.
//!
//! A knob turned at the shown time is recorded one nanosecond later and starts a new future; the old one stays as a
//! [`Ghost`] until it is dismissed.

mod checkpoints;
mod fill;
mod find;
mod lane;
mod log;
mod pages;
mod run;
mod series;
mod tape;
mod turn;

#[cfg(test)]
mod tests;

use crate::scenario::{Problem, Scenario};
use crate::time::{Span, Time};
use crate::world::{KnobEntry, WorldSetup};

use checkpoints::Checkpoints;
pub use checkpoints::MAX_BYTES;
use fill::Fill;
use find::Search;
pub use find::{Found, Goal, Sight};
pub use lane::{Lane, State};
pub use log::{Event, Kind, Log, MAX_EVENTS, Timeout, What};
use run::Stretch;
pub use series::{Point, Series};
pub use tape::{
    Bytes, Delivered, GOODPUT_WINDOW, MAX_ROUNDS, Panel, QueueLength, Sequence, Steps, Tape, Thinned, Timing, Track,
    Value, Watch,
};
pub use turn::Ghost;
use turn::Past;

/// Version of the engine: rises whenever a run of some scenario changes, so that links know what they were made with.
pub const ENGINE: u32 = 1;

/// Lanes on one timeline.
#[derive(Clone, Debug)]
pub struct Lab {
    scenario: Scenario,
    /// See [`Lab::origin`].
    origin: Option<&'static str>,
    setups: Vec<WorldSetup>,
    /// The knob log of each lane, as its world wants it.
    knobs: Vec<Vec<KnobEntry>>,
    lanes: Vec<Lane>,
    checkpoints: Checkpoints<Vec<State>>,
    shown: Time,
    target: Time,
    high_water: Time,
    /// From when on each lane differs from the first, as far as computed.
    differs: Vec<Option<Time>>,
    stretch: Option<Stretch>,
    search: Option<Search>,
    found: Option<Found>,
    ghost: Option<Ghost>,
    past: Vec<Past>,
    /// What panel the lanes are recorded for.
    watch: Option<Watch>,
    fill: Option<Fill>,
    /// Rises whenever something other than time has changed.
    revision: u32,
}

impl Lab {
    /// A laboratory at time zero.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario.
    pub fn new(scenario: Scenario) -> Result<Lab, Vec<Problem>> {
        let (setups, knobs) = turn::worlds(&scenario)?;
        let lanes = turn::start(&setups, &knobs);
        let start: Vec<State> = lanes.iter().map(|lane| lane.state.clone()).collect();
        let bytes = start.iter().map(State::size_in_bytes).sum();
        Ok(Lab {
            differs: vec![None; lanes.len()],
            checkpoints: Checkpoints::new(start, bytes),
            scenario,
            origin: None,
            setups,
            knobs,
            lanes,
            shown: Time::ZERO,
            target: Time::ZERO,
            high_water: Time::ZERO,
            stretch: None,
            search: None,
            found: None,
            ghost: None,
            past: Vec::new(),
            watch: None,
            fill: None,
            revision: 0,
        })
    }

    /// The scenario with the knob log so far.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The preset that the scenario began as, if one was named by [`Lab::set_origin`].
    #[must_use]
    pub const fn origin(&self) -> Option<&'static str> {
        self.origin
    }

    /// Says which preset the scenario that was just opened is. Undoing the opening takes this back too.
    pub const fn set_origin(&mut self, preset: Option<&'static str>) {
        self.origin = preset;
    }

    /// What the world of a lane was built from.
    #[must_use]
    pub fn setup(&self, lane: usize) -> Option<&WorldSetup> {
        self.setups.get(lane)
    }

    /// The lanes.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The shown time.
    #[must_use]
    pub const fn shown(&self) -> Time {
        self.shown
    }

    /// The time [`Lab::work`] is heading for.
    #[must_use]
    pub const fn target(&self) -> Time {
        self.target
    }

    /// The latest time ever computed on this timeline.
    #[must_use]
    pub const fn high_water(&self) -> Time {
        self.high_water
    }

    /// How long the run lasts.
    #[must_use]
    pub fn duration(&self) -> Time {
        Time::ZERO + self.scenario.duration
    }

    /// Rises whenever something other than time has changed.
    #[must_use]
    pub const fn revision(&self) -> u32 {
        self.revision
    }

    /// The abandoned future.
    #[must_use]
    pub const fn ghost(&self) -> Option<&Ghost> {
        self.ghost.as_ref()
    }

    /// What the last search found.
    #[must_use]
    pub const fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Number and size in bytes of the checkpoints.
    #[must_use]
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.len(), self.checkpoints.bytes())
    }

    /// From when on `lane` differs from the first lane, if it does by the shown time.
    #[must_use]
    pub fn differs_from(&self, lane: usize) -> Option<Time> {
        self.differs.get(lane).copied().flatten().filter(|&at| at <= self.shown)
    }

    /// Fingerprint of one lane at the shown time.
    #[must_use]
    pub fn lane_fingerprint(&self, lane: usize) -> u64 {
        self.lanes.get(lane).map_or(0, |lane| lane.state.world.fingerprint())
    }

    /// Fingerprint of all lanes at the shown time: equal for equal runs of equal scenarios, whatever was done on the way.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.lanes.iter().fold(0, |all, lane| crate::rng::mix(all ^ lane.state.world.fingerprint()))
    }
}

/// The instant just after `at`.
pub(crate) fn just_after(at: Time) -> Time {
    at.saturating_add(Span::from_nanos(1))
}

/// The instant just before `at`.
pub(crate) fn just_before(at: Time) -> Time {
    Time::from_nanos(at.as_nanos().saturating_sub(1))
}
