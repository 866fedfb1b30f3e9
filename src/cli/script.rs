//! `script`: runs endpoint scripts and says which rows of the checklist none of them names.

use std::fs;
use std::path::{Path, PathBuf};

use cwndlab::script::{self, Row, Script};

use super::{Failure, print_text};

/// Runs the scripts in `paths`, folders with all that they hold, and lists what is missing if asked to.
pub fn run(paths: &[PathBuf], coverage: bool) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err(Failure::System("no script ends in .tcp in what was named".to_owned()));
    }
    let (mut scripts, mut failed, mut text) = (Vec::new(), 0, String::new());
    for file in &files {
        let failure = match script::parse(&read(file)?) {
            Err(problem) => Some(problem.to_string()),
            Ok(script) => {
                let difference = script::run(&script).err();
                scripts.push(script);
                difference.map(|difference| difference.to_string())
            }
        };
        if let Some(what) = failure {
            failed += 1;
            text.push_str(&format!("{}: {what}\n", file.display()));
        }
    }
    text.push_str(&format!("{} scripts, {failed} failed\n", files.len()));
    if coverage {
        text.push_str(&missing(&scripts));
    }
    print_text(&text)?;
    if failed == 0 { Ok(()) } else { Err(Failure::System("scripts failed".to_owned())) }
}

/// The rows that no script names.
fn missing(scripts: &[Script]) -> String {
    let coverage = script::coverage(scripts);
    let list = |rows: &[&Row]| rows.iter().map(|row| format!("  {}\n", row.name)).collect::<String>();
    let unknown: String = coverage.unknown.iter().map(|name| format!("  {name}\n")).collect();
    let mut text = format!("rows without a script: {}\n{}", coverage.missing.len(), list(&coverage.missing));
    text.push_str(&format!(
        "rows that need a part not made yet: {}\n{}",
        coverage.not_yet.len(),
        list(&coverage.not_yet)
    ));
    if !unknown.is_empty() {
        text.push_str(&format!("titles that name no row:\n{unknown}"));
    }
    text
}

/// Adds a file, or the scripts of a folder in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let failure = |error: std::io::Error| Failure::System(format!("{}: {error}", path.display()));
    let mut inside = Vec::new();
    for entry in fs::read_dir(path).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        if path.is_dir() || path.extension().is_some_and(|end| end == "tcp") {
            inside.push(path);
        }
    }
    inside.sort();
    inside.iter().try_for_each(|path| collect(path, files))
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::System(format!("{}: {error}", path.display())))
}
