//! The words for what happens: one list for cards, lists and legends.
//!
//! Past tense, a number with its unit, one line.

use serde::Serialize;

use crate::ids::{FlowId, Id, NodeId};
use crate::lab::{Lab, What};
use crate::scenario::knobs::KnobId;
use crate::seq::Seq;
use crate::time::{Span, Time};
use crate::trace::{DropCause, LossClass, Place, RouteNote, Verdict};
use crate::truth::TruthClass;

/// Id of a cause that is not known yet.
pub const OPEN: &str = "open";
/// Id of a cause that was not known when the run ended.
pub const UNRESOLVED: &str = "unresolved";

/// A cause or a verdict in a legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Cause {
    /// Its id in tables and files.
    pub id: &'static str,
    /// Its letter in marks.
    pub letter: &'static str,
    /// Its word.
    pub word: &'static str,
    /// One sentence about it.
    pub note: &'static str,
}

const fn cause(id: &'static str, letter: &'static str, word: &'static str, note: &'static str) -> Cause {
    Cause { id, letter, word, note }
}

/// What a timeout can have been, the classes of [`TruthClass::ALL`] first and in that order.
#[must_use]
pub fn causes() -> Vec<Cause> {
    let mut all: Vec<Cause> = TruthClass::ALL.into_iter().map(of_class).collect();
    all.push(cause(OPEN, "?", "not known yet", "Some copy that the answer depends on is still travelling."));
    all.push(cause(UNRESOLVED, "?", "never known", "The run ended before the answer was certain."));
    all
}

fn of_class(class: TruthClass) -> Cause {
    let (letter, note) = match class {
        TruthClass::Congestion => ("C", "A queue was full, or about to be, and dropped the packet."),
        TruthClass::Contention => ("K", "Stations sent at the same time and the frames were lost."),
        TruthClass::Random => ("R", "Noise destroyed the packet on a link."),
        TruthClass::Link => ("L", "The path broke."),
        TruthClass::Delay => ("S", "Nothing was lost: the packet or its ACK was late."),
        TruthClass::AckLoss => ("S", "The data arrived; its ACKs were lost."),
        TruthClass::Reordering => ("S", "The data arrived, but after later data."),
    };
    let word = match class {
        TruthClass::Delay => "spurious (delay)",
        TruthClass::AckLoss => "spurious (ACK lost)",
        TruthClass::Reordering => "spurious (reordering)",
        _ => class.words(),
    };
    cause(class.id(), letter, word, note)
}

/// What a sender can conclude.
pub const VERDICTS: [Cause; 7] = [
    cause("congestion", "C", "congestion", "A queue overflowed: the window has to shrink."),
    cause("random", "R", "random loss", "Noise: the window may stay."),
    cause("spurious", "S", "spurious", "Nothing was lost: the timer was too early."),
    cause("non-congestion", "N", "not congestion", "Random loss or spurious, not told apart."),
    cause("link", "L", "link failure", "The path broke."),
    cause("undecided", "U", "undecided", "The question could not be asked, or was not answered."),
    cause("none", "…", "no verdict yet", "The sender has not made up its mind."),
];

/// The legend's row of a verdict.
#[must_use]
pub(super) fn of_verdict(verdict: Option<Verdict>) -> Cause {
    let id = verdict.map_or("none", Verdict::id);
    VERDICTS.into_iter().find(|row| row.id == id).unwrap_or(VERDICTS[6])
}

/// The legend's row of a truth class.
#[must_use]
pub(super) fn of_truth(class: TruthClass) -> Cause {
    of_class(class)
}

/// The class of loss as an index into [`causes`].
#[must_use]
pub(super) fn cause_index(cause: DropCause) -> usize {
    let class = match cause.class() {
        LossClass::Congestion => TruthClass::Congestion,
        LossClass::Contention => TruthClass::Contention,
        LossClass::Random => TruthClass::Random,
        LossClass::Link => TruthClass::Link,
    };
    TruthClass::ALL.iter().position(|&row| row == class).unwrap_or(0)
}

/// Why a packet was dropped, as half a sentence.
#[must_use]
pub(super) fn why_dropped(cause: DropCause) -> &'static str {
    match cause {
        DropCause::QueueOverflow => "the queue was full",
        DropCause::AqmDrop => "the queue dropped it early",
        DropCause::HoldOverflow => "the buffer of the stalled link was full",
        DropCause::RandomLoss => "random loss",
        DropCause::BitError => "bit errors",
        DropCause::NoRoute => "no route",
        DropCause::Ttl => "too many hops",
        DropCause::RouteBreak => "its route broke",
        DropCause::BufferTimeout => "it waited too long for a route",
        DropCause::MacChannel => "too many attempts failed, most for noise",
        DropCause::MacCollision => "too many attempts failed, most for collisions",
        DropCause::MacBusy => "too many attempts failed, most with a busy neighbour",
        DropCause::MacOutOfRange => "the neighbour is out of range",
    }
}

/// A class of loss.
#[must_use]
pub(super) fn loss_word(class: LossClass) -> &'static str {
    match class {
        LossClass::Congestion => "congestion",
        LossClass::Contention => "contention",
        LossClass::Random => "random loss",
        LossClass::Link => "link failure",
    }
}

