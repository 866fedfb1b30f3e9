//! A Rust toolchain that can compile for WebAssembly, found or set up, in three ways.
//!
//! 1. The active rustc already has the standard library for wasm32.
//! 2. rustup adds it, unless `RUSTUP_AUTO_INSTALL=0` says that nothing shall be installed.
//! 3. Debian's compiler and its library source, from which the library is built once (see `sysroot`).
//!
//! The third leaves native code with one compiler and the wasm with another. That both give the same
//! results is tested, never assumed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{cargo, command, find_program, output, root, run, say, succeeds};
use crate::{debian, sysroot};

/// The one target of the page.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Where the standard library for wasm32 comes from.
#[derive(Debug)]
pub enum Toolchain {
    /// The active rustc has it.
    Active,
    /// Debian's rustc with a library built from Debian's source.
    Debian { rustc: PathBuf, linker: PathBuf, sysroot: PathBuf },
}

impl Toolchain {
    /// Finds a way, setting it up if need be.
    ///
    /// # Errors
    /// When all three ways fail. The message says what to install.
    pub fn find() -> Result<Self> {
        if active_has_wasm() {
            return Ok(Self::Active);
        }
        let why = match rustup_refuses() {
            Some(reason) => format!("rustc has no {WASM} standard library, and {reason}"),
            None => {
                say(&format!("rustc has no {WASM} standard library: adding it with rustup"));
                if run(command("rustup").args(["target", "add", WASM])).is_ok() && active_has_wasm() {
                    return Ok(Self::Active);
                }
                format!("rustc has no {WASM} standard library, and rustup could not add it")
            }
        };
        from_debian(&why).with_context(|| format!("install a standard library with `rustup target add {WASM}`"))
    }

    /// `cargo SUBCOMMAND` for the wasm library, with its own target folder so that native builds stay fresh.
    pub fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = cargo();
        cargo.arg(subcommand);
        self.set_up(&mut cargo);
        cargo
    }

    /// `cargo clippy` for the wasm library. Lints must come from the compiler that built its standard library.
    ///
    /// # Errors
    /// When Debian's lints are needed and cannot be installed.
    pub fn clippy(&self) -> Result<Command> {
        let Self::Debian { rustc, .. } = self else {
            return Ok(self.cargo("clippy"));
        };
        debian::install(&["rust-web-clippy"], "the lints for wasm must match the compiler for wasm")?;
        let mut clippy = command(rustc.with_file_name("cargo-clippy"));
        clippy.arg("clippy");
        clippy.env("CARGO", cargo().get_program());
        self.set_up(&mut clippy);
        Ok(clippy)
    }

    fn set_up(&self, cargo: &mut Command) {
        cargo.args(["--target", WASM, "--target-dir"]);
        cargo.arg(root().join("target/wasm"));
        let mut flags = vec![remap(&cargo_home(), "/cargo"), remap(root(), "/cwndlab")];
        if let Self::Debian { rustc, linker, sysroot } = self {
            cargo.env("RUSTC", rustc);
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            flags.push(format!("--sysroot={}", sysroot.display()));
        }
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    }
}

/// Panic messages name source files: where they lie on this machine is nobody's business.
fn remap(folder: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}={name}", folder.display())
}

fn cargo_home() -> PathBuf {
    env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")))
        .unwrap_or_else(|| PathBuf::from("/nonexistent"))
}

fn active_rustc() -> Command {
    command(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Whether the active compiler's library folder for wasm32 holds the core library (an empty folder does not count).
fn active_has_wasm() -> bool {
    let asked = output(active_rustc().args(["--print", "target-libdir", "--target", WASM]));
    asked.is_ok_and(|folder| holds_core(Path::new(&folder)))
}

/// Whether a folder of compiled libraries has the one without which nothing compiles.
pub fn holds_core(folder: &Path) -> bool {
    folder
        .read_dir()
        .is_ok_and(|files| files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libcore-")))
}

/// Why rustup may not, or can not, add a part of the toolchain; nothing if it may.
pub fn rustup_refuses() -> Option<&'static str> {
    if env::var_os("RUSTUP_AUTO_INSTALL").is_some_and(|value| value == "0") {
        Some("RUSTUP_AUTO_INSTALL=0 forbids rustup to add anything")
    } else if !succeeds(command("rustup").args(["which", "rustc"])) {
        Some("rustup did not install it")
    } else {
        None
    }
}

fn from_debian(why: &str) -> Result<Toolchain> {
    debian::install(&["rustc-web", "rust-web-src", "lld-19"], why)?;
    let rustc = PathBuf::from("/usr/bin/rustc");
    let linker = find_program(&["lld-19"]).context("Debian's package lld-19 brought no linker of that name")?;
    let sysroot = sysroot::ensure(&rustc, why)?;
    Ok(Toolchain::Debian { rustc, linker, sysroot })
}
