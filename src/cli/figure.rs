//! `figure`: the runs behind figures of papers, and what is drawn of them.

use std::fs;
use std::path::Path;

use csv::Writer;
use cwndlab::chart::{Theme, sweep_svg};
use cwndlab::experiment::{self, Capability, Cell, Figure, SETTINGS, Setting, Sheet, capabilities, contrasts, figures};
use cwndlab::lab::ENGINE;
use cwndlab::scenario::Problem;
use serde::Serialize;

use super::clock::Clock;
use super::results::{self, Growing, Job, Known};
use super::table::Table;
use super::{Failure, print_json, print_text, runner};

/// Table 2 has no runs: the registry knows it.
const CAPABILITIES: &str = "nrt/t2";

/// The JSON of `figure`. Its shape is stable.
#[derive(Serialize)]
struct Report {
    engine: u32,
    setting: Setting,
    figures: Vec<experiment::Table>,
    capabilities: Vec<Capability>,
}

fn refuse(field: &str, value: &str, allowed: impl Into<String>) -> Failure {
    Failure::Input(vec![Problem::new(field, value, allowed.into())])
}

/// The setting called `id`.
pub fn setting(id: &str) -> Result<Setting, Failure> {
    let allowed = || SETTINGS.map(|setting| setting.id).join(", ");
    Setting::find(id).ok_or_else(|| refuse("setting", id, allowed()))
}

/// All figures and contrasts of `paper`.
pub fn of_paper(paper: &str) -> Result<Vec<&'static Figure>, Failure> {
    let all = || figures().iter().chain(contrasts());
    let found: Vec<_> = all().filter(|figure| figure.paper() == paper).collect();
    let mut papers: Vec<_> = all().map(Figure::paper).collect();
    papers.dedup();
    if found.is_empty() { Err(refuse("paper", paper, papers.join(", "))) } else { Ok(found) }
}

/// Part i of n, from `i/n`.
fn shard(text: &str) -> Result<(usize, usize), Failure> {
    let read = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let inside = read.filter(|&(part, of): &(usize, usize)| (1..=of).contains(&part));
    inside.ok_or_else(|| refuse("shard", text, "i/n with i from 1 to n"))
}

/// Runs figures and prints, writes or draws their numbers.
pub fn figure(arguments: &super::Figure) -> Result<(), Failure> {
    let setting = setting(&arguments.setting)?;
    let shard = arguments.shard.as_deref().map(shard).transpose()?;
    let (wanted, with_capabilities) = wanted(arguments)?;
    let paper = wanted.first().map_or(arguments.paper.as_str(), |figure| figure.paper());
    let known = obtain(arguments, &wanted, setting, paper, shard)?;
    if shard.is_some() {
        return Ok(());
    }
    let sheets: Vec<Sheet> =
        wanted.iter().map(|figure| Sheet::new(figure, setting, |run| known.get(&run.link).cloned())).collect();
    let tables: Vec<experiment::Table> = sheets.iter().map(Sheet::table).collect();
    if let Some(file) = &arguments.csv {
        write_csv(file, &tables, setting)?;
    }
    if let Some(path) = &arguments.svg {
        draw(path, &tables, arguments.all)?;
    }
    let capabilities = if with_capabilities { capabilities() } else { Vec::new() };
    if arguments.json {
        return print_json(&Report { engine: ENGINE, setting, figures: tables, capabilities });
    }
    let mut text: Vec<String> = tables.iter().map(readable).collect();
    if with_capabilities {
        text.push(capability_table(&capabilities));
    }
    print_text(&text.join("\n"))
}

/// The figures asked for, and whether Table 2 is among them.
fn wanted(arguments: &super::Figure) -> Result<(Vec<&'static Figure>, bool), Failure> {
    match arguments.id.as_deref() {
        None => Ok((of_paper(&arguments.paper)?, arguments.paper == "nrt")),
        Some(CAPABILITIES) => Ok((Vec::new(), true)),
        Some(id) => match experiment::find(id) {
            Some(figure) => Ok((vec![figure], false)),
            None => {
                let ids: Vec<_> = figures().iter().chain(contrasts()).map(|figure| figure.id).collect();
                Err(refuse("figure", id, format!("{}, {CAPABILITIES}", ids.join(", "))))
            }
        },
    }
}

