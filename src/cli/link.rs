//! `link encode` and `link decode`.

use cwndlab::scenario::Scenario;
use cwndlab::share::{self, View};
use serde::Serialize;

use super::{Failure, input, print_json, print_text};

/// What a link carries.
#[derive(Serialize)]
struct Carried<'a> {
    scenario: &'a Scenario,
    view: &'a View,
}

/// Prints the link of a scenario.
pub fn encode(scenario: &str) -> Result<(), Failure> {
    let shared = input::scenario(scenario)?;
    print_text(&format!("#{}\n", share::encode(&shared)))
}

/// Prints what a link carries.
pub fn decode(link: &str) -> Result<(), Failure> {
    let (shared, notices) = share::decode(link).map_err(Failure::Input)?;
    input::remark(&notices);
    print_json(&Carried { scenario: &shared.scenario, view: &shared.view })
}
