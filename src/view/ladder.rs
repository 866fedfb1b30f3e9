//! The hops of a flow's packets for charts: one row a node of the path, the sender above; every attempt a line from the
//! row of its sender to that of its receiver.

use super::layout::node_name;
use crate::chart::{How, Layer, Mark, Shape, Stroke};
use crate::ids::{FlowId, Id};
use crate::lab::{Lab, Ladder, Rung};
use crate::time::Time;
use crate::trace::LossClass;
use crate::world::World;

/// What destroyed an attempt, with its mark.
const FATES: [(&str, Shape, LossClass); 4] = [
    ("queue full", Shape::Bar, LossClass::Congestion),
    ("noise", Shape::Cross, LossClass::Random),
    ("collision or busy", Shape::Square, LossClass::Contention),
    ("out of range", Shape::Caret, LossClass::Link),
];

/// The lines and marks from `from` to `now`.
pub(super) fn layers(lab: &Lab, lane: usize, flow: FlowId, track: &Ladder, from: Time, now: Time) -> Vec<Layer> {
    let known = track.rungs.until(now);
    let known = &known[known.partition_point(|rung| rung.at < from)..];
    let mut lines = [("ACK", Stroke::Fine), ("data", Stroke::Lane), ("tried again", Stroke::Dotted)]
        .map(|(name, stroke)| Layer { name, how: How::Line(stroke), marks: Vec::new() });
    let mut fates = FATES.map(|(name, shape, _)| Layer { name, how: How::Marks(shape), marks: Vec::new() });
    let y = |place: u8| track.path().len().saturating_sub(usize::from(place) + 1) as f64;
    let open = lab.lanes().get(lane).map(|lane| under_way(&lane.state.world, flow, track, now)).unwrap_or_default();
    for rung in known.iter().chain(&open) {
        let line = if rung.attempt > 0 { 2 } else { usize::from(rung.is_data) };
        if rung.from != rung.to && rung.start < rung.end {
            let whole = rung.end.saturating_since(rung.start).as_nanos() as f64;
            let end = rung.end.min(now);
            let part = end.saturating_since(rung.start).as_nanos() as f64 / whole;
            let (low, high) = (y(rung.from), y(rung.to));
            lines[line].marks.extend([
                Mark::at(rung.start.as_secs_f64(), low),
                Mark::at(end.as_secs_f64(), low + part * (high - low)),
                Mark::at(end.as_secs_f64(), f64::NAN),
            ]);
        }
        if let Some(fate) = FATES.iter().position(|(.., class)| rung.failed == Some(*class)) {
            fates[fate].marks.push(Mark::at(rung.at.as_secs_f64(), y(rung.to)));
        }
    }
    lines.into_iter().chain(fates).collect()
}

/// What is on its way at `now`.
fn under_way(world: &World, flow: FlowId, track: &Ladder, now: Time) -> Vec<Rung> {
    let mut open = Vec::new();
    for (link, from, to) in track.wires() {
        for flying in world.links()[link].on_wire(now).filter(|flying| flying.packet.flow == flow) {
            let (start, end, is_data) = (flying.departure, flying.arrival, flying.packet.data().is_some());
            open.push(Rung { at: now, start, end, from, to, is_data, attempt: 0, failed: None });
        }
    }
    for (from, node) in (0..).zip(track.path()) {
        let Some(station) = world.air().and_then(|channel| channel.interface(*node)).map(|each| each.station()) else {
            continue;
        };
        let Some(msdu) = station.current().filter(|msdu| msdu.packet.flow == flow) else { continue };
        let to = msdu.next.and_then(|next| track.place(next));
        if let (Some((start, end)), Some(to)) = (station.asked(), to) {
            let (is_data, attempt) = (msdu.packet.data().is_some(), station.attempt_number());
            open.push(Rung { at: now, start, end, from, to, is_data, attempt, failed: None });
        }
    }
    open
}

/// The names of the rows, from below.
pub(super) fn names(lab: &Lab, track: &Ladder) -> Vec<String> {
    track.path().iter().rev().map(|node| node_name(lab.scenario(), node.index())).collect()
}

