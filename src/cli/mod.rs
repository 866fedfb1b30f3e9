//! The tool's commands. Results go to standard output, errors and remarks to standard error.
//!
//! Exit codes: 0 for success, 1 where something could not be read or written or a check failed, 2 for bad input.

mod claims;
mod clock;
mod csv;
mod figure;
mod input;
mod link;
mod list;
mod observer;
mod report;
mod results;
mod run;
mod runner;
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
    /// Run the experiments behind figures of papers and print or draw their numbers.
    Figure(Figure),
    /// Say which claims of a paper hold, by the results of its figures.
    Claims(Claims),
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
    #[arg(long, value_parser = seconds, allow_negative_numbers = true)]
    until: Option<Time>,
    /// Use this seed.
    #[arg(long, allow_negative_numbers = true)]
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

/// Which figures, how much of them, and what to make of the numbers.
#[derive(clap::Args)]
struct Figure {
    /// A figure: nrt/10, …
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    id: Option<String>,
    /// Every figure, table and contrast of the paper.
    #[arg(long)]
    all: bool,
    /// Whose figures.
    #[arg(long, default_value = "nrt")]
    paper: String,
    /// How much: smoke, quick or paper.
    #[arg(long, default_value = "quick")]
    setting: String,
    /// Run only part i of n (1/4), for several machines; the part has a results file of its own.
    #[arg(long, value_name = "i/n")]
    shard: Option<String>,
    /// Go on: keep what the results file already has.
    #[arg(long)]
    resume: bool,
    /// Folder of the results files, PAPER-SETTING.csv. Every finished run is written at once.
    #[arg(long, default_value = "results", value_name = "DIR")]
    results: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write means and intervals into this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw into this file, with --all into this folder.
    #[arg(long, value_name = "FILE|DIR")]
    svg: Option<PathBuf>,
}

/// Whose claims, by which results.
#[derive(clap::Args)]
struct Claims {
    /// Whose claims.
    #[arg(long, default_value = "nrt")]
    paper: String,
    /// By the results of which setting: smoke, quick or paper.
    #[arg(long, default_value = "quick")]
    setting: String,
    /// Folder of the results files.
    #[arg(long, default_value = "results", value_name = "DIR")]
    results: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
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
    Time::parse_secs(text).ok_or_else(|| "allowed: seconds from 0 with at most 9 decimals, like 12.5".to_owned())
}

/// Runs the command of the command line.
pub fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Script { paths, coverage } => script::run(&paths, coverage),
        Command::Figure(arguments) => figure::figure(&arguments),
        Command::Claims(arguments) => claims::claims(&arguments),
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
