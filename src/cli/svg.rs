//! `run --svg`: the figure of a run, as the page draws it.

use std::fs;
use std::path::Path;

use cwndlab::chart::{self, Theme};
use cwndlab::lab::{ENGINE, Lab};
use cwndlab::scenario::Scenario;
use cwndlab::time::Time;
use cwndlab::view;

use super::Failure;

/// Runs `scenario`, called `name` on the command line, until `end` in a laboratory of its own and writes its figure.
pub fn write(name: &str, scenario: &Scenario, end: Time, file: &Path) -> Result<(), Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::System(format!("{}: {error}", file.display()));
    let scenario = Scenario { duration: scenario.duration.max(end.since_start()), ..scenario.clone() };
    let seed = scenario.seed;
    let mut lab = Lab::new(scenario).map_err(Failure::Input)?;
    lab.go(end);
    lab.finish();
    let title = view::scene(&lab, Some(name)).title;
    let identity = format!("seed {seed}, run {:016x}, engine {ENGINE}", lab.fingerprint());
    let figure = chart::svg(&view::figure(&lab, &title, &identity, Theme::Light)).map_err(|error| failure(&error))?;
    fs::write(file, figure).map_err(|error| failure(&error))
}
