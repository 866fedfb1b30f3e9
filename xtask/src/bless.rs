//! Recording every expectation anew, after a change of behaviour that is meant.
//!
//! Nothing else rewrites a recorded expectation. The difference is shown, for a person to read before committing it.

use anyhow::{Context, Result};

use crate::process::{cargo, command, run};

/// Set for every step; a test that compares with a recorded file writes it instead.
const BLESS: &str = "CWNDLAB_BLESS";

/// What records, in this order: each a cargo command line. A new kind of expectation that no test records is one line more.
const STEPS: &[&[&str]] = &[&["test", "--workspace", "--quiet", "--no-fail-fast"]];

/// Records all kinds of expectations and shows what changed.
///
/// # Errors
/// When a step fails for another reason than an expectation. What it did record is shown nevertheless.
pub fn bless() -> Result<()> {
    let recorded = STEPS.iter().try_for_each(|step| {
        let mut cargo = cargo();
        // insta's own snapshots: write all of them, and let one test record several.
        cargo.args(*step).env(BLESS, "1").env("INSTA_UPDATE", "always").env("INSTA_FORCE_PASS", "1");
        run(&mut cargo)
    });
    for arguments in [&["status", "--short"][..], &["diff", "--stat"], &["diff"]] {
        run(command("git").arg("--no-pager").args(arguments))?;
    }
    recorded.context("not everything could be recorded")
}
