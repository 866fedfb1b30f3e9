//! Radio stations as a scenario writes them down: where they stand, how they share the channel, what noise does.

use serde::{Deserialize, Serialize};

use crate::ids::NodeId;
use crate::radio::geometry::Law;
use crate::radio::{MacSetup, Model, Noise, Phy, PhyRate, Position, Propagation};
use crate::route::DsrSetup;
use crate::scenario::Queue;
use crate::scenario::limits::MAX_NODES;
use crate::time::Span;
use crate::world::{OutageSetup, RadioSetup};

/// Where stations stand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Layout {
    /// In a row: 0, 1, … `hops`.
    Row {
        /// Number of hops from the first to the last.
        hops: u8,
        /// Distance between neighbours, in metres.
        spacing: f64,
    },
    /// In rows and columns, numbered row by row.
    Grid {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
        /// Distance between neighbours in a row or column, in metres.
        spacing: f64,
        /// Packets follow one line through all rows, there and back again, instead of the shortest paths.
        serpentine: bool,
    },
    /// Anywhere.
    Free {
        /// The stations, in the order of their ids.
        nodes: Vec<RadioNode>,
    },
}

/// A station anywhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RadioNode {
    /// Its name on the screen.
    pub name: String,
    /// Metres to the right.
    pub x: f64,
    /// Metres downwards.
    pub y: f64,
}

/// How stations find ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Routing {
    /// Dynamic source routing (RFC 4728); stations listen to what is for them.
    Dsr,
    /// Dynamic source routing; stations also learn from what they overhear.
    DsrOverhear,
}

impl Routing {
    /// All, in the order of the choice in the table of knobs, behind the shortest ways.
    pub const ALL: [Routing; 2] = [Routing::Dsr, Routing::DsrOverhear];

    /// The routers of the worlds.
    #[must_use]
    pub(super) const fn setup(self) -> DsrSetup {
        DsrSetup { overhear: matches!(self, Routing::DsrOverhear), ..DsrSetup::DEFAULT }
    }
}

/// How stations share the channel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Radio {
    /// Rate of data frames, and with it the standard.
    pub phy: PhyRate,
    /// 802.11b: control frames at 2 instead of 1 Mbit/s.
    pub fast_basic: bool,
    /// Packets of more bytes are announced with RTS.
    pub rts: u16,
    /// Attempts at short frames.
    pub short_retry: u8,
    /// Attempts at data frames behind RTS and CTS.
    pub long_retry: u8,
    /// Frames are decoded up to here, in metres.
    pub decode: f64,
    /// Frames are sensed, and interfere, up to here, in metres.
    pub sense: f64,
    /// What becomes of frames that overlap.
    pub model: Model,
    /// What the channel is like.
    pub noise: NoiseProfile,
    /// Probability that an attempt at a data frame fails.
    pub frame_error: f64,
    /// Probability that a bit of any frame is wrong.
    pub bit_error: f64,
    /// The queue of every interface.
    pub queue: Queue,
}

/// What a channel is like, beside its error probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoiseProfile {
    /// No noise.
    #[default]
    Good,
    /// 5 mW in free space at 2.4 GHz, and receivers of noise factor 5: everyone hears everyone, and nothing is lost.
    Literal,
    /// Frames fail, and pairs of stations lose sight of each other for half a second now and then.
    Effective,
    /// The range is so short that the network gets several hops.
    Range,
}

impl NoiseProfile {
    /// All, in the order of the choice in the table of knobs.
    pub const ALL: [NoiseProfile; 4] =
        [NoiseProfile::Good, NoiseProfile::Literal, NoiseProfile::Effective, NoiseProfile::Range];
}

