//! `pkg/`: the simulator compiled for the browser, with the glue that wasm-bindgen generates for it.
//!
//! One library is compiled and becomes two packages: the one that the page needs before anything moves, and the one that
//! is loaded when somebody opens the experiments. A package is the library without the exports of the other one, and
//! without what no other export leads to. (Classes keep an empty shell in the other one's glue; to use it is a type error.)

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use walrus::{Module, ModuleConfig};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{root, run, say};
use crate::toolchain::{Toolchain, WASM};

/// A package of `pkg/`.
pub struct Package {
    /// What its files begin with.
    pub name: &'static str,
    /// Classes and functions of `src/web/` that it has and the others have not.
    exports: &'static [&'static str],
}

/// Everything that `src/web/` exports stands here or in [`EVERYWHERE`].
pub const PACKAGES: [Package; 2] = [
    Package {
        name: "cwndlab",
        exports: &["Repeat", "Session", "catalogue", "run_fingerprint", "summarize", "variant_name", "version"],
    },
    Package { name: "experiments", exports: &["Outcomes", "Run", "experiments"] },
];

/// What every package exports: how a panic tells what happened.
const EVERYWHERE: &[&str] = &["last_panic", "start"];

impl Package {
    /// Its processed WebAssembly.
    pub fn wasm(&self) -> PathBuf {
        self.file("_bg.wasm")
    }

    fn file(&self, end: &str) -> PathBuf {
        root().join("pkg").join(format!("{}{end}", self.name))
    }
}

/// Compiles the library for wasm32 and generates `pkg/` from it, as far as either is out of date.
///
/// # Errors
/// When no toolchain can be set up, the library does not compile, or the glue cannot be written.
pub fn build_packages() -> Result<()> {
    let toolchain = Toolchain::find()?;
    let start = Instant::now();
    run(toolchain.cargo("build").args(["--profile", "page", "--lib", "--quiet"]))?;
    let compiled = root().join("target/wasm").join(WASM).join("page/cwndlab.wasm");
    if is_current(&compiled)? {
        return Ok(());
    }
    for package in &PACKAGES {
        generate(&compiled, package)
            .with_context(|| format!("wasm-bindgen cannot make {} of the compiled library", package.name))?;
        let size = fs::metadata(package.wasm())?.len();
        say(&format!("built pkg/{} ({} kB of WebAssembly)", package.name, size / 1000));
    }
    say(&format!("pkg/ took {:.1} s", start.elapsed().as_secs_f64()));
    Ok(())
}

fn generate(compiled: &Path, package: &Package) -> Result<()> {
    // Function names are a fifth of the file and no reader of a panic message sees them.
    let mut module = ModuleConfig::new()
        .generate_name_section(false)
        .generate_producers_section(false)
        .strict_validate(false)
        .parse_file(compiled)?;
    let names: Vec<&str> = module.exports.iter().map(|export| export.name.as_str()).collect();
    let foreign = foreign_exports(&names, package)?;
    let unwanted: Vec<_> =
        module.exports.iter().filter(|export| foreign.contains(&export.name)).map(walrus::Export::id).collect();
    for export in unwanted {
        module.exports.delete(export);
    }
    write_glue(module, package)
}

fn write_glue(module: Module, package: &Package) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_module(package.name, module)
        .web(true)?
        .typescript(true)
        // `init()` without arguments finds the wasm beside the script.
        .omit_default_module_path(false);
    bindgen.generate(root().join("pkg"))
}

/// Which exports of the compiled library a package shall not have, with the functions that describe their types.
///
/// # Errors
/// An export stands in no list, or what stands there is not exported.
fn foreign_exports(names: &[&str], package: &Package) -> Result<HashSet<String>> {
    let mut foreign = HashSet::new();
    let mut missing: BTreeSet<&str> =
        PACKAGES.iter().flat_map(|each| each.exports).chain(EVERYWHERE).copied().collect();
    for name in names {
        let Some(symbol) = symbol(name) else { continue };
        let all = PACKAGES.iter().flat_map(|each| each.exports).chain(EVERYWHERE);
        // `run_fingerprint` is itself, not a method of `Run`.
        let Some(item) = all.filter(|item| belongs(symbol, item)).max_by_key(|item| item.len()) else {
            bail!("the export `{symbol}` of src/web/ belongs to no package: list it in xtask/src/bindgen.rs");
        };
        missing.remove(item);
        if !package.exports.contains(item) && !EVERYWHERE.contains(item) {
            foreign.insert((*name).to_owned());
            foreign.insert(format!("__wbindgen_describe_{name}"));
        }
    }
    if let Some(item) = missing.first() {
        bail!("src/web/ does not export `{item}`, which xtask/src/bindgen.rs lists");
    }
    Ok(foreign)
}

