//! Node and the page's development packages: checks and the bundler. The page itself needs none of them.

use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{command, output, root, run, say};

/// The oldest node that the pinned packages run on: major and minor version.
const OLDEST: (u32, u32) = (20, 19);

/// Installs the packages of package-lock.json, unless exactly these are there.
///
/// # Errors
/// When node is missing or too old, or npm fails.
pub fn install_packages() -> Result<()> {
    check_version()?;
    let lock = fs::read(root().join("package-lock.json"))?;
    let stamp = root().join("node_modules/.installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    say("installing the page's development packages with npm");
    // Install scripts stay off: the packages bring what they need, and none shall download a binary.
    run(command("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    Ok(fs::write(stamp, lock)?)
}

/// A program of an installed package.
pub fn tool(name: &str) -> Command {
    command(root().join("node_modules/.bin").join(name))
}

fn check_version() -> Result<()> {
    let (major, minor) = OLDEST;
    let wanted = format!("install node {major}.{minor} or newer, with npm");
    let Ok(version) = output(command("node").arg("--version")) else {
        bail!("node is missing: {wanted}");
    };
    if parse_version(&version).is_none_or(|found| found < OLDEST) {
        bail!("node {version} is too old: {wanted}");
    }
    if output(command("npm").arg("--version")).is_err() {
        bail!("npm is missing: {wanted}");
    }
    Ok(())
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert_eq!(parse_version("v20.20.2"), Some((20, 20)));
        assert!(parse_version("v9.99.0").unwrap() < OLDEST);
        assert_eq!(parse_version("20.1"), None);
    }
}
