//! Inputs: knobs turned while time runs, structural changes, and taking them back.
//!
//! A live knob is recorded at the shown time plus one nanosecond, so that the shown instant stays as it is and a replay of
//! the log does the same. What was computed beyond is cut off. At time zero nothing has happened yet, so there even a live
//! knob changes the scenario itself. Everything else rebuilds the worlds and runs them to the shown time on the same luck.

use super::checkpoints::Checkpoints;
use super::lane::{Lane, State};
use super::series::Point;
use super::{Lab, just_after};
use crate::scenario::knobs::{KnobId, Place};
use crate::scenario::limits::{MAX_KNOB_ENTRIES, MAX_LANES};
use crate::scenario::{self, Lane as LaneOf, Problem, Scenario, Settings};
use crate::time::Time;
use crate::world::{KnobEntry, WorldSetup};

/// How many changes can be taken back. A scenario is a few hundred bytes to some kilobytes.
const MAX_PAST: usize = 100;

/// The windows of a future that was left by turning a knob.
#[derive(Clone, PartialEq, Debug)]
pub struct Ghost {
    /// When it was left.
    pub from: Time,
    /// By lane and flow: the windows after that time.
    pub lanes: Vec<Vec<Vec<Point>>>,
}

/// What a change can be taken back to.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Past {
    scenario: Scenario,
    origin: Option<&'static str>,
    /// What was turned and when, to take a drag for one change.
    turned: Option<((KnobId, u8), Time)>,
}

/// What the worlds of a scenario are built from, and their knob logs.
type Worlds = (Vec<WorldSetup>, Vec<Vec<KnobEntry>>);

/// The worlds of `scenario`.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn worlds(scenario: &Scenario) -> Result<Worlds, Vec<Problem>> {
    let problems = scenario::validate(scenario);
    if !problems.is_empty() {
        return Err(problems);
    }
    let lanes = 0..scenario.lanes.len();
    let setups = lanes.clone().map(|lane| scenario::build(scenario, lane)).collect();
    Ok((setups, lanes.map(|lane| scenario::knob_log(scenario, lane)).collect()))
}

/// Lanes at time zero: what happens at that instant has happened.
pub(super) fn start(setups: &[WorldSetup], knobs: &[Vec<KnobEntry>]) -> Vec<Lane> {
    let at_zero = |(setup, knobs): (&WorldSetup, &Vec<KnobEntry>)| {
        let mut lane = Lane::new(setup);
        let mut state = lane.state.clone();
        let mut budget = u64::MAX;
        lane.run(&mut state, Time::ZERO, knobs, &mut budget);
        lane.state = state;
        lane
    };
    setups.iter().zip(knobs).map(at_zero).collect()
}

impl Lab {
    /// The value of a knob in force at the shown time, or about to be; `None` where the scenario does not have it.
    #[must_use]
    pub fn value(&self, what: KnobId) -> Option<f64> {
        let now = just_after(self.shown);
        let turned = self.scenario.knobs.iter().rfind(|entry| entry.what == what && entry.t <= now);
        turned.map(|entry| entry.value).or_else(|| what.read(&self.scenario))
    }

    /// Turns a knob.
    ///
    /// # Errors
    /// The value is not one of the knob's, or not together with the others in force, the scenario does not have the
    /// knob, or there is no room in the log.
    pub fn turn(&mut self, what: KnobId, value: f64) -> Result<(), Vec<Problem>> {
        let knob = what.knob();
        if knob.check(value).is_err() {
            return Err(vec![Problem::new(knob.id, knob.show(value), knob.allowed())]);
        }
        if what.read(&self.scenario).is_none() {
            return Err(vec![Problem::new(knob.id, knob.show(value), "a knob that this scenario has")]);
        }
        if knob.live && (self.shown > Time::ZERO || matches!(knob.place, Place::Log(_))) {
            return self.record(what, value);
        }
        let mut scenario = self.scenario.clone();
        what.write(&mut scenario, value);
        let ghost = if knob.live { self.future() } else { None };
        self.change(scenario, Some(what.object(value)))?;
        self.ghost = ghost;
        Ok(())
    }

