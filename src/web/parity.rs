//! The door for the test that runs here and natively are the same.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::objects::thrown;
use super::session::time;
use crate::lab::Lab;
use crate::share;

/// Events per slice: browsers do not replace a function while it runs, so long calls stay slow.
const SLICE: u64 = 200_000;

/// Fingerprint of the run of a link after `seconds`.
///
/// # Errors
/// Throws the problems of the link.
#[wasm_bindgen]
pub fn run_fingerprint(fragment: &str, seconds: f64) -> Result<String, JsValue> {
    let (shared, _) = share::decode(fragment).map_err(|problems| thrown(&problems))?;
    let mut lab = Lab::new(shared.scenario).map_err(|problems| thrown(&problems))?;
    lab.go(time(seconds * 1e9));
    while !lab.work(SLICE) {}
    Ok(format!("{:016x}", lab.fingerprint()))
}
