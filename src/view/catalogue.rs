//! Everything that can be chosen, for the page's inputs.

use serde::Serialize;

use super::words::{Cause, VERDICTS, causes, variant_label};
use crate::lab::ENGINE;
use crate::scenario::knobs::{self, Kind, KnobId, Place, Scale};
use crate::scenario::presets;
use crate::share::{EXAMPLES, Example, KEYS, Key};
use crate::tcp::registry::{self, ALIASES, Pair};
use crate::tcp::variant::{DiagnoseId, RecoveryId, Row, TimeoutId, WindowId};

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Catalogue {
    /// Version of the package.
    pub version: &'static str,
    /// Version of the engine.
    pub engine: u32,
    /// Ready-made scenarios, the first-load one first.
    pub presets: Vec<Preset>,
    /// Topologies with their defaults.
    pub topologies: Vec<Named>,
    /// Variants offered for lanes.
    pub variants: Vec<Variant>,
    /// Parts of variants by axis.
    pub parts: Parts,
    /// What becomes of a recovery and a timeout part together.
    pub pairs: Vec<PairRow>,
    /// The keys of links besides the ids of knobs.
    pub keys: &'static [Key],
    /// Links that show how it is done.
    pub examples: &'static [Example],
    /// Inputs.
    pub knobs: Vec<Knob>,
    /// What can have caused a timeout.
    pub causes: Vec<Cause>,
    /// What a sender can conclude.
    pub verdicts: [Cause; 7],
}

/// A ready-made scenario.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preset {
    id: &'static str,
    title: &'static str,
    sentence: &'static str,
    caption: &'static str,
}

/// An id with a title.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Named {
    id: &'static str,
    title: &'static str,
}

/// A variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Variant {
    id: String,
    label: String,
    sentence: String,
    source: &'static str,
}

/// The parts a variant can be put together from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parts {
    window: Vec<Part>,
    recovery: Vec<Part>,
    diagnose: Vec<Part>,
    timeout: Vec<Part>,
}

/// A part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Part {
    id: &'static str,
    title: &'static str,
    source: &'static str,
}

/// What becomes of a recovery and a timeout part together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairRow {
    recovery: &'static str,
    timeout: &'static str,
    /// `defined`, `same` (as over another recovery part) or `refused`.
    kind: &'static str,
    /// The same as what, or why not; empty where it is defined.
    note: String,
}

/// An input.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Knob {
    id: &'static str,
    label: &'static str,
    unit: &'static str,
    group: &'static str,
    kind: &'static str,
    min: f64,
    max: f64,
    step: f64,
    scale: &'static str,
    default: Value,
    live: bool,
    /// Whether lanes can differ in it.
    per_lane: bool,
    /// The part of a variant that alone looks at it, if one does.
    part: Option<&'static str>,
    /// Which values it takes, in words.
    allowed: String,
    /// Where the default comes from.
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<Choice>>,
    note: String,
}

/// A number, or the id of a choice.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number in the knob's unit.
    Number(f64),
    /// The id of a choice.
    Choice(String),
}

/// One of several words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    id: &'static str,
    label: &'static str,
}

impl Value {
    /// `value` of a knob as the page wants it.
    #[must_use]
    pub fn of(what: KnobId, value: f64) -> Value {
        match what.knob().kind {
            Kind::Number { .. } => Value::Number(value),
            Kind::Choice(_) | Kind::Spot => Value::Choice(what.knob().show(value)),
        }
    }
}

/// Everything there is.
#[must_use]
pub fn catalogue() -> Catalogue {
    let preset = |preset: &presets::Preset| Preset {
        id: preset.id,
        title: preset.title,
        sentence: preset.shows,
        caption: preset.watch,
    };
    let topology = |id: &'static str| Named { id, title: topology_title(id) };
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        engine: ENGINE,
        presets: presets::PRESETS.iter().map(preset).collect(),
        topologies: presets::TOPOLOGIES.into_iter().map(topology).collect(),
        variants: variants(),
        parts: Parts {
            window: WindowId::ALL.iter().map(|id| part(id.row())).collect(),
            recovery: RecoveryId::ALL.iter().map(|id| part(id.row())).collect(),
            diagnose: DiagnoseId::ALL.iter().map(|id| part(id.row())).collect(),
            timeout: TimeoutId::ALL.iter().map(|id| part(id.row())).collect(),
        },
        pairs: pairs(),
        keys: KEYS,
        examples: EXAMPLES,
        knobs: KnobId::all().map(knob).collect(),
        causes: causes(),
        verdicts: VERDICTS,
    }
}

fn topology_title(id: &str) -> &'static str {
    match id {
        "chain" => "Chain",
        "dumbbell" => "Dumbbell",
        "wlan-chain" => "Radio chain",
        "wlan-grid-18" => "Radio grid of 18, one line",
        "wlan-grid-49" => "Radio grid of 49",
        _ => "Hidden terminal",
    }
}

const fn part(row: Row) -> Part {
    Part { id: row.id, title: row.title, source: row.source }
}

/// Every pair of a recovery and a timeout part.
fn pairs() -> Vec<PairRow> {
    let row = |recovery: RecoveryId, timeout: TimeoutId| {
        let (kind, note) = match registry::pair(recovery, timeout) {
            Pair::Defined => ("defined", String::new()),
            Pair::SameAs(other) => ("same", format!("the same as over {}", variant_label(other.row().id))),
            Pair::Refused(why) => ("refused", why.to_owned()),
        };
        PairRow { recovery: recovery.row().id, timeout: timeout.row().id, kind, note }
    };
    let all =
        RecoveryId::ALL.iter().flat_map(|&recovery| TimeoutId::ALL.iter().map(move |&timeout| row(recovery, timeout)));
    all.collect()
}

