//! Files of results: a row for every run, exact to the last digit, so that a run can be done again and compared.
//!
//! A row is known by its link. The columns before the numbers say which figure asked for it first.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use csv::{Reader, StringRecord, Writer};
use cwndlab::experiment::{METRICS, Outcome, Run};
use cwndlab::lab::ENGINE;
use cwndlab::scenario::Problem;

use super::Failure;

/// A run, and the figure that asks for it first.
#[derive(Clone)]
pub struct Job {
    /// The run.
    pub run: Run,
    /// The figure.
    pub figure: &'static str,
    /// Its place on the axis.
    pub x: f64,
    /// Name of its series.
    pub series: &'static str,
}

/// Outcomes by link.
pub type Known = BTreeMap<String, Outcome>;

const BEFORE: [&str; 6] = ["engine", "figure", "x", "series", "seed", "fingerprint"];
const BEHIND: [&str; 3] = ["confusion", "course", "link"];

/// The heads of the columns.
fn heads() -> impl Iterator<Item = &'static str> {
    BEFORE.into_iter().chain(METRICS.iter().map(|metric| metric.id)).chain(BEHIND)
}

/// The cells of a row.
fn cells(job: &Job, outcome: &Outcome) -> Vec<String> {
    let value = |value: &Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let course: Vec<String> = outcome.course.iter().map(f64::to_string).collect();
    let before =
        [ENGINE.to_string(), job.figure.into(), job.x.to_string(), job.series.into(), job.run.seed.to_string()];
    let behind = [outcome.confusion.clone(), course.join(" "), job.run.link.clone()];
    let numbers = outcome.values.iter().map(value);
    before.into_iter().chain([outcome.fingerprint.clone()]).chain(numbers).chain(behind).collect()
}

/// Reads a row. `None`: it was cut off, or another engine made it.
fn parse(row: &StringRecord) -> Option<(String, Outcome)> {
    let count = BEFORE.len() + METRICS.len();
    if row.len() != count + BEHIND.len() || row.get(0)? != ENGINE.to_string() {
        return None;
    }
    let number = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    let values: Option<Vec<Option<f64>>> = row.iter().skip(BEFORE.len()).take(METRICS.len()).map(number).collect();
    let course: Option<Vec<f64>> = row.get(count + 1)?.split_whitespace().map(|part| part.parse().ok()).collect();
    let outcome = Outcome {
        fingerprint: row.get(5)?.to_owned(),
        values: values?,
        confusion: row.get(count)?.to_owned(),
        course: course?,
    };
    Some((row.get(count + 2)?.to_owned(), outcome))
}

/// Reads a file of results; rows of other engines are left out.
pub fn read(path: &Path) -> Result<Known, Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::System(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| failure(&error))?;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let found = reader.headers().map_err(|error| failure(&error))?.clone();
    if !found.iter().eq(heads()) {
        let allowed = "a file of results of this version; without --resume it is made anew";
        return Err(Failure::Input(vec![Problem::new(path.display().to_string(), "other columns", allowed)]));
    }
    rows(&mut reader).map_err(|error| failure(&error))
}

fn rows(reader: &mut Reader<&[u8]>) -> Result<Known, csv::Error> {
    let records: Result<Vec<StringRecord>, csv::Error> = reader.records().collect();
    Ok(records?.iter().filter_map(parse).collect())
}

/// The file of a paper and a setting in `folder`.
pub fn path(folder: &Path, paper: &str, setting: &str) -> PathBuf {
    folder.join(format!("{paper}-{setting}.csv"))
}

/// The file, and those of its parts.
pub fn parts(folder: &Path, paper: &str, setting: &str) -> Vec<PathBuf> {
    let start = format!("{paper}-{setting}.part");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_part = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start));
    let mut found: Vec<PathBuf> = entries.filter(is_part).collect();
    found.sort();
    let whole = path(folder, paper, setting);
    if whole.is_file() {
        found.insert(0, whole);
    }
    found
}

/// A file that grows by a row at a time.
pub struct Growing(Mutex<Writer<File>>);

impl Growing {
    /// Writes `jobs` as far as they are known into a new file, which then grows.
    pub fn create(path: &Path, jobs: &[Job], known: &Known) -> Result<Growing, Failure> {
        write(path, jobs, known)?;
        let failure = |error: std::io::Error| Failure::System(format!("{}: {error}", path.display()));
        let file = OpenOptions::new().append(true).open(path).map_err(failure)?;
        Ok(Growing(Mutex::new(Writer::from_writer(file))))
    }

    /// Adds a row. It is in the file when this returns.
    pub fn add(&self, job: &Job, outcome: &Outcome) -> Result<(), Failure> {
        let mut writer = self.0.lock().map_err(|_| Failure::System("another run failed".to_owned()))?;
        let written = writer.write_record(cells(job, outcome)).and_then(|()| writer.flush().map_err(csv::Error::from));
        written.map_err(|error| Failure::System(error.to_string()))
    }
}

