//! Every check, in the order in which it is cheapest to fail.
//!
//! Two rows of stages run side by side, because most of what they build keeps one core busy: one row builds for this
//! machine, the other builds the page. They build into different folders, so neither waits for the other. The browser
//! tests come last; they compare the page with the tool that the native tests have built.
//!
//! The runners' own output passes through. After the first failing stage no other one starts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

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

const FIRST: &[Stage] = &[("format", format)];

const NATIVE: &[Stage] = &[("lint", lint), ("documentation", documentation), ("native tests", native_tests)];

const PAGE: &[Stage] = &[
    ("npm packages", |_| node::install_packages()),
    ("build", |_| single_file::build_everything()),
    ("page types", page_types),
    ("page lint", page_lint),
    ("wasm parity", parity),
    ("lint of the wasm library", lint_wasm),
];

const LAST: &[Stage] = &[("browser tests", browser_tests)];

/// Runs all stages.
///
/// # Errors
/// The first stage that fails.
pub fn test(options: &Options) -> Result<()> {
    let start = Instant::now();
    let failed = AtomicBool::new(false);
    let mut done = row(FIRST, options, &failed)?;
    let (native, page) = thread::scope(|scope| {
        let page = scope.spawn(|| row(PAGE, options, &failed));
        (row(NATIVE, options, &failed), page.join().expect("a stage does not panic"))
    });
    done.extend(native?);
    done.extend(page?);
    done.extend(row(LAST, options, &failed)?);
    println!();
    for (name, duration) in &done {
        println!("{:>8.1} s  {name}", duration.as_secs_f64());
    }
    let browsers = if options.without_firefox { "; the browser tests ran WITHOUT Firefox" } else { "" };
    println!("\nall {} stages are green after {} s{browsers}", done.len(), start.elapsed().as_secs());
    Ok(())
}

/// Runs stages one after the other, until one fails here or beside.
fn row(stages: &[Stage], options: &Options, failed: &AtomicBool) -> Result<Vec<(&'static str, Duration)>> {
    let mut done = Vec::new();
    for (name, stage) in stages {
        if failed.load(Ordering::Relaxed) {
            break;
        }
        println!("\n=== {name}");
        let start = Instant::now();
        if let Err(error) = stage(options) {
            failed.store(true, Ordering::Relaxed);
            return Err(error.context(format!("stage '{name}' failed")));
        }
        println!("=== {name}: ok in {:.1} s", start.elapsed().as_secs_f64());
        done.push((*name, start.elapsed()));
    }
    Ok(done)
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

fn parity(_: &Options) -> Result<()> {
    run(command("node").args(["--test", "tests/web/parity.mjs"]))
}

fn page_types(_: &Options) -> Result<()> {
    // Apart, because the page must not see node's globals.
    run(node::tool("tsc").args(["--project", "tsconfig.json"]))?;
    run(node::tool("tsc").args(["--project", "tests/web/tsconfig.json"]))
}

fn page_lint(_: &Options) -> Result<()> {
    run(node::tool("eslint").args(["--max-warnings", "0", "www", "tests/web", "benches", "eslint.config.js"]))
}

/// Browsers wait more than they work: two files at once keep two cores busy. What fails beside another one has a second
/// try alone, because a browser that does not get a core for seconds loses clicks.
fn browser_tests(options: &Options) -> Result<()> {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let tool = root().join(target).join("debug/cwndlab");
    let chromium = CHROMIUM.find_or_install()?;
    let firefox = if options.without_firefox { None } else { Some(FIREFOX.find_or_install()?) };
    let url = serve::start(0)?;
    let node = |file: &Path| {
        let mut node = command("node");
        node.arg("--test").env("CWNDLAB", &tool).env("BASE_URL", &url).env(CHROMIUM.variable, &chromium).arg(file);
        match &firefox {
            Some(firefox) => node.env(FIREFOX.variable, firefox),
            None => node.env_remove(FIREFOX.variable),
        };
        node
    };
    let waiting = Mutex::new(test_files()?.into_iter());
    let next = || waiting.lock().expect("taking a file does not panic").next();
    let work = || -> Result<Vec<PathBuf>> {
        let mut failed = Vec::new();
        while let Some(file) = next() {
            let start = Instant::now();
            let output = node(&file).output().context("node does not start")?;
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if output.status.success() {
                println!("{:>8.1} s  {name}", start.elapsed().as_secs_f64());
            } else {
                println!(
                    "{}\n{name} failed after {:.1} s",
                    String::from_utf8_lossy(&output.stdout),
                    start.elapsed().as_secs_f64()
                );
                failed.push(file);
            }
        }
        Ok(failed)
    };
    let (failed, beside) = thread::scope(|scope| {
        let beside = scope.spawn(work);
        (work(), beside.join().expect("a test does not panic"))
    });
    for file in failed?.into_iter().chain(beside?) {
        println!("\nonce more, alone: {}", file.display());
        run(&mut node(&file))?;
    }
    Ok(())
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
