//! The table of round trips of one flow, up to the shown time.

use serde::Serialize;

use super::words;
use crate::ids::FlowId;
use crate::lab::{Lab, MAX_ROUNDS, Panel, Track};
use crate::metrics::{Round, Rounds};
use crate::time::{Span, Time};
use crate::truth::TruthClass;

/// What a round is, for the head of the table.
pub const ROUND_NOTE: &str = "A round begins with the first segment sent while none is under way and ends when that \
     segment is acknowledged. A letter says what a timeout really was; RTO is without back-off.";

/// Heads of the columns of tables and files, after lane and flow.
pub const ROUND_HEADS: [&str; 16] = [
    "round",
    "start_s",
    "end_s",
    "cwnd_start",
    "cwnd_end",
    "ssthresh",
    "sent",
    "resent",
    "acks",
    "lost",
    "timeouts",
    "truths",
    "rtt_min_ms",
    "rtt_mean_ms",
    "rtt_max_ms",
    "rto_ms",
];

/// One row of the table. What a round counted is told when it has ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundRow {
    /// Its number, from 1.
    pub round: usize,
    /// When it began, in seconds.
    pub start: f64,
    /// When it ended; nothing while it is under way.
    pub end: Option<f64>,
    /// Congestion window at its start, in segments.
    pub cwnd_start: f64,
    /// Congestion window at its end, in segments.
    pub cwnd_end: Option<f64>,
    /// Slow-start threshold at its end; nothing while it is infinite.
    pub ssthresh: Option<f64>,
    /// Segments sent.
    pub sent: Option<u32>,
    /// Of which sent again.
    pub resent: Option<u32>,
    /// ACKs that came.
    pub acks: Option<u32>,
    /// Segments lost.
    pub lost: Option<u32>,
    /// The letters of its timeouts.
    pub timeouts: String,
    /// Shortest, mean and longest RTT sample, in ms.
    pub rtt: Option<[f64; 3]>,
    /// Retransmission timeout at its end, in ms.
    pub rto: Option<f64>,
}

/// A page of the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundPage {
    /// Number of rows in all.
    pub total: usize,
    /// Whether later rounds are not listed, since the table is full.
    pub full: bool,
    /// The rows asked for.
    pub rows: Vec<RoundRow>,
}

/// The letter of what a timeout was.
#[must_use]
pub fn letter(class: TruthClass) -> &'static str {
    words::causes().iter().find(|cause| cause.id == class.id()).map_or("?", |cause| cause.letter)
}

/// The cells of a round in the order of [`ROUND_HEADS`]; `truths` are the letters of its timeouts.
#[must_use]
pub fn round_cells(index: usize, round: &Round, truths: &str) -> [String; 16] {
    let millis = |span: Option<Span>| span.map_or_else(String::new, |span| span.as_millis_f64().to_string());
    let sampled = |span: Span| Some(span).filter(|_| round.rtt.samples > 0);
    [
        (index + 1).to_string(),
        round.start.to_string(),
        round.end.to_string(),
        round.cwnd.0.to_string(),
        round.cwnd.1.to_string(),
        if round.ssthresh.is_finite() { round.ssthresh.to_string() } else { String::new() },
        round.sent.to_string(),
        round.resent.to_string(),
        round.acks.to_string(),
        round.losses.to_string(),
        round.timeouts.1.to_string(),
        truths.to_owned(),
        millis(sampled(round.rtt.min)),
        millis(round.rtt.mean()),
        millis(sampled(round.rtt.max)),
        round.rto.as_millis_f64().to_string(),
    ]
}

/// The rounds that a lane is recorded for.
#[must_use]
pub fn rounds(lab: &Lab, lane: usize) -> Option<&Rounds> {
    lab.watched().filter(|watch| watch.panel == Panel::Rounds)?;
    match lab.tape(lane)?.track() {
        Track::Rounds(rounds) => Some(rounds),
        _ => None,
    }
}

/// The letters of the timeouts of a round, as far as they are known at the shown time.
#[must_use]
pub fn truths(lab: &Lab, lane: usize, flow: FlowId, round: &Round) -> String {
    let Some(lane) = lab.lanes().get(lane) else { return String::new() };
    let of_flow = lane.log.timeouts().iter().filter(|timeout| timeout.flow == flow);
    let (first, count) = round.timeouts;
    let those = of_flow.skip(first as usize).take(count as usize);
    those
        .map(|timeout| {
            timeout.truth.filter(|&(at, _)| at <= lab.shown()).map_or("?", |(_, truth)| letter(truth.class()))
        })
        .collect()
}

/// How many rounds have begun by the shown time.
#[must_use]
pub fn round_count(lab: &Lab, lane: usize) -> usize {
    let now = lab.shown();
    rounds(lab, lane).map_or(0, |rounds| {
        let underway = rounds.underway().filter(|round| round.start <= now);
        rounds.rows().partition_point(|round| round.start <= now) + usize::from(underway.is_some())
    })
}

/// At most `max` rounds from number `from` (counted from 0) on.
#[must_use]
pub fn round_page(lab: &Lab, lane: usize, from: usize, max: usize) -> RoundPage {
    let total = round_count(lab, lane);
    let Some(rounds) = rounds(lab, lane) else { return RoundPage { total, full: false, rows: Vec::new() } };
    let to = total.min(from.saturating_add(max));
    let rows = (from..to).filter_map(|index| match rounds.rows().get(index) {
        Some(round) if round.end <= lab.shown() => Some(ended(index, round, truths(lab, lane, rounds.flow(), round))),
        Some(round) => Some(begun(index, round.start, round.cwnd.0)),
        None => rounds.underway().map(|round| begun(index, round.start, round.cwnd)),
    });
    RoundPage { total, full: rounds.rows().len() >= MAX_ROUNDS, rows: rows.collect() }
}

fn begun(index: usize, start: Time, cwnd: f64) -> RoundRow {
    RoundRow {
        round: index + 1,
        start: start.as_secs_f64(),
        end: None,
        cwnd_start: cwnd,
        cwnd_end: None,
        ssthresh: None,
        sent: None,
        resent: None,
        acks: None,
        lost: None,
        timeouts: String::new(),
        rtt: None,
        rto: None,
    }
}

fn ended(index: usize, round: &Round, timeouts: String) -> RoundRow {
    let rtt = round.rtt.mean().map(|mean| [round.rtt.min, mean, round.rtt.max].map(Span::as_millis_f64));
    RoundRow {
        end: Some(round.end.as_secs_f64()),
        cwnd_end: Some(round.cwnd.1),
        ssthresh: Some(round.ssthresh).filter(|ssthresh| ssthresh.is_finite()),
        sent: Some(round.sent),
        resent: Some(round.resent),
        acks: Some(round.acks),
        lost: Some(round.losses),
        timeouts,
        rtt,
        rto: Some(round.rto.as_millis_f64()),
        ..begun(index, round.start, round.cwnd.0)
    }
}
