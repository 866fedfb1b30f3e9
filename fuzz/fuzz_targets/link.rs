//! Any text as a link: it is refused with named problems, or its world runs.

#![no_main]

use cwndlab::scenario::{build, knob_log};
use cwndlab::share::{decode, encode};
use cwndlab::time::Time;
use cwndlab::trace::Unwatched;
use cwndlab::world::World;

/// Enough to reach every kind of event, few enough for thousands of links a second.
const EVENTS: u64 = 100;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match decode(text) {
        Err(problems) => assert!(!problems.is_empty(), "a refusal says why"),
        Ok((shared, _)) => {
            let again = decode(&encode(&shared)).expect("a link that was written can be read");
            assert_eq!(again.0, shared);
            for lane in 0..shared.scenario.lanes.len() {
                let mut world = World::new(&build(&shared.scenario, lane));
                world.advance(Time::NEVER, &knob_log(&shared.scenario, lane), &mut Unwatched, EVENTS);
            }
        }
    }
});
