//! Ready-made scenarios. Each is a claim: something to see within a minute, with a sentence on what it shows.
//!
//! A preset is data: a topology, the knobs turned away from its defaults, and lanes. Ids are in links, so they are
//! append-only; a preset whose numbers change is another preset to the links made before, which then say so by their
//! fingerprint.

mod table;

use crate::scenario::knobs::KnobId;
use crate::scenario::{KnobEntry, Lane, Layout, Radio, Scenario, Topology};
use crate::time::Time;

pub use table::PRESETS;

/// A ready-made scenario.
#[derive(Debug)]
pub struct Preset {
    /// Its id in links and on the command line.
    pub id: &'static str,
    /// Its name on the screen.
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub shows: &'static str,
    /// What to watch, in one line.
    pub watch: &'static str,
    /// The topology it starts from, an id of [`TOPOLOGIES`].
    topology: &'static str,
    /// Knobs turned away from the defaults, as in links.
    turned: &'static [(&'static str, &'static str)],
    /// Knobs turned while time runs: seconds, knob, value.
    log: &'static [(&'static str, &'static str, &'static str)],
    /// Variants of the flows, where they are mixed in one world.
    mix: &'static [(&'static str, usize)],
    /// The lanes.
    lanes: &'static [PresetLane],
    /// The seed.
    seed: u64,
}

/// A lane of a preset.
#[derive(Debug)]
struct PresetLane {
    /// Empty: like the variant.
    label: &'static str,
    variant: &'static str,
    overrides: &'static [(&'static str, &'static str)],
}

/// Ids of the topologies that a readable link can start from. Append only.
pub const TOPOLOGIES: [&str; 6] = ["chain", "dumbbell", "wlan-chain", "wlan-grid-18", "wlan-grid-49", "wlan-hidden"];

/// The scenario that a readable link starts from: a preset, or a topology with its defaults.
#[must_use]
pub fn base(id: &str) -> Option<Scenario> {
    match id {
        "chain" => Some(Scenario::new(Topology::chain(7))),
        "dumbbell" => Some(Scenario::new(Topology::dumbbell(1))),
        "wlan-chain" => Some(Scenario::new(Topology::radio_row(7))),
        "wlan-grid-18" => Some(Scenario::new(Topology::radio_grid(3, 6, true))),
        "wlan-hidden" => {
            let mut scenario = Scenario::new(Topology::Radio { layout: Layout::hidden(), radio: Radio::default() });
            scenario.set_flow_count(2);
            scenario.place_flows();
            Some(scenario)
        }
        "wlan-grid-49" => Some(Scenario::new(Topology::radio_grid(7, 7, false))),
        _ => PRESETS.iter().find(|preset| preset.id == id).map(Preset::scenario),
    }
}

/// Everything a readable link can start from: topologies, then presets.
pub fn base_ids() -> impl Iterator<Item = &'static str> {
    TOPOLOGIES.into_iter().chain(PRESETS.iter().map(|preset| preset.id))
}

/// A knob and its value from their texts.
///
/// # Panics
/// If the table of presets has a typing error; a test reads every preset.
fn setting(&(id, value): &(&str, &str)) -> (KnobId, f64) {
    let what = KnobId::find(id).expect("a knob of the table");
    (what, what.knob().parse(value).expect("a value of the knob"))
}

impl Preset {
    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let mut scenario = base(self.topology).expect("a topology");
        for (what, value) in self.turned.iter().map(setting) {
            what.write(&mut scenario, value);
        }
        let variants = self.mix.iter().flat_map(|&(variant, count)| std::iter::repeat_n(variant, count));
        for (flow, variant) in scenario.flows.iter_mut().zip(variants) {
            flow.variant = Some(variant.to_owned());
        }
        let entry = |&(t, id, value): &(&str, &str, &str)| {
            let (what, value) = setting(&(id, value));
            KnobEntry { t: Time::parse_secs(t).expect("decimal seconds"), what, value }
        };
        scenario.knobs = self.log.iter().map(entry).collect();
        scenario.lanes = self.lanes.iter().map(PresetLane::lane).collect();
        scenario.seed = self.seed;
        scenario
    }
}

impl PresetLane {
    fn lane(&self) -> Lane {
        let label = if self.label.is_empty() { self.variant } else { self.label };
        Lane {
            label: label.to_owned(),
            variant: self.variant.to_owned(),
            overrides: self.overrides.iter().map(setting).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
