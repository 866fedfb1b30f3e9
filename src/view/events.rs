//! The list of events of a lane, in words.

use serde::Serialize;

use super::layout::node_name;
use super::words;
use crate::lab::{Event, Kind, Lab, What};
use crate::packet::NO_FLOW;
use crate::scenario::KnobEntry;
use crate::scenario::knobs::Spot;
use crate::time::Time;

/// One event.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its number in the lane's list, from 0.
    pub n: usize,
    /// When, in seconds.
    pub t: f64,
    /// Kind: `drop`, `mark`, `resend`, `probe`, `timeout`, `verdict`, `truth`, `fast`, `ecn`, `undo`, `route`
    /// or `knob`.
    pub kind: &'static str,
    /// What happened.
    pub text: String,
    /// The segment, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<u64>,
    /// The flow, from 0, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<u16>,
    /// Class of the cause of a drop or a timeout, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<&'static str>,
    /// Number of the timeout, for [`super::card()`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<usize>,
}

/// A page of the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rows {
    /// How many rows the whole list has.
    pub total: usize,
    /// How many events found no room in it.
    pub omitted: usize,
    /// The rows of this page.
    pub rows: Vec<Row>,
}

/// An event or a turned knob.
#[derive(Clone, Copy)]
enum Item<'a> {
    Event(Event),
    Knob(&'a KnobEntry),
}

impl Item<'_> {
    fn at(self) -> Time {
        match self {
            Item::Event(event) => event.at,
            Item::Knob(entry) => entry.t,
        }
    }

    fn kind(self) -> &'static str {
        match self {
            Item::Knob(_) => "knob",
            Item::Event(event) => match event.kind {
                Kind::Drop { .. } => "drop",
                Kind::Mark { .. } => "mark",
                Kind::Sent { probe: true, .. } => "probe",
                Kind::Sent { probe: false, .. } => "resend",
                Kind::Timeout(_) => "timeout",
                Kind::Verdict(..) => "verdict",
                Kind::Truth(_) => "truth",
                Kind::FastRetransmit(_) => "fast",
                Kind::EcnCut { .. } => "ecn",
                Kind::Undo { .. } => "undo",
                Kind::Route { .. } => "route",
            },
        }
    }
}

/// Events and knobs up to the shown time, in order.
fn items(lab: &Lab, lane: usize) -> impl Iterator<Item = Item<'_>> {
    let now = lab.shown();
    let mut events = lab.lanes().get(lane).into_iter().flat_map(move |lane| lane.log.events(now)).peekable();
    let mut knobs = lab.scenario().knobs.iter().take_while(move |entry| entry.t <= now).peekable();
    std::iter::from_fn(move || {
        let knob_first = match (events.peek(), knobs.peek()) {
            (Some(event), Some(knob)) => knob.t <= event.at,
            (None, Some(_)) => true,
            _ => false,
        };
        if knob_first { knobs.next().map(Item::Knob) } else { events.next().map(Item::Event) }
    })
}

/// How many events and knobs there are up to the shown time.
#[must_use]
pub fn event_count(lab: &Lab, lane: usize) -> usize {
    let now = lab.shown();
    let events = lab.lanes().get(lane).map_or(0, |lane| lane.log.count(now));
    events + lab.scenario().knobs.iter().take_while(|entry| entry.t <= now).count()
}

/// Up to `most` rows from the `from`-th on, of those that `filter` accepts: kinds joined by commas, `#541` for a
/// segment, `#541/2` for that of the second flow, or a part of the text; empty for all.
#[must_use]
pub fn events(lab: &Lab, lane: usize, from: usize, most: usize, filter: &str) -> Rows {
    const KINDS: [&str; 12] =
        ["drop", "mark", "resend", "probe", "timeout", "verdict", "truth", "fast", "ecn", "undo", "route", "knob"];
    let filter = filter.trim().to_lowercase();
    let kinds: Vec<&str> = filter.split(',').map(str::trim).filter(|kind| !kind.is_empty()).collect();
    let by_kind = kinds.iter().all(|kind| KINDS.contains(kind));
    let mut rows = Vec::new();
    let mut total = 0;
    for (n, item) in items(lab, lane).enumerate() {
        let shown = (from..from.saturating_add(most)).contains(&total);
        if by_kind {
            if !kinds.is_empty() && !kinds.contains(&item.kind()) {
                continue;
            }
            if shown {
                rows.push(row(lab, lane, n, item));
            }
        } else {
            let row = row(lab, lane, n, item);
            let wanted = match segment_filter(&filter) {
                Some((segment, flow)) => {
                    row.segment == Some(segment) && (flow.is_none() || row.flow.map(u64::from) == flow)
                }
                None => row.text.to_lowercase().contains(&filter),
            };
            if !wanted {
                continue;
            }
            if shown {
                rows.push(row);
            }
        }
        total += 1;
    }
    let omitted = lab.lanes().get(lane).map_or(0, |lane| lane.log.omitted(lab.shown()));
    Rows { total, omitted, rows }
}

/// The segment, and the flow from 0, of a filter `#541` or `#541/2`.
fn segment_filter(filter: &str) -> Option<(u64, Option<u64>)> {
    let number = filter.strip_prefix('#')?;
    match number.split_once('/') {
        Some((segment, flow)) => Some((segment.parse().ok()?, Some(flow.parse::<u64>().ok()?.checked_sub(1)?))),
        None => Some((number.parse().ok()?, None)),
    }
}

