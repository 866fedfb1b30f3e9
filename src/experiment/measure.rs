//! One run, watched to its end, and what it came to.

use serde::{Deserialize, Serialize};

use super::metric::METRICS;
use crate::ids::{FlowId, Id};
use crate::math;
use crate::metrics::{Accuracy, Confusion, Counters, Rules, Timeout, accuracy};
use crate::packet::{Body, Packet};
use crate::scenario::{Problem, build, knob_log};
use crate::share;
use crate::time::{Span, Time};
use crate::trace::{DropCause, Note, Place, Probe, Verdict};
use crate::truth::{Answer, ClassSet, Column, Ledger, Mapping, TruthClass};
use crate::world::{KnobEntry, World};

/// What a run came to. Files and workers carry it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Fingerprint of the run at its end, 16 hexadecimal digits.
    pub fingerprint: String,
    /// The numbers of [`METRICS`], in their order; absent where there was nothing to measure.
    pub values: Vec<Option<f64>>,
    /// Timeouts by truth and verdict, `RAND/random:3` each, those that did not occur left out.
    pub confusion: String,
    /// cwnd over time in equal parts of the run, in segments, mean over the flows; empty where it was not asked for.
    pub course: Vec<f64>,
}

/// Parts into which the course of cwnd divides a run.
pub const PARTS: usize = 60;
/// Answers are drained after so much simulated time, so that they stay few.
const SLICE: Span = Span::from_secs(1);
/// cwnd over time is told in thousandths of a segment.
const GRAIN: f64 = 1000.0;

/// What is known of a run when its numbers are made.
pub(super) struct Facts {
    pub flows: Vec<FlowFacts>,
    pub seconds: f64,
    pub sent: u64,
    pub cwnd: Option<f64>,
    pub timeouts: u64,
    /// Timeouts whose cause is known; under the paper's mapping, those of its classes.
    pub known: u64,
    pub known_paper: u64,
    pub random: u64,
    pub congestion: u64,
    pub contention: u64,
    pub spurious: u64,
    /// First timeouts of outages, by the strict mapping.
    pub strict: Accuracy,
    /// The same by the paper's.
    pub paper: Accuracy,
    /// All timeouts, by the strict mapping.
    pub all_strict: Accuracy,
    /// The same by the paper's.
    pub all_paper: Accuracy,
    /// ECN marks that queues made.
    pub marks: u64,
    pub retransmissions: u64,
    pub after_timeout: u64,
    pub after_duplicates: u64,
    pub needless: u64,
    pub cuts: u64,
    pub net_cuts: u64,
    pub cut_segments: f64,
    pub fast_retransmits: u64,
    pub needless_fast: u64,
}

/// One flow.
pub(super) struct FlowFacts {
    pub variant: String,
    /// kbit/s.
    pub goodput: f64,
}

/// A run under way.
#[derive(Clone, Debug)]
pub struct Trial {
    world: World,
    knobs: Vec<KnobEntry>,
    at: Time,
    end: Time,
    variants: Vec<String>,
    course: bool,
    watch: Watch,
}

/// Everything that watches it.
#[derive(Clone, Debug)]
struct Watch {
    ledger: Ledger,
    counters: Counters,
    flows: Vec<Watched>,
    needless_fast: u64,
    part: Span,
}

/// What the counters do not keep of a flow.
#[derive(Clone, Debug, Default)]
struct Watched {
    timeouts: Vec<Timeout>,
    /// What made it send again last.
    why: Why,
    /// Segments sent again, by [`Why`].
    resent: [u64; 2],
    /// Those of them of the latest instant, and that instant.
    burst: (Time, u64),
    cwnd: Option<(Time, f64)>,
    /// Segments times seconds, by part.
    areas: Vec<f64>,
}

/// Why segments are sent again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Why {
    #[default]
    Duplicates,
    Timeout,
}

impl Trial {
    /// The first lane of a link, before its first event. `course`: keep cwnd over time.
    ///
    /// # Errors
    /// The problems of the link.
    pub fn open(link: &str, course: bool) -> Result<Trial, Vec<Problem>> {
        let (shared, _) = share::decode(link)?;
        let scenario = shared.scenario;
        let lane = scenario.lanes.first().map_or("", |lane| lane.variant.as_str());
        let variants =
            scenario.flows.iter().map(|flow| flow.variant.as_deref().unwrap_or(lane).to_owned()).collect::<Vec<_>>();
        let watch = Watch {
            ledger: Ledger::new(),
            counters: Counters::new(),
            flows: vec![Watched::default(); variants.len()],
            needless_fast: 0,
            part: scenario.duration / PARTS as u64,
        };
        Ok(Trial {
            world: World::new(&build(&scenario, 0)),
            knobs: knob_log(&scenario, 0),
            at: Time::ZERO,
            end: Time::ZERO + scenario.duration,
            variants,
            course,
            watch,
        })
    }

