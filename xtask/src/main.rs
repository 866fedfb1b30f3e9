//! `cargo xtask`: everything cwndlab needs besides plain cargo, doing its own set-up.
//!
//! One helper instead of shell scripts, so that a newcomer learns two commands (`serve` and `test`)
//! and CI runs the very same ones.

mod bindgen;
mod bless;
mod browsers;
mod debian;
mod fuzz;
mod html;
mod node;
mod process;
mod serve;
mod single_file;
mod sysroot;
mod test;
mod toolchain;

use anyhow::{Result, bail};
use lexopt::prelude::*;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  serve [--port N] [--open]     build the page if needed and serve it on this machine (port 8080)
  test [--without-firefox]      every check: format, lints, docs, native, wasm and browser tests
  build                         pkg/ and the single self-contained cwndlab.html
  bless                         record every expectation of the tests anew and show what changed
  fuzz [--minutes N] [TARGET]   let libFuzzer search for crashing inputs (default: each target, 1 min)
";

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Task {
    Help,
    Build,
    Serve(serve::Options),
    Test(test::Options),
    Bless,
    Fuzz(fuzz::Options),
}

fn main() {
    let outcome = parse(lexopt::Parser::from_env()).and_then(|task| match task {
        Task::Help => {
            print!("{USAGE}");
            Ok(())
        }
        Task::Build => single_file::build_everything(),
        Task::Serve(options) => serve::serve(&options),
        Task::Test(options) => test::test(&options),
        Task::Bless => bless::bless(),
        Task::Fuzz(options) => fuzz::fuzz(&options),
    });
    if let Err(error) = outcome {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}

fn parse(mut arguments: lexopt::Parser) -> Result<Task> {
    let Some(first) = arguments.next()? else {
        return Ok(Task::Help);
    };
    let mut task = match first {
        Value(name) => match name.string()?.as_str() {
            "build" => Task::Build,
            "serve" => Task::Serve(serve::Options::default()),
            "test" => Task::Test(test::Options::default()),
            "bless" => Task::Bless,
            "fuzz" => Task::Fuzz(fuzz::Options::default()),
            "help" => Task::Help,
            other => bail!("unknown command '{other}'\n\n{USAGE}"),
        },
        Short('h') | Long("help") => Task::Help,
        other => return Err(other.unexpected().into()),
    };
    while let Some(argument) = arguments.next()? {
        match (argument, &mut task) {
            (Long("port"), Task::Serve(options)) => options.port = arguments.value()?.parse()?,
            (Long("open"), Task::Serve(options)) => options.open = true,
            (Long("without-firefox"), Task::Test(options)) => options.without_firefox = true,
            (Long("minutes"), Task::Fuzz(options)) => {
                options.minutes = arguments.value()?.parse()?;
            }
            (Value(target), Task::Fuzz(options)) => options.target = Some(target.string()?),
            (other, _) => return Err(other.unexpected().into()),
        }
    }
    Ok(task)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Task> {
        parse(lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn commands_take_their_own_options_and_no_others() {
        let served = parsed(&["serve", "--port", "9000", "--open"]).unwrap();
        let expected = serve::Options { port: 9000, open: true };
        assert_eq!(served, Task::Serve(expected));
        assert!(parsed(&["build", "--open"]).is_err());
        assert!(parsed(&["serve", "--port", "70000"]).is_err());
        assert!(parsed(&["polish"]).is_err());
    }

    #[test]
    fn no_command_prints_the_usage() {
        assert_eq!(parsed(&[]).unwrap(), Task::Help);
        for name in ["serve", "test", "build", "bless", "fuzz"] {
            assert!(USAGE.contains(name), "{name} is not explained");
        }
    }
}