    /// Records a live knob just after the shown time.
    fn record(&mut self, what: KnobId, value: f64) -> Result<(), Vec<Problem>> {
        let at = just_after(self.shown);
        let knob = what.knob();
        if at > self.duration() {
            return Err(vec![Problem::new(knob.id, knob.show(value), "turned before the end of the run")]);
        }
        let mut scenario = self.scenario.clone();
        let object = what.object(value);
        scenario.knobs.retain(|entry| entry.t < at || (entry.t == at && entry.what.object(entry.value) != object));
        if scenario.knobs.len() >= MAX_KNOB_ENTRIES {
            let allowed = format!("at most {MAX_KNOB_ENTRIES} turns in one run");
            return Err(vec![Problem::new(knob.id, knob.show(value), allowed)]);
        }
        scenario.knobs.push(scenario::KnobEntry { t: at, what, value });
        // A problem of the new entry is one of the knob.
        let entry = format!("knobs[{}].{}", scenario.knobs.len() - 1, knob.id);
        let (_, knobs) = worlds(&scenario).map_err(|mut problems| {
            for problem in problems.iter_mut().filter(|problem| problem.field == entry) {
                knob.id.clone_into(&mut problem.field);
            }
            problems
        })?;
        self.remember(Some((object, self.shown)));
        (self.scenario, self.knobs) = (scenario, knobs);
        let states: Vec<State> = self.lanes.iter().map(|lane| lane.state.clone()).collect();
        let ghost = self.future();
        self.rewind(states, self.shown);
        self.ghost = ghost.or(self.ghost.take());
        Ok(())
    }

    /// The windows after the shown time, if any were computed.
    fn future(&self) -> Option<Ghost> {
        let after = |series: &super::Series| series.points()[series.until(self.shown).len()..].to_vec();
        let lanes: Vec<Vec<Vec<Point>>> =
            self.lanes.iter().map(|lane| lane.log.all_series().iter().map(after).collect()).collect();
        let any = lanes.iter().flatten().any(|points| !points.is_empty());
        any.then_some(Ghost { from: self.shown, lanes })
    }

    /// Forgets the abandoned future.
    pub fn dismiss_ghost(&mut self) {
        self.ghost = None;
    }

    /// Makes `states`, the lanes at `at`, the present and forgets everything later. The target stays where it lies ahead.
    fn rewind(&mut self, states: Vec<State>, at: Time) {
        self.stretch = None;
        self.search = None;
        self.found = None;
        self.fill = None;
        for (lane, state) in self.lanes.iter_mut().zip(states) {
            lane.rewind(state, at);
        }
        self.checkpoints.truncate(at);
        for differs in &mut self.differs {
            differs.take_if(|&mut from| from > at);
        }
        (self.shown, self.high_water) = (at, at);
        self.target = self.target.max(at);
        self.revision += 1;
    }

    /// Puts the present scenario on the stack of past ones. Turns of one knob at one shown time count as one.
    fn remember(&mut self, turned: Option<((KnobId, u8), Time)>) {
        if turned.is_some() && self.past.last().is_some_and(|past| past.turned == turned) {
            return;
        }
        if self.past.len() == MAX_PAST {
            self.past.remove(0);
        }
        self.past.push(Past { scenario: self.scenario.clone(), origin: self.origin, turned });
    }

    /// Replaces the scenario, rebuilds the lanes and heads for the shown time.
    ///
    /// # Errors
    /// Everything that is wrong with it; then nothing has changed.
    pub fn load(&mut self, scenario: Scenario) -> Result<(), Vec<Problem>> {
        self.change(scenario, None)
    }

    /// The same, but shows the start of the run at once.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario; then nothing has changed.
    pub fn open(&mut self, scenario: Scenario) -> Result<(), Vec<Problem>> {
        self.load(scenario)?;
        self.go(Time::ZERO);
        let (_, states) = self.checkpoints.before(Time::ZERO);
        self.land(states.clone(), Time::ZERO);
        Ok(())
    }

    fn change(&mut self, scenario: Scenario, turned: Option<(KnobId, u8)>) -> Result<(), Vec<Problem>> {
        if scenario == self.scenario {
            return Ok(());
        }
        let (setups, knobs) = worlds(&scenario)?;
        self.remember(turned.map(|object| (object, self.shown)));
        self.rebuild(scenario, setups, knobs);
        Ok(())
    }

