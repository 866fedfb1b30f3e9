//! Packages of Debian and its descendants, the last resort for a compiler part or a browser.

use std::path::Path;

use anyhow::{Result, bail};

use crate::process::{command, find_program, output, run, say, succeeds};

/// Installs what is not yet there of `packages`.
///
/// # Errors
/// Where there is no apt-get, or this user may not install, or apt-get fails. The message ends in the command to type.
pub fn install(packages: &[&str], why: &str) -> Result<()> {
    let wanted = packages.join(" ");
    if find_program(&["apt-get"]).is_none() {
        bail!("{why}, and this system has no apt-get to install {wanted} with");
    }
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let wanted = missing.join(" ");
    say(&format!("{why}: installing {wanted} with apt-get"));
    let sudo = !is_root();
    if sudo && !succeeds(command("sudo").args(["-n", "true"])) {
        bail!("{why}: run `sudo apt-get install --no-install-recommends {wanted}` once");
    }
    // A package list that is old or absent names files that the archive no longer has.
    // One failing source among several is no reason to stop: the installation decides.
    if run(apt_get(sudo).arg("update")).is_err() {
        say("the package lists could not all be refreshed; going on with those at hand");
    }
    run(apt_get(sudo).args(["install", "--yes", "--no-install-recommends"]).args(&missing))
        .map_err(|error| error.context(format!("{why}, and apt-get could not install {wanted}")))
}

/// Whether this process runs as root, who alone may install packages and alone needs Chromium's `--no-sandbox`.
pub fn is_root() -> bool {
    find_program(&["id"]).is_some() && output(command("id").arg("-u")).is_ok_and(|user| user == "0")
}

fn is_installed(package: &str) -> bool {
    let mut query = command("dpkg-query");
    query.args(["--show", "--showformat=${db:Status-Status}", package]);
    query.output().is_ok_and(|answer| answer.stdout == b"installed")
}

fn apt_get(sudo: bool) -> std::process::Command {
    let mut apt = if sudo {
        let mut sudo = command("sudo");
        sudo.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    } else {
        let mut apt = command("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    // Another installation may hold the lock: wait for it. Its chatter is not this command's result.
    apt.args(["-qq", "-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]);
    apt.current_dir(Path::new("/"));
    apt.stdin(std::process::Stdio::null());
    apt
}