/// How many attempts there were in the window up to `at`, and how many of them failed, as far as they are kept.
pub(super) fn words(track: &Ladder, from: Time, at: Time) -> Vec<String> {
    let known = track.rungs.until(at);
    let known = &known[known.partition_point(|rung| rung.at < from)..];
    let failed = known.iter().filter(|rung| rung.failed.is_some()).count();
    let last = known.iter().rev().find(|rung| rung.is_data && rung.failed.is_none());
    let last = last.map(|rung| format!("data at hop {}", rung.from.max(rung.to)));
    last.into_iter().chain([format!("{failed} failed")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Panel, Track, Watch};
    use crate::share;
    use crate::time::Span;
    use crate::view::{panel_layers, panel_names, panel_words};

    fn at(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    /// A lab at the end of a window.
    fn watching(link: &str, from: u64, to: u64) -> Lab {
        let mut lab = Lab::new(share::decode(link).expect("a link").0.scenario).expect("a valid scenario");
        lab.watch(Some(Watch { panel: Panel::Ladder, flow: FlowId(0), lane: None, from: at(from), to: at(to) }));
        lab.go(at(to));
        lab.finish();
        lab
    }

    fn track(lab: &Lab) -> &Ladder {
        match lab.tape(0).map(crate::lab::Tape::track) {
            Some(Track::Ladder(track)) => track,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_delivered_segment_has_crossed_every_hop() {
        for link in ["p=chain-10&loss=0", "p=random-loss&loss=0&late=0"] {
            let (mut lab, mut data) = (watching(link, 3000, 3100), 0);
            let hops = track(&lab).path().len() as u8 - 1;
            for rung in track(&lab).rungs.points().iter().filter(|rung| rung.is_data && rung.failed.is_none()) {
                assert!(rung.start < rung.end && rung.end <= rung.at && rung.to == rung.from + 1, "{rung:?}");
                data += usize::from(rung.to == hops);
            }
            let delivered = |lab: &Lab| lab.lanes()[0].state.world.flows()[FlowId(0)].receiver().delivered().0 / 512;
            let end = delivered(&lab);
            lab.go(at(3000));
            lab.finish();
            let inside = (end - delivered(&lab)) as usize;
            assert!(
                inside > 5 && data.abs_diff(inside) <= 2 + inside / 10,
                "{link}: {inside} segments, {data} rungs of {hops} hops"
            );
        }
    }

    #[test]
    fn failed_attempts_have_their_causes() {
        let lab = watching("p=hidden", 5000, 5500);
        let layers = panel_layers(&lab, 0, at(5000));
        let count = |name: &str| layers.iter().find(|layer| layer.name == name).map_or(0, |layer| layer.marks.len());
        let counts = ["collision or busy", "tried again", "noise", "out of range", "queue full"].map(count);
        assert!(counts[0] > 10 && counts[1] > 10 && counts[2..4] == [0, 0], "{counts:?}");
        assert_eq!(panel_names(&lab), ["B", "A"], "the sender is above");
        let lab = watching("p=hidden&k=move@3:1/-400/0", 2900, 3300);
        let layers = panel_layers(&lab, 0, at(2900));
        let gone = layers.iter().find(|layer| layer.name == "out of range").expect("a layer");
        assert!(gone.marks.len() > 3 && gone.marks.iter().all(|mark| mark.t > 3.0));
        assert!(panel_words(&lab, 0, at(3300)).iter().any(|word| word.ends_with(" failed")));
    }

    #[test]
    fn what_is_under_way_is_drawn_up_to_now() {
        let mut lab = watching("p=chain-10", 3000, 3400);
        let mut open = 0;
        for step in 0..200 {
            lab.go(at(3100) + Span::from_micros(step * 333));
            lab.finish();
            let (now, world) = (lab.shown(), &lab.lanes()[0].state.world);
            open += under_way(world, FlowId(0), track(&lab), now).len();
            for layer in panel_layers(&lab, 0, at(3000)) {
                assert!(layer.marks.iter().all(|mark| mark.t <= now.as_secs_f64()), "{}", layer.name);
            }
        }
        assert!(open > 100);
    }
}
