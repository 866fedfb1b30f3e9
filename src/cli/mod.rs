//! The tool's commands. Results go to standard output, errors and remarks to standard error.
//!
//! Exit codes: 0 for success, 1 where something could not be read or written or a check failed, 2 for bad input.

mod clock;
mod csv;
mod input;
mod link;
mod list;
mod observer;
mod report;
mod run;
mod script;
mod svg;
mod table;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cwndlab::scenario::Problem;
use cwndlab::time::Time;

/// Simulator of TCP over lossy multihop networks.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario and report what each flow went through.
    Run(Run),
    /// Run endpoint scripts.
    Script {
        /// Scripts, or folders of them.
        #[arg(default_value = "tests/scripts", value_name = "FILE|FOLDER")]
        paths: Vec<PathBuf>,
        /// List the rows of the checklist that no script names.
        #[arg(long)]
        coverage: bool,
    },
    /// Write or read links.
    #[command(subcommand)]
    Link(Link),
    /// List variants, presets and parameters.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// What to run and what to report.
#[derive(clap::Args)]
struct Run {
    /// A preset (see `list`), a scenario file (what `link decode` prints, or its scenario alone), or a link.
    scenario: String,
    /// Stop at this time in seconds, before the scenario's end.
    #[arg(long, value_parser = seconds)]
    until: Option<Time>,
    /// Use this seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Drive the bottleneck by a trace of delivery opportunities in Mahimahi's format.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write events.csv, series.csv and rounds.csv into this folder.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Draw the windows and timeouts of all lanes into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Link {
    /// Print the link of a preset or a scenario file.
    Encode {
        /// A preset, a scenario file, or another link.
        scenario: String,
    },
    /// Print what a link carries, as JSON.
    Decode {
        /// The link, or what follows the #.
        link: String,
    },
}

/// Why a command ended without a result.
enum Failure {
    /// The input is wrong.
    Input(Vec<Problem>),
    /// Something could not be read or written.
    System(String),
}

fn seconds(text: &str) -> Result<Time, String> {
    Time::parse_secs(text).ok_or_else(|| "decimal seconds with at most 9 digits after the point".to_owned())
}

/// Runs the command of the command line.
pub fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Script { paths, coverage } => script::run(&paths, coverage),
        Command::Link(Link::Encode { scenario }) => link::encode(&scenario),
        Command::Link(Link::Decode { link }) => link::decode(&link),
        Command::List { json } => list::list(json),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(problems)) => {
            for problem in problems {
                eprintln!("{problem}");
            }
            ExitCode::from(2)
        }
        Err(Failure::System(what)) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a value as one line of JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string(value).map_err(|error| Failure::System(error.to_string()))?;
    print_text(&format!("{json}\n"))
}

/// Prints text; a reader that went away is no error.
fn print_text(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write};
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::System(error.to_string())),
        _ => Ok(()),
    }
}
