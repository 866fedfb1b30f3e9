//! Bringing tapes to the shown time: from a checkpoint, in slices, beside the lanes.

use super::tape::{Tape, Watch};
use super::{Lab, just_before};
use crate::time::Time;
use crate::trace::{Probe, Unwatched};
use crate::world::{KnobEntry, World};

/// A world on its way through a stretch that the tape of one lane lacks.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    lane: usize,
    world: World,
    tape: Tape,
    /// Where the tape begins to watch.
    from: Time,
    /// Whether the tape holds nothing yet.
    afresh: bool,
    /// Whether it watches already.
    watches: bool,
    to: Time,
}

impl Lab {
    /// Records the lanes for a panel from now on, or for none. What is missing is made up for by [`Lab::work`].
    pub fn watch(&mut self, watch: Option<Watch>) {
        if self.watch == watch {
            return;
        }
        let kept = watch.filter(|watch| self.watch.is_some_and(|before| before.is_like(watch)));
        for lane in &mut self.lanes {
            lane.tape.take_if(|tape| kept.is_none_or(|watch| watch.begin() < tape.from()));
            if let (Some(tape), Some(watch)) = (&mut lane.tape, kept) {
                tape.forget(watch.begin());
            }
        }
        self.fill = None;
        self.watch = watch;
    }

    /// What the lanes are recorded for.
    #[must_use]
    pub const fn watched(&self) -> Option<Watch> {
        self.watch
    }

    /// What a lane was recorded for the panel on screen; nothing while that is being made.
    #[must_use]
    pub fn tape(&self, lane: usize) -> Option<&Tape> {
        self.lanes.get(lane)?.tape.as_ref()
    }

    /// Works on the tapes. Returns whether all of them have come to the shown time.
    pub(super) fn fill(&mut self, budget: &mut u64) -> bool {
        let Some(watch) = self.watch else { return true };
        (0..self.lanes.len()).all(|lane| !watch.covers(lane, self.shown) || self.bring(lane, &watch, budget))
    }

    /// Brings the tape of one lane to the shown time. Returns whether it is there.
    fn bring(&mut self, index: usize, watch: &Watch, budget: &mut u64) -> bool {
        let lane = &mut self.lanes[index];
        if let Some(tape) = lane.tape.as_mut().filter(|tape| tape.serves(lane.state.world.events())) {
            tape.settle(self.shown);
            return true;
        }
        let underway = self.fill.take().filter(|fill| fill.lane == index && fill.to == self.shown);
        let mut fill = underway.unwrap_or_else(|| self.begin_fill(index, watch));
        if !fill.work(&self.knobs[index], budget) {
            self.fill = Some(fill);
            return false;
        }
        fill.tape.settle(self.shown);
        fill.tape.forget(watch.begin());
        self.lanes[index].tape = Some(fill.tape);
        true
    }

    /// Goes on from the tape's last whole cell where it is only too long, else makes it anew.
    fn begin_fill(&self, index: usize, watch: &Watch) -> Fill {
        let lane = &self.lanes[index];
        let long = lane.tape.clone().filter(|tape| tape.is_ahead(lane.state.world.events()));
        let afresh = long.is_none();
        let mut tape = long.unwrap_or_else(|| Tape::new(watch, &self.setups[index]));
        // A cell before the window, so that the window begins with what was in force.
        let begin = watch.begin().as_nanos().saturating_sub(watch.grain().as_nanos());
        let from = if afresh { Time::from_nanos(begin) } else { tape.cut(self.shown) };
        let world = if from == Time::ZERO {
            World::new(&self.setups[index])
        } else {
            self.checkpoints.before(just_before(from)).1[index].world.clone()
        };
        Fill { lane: index, world, tape, from, afresh, watches: false, to: self.shown }
    }
}