/// Largest payload of a flow's segments in a lane, in bytes.
#[must_use]
pub(super) fn mss(lab: &Lab, lane: usize, flow: FlowId) -> u64 {
    let flow = lab.setup(lane).and_then(|setup| setup.flows.get(flow.index()));
    flow.map_or(1, |flow| u64::from(flow.sender.tcp.mss).max(1))
}

/// Number of the segment with this first byte, from 1.
#[must_use]
pub(super) fn segment(seq: Seq, mss: u64) -> u64 {
    seq.0 / mss + 1
}

/// What a packet is called.
#[must_use]
pub(super) fn packet(what: What, copy: u16, mss: u64) -> String {
    match what {
        What::Data(seq) if copy > 0 => format!("{} (copy {})", segment(seq, mss), copy + 1),
        What::Data(seq) => segment(seq, mss).to_string(),
        What::Ack(seq) => format!("ACK {}", segment(seq, mss)),
        What::Other => "a packet of other traffic".to_owned(),
    }
}

/// Where something happened.
#[must_use]
pub(super) fn place(lab: &Lab, lane: usize, at: Place) -> String {
    let ends = |link: crate::ids::LinkId| lab.setup(lane).and_then(|setup| setup.links.get(link.index()));
    match at {
        Place::Node(node) => format!("at node {node}"),
        Place::Queue(link) => match ends(link) {
            Some(link) => format!("at node {}", link.from),
            None => "in a queue".to_owned(),
        },
        Place::Link(link) => match ends(link) {
            Some(link) => format!("between nodes {} and {}", link.from, link.to),
            None => "on a link".to_owned(),
        },
        Place::Air(from, to) => format!("between nodes {from} and {to}"),
    }
}

/// What happened to a way that a node has searched for or used.
#[must_use]
pub fn route_words(node: NodeId, note: &RouteNote) -> String {
    match note {
        RouteNote::Asked { target, neighbours_only: true } => {
            format!("node {node} asked its neighbours for a way to {target}")
        }
        RouteNote::Asked { target, .. } => format!("node {node} asked everybody for a way to {target}"),
        RouteNote::Found { target, between } => {
            let hop = |node: &NodeId| format!("{node}-");
            let between: String = between.as_slice().iter().map(hop).collect();
            format!("node {node} found a way to {target}: {node}-{between}{target}")
        }
        RouteNote::Broken { next } => {
            format!("node {node} got no acknowledgement of {next}: the link counts as broken")
        }
        RouteNote::Lost { target } => format!("node {node} knows no way to {target} any more"),
        RouteNote::Salvaged { target } => format!("node {node} sent a packet for {target} another way"),
    }
}

/// A time for reading, in seconds with three digits.
#[must_use]
pub(super) fn at(time: Time) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// A length for reading, in milliseconds.
#[must_use]
pub(super) fn ms(span: Span) -> String {
    let ms = span.as_millis_f64();
    if ms >= 10.0 || ms == 0.0 { format!("{ms:.0} ms") } else { format!("{ms:.2} ms") }
}

/// A window for reading: one digit after the point.
#[must_use]
pub(super) fn window(segments: f64) -> String {
    if segments.is_finite() { format!("{segments:.1}") } else { "no limit".to_owned() }
}

/// The name of a lane: its label, or its variant written out where the label is just that, with its own parameters.
#[must_use]
pub fn lane_label(lab: &Lab, lane: usize) -> String {
    match lab.scenario().lanes.get(lane) {
        None => String::new(),
        Some(lane) if lane.label == lane.variant && lane.overrides.is_empty() => variant_label(&lane.variant),
        Some(lane) if lane.label == lane.variant => {
            let own = |(what, value): (KnobId, f64)| format!("{} {}", what.knob().id, what.knob().show(value));
            let own: Vec<_> = lane.overrides.iter().map(own).collect();
            format!("{} ({})", variant_label(&lane.variant), own.join(", "))
        }
        Some(lane) => lane.label.clone(),
    }
}

/// A variant written as its authors do.
#[must_use]
pub fn variant_label(variant: &str) -> String {
    let word = |part: &str| match part {
        "newreno" => "NewReno".to_owned(),
        "sack" => "SACK".to_owned(),
        "frto" => "F-RTO".to_owned(),
        "nrt" => "NRT".to_owned(),
        "eifel" => "Eifel".to_owned(),
        "dsack" => "DSACK".to_owned(),
        "eqrto" => "EQRTO".to_owned(),
        "stoder" => "STODER".to_owned(),
        "reno" => "Reno".to_owned(),
        "standard" => "standard timer".to_owned(),
        other => other.to_owned(),
    };
    variant.split('+').map(word).collect::<Vec<_>>().join(" + ")
}

/// `flow 2, ` where there are several.
#[must_use]
pub(super) fn flow_prefix(lab: &Lab, lane: usize, flow: FlowId) -> String {
    let flows = lab.setup(lane).map_or(0, |setup| setup.flows.len());
    if flows > 1 && flow.index() < flows { format!("flow {}: ", flow.0 + 1) } else { String::new() }
}
