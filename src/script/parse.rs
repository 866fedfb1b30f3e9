//! From the text of a script to its steps.

use super::line::{Line, Segments};
use super::settings::Settings;
use super::step::{AckArrives, Acknowledgement, Action, Check, DataArrives, Part, Step, Transmission};
use super::{Problem, Script};
use crate::packet::MAX_SACK_RANGES;
use crate::time::Time;
use crate::trace::Verdict;

/// Identical copies of one ACK in one line.
const MAX_COPIES: u64 = 1000;

/// Parses a script.
///
/// # Errors
/// The first line that is not understood, and what is allowed there.
pub fn parse(text: &str) -> Result<Script, Problem> {
    let mut settings = Settings::default();
    let mut steps: Vec<Step> = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let mut line = Line::new(index + 1, text);
        if line.is_empty() {
            continue;
        }
        if steps.is_empty() && settings.take(&mut line)? {
            continue;
        }
        let at = time(&mut line, steps.last().map_or(Time::ZERO, |step| step.at))?;
        let action = action(&mut line, settings.is_receiver())?;
        line.end()?;
        settings.check_segments(&line, &action)?;
        steps.push(Step { line: line.number(), at, action });
    }
    settings.finish(title(text), steps)
}

/// The text of the first comment line.
fn title(text: &str) -> String {
    let comment = text.lines().find_map(|line| line.trim_start().strip_prefix('#'));
    comment.unwrap_or("").trim().to_owned()
}

/// The time of a line: absolute, `+x` after the line above, or that of the line above.
fn time(line: &mut Line, above: Time) -> Result<Time, Problem> {
    let Some(word) = line.peek().filter(|word| word.starts_with(|c: char| c == '+' || c.is_ascii_digit())) else {
        return Ok(above);
    };
    line.next();
    let at = match word.strip_prefix('+') {
        Some(span) => above + line.span_of(span, "the time after `+`")?,
        None => Time::ZERO + line.span_of(word, "the time")?,
    };
    if at < above {
        return Err(line.problem(format!("{word} lies before the line above, at {}", above.as_millis_f64())));
    }
    Ok(at)
}

fn action(line: &mut Line, receiver: bool) -> Result<Action, Problem> {
    let verb = line.word("`write`, `<`, `>`, `=`, `timer` or `timeout`")?;
    match (verb, receiver) {
        (">", _) if line.take("none") => Ok(Action::NothingSent),
        (">", _) if line.take("any") => Ok(Action::AnythingSent),
        (">", false) => transmission(line),
        (">", true) => acknowledgement(line),
        ("<", false) => ack_arrives(line),
        ("<", true) => data_arrives(line),
        ("timeout", _) => Ok(Action::Timeout),
        ("timer", _) if line.take("off") => Ok(Action::Timer(None)),
        ("timer", _) if line.take("at") => Ok(Action::Timer(Some(line.time("the deadline")?))),
        ("timer", _) => Err(line.problem("write `timer off` or `timer at MS`")),
        ("write", false) if line.take("inf") => Ok(Action::Write(None)),
        ("write", false) => Ok(Action::Write(Some(line.count("the number of segments", 1)?))),
        ("=", false) => values(line),
        ("write" | "=", true) => Err(line.problem(format!("a receiver has no `{verb}` line"))),
        _ => Err(line.problem(format!("`{verb}` is not one of `write`, `<`, `>`, `=`, `timer`, `timeout`"))),
    }
}

fn transmission(line: &mut Line) -> Result<Action, Problem> {
    let segments = line.segments("..")?;
    let mut sent = Transmission { segments, part: Part::Whole, rtx: false, cwr: false };
    while let Some(word) = line.next() {
        match word {
            "rtx" => sent.rtx = true,
            "cwr" => sent.cwr = true,
            "short" => sent.part = Part::Short(line.count("the bytes left out", 1)?),
            "tail" => sent.part = Part::Tail(line.count("the bytes of the tail", 1)?),
            "early" => sent.part = Part::Early(line.count("the bytes before its first", 1)?),
            "probe" => sent.part = Part::Probe,
            _ => return Err(unknown(line, word, "`rtx`, `cwr`, `short K`, `tail K`, `early K`, `probe`")),
        }
    }
    Ok(Action::Sent(sent))
}

fn ack_arrives(line: &mut Line) -> Result<Action, Problem> {
    let kind = line.word("`ack N`")?;
    if kind != "ack" {
        return Err(unknown(line, kind, "`ack N`"));
    }
    let next = line.count("the next expected segment", 1)?;
    let mut ack = AckArrives { next, short: 0, sack: Vec::new(), dsack: None, tsecr: None, ece: false, window: None };
    let mut copies = 1;
    while let Some(word) = line.next() {
        match word {
            "short" => ack.short = line.count("the missing bytes", 1)?,
            "x" => copies = line.count("the number of copies", 1)?,
            "sack" => ack.sack = line.list()?,
            "dsack" => ack.dsack = Some(line.segments("-")?),
            "tsecr" => ack.tsecr = Some(line.time("the echoed stamp")?),
            "ece" => ack.ece = true,
            "win" => ack.window = Some(line.count("the window in segments", 0)?),
            _ => {
                let known = "`short K`, `x K`, `sack A-B,…`, `dsack A-B`, `tsecr MS`, `ece`, `win N`";
                return Err(unknown(line, word, known));
            }
        }
    }
    if copies > MAX_COPIES {
        return Err(line.problem(format!("`x` takes 1 to {MAX_COPIES} copies, not {copies}")));
    }
    check_ranges(line, &ack.sack, ack.dsack)?;
    Ok(Action::Ack(ack, copies))
}