fn row(lab: &Lab, lane: usize, n: usize, item: Item<'_>) -> Row {
    let t = item.at().as_secs_f64();
    let blank =
        Row { n, t, kind: item.kind(), text: String::new(), segment: None, flow: None, cause: None, timeout: None };
    match item {
        Item::Knob(entry) => {
            let knob = entry.what.knob();
            if let Some(Spot { station, x, y }) = entry.what.spot(entry.value) {
                let name = node_name(lab.scenario(), usize::from(station));
                let metres = |metres: i16| format!("{metres} m").replace('-', "\u{2212}");
                return Row { text: format!("Station {name} moves to {}, {}", metres(x), metres(y)), ..blank };
            }
            let unit = if knob.unit.is_empty() { String::new() } else { format!(" {}", knob.unit) };
            Row { text: format!("{} set to {}{unit}", knob.label, knob.show(entry.value)), ..blank }
        }
        Item::Event(event) => {
            let text = format!("{}{}", words::flow_prefix(lab, lane, event.flow), text(lab, lane, &event));
            let (cause, timeout) = facts(lab, lane, &event);
            let segment = segment(lab, lane, &event);
            let flow = (event.flow != NO_FLOW).then_some(event.flow.0);
            Row { text, segment, flow, cause, timeout, ..blank }
        }
    }
}

/// The texts of the events of a lane at one instant.
pub(super) fn texts_at(lab: &Lab, lane: usize, at: Time) -> Vec<String> {
    let now = lab.lanes().get(lane).into_iter().flat_map(|row| row.log.events_at(at));
    now.map(|event| format!("{}{}", words::flow_prefix(lab, lane, event.flow), text(lab, lane, &event))).collect()
}

fn segment(lab: &Lab, lane: usize, event: &Event) -> Option<u64> {
    let mss = words::mss(lab, lane, event.flow);
    match event.kind {
        Kind::Drop { what: What::Data(seq), .. }
        | Kind::Mark { what: What::Data(seq), .. }
        | Kind::Sent { seq, .. } => Some(words::segment(seq, mss)),
        Kind::FastRetransmit(range) => Some(words::segment(range.start, mss)),
        Kind::Timeout(place) | Kind::Verdict(place, _) | Kind::Truth(place) => {
            let timeout = lab.lanes().get(lane)?.log.timeouts().get(place as usize)?;
            Some(words::segment(timeout.expiry.segment.start, mss))
        }
        _ => None,
    }
}

/// Class of the cause and number of the timeout.
fn facts(lab: &Lab, lane: usize, event: &Event) -> (Option<&'static str>, Option<usize>) {
    match event.kind {
        Kind::Drop { cause, .. } => (words::causes().get(words::cause_index(cause)).map(|cause| cause.id), None),
        Kind::Timeout(place) | Kind::Verdict(place, _) | Kind::Truth(place) => {
            let timeout = lab.lanes().get(lane).and_then(|lane| lane.log.timeouts().get(place as usize));
            let truth = timeout.and_then(|timeout| timeout.truth).filter(|&(at, _)| at <= lab.shown());
            (truth.map(|(_, truth)| truth.class().id()), Some(place as usize))
        }
        _ => (None, None),
    }
}

fn text(lab: &Lab, lane: usize, event: &Event) -> String {
    let mss = words::mss(lab, lane, event.flow);
    match event.kind {
        Kind::Drop { what, copy, cause, place } => {
            let (what, place) = (words::packet(what, copy, mss), words::place(lab, lane, place));
            format!("{what} lost {place}: {}", words::why_dropped(cause))
        }
        Kind::Mark { what, place } => {
            format!("{} marked {}", words::packet(what, 0, mss), words::place(lab, lane, place))
        }
        Kind::Sent { seq, copy, probe } => {
            let segment = words::segment(seq, mss);
            match (copy, probe) {
                (0, _) => format!("probe {segment} sent: new data to ask the path"),
                (1, false) => format!("{segment} sent again"),
                (copy, false) => format!("{segment} sent again (copy {})", copy + 1),
                (copy, true) => format!("{segment} sent again as a probe (copy {})", copy + 1),
            }
        }
        Kind::Timeout(place) => match lab.lanes().get(lane).and_then(|lane| lane.log.timeouts().get(place as usize)) {
            Some(timeout) => {
                let segment = words::segment(timeout.expiry.segment.start, mss);
                format!("timer of {segment} fired after {}", words::ms(timeout.expiry.rto))
            }
            None => "timer fired".to_owned(),
        },
        Kind::Verdict(place, verdict) => {
            let concluded = words::of_verdict(Some(verdict)).word;
            format!("sender concluded about timeout {}: {concluded}", place + 1)
        }
        Kind::Truth(place) => {
            let timeout = lab.lanes().get(lane).and_then(|lane| lane.log.timeouts().get(place as usize));
            let word = timeout.and_then(|timeout| timeout.truth).map(|(_, truth)| words::of_truth(truth.class()).word);
            format!("cause of timeout {} is known: {}", place + 1, word.unwrap_or_default())
        }
        Kind::FastRetransmit(range) => {
            format!("duplicate ACKs ask for {}: fast retransmit", words::segment(range.start, mss))
        }
        Kind::EcnCut { cwnd } => format!("window cut to {} because of a mark", words::window(cwnd)),
        Kind::Undo { cwnd } => format!("cut taken back: window {} again", words::window(cwnd)),
        Kind::Route { node, note } => words::route_words(node, &note),
    }
}
