//! The panel beside the windows: what a tape holds in the form charts take, cut off at the shown time.

use super::{airtime, ladder, words};
use crate::chart::{How, Layer, Mark, Second, Shape, Stroke, nice_max, nice_step};
use crate::ids::FlowId;
use crate::lab::{Bytes, Delivered, GOODPUT_WINDOW, Lab, Panel, QueueLength, Sequence, Timing, Track, Value, Watch};
use crate::queue::Limit;
use crate::time::{Span, Time};

/// An RTO higher than so many times the longest RTT leaves the plot, so that the RTTs stay apart. A back-off stays inside.
const RTO_OVER_RTT: f64 = 5.0;

/// What a panel shows, with its unit.
#[must_use]
pub fn panel_label(panel: Panel) -> String {
    match panel {
        Panel::Sequence => "Time–sequence, segments".to_owned(),
        Panel::Queue => "Bottleneck queue, packets waiting".to_owned(),
        Panel::Rtt => "RTT and timer, ms".to_owned(),
        Panel::Goodput => format!("Goodput, kbit/s over the last {GOODPUT_WINDOW} s"),
        Panel::Rounds => "Round trips".to_owned(),
        Panel::Airtime => "Airtime, shares by station".to_owned(),
        Panel::Ladder => "Hops, from node to node".to_owned(),
    }
}

fn mark(point: &Value) -> Mark {
    Mark::at(point.at.as_secs_f64(), point.value)
}

/// A value that is not there interrupts its line.
fn known(point: &Value) -> Mark {
    Mark::at(point.at.as_secs_f64(), if point.value < 0.0 { f64::NAN } else { point.value })
}

/// The points that a line needs from `from` to `until`.
fn held(points: &[Value], from: Time) -> &[Value] {
    &points[points.partition_point(|point| point.at <= from).saturating_sub(1)..]
}

/// The points after `from`.
fn since<P>(points: &[P], from: Time, at: impl Fn(&P) -> Time) -> &[P] {
    &points[points.partition_point(|point| at(point) < from)..]
}

/// The layers of the watched panel in a lane from `from` to the shown time; none while its tape is being made.
#[must_use]
pub fn panel_layers(lab: &Lab, lane: usize, from: Time) -> Vec<Layer> {
    let now = lab.shown();
    match lab.tape(lane).map(crate::lab::Tape::track) {
        Some(Track::Sequence(track)) => sequence(lab, lane, track, from, now),
        Some(Track::Queue(track)) => queue(track, from, now),
        Some(Track::Rtt(track)) => rtt(lab, lane, track, from, now),
        Some(Track::Goodput(track)) => vec![goodput(lab, track, from, now)],
        Some(Track::Airtime(track)) => airtime::layers(track, from, now),
        Some(Track::Ladder(track)) => ladder::layers(lab, lane, flow(lab), track, from, now),
        Some(Track::Rounds(_)) | None => Vec::new(),
    }
}

fn sequence(lab: &Lab, lane: usize, track: &Sequence, from: Time, now: Time) -> Vec<Layer> {
    let mss = words::mss(lab, lane, flow(lab)) as f64;
    let number = |byte: f64| byte / mss + 1.0;
    let ranges = |name, shape, points: &[Bytes]| Layer {
        name,
        how: How::Marks(shape),
        marks: since(points, from, |point| point.at)
            .iter()
            .map(|point| Mark {
                t: point.at.as_secs_f64(),
                low: number(point.range.start.0 as f64),
                high: number(point.range.end.0 as f64),
            })
            .collect(),
    };
    let acked = held(track.acked.points().until(now), from).iter();
    vec![
        Layer {
            name: "acknowledged",
            how: How::Steps(Stroke::Fine),
            marks: acked.map(|point| Mark::at(point.at.as_secs_f64(), number(point.value))).collect(),
        },
        ranges("SACK range", Shape::Bracket, track.sacked.until(now)),
        ranges("sent", Shape::Bar, track.first.until(now)),
        ranges("sent again", Shape::Square, track.again.until(now)),
        ranges("probe", Shape::Tag, track.probes.until(now)),
        ranges("lost", Shape::Cross, track.dropped.until(now)),
    ]
}

fn queue(track: &QueueLength, from: Time, now: Time) -> Vec<Layer> {
    let marks = |name, shape, points: &[Value]| Layer {
        name,
        how: How::Marks(shape),
        marks: since(points, from, |point| point.at).iter().map(mark).collect(),
    };
    let mut layers = vec![Layer {
        name: "waiting",
        how: How::Steps(Stroke::Lane),
        marks: held(track.waiting.points().until(now), from).iter().map(mark).collect(),
    }];
    let average: Vec<Mark> = held(track.average.points().until(now), from).iter().map(known).collect();
    if average.iter().any(|mark| !mark.low.is_nan()) {
        layers.push(Layer { name: "RED average", how: How::Steps(Stroke::Dotted), marks: average });
        layers.push(marks("marked", Shape::Caret, track.marked.until(now)));
    }
    layers.push(marks("dropped", Shape::Cross, track.dropped.until(now)));
    layers
}

