//! Reading and turning what belongs to radio topologies.

use crate::radio::{Model, PhyRate};
use crate::scenario::radio::NoiseProfile;
use crate::scenario::{Layout, Radio, Scenario, Topology};

/// The radio of a scenario.
pub(super) fn get(scenario: &Scenario, read: impl Fn(&Radio) -> f64) -> Option<f64> {
    if let Topology::Radio { radio, .. } = &scenario.topology { Some(read(radio)) } else { None }
}

/// Turns the radio of a scenario.
pub(super) fn set(scenario: &mut Scenario, write: impl FnOnce(&mut Radio)) {
    if let Topology::Radio { radio, .. } = &mut scenario.topology {
        write(radio);
    }
}

/// Distance between neighbours, where it is the same everywhere.
pub(super) fn spacing(scenario: &Scenario) -> Option<f64> {
    match scenario.topology {
        Topology::Radio { layout: Layout::Row { spacing, .. } | Layout::Grid { spacing, .. }, .. } => Some(spacing),
        _ => None,
    }
}

/// Sets the distance between neighbours.
pub(super) fn set_spacing(scenario: &mut Scenario, value: f64) {
    if let Topology::Radio { layout: Layout::Row { spacing, .. } | Layout::Grid { spacing, .. }, .. } =
        &mut scenario.topology
    {
        *spacing = value;
    }
}

/// Whether packets in a grid follow one line.
pub(super) fn serpentine(scenario: &Scenario) -> Option<f64> {
    match scenario.topology {
        Topology::Radio { layout: Layout::Grid { serpentine, .. }, .. } => Some(f64::from(u8::from(serpentine))),
        _ => None,
    }
}

/// Lets packets in a grid follow one line; flows take their ends along.
pub(super) fn set_serpentine(scenario: &mut Scenario, value: f64) {
    if let Topology::Radio { layout: Layout::Grid { serpentine, .. }, .. } = &mut scenario.topology {
        *serpentine = value != 0.0;
        scenario.place_flows();
    }
}

/// The line that packets in a grid follow, where all flows start at its beginning.
pub(super) fn line(scenario: &Scenario) -> Option<Vec<u8>> {
    let Topology::Radio { layout, .. } = &scenario.topology else { return None };
    layout.line().filter(|line| scenario.flows.iter().all(|flow| Some(&flow.src) == line.first()))
}

/// How many hops of that line the first flow goes.
pub(super) fn hops_along_line(scenario: &Scenario) -> Option<f64> {
    let end = scenario.flows.first()?.dst;
    line(scenario)?.iter().position(|&node| node == end).map(|hops| hops as f64)
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
