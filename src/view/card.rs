//! The card of one timeout: what the sender saw and concluded, what really happened and why, what changed.
//!
//! The state after the sender's reaction is not stored; it is found by replaying to the instant of the expiry.

use serde::Serialize;

use super::copies::{CopyRow, copies};
use super::timeouts::{detail, truth_id};
use super::words::{self, OPEN};
use crate::lab::{Lab, Sight, Timeout, What};
use crate::tcp::Sender;
use crate::time::{Span, Time};
use crate::trace::ExpiryAction;
use crate::truth::Truth;

/// A timeout of another lane this close belongs to the same moment.
const SAME_MOMENT: Span = Span::from_millis(500);

/// What the sender concluded.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Concluded {
    /// Id of the verdict, `none` before there is one.
    pub id: &'static str,
    /// Its letter.
    pub letter: &'static str,
    /// Its word.
    pub word: &'static str,
    /// Whether it was right, where that is known.
    pub right: Option<bool>,
}

/// What really happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Really {
    /// Id of the cause, `open` or `unresolved`.
    pub id: &'static str,
    /// Its letter.
    pub letter: &'static str,
    /// Its word.
    pub word: &'static str,
    /// Whether it is not known yet.
    pub open: bool,
    /// When it was decided, in words.
    pub decided: String,
}

/// A value before and after the sender's reaction.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// Which.
    pub what: String,
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
    /// Its unit.
    pub unit: String,
}

/// The same moment in another lane.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Other {
    /// Number of the lane, from 0.
    pub lane: usize,
    /// Its name.
    pub label: String,
    /// What happened there.
    pub text: String,
    /// When, in seconds.
    pub at: f64,
}

/// The card of one timeout.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Card {
    /// Lane and time.
    pub title: String,
    /// When the timer expired, in seconds.
    pub t: f64,
    /// The sender's evidence.
    pub saw: String,
    /// The sender's belief.
    pub concluded: Concluded,
    /// The truth.
    pub really: Really,
    /// Facts behind the truth, as known at the shown time.
    pub why: Vec<String>,
    /// The copies of the segment that were sent before the timer expired, in the order of sending.
    pub copies: Vec<CopyRow>,
    /// What the reaction changed.
    pub changed: Vec<Change>,
    /// Where the reaction comes from.
    pub rule: String,
    /// The other lanes.
    pub others: Vec<Other>,
    /// All of it as text.
    pub text: String,
}

/// The card of timeout `index` of `lane`, if it happened by the shown time.
#[must_use]
pub fn card(lab: &Lab, lane: usize, index: usize) -> Option<Card> {
    let timeout = lab.lanes().get(lane)?.log.timeouts().get(index).filter(|timeout| timeout.at <= lab.shown())?;
    let label = words::lane_label(lab, lane);
    let (world, sights) = lab.witness(lane, timeout.at)?;
    let sender = world.flows().get(timeout.flow)?.sender();
    let mut card = Card {
        title: format!("{}{label} timeout at {}", words::flow_prefix(lab, lane, timeout.flow), words::at(timeout.at)),
        t: timeout.at.as_secs_f64(),
        saw: saw(lab, lane, timeout),
        concluded: concluded(lab, timeout),
        really: really(lab, timeout),
        why: why(lab, lane, timeout),
        copies: copies(lab, lane, timeout),
        changed: changed(lab, lane, timeout, sender, &sights),
        rule: sender.variant().timeout.row().source.to_owned(),
        others: (0..lab.lanes().len())
            .filter(|&other| other != lane)
            .map(|other| same_moment(lab, other, timeout))
            .collect(),
        text: String::new(),
    };
    card.text = as_text(&card);
    Some(card)
}

fn saw(lab: &Lab, lane: usize, timeout: &Timeout) -> String {
    let expiry = &timeout.expiry;
    let mss = words::mss(lab, lane, timeout.flow);
    let segment = words::segment(expiry.segment.start, mss);
    let mark = match expiry.last_ack_marked {
        None => "No ACK so far".to_owned(),
        Some(true) => format!("The last ACK, {segment}, was marked"),
        Some(false) => format!("The last ACK, {segment}, was not marked"),
    };
    let flight = expiry.flight.div_ceil(mss);
    let rto = words::ms(expiry.rto);
    format!("In {rto}, its RTO, no ACK came that covers segment {segment}, the first of {flight} in flight. {mark}.")
}

fn concluded(lab: &Lab, timeout: &Timeout) -> Concluded {
    let verdict = timeout.verdict.filter(|&(at, _)| at <= lab.shown()).map(|(_, verdict)| verdict);
    let row = words::of_verdict(verdict);
    Concluded { id: row.id, letter: row.letter, word: row.word, right: timeout.is_right(lab.shown()) }
}

fn really(lab: &Lab, timeout: &Timeout) -> Really {
    let id = truth_id(lab, timeout);
    let row = words::causes().into_iter().find(|row| row.id == id);
    let (letter, word) = row.map_or(("?", "not known yet"), |row| (row.letter, row.word));
    let decided = match timeout.truth.filter(|&(at, _)| at <= lab.shown()) {
        Some((at, _)) if at == timeout.at => "decided when the timer fired".to_owned(),
        Some((at, _)) => format!("decided {} later", words::ms(at - timeout.at)),
        None => String::new(),
    };
    Really { id, letter, word, open: id == OPEN, decided }
}