fn data_arrives(line: &mut Line) -> Result<Action, Problem> {
    let mut data = DataArrives { segments: line.segments("..")?, ce: false, cwr: false, stamp: None };
    while let Some(word) = line.next() {
        match word {
            "ce" => data.ce = true,
            "cwr" => data.cwr = true,
            "ts" => data.stamp = Some(line.time("the stamp")?),
            _ => return Err(unknown(line, word, "`ce`, `cwr`, `ts MS`")),
        }
    }
    Ok(Action::Data(data))
}

fn acknowledgement(line: &mut Line) -> Result<Action, Problem> {
    if !line.take("ack") {
        return Err(line.problem("a receiver sends `ack N …`, `none` or `any`"));
    }
    let next = line.count("the next expected segment", 1)?;
    let mut ack = Acknowledgement { next, sack: Vec::new(), dsack: None, ece: false, tsecr: None };
    while let Some(word) = line.next() {
        match word {
            "sack" => ack.sack = line.list()?,
            "dsack" => ack.dsack = Some(line.segments("-")?),
            "ece" => ack.ece = true,
            "tsecr" => ack.tsecr = Some(line.time("the echoed stamp")?),
            _ => return Err(unknown(line, word, "`sack A-B,…`, `dsack A-B`, `ece`, `tsecr MS`")),
        }
    }
    check_ranges(line, &ack.sack, ack.dsack)?;
    Ok(Action::Acked(ack))
}

fn check_ranges(line: &Line, sack: &[Segments], dsack: Option<Segments>) -> Result<(), Problem> {
    if sack.len() + usize::from(dsack.is_some()) > MAX_SACK_RANGES {
        return Err(line.problem(format!("an ACK has room for {MAX_SACK_RANGES} ranges")));
    }
    Ok(())
}

fn values(line: &mut Line) -> Result<Action, Problem> {
    let mut checks = Vec::new();
    while let Some(name) = line.next() {
        let value = line.word(&format!("the value of `{name}`"))?;
        checks.push(match name {
            "state" if ["open", "recovery", "loss", "probe"].contains(&value) => Check::State(value.to_owned()),
            "state" => return Err(unknown(line, value, "`open`, `recovery`, `loss`, `probe`")),
            "verdict" => Check::Verdict(verdict(line, value)?),
            "verdicts" => Check::Verdicts(value.split(',').map(|word| verdict(line, word)).collect::<Result<_, _>>()?),
            _ => Check::Number(name.to_owned(), number(line, name, value)?),
        });
    }
    if checks.is_empty() {
        return Err(line.problem("`=` needs a name and a value"));
    }
    Ok(Action::Values(checks))
}

fn number(line: &Line, name: &str, value: &str) -> Result<f64, Problem> {
    let wrong = || line.problem(format!("`{name}` must be a number or `inf`, not `{value}`"));
    let number: f64 = value.parse().map_err(|_| wrong())?;
    if number.is_nan() { Err(wrong()) } else { Ok(number) }
}

fn verdict(line: &Line, word: &str) -> Result<Option<Verdict>, Problem> {
    if word == "none" {
        return Ok(None);
    }
    let found = Verdict::ALL.into_iter().find(|verdict| verdict.id() == word);
    let known = Verdict::ALL.map(Verdict::id).join(", ");
    found.map(Some).ok_or_else(|| line.problem(format!("`{word}` is not a verdict: {known}, none")))
}

fn unknown(line: &Line, word: &str, known: &str) -> Problem {
    line.problem(format!("`{word}` is not one of {known}"))
}

/// The largest segment number that a line names.
pub(super) fn largest_segment(action: &Action) -> u64 {
    let ranges = |sack: &[Segments], dsack: Option<Segments>| {
        sack.iter().chain(&dsack).map(|segments| segments.last).max().unwrap_or(0)
    };
    match action {
        Action::Write(segments) => segments.unwrap_or(0),
        Action::Ack(ack, _) => ack.next.max(ranges(&ack.sack, ack.dsack)).max(ack.window.unwrap_or(0)),
        Action::Data(data) => data.segments.last,
        Action::Sent(sent) => sent.segments.last,
        Action::Acked(ack) => ack.next.max(ranges(&ack.sack, ack.dsack)),
        Action::NothingSent | Action::AnythingSent | Action::Values(_) | Action::Timer(_) | Action::Timeout => 0,
    }
}
