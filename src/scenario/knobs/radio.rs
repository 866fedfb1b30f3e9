//! Reading and turning what belongs to radio topologies.

use crate::radio::{Model, PhyRate};
use crate::scenario::radio::{NoiseProfile, Routing};
use crate::scenario::{Layout, Radio, Scenario, Topology};

/// The radio of a scenario.
pub(super) fn get(scenario: &Scenario, read: impl Fn(&Radio) -> f64) -> Option<f64> {
    scenario.topology.stations().map(|(_, radio)| read(radio))
}

/// Turns the radio of a scenario.
pub(super) fn set(scenario: &mut Scenario, write: impl FnOnce(&mut Radio)) {
    if let Some((_, radio)) = scenario.topology.stations_mut() {
        write(radio);
    }
}

/// Distance between neighbours, where it is the same everywhere.
pub(super) fn spacing(scenario: &Scenario) -> Option<f64> {
    match scenario.topology.stations()? {
        (Layout::Row { spacing, .. } | Layout::Grid { spacing, .. }, _) => Some(*spacing),
        _ => None,
    }
}

/// Sets the distance between neighbours.
pub(super) fn set_spacing(scenario: &mut Scenario, value: f64) {
    if let Some((Layout::Row { spacing, .. } | Layout::Grid { spacing, .. }, _)) = scenario.topology.stations_mut() {
        *spacing = value;
    }
}

/// Whether packets in a grid follow one line.
pub(super) fn serpentine(scenario: &Scenario) -> Option<f64> {
    match scenario.topology.stations()? {
        (Layout::Grid { serpentine, .. }, _) => Some(f64::from(u8::from(*serpentine))),
        _ => None,
    }
}

/// Lets packets in a grid follow one line; flows take their ends along.
pub(super) fn set_serpentine(scenario: &mut Scenario, value: f64) {
    if let Some((Layout::Grid { serpentine, .. }, _)) = scenario.topology.stations_mut() {
        *serpentine = value != 0.0;
        scenario.place_flows();
    }
}

/// The line that packets in a grid follow, where all flows start at its beginning.
pub(super) fn line(scenario: &Scenario) -> Option<Vec<u8>> {
    let (layout, _) = scenario.topology.stations()?;
    layout.line().filter(|line| scenario.flows.iter().all(|flow| Some(&flow.src) == line.first()))
}

/// How many hops of that line the first flow goes.
pub(super) fn hops_along_line(scenario: &Scenario) -> Option<f64> {
    let end = scenario.flows.first()?.dst;
    line(scenario)?.iter().position(|&node| node == end).map(|hops| hops as f64)
}

/// How stations find ways: 0 where they know the shortest ones, else one more than the place in the list.
pub(super) fn routing(scenario: &Scenario) -> Option<f64> {
    match &scenario.topology {
        Topology::Radio { .. } => Some(0.0),
        Topology::Mesh { routing, .. } => Some(1.0 + place(&Routing::ALL, routing)),
        _ => None,
    }
}

/// Sets how stations find ways.
pub(super) fn set_routing(scenario: &mut Scenario, value: f64) {
    let Some((layout, radio)) = scenario.topology.stations() else { return };
    let (layout, radio) = (layout.clone(), radio.clone());
    scenario.topology = match (value as usize).checked_sub(1).and_then(|place| Routing::ALL.get(place)) {
        Some(&routing) => Topology::Mesh { layout, radio, routing },
        None => Topology::Radio { layout, radio },
    };
}

/// The place of a choice in its list.
pub(super) fn place<T: PartialEq>(all: &[T], chosen: &T) -> f64 {
    all.iter().position(|one| one == chosen).unwrap_or(0) as f64
}

/// The rate in place `value` of the list.
pub(super) fn phy(value: f64) -> PhyRate {
    PhyRate::ALL.get(value as usize).copied().unwrap_or(PhyRate::A9)
}

/// The model in place `value` of the list.
pub(super) fn model(value: f64) -> Model {
    Model::ALL.get(value as usize).copied().unwrap_or_default()
}

/// The profile in place `value` of the list.
pub(super) fn noise(value: f64) -> NoiseProfile {
    NoiseProfile::ALL.get(value as usize).copied().unwrap_or_default()
}
