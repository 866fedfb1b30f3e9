//! The airtime of radio stations for charts: one row a station, in each cell the shares of sending, receiving, sensing
//! and idleness, one upon the other.

use super::layout::node_name;
use crate::chart::{How, Layer, Mark, Tone};
use crate::ids::Id;
use crate::lab::{Airtime, Lab, Spent};
use crate::time::Time;

/// How much of the height of a row is filled.
const FILLED: f64 = 0.84;

/// What is drawn, from below: the parts of [`Spent`], then the rest.
const PARTS: [(&str, Tone); 4] =
    [("sends", Tone::Lane), ("receives", Tone::Middle), ("senses", Tone::Light), ("idle", Tone::Paper)];

/// The cells that `from` to `now` touches, with their shares.
pub(super) fn layers(track: &Airtime, from: Time, now: Time) -> Vec<Layer> {
    let grain = track.grain();
    let rows = track.stations().len();
    let mut layers =
        PARTS.map(|(name, tone)| Layer { name, how: How::Cells(tone, grain.as_secs_f64()), marks: Vec::new() });
    let mut cell = Time::from_nanos(from.as_nanos() / grain.as_nanos() * grain.as_nanos());
    while cell < now {
        let end = now.min(cell.saturating_add(grain));
        let whole = end.saturating_since(cell).as_nanos() as f64;
        for station in 0..rows {
            let mut low = (rows - station - 1) as f64 - FILLED / 2.0;
            let shares = shares(&track.spent(cell, station, now), whole);
            for (layer, share) in layers.iter_mut().zip(shares) {
                let high = low + share * FILLED;
                if share > 0.0 {
                    layer.marks.push(Mark { t: cell.as_secs_f64(), low, high });
                }
                low = high;
            }
        }
        cell = cell.saturating_add(grain);
    }
    layers.into()
}

/// Parts of `whole` ns, together 1.
fn shares(spent: &Spent, whole: f64) -> [f64; 4] {
    let [sends, receives, senses] = spent.map(|part| if whole > 0.0 { (part as f64 / whole).min(1.0) } else { 0.0 });
    [sends, receives, senses, (1.0 - sends - receives - senses).max(0.0)]
}

/// The names of the rows, from below.
pub(super) fn names(lab: &Lab, track: &Airtime) -> Vec<String> {
    track.stations().rev().map(|node| node_name(lab.scenario(), node.index())).collect()
}

/// What the station that sends most, and all of them on average, did in the cell of `at` and since the start of the window.
pub(super) fn words(lab: &Lab, track: &Airtime, from: Time, at: Time) -> Vec<String> {
    let grain = track.grain();
    let rows = track.stations().len();
    let mut spent = vec![Spent::default(); rows];
    let begin = Time::from_nanos(from.as_nanos() / grain.as_nanos() * grain.as_nanos());
    let mut cell = begin;
    while cell < at {
        for (station, sum) in spent.iter_mut().enumerate() {
            let more = track.spent(cell, station, at);
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        cell = cell.saturating_add(grain);
    }
    let whole = at.saturating_since(begin).as_nanos() as f64;
    let percent = |part: f64| format!("{:.0} %", 100.0 * part);
    let Some((busiest, most)) = spent.iter().enumerate().rev().max_by_key(|(_, spent)| spent[0]) else {
        return vec!["no radio stations".to_owned()];
    };
    let name = track.stations().nth(busiest).map_or_else(String::new, |node| node_name(lab.scenario(), node.index()));
    let idle = spent.iter().map(|spent| shares(spent, whole)[3]).sum::<f64>() / rows as f64;
    let most = shares(most, whole)[0];
    vec![format!("{name} sends {}", percent(most)), format!("idle {}", percent(idle))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FlowId;
    use crate::lab::{Panel, Track, Watch};
    use crate::radio::Doing;
    use crate::scenario::presets;
    use crate::time::Span;
    use crate::view::{panel_layers, panel_names, panel_range, panel_words};

    fn at(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    fn watching(preset: &str, from: u64, to: u64) -> Lab {
        let mut lab = Lab::new(presets::base(preset).expect("a preset")).expect("a valid preset");
        let (from, to) = (at(from), at(to));
        lab.watch(Some(Watch { panel: Panel::Airtime, flow: FlowId(0), lane: None, from, to }));
        lab
    }

    #[test]
    fn shares_are_what_is_seen_at_every_instant() {
        let mut lab = watching("chain-10", 3000, 3100);
        let mut seen = [[0_u64; 4]; 11];
        const STEP: u64 = 20;
        for step in 1..=5000 {
            lab.go(at(3000) + Span::from_micros(STEP * step));
            lab.finish();
            let channel = lab.lanes()[0].state.world.air().expect("radio");
            for (seen, (_, interface)) in seen.iter_mut().zip(channel.interfaces()) {
                seen[match interface.station().doing(lab.shown()) {
                    Doing::Sends => 0,
                    Doing::Receives => 1,
                    Doing::Senses => 2,
                    Doing::Idle => 3,
                }] += STEP;
            }
        }
        let Some(Track::Airtime(track)) = lab.tape(0).map(crate::lab::Tape::track) else { panic!("airtime") };
        for (station, seen) in seen.iter().enumerate() {
            let mut spent = Spent::default();
            for cell in 0..100 {
                let more = track.spent(at(3000 + cell), station, lab.shown());
                spent.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
            for (spent, seen) in spent.iter().zip(seen) {
                let error = *spent as f64 / 1000.0 - *seen as f64;
                assert!(error.abs() < 3000.0, "station {station}: {spent} ns, {seen} µs");
            }
            assert!(spent[0] > 0 || station == 10);
        }
    }

    #[test]
    fn every_cell_is_filled_from_row_to_row() {
        let mut lab = watching("grid-18", 4000, 5000);
        lab.go(at(4805));
        lab.finish();
        assert_eq!(panel_names(&lab).first().map(String::as_str), Some("17"));
        assert_eq!(panel_range(&lab, at(4000), at(5000)), (-0.5, 17.5));
        let layers = panel_layers(&lab, 0, at(4000));
        for row in 0..18 {
            let middle = f64::from(row);
            let inside = |mark: &&Mark| (mark.low + mark.high) / 2.0 > middle - 0.5 && mark.high < middle + 0.5;
            let height: f64 =
                layers.iter().flat_map(|layer| &layer.marks).filter(inside).map(|mark| mark.high - mark.low).sum();
            assert!((height - 81.0 * FILLED).abs() < 1e-6, "row {row}: {height}");
        }
        let later = panel_layers(&lab, 0, at(4796));
        assert!(later.iter().all(|layer| layer.marks.iter().all(|mark| mark.t >= 4.789)), "only what is new");
        let words = panel_words(&lab, 0, lab.shown());
        assert!(words[0].contains(" sends ") && words[1].starts_with("idle "), "{words:?}");
    }

    #[test]
    fn wires_have_no_airtime() {
        let mut lab = watching("random-loss", 0, 1000);
        lab.go(at(500));
        lab.finish();
        assert!(panel_layers(&lab, 0, Time::ZERO).iter().all(|layer| layer.marks.is_empty()));
        assert_eq!(panel_words(&lab, 0, lab.shown()), ["no radio stations"]);
        assert!(panel_range(&lab, Time::ZERO, lab.shown()).0 <= 0.0);
    }
}
