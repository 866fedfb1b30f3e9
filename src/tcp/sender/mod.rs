//! The sender: one state machine under every variant.
//!
//! It owns cwnd, ssthresh, the estimator, the timer and the scoreboard, asks its four parts (Window, Recovery,
//! Diagnose, Timeout) and alone acts on what they answer. Sans-IO: a caller hands it segments and wake-ups, then drains
//! [`Sender::poll_transmit`], then [`Sender::poll_note`], then reads [`Sender::poll_timer`].
//!
//! Absent on purpose: the handshake (a flow starts established), congestion on the ACK path, give-up, FIN.

mod ack;
mod act;
mod ecn;
mod expiry;
mod persist;
mod preset;
mod transmit;

use std::collections::VecDeque;

pub use preset::Preset;

use super::path::{Path, Snapshot, View};
use super::recovery::RecoveryRules;
use super::scoreboard::Scoreboard;
use super::timeout::TimeoutRules;
use super::variant::Parts;
use super::{SenderConfig, Variant};
use crate::ids::{FlowId, NodeId};
use crate::seq::Seq;
use crate::time::{Span, Time};
use crate::trace::{Note, Verdict, WindowChange};
use act::Effects;
use ecn::EcnState;
use transmit::Pending;

/// The one timer of a sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Timer {
    Off,
    /// Retransmission (RFC 6298 §5).
    Retransmission(Time),
    /// Nothing is sent until then: marks at a window of one segment (RFC 3168 §6.1.2).
    Hold(Time),
    /// The next probe of a closed receive window (RFC 9293 §3.8.6.1).
    Persist(Time),
}

/// What a sender is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing special.
    Open,
    /// In fast recovery.
    Recovery,
    /// After a conventional timeout, until what was outstanding then is acknowledged.
    Loss,
    /// A question to the path is open, asked instead of a conventional timeout.
    Probe,
}

impl State {
    /// Its word in scripts and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Recovery => "recovery",
            State::Loss => "loss",
            State::Probe => "probe",
        }
    }
}

/// The sending end of a flow.
#[derive(Clone, PartialEq, Debug)]
pub struct Sender {
    flow: FlowId,
    from: NodeId,
    to: NodeId,
    variant: Variant,
    path: Path,
    board: Scoreboard,
    parts: Parts,
    timer: Timer,
    ecn: EcnState,
    pending: Pending,
    /// The state before the first expiry of the last outage.
    snapshot: Option<Snapshot>,
    /// Whether the estimator restarts on the next sample from data sent after the snapshot.
    restart_estimator: bool,
    /// The segment being timed where there are no timestamps: its first byte and when it left (RFC 6298 §3).
    timed: Option<(Seq, Time)>,
    /// A byte sent into a closed receive window and not acknowledged.
    window_probe: Option<Seq>,
    last_sent: Option<Time>,
    /// Data copies sent.
    sent: u32,
    /// Expiries so far.
    expiries: u32,
    /// The expiry without a verdict.
    open_expiry: Option<u32>,
    /// ACKs of data never sent, and timestamps from the future.
    errors: u32,
    notes: VecDeque<Note>,
}

