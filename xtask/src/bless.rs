//! Recording every expectation anew, after a change of behaviour that is meant.
//!
//! Nothing else rewrites a recorded expectation. The difference is shown, for a person to read before committing it.

use anyhow::{Context, Result};

use crate::process::{cargo, command, run};

/// Set for every step; a test that compares with a recorded file writes it instead.
const BLESS: &str = "CWNDLAB_BLESS";

/// Records all kinds of expectations and shows what changed.
///
/// # Errors
/// When a step fails, which a wrong expectation alone never makes it do.
pub fn bless() -> Result<()> {
    // Snapshots of insta and the files of tests that honour the variable.
    run(cargo()
        .args(["test", "--workspace", "--quiet"])
        .env("INSTA_UPDATE", "always")
        .env("INSTA_FORCE_PASS", "1")
        .env(BLESS, "1"))
    .context("recording the expectations of the native tests")?;
    run(command("git").args(["--no-pager", "status", "--short"]))?;
    run(command("git").args(["--no-pager", "diff", "--stat"]))?;
    run(command("git").args(["--no-pager", "diff"]))
}
