//! One line of a script as words, and the small things that words stand for.

use std::str::FromStr;

use super::Problem;
use crate::time::{Span, Time};

/// SACK ranges lie within 8 MiB of the acknowledgement in a packet; a script stays within that.
pub(super) const MAX_SCRIPT_BYTES: u64 = 1 << 23;

/// The longest time in a script, in milliseconds: timestamps are 32 bits wide.
const MAX_MILLIS: u64 = 1_000_000_000;

/// Digits after the point of a time in milliseconds, down to a nanosecond.
const MILLIS_DIGITS: usize = 6;

/// The words of one line, taken from the left.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    number: usize,
    rest: &'a str,
}

/// Segments from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segments {
    /// The first.
    pub(super) first: u64,
    /// The last.
    pub(super) last: u64,
}

impl<'a> Line<'a> {
    /// Line `number`, from 1, without its comment.
    pub(super) fn new(number: usize, text: &'a str) -> Line<'a> {
        Line { number, rest: text.split('#').next().unwrap_or("").trim() }
    }

    pub(super) const fn number(&self) -> usize {
        self.number
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn problem(&self, what: impl Into<String>) -> Problem {
        Problem { line: self.number, what: what.into() }
    }

    /// The next word, left in place.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// Takes the next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest[word.len()..].trim_start();
        Some(word)
    }

    /// Takes the next word if it is `word`.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next word, which is `what`.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, Problem> {
        self.next().ok_or_else(|| self.problem(format!("{what} is missing at the end of the line")))
    }

    /// Takes a whole number that is `what`, at least `least`.
    pub(super) fn count(&mut self, what: &str, least: u64) -> Result<u64, Problem> {
        let word = self.word(what)?;
        self.parsed::<u64>(word, what, "a whole number").and_then(|count| {
            if count < least || count > MAX_SCRIPT_BYTES {
                return Err(self.problem(format!("{what} must be {least} to {MAX_SCRIPT_BYTES}, not {count}")));
            }
            Ok(count)
        })
    }

    /// Takes a time that is `what`, in milliseconds.
    pub(super) fn time(&mut self, what: &str) -> Result<Time, Problem> {
        let word = self.word(what)?;
        Ok(Time::ZERO + self.span_of(word, what)?)
    }

    /// `word` as a span in milliseconds.
    pub(super) fn span_of(&self, word: &str, what: &str) -> Result<Span, Problem> {
        millis(word).ok_or_else(|| {
            self.problem(format!(
                "{what} must be milliseconds, 0 to {MAX_MILLIS} with up to six decimals, not `{word}`"
            ))
        })
    }

    /// Takes `A` or `A` `separator` `B`.
    pub(super) fn segments(&mut self, separator: &str) -> Result<Segments, Problem> {
        let word = self.word("a segment")?;
        self.segments_of(word, separator)
    }

    /// Takes a list `A-B,C-D`.
    pub(super) fn list(&mut self) -> Result<Vec<Segments>, Problem> {
        let word = self.word("a list of segments")?;
        word.split(',').map(|part| self.segments_of(part, "-")).collect()
    }

    fn segments_of(&self, word: &str, separator: &str) -> Result<Segments, Problem> {
        let (first, last) = word.split_once(separator).unwrap_or((word, word));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if 1 <= first && first <= last && last <= MAX_SCRIPT_BYTES => {
                Ok(Segments { first, last })
            }
            _ => Err(self.problem(format!("segments are written `A` or `A{separator}B` from 1 on, not `{word}`"))),
        }
    }

    /// `word` as a `T`.
    pub(super) fn parsed<T: FromStr>(&self, word: &str, what: &str, kind: &str) -> Result<T, Problem> {
        word.parse().map_err(|_| self.problem(format!("{what} must be {kind}, not `{word}`")))
    }

    /// Nothing may be left.
    pub(super) fn end(&self) -> Result<(), Problem> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(self.problem(format!("`{word}` does not belong here"))),
        }
    }
}

/// Decimal milliseconds, exactly.
fn millis(word: &str) -> Option<Span> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > MILLIS_DIGITS {
        return None;
    }
    let whole: u64 = whole.parse().ok().filter(|&whole| whole <= MAX_MILLIS)?;
    let nanos: u64 = format!("{fraction:0<MILLIS_DIGITS$}").parse().ok()?;
    Some(Span::from_nanos(whole * 1_000_000 + nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_milliseconds_are_exact() {
        assert_eq!(millis("12.5"), Some(Span::from_micros(12_500)));
        assert_eq!(millis("0.000001"), Some(Span::from_nanos(1)));
        for wrong in ["", ".5", "-1", "1e3", "1.0000001", "1000000001", "1,5"] {
            assert_eq!(millis(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn words_and_comments() {
        let mut line = Line::new(3, "  ack  7 # seven");
        assert!(line.take("ack") && !line.take("nack"));
        assert_eq!(line.count("N", 1), Ok(7));
        assert_eq!(line.end(), Ok(()));
        assert_eq!(
            line.count("N", 1).expect_err("nothing left").to_string(),
            "line 3: N is missing at the end of the line"
        );
    }

    #[test]
    fn ranges_run_upwards_from_one() {
        assert_eq!(Line::new(1, "3..5").segments(".."), Ok(Segments { first: 3, last: 5 }));
        assert_eq!(
            Line::new(1, "4,6-7").list(),
            Ok(vec![Segments { first: 4, last: 4 }, Segments { first: 6, last: 7 }])
        );
        for wrong in ["5..3", "0", "1..", "1-2"] {
            assert!(Line::new(1, wrong).segments("..").is_err(), "{wrong}");
        }
    }
}