    /// One slice of work of about `max_events` events. Returns whether the end is reached.
    pub fn work(&mut self, max_events: u64) -> bool {
        let last = self.world.events().saturating_add(max_events);
        while self.at < self.end {
            let left = last.saturating_sub(self.world.events());
            if left == 0 {
                return false;
            }
            let until = self.at.saturating_add(SLICE).min(self.end);
            let watch = &mut (&mut self.watch as &mut dyn Probe);
            if self.world.advance(until, &self.knobs, watch, left) {
                self.at = until;
            }
            self.watch.settle();
        }
        true
    }

    /// How much of the run is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.at.as_secs_f64() / self.end.as_secs_f64().max(1e-9)
    }

    /// What the run came to so far.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let timeouts = || self.watch.flows.iter().flat_map(|flow| &flow.timeouts);
        let facts = self.facts();
        Outcome {
            fingerprint: format!("{:016x}", self.world.fingerprint()),
            values: METRICS.iter().map(|metric| (metric.of)(&facts)).collect(),
            confusion: confusion(&Confusion::of(timeouts(), false)),
            course: if self.course { self.course() } else { Vec::new() },
        }
    }

    fn facts(&self) -> Facts {
        let watch = &self.watch;
        let all: Vec<Timeout> = watch.flows.iter().flat_map(|flow| &flow.timeouts).copied().collect();
        let of = |mapping, first_only| Accuracy::of(&all, Rules { mapping, first_only });
        let truths = |wanted: fn(TruthClass) -> bool| {
            all.iter().filter(|one| one.truth.is_some_and(|truth| wanted(truth.class()))).count() as u64
        };
        let is_counted = |one: &&Timeout| {
            one.truth.is_some_and(|truth| Mapping::Paper.column(&truth, one.others) != Column::Excluded)
        };
        let ids = || (0..self.variants.len()).map(FlowId::from_index);
        let counted = || ids().filter_map(|id| watch.counters.flow(id));
        let waste = || ids().map(|id| watch.ledger.waste(id));
        let resent = |why: Why| watch.flows.iter().map(|flow| flow.resent[why as usize]).sum();
        let windows: Vec<f64> = counted().filter_map(|flow| flow.mean_cwnd(self.at)).collect();
        let flow = |(id, variant): (FlowId, &String)| FlowFacts {
            variant: variant.clone(),
            goodput: watch.counters.flow(id).map_or(0.0, |flow| flow.goodput.bits_per_second(self.at) / 1000.0),
        };
        Facts {
            flows: ids().zip(&self.variants).map(flow).collect(),
            seconds: self.at.as_secs_f64(),
            sent: counted().map(|flow| flow.sent).sum(),
            cwnd: crate::metrics::statistics::mean(&windows),
            timeouts: all.len() as u64,
            known: truths(|_| true),
            known_paper: all.iter().filter(is_counted).count() as u64,
            random: truths(|class| class == TruthClass::Random),
            congestion: truths(|class| class == TruthClass::Congestion),
            contention: truths(|class| class == TruthClass::Contention),
            spurious: truths(TruthClass::is_spurious),
            strict: of(Mapping::Strict, true),
            paper: of(Mapping::Paper, true),
            all_strict: of(Mapping::Strict, false),
            all_paper: of(Mapping::Paper, false),
            marks: counted().map(|flow| flow.marked).sum(),
            retransmissions: counted().map(|flow| flow.retransmissions).sum(),
            after_timeout: resent(Why::Timeout),
            after_duplicates: resent(Why::Duplicates),
            needless: waste().map(|waste| waste.retransmissions).sum(),
            cuts: waste().map(|waste| waste.cuts.count).sum(),
            net_cuts: waste().map(|waste| waste.net_cuts().count).sum(),
            cut_segments: waste().map(|waste| waste.cuts.segments).sum(),
            fast_retransmits: counted().map(|flow| flow.fast_retransmits).sum(),
            needless_fast: watch.needless_fast,
        }
    }

    fn course(&self) -> Vec<f64> {
        let mut flows = self.watch.flows.clone();
        flows.iter_mut().for_each(|flow| flow.fill(self.at, self.watch.part));
        let whole = self.watch.part.as_secs_f64() * flows.len() as f64;
        let mean = |part| flows.iter().filter_map(|flow| flow.areas.get(part)).sum::<f64>() / whole;
        (0..PARTS).map(|part| math::round(mean(part) * GRAIN) / GRAIN).collect()
    }
}