    fn rebuild(&mut self, scenario: Scenario, setups: Vec<WorldSetup>, knobs: Vec<Vec<KnobEntry>>) {
        let to = self.shown.max(self.target);
        self.lanes = start(&setups, &knobs);
        self.differs = vec![None; self.lanes.len()];
        let states: Vec<State> = self.lanes.iter().map(|lane| lane.state.clone()).collect();
        self.checkpoints = Checkpoints::new(states.clone(), states.iter().map(State::size_in_bytes).sum());
        (self.scenario, self.setups, self.knobs) = (scenario, setups, knobs);
        self.ghost = None;
        self.rewind(states, Time::ZERO);
        self.target = to.min(self.duration());
    }

    /// Sets the lanes by their variants; a lane that keeps its place and variant keeps its label and overrides.
    ///
    /// # Errors
    /// There are too few or too many, or a variant is refused, and why.
    pub fn set_lanes(&mut self, variants: &[String]) -> Result<(), Vec<Problem>> {
        if variants.is_empty() || variants.len() > MAX_LANES {
            return Err(vec![Problem::new("cc", variants.join(","), format!("1 to {MAX_LANES} variants"))]);
        }
        let mut scenario = self.scenario.clone();
        let before = std::mem::take(&mut scenario.lanes);
        let keep = |(index, variant): (usize, &String)| match before.get(index) {
            Some(lane) if lane.variant == *variant => lane.clone(),
            _ => LaneOf::of(variant),
        };
        scenario.lanes = variants.iter().enumerate().map(keep).collect();
        self.load(scenario)
    }

    /// Sets the variant of one lane and the TCP parameters that it has for itself.
    ///
    /// # Errors
    /// There is no such lane, the variant is refused, a knob is not a TCP parameter, or a value is not one of its.
    pub fn set_lane(&mut self, lane: usize, variant: &str, own: Settings) -> Result<(), Vec<Problem>> {
        let mut scenario = self.scenario.clone();
        let count = scenario.lanes.len();
        let Some(row) = scenario.lanes.get_mut(lane) else {
            return Err(vec![Problem::new("lane", lane + 1, format!("1 to {count}"))]);
        };
        let mut problems = Vec::new();
        for (knob, value) in own.iter().map(|(what, value)| (what.knob(), value)) {
            if !matches!(knob.place, Place::Tcp) {
                problems.push(Problem::new(knob.id, "in one lane", "parameters of TCP"));
            } else if knob.check(value).is_err() {
                problems.push(Problem::new(knob.id, knob.show(value), knob.allowed()));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        if row.variant != variant {
            *row = LaneOf::of(variant);
        }
        row.overrides = own;
        self.load(scenario)
    }

    /// Sets the seed.
    ///
    /// # Errors
    /// None; the type is that of the other changes.
    pub fn set_seed(&mut self, seed: u64) -> Result<(), Vec<Problem>> {
        self.load(Scenario { seed, ..self.scenario.clone() })
    }

    /// Takes the last change back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(Past { scenario, origin, .. }) = self.past.pop() else { return false };
        let Ok((setups, knobs)) = worlds(&scenario) else { return false };
        self.origin = origin;
        let without = |scenario: &Scenario| Scenario { knobs: Vec::new(), ..scenario.clone() };
        if without(&scenario) == without(&self.scenario) {
            self.replace_log(scenario, knobs);
        } else {
            self.rebuild(scenario, setups, knobs);
        }
        true
    }

    /// Replaces the knob log and goes back to the last checkpoint before the first difference.
    fn replace_log(&mut self, scenario: Scenario, knobs: Vec<Vec<KnobEntry>>) {
        let (old, new) = (&self.scenario.knobs, &scenario.knobs);
        let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let first = [old, new].into_iter().filter_map(|log| log.get(same)).map(|entry| entry.t).min();
        (self.scenario, self.knobs) = (scenario, knobs);
        self.ghost = None;
        self.revision += 1;
        let Some(first) = first else { return };
        let to = self.shown.max(self.target);
        let before = Time::from_nanos(first.as_nanos().saturating_sub(1));
        if before >= self.high_water + super::run::STEP {
            return;
        }
        let (at, states) = self.checkpoints.before(before);
        let states = states.clone();
        self.rewind(states, at);
        self.target = to;
    }
}
