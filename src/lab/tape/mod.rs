//! What the panel on screen needs of each lane: recorded for the window that it shows, while it shows it, and no longer.
//!
//! A second of a fast run has thousands of segments, so none of this is logged for good. While a panel is open its tape
//! watches the run go by; where the run has been already (a panel opened late, a seek back) the stretch is replayed from
//! a checkpoint with the tape as its probe. Replaying never touches the lanes. Either way a tape holds the same.

mod airtime;
mod goodput;
mod ladder;
mod queue;
mod rtt;
mod sequence;
mod thin;
mod track;

use crate::ids::{FlowId, Id, LinkId};
use crate::metrics::Rounds;
use crate::time::{Span, Time};
use crate::trace::Probe;
use crate::world::{KnobEntry, World, WorldSetup};

pub use airtime::{Airtime, Spent};
pub use goodput::Delivered;
pub use ladder::{Ladder, Rung};
pub use queue::QueueLength;
pub use rtt::Timing;
pub use sequence::Sequence;
pub use thin::{Bytes, Steps, Thinned, Value};
pub use track::{MAX_ROUNDS, Record, Track};

/// A window has at most so many cells. No more columns of pixels show it, and at 3 points of 16 B a curve of it takes at
/// most 200 kB.
const MAX_CELLS: u64 = 4096;
/// Fewer where a cell is drawn as boxes and lines for every node: they have to be drawn in a part of a frame.
const MAX_SHARES: u64 = 128;
/// See [`MAX_SHARES`].
const MAX_RUNGS: u64 = 512;
/// Goodput is averaged over the time since so long ago.
pub const GOODPUT_WINDOW: Span = Span::from_secs(1);

/// The panels that need a tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// Time–sequence diagram of a flow.
    Sequence,
    /// Queue of the bottleneck.
    Queue,
    /// RTT and timer of a flow.
    Rtt,
    /// Goodput of a lane.
    Goodput,
    /// Table of the round trips of a flow.
    Rounds,
    /// What radio stations spend their time with.
    Airtime,
    /// The hops of a flow's packets.
    Ladder,
}

impl Panel {
    /// Every panel.
    pub const ALL: [Panel; 7] =
        [Panel::Sequence, Panel::Queue, Panel::Rtt, Panel::Goodput, Panel::Rounds, Panel::Airtime, Panel::Ladder];

    /// Its id in links.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Panel::Sequence => "sequence",
            Panel::Queue => "queue",
            Panel::Rtt => "rtt",
            Panel::Goodput => "goodput",
            Panel::Rounds => "rounds",
            Panel::Airtime => "airtime",
            Panel::Ladder => "ladder",
        }
    }

    /// A window has at most so many cells.
    const fn cells(self) -> u64 {
        match self {
            Panel::Airtime => MAX_SHARES,
            Panel::Ladder => MAX_RUNGS,
            _ => MAX_CELLS,
        }
    }

    /// How long before its window it has to be recorded.
    const fn lead(self) -> Span {
        if matches!(self, Panel::Goodput) { GOODPUT_WINDOW } else { Span::ZERO }
    }
}

/// What is on screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Which panel.
    pub panel: Panel,
    /// Which flow, where the panel shows one.
    pub flow: FlowId,
    /// Only this lane, or all.
    pub lane: Option<usize>,
    /// Start of the window.
    pub from: Time,
    /// End of the window.
    pub to: Time,
}

impl Watch {
    /// Width of a cell: the finest of 1, 2, 5, 10, 20, … µs with which the window has no more cells than can be shown.
    #[must_use]
    pub fn grain(&self) -> Span {
        let span = self.to.saturating_since(self.from).as_nanos();
        let mut unit = 1000;
        loop {
            for factor in [1, 2, 5] {
                if unit * factor * self.panel.cells() >= span {
                    return Span::from_nanos(unit * factor);
                }
            }
            unit *= 10;
        }
    }

    /// From when on it is recorded. Rounds are counted, so they are recorded from the start of the run.
    pub(super) fn begin(&self) -> Time {
        if self.panel == Panel::Rounds {
            return Time::ZERO;
        }
        let lead = self.panel.lead().as_nanos();
        floor(Time::from_nanos(self.from.as_nanos().saturating_sub(lead)), self.grain())
    }

    /// Whether `lane` is recorded while `shown` is shown. A window that the shown time has left is about to move.
    pub(super) fn covers(&self, lane: usize, shown: Time) -> bool {
        let lane = self.lane.is_none_or(|only| only == lane);
        lane && (self.panel == Panel::Rounds || (self.from <= shown && shown <= self.to))
    }

    /// Whether a tape for `other` serves, whatever its window.
    pub(super) fn is_like(&self, other: &Watch) -> bool {
        let grain = self.panel == Panel::Rounds || self.grain() == other.grain();
        grain && (self.panel, self.flow, self.lane) == (other.panel, other.flow, other.lane)
    }
}