/// The part whose option a knob is: its id starts with the part's.
fn part_of(knob: &str) -> Option<&'static str> {
    let windows = WindowId::ALL.iter().map(|id| id.row());
    let recoveries = RecoveryId::ALL.iter().map(|id| id.row());
    let diagnoses = DiagnoseId::ALL.iter().map(|id| id.row());
    let timeouts = TimeoutId::ALL.iter().map(|id| id.row());
    let mut rows = windows.chain(recoveries).chain(diagnoses).chain(timeouts);
    rows.find(|row| knob.strip_prefix(row.id).is_some_and(|rest| rest.starts_with('_'))).map(|row| row.id)
}

/// The short names first, then those with a timeout part of their own; the page puts together the others from parts.
fn variants() -> Vec<Variant> {
    let named = ALIASES.iter().map(|alias| alias.variant);
    let short = |variant: &crate::tcp::Variant| registry::variant_name(variant).split('+').count() <= 2;
    let others =
        registry::all_variants().filter(|variant| ALIASES.iter().all(|alias| alias.variant != *variant)).filter(short);
    named
        .chain(others)
        .map(|variant| {
            let id = registry::variant_name(&variant);
            let (recovery, timeout) = (variant.recovery.row(), variant.timeout.row());
            let sentence = format!("Holes: {}. Timer: {}.", lower(recovery.title), lower(timeout.title));
            Variant { label: variant_label(&id), id, sentence, source: timeout.source }
        })
        .collect()
}

/// A title inside a sentence.
fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Which group of inputs a knob belongs to.
fn group(id: &str) -> &'static str {
    match id {
        "hops" | "narrow" | "rate" | "access" | "prop" | "accessprop" | "fwd" | "trace" | "dur" | "spacing"
        | "serpentine" | "routing" | "move" | "phy" | "basic" | "rts" | "shortretry" | "longretry" | "decode"
        | "sense" | "reception" => "topology",
        "queue" | "queueunit" | "aqm" | "redweight" | "redmin" | "redmax" | "redp" | "redgentle" => "queue",
        "flows" | "stagger" | "cross" => "traffic",
        "loss" | "ackloss" | "late" | "lateby" | "lateorder" | "latehops" | "linkloss" | "ber" | "burst"
        | "burstlen" | "burstgap" | "spike" | "spikegap" | "spikekind" | "jitter" | "jitterorder" | "noise" | "fer"
        | "airber" => "channel",
        _ => "timer",
    }
}

fn knob(what: KnobId) -> Knob {
    let knob = what.knob();
    let mut row = Knob {
        id: knob.id,
        label: knob.label,
        unit: knob.unit,
        group: group(knob.id),
        kind: "number",
        min: 0.0,
        max: 0.0,
        step: 1.0,
        scale: "linear",
        default: Value::of(what, knob.default),
        live: knob.live,
        per_lane: matches!(knob.place, Place::Tcp),
        part: part_of(knob.id),
        allowed: knob.allowed(),
        source: knob.source,
        choices: None,
        note: note(knob),
    };
    match knob.kind {
        Kind::Spot => row.kind = "spot",
        Kind::Number { min, max, step, scale, .. } => {
            (row.min, row.max, row.step) = (min, max, step);
            row.scale = if scale == Scale::Log { "log" } else { "linear" };
        }
        Kind::Choice(words) => {
            row.kind = "choice";
            row.max = (words.len() - 1) as f64;
            row.choices = Some(words.iter().map(|&id| Choice { id, label: choice_label(id) }).collect());
        }
    }
    row
}

/// What a link may say, which is not always how the page writes it, and where the default comes from.
fn note(knob: &knobs::Knob) -> String {
    let source = if knob.source == "choice" { "a choice of this simulator" } else { knob.source };
    let (id, default) = (knob.id, knob.show(knob.default));
    if matches!(knob.place, Place::Log(_)) {
        return format!("In links k={id}@seconds:value; a value is {}.", knob.allowed());
    }
    format!("In links {id}={default}: {}. Default: {default}; source: {source}.", knob.allowed())
}

/// A choice as the page writes it.
fn choice_label(id: &'static str) -> &'static str {
    match id {
        "droptail" => "drop-tail",
        "red" => "RED, drops",
        "ecn" => "RED, marks",
        "modified" => "marks by threshold",
        "rate" => "a fixed rate",
        "ltecar" => "a car's cellular link",
        "file" => "a recorded trace",
        "static" => "known, the shortest",
        "dsr" => "searched by DSR",
        "bottleneck" => "the bottleneck",
        "dsr-overhear" => "searched by DSR, also overheard",
        "a6" => "802.11a, 6 Mbit/s",
        "a9" => "802.11a, 9 Mbit/s",
        "a12" => "802.11a, 12 Mbit/s",
        "a18" => "802.11a, 18 Mbit/s",
        "a24" => "802.11a, 24 Mbit/s",
        "a36" => "802.11a, 36 Mbit/s",
        "a48" => "802.11a, 48 Mbit/s",
        "a54" => "802.11a, 54 Mbit/s",
        "b1" => "802.11b, 1 Mbit/s",
        "b2" => "802.11b, 2 Mbit/s",
        "b5" => "802.11b, 5.5 Mbit/s",
        "b11" => "802.11b, 11 Mbit/s",
        "protocol" => "destroy each other",
        "capture" => "the first survives weaker ones",
        "sinr" => "the stronger survives",
        "good" => "no noise",
        "literal" => "noise factor 5, free space",
        "effective" => "lost frames and outages",
        "range" => "short range",
        other => other,
    }
}