/// Writes the rows of `jobs` that are known, in their order.
pub fn write(path: &Path, jobs: &[Job], known: &Known) -> Result<(), Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::System(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failure(&error))?;
    }
    let new = path.with_extension("csv.new");
    let mut writer = Writer::from_path(&new).map_err(|error| failure(&error))?;
    writer.write_record(heads()).map_err(|error| failure(&error))?;
    for job in jobs {
        if let Some(outcome) = known.get(&job.run.link) {
            writer.write_record(cells(job, outcome)).map_err(|error| failure(&error))?;
        }
    }
    writer.flush().map_err(|error| failure(&error))?;
    fs::rename(&new, path).map_err(|error| failure(&error))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use cwndlab::experiment::Trial;
    use cwndlab::rng::mix;
    use cwndlab::share;
    use cwndlab::truth::TruthClass;

    use super::super::run;
    use super::*;

    /// How many runs of a file are done again.
    const AGAIN: u64 = 10;

    fn root() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }

    fn done(link: &str, course: bool) -> Outcome {
        let mut trial = Trial::open(link, course).expect("a link of the results");
        while !trial.work(u64::MAX) {}
        trial.outcome()
    }

    /// A number that differs from commit to commit, so that over time every run is done again; one and the same where
    /// there is no commit.
    fn choice() -> u64 {
        let given = ["CWNDLAB_COMMIT", "GITHUB_SHA"].iter().find_map(|name| std::env::var(name).ok());
        let asked = || {
            let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root()).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let text = given.or_else(asked).unwrap_or_default();
        text.trim().bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
    }

    #[test]
    fn committed_results_are_exact() {
        for setting in ["smoke", "quick"] {
            let file = path(&root().join("results"), "nrt", setting);
            let rows = fs::read_to_string(&file).expect("committed results").lines().count() - 1;
            let known: Vec<_> = read(&file).ok().expect("committed results").into_iter().collect();
            assert_eq!(known.len(), rows, "rows of {} are cut off, twice there, or of another engine", file.display());
            for turn in 0..AGAIN {
                let (link, outcome) = &known[(mix(choice() ^ turn) % rows as u64) as usize];
                assert_eq!(*outcome, done(link, !outcome.course.is_empty()), "{}: {link}", file.display());
            }
        }
    }

    #[test]
    fn a_figure_counts_as_run_does() {
        let links = [
            "p=wlan-chain&aqm=modified&cc=nrt&flows=3&hops=5&late=0.01&lateby=60&loss=0.03&queue=20&redmax=8&seed=2&dur=20",
            "p=dumbbell&aqm=modified&cc=newreno&flows=4&loss=0.02&rate=6&seed=1&dur=20",
        ];
        for link in links {
            let (shared, _) = share::decode(link).expect("a link");
            let end = cwndlab::time::Time::ZERO + shared.scenario.duration;
            let report = run::run_all(&shared.scenario, end, None);
            let outcome = done(link, false);
            let value = |id: &str| METRICS.iter().position(|metric| metric.id == id).and_then(|at| outcome.values[at]);
            let sum = |of: fn(&super::super::report::Flow) -> f64| Some(report.flows.iter().map(of).sum::<f64>());
            let seconds = shared.scenario.duration.as_secs_f64();
            assert_eq!(report.lanes, std::slice::from_ref(&outcome.fingerprint));
            assert_eq!(value("goodput"), sum(|flow| flow.goodput_bps / 1000.0));
            assert_eq!(
                value("sent").map(|rate| cwndlab::math::round(rate * seconds)),
                sum(|flow| flow.segments_sent as f64)
            );
            assert_eq!(value("retransmissions"), sum(|flow| flow.retransmissions as f64));
            assert_eq!(value("needless"), sum(|flow| flow.unnecessary_retransmissions as f64));
            assert_eq!(value("cuts"), sum(|flow| flow.unnecessary_cuts as f64));
            assert_eq!(value("timeouts"), sum(|flow| flow.timeouts.len() as f64));
            assert!(value("timeouts") > Some(5.0), "{link}");
            let truths = || report.flows.iter().flat_map(|flow| &flow.timeouts).filter_map(|timeout| timeout.truth);
            for (id, class) in [("random", TruthClass::Random), ("congestion", TruthClass::Congestion)] {
                assert_eq!(
                    value(id),
                    Some(truths().filter(|truth| *truth == class.id()).count() as f64),
                    "{id}: {link}"
                );
            }
            let spurious =
                |truth: &&str| TruthClass::ALL.iter().any(|class| class.is_spurious() && class.id() == *truth);
            assert_eq!(value("spurious"), Some(truths().filter(spurious).count() as f64), "{link}");
        }
    }

    fn job() -> Job {
        let run = Run { point: 0, series: 0, seed: 7, link: "p=chain&seed=7&dur=20".to_owned(), course: true };
        Job { run, figure: "nrt/10", x: 0.1, series: "NRT" }
    }

    fn outcome() -> Outcome {
        let mut values = vec![None; METRICS.len()];
        values[0] = Some(0.1 + 0.2);
        values[1] = Some(1e-9);
        Outcome {
            fingerprint: "00".to_owned(),
            values,
            confusion: "RAND/random:3".to_owned(),
            course: vec![1.5, 0.333],
        }
    }

    #[test]
    fn what_is_written_is_read_to_the_last_digit() {
        let folder = std::env::temp_dir().join(format!("cwndlab-results-{}", std::process::id()));
        let path = path(&folder, "nrt", "smoke");
        let file = Growing::create(&path, &[], &Known::new()).ok().expect("a new file");
        assert!(file.add(&job(), &outcome()).is_ok());
        let known = read(&path).ok().expect("readable");
        assert_eq!(known.get(&job().run.link), Some(&outcome()));
        let torn = fs::read_to_string(&path).expect("text").replace("p=chain&seed=7&dur=20\n", "");
        let cut = torn.rsplit_once(',').map_or(torn.as_str(), |(before, _)| before);
        fs::write(&path, cut).expect("written");
        assert_eq!(read(&path).ok(), Some(Known::new()), "a row that was cut off is not known");
        fs::write(&path, "a,b\n").expect("written");
        assert!(matches!(read(&path), Err(Failure::Input(_))));
        fs::remove_dir_all(&folder).expect("a folder of this test");
    }
}
