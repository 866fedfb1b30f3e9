//! EQRTO: what the RTTs of the go-back-N say about the queues decides when it ends (Park and Chung, IEICE Transactions
//! E93-D 12, 2010). **A reconstruction:** of the paper only the abstract was at hand.
//!
//! ```text
//!          expiry            all acknowledged, usage above one half: congestion
//!   Idle ─────────▶ Asking ──────────────────────────────────────────────────────▶ Idle
//!    ▲                  │ all acknowledged, usage at most one half: not congestion
//!    └─────────────────────────────────── Refilling ◀──────────────────────────────┘
//!             the window is full again
//! ```
//! Known is that the usage of the queues on the path is estimated *during* the retransmissions and decides *when they
//! end*, and that a timeout not due to congestion must not leave its back-off and its cut behind. The formula for the
//! usage is not known; here it is the queueing delay as a share of the largest one seen, the only quantity at a sender
//! that is a percentage. Where no two samples have differed yet, an RTT beyond them counts as a full queue.

use super::TimeoutRules;
use crate::seq::{Seq, SeqRange};
use crate::tcp::decision::{AckFacts, Decision, Decisions, ExpiryFacts};
use crate::tcp::path::{Path, Snapshot, View};
use crate::tcp::variant::EqrtoSample;
use crate::time::{Span, Time};
use crate::trace::Verdict;

/// Usage above this is congestion. The threshold of the authors' sister scheme for losses (IEICE Transactions E92-D 10,
/// 2009).
const THRESHOLD: f64 = 0.5;
/// Segments sent on one ACK until a window taken back is full again. Our choice.
const BURST: u32 = 2;

/// EQRTO.
#[derive(Clone, PartialEq, Debug)]
pub struct Eqrto {
    sample: EqrtoSample,
    /// The RTTs of the connection, without those of go-back-Ns.
    known: Option<Range>,
    phase: Phase,
}

/// The least and the largest RTT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    min: Span,
    max: Span,
}

/// Where the question stands.
#[derive(Clone, PartialEq, Debug)]
enum Phase {
    Idle,
    /// Boxed, since senders of all variants are as large as the largest part, and seldom ask.
    Asking(Box<Question>),
    /// The window was taken back and is not full yet.
    Refilling,
}

/// One outage, with every expiry in it.
#[derive(Clone, PartialEq, Debug)]
struct Question {
    before: Snapshot,
    known: Range,
    /// One after the highest byte sent when the timer last expired.
    end: Seq,
    usage: Usage,
    /// What was sent again and is outstanding, and when.
    resent: Vec<(SeqRange, Time)>,
}

/// Usage of the queues over some samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Usage {
    samples: u32,
    sum: f64,
    max: f64,
    last: f64,
}

impl Range {
    fn with(self, rtt: Span) -> Range {
        Range { min: self.min.min(rtt), max: self.max.max(rtt) }
    }

    /// The share of the largest queueing delay that is in `rtt`, 0 to 1.
    fn usage(self, rtt: Span) -> f64 {
        let queueing = rtt.saturating_sub(self.min).as_millis_f64();
        let largest = self.max.saturating_sub(self.min).as_millis_f64();
        if queueing >= largest { if queueing > 0.0 { 1.0 } else { 0.0 } } else { queueing / largest }
    }
}

impl Usage {
    fn add(&mut self, usage: f64) {
        self.samples += 1;
        self.sum += usage;
        self.max = self.max.max(usage);
        self.last = usage;
    }

    fn value(self, sample: EqrtoSample) -> Option<f64> {
        let value = match sample {
            EqrtoSample::Mean => self.sum / f64::from(self.samples),
            EqrtoSample::Max => self.max,
            EqrtoSample::Last => self.last,
        };
        (self.samples > 0).then_some(value)
    }
}

impl Question {
    /// The RTT that an ACK of new data measured on what was sent again, if on any.
    fn rtt(&self, ack: &AckFacts, una: Seq) -> Option<Span> {
        let acknowledged = self.resent.iter().filter(|(range, _)| range.start < una && range.end > ack.una_before);
        let sent = acknowledged.map(|&(_, at)| at).max()?;
        Some(ack.rtt.unwrap_or_else(|| ack.now.saturating_since(sent)))
    }
}

impl Eqrto {
    /// A responder without a question.
    #[must_use]
    pub const fn new(sample: EqrtoSample) -> Eqrto {
        Eqrto { sample, known: None, phase: Phase::Idle }
    }

    fn learn(&mut self, ack: &AckFacts) {
        if let Some(rtt) = ack.rtt {
            self.known = Some(self.known.unwrap_or(Range { min: rtt, max: rtt }).with(rtt));
        }
    }

    /// The go-back-N has ended.
    fn decide(&mut self, question: &Question) -> Decisions {
        self.phase = Phase::Idle;
        if question.usage.value(self.sample).is_none_or(|usage| usage > THRESHOLD) {
            return [Decision::Verdict(Verdict::Congestion)].into();
        }
        self.phase = Phase::Refilling;
        let Snapshot { cwnd, ssthresh, backoff, .. } = question.before;
        [
            Decision::Verdict(Verdict::NonCongestion),
            Decision::Restore { cwnd, ssthresh, backoff: backoff.get() },
            Decision::KeepWindow,
            Decision::LimitBurst(BURST),
        ]
        .into()
    }
}

/// Whether the window was full before `ack`.
fn was_full(ack: &AckFacts, path: &Path) -> bool {
    let window = path.whole_cwnd().min(path.cap()).min(path.segments(path.rwnd));
    path.segments(ack.flight_before) + 1.0 > window
}

impl TimeoutRules for Eqrto {
    fn on_expiry(&mut self, expiry: &ExpiryFacts, View { path, .. }: View<'_>) -> Decisions {
        match &mut self.phase {
            Phase::Asking(question) => question.end = path.max,
            Phase::Idle | Phase::Refilling => {
                let srtt = path.rtt.srtt().unwrap_or(Span::ZERO);
                let known = self.known.unwrap_or(Range { min: srtt, max: srtt });
                let (usage, resent) = (Usage::default(), Vec::new());
                let question = Question { before: expiry.snapshot, known, end: path.max, usage, resent };
                self.phase = Phase::Asking(Box::new(question));
            }
        }
        [Decision::Conventional].into()
    }

    fn on_ack(&mut self, ack: &AckFacts, View { path, .. }: View<'_>) -> Decisions {
        match &mut self.phase {
            Phase::Idle => {
                self.learn(ack);
                Decisions::NONE
            }
            Phase::Refilling => {
                self.learn(ack);
                if was_full(ack, path) {
                    self.phase = Phase::Idle;
                    return Decisions::NONE;
                }
                [Decision::LimitBurst(BURST)].into()
            }
            Phase::Asking(_) if !ack.advanced() => Decisions::NONE,
            Phase::Asking(question) => {
                if let Some(rtt) = question.rtt(ack, path.una) {
                    question.usage.add(question.known.usage(rtt));
                }
                question.resent.retain(|(range, _)| range.end > path.una);
                if path.una < question.end {
                    return Decisions::NONE;
                }
                let question = question.clone();
                self.decide(&question)
            }
        }
    }

    fn on_resent(&mut self, now: Time, range: SeqRange) {
        if let Phase::Asking(question) = &mut self.phase {
            question.resent.retain(|(earlier, _)| earlier.start != range.start);
            question.resent.push((range, now));
        }
    }
}
