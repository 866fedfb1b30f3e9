//! The page's door to the simulator.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of this package, for the page's footer and for links.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