/// The name that wasm-bindgen made an export's name from, which ends in a hash of the crate; nothing for what serves
/// wasm-bindgen itself. A method has its class before it.
fn symbol(export: &str) -> Option<&str> {
    let (symbol, hash) = export.rsplit_once('_')?;
    let hashed = hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    (hashed && !symbol.starts_with("__wbindgen_")).then(|| symbol.strip_prefix("__wbg_").unwrap_or(symbol))
}

/// Whether an export is the function `item`, or a method of the class `item`.
fn belongs(symbol: &str, item: &str) -> bool {
    let is_class = item.starts_with(|first: char| first.is_ascii_uppercase());
    match symbol.strip_prefix(&item.to_ascii_lowercase()) {
        Some(rest) => {
            if is_class {
                rest.starts_with('_')
            } else {
                rest.is_empty()
            }
        }
        None => false,
    }
}

/// Whether `pkg/` is younger than the library it is made from and the helper that makes it.
fn is_current(compiled: &Path) -> Result<bool> {
    let sources = modified(compiled)?.max(modified(&env::current_exe()?)?);
    Ok(PACKAGES.iter().all(|package| {
        let complete = [".js", ".d.ts", "_bg.wasm.d.ts"].iter().all(|end| package.file(end).is_file());
        complete && modified(&package.wasm()).is_ok_and(|made| made > sources)
    }))
}

fn modified(file: &Path) -> Result<SystemTime> {
    fs::metadata(file)
        .and_then(|metadata| metadata.modified())
        .with_context(|| format!("cannot read {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "d86b2dcc935c3297";

    /// The exports of a library that has all that is listed.
    fn exports() -> Vec<String> {
        let listed = PACKAGES.iter().flat_map(|each| each.exports).chain(EVERYWHERE);
        let mut names: Vec<String> = listed
            .map(|item| match item.to_ascii_lowercase() {
                function if function == *item => format!("{item}_{HASH}"),
                class => format!("{class}_open_{HASH}"),
            })
            .collect();
        names.extend(["memory", "__wbindgen_malloc", "__wbg_jspi_task_poll"].map(str::to_owned));
        names
    }

    fn foreign(names: &[String], package: &Package) -> Result<HashSet<String>> {
        foreign_exports(&names.iter().map(String::as_str).collect::<Vec<_>>(), package)
    }

    #[test]
    fn each_package_loses_what_the_other_has() {
        let mut names = exports();
        names.push(format!("__wbg_run_free_{HASH}"));
        let [page, experiments] = PACKAGES.each_ref().map(|package| foreign(&names, package).unwrap());
        for (own, other, name) in [
            (&page, &experiments, "run_fingerprint"),
            (&page, &experiments, "session_open"),
            (&experiments, &page, "__wbg_run_free"),
            (&experiments, &page, "run_open"),
        ] {
            for name in [format!("{name}_{HASH}"), format!("__wbindgen_describe_{name}_{HASH}")] {
                assert!(!own.contains(&name) && other.contains(&name), "{name}");
            }
        }
        assert!(page.is_disjoint(&experiments));
        assert!(!page.iter().chain(&experiments).any(|name| name.contains("panic") || name.contains("malloc")));
    }

    #[test]
    fn a_mistake_in_the_lists_is_named() {
        let mut names = exports();
        names.push(format!("polish_{HASH}"));
        let error = foreign(&names, &PACKAGES[0]).unwrap_err();
        assert!(error.to_string().contains("`polish`"), "{error}");
        let names: Vec<String> = exports().into_iter().filter(|name| !name.starts_with("outcomes_")).collect();
        let error = foreign(&names, &PACKAGES[0]).unwrap_err();
        assert!(error.to_string().contains("`Outcomes`"), "{error}");
    }
}
