//! Running other programs: what is run is said, what fails is named, output goes straight through.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The repository's root, where every command runs.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the repository")
}

/// Says what is being done, and why, on standard error.
pub fn say(text: &str) {
    eprintln!("xtask: {text}");
}

/// A program started in the repository's root.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs this helper.
pub fn cargo() -> Command {
    let mut command = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Cargo tells these to the programs it runs. The cargo started here must not take them for ours.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs to the end with output passed through; a program that is missing or fails is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", name(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// Runs to the end and gives what it printed, without the last line break.
pub fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {}", name(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", line(command), output.status);
    }
    let text = String::from_utf8(output.stdout).context("output is not UTF-8")?;
    Ok(text.trim_end().to_owned())
}

/// Whether the program exists and ends well. Its output is not shown.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The first of these programs that the search path holds.
pub fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    names.iter().find_map(|name| env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()))
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn line(command: &Command) -> String {
    let mut line = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_page() {
        assert!(root().join("index.html").is_file());
    }

    #[test]
    fn a_failure_names_the_command_line() {
        let error = run(cargo().arg("no-such-subcommand").stderr(Stdio::null())).unwrap_err();
        assert!(error.to_string().contains("cargo no-such-subcommand"), "{error}");
        let error = run(&mut command("no-such-program")).unwrap_err();
        assert!(error.to_string().contains("no-such-program"), "{error}");
    }
}
