//! Runs every endpoint script, and shows that the runner can say no.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use cwndlab::script::{self, Script};
use proptest::prelude::*;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scripts")
}

/// Name and text of every script, in order.
fn corpus() -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = fs::read_dir(folder())
        .expect("the folder of scripts")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "tcp"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a readable script"))
        })
        .collect();
    texts.sort();
    texts
}

fn parsed() -> Vec<Script> {
    CORPUS.iter().filter_map(|(_, text)| script::parse(text).ok()).collect()
}

#[test]
fn every_script_runs() {
    let mut failures = Vec::new();
    for (name, text) in CORPUS.iter() {
        match script::parse(text).map(|parsed| script::run(&parsed)) {
            Ok(Ok(())) => {}
            Ok(Err(difference)) => failures.push(format!("{name}: {difference}")),
            Err(problem) => failures.push(format!("{name}: {problem}")),
        }
    }
    assert!(failures.is_empty(), "{} scripts fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_row_of_the_checklist_has_its_script() {
    let coverage = script::coverage(&parsed());
    let missing: Vec<&str> = coverage.missing.iter().map(|row| row.name).collect();
    assert_eq!(missing, [""; 0], "rows without a script");
    assert_eq!(coverage.unknown, [""; 0], "titles that name no row");
}

const SENDER: &str = "\
# a title
variant newreno
set mss=1000 cap=32 lt=off iw=2

0       write inf
        > 1..2
100     < ack 2
        = cwnd 3
        > 3..4
        timer at 1100
1100    timeout
        > 2 rtx
        = ssthresh 2
";

const RECEIVER: &str = "\
role receiver
set mss=1000 delack=200 sack=on dsack=on
0       < 1
        > none
        timer at 200
10      < 2
        > ack 3 tsecr 0
20      < 5
        > ack 3 sack 5
";

fn difference(text: &str) -> Option<String> {
    script::run(&script::parse(text).expect("a script")).err().map(|difference| difference.to_string())
}

/// The difference after one replacement in a script that runs.
fn after(text: &str, from: &str, to: &str) -> String {
    assert_eq!(difference(text), None);
    assert!(text.contains(from), "{from}");
    difference(&text.replacen(from, to, 1)).unwrap_or_default()
}

#[test]
fn a_wrong_line_is_found_where_it_stands() {
    for (from, to, expected) in [
        ("> 1..2", "> 1..3", "line 6: expected 1..3, got 1..2"),
        ("> 1..2", "> 1", "line 5: 2 was sent too, and no line lists it"),
        ("> 1..2", "> none", "line 6: expected nothing, got 1..2"),
        ("> 3..4", "", "line 7: 3..4 was sent too, and no line lists it"),
        ("> 3..4", "> 3..4 rtx", "line 9: expected 3..4 rtx, got 3..4"),
        ("> 3..4", "> 3..4 cwr", "line 9: expected 3..4 cwr, got 3..4"),
        ("> 3..4", "> 3 short 1\n > 4", "line 9: expected 3 short 1, got 3"),
        ("> 2 rtx", "> 2", "line 12: expected 2, got 2 rtx"),
        ("= cwnd 3", "= cwnd 3.002", "line 8: expected cwnd 3.002, got 3"),
        ("= cwnd 3", "= nonsense 3", "line 8: this sender has no `nonsense` now"),
        ("= cwnd 3", "= verdict spurious", "line 8: expected verdict spurious, got none"),
        ("= ssthresh 2", "= verdicts spurious", "line 13: expected verdicts spurious, got congestion"),
        ("= cwnd 3", "= state recovery", "line 8: expected state recovery, got open"),
        ("timer at 1100", "timer at 1000", "line 10: expected the timer at 1000, it is at 1100"),
        ("timer at 1100", "timer off", "line 10: expected the timer off, it is at 1100"),
        ("1100    timeout", "1099 timeout", "line 11: expected a timeout at 1099, the timer is at 1100"),
        (
            "1100    timeout",
            "1200    < ack 2",
            "line 11: the timer runs out at 1100 before this line, and no `timeout` says so",
        ),
        (
            "> 2 rtx",
            "> 2 rtx\n1200 < ack 4\n",
            "line 13: this ACK needs a `tsecr`: what it covers was sent at 0, 100, 1100",
        ),
    ] {
        assert_eq!(after(SENDER, from, to), expected, "{to}");
    }
    for (from, to, expected) in [
        ("> none", "> ack 2", "line 4: expected ack 2, got nothing"),
        ("timer at 200", "timer off", "line 5: expected the timer off, it is at 200"),
        ("tsecr 0", "tsecr 10", "line 7: expected ack 3 tsecr 10, got ack 3 tsecr 0"),
        ("tsecr 0", "ece", "line 7: expected ack 3 ece, got ack 3 tsecr 0"),
        ("> ack 3 sack 5", "> ack 3", "line 9: expected ack 3, got ack 3 sack 5 tsecr 0"),
        ("> ack 3 sack 5", "", "line 8: ack 3 sack 5 tsecr 0 was sent too, and no line lists it"),
    ] {
        assert_eq!(after(RECEIVER, from, to), expected, "{to}");
    }
}

#[test]
fn any_ends_the_checking_at_its_time_only() {
    assert_eq!(after(SENDER, "> 1..2", "> any"), "");
    assert_eq!(after(SENDER, "> 3..4", "> 3\n > any"), "");
    assert_eq!(after(SENDER, "> 1..2", "> any\n50 < ack 1\n> 3"), "line 8: expected 3, got nothing",);
}

#[test]
fn what_is_not_a_script_is_named() {
    for (line, expected) in [
        ("frobnicate", "`frobnicate` is not one of `write`, `<`, `>`, `=`, `timer`, `timeout`"),
        ("5", "`write`, `<`, `>`, `=`, `timer` or `timeout` is missing at the end of the line"),
        (
            "1.2345678 timeout",
            "the time must be milliseconds, 0 to 1000000000 with up to six decimals, not `1.2345678`",
        ),
        ("+x timeout", "the time after `+` must be milliseconds, 0 to 1000000000 with up to six decimals, not `x`"),
        ("timeout now", "`now` does not belong here"),
        ("timer", "write `timer off` or `timer at MS`"),
        ("write 0", "the number of segments must be 1 to 8388608, not 0"),
        ("write all", "the number of segments must be a whole number, not `all`"),
        ("< nack 3", "`nack` is not one of `ack N`"),
        ("< ack", "the next expected segment is missing at the end of the line"),
        ("< ack 3 sack 5-4", "segments are written `A` or `A-B` from 1 on, not `5-4`"),
        ("< ack 3 sack 5,7,9,11 dsack 1", "an ACK has room for 4 ranges"),
        ("< ack 3 x 0", "the number of copies must be 1 to 8388608, not 0"),
        ("< ack 3 x 2000", "`x` takes 1 to 1000 copies, not 2000"),
        ("< ack 9000", "segment 9000 lies beyond 8387, the last within 8 MiB"),
        ("> 3-4", "segments are written `A` or `A..B` from 1 on, not `3-4`"),
        ("> 3 twice", "`twice` is not one of `rtx`, `cwr`, `short K`, `tail K`, `early K`, `probe`"),
        ("=", "`=` needs a name and a value"),
        ("= cwnd", "the value of `cwnd` is missing at the end of the line"),
        ("= cwnd big", "`cwnd` must be a number or `inf`, not `big`"),
        ("= state asleep", "`asleep` is not one of `open`, `recovery`, `loss`, `probe`"),
        (
            "= verdict lost",
            "`lost` is not a verdict: congestion, random, spurious, non-congestion, link, undecided, none",
        ),
    ] {
        let text = format!("variant newreno\nset mss=1000\n{line}\n");
        let problem = script::parse(&text).expect_err(line);
        assert_eq!((problem.line, problem.what.as_str()), (3, expected), "{line}");
    }
    for line in ["> 1", "write 1", "= cwnd 1", "< ack 1", "< 1 loud", "> ack 1 loud"] {
        let problem = script::parse(&format!("role receiver\n{line}\n")).expect_err(line);
        assert_eq!(problem.line, 2, "{line}");
    }
    let back = script::parse("variant newreno\n10 write 1\n9 > 1\n").expect_err("back in time");
    assert_eq!(back.to_string(), "line 3: 9 lies before the line above, at 10");
}

static CORPUS: LazyLock<Vec<(String, String)>> = LazyLock::new(corpus);

/// One change to a script: a line dropped or repeated, or a number replaced.
#[derive(Clone, Debug)]
enum Edit {
    Drop(usize),
    Repeat(usize),
    Number { place: usize, number: u64 },
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        any::<usize>().prop_map(Edit::Drop),
        any::<usize>().prop_map(Edit::Repeat),
        (any::<usize>(), prop_oneof![0u64..20, 0u64..5000, any::<u64>()])
            .prop_map(|(place, number)| Edit::Number { place, number }),
    ];
    prop::collection::vec(edit, 1..5)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for edit in edits {
        if lines.is_empty() {
            break;
        }
        let count = lines.len();
        match *edit {
            Edit::Drop(place) => drop(lines.remove(place % count)),
            Edit::Repeat(place) => lines.insert(place % count, lines[place % count].clone()),
            Edit::Number { place, number } => {
                let line = &mut lines[place % count];
                let is_number = |c: char| c.is_ascii_digit();
                let numbers: Vec<&str> = line.split(|c| !is_number(c)).filter(|word| !word.is_empty()).collect();
                if let Some(&word) = numbers.get(place / count % numbers.len().max(1)) {
                    *line = line.replacen(word, &number.to_string(), 1);
                }
            }
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever a script says, the answer is a problem, a difference or agreement.
    #[test]
    fn edited_scripts_never_panic(which in any::<prop::sample::Index>(), edits in edits()) {
        let (name, text) = which.get(&CORPUS);
        let text = edited(text, &edits);
        let verdict = std::panic::catch_unwind(|| script::parse(&text).map(|parsed| script::run(&parsed)));
        prop_assert!(verdict.is_ok(), "{} edited to:\n{}", name, text);
    }
}
