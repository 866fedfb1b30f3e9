//! Every preset gives the recorded run. The same file is checked under node, so the runs are the same everywhere.

use std::fmt::Write;
use std::path::Path;

use cwndlab::lab::Lab;
use cwndlab::scenario::presets;
use cwndlab::time::{Span, Time};

/// Simulated seconds of each run.
const SECONDS: u64 = 60;

fn fingerprints() -> String {
    let mut text = String::new();
    for id in presets::base_ids() {
        let mut lab = Lab::new(presets::base(id).expect("an id of the list")).expect("a valid preset");
        lab.go(Time::ZERO + Span::from_secs(SECONDS));
        lab.finish();
        writeln!(text, "p={id} {SECONDS} {:016x}", lab.fingerprint()).expect("memory takes everything");
    }
    text
}

/// `cargo xtask bless` sets `CWNDLAB_BLESS` and with it records the runs anew.
#[test]
fn presets_give_the_recorded_runs() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fingerprints.txt");
    let found = fingerprints();
    if std::env::var_os("CWNDLAB_BLESS").is_some() {
        std::fs::write(&file, &found).expect("the repository can be written");
        return;
    }
    let recorded = std::fs::read_to_string(&file).expect("tests/golden/fingerprints.txt");
    for (found, recorded) in found.lines().zip(recorded.lines()) {
        assert_eq!(found, recorded);
    }
    assert_eq!(found.lines().count(), recorded.lines().count());
}