/// The beginning of the cell that holds `at`.
pub(super) fn floor(at: Time, grain: Span) -> Time {
    Time::from_nanos(at.as_nanos() / grain.as_nanos() * grain.as_nanos())
}

/// The record of one lane.
#[derive(Clone, PartialEq, Debug)]
pub struct Tape {
    track: Track,
    grain: Span,
    from: Time,
    /// How many events of the run have happened by its end.
    recorded: u64,
}

impl Tape {
    /// An empty tape for a lane built from `setup`.
    pub(super) fn new(watch: &Watch, setup: &WorldSetup) -> Tape {
        let (flow, grain) = (watch.flow, watch.grain());
        let track = match watch.panel {
            Panel::Sequence => Track::Sequence(Sequence::new(flow, grain)),
            Panel::Queue => Track::Queue(QueueLength::new(bottleneck(setup), grain)),
            Panel::Rtt => Track::Rtt(Timing::new(flow, grain)),
            Panel::Goodput => Track::Goodput(Delivered::new(grain)),
            Panel::Rounds => Track::Rounds(Rounds::new(flow)),
            Panel::Airtime => Track::Airtime(Airtime::new(grain)),
            Panel::Ladder => Track::Ladder(Ladder::new(flow, grain, setup)),
        };
        Tape { track, grain, from: watch.begin(), recorded: 0 }
    }

    /// What it holds.
    #[must_use]
    pub const fn track(&self) -> &Track {
        &self.track
    }

    /// From when on.
    #[must_use]
    pub const fn from(&self) -> Time {
        self.from
    }

    /// Whether it serves for a run that has come to `events`.
    pub(super) const fn serves(&self, events: u64) -> bool {
        self.recorded == events || (self.recorded > events && self.track.holds_its_past())
    }

    /// Whether it goes beyond `events`.
    pub(super) const fn is_ahead(&self, events: u64) -> bool {
        self.recorded > events
    }

    /// How many events a run that has come to `events` may advance in one go, and the track if it has to see them.
    pub(super) fn next(&mut self, events: u64) -> (u64, Option<&mut Track>) {
        match self.recorded.checked_sub(events) {
            None => (u64::MAX, None),
            Some(0) => (1, Some(&mut self.track)),
            Some(seen) => (seen, None),
        }
    }

    /// A run that it watches has advanced.
    pub(super) fn look(&mut self, world: &World) {
        self.track.look(world);
        // A full tape serves for all that follows.
        let full = matches!(&self.track, Track::Rounds(rounds) if rounds.rows().len() >= MAX_ROUNDS);
        self.recorded = if full { u64::MAX } else { world.events() };
    }

    /// See [`Record::settle`].
    pub(super) fn settle(&mut self, now: Time) {
        self.track.settle(now);
    }

    /// Forgets what lies in the cell of `at` and after it. Returns where that begins.
    pub(super) fn cut(&mut self, at: Time) -> Time {
        let from = floor(at, self.grain);
        self.track.cut(from);
        from
    }

    /// Forgets what lies before `from`.
    pub(super) fn forget(&mut self, from: Time) {
        self.track.forget(from);
        self.from = from;
    }

    /// The world just before `at`, where recording begins or goes on.
    pub(super) fn prime(&mut self, world: &World, at: Time, afresh: bool) {
        self.track.prime(world, Time::from_nanos(at.as_nanos().saturating_sub(1)));
        if afresh {
            self.track.begin(at);
        }
        self.recorded = world.events();
    }

    /// Watches `world` run to `until`; stops early when `budget` events are used up. Returns whether it got there.
    pub(super) fn record(&mut self, world: &mut World, until: Time, knobs: &[KnobEntry], budget: &mut u64) -> bool {
        while *budget > 0 {
            let before = world.events();
            let reached = world.advance(until, knobs, &mut (&mut self.track as &mut dyn Probe), 1);
            if world.events() > before {
                self.look(world);
                *budget -= 1;
            }
            if reached || self.recorded == u64::MAX {
                return true;
            }
        }
        false
    }
}

/// The link whose queue a panel shows: of those that the first flow crosses the one that a trace drives, else the slowest,
/// else the first.
fn bottleneck(setup: &WorldSetup) -> LinkId {
    let Some(flow) = setup.flows.first() else { return LinkId(0) };
    let world = World::new(setup);
    let route = world.route(flow.sender.from, flow.sender.to);
    let rank = |link: &LinkId| {
        let link = &setup.links[link.index()];
        if link.opportunities.is_some() { 0 } else { link.rate.0 }
    };
    route.min_by_key(rank).unwrap_or(LinkId(0))
}
