//! Any text as an endpoint script: it is refused with a line number, or it runs.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(script) = cwndlab::script::parse(text) {
        let _ = cwndlab::script::run(&script);
    }
});
