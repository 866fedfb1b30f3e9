//! Finding the scenario that an argument means.

use std::fs;
use std::path::Path;

use cwndlab::lab::ENGINE;
use cwndlab::scenario::{Problem, Scenario, Trace, nearest, presets, validate};
use cwndlab::share::{self, Shared, View};
use cwndlab::{import::mahimahi, scenario::Notice};
use serde::Deserialize;
use serde::de::IgnoredAny;

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
        let meant = nearest(argument.trim_start_matches('#'), ids.iter().copied());
        let meant = meant.map_or_else(String::new, |meant| format!("{meant} (meant here?), "));
        let allowed = format!("{meant}a .json file, a link, or one of {}", ids.join(", "));
        return Err(Failure::Input(vec![Problem::new("scenario", argument, allowed)]));
    }
    let (shared, mut notices) = share::decode(argument).map_err(Failure::Input)?;
    notices.extend(shared.view.made_elsewhere(ENGINE));
    remark(&notices);
    if argument.split(['#', '&']).any(|pair| pair == "trace=file") {
        eprintln!("trace: a link names a recorded trace and does not hold it; give its file with --trace");
    }
    Ok(shared)
}

/// Says what was moved into its range.
pub fn remark(notices: &[Notice]) {
    for notice in notices {
        eprintln!("{notice}");
    }
}

/// What `link decode` prints. A file's view is left aside: nothing of it changes the run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Carried {
    scenario: Scenario,
    #[serde(rename = "view", default)]
    _view: IgnoredAny,
}

/// Tells what `link decode` prints from a bare scenario.
#[derive(Deserialize)]
struct Peek {
    scenario: Option<IgnoredAny>,
}

/// A scenario, bare or as `link decode` prints it.
fn parse(text: &str) -> Result<Scenario, serde_json::Error> {
    match serde_json::from_str::<Peek>(text) {
        Ok(Peek { scenario: Some(_) }) => serde_json::from_str::<Carried>(text).map(|carried| carried.scenario),
        Err(error) if !error.is_data() => Err(error),
        _ => serde_json::from_str(text),
    }
}

/// So many characters before the place of an error are shown.
const SHOWN: usize = 40;

/// What is wrong in the file at `path`, with line, column and the text before that place.
fn misread(path: &str, text: &str, error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let before: Vec<char> = row.char_indices().take_while(|&(at, _)| at < column).map(|(_, c)| c).collect();
    let shown: String = before[before.len().saturating_sub(SHOWN)..].iter().collect();
    let message = error.to_string();
    let why = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    let allowed = format!("a scenario, as `link decode` prints one ({why})");
    Problem::new(format!("{path}, line {line}, column {column}"), shown, allowed)
}

fn file(path: &str) -> Result<Scenario, Failure> {
    let text = read(Path::new(path))?;
    let scenario = parse(&text).map_err(|error| Failure::Input(vec![misread(path, &text, &error)]))?;
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

/// The text of a file, without the byte order mark that some editors put in front.
fn read(path: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::System(format!("{}: {error}", path.display())))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