fn rtt(lab: &Lab, lane: usize, track: &Timing, from: Time, now: Time) -> Vec<Layer> {
    let steps = |name, stroke, points: &[Value]| Layer {
        name,
        how: How::Steps(stroke),
        marks: held(points, from).iter().map(known).collect(),
    };
    let mut left: Vec<Mark> = held(track.left.until(now), from).iter().map(known).collect();
    left.extend(timer_left(lab, lane).map(|left| Mark::at(now.as_secs_f64(), left)));
    vec![
        Layer {
            name: "RTT",
            how: How::Marks(Shape::Dot),
            marks: since(track.samples.until(now), from, |point| point.at).iter().map(mark).collect(),
        },
        Layer { name: "left of the timer", how: How::Line(Stroke::Fine), marks: left },
        steps("RTO", Stroke::Dotted, track.rto.points().until(now)),
        steps("srtt", Stroke::Lane, track.srtt.points().until(now)),
    ]
}

fn goodput(lab: &Lab, track: &Delivered, from: Time, now: Time) -> Layer {
    let grain = lab.watched().map_or(GOODPUT_WINDOW, |watch| watch.grain()).as_nanos();
    let points = track.bytes.points().until(now);
    let cells = from.as_nanos() / grain + 1..=now.as_nanos() / grain;
    let ends = [from.min(now)].into_iter().chain(cells.map(|cell| Time::from_nanos(cell * grain))).chain([now]);
    let marks = ends.map(|at| Mark::at(at.as_secs_f64(), goodput_at(points, at))).collect();
    Layer { name: "goodput", how: How::Line(Stroke::Lane), marks }
}

/// kbit/s over the window that ends at `at`.
fn goodput_at(points: &[Value], at: Time) -> f64 {
    let start = Time::from_nanos(at.as_nanos().saturating_sub(GOODPUT_WINDOW.as_nanos()));
    let bytes = value_at(points, at).unwrap_or(0.0) - value_at(points, start).unwrap_or(0.0);
    bytes * 8.0 / 1000.0 / GOODPUT_WINDOW.as_secs_f64()
}

/// The value in force at `at`.
fn value_at(points: &[Value], at: Time) -> Option<f64> {
    points.partition_point(|point| point.at <= at).checked_sub(1).map(|place| points[place].value)
}

/// The flow that the watched panel shows.
fn flow(lab: &Lab) -> FlowId {
    lab.watched().map_or(FlowId(0), |watch| watch.flow)
}

/// What is left of the watched flow's timer at the shown time, in ms; nothing while it does not run.
fn timer_left(lab: &Lab, lane: usize) -> Option<f64> {
    let conn = lab.lanes().get(lane)?.state.world.flows().get(flow(lab))?;
    conn.sender().poll_timer().map(|at| at.saturating_since(lab.shown()).as_millis_f64())
}

/// Round ends of the value axis, for all lanes from `from` to `to`.
#[must_use]
pub fn panel_range(lab: &Lab, from: Time, to: Time) -> (f64, f64) {
    let rows = panel_names(lab).len();
    if rows > 0 {
        return (-0.5, rows as f64 - 0.5);
    }
    let until = to.as_secs_f64();
    let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (mut rtt, mut rto) = (0.0_f64, 0.0_f64);
    for lane in 0..lab.lanes().len() {
        for layer in panel_layers(lab, lane, from) {
            let shown = layer.marks.iter().filter(|mark| mark.t <= until && !mark.low.is_nan());
            let highest = shown.clone().fold(f64::NEG_INFINITY, |high, mark| high.max(mark.high));
            match layer.name {
                "RTO" | "left of the timer" => rto = rto.max(highest),
                "RTT" | "srtt" => rtt = rtt.max(highest),
                _ => ends = (shown.fold(ends.0, |low, mark| low.min(mark.low)), ends.1.max(highest)),
            }
        }
    }
    if lab.watched().is_some_and(|watch| watch.panel == Panel::Sequence) {
        return round_ends(ends);
    }
    let limit = if rtt > 0.0 { rto.min(RTO_OVER_RTT * rtt) } else { rto };
    (0.0, nice_max(ends.1.max(rtt).max(limit)))
}