impl Sender {
    /// Bytes on the heap that a clone takes beside the struct itself.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.board.heap_bytes() + self.notes.len() * size_of::<Note>()
    }

    /// A sender that has nothing to send yet.
    #[must_use]
    pub fn new(config: SenderConfig) -> Sender {
        let SenderConfig { flow, from, to, tcp, variant } = config;
        let path = Path::new(tcp);
        Sender {
            flow,
            from,
            to,
            variant,
            board: Scoreboard::default(),
            parts: variant.parts(),
            timer: Timer::Off,
            ecn: EcnState::new(path.una),
            pending: Pending::new(&tcp),
            path,
            snapshot: None,
            restart_estimator: false,
            timed: None,
            window_probe: None,
            last_sent: None,
            sent: 0,
            expiries: 0,
            open_expiry: None,
            errors: 0,
            notes: VecDeque::new(),
        }
    }

    /// The application writes `bytes` more, or for ever.
    pub fn write(&mut self, bytes: Option<u64>) {
        self.path.written = self.path.written.and_then(|end| bytes.map(|bytes| end + bytes));
    }

    /// The flow ends: an expiry that is still open stays undecided.
    pub fn finish(&mut self) {
        self.give_verdict(Verdict::Undecided);
    }

    /// When [`Sender::on_timer`] is to be called next.
    #[must_use]
    pub fn poll_timer(&self) -> Option<Time> {
        match self.timer {
            Timer::Off => None,
            Timer::Retransmission(at) | Timer::Hold(at) | Timer::Persist(at) => Some(at),
        }
    }

    /// The next thing it has to tell.
    pub fn poll_note(&mut self) -> Option<Note> {
        self.notes.pop_front()
    }

    /// Congestion window, in segments.
    #[must_use]
    pub fn cwnd(&self) -> f64 {
        self.path.cwnd
    }

    /// Slow-start threshold, in segments; infinite before the first cut.
    #[must_use]
    pub fn ssthresh(&self) -> f64 {
        self.path.ssthresh
    }

    /// Bytes sent and not acknowledged.
    #[must_use]
    pub fn flight(&self) -> u64 {
        self.path.flight()
    }

    /// First byte not acknowledged.
    #[must_use]
    pub fn una(&self) -> Seq {
        self.path.una
    }

    /// One after the highest byte ever sent.
    #[must_use]
    pub fn max(&self) -> Seq {
        self.path.max
    }

    /// What the timer is armed with: base value times back-off.
    #[must_use]
    pub fn rto(&self) -> Span {
        self.path.rtt.rto()
    }

    /// Back-off multiplier.
    #[must_use]
    pub fn backoff(&self) -> u32 {
        self.path.rtt.backoff()
    }

    /// Smoothed RTT, `None` before the first sample.
    #[must_use]
    pub fn srtt(&self) -> Option<Span> {
        self.path.rtt.srtt()
    }

    /// RTT variation, zero before the first sample.
    #[must_use]
    pub fn rttvar(&self) -> Span {
        self.path.rtt.rttvar()
    }

    /// Data copies sent, probes of a closed window included.
    #[must_use]
    pub fn sent(&self) -> u32 {
        self.sent
    }

    /// ACKs refused: of data never sent, or with timestamps from the future.
    #[must_use]
    pub fn errors(&self) -> u32 {
        self.errors
    }

    /// The parts it is made of.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// What it knows about its connection.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The segments in flight.
    #[must_use]
    pub fn board(&self) -> &Scoreboard {
        &self.board
    }

    /// Whether all that the application wrote is acknowledged.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.path.written == Some(self.path.una)
    }

    /// What it is doing.
    #[must_use]
    pub fn state(&self) -> State {
        if self.parts.timeout.is_probing() {
            State::Probe
        } else if self.parts.recovery.is_on() {
            State::Recovery
        } else if self.path.in_loss() {
            State::Loss
        } else {
            State::Open
        }
    }

    /// A variable by the name it has in scripts, where this variant has it: `dup`, `recover` (a segment number),
    /// `pipe` (segments), `rtt_min` (ms).
    #[must_use]
    pub fn part_value(&self, name: &str) -> Option<f64> {
        match name {
            "dup" => Some(f64::from(self.path.dup)),
            "recover" => Some(self.path.recover.segment(self.path.tcp.mss)),
            "pipe" => self.parts.recovery.pipe(self.view()),
            "rtt_min" => self.path.rtt_min.map(Span::as_millis_f64),
            _ => None,
        }
    }

    fn view(&self) -> View<'_> {
        View { path: &self.path, board: &self.board }
    }

    fn note(&mut self, note: Note) {
        self.notes.push_back(note);
    }

    /// Sets the window; tells of it if it is news.
    fn set_window(&mut self, cwnd: f64, ssthresh: f64, change: WindowChange) {
        if (cwnd, ssthresh) != (self.path.cwnd, self.path.ssthresh) {
            (self.path.cwnd, self.path.ssthresh) = (cwnd, ssthresh);
            self.note(Note::Window { cwnd, ssthresh, change });
        }
    }

    fn restart_timer(&mut self, now: Time) {
        self.timer = Timer::Retransmission(self.path.rtt.deadline(now, self.path.rtt.rto()));
    }

    fn give_verdict(&mut self, verdict: Verdict) {
        if let Some(expiry) = self.open_expiry.take() {
            self.note(Note::Verdict { expiry, verdict });
        }
    }
}