/// The outcomes of the runs of `wanted`: those of the results file, if they are to be kept, and those done now.
fn obtain(
    arguments: &super::Figure,
    wanted: &[&'static Figure],
    setting: Setting,
    paper: &str,
    shard: Option<(usize, usize)>,
) -> Result<Known, Failure> {
    let mut jobs = runner::jobs(wanted.iter().copied(), setting);
    if let Some((part, of)) = shard {
        jobs = jobs.into_iter().enumerate().filter(|(index, _)| index % of == part - 1).map(|(_, job)| job).collect();
    }
    if jobs.is_empty() {
        return Ok(Known::new());
    }
    let every = runner::jobs(of_paper(paper)?, setting);
    let path = match shard {
        Some((part, of)) => arguments.results.join(format!("{paper}-{}.part{part}of{of}.csv", setting.id)),
        None => results::path(&arguments.results, paper, setting.id),
    };
    let mut known = Known::new();
    for file in results::parts(&arguments.results, paper, setting.id) {
        match results::read(&file) {
            Ok(rows) => known.extend(rows),
            Err(failure) if arguments.resume => return Err(failure),
            Err(_) => {}
        }
    }
    if !arguments.resume {
        jobs.iter().for_each(|job| {
            known.remove(&job.run.link);
        });
    }
    let missing: Vec<&Job> = jobs.iter().filter(|job| !runner::is_known(&known, job)).collect();
    eprintln!("{} runs, {} of them known, setting {}", jobs.len(), jobs.len() - missing.len(), setting.id);
    // A part keeps its own rows only.
    let kept = if shard.is_some() { &jobs } else { &every };
    let clock = Clock::start();
    let file = Growing::create(&path, kept, &known)?;
    known.extend(runner::run(&missing, &file)?);
    drop(file);
    results::write(&path, kept, &known)?;
    eprintln!("{} in {:.0} s", path.display(), clock.wall_seconds());
    Ok(known)
}

/// A mean and its interval.
fn cell(cell: &Cell) -> String {
    let Some(mean) = cell.mean else { return "n/a".to_owned() };
    let digits = match mean.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 3,
    };
    match cell.half_width {
        Some(half) => format!("{mean:.digits$} ± {half:.digits$}"),
        None => format!("{mean:.digits$}"),
    }
}

/// A figure for people.
fn readable(table: &experiment::Table) -> String {
    let mut heads = vec![experiment::axis(table.x)];
    heads.extend(table.lines.iter().map(|line| line.label.clone()));
    let mut rows = Table::new(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    let count = table.lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    for row in 0..count {
        let place = table.lines.iter().find_map(|line| line.cells.get(row)).map_or(0.0, |cell| cell.x);
        let cells = table.lines.iter().map(|line| line.cells.get(row).map_or_else(String::new, cell));
        rows.row([place.to_string()].into_iter().chain(cells).collect());
    }
    let caption: String = table.caption.iter().map(|line| format!("  {line}\n")).collect();
    format!(
        "{}: {} ({})\n{}{}{caption}",
        table.figure,
        table.title,
        experiment::axis(table.y),
        rows.render(),
        beside(table)
    )
}

/// What is not drawn, a row for each line: there are many of them, and few points.
fn beside(table: &experiment::Table) -> String {
    let Some(first) = table.beside.first() else { return String::new() };
    let places = first.cells.iter().map(|cell| cell.x.to_string());
    let heads: Vec<String> =
        [format!("beside it, by {}", experiment::axis(table.along))].into_iter().chain(places).collect();
    let mut rows = Table::new(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    for line in &table.beside {
        let label = experiment::axis((&line.label, line.unit));
        rows.row([label].into_iter().chain(line.cells.iter().map(cell)).collect());
    }
    rows.render()
}

/// Table 2 for people.
fn capability_table(rows: &[Capability]) -> String {
    let mut table = Table::new(&["variant", "congestion", "random loss", "spurious", "not congestion"]);
    let yes = |can: bool| if can { "yes" } else { "" }.to_owned();
    for row in rows {
        let can = [row.congestion, row.random, row.spurious, row.not_congestion].map(yes);
        table.row([row.variant.to_owned()].into_iter().chain(can).collect());
    }
    format!("{CAPABILITIES}: what each scheme can say about a timeout\n{}", table.render())
}

/// Means and intervals of all figures in one file.
fn write_csv(path: &Path, tables: &[experiment::Table], setting: Setting) -> Result<(), Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::System(format!("{}: {error}", path.display()));
    let mut writer = Writer::from_path(path).map_err(|error| failure(&error))?;
    let heads = ["engine", "setting", "figure", "line", "metric", "unit", "x", "n", "mean", "half_width", "link"];
    writer.write_record(heads).map_err(|error| failure(&error))?;
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for table in tables {
        for line in table.lines.iter().chain(&table.beside) {
            for cell in &line.cells {
                let row = [
                    &ENGINE.to_string(),
                    setting.id,
                    table.figure,
                    &line.label,
                    line.metric,
                    line.unit,
                    &cell.x.to_string(),
                    &cell.n.to_string(),
                    &number(cell.mean),
                    &number(cell.half_width),
                    &cell.link,
                ];
                writer.write_record(row).map_err(|error| failure(&error))?;
            }
        }
    }
    writer.flush().map_err(|error| failure(&error))
}

/// Draws one figure into a file, or all of them into a folder.
fn draw(path: &Path, tables: &[experiment::Table], all: bool) -> Result<(), Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::System(format!("{}: {error}", path.display()));
    if all {
        fs::create_dir_all(path).map_err(|error| failure(&error))?;
    }
    for table in tables {
        let svg = sweep_svg(&experiment::picture(table, Theme::Light)).map_err(|error| failure(&error))?;
        let file = if all { path.join(format!("{}.svg", table.figure.replace('/', "-"))) } else { path.to_owned() };
        fs::write(file, svg).map_err(|error| failure(&error))?;
    }
    Ok(())
}
