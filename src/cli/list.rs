//! `list`: what there is to choose from.

use cwndlab::scenario::knobs::{Kind, Knob, TABLE};
use cwndlab::scenario::presets::PRESETS;
use cwndlab::tcp::registry::{all_variants, variant_name};
use serde::Serialize;

use super::table::Table;
use super::{Failure, print_json, print_text};

/// The JSON of `list`. Its shape is stable.
#[derive(Serialize)]
struct List {
    variants: Vec<Variant>,
    presets: Vec<Preset>,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct Variant {
    id: String,
    window: &'static str,
    recovery: &'static str,
    diagnose: &'static str,
    timeout: &'static str,
    source: String,
}

#[derive(Serialize)]
struct Preset {
    id: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct Parameter {
    id: &'static str,
    /// As in links: a number, or a word.
    default: String,
    unit: &'static str,
    /// Absent for choices.
    min: Option<f64>,
    /// Absent for choices.
    max: Option<f64>,
    source: &'static str,
}

/// Prints the list.
pub fn list(json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&List {
            variants: variants(),
            presets: PRESETS.iter().map(|preset| Preset { id: preset.id, title: preset.title }).collect(),
            parameters: TABLE.iter().map(parameter).collect(),
        });
    }
    let mut text = String::from("VARIANTS\n");
    let mut table = Table::new(&["id", "window", "recovery", "diagnose", "timeout", "source"]);
    for row in variants() {
        table.row(vec![
            row.id,
            row.window.into(),
            row.recovery.into(),
            row.diagnose.into(),
            row.timeout.into(),
            row.source,
        ]);
    }
    text.push_str(&table.render());
    text.push_str("\nPRESETS\n");
    let mut table = Table::new(&["id", "title", "shows"]);
    for preset in PRESETS {
        table.row(vec![preset.id.into(), preset.title.into(), preset.shows.into()]);
    }
    text.push_str(&table.render());
    text.push_str("\nPARAMETERS\n");
    let mut table = Table::new(&["id", "default", "what", "allowed", "turns", "source"]);
    for knob in TABLE {
        let turns = if knob.live { "live" } else { "rebuilds" };
        table.row(vec![
            knob.id.into(),
            knob.show(knob.default),
            knob.label.into(),
            knob.allowed(),
            turns.into(),
            knob.source.into(),
        ]);
    }
    text.push_str(&table.render());
    print_text(&text)
}

fn variants() -> Vec<Variant> {
    all_variants()
        .map(|variant| {
            let (recovery, timeout) = (variant.recovery.row(), variant.timeout.row());
            Variant {
                id: variant_name(&variant),
                window: variant.window.row().id,
                recovery: recovery.id,
                diagnose: variant.diagnose.row().id,
                timeout: timeout.id,
                source: format!("{}; {}", recovery.source, timeout.source),
            }
        })
        .collect()
}

fn parameter(knob: &Knob) -> Parameter {
    let (min, max) = match knob.kind {
        Kind::Number { min, max, off, .. } => (Some(if off { 0.0 } else { min }), Some(max)),
        Kind::Choice(_) | Kind::Spot => (None, None),
    };
    Parameter { id: knob.id, default: knob.show(knob.default), unit: knob.unit, min, max, source: knob.source }
}
