//! Where stations stand, and with which power they hear each other.
//!
//! Two-ray ground beyond the crossover distance, free space below it, with the numbers of ns-2.35 (914 MHz WaveLAN): a
//! frame is decoded up to 250 m and sensed up to 550 m. Ranges are what counts and powers only enter as ratios, so
//! ranges are parameters of their own.

use serde::{Deserialize, Serialize};

/// A place, in metres.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Position {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Position {
    /// Distance to `other`, in metres.
    #[must_use]
    pub fn distance(self, other: Position) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }
}

/// Power, in attowatts: whole numbers, so that what is added can be taken away again without a rest.
pub type Attowatts = u64;

/// How power falls with distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// With the square of the distance (Friis 1946).
    FreeSpace,
    /// As in free space up to the crossover distance, with its fourth power beyond (Rappaport 1996 §3.6).
    TwoRay,
}

/// The path between two antennas of gain 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Propagation {
    /// Transmission power, in watts.
    pub watts: f64,
    /// Carrier, in hertz.
    pub hertz: f64,
    /// Height of the antennas, in metres.
    pub height: f64,
    /// How power falls with distance.
    pub law: Law,
    /// A frame can be decoded up to here, in metres.
    pub decode: f64,
    /// A frame is sensed, and interferes, up to here, in metres; not below `decode`.
    pub sense: f64,
}

/// Speed of light as ns-2 has it, in metres per second: its powers are exact at 250 and 550 m.
const SPEED_OF_LIGHT: f64 = 3.0e8;

/// Closer antennas are taken to be so far apart, in metres.
const CLOSEST: f64 = 1.0;

const ATTO: f64 = 1e18;

impl Propagation {
    /// ns-2.35's defaults.
    pub const NS2: Propagation =
        Propagation { watts: 0.281_838_15, hertz: 914e6, height: 1.5, law: Law::TwoRay, decode: 250.0, sense: 550.0 };

    /// Distance from which the ray from the ground counts, in metres.
    #[must_use]
    pub fn crossover(&self) -> f64 {
        4.0 * std::f64::consts::PI * self.height * self.height * self.hertz / SPEED_OF_LIGHT
    }

    /// Power received at `distance` metres.
    #[must_use]
    pub fn power(&self, distance: f64) -> Attowatts {
        let d = distance.max(CLOSEST);
        let watts = if self.law == Law::TwoRay && d > self.crossover() {
            self.watts * (self.height * self.height / (d * d)) * (self.height * self.height / (d * d))
        } else {
            let part = SPEED_OF_LIGHT / self.hertz / (4.0 * std::f64::consts::PI * d);
            self.watts * part * part
        };
        (watts * ATTO) as Attowatts
    }
}

/// A station within earshot of another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hearer {
    /// Which.
    pub node: crate::ids::NodeId,
    /// With what power it hears the other.
    pub power: Attowatts,
    /// Whether it is close enough to decode.
    pub decodable: bool,
}

/// Who hears a station at `from`, of `others` with their places, in their order.
pub fn hearers<'a>(
    law: &'a Propagation,
    from: Position,
    others: impl Iterator<Item = (crate::ids::NodeId, Position)> + 'a,
) -> impl Iterator<Item = Hearer> + 'a {
    others.filter_map(move |(node, position)| {
        let distance = from.distance(position);
        let hearer = || Hearer { node, power: law.power(distance), decodable: distance <= law.decode };
        (distance <= law.sense.max(law.decode)).then(hearer)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;

    #[test]
    fn powers_of_ns2() {
        let law = Propagation::NS2;
        assert!((law.crossover() - 86.1).abs() < 0.1);
        let table = [
            (100.0, 1.427e-8),
            (200.0, 8.918e-10),
            (250.0, 3.6526e-10),
            (400.0, 5.573e-11),
            (550.0, 1.5592e-11),
            (600.0, 1.101e-11),
        ];
        for (distance, watts) in table {
            let found = law.power(distance) as f64 / ATTO;
            assert!((found / watts - 1.0).abs() < 5e-4, "{distance} m: {found}");
        }
        assert_eq!(law.power(0.0), law.power(1.0));
        let below = law.power(80.0) as f64 / law.power(40.0) as f64;
        assert!((below - 0.25).abs() < 1e-3, "free space below the crossover");
    }

    #[test]
    fn free_space_of_a_weak_sender() {
        let law = Propagation { watts: 0.005, hertz: 2.4e9, law: Law::FreeSpace, ..Propagation::NS2 };
        let dbm = |distance| 10.0 * crate::math::log10(law.power(distance) as f64 / ATTO * 1e3);
        assert!((dbm(1244.0) + 95.0).abs() < 0.05, "{}", dbm(1244.0));
    }

    /// Nodes of a grid of `rows` by `columns`, 200 m apart.
    fn grid(rows: u8, columns: u8) -> Vec<(NodeId, Position)> {
        let place = |node: u8| Position { x: f64::from(node % columns) * 200.0, y: f64::from(node / columns) * 200.0 };
        (0..rows * columns).map(|node| (NodeId(node), place(node))).collect()
    }

    /// How many decode and how many more only sense the node at `row`, `column`.
    fn heard(rows: u8, columns: u8, row: u8, column: u8) -> (usize, usize) {
        let all = grid(rows, columns);
        let (me, from) = all[usize::from(row * columns + column)];
        let hearing: Vec<_> =
            hearers(&Propagation::NS2, from, all.into_iter().filter(|(node, _)| *node != me)).collect();
        let decoding = hearing.iter().filter(|hearer| hearer.decodable).count();
        (decoding, hearing.len())
    }

    #[test]
    fn who_hears_whom_in_grids() {
        assert_eq!(heard(7, 7, 3, 3), (4, 20));
        assert_eq!(heard(7, 7, 0, 0), (2, 7));
        assert_eq!(heard(7, 7, 0, 3).1, 12);
        assert_eq!(heard(3, 6, 0, 0).1, 7);
        assert_eq!(heard(3, 6, 1, 2).1, 14);
        assert_eq!(heard(2, 9, 0, 0).1, 5);
        assert_eq!(heard(2, 9, 0, 4).1, 9);
    }

    #[test]
    fn who_hears_whom_in_a_row() {
        assert_eq!(heard(1, 11, 0, 5), (2, 4));
        let powers = [200.0, 283.0, 400.0, 447.0].map(|distance| Propagation::NS2.power(distance) as f64);
        let ratios = powers.map(|power| powers[0] / power);
        for (ratio, expected) in ratios.iter().zip([1.0, 4.0, 16.0, 25.0]) {
            assert!((ratio / expected - 1.0).abs() < 0.01, "{ratios:?}");
        }
    }
}