/// Share of data frames that fail on an effectively noisy channel.
const EFFECTIVE_FRAME_ERROR: f64 = 0.15;
/// A pair of stations loses sight of each other 0.05 times a second …
const UP: Span = Span::from_secs(20);
/// … for half a second.
const DOWN: Span = Span::from_millis(500);
/// Noise factor that is called high for OPNET's receivers; linear.
const NOISE_FACTOR: f64 = 5.0;
/// 5 mW reach OPNET's sensitivity of −95 dBm at this distance, in metres.
const LITERAL_RANGE: f64 = 1244.0;
/// Decoding and sensing range on a short-range channel, in metres.
const SHORT_RANGE: (f64, f64) = (100.0, 220.0);

impl Default for Radio {
    fn default() -> Radio {
        let mac = MacSetup::new(Phy::new(PhyRate::A9));
        Radio {
            phy: mac.phy.data,
            fast_basic: mac.phy.fast_basic,
            rts: NO_RTS,
            short_retry: mac.short_retry_limit,
            long_retry: mac.long_retry_limit,
            decode: Propagation::NS2.decode,
            sense: Propagation::NS2.sense,
            model: Model::Sinr,
            noise: NoiseProfile::Good,
            frame_error: 0.0,
            bit_error: 0.0,
            queue: Queue::default(),
        }
    }
}

/// No packet is larger than this: never an RTS (ns-2's customary value).
pub const NO_RTS: u16 = 3000;

impl Radio {
    /// Takes on the ranges and errors of a profile.
    pub fn set_noise(&mut self, noise: NoiseProfile) {
        let plain = (Propagation::NS2.decode, Propagation::NS2.sense);
        (self.decode, self.sense) = match noise {
            NoiseProfile::Good | NoiseProfile::Effective => plain,
            NoiseProfile::Literal => (LITERAL_RANGE, LITERAL_RANGE),
            NoiseProfile::Range => SHORT_RANGE,
        };
        self.frame_error = if noise == NoiseProfile::Effective { EFFECTIVE_FRAME_ERROR } else { 0.0 };
        self.noise = noise;
    }

    /// Its set-up among stations at `positions`, `queue` as the worlds have it.
    #[must_use]
    pub(super) fn setup(&self, positions: &[Position], queue: crate::queue::QueueSetup) -> RadioSetup {
        let literal = self.noise == NoiseProfile::Literal;
        let weak = Propagation { watts: 0.005, hertz: 2.4e9, law: Law::FreeSpace, ..Propagation::NS2 };
        let law = if literal { weak } else { Propagation::NS2 };
        let stations = (0..).map(NodeId).zip(positions.iter().copied()).collect();
        RadioSetup {
            mac: MacSetup {
                phy: Phy { fast_basic: self.fast_basic, ..Phy::new(self.phy) },
                rts_threshold: self.rts,
                short_retry_limit: self.short_retry,
                long_retry_limit: self.long_retry,
            },
            propagation: Propagation { decode: self.decode, sense: self.sense, ..law },
            model: self.model,
            noise: Noise { frame: self.frame_error, bit: self.bit_error, figure: literal.then_some(NOISE_FACTOR) },
            outage: (self.noise == NoiseProfile::Effective).then_some(OutageSetup { up: UP, down: DOWN }),
            // The packet that a station is trying to deliver has left the queue.
            queue: crate::queue::QueueSetup { count_in_service: false, ..queue },
            ..RadioSetup::new(stations, Phy::new(self.phy))
        }
    }
}