/// Round numbers around a range that does not begin at zero.
fn round_ends((low, high): (f64, f64)) -> (f64, f64) {
    if low > high {
        return (0.0, nice_max(0.0));
    }
    let step = nice_step((high - low).max(4.0), 4);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

/// The watched panel of a lane at a time up to the shown one, in words.
#[must_use]
pub fn panel_words(lab: &Lab, lane: usize, at: Time) -> Vec<String> {
    let at = at.min(lab.shown());
    let now = at == lab.shown();
    match lab.tape(lane).map(crate::lab::Tape::track) {
        Some(Track::Sequence(track)) => {
            let mss = words::mss(lab, lane, flow(lab)) as f64;
            let sent = [&track.first, &track.probes].into_iter().filter_map(|sent| sent.until(at).last());
            let sent = sent.map(|point| point.range.end.0).max();
            let acked = value_at(track.acked.points().until(at), at).unwrap_or(0.0);
            let sent = sent.map(|end| format!("sent {:.0}", (end as f64 / mss).ceil()));
            sent.into_iter().chain([format!("acked {:.0}", (acked / mss).floor())]).collect()
        }
        Some(Track::Queue(track)) => {
            let waiting = value_at(track.waiting.points().until(at), at).unwrap_or(0.0);
            let average = value_at(track.average.points().until(at), at).filter(|&average| average >= 0.0);
            let of = limit(lab, lane, track).filter(|_| now).map_or_else(String::new, |limit| format!(" of {limit}"));
            let average = average.map(|average| format!("average {average:.1}"));
            [format!("{waiting:.0}{of} wait")].into_iter().chain(average).collect()
        }
        Some(Track::Rtt(track)) => {
            let ms = |points: &[Value]| value_at(points, at).filter(|&value| value >= 0.0);
            let left = if now { timer_left(lab, lane) } else { left_at(track.left.until(at), at) };
            [
                ms(track.srtt.points().until(at)).map(|srtt| format!("srtt {}", short(srtt))),
                ms(track.rto.points().until(at)).map(|rto| format!("RTO {}", short(rto))),
                left.map(|left| format!("timer {}", short(left))),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
        Some(Track::Goodput(track)) => {
            vec![format!("{:.0} kbit/s", goodput_at(track.bytes.points().until(at), at))]
        }
        Some(Track::Airtime(track)) => airtime::words(lab, track, begin(lab), at),
        Some(Track::Ladder(track)) => ladder::words(track, begin(lab), at),
        Some(Track::Rounds(_)) | None => Vec::new(),
    }
}

/// Start of the watched window.
fn begin(lab: &Lab) -> Time {
    lab.watched().map_or(Time::ZERO, |watch| watch.from)
}

fn short(ms: f64) -> String {
    if ms < 100.0 { format!("{ms:.1} ms") } else { format!("{ms:.0} ms") }
}

/// What was left of a timer that ran down evenly since its last point.
fn left_at(points: &[Value], at: Time) -> Option<f64> {
    let last = points.last().filter(|last| last.value >= 0.0)?;
    Some((last.value - at.saturating_since(last.at).as_millis_f64()).max(0.0))
}

fn limit(lab: &Lab, lane: usize, track: &QueueLength) -> Option<u32> {
    match lab.lanes().get(lane)?.state.world.links().get(track.link())?.limit() {
        Limit::Packets(limit) => Some(limit),
        Limit::Bytes(_) | Limit::Unlimited => None,
    }
}

/// At the shown time: the value that stands at the line's end, and what is left of the timer in ms; −1 where there is none.
#[must_use]
pub fn panel_now(lab: &Lab, lane: usize) -> [f64; 2] {
    let now = lab.shown();
    let value = match lab.tape(lane).map(crate::lab::Tape::track) {
        Some(Track::Sequence(track)) => {
            let acked = value_at(track.acked.points().until(now), now);
            acked.map(|acked| acked / words::mss(lab, lane, flow(lab)) as f64 + 1.0)
        }
        Some(Track::Queue(track)) => value_at(track.waiting.points().until(now), now),
        Some(Track::Rtt(track)) => value_at(track.srtt.points().until(now), now),
        Some(Track::Goodput(track)) => Some(goodput_at(track.bytes.points().until(now), now)),
        Some(Track::Rounds(_) | Track::Airtime(_) | Track::Ladder(_)) | None => None,
    };
    let timer = lab.watched().filter(|watch| watch.panel == Panel::Rtt).and_then(|_| timer_left(lab, lane));
    [value.unwrap_or(-1.0), timer.unwrap_or(-1.0)]
}

/// The names of rows, from below, where the watched panel has one for each node; the value of a row is its place.
#[must_use]
#[inline(never)]
pub fn panel_names(lab: &Lab) -> Vec<String> {
    let mut tapes = (0..lab.lanes().len()).filter_map(|lane| lab.tape(lane));
    match tapes.next().map(crate::lab::Tape::track) {
        Some(Track::Airtime(track)) => airtime::names(lab, track),
        Some(Track::Ladder(track)) => ladder::names(lab, track),
        _ => Vec::new(),
    }
}

/// The watched panel for the figure.
#[must_use]
pub fn second(lab: &Lab) -> Option<Second> {
    let Watch { panel, from, to, .. } = lab.watched().filter(|watch| watch.panel != Panel::Rounds)?;
    let (low, high) = panel_range(lab, from, to);
    Some(Second {
        label: panel_label(panel),
        t0: from.as_secs_f64(),
        t1: lab.shown().min(to).max(from + Span::from_nanos(1)).as_secs_f64(),
        low,
        high,
        names: panel_names(lab),
        rows: (0..lab.lanes().len()).map(|lane| panel_layers(lab, lane, from)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;

    fn secs(secs: f64) -> Time {
        Time::ZERO + Span::from_secs_f64(secs)
    }

    fn watching(preset: &str, panel: Panel, to: f64) -> Lab {
        let mut lab = Lab::new(presets::base(preset).expect("a preset")).expect("a valid preset");
        let (from, end) = (Time::ZERO, secs(12.0));
        lab.watch(Some(Watch { panel, flow: FlowId(0), lane: None, from, to: end }));
        lab.go(secs(to));
        lab.finish();
        lab
    }

    #[test]
    fn numbers_are_those_of_the_world() {
        for preset in ["random-loss", "fair-10"] {
            let lab = watching(preset, Panel::Rtt, 7.3);
            let world = &lab.lanes()[0].state.world;
            let sender = world.flows()[FlowId(0)].sender();
            let [srtt, left] = panel_now(&lab, 0);
            assert_eq!(srtt, sender.srtt().expect("sampled").as_millis_f64());
            let expires = sender.poll_timer().expect("data is in flight");
            assert_eq!(left, (expires - lab.shown()).as_millis_f64());
            assert!(panel_words(&lab, 0, lab.shown()).iter().any(|word| word.starts_with("RTO ")));

            let lab = watching(preset, Panel::Queue, 7.3);
            let world = &lab.lanes()[0].state.world;
            let Some(Track::Queue(track)) = lab.tape(0).map(crate::lab::Tape::track) else { panic!("a queue") };
            assert_eq!(panel_now(&lab, 0)[0], world.links()[track.link()].waiting(lab.shown()) as f64);
            let red = world.links()[track.link()].queue().red().is_some();
            assert_eq!(panel_layers(&lab, 0, Time::ZERO).len(), if red { 4 } else { 2 });

            let lab = watching(preset, Panel::Sequence, 7.3);
            let sender = lab.lanes()[0].state.world.flows()[FlowId(0)].sender();
            let mss = words::mss(&lab, 0, FlowId(0)) as f64;
            assert_eq!(panel_now(&lab, 0)[0], sender.una().0 as f64 / mss + 1.0);
            let (low, high) = panel_range(&lab, Time::ZERO, lab.shown());
            assert!(low <= 1.0 && high * mss >= sender.max().0 as f64);
        }
    }

    #[test]
    fn goodput_over_the_run_is_what_was_delivered() {
        let lab = watching("random-loss", Panel::Goodput, 8.0);
        let Some(Track::Goodput(track)) = lab.tape(1).map(crate::lab::Tape::track) else { panic!("goodput") };
        let kbits: f64 = (1..=8).map(|second| goodput_at(track.bytes.points().points(), secs(f64::from(second)))).sum();
        let delivered = lab.lanes()[1].state.world.flows()[FlowId(0)].receiver().delivered().0 as f64;
        // The last value of a cell may have come at its beginning, so a second can lose what came in the rest of a cell.
        assert!((kbits - delivered * 8.0 / 1000.0).abs() < 1e-6, "{kbits} of {delivered} bytes");
    }

    #[test]
    fn the_past_is_told_as_it_was() {
        let mut lab = watching("random-loss", Panel::Rtt, 6.0);
        let then = panel_words(&lab, 0, secs(4.0));
        lab.go(secs(4.0));
        lab.finish();
        assert_eq!(panel_words(&lab, 0, secs(4.0))[..2], then[..2]);
    }

    #[test]
    fn rounds_are_told_when_they_have_ended() {
        let mut lab = watching("random-loss", Panel::Rounds, 9.0);
        let before = super::super::round_page(&lab, 1, 0, usize::MAX);
        let last = before.rows.last().expect("rounds");
        assert!(before.rows.len() > 20 && last.round == before.total);
        let losses: u32 = before.rows.iter().filter_map(|row| row.lost).sum();
        assert!(losses > 0 && before.rows.iter().any(|row| !row.timeouts.is_empty()));
        lab.go(secs(5.0));
        lab.finish();
        let after = super::super::round_page(&lab, 1, 0, usize::MAX);
        let (underway, ended) = after.rows.split_last().expect("rounds");
        assert_eq!(ended, &before.rows[..ended.len()]);
        assert!(underway.end.is_none() && underway.sent.is_none() && underway.start <= 5.0);
    }
}
