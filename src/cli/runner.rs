//! Doing many runs on all processors, keeping each as soon as it is done.

use std::collections::BTreeMap;

use cwndlab::experiment::{Figure, Outcome, Setting, Trial, plan};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::Failure;
use super::results::{Growing, Job, Known};

/// The runs of several figures, each once, in the order in which the figures ask for them.
pub fn jobs<'a>(figures: impl IntoIterator<Item = &'a Figure>, setting: Setting) -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for figure in figures {
        for run in plan(figure, setting) {
            match places.get(&run.link) {
                Some(&place) => jobs[place].run.course |= run.course,
                None => {
                    places.insert(run.link.clone(), jobs.len());
                    let (x, series) = (figure.axis.points[run.point].x, figure.series[run.series].label);
                    jobs.push(Job { run, figure: figure.id, x, series });
                }
            }
        }
    }
    jobs
}

/// Whether `known` has all that is wanted of `job`.
pub fn is_known(known: &Known, job: &Job) -> bool {
    known.get(&job.run.link).is_some_and(|outcome| !job.run.course || !outcome.course.is_empty())
}

/// Does `jobs`, shows how far it is on standard error, and adds every outcome to `file` at once.
pub fn run(jobs: &[&Job], file: &Growing) -> Result<Known, Failure> {
    let bar = ProgressBar::new(jobs.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} runs, {eta} left") {
        bar.set_style(style);
    }
    let done: Result<Known, Failure> = jobs
        .par_iter()
        .map(|job| {
            let outcome = outcome(job)?;
            file.add(job, &outcome)?;
            bar.inc(1);
            Ok((job.run.link.clone(), outcome))
        })
        .collect();
    bar.finish_and_clear();
    done
}

fn outcome(job: &Job) -> Result<Outcome, Failure> {
    let mut trial = Trial::open(&job.run.link, job.run.course).map_err(Failure::Input)?;
    while !trial.work(u64::MAX) {}
    Ok(trial.outcome())
}