impl Layout {
    /// Number of stations.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Layout::Row { hops, .. } => usize::from(*hops) + 1,
            Layout::Grid { rows, columns, .. } => usize::from(*rows) * usize::from(*columns),
            Layout::Free { nodes } => nodes.len(),
        }
    }

    /// Where the stations stand.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let cells = |columns: usize, spacing: f64| {
            let place = move |node: usize| Position {
                x: (node % columns) as f64 * spacing,
                y: (node / columns) as f64 * spacing,
            };
            (0..self.count().min(MAX_NODES)).map(place).collect()
        };
        match self {
            Layout::Row { spacing, .. } => cells(self.count(), *spacing),
            Layout::Grid { columns, spacing, .. } => cells(usize::from(*columns).max(1), *spacing),
            Layout::Free { nodes } => nodes.iter().map(|node| Position { x: node.x, y: node.y }).collect(),
        }
    }

    /// The line that packets follow, where it is not the shortest path.
    #[must_use]
    pub(super) fn line(&self) -> Option<Vec<u8>> {
        let Layout::Grid { rows, columns, serpentine: true, .. } = *self else { return None };
        // More stations than numbers is a fault of the grid, which its check reports.
        rows.checked_mul(columns)?;
        let row =
            |row: u8| (0..columns).map(move |column| if row.is_multiple_of(2) { column } else { columns - 1 - column });
        Some((0..rows).flat_map(|at| row(at).map(move |column| at * columns + column)).collect())
    }

    /// Four stations of which the third disturbs the second and cannot be heard by the first.
    #[must_use]
    pub fn hidden() -> Layout {
        let node = |(name, x): (&str, f64)| RadioNode { name: name.to_owned(), x, y: 0.0 };
        Layout::Free { nodes: [("A", 0.0), ("B", 240.0), ("C", 595.0), ("D", 800.0)].map(node).into() }
    }

    /// Source and destination of the `index`-th of several flows: along a row; in a grid along the diagonals, the middle
    /// row, the middle column and a slanting line, or all along the line that packets follow; elsewhere from every second
    /// station to the one listed behind it.
    #[must_use]
    pub(super) fn ends(&self, index: usize) -> (u8, u8) {
        let byte = |node: usize| node.min(MAX_NODES) as u8;
        let last = self.count().saturating_sub(1);
        let (from, to) = match (self, self.line()) {
            (Layout::Grid { .. }, Some(line)) => (0, usize::from(line.last().copied().unwrap_or(0))),
            (Layout::Grid { rows, columns, .. }, None) => {
                let (rows, columns) = (usize::from(*rows), usize::from(*columns));
                let (row, column) = (rows / 2 * columns, columns / 2);
                match index % 5 {
                    0 => (0, last),
                    1 => (columns - 1, (rows - 1) * columns),
                    2 => (row, row + columns - 1),
                    3 => (column, (rows - 1) * columns + column),
                    _ => (columns.min(last), last.saturating_sub(columns)),
                }
            }
            (Layout::Free { .. }, _) => {
                let from = 2 * (index % (self.count() / 2).max(1));
                (from, from + 1)
            }
            (Layout::Row { .. }, _) => (0, last),
        };
        (byte(from), byte(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_of_49_has_the_five_pairs_of_the_pack_study() {
        let grid = Layout::Grid { rows: 7, columns: 7, spacing: 200.0, serpentine: false };
        let ends: Vec<_> = (0..5).map(|index| grid.ends(index)).collect();
        assert_eq!(ends, [(0, 48), (6, 42), (21, 27), (3, 45), (7, 41)]);
        assert_eq!(grid.positions()[48], Position { x: 1200.0, y: 1200.0 });
    }

    #[test]
    fn a_serpentine_visits_everyone_once_and_steps_to_neighbours() {
        let grid = Layout::Grid { rows: 3, columns: 6, spacing: 200.0, serpentine: true };
        let (line, places) = (grid.line().expect("a line"), grid.positions());
        assert_eq!((line.len(), grid.ends(0)), (18, (0, 17)));
        for pair in line.windows(2) {
            let distance = places[usize::from(pair[0])].distance(places[usize::from(pair[1])]);
            assert!((distance - 200.0).abs() < 1e-9, "{pair:?}");
        }
    }

    #[test]
    fn a_profile_brings_its_ranges_and_errors() {
        let mut radio = Radio::default();
        radio.set_noise(NoiseProfile::Effective);
        assert_eq!((radio.frame_error, radio.decode), (0.15, 250.0));
        radio.set_noise(NoiseProfile::Range);
        assert_eq!((radio.frame_error, radio.decode), (0.0, 100.0));
    }
}
