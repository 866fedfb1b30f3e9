//! RED's thresholds: the lower one never lies above the upper one (Floyd and Jacobson 1993, §4), in no lane and at no
//! time. Between two turns at one instant they may cross.

use super::knobs::KnobId;
use super::{Lane, Problem, Scenario};

/// The two thresholds as they are in one lane at one time.
struct Thresholds {
    ids: [KnobId; 2],
    values: [f64; 2],
}

impl Thresholds {
    /// As `lane` has them at the start; `None` where the scenario has none.
    fn of(scenario: &Scenario, lane: &Lane) -> Option<Thresholds> {
        let ids = [KnobId::find("redmin")?, KnobId::find("redmax")?];
        let value = |what: KnobId| lane.overrides.get(what).or_else(|| what.read(scenario));
        Some(Thresholds { ids, values: [value(ids[0])?, value(ids[1])?] })
    }

    /// Which of them `what` is.
    fn place(&self, what: KnobId) -> Option<usize> {
        self.ids.iter().position(|&id| id == what)
    }

    /// What is wrong, said of the threshold at `place` under `field`.
    fn problem(&self, field: &str, place: usize) -> Option<Problem> {
        let [min, max] = self.values;
        let allowed = match place {
            0 => format!("at most {max}, the value of redmax there"),
            _ => format!("at least {min}, the value of redmin there"),
        };
        let field = format!("{field}.{}", self.ids[place].knob().id);
        (min > max).then(|| Problem::new(field, self.values[place], allowed))
    }
}

/// Where the overrides of lanes or the turns of the knob log let the thresholds cross.
pub fn crossed(scenario: &Scenario) -> Vec<Problem> {
    let mut problems: Vec<Problem> = Vec::new();
    for (index, lane) in scenario.lanes.iter().enumerate() {
        let Some(mut now) = Thresholds::of(scenario, lane) else { continue };
        let overridden = |what| lane.overrides.get(what).is_some();
        if let Some(place) = now.ids.iter().position(|&id| overridden(id)) {
            problems.extend(now.problem(&format!("lanes[{index}].overrides"), place));
        }
        let mut turned = None;
        for (number, entry) in scenario.knobs.iter().enumerate() {
            if let Some(place) = now.place(entry.what).filter(|_| !overridden(entry.what)) {
                now.values[place] = entry.value;
                turned = Some((number, place));
            }
            let last = scenario.knobs.get(number + 1).is_none_or(|next| next.t != entry.t);
            let problem = turned.take_if(|_| last).and_then(|(at, place)| now.problem(&format!("knobs[{at}]"), place));
            // Lanes without overrides agree.
            problems.extend(problem.filter(|problem| !problems.contains(problem)));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{KnobEntry, Topology, validate};
    use crate::time::{Span, Time};

    /// NRT beside NewReno; RED between 5 and 15 packets.
    fn turned(log: &[(u64, &str, f64)]) -> Scenario {
        let mut scenario = Scenario::new(Topology::chain(7));
        let entry = |&(secs, id, value): &(u64, &str, f64)| {
            let what = KnobId::find(id).expect("a knob");
            KnobEntry { t: Time::ZERO + Span::from_secs(secs), what, value }
        };
        scenario.knobs = log.iter().map(entry).collect();
        scenario
    }

    #[test]
    fn a_turn_that_lets_them_cross_is_named_once() {
        let problem = |field: &str, value: &str, allowed: &str| Problem::new(field, value, allowed);
        let above = turned(&[(3, "redmin", 20.0)]);
        assert_eq!(validate(&above), [problem("knobs[0].redmin", "20", "at most 15, the value of redmax there")]);
        let below = turned(&[(3, "redmin", 12.0), (4, "loss", 0.1), (5, "redmax", 11.0), (6, "redmin", 2.0)]);
        assert_eq!(validate(&below), [problem("knobs[2].redmax", "11", "at least 12, the value of redmin there")]);
    }

    #[test]
    fn at_one_instant_only_the_end_counts() {
        assert_eq!(validate(&turned(&[(3, "redmin", 20.0), (3, "redmax", 25.0), (4, "redmin", 25.0)])), []);
        assert_eq!(validate(&turned(&[(3, "redmax", 25.0), (4, "redmin", 20.0), (4, "loss", 0.1)])), []);
        assert_eq!(validate(&turned(&[(3, "redmin", 20.0), (3, "loss", 0.1)])).len(), 1);
    }

    #[test]
    fn lanes_have_thresholds_of_their_own() {
        let mut scenario = turned(&[(3, "redmax", 6.0)]);
        scenario.lanes[1].overrides.set(KnobId::find("redmin").expect("a knob"), 10.0);
        let fields =
            |scenario: &Scenario| validate(scenario).into_iter().map(|problem| problem.field).collect::<Vec<_>>();
        assert_eq!(fields(&scenario), ["knobs[0].redmax"]);
        scenario.lanes[1].overrides.set(KnobId::find("redmax").expect("a knob"), 8.0);
        assert_eq!(fields(&scenario), ["lanes[1].overrides.redmin"], "the lane does not follow the turn");
    }
}
