//! A scenario: everything a run depends on, as data that people write and links carry.
//!
//! A scenario has up to four *lanes*: worlds that share topology, traffic, seed and luck and differ in the variant of
//! TCP or in a few overridden parameters. Its knob log holds the changes made while time runs.
//!
//! Two text forms exist: JSON for files (times are decimal seconds, rates bit/s, unknown fields are errors) and the
//! links of [`crate::share`]. The binary form inside packed links follows the order of the fields here; it is part of
//! the link format, so fields are only ever added under a new format version.

mod build;
pub mod knobs;
pub mod limits;
mod lte_car;
mod path;
pub mod presets;
pub mod problem;
pub mod radio;
mod setting;
mod thresholds;
pub mod topology;
mod validate;

use serde::{Deserialize, Serialize};

use crate::time::{Span, Time};

pub use build::{build, knob_log, live};
pub use path::{LateHops, Path};
pub use problem::{Notice, Problem, nearest};
pub use radio::{Layout, NoiseProfile, Radio, RadioNode, Routing};
pub use setting::{KnobEntry, Settings};
pub use topology::{Aqm, Burst, CustomLink, Hold, LimitUnit, Link, Node, Queue, Topology, Trace};
pub use validate::{clamp, validate};

/// Everything a run depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Nodes and links.
    pub topology: Topology,
    /// Impairments that belong to paths and routers.
    #[serde(default)]
    pub path: Path,
    /// Name of the set of TCP parameters to start from.
    #[serde(default = "default_profile")]
    pub profile: String,
    /// TCP parameters that differ from the profile.
    #[serde(default)]
    pub tcp: Settings,
    /// The connections.
    pub flows: Vec<Flow>,
    /// The worlds to compare, one to four.
    pub lanes: Vec<Lane>,
    /// Changes made while time runs, in the order of their times.
    #[serde(default)]
    pub knobs: Vec<KnobEntry>,
    /// How long the run lasts, in seconds.
    #[serde(default = "default_duration")]
    pub duration: Span,
    /// Seed of all luck, text in JSON because numbers there lose bits.
    #[serde(with = "seed_text")]
    pub seed: u64,
}

/// A connection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flow {
    /// Node of the sender.
    pub src: u8,
    /// Node of the receiver.
    pub dst: u8,
    /// What it sends.
    #[serde(default)]
    pub app: App,
    /// When it starts, in seconds; up to 100 ms later, as the seed says.
    #[serde(default)]
    pub start: Time,
    /// Its variant; the lane's where absent.
    #[serde(default)]
    pub variant: Option<String>,
}

/// What an application sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum App {
    /// Data without end.
    #[default]
    Bulk,
    /// A number of bytes.
    Bytes(u64),
}

/// One of the worlds to compare.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// Its name on the screen.
    pub label: String,
    /// Variant of every flow that does not name its own.
    pub variant: String,
    /// Parameters that differ in this lane.
    #[serde(default)]
    pub overrides: Settings,
}

impl Lane {
    /// A lane that differs in its variant only, and is called like it.
    #[must_use]
    pub fn of(variant: &str) -> Lane {
        Lane { label: variant.to_owned(), variant: variant.to_owned(), overrides: Settings::default() }
    }
}

/// The set of TCP parameters that the comparison of timeout responders was made with.
pub const DEFAULT_PROFILE: &str = "nrt";

fn default_profile() -> String {
    DEFAULT_PROFILE.to_owned()
}

fn default_duration() -> Span {
    limits::DEFAULT_DURATION
}

impl Scenario {
    /// One bulk flow over `topology`, NRT beside NewReno.
    #[must_use]
    pub fn new(topology: Topology) -> Scenario {
        let (src, dst) = topology.ends(0);
        Scenario {
            topology,
            path: Path::default(),
            profile: default_profile(),
            tcp: Settings::default(),
            flows: vec![Flow { src, dst, app: App::Bulk, start: Time::ZERO, variant: None }],
            lanes: vec![Lane::of("nrt"), Lane::of("newreno")],
            knobs: Vec::new(),
            duration: default_duration(),
            seed: 1,
        }
    }

    /// Sets the number of flows: more of the same on a chain or a line, one pair of hosts each on a dumbbell.
    pub fn set_flow_count(&mut self, count: usize) {
        if let Topology::Dumbbell { pairs, .. } = &mut self.topology {
            *pairs = count.min(limits::MAX_FLOWS) as u8;
        }
        let stagger = self.stagger();
        let last = self.flows.last().cloned();
        let follow = last.is_some() && self.topology.has_line();
        self.flows.resize_with(count, || {
            last.clone().unwrap_or(Flow { src: 0, dst: 0, app: App::Bulk, start: Time::ZERO, variant: None })
        });
        if !follow {
            self.place_flows();
        }
        self.set_stagger(stagger);
    }

    /// Gives every flow the ends that the topology has for it.
    pub fn place_flows(&mut self) {
        for (index, flow) in self.flows.iter_mut().enumerate() {
            (flow.src, flow.dst) = self.topology.ends(index);
        }
    }

    /// Time between the starts of the first two flows.
    #[must_use]
    pub fn stagger(&self) -> Span {
        match self.flows.as_slice() {
            [first, second, ..] => second.start.saturating_since(first.start),
            _ => Span::ZERO,
        }
    }

    /// Lets the flows start `stagger` apart.
    pub fn set_stagger(&mut self, stagger: Span) {
        for (index, flow) in self.flows.iter_mut().enumerate() {
            flow.start = Time::from_nanos(stagger.as_nanos().saturating_mul(index as u64));
        }
    }
}

/// A seed as text in JSON (a number is accepted where it is whole), as a number in links.
mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(seed) } else { serializer.serialize_u64(*seed) }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = u64;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number below 2^64, as text")
            }
            fn visit_u64<E: de::Error>(self, seed: u64) -> Result<u64, E> {
                Ok(seed)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<u64, E> {
                text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(Visitor)
        } else {
            u64::deserialize(deserializer)
        }
    }
}
