//! A panic ends the module. What it leaves is a message in the page, with what it takes to see it again.

use std::fmt::Write;

use wasm_bindgen::JsValue;

/// Global of the page that holds the message.
const MESSAGE: &str = "cwndlabPanic";
/// Global of the page that holds what was running.
const RUNNING: &str = "cwndlabRunning";

fn set(name: &str, text: &str) {
    // Fails only on a frozen global object; then there is no place for a message.
    let _ = js_sys::Reflect::set(&js_sys::global(), &JsValue::from_str(name), &JsValue::from_str(text));
}

fn get(name: &str) -> String {
    let value = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str(name));
    value.ok().and_then(|value| value.as_string()).unwrap_or_default()
}

/// Lets panics leave a message.
pub(super) fn install() {
    std::panic::set_hook(Box::new(|info| {
        let mut text = info.to_string();
        let running = get(RUNNING);
        if !running.is_empty() {
            let _ = write!(text, "\n{running}");
        }
        set(MESSAGE, &text);
    }));
}

/// Notes what is running, for the message of a panic.
pub(super) fn running(link: &str, seed: u64) {
    set(RUNNING, &format!("link #{link}\nseed {seed}"));
}

/// The message.
pub(super) fn last() -> String {
    get(MESSAGE)
}