fn why(lab: &Lab, lane: usize, timeout: &Timeout) -> Vec<String> {
    let (now, mss) = (lab.shown(), words::mss(lab, lane, timeout.flow));
    let segment = words::segment(timeout.expiry.segment.start, mss);
    let mut facts = Vec::new();
    if let Some((_, truth)) = timeout.truth.filter(|&(at, _)| at <= now) {
        let about = detail(lab, lane, &truth);
        match truth {
            Truth::Lost { late, classes, .. } => {
                facts.push(format!("Segment {segment} was lost: {about}."));
                if late {
                    facts.push(
                        "It was still travelling when the timer fired; waiting longer would not have helped."
                            .to_owned(),
                    );
                }
                let words: Vec<_> = classes.iter().map(words::loss_word).collect();
                if words.len() > 1 {
                    facts.push(format!("Copies of it were lost to {}.", words.join(" and ")));
                }
            }
            Truth::Delayed { .. } => facts.push(format!("Segment {segment} was not lost: {about}.")),
            Truth::AckLost { .. } => {
                facts.push(format!("Segment {segment} arrived; every ACK of it was lost, the last one thus: {about}."))
            }
            Truth::Reordered => facts.push(format!("Segment {segment} arrived, {about}.")),
        }
    }
    if let Some((at, ack)) = timeout.stopped_by.filter(|&(at, _)| at <= now) {
        let ack = words::segment(ack, mss);
        facts.push(format!("ACK {ack} would have stopped this timer at {}.", words::at(at)));
    }
    if let Some((_, classes)) = timeout.others_lost.filter(|&(at, classes)| at <= now && !classes.is_empty()) {
        let words: Vec<_> = classes.iter().map(words::loss_word).collect();
        facts.push(format!("Other segments in flight were lost too: {}.", words.join(", ")));
    }
    facts
}

fn changed(lab: &Lab, lane: usize, timeout: &Timeout, sender: &Sender, sights: &[Sight]) -> Vec<Change> {
    let expiry = &timeout.expiry;
    let change = |what: &str, before: String, after: String, unit: &str| Change {
        what: what.to_owned(),
        before,
        after,
        unit: unit.to_owned(),
    };
    let ms = |span: Span| format!("{:.0}", span.as_millis_f64());
    let mut rows = vec![change("cwnd", words::window(expiry.cwnd), words::window(sender.cwnd()), "segments")];
    let inflation = expiry.cwnd - expiry.deflated();
    if inflation > 0.0 {
        rows.push(change("inflation", words::window(inflation), words::window(0.0), "taken back"));
    }
    rows.push(change("ssthresh", words::window(expiry.ssthresh), words::window(sender.ssthresh()), "segments"));
    rows.push(change("RTO", ms(expiry.rto), ms(sender.rto()), "ms"));
    let mss = words::mss(lab, lane, timeout.flow);
    for sight in sights {
        if let Sight::Sent(flow, What::Data(seq), copy, probe) = *sight
            && flow == timeout.flow
        {
            let word = if probe {
                "probe"
            } else if copy > 0 {
                "resent"
            } else {
                "sent"
            };
            rows.push(change(word, String::new(), words::segment(seq, mss).to_string(), "segment"));
        }
    }
    rows
}

/// What another lane did around the time of `timeout`.
fn same_moment(lab: &Lab, lane: usize, timeout: &Timeout) -> Other {
    let label = words::lane_label(lab, lane);
    let now = lab.shown();
    let blank = Other { lane, label, text: "nothing yet".to_owned(), at: timeout.at.as_secs_f64() };
    let Some(row) = lab.lanes().get(lane) else { return blank };
    let distance = |at: Time| at.max(timeout.at) - at.min(timeout.at);
    let near = row.log.timeouts().iter().filter(|other| other.flow == timeout.flow && other.at <= now);
    let near = near.filter(|other| distance(other.at) <= SAME_MOMENT).min_by_key(|other| distance(other.at));
    if let Some(near) = near {
        let did = match near.expiry.action {
            ExpiryAction::Conventional => "cut its window and sent again",
            ExpiryAction::Probe => "kept its window and asked the path",
            ExpiryAction::Fallback => "kept its window and sent again",
        };
        let belief = concluded(lab, near);
        let belief =
            if belief.id == "none" { "no verdict yet".to_owned() } else { format!("concluded {}", belief.word) };
        let text = format!("timer fired at {}: {did}, {belief}", words::at(near.at));
        return Other { text, at: near.at.as_secs_f64(), ..blank };
    }
    let cwnd = row.log.series(timeout.flow).and_then(|series| series.until(timeout.at).last()).map(|point| point.cwnd);
    let text = match cwnd {
        Some(cwnd) => format!("no timeout; window {} segments", words::window(cwnd)),
        None => "no timeout".to_owned(),
    };
    Other { text, ..blank }
}

fn as_text(card: &Card) -> String {
    let sign = match card.concluded.right {
        Some(true) => "=",
        Some(false) => "≠",
        None => "?",
    };
    let mut lines = vec![
        card.title.clone(),
        format!("Sender saw: {}", card.saw),
        format!("Sender concluded: {} {sign} what really happened: {}", card.concluded.word, card.really.word),
    ];
    if !card.really.decided.is_empty() {
        lines.push(format!("Cause {}.", card.really.decided));
    }
    lines.extend(card.why.iter().cloned());
    lines.extend(card.copies.iter().map(|copy| copy.text.clone()));
    for change in &card.changed {
        let before = if change.before.is_empty() { String::new() } else { format!("{} → ", change.before) };
        lines.push(format!("{}: {before}{} {}", change.what, change.after, change.unit));
    }
    lines.push(format!("Rule: {}", card.rule));
    lines.extend(card.others.iter().map(|other| format!("Same moment in {}: {}", other.label, other.text)));
    lines.join("\n")
}
