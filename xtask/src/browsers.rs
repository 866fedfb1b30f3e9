//! The two browsers of the tests: the system's own, else Debian's. None is downloaded.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};

use crate::debian;
use crate::process::{find_program, say};

/// A browser that the tests drive.
#[derive(Debug, Clone, Copy)]
pub struct Browser {
    /// Its name in sentences.
    name: &'static str,
    /// The environment variable that the tests read its executable from; a user may set it beforehand.
    pub variable: &'static str,
    programs: &'static [&'static str],
    elsewhere: &'static str,
    package: &'static str,
}

pub const CHROMIUM: Browser = Browser {
    name: "Chromium",
    variable: "CHROMIUM",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    elsewhere: "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    package: "chromium",
};

pub const FIREFOX: Browser = Browser {
    name: "Firefox",
    variable: "FIREFOX",
    programs: &["firefox", "firefox-esr"],
    elsewhere: "/Applications/Firefox.app/Contents/MacOS/firefox",
    package: "firefox-esr",
};

impl Browser {
    /// Its executable, installed if the system has none.
    ///
    /// # Errors
    /// When there is none and none can be installed. The message says what to install.
    pub fn find_or_install(self) -> Result<PathBuf> {
        let Self { name, variable, .. } = self;
        if let Some(named) = env::var_os(variable) {
            let file = PathBuf::from(&named);
            if !file.is_file() {
                bail!("{variable} names {}, which is no file", file.display());
            }
            return Ok(file);
        }
        if let Some(file) = self.find() {
            return Ok(file);
        }
        debian::install(&[self.package], &format!("the browser tests need {name}"))
            .map_err(|error| anyhow!("{error:#} (or set {variable} to an executable)"))?;
        self.find()
            .ok_or_else(|| anyhow!("Debian's package {} brought no {name}", self.package))
            .inspect(|file| say(&format!("{name} is {}", file.display())))
    }

    fn find(self) -> Option<PathBuf> {
        let elsewhere = PathBuf::from(self.elsewhere);
        find_program(self.programs).or_else(|| elsewhere.is_file().then_some(elsewhere))
    }
}
