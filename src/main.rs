//! The command-line tool: run scenarios, read and write links, list what there is.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
