//! Every check, in the order in which it is cheapest to fail.
//!
//! The runners' own output passes through. The first failing stage ends the command.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::browsers::{CHROMIUM, FIREFOX};
use crate::process::{cargo, command, root, run, say, succeeds};
use crate::toolchain::{Toolchain, rustup_refuses};
use crate::{node, serve, single_file};

/// What `cargo xtask test` was asked for.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    /// Whether the browser tests run in Chromium alone, which the last line then says.
    pub without_firefox: bool,
}

type Stage = (&'static str, fn(&Options) -> Result<()>);

const STAGES: &[Stage] = &[
    ("format", format),
    ("lint", lint),
    ("documentation", documentation),
    ("native tests", native_tests),
    ("npm packages", |_| node::install_packages()),
    ("build", |_| single_file::build_everything()),
    ("lint of the wasm library", lint_wasm),
    ("release tool", release_tool),
    ("wasm parity", parity),
    ("page types", page_types),
    ("page lint", page_lint),
    ("browser tests", browser_tests),
];

/// Runs all stages.
///
/// # Errors
/// The first stage that fails.
pub fn test(options: &Options) -> Result<()> {
    let mut durations = Vec::new();
    for (name, stage) in STAGES {
        println!("\n=== {name}");
        let start = Instant::now();
        stage(options).with_context(|| format!("stage '{name}' failed"))?;
        println!("=== {name}: ok in {:.1} s", start.elapsed().as_secs_f64());
        durations.push(start.elapsed());
    }
    println!();
    for ((name, _), duration) in STAGES.iter().zip(&durations) {
        println!("{:>8.1} s  {name}", duration.as_secs_f64());
    }
    let total: Duration = durations.iter().sum();
    let browsers = if options.without_firefox { "; the browser tests ran WITHOUT Firefox" } else { "" };
    println!("\nall {} stages are green after {} s{browsers}", STAGES.len(), total.as_secs());
    Ok(())
}

fn format(_: &Options) -> Result<()> {
    component("fmt", "rustfmt")?;
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn lint(_: &Options) -> Result<()> {
    component("clippy", "clippy")?;
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--quiet"]).args(["--", "-D", "warnings"]))
}

fn lint_wasm(_: &Options) -> Result<()> {
    run(Toolchain::find()?.clippy()?.args(["--lib", "--quiet", "--", "-D", "warnings"]))
}

fn documentation(_: &Options) -> Result<()> {
    run(cargo().args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn native_tests(_: &Options) -> Result<()> {
    // A snapshot that differs fails; nothing is written beside it.
    run(cargo().args(["test", "--workspace"]).env("INSTA_UPDATE", "no"))
}

/// The tool that the page is compared with.
fn release_tool(_: &Options) -> Result<()> {
    run(cargo().args(["build", "--release", "--bin", "cwndlab", "--quiet"]))
}

fn parity(_: &Options) -> Result<()> {
    let script = root().join("tests/web/parity.mjs");
    if !script.is_file() {
        say("tests/web/parity.mjs does not exist: nothing to compare");
        return Ok(());
    }
    run(node_tests().arg(script))
}

/// Node's test runner. Tests find the release tool by the variable CWNDLAB.
fn node_tests() -> Command {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let mut node = command("node");
    node.args(["--test", "--test-concurrency=1"]);
    node.env("CWNDLAB", root().join(target).join("release/cwndlab"));
    node
}

fn page_types(_: &Options) -> Result<()> {
    // Apart, because the page must not see node's globals.
    run(node::tool("tsc").args(["--project", "tsconfig.json"]))?;
    run(node::tool("tsc").args(["--project", "tests/web/tsconfig.json"]))
}

fn page_lint(_: &Options) -> Result<()> {
    run(node::tool("eslint").args(["--max-warnings", "0", "www", "tests/web", "benches", "eslint.config.js"]))
}

fn browser_tests(options: &Options) -> Result<()> {
    let mut node = node_tests();
    node.env(CHROMIUM.variable, CHROMIUM.find_or_install()?);
    if options.without_firefox {
        node.env_remove(FIREFOX.variable);
    } else {
        node.env(FIREFOX.variable, FIREFOX.find_or_install()?);
    }
    run(node.env("BASE_URL", serve::start(0)?).args(test_files()?))
}

/// The browser tests in the order of their names.
fn test_files() -> Result<Vec<PathBuf>> {
    let folder = root().join("tests/web");
    let mut files = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    if files.is_empty() {
        bail!("{} holds no *.test.mjs", folder.display());
    }
    files.sort();
    Ok(files)
}

/// Makes sure that cargo knows a subcommand that comes as a separate part of the toolchain.
fn component(subcommand: &str, name: &str) -> Result<()> {
    let known = || succeeds(cargo().args([subcommand, "--version"]));
    if known() {
        return Ok(());
    }
    if rustup_refuses().is_none() {
        say(&format!("cargo {subcommand} is missing: adding {name} with rustup"));
        run(Command::new("rustup").args(["component", "add", name]))?;
    }
    if !known() {
        bail!("cargo {subcommand} is missing: install it with `rustup component add {name}`");
    }
    Ok(())
}
