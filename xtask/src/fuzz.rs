//! libFuzzer on the stable compiler.
//!
//! `fuzz/` is a crate of its own, because its targets only link with the flags given here.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::process::{cargo, command, output, root, run, say};

/// What `cargo xtask fuzz` was asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// How long each target runs.
    pub minutes: u64,
    /// The only target to run; all without it.
    pub target: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { minutes: 1, target: None }
    }
}

/// Coverage feedback is a pass of LLVM that stable rustc can run; sanitizers, which it cannot, add little to safe code.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cdebug-assertions",
    "-Ccodegen-units=1",
];

/// What targets start from: a file with a seed at the start of each line up to a tab, or a folder with a seed in each file.
const SEEDS: &[(&str, &str)] = &[("link", "tests/links/v1.txt"), ("script", "tests/scripts")];

/// Builds the targets and lets each search for its time. It starts from the seeds of [`SEEDS`] and from what
/// earlier runs found; a crashing input is kept under `target/fuzz/crashes`.
///
/// # Errors
/// When there is no such target, it does not build, or it crashes.
pub fn fuzz(options: &Options) -> Result<()> {
    let targets = targets(&root().join("fuzz/fuzz_targets"), options.target.as_deref())?;
    let version = output(command("rustc").arg("-vV"))?;
    let Some(host) = version.lines().find_map(|line| line.strip_prefix("host: ")) else {
        bail!("`rustc -vV` does not tell the host");
    };
    // With a target named, build scripts and macros are compiled without the flags.
    let folder = root().join("target/fuzz");
    run(cargo()
        .args(["build", "--release", "--bins", "--target", host])
        .args(["--manifest-path", "fuzz/Cargo.toml", "--target-dir"])
        .arg(&folder)
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")))?;
    for target in targets {
        let corpus = folder.join("corpus").join(&target);
        let crashes = folder.join("crashes").join(&target);
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(&crashes)?;
        plant_seeds(&target, &corpus)?;
        say(&format!("fuzzing {target} for {} min", options.minutes));
        let mut fuzzer = command(folder.join(host).join("release").join(&target));
        fuzzer.arg(format!("-max_total_time={}", options.minutes * 60));
        fuzzer.arg(format!("-artifact_prefix={}/", crashes.display()));
        fuzzer.arg("-print_final_stats=1").arg(corpus);
        run(&mut fuzzer)?;
    }
    Ok(())
}

/// Puts the seeds of a target among what it starts from.
fn plant_seeds(target: &str, corpus: &Path) -> Result<()> {
    let Some((_, place)) = SEEDS.iter().find(|(name, _)| *name == target) else { return Ok(()) };
    let place = root().join(place);
    if place.is_dir() {
        for entry in place.read_dir()? {
            let file = entry?;
            fs::copy(file.path(), corpus.join(file.file_name()))?;
        }
    } else {
        for (number, line) in fs::read_to_string(place)?.lines().enumerate() {
            fs::write(corpus.join(format!("seed-{number}")), line.split('\t').next().unwrap_or(line))?;
        }
    }
    Ok(())
}

/// The targets in the folder, or the one asked for.
fn targets(folder: &Path, only: Option<&str>) -> Result<Vec<String>> {
    let mut names: Vec<String> = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            Some(name.strip_suffix(".rs")?.to_owned())
        })
        .collect();
    names.sort();
    match only {
        Some(name) if names.iter().any(|known| known == name) => Ok(vec![name.to_owned()]),
        Some(name) => bail!("there is no fuzz target '{name}'; known: {}", names.join(", ")),
        None if names.is_empty() => bail!("fuzz/fuzz_targets holds no target"),
        None => Ok(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_target_is_refused_by_name() {
        let error = targets(&root().join("xtask/src"), Some("nothing")).unwrap_err();
        assert!(error.to_string().contains("'nothing'"), "{error}");
        let known = targets(&root().join("xtask/src"), Some("fuzz")).unwrap();
        assert_eq!(known, ["fuzz"]);
    }
}
