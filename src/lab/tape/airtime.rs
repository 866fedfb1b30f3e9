//! How the stations of a radio channel spend their time: sending, receiving, sensing others; the rest they are idle.

use super::track::Record;
use crate::ids::NodeId;
use crate::radio::Doing;
use crate::time::{Span, Time};
use crate::trace::Probe;
use crate::world::World;

/// Time of one station within one cell, in ns: sending, receiving, sensing.
pub type Spent = [u64; 3];

/// What a station has been doing since the last event.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Seen {
    node: NodeId,
    doing: Doing,
    /// When its own frame ends: nothing happens in the world then.
    sends_until: Time,
    /// What it does once it has ended.
    then: Doing,
}

/// The stations of one lane.
#[derive(Clone, PartialEq, Debug)]
pub struct Airtime {
    grain: Span,
    /// Where the first cell begins.
    start: Time,
    /// Nothing earlier is counted: it has been already.
    counted: Time,
    /// By cell from that of `start` on, then by station; cells at the end in which all were idle are missing.
    cells: Vec<Spent>,
    stations: Vec<Seen>,
    /// Time of the last event.
    since: Time,
}

impl Airtime {
    /// Nothing yet.
    #[must_use]
    pub fn new(grain: Span) -> Airtime {
        Airtime {
            grain,
            start: Time::ZERO,
            counted: Time::ZERO,
            cells: Vec::new(),
            stations: Vec::new(),
            since: Time::ZERO,
        }
    }

    /// Width of a cell.
    #[must_use]
    pub const fn grain(&self) -> Span {
        self.grain
    }

    /// The stations, in the order in which [`Self::spent`] numbers them.
    pub fn stations(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator {
        self.stations.iter().map(|seen| seen.node)
    }

    /// What a station spent in the cell that begins at `cell`, a whole number of cells after time zero, up to `until`, not
    /// before the last event.
    #[must_use]
    pub fn spent(&self, cell: Time, station: usize, until: Time) -> Spent {
        let mut spent = self.place(cell, station).and_then(|place| self.cells.get(place)).copied().unwrap_or_default();
        let end = until.min(cell.saturating_add(self.grain));
        if let Some(seen) = self.stations.get(station) {
            for (doing, from, to) in seen.parts(self.since.max(cell).max(self.counted), end) {
                if let Some(slot) = slot(doing) {
                    spent[slot] += to.saturating_since(from).as_nanos();
                }
            }
        }
        spent
    }

    fn place(&self, cell: Time, station: usize) -> Option<usize> {
        let number = |at: Time| at.as_nanos() / self.grain.as_nanos();
        Some(number(cell).checked_sub(number(self.start))? as usize * self.stations.len() + station)
    }

    /// Counts what the stations did up to `now`.
    fn count(&mut self, now: Time) {
        for station in 0..self.stations.len() {
            for (doing, from, to) in self.stations[station].parts(self.since.max(self.counted), now) {
                let Some(slot) = slot(doing) else { continue };
                let mut at = from;
                while at < to {
                    let cell = super::floor(at, self.grain);
                    let end = to.min(cell.saturating_add(self.grain));
                    let Some(place) = self.place(cell, station) else { break };
                    if place >= self.cells.len() {
                        self.cells.resize((place / self.stations.len() + 1) * self.stations.len(), Spent::default());
                    }
                    self.cells[place][slot] += end.saturating_since(at).as_nanos();
                    at = end;
                }
            }
        }
        self.since = now;
    }

    fn see(&mut self, world: &World) {
        let now = world.now();
        self.since = now;
        self.stations.clear();
        self.stations.extend(world.air().into_iter().flat_map(|channel| channel.interfaces()).map(
            |(node, interface)| {
                let station = interface.station();
                let sends_until = station.sends_until().unwrap_or(Time::ZERO);
                Seen { node, doing: station.doing(now), sends_until, then: station.doing(sends_until.max(now)) }
            },
        ));
    }
}

/// Where a state is counted; idleness is not.
const fn slot(doing: Doing) -> Option<usize> {
    match doing {
        Doing::Sends => Some(0),
        Doing::Receives => Some(1),
        Doing::Senses => Some(2),
        Doing::Idle => None,
    }
}

impl Seen {
    /// What it does from `from` to `to`, if nothing happens.
    fn parts(&self, from: Time, to: Time) -> impl Iterator<Item = (Doing, Time, Time)> + use<> {
        let turn = if self.doing == Doing::Sends { self.sends_until.clamp(from, to.max(from)) } else { from };
        [(self.doing, from, turn), (self.then, turn, to)].into_iter().filter(|(_, from, to)| from < to)
    }
}

impl Record for Airtime {
    fn prime(&mut self, world: &World, _now: Time) {
        self.see(world);
    }

    fn begin(&mut self, at: Time) {
        (self.start, self.counted) = (at, at);
    }

    fn look(&mut self, world: &World) {
        self.count(world.now());
        self.see(world);
    }

    fn settle(&mut self, _now: Time) {}

    fn cut(&mut self, from: Time) {
        let kept = self.place(from, 0).unwrap_or(0).min(self.cells.len());
        self.cells.truncate(kept);
        while self.cells.last().is_some_and(|last| *last == Spent::default()) {
            self.cells.pop();
        }
        let whole = self.cells.len().next_multiple_of(self.stations.len().max(1));
        self.cells.resize(whole, Spent::default());
        self.counted = from;
    }

    fn forget(&mut self, from: Time) {
        let gone = self.place(from, 0).unwrap_or(0).min(self.cells.len());
        self.cells.drain(..gone);
        (self.start, self.counted) = (from, from);
    }
}

impl Probe for Airtime {}
