//! `pkg/`: the simulator compiled for the browser, with the glue that wasm-bindgen generates for it.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};
use std::{env, fs};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{root, run, say};
use crate::toolchain::{Toolchain, WASM};

/// Compiles the library for wasm32 and generates `pkg/` from it, as far as either is out of date.
///
/// # Errors
/// When no toolchain can be set up, the library does not compile, or the glue cannot be written.
pub fn build_package() -> Result<()> {
    let toolchain = Toolchain::find()?;
    let start = Instant::now();
    run(toolchain.cargo("build").args(["--profile", "page", "--lib", "--quiet"]))?;
    let compiled = root().join("target/wasm").join(WASM).join("page/cwndlab.wasm");
    if is_current(&compiled)? {
        return Ok(());
    }
    generate(&compiled).context("wasm-bindgen cannot process the compiled library")?;
    let size = fs::metadata(wasm_file())?.len();
    say(&format!("built pkg/ ({} kB of WebAssembly) in {:.1} s", size / 1000, start.elapsed().as_secs_f64()));
    Ok(())
}

/// The processed WebAssembly of `pkg/`.
pub fn wasm_file() -> PathBuf {
    root().join("pkg/cwndlab_bg.wasm")
}

fn generate(compiled: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .web(true)?
        .typescript(true)
        // `init()` without arguments finds the wasm beside the script.
        .omit_default_module_path(false)
        // Function names are a fifth of the file and no reader of a panic message sees them.
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(root().join("pkg"))
}

/// Whether `pkg/` is younger than the library it is made from and the helper that makes it.
fn is_current(compiled: &Path) -> Result<bool> {
    let Ok(made) = modified(&wasm_file()) else {
        return Ok(false);
    };
    let complete = ["cwndlab.js", "cwndlab.d.ts", "cwndlab_bg.wasm.d.ts"]
        .iter()
        .all(|name| root().join("pkg").join(name).is_file());
    Ok(complete && made > modified(compiled)? && made > modified(&env::current_exe()?)?)
}

fn modified(file: &Path) -> Result<SystemTime> {
    fs::metadata(file)
        .and_then(|metadata| metadata.modified())
        .with_context(|| format!("cannot read {}", file.display()))
}