/// The cells that are not empty.
fn confusion(matrix: &Confusion) -> String {
    let mut cells = Vec::new();
    for row in accuracy::Row::all() {
        for verdict in accuracy::VERDICTS {
            let count = matrix.count(row, verdict);
            if count > 0 {
                cells.push(format!("{}/{}:{count}", row.id(), Verdict::id(verdict)));
            }
        }
    }
    cells.join(" ")
}

impl Watched {
    /// Adds the window since its last change to the parts it spans.
    fn fill(&mut self, now: Time, part: Span) {
        let (Some((since, cwnd)), false) = (self.cwnd, part.is_zero()) else { return };
        let (mut from, to, part) = (since.as_nanos(), now.as_nanos(), part.as_nanos());
        while from < to {
            let index = (from / part) as usize;
            let until = to.min((from / part + 1) * part);
            if self.areas.len() <= index {
                self.areas.resize(index + 1, 0.0);
            }
            self.areas[index] += cwnd * Span::from_nanos(until - from).as_secs_f64();
            from = until;
        }
        self.cwnd = Some((now, cwnd));
    }

    fn on_resent(&mut self, now: Time) {
        self.resent[self.why as usize] += 1;
        let before = if self.burst.0 == now { self.burst.1 } else { 0 };
        self.burst = (now, before + 1);
    }

    /// From now on segments are sent again because of `why`. What leaves at this instant left for that reason already: a
    /// sender tells about it only then.
    fn set_why(&mut self, now: Time, why: Why) {
        let (at, count) = std::mem::take(&mut self.burst);
        if at == now && why != self.why {
            self.resent[self.why as usize] -= count;
            self.resent[why as usize] += count;
        }
        self.why = why;
    }

    fn on_note(&mut self, now: Time, note: &Note, part: Span) {
        match note {
            Note::Expired(expiry) => {
                self.set_why(now, Why::Timeout);
                self.timeouts.push(Timeout {
                    truth: None,
                    others: ClassSet::EMPTY,
                    verdict: None,
                    action: expiry.action,
                    first_of_outage: expiry.first_of_outage,
                });
            }
            Note::Verdict { expiry, verdict } => {
                if let Some(timeout) = self.timeouts.get_mut(*expiry as usize) {
                    timeout.verdict = Some(*verdict);
                }
            }
            Note::Window { cwnd, .. } => {
                self.fill(now, part);
                self.cwnd = Some((now, *cwnd));
            }
            Note::FastRetransmit { .. } => self.set_why(now, Why::Duplicates),
            Note::Rtt { .. } => {}
        }
    }
}

impl Watch {
    /// Takes in what the ledger found out.
    fn settle(&mut self) {
        while let Some(answer) = self.ledger.poll_answer() {
            let Some(flow) = self.flows.get_mut(answer.flow().index()) else { continue };
            match answer {
                Answer::Decided { expiry, truth, .. } => {
                    if let Some(timeout) = flow.timeouts.get_mut(expiry as usize) {
                        timeout.truth = Some(truth);
                    }
                }
                Answer::OthersLost { expiry, classes, .. } => {
                    if let Some(timeout) = flow.timeouts.get_mut(expiry as usize) {
                        timeout.others = classes;
                    }
                }
                Answer::FastRetransmit { needed, .. } => self.needless_fast += u64::from(!needed),
                Answer::Copy { .. } | Answer::StoppedBy { .. } => {}
            }
        }
    }
}

impl Probe for Watch {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        self.ledger.on_sent(now, packet);
        self.counters.on_sent(now, packet);
        if let Body::Data(data) = &packet.body
            && data.again
            && let Some(flow) = self.flows.get_mut(packet.flow.index())
        {
            flow.on_resent(now);
        }
    }

    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.ledger.on_delivered(now, packet);
        self.counters.on_delivered(now, packet);
    }

    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.ledger.on_dropped(now, packet, cause, place);
        self.counters.on_dropped(now, packet, cause, place);
    }

    fn on_marked(&mut self, now: Time, packet: &Packet, place: Place) {
        self.ledger.on_marked(now, packet, place);
        self.counters.on_marked(now, packet, place);
    }

    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        self.ledger.on_note(now, flow, note);
        self.counters.on_note(now, flow, note);
        let part = self.part;
        if let Some(flow) = self.flows.get_mut(flow.index()) {
            flow.on_note(now, note, part);
        }
    }
}
