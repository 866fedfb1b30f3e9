//! Some runs of the committed results, done again: the same numbers to the last digit.
//!
//! Which ones is chosen by the commit, so that over time all of them are.

use std::path::{Path, PathBuf};
use std::process::Command;

use cwndlab::experiment::{METRICS, Trial};
use cwndlab::lab::ENGINE;
use cwndlab::rng::mix;

/// How many runs are done again.
const AGAIN: u64 = 20;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A number that differs from commit to commit; one and the same where there is no commit.
fn choice() -> u64 {
    let given = ["CWNDLAB_COMMIT", "GITHUB_SHA"].iter().find_map(|name| std::env::var(name).ok());
    let asked = || {
        let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let text = given.or_else(asked).unwrap_or_default();
    text.trim().bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// The cells of a row without those that say where it belongs.
fn numbers(link: &str, course: bool) -> Vec<String> {
    let mut trial = Trial::open(link, course).expect("a link of the results");
    while !trial.work(u64::MAX) {}
    let outcome = trial.outcome();
    let value = |value: &Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let course: Vec<String> = outcome.course.iter().map(f64::to_string).collect();
    let behind = [outcome.confusion.clone(), course.join(" "), link.to_owned()];
    [outcome.fingerprint.clone()].into_iter().chain(outcome.values.iter().map(value)).chain(behind).collect()
}

fn again(file: &Path, count: u64) {
    let mut reader = csv::Reader::from_path(file).expect("committed results");
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert!(rows.iter().all(|row| row.len() == METRICS.len() + 9 && row[0] == ENGINE.to_string()), "another engine");
    for turn in 0..count {
        let row = &rows[(mix(choice() ^ turn) % rows.len() as u64) as usize];
        let (link, course) = (&row[row.len() - 1], !row[row.len() - 2].is_empty());
        assert_eq!(row.iter().skip(5).collect::<Vec<_>>(), numbers(link, course), "{}: {link}", file.display());
    }
}

#[test]
fn results_are_exact() {
    for setting in ["smoke", "quick"] {
        again(&root().join(format!("results/nrt-{setting}.csv")), AGAIN / 2);
    }
}