impl Fill {
    fn work(&mut self, knobs: &[KnobEntry], budget: &mut u64) -> bool {
        if !self.watches {
            if self.from > Time::ZERO {
                let before = self.world.events();
                let reached =
                    self.world.advance(just_before(self.from), knobs, &mut (&mut Unwatched as &mut dyn Probe), *budget);
                *budget = budget.saturating_sub(self.world.events() - before);
                if !reached {
                    return false;
                }
            }
            self.tape.prime(&self.world, self.from, self.afresh);
            self.watches = true;
        }
        self.tape.record(&mut self.world, self.to, knobs, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FlowId;
    use crate::lab::{Panel, Track};
    use crate::scenario::{Scenario, presets};
    use crate::time::Span;

    /// Events per slice: small enough that most tapes need several.
    const SLICE: u64 = 700;

    fn secs(secs: f64) -> Time {
        Time::ZERO + Span::from_secs_f64(secs)
    }

    fn lab(preset: &str) -> Lab {
        let scenario = presets::base(preset).expect("a preset");
        Lab::new(Scenario { duration: Span::from_secs(60), ..scenario }).expect("a valid preset")
    }

    fn go(lab: &mut Lab, to: f64) {
        lab.go(secs(to));
        while !lab.work(SLICE) {}
    }

    fn watch(panel: Panel, from: f64, to: f64) -> Option<Watch> {
        Some(Watch { panel, flow: FlowId(0), lane: None, from: secs(from), to: secs(to) })
    }

    /// Frames of 16 ms to `to`.
    fn play(lab: &mut Lab, to: f64) {
        while lab.shown() < secs(to) {
            lab.go(lab.shown().saturating_add(Span::from_millis(16)).min(secs(to)));
            while !lab.work(SLICE) {}
        }
    }

    #[test]
    fn a_tape_is_the_same_by_play_and_by_seek() {
        for preset in ["random-loss", "marked", "fair-10", "chain-10"] {
            for panel in Panel::ALL {
                let window = watch(panel, 4.0, 8.0);
                let mut played = lab(preset);
                played.watch(watch(panel, 0.0, 4.0));
                play(&mut played, 4.5);
                played.watch(window);
                play(&mut played, 6.1234);
                let mut sought = lab(preset);
                go(&mut sought, 12.0);
                go(&mut sought, 6.1234);
                sought.watch(window);
                go(&mut sought, 6.1234);
                let mut wandered = lab(preset);
                go(&mut wandered, 7.0);
                wandered.watch(window);
                for to in [5.0, 7.5, 4.2, 4.9, 6.9, 6.1234] {
                    go(&mut wandered, to);
                }
                for lane in 0..played.lanes().len() {
                    let [one, other, third] = [&played, &sought, &wandered].map(|lab| lab.tape(lane).expect("a tape"));
                    assert_eq!(one, other, "{panel:?} of lane {lane} of {preset}");
                    if let (Track::Rounds(one), Track::Rounds(third)) = (one.track(), third.track()) {
                        assert!(third.rows().starts_with(one.rows()) && third.rows().len() > one.rows().len());
                    } else {
                        assert_eq!(one, third, "{panel:?} of lane {lane} of {preset}");
                    }
                }
            }
        }
    }

    #[test]
    fn watching_changes_nothing() {
        let mut unwatched = lab("random-loss");
        go(&mut unwatched, 10.0);
        let mut watched = lab("random-loss");
        for (step, panel) in (1..).zip(Panel::ALL) {
            watched.watch(watch(panel, 0.0, 10.0));
            go(&mut watched, 10.0 * f64::from(step) / Panel::ALL.len() as f64);
        }
        assert_eq!(watched.fingerprint(), unwatched.fingerprint());
        for (one, other) in watched.lanes().iter().zip(unwatched.lanes()) {
            assert_eq!((&one.state, &one.log), (&other.state, &other.log));
        }
    }

    #[test]
    fn a_turned_knob_cuts_the_future_off() {
        let loss = crate::scenario::knobs::KnobId::find("loss").expect("a knob");
        let window = watch(Panel::Sequence, 0.0, 12.0);
        let mut forked = lab("random-loss");
        forked.watch(window);
        go(&mut forked, 6.0);
        go(&mut forked, 3.0);
        forked.turn(loss, 0.2).expect("turned");
        go(&mut forked, 5.0);
        let mut straight = Lab::new(forked.scenario().clone()).expect("the same");
        straight.watch(window);
        go(&mut straight, 5.0);
        assert_eq!(forked.tape(0), straight.tape(0));
    }

    #[test]
    fn a_tape_is_bounded_and_forgets_what_left_the_window() {
        let mut lab = lab("fair-10");
        lab.watch(watch(Panel::Queue, 0.0, 60.0));
        go(&mut lab, 60.0);
        let whole = lab.watched().expect("watched");
        let cells = (60_000_000_000 / whole.grain().as_nanos()) as usize;
        assert!(cells <= 4096);
        let count = |lab: &Lab| match lab.tape(0).expect("a tape").track() {
            Track::Queue(queue) => (queue.waiting.points().points().len(), queue.waiting.points().points()[0].at),
            _ => panic!("the queue"),
        };
        let (points, _) = count(&lab);
        assert!(points > cells && points < 3 * cells + 500, "{points} points in {cells} cells");
        lab.watch(watch(Panel::Queue, 55.0, 60.0));
        go(&mut lab, 60.0);
        assert_eq!(count(&lab).1, secs(55.0));
        lab.watch(None);
        assert!(lab.tape(0).is_none());
    }
}
