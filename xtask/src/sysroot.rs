//! A reusable standard library for wasm32, built once from Debian's source.
//!
//! Debian packages the compiler and the library's source, not the library for wasm32. Cargo's `build-std`
//! makes it from an empty crate; the compiled libraries are kept in the user's cache under the compiler's
//! commit, because only that very compiler can read them. From then on no unstable option is needed.

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs, process};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, output, run, say};
use crate::toolchain::{WASM, holds_core};

/// Raised when the recipe below changes, so that libraries of an older recipe are not used.
const RECIPE: u32 = 1;

/// The name of the empty crate whose dependencies are the standard library.
const PROBE: &str = "wasm_std_probe";

/// The folder to give as `--sysroot` to `rustc`, built if the cache lacks it.
///
/// `why` is told before the build, which takes a while.
///
/// # Errors
/// When the compiler cannot be asked or the library does not compile.
pub fn ensure(rustc: &Path, why: &str) -> Result<PathBuf> {
    let version = output(command(rustc).arg("-vV"))?;
    let commit = field(&version, "commit-hash: ")?;
    let host = field(&version, "host: ")?;
    let cache = cache_folder()?;
    let sysroot = cache.join(format!("wasm-std-{RECIPE}-{}", &commit[..12.min(commit.len())]));
    if holds_core(&library(&sysroot, WASM)) {
        return Ok(sysroot);
    }
    say(&format!("{why}: building it from Debian's source (about a minute, once per compiler)"));
    let start = Instant::now();
    let folder = cache.join(format!("building-{}", process::id()));
    let built = build(rustc, host, &folder).and_then(|finished| {
        // Renamed as a whole: an interrupted build is never taken for a finished one.
        fs::rename(&finished, &sysroot).or_else(|error| {
            if holds_core(&library(&sysroot, WASM)) {
                Ok(())
            } else {
                Err(error).context("cannot move the built library into the cache")
            }
        })
    });
    fs::remove_dir_all(&folder).context("cannot remove the build folder")?;
    built?;
    say(&format!("kept in {} ({} s)", sysroot.display(), start.elapsed().as_secs()));
    Ok(sysroot)
}

/// Compiles the library in `folder` and lays it out as a sysroot.
fn build(rustc: &Path, host: &str, folder: &Path) -> Result<PathBuf> {
    let source = folder.join("probe");
    fs::create_dir_all(source.join("src"))?;
    fs::write(
        source.join("Cargo.toml"),
        format!("[package]\nname = \"{PROBE}\"\nedition = \"2024\"\n\n[workspace]\n"),
    )?;
    fs::write(source.join("src/lib.rs"), "")?;
    // `build-std` is unstable; RUSTC_BOOTSTRAP admits it in a stable cargo, for this one build only.
    // Bitcode is embedded because link-time optimisation through the library reads it.
    run(cargo()
        .args(["build", "--release", "--quiet", "--target", WASM])
        .arg("-Zbuild-std=std,panic_abort")
        .current_dir(&source)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", rustc)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("CARGO_ENCODED_RUSTFLAGS", "-Cembed-bitcode=yes"))
    .context("Debian's standard library does not compile for WebAssembly")?;

    let sysroot = folder.join("sysroot");
    let wasm = library(&sysroot, WASM);
    fs::create_dir_all(&wasm)?;
    let compiled = folder.join("target").join(WASM).join("release/deps");
    for file in fs::read_dir(&compiled)? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.contains(PROBE) {
            fs::copy(file.path(), wasm.join(&name))?;
        }
    }
    if !holds_core(&wasm) {
        bail!("the build left no core library in {}", compiled.display());
    }
    link_host(rustc, host, &sysroot)?;
    Ok(sysroot)
}

/// rustc looks for its own tools beside the target's libraries.
#[cfg(unix)]
fn link_host(rustc: &Path, host: &str, sysroot: &Path) -> Result<()> {
    let own = output(command(rustc).args(["--print", "sysroot"]))?;
    let tools = Path::new(&own).join("lib/rustlib").join(host);
    let link = sysroot.join("lib/rustlib").join(host);
    std::os::unix::fs::symlink(tools, link).context("cannot link the compiler's own libraries")
}

#[cfg(not(unix))]
fn link_host(_rustc: &Path, _host: &str, _sysroot: &Path) -> Result<()> {
    bail!("Debian's compiler runs on Debian only")
}

fn library(sysroot: &Path, target: &str) -> PathBuf {
    sysroot.join("lib/rustlib").join(target).join("lib")
}

fn field<'a>(version: &'a str, name: &str) -> Result<&'a str> {
    version
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .with_context(|| format!("`rustc -vV` does not tell its {name}"))
}

fn cache_folder() -> Result<PathBuf> {
    let cache = match env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => env::home_dir()
            .context("set HOME or XDG_CACHE_HOME: there is no folder to keep the library in")?
            .join(".cache"),
    };
    let folder = cache.join("cwndlab");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commit_is_read_from_the_verbose_version() {
        let version = "rustc 1.96.0 (ac68faa20 2026-05-25)\ncommit-hash: ac68faa20c58\nhost: x86_64-unknown-linux-gnu";
        assert_eq!(field(version, "commit-hash: ").unwrap(), "ac68faa20c58");
        assert_eq!(field(version, "host: ").unwrap(), "x86_64-unknown-linux-gnu");
        assert!(field(version, "release: ").is_err());
    }
}
