//! The page's door to the simulator: one [`Session`] of calls, objects and typed arrays. A thin layer; what it tells is
//! made, and tested, in `lab`, `view`, `chart` and `export`.
//!
//! Times cross as numbers of nanoseconds in control calls, seeds and fingerprints as text. Objects cross through serde,
//! what is needed every frame as one typed array. Problems are thrown as `{ problems: [{ where, what, hint }] }`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod charts;
mod experiments;
mod inputs;
mod objects;
mod outputs;
mod panels;
mod panic;
mod parity;
mod repeat;
mod session;

use crate::tcp::registry;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

pub use experiments::{Outcomes, Run, experiments};
pub use parity::run_fingerprint;
pub use repeat::{Repeat, summarize};
pub use session::Session;

/// The version of this package, for the page's footer and for links.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Everything that can be chosen: presets, variants, knobs, and the words for causes and verdicts.
///
/// # Errors
/// None that the page could mend.
#[wasm_bindgen]
pub fn catalogue() -> Result<JsValue, JsError> {
    objects::to_js(&crate::view::catalogue())
}

/// The shortest name of the variant that `text` spells: a short name, or parts joined by `+`.
///
/// # Errors
/// Throws why it is refused.
#[wasm_bindgen]
pub fn variant_name(text: &str) -> Result<String, JsValue> {
    let variant = registry::parse_variant(text);
    variant.map(|variant| registry::variant_name(&variant)).map_err(|why| objects::problem("variant", text, &why.hint))
}

/// The message of the last panic, with link, seed and event number; empty if there was none.
#[wasm_bindgen]
#[must_use]
pub fn last_panic() -> String {
    panic::last()
}

/// Prepares the module: a panic leaves a message.
#[wasm_bindgen(start)]
pub fn start() {
    panic::install();
}
