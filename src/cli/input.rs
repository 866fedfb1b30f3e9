//! Finding the scenario that an argument means.

use std::fs;
use std::path::Path;

use cwndlab::scenario::{Problem, Scenario, Trace, presets, validate};
use cwndlab::share::{self, Shared, View};
use cwndlab::{import::mahimahi, scenario::Notice};

use super::Failure;

/// Reads a preset's id, a link, or the path of a scenario file; says on standard error what was moved into its range.
pub fn scenario(argument: &str) -> Result<Shared, Failure> {
    if let Some(scenario) = presets::base(argument) {
        return Ok(Shared { scenario, view: View::default() });
    }
    if argument.ends_with(".json") || Path::new(argument).is_file() {
        return file(argument).map(|scenario| Shared { scenario, view: View::default() });
    }
    if !argument.contains('=') {
        let ids: Vec<_> = presets::base_ids().collect();
        let allowed = format!("a .json file, a link, or one of {}", ids.join(", "));
        return Err(Failure::Input(vec![Problem::new("scenario", argument, allowed)]));
    }
    let (shared, notices) = share::decode(argument).map_err(Failure::Input)?;
    remark(&notices);
    Ok(shared)
}

/// Says what was moved into its range.
pub fn remark(notices: &[Notice]) {
    for notice in notices {
        eprintln!("{notice}");
    }
}

fn file(path: &str) -> Result<Scenario, Failure> {
    let text = read(Path::new(path))?;
    let scenario: Scenario = serde_json::from_str(&text)
        .map_err(|error| Failure::Input(vec![Problem::new(path, error, "a scenario, as `link decode` prints one")]))?;
    let problems = validate(&scenario);
    if problems.is_empty() { Ok(scenario) } else { Err(Failure::Input(problems)) }
}

/// Drives the bottleneck of `scenario` by the trace in a file.
pub fn trace(path: &Path, scenario: &mut Scenario) -> Result<(), Failure> {
    let at = mahimahi::parse(&read(path)?).map_err(|mut problem| {
        problem.field = format!("{}, {}", path.display(), problem.field);
        Failure::Input(vec![problem])
    })?;
    if let Some(link) = scenario.topology.bottleneck_mut() {
        link.trace = Some(Trace::Opportunities(at));
    }
    let problems = validate(scenario);
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems)) }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::System(format!("{}: {error}", path.display())))
}
