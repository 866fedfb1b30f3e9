//! The floors of ARCHITECTURE.md: a module imports only from lower floors, or from modules to its left on its own
//! floor; on the floor of the protocol machines, siblings never import each other.

use std::fs;
use std::path::{Path, PathBuf};

/// Floor by floor, each from left to right.
const FLOORS: [&[&str]; 10] = [
    &["time", "units", "ids", "math", "rng", "seq"],
    &["sched", "timer"],
    &["packet", "rtt", "trace"],
    &["tcp", "queue", "radio", "wire", "route"],
    &["world"],
    &["truth", "metrics"],
    &["scenario", "import", "share"],
    &["lab"],
    &["chart", "script", "experiment", "view", "export"],
    &["web", "cli", "main"],
];

/// The floor whose modules do not know each other.
const STRANGERS: usize = 3;

fn place(module: &str) -> Option<(usize, usize)> {
    FLOORS.iter().enumerate().find_map(|(floor, row)| Some((floor, row.iter().position(|&name| name == module)?)))
}

fn may_import(from: &str, to: &str) -> bool {
    let (Some(from_place), Some(to_place)) = (place(from), place(to)) else { return false };
    from == to
        || to_place.0 < from_place.0
        || (from_place.0 == to_place.0 && from_place.0 != STRANGERS && to_place < from_place)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable source folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The module path of a source file below `src`, as its parts: `tcp/recovery/sack.rs` is tcp, recovery, sack.
fn module_path(file: &Path) -> Vec<String> {
    let mut parts: Vec<String> =
        file.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// Top-level modules that a line of code in module `at` names by `crate::`, `cwndlab::` or `super::` paths.
fn imports(line: &str, at: &[String]) -> Vec<String> {
    let code = line.split("//").next().unwrap_or("");
    let mut found = Vec::new();
    let name = |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    for root in ["crate::", "cwndlab::"] {
        for (start, _) in code.match_indices(root) {
            let rest = &code[start + root.len()..];
            match rest.strip_prefix('{') {
                Some(list) => {
                    found.extend(list.split(['}', ',']).map(|item| name(item.trim())).filter(|item| !item.is_empty()))
                }
                None => found.push(name(rest)),
            }
        }
    }
    let mut rest = code;
    while let Some(start) = rest.find("super::") {
        let chain = &rest[start..];
        let depth = chain.split("::").take_while(|part| *part == "super").count();
        let tail = &chain[depth * "super::".len()..];
        if depth >= at.len() {
            found.push(name(tail));
        }
        rest = tail;
    }
    found
}

#[test]
fn every_module_imports_only_downwards() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut faults = Vec::new();
    for file in &files {
        let relative = file.strip_prefix(&src).expect("below src");
        let at = module_path(relative);
        if at == ["lib"] {
            continue;
        }
        if place(&at[0]).is_none() {
            faults.push(format!("{} stands on no floor", relative.display()));
            continue;
        }
        let text = fs::read_to_string(file).expect("readable source");
        // Inside a `mod tests` block `super::` is one level deeper; its `use super::*` names nothing above the file.
        for (number, line) in text.lines().enumerate() {
            for to in imports(line, &at) {
                if place(&to).is_some() && !may_import(&at[0], &to) {
                    faults.push(format!("{}:{}: {} must not import {to}", relative.display(), number + 1, at[0]));
                }
            }
        }
    }
    assert!(files.len() > 10, "the walk found the sources");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_of_the_crate_stands_on_a_floor() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("readable source");
    for line in lib.lines() {
        if let Some(name) = line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")) {
            let name = name.trim_end_matches(';');
            assert!(place(name).is_some(), "{name} stands on no floor");
        }
    }
}

#[test]
fn the_rule_itself() {
    assert!(may_import("world", "tcp") && !may_import("tcp", "world"));
    assert!(may_import("metrics", "truth") && !may_import("truth", "metrics"));
    assert!(!may_import("wire", "queue") && !may_import("queue", "tcp"));
    assert!(!may_import("tcp", "truth"));
    let here = |parts: &[&str]| parts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(imports("use crate::world::World; let x = crate::tcp::y();", &here(&["tcp"])), ["world", "tcp"]);
    assert_eq!(imports("use crate::{time::Time, world};", &here(&["tcp"])), ["time", "world"]);
    assert_eq!(imports("use super::super::world::X;", &here(&["tcp", "sender"])), ["world"]);
    assert_eq!(imports("use super::world;", &here(&["tcp"])), ["world"]);
    assert!(imports("use super::x; // crate::world", &here(&["tcp", "sender"])).is_empty());
}
