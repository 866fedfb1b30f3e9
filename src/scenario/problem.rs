//! What is wrong with an input, in words a person can act on.

use std::fmt;

use serde::Serialize;

/// One thing wrong with an input: which field, what was there, what may be there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The field, as a path (`flows[2].dst`) or a key of a link (`loss`).
    pub field: String,
    /// What was there, shortened to one line.
    pub value: String,
    /// What is allowed.
    pub allowed: String,
}

/// A value that was moved into its range, and is said to have been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Notice {
    /// The field, as a path or a key of a link.
    pub field: String,
    /// What was asked for.
    pub asked: String,
    /// What is used instead.
    pub used: String,
    /// What is allowed.
    pub allowed: String,
}

/// So many letters may differ between a word and what was meant.
const SLIPS: usize = 2;

/// The one of `words` that was probably meant by `word`, if any is close. Capitals make no difference.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(SHOWN).map(|letter| letter.to_ascii_lowercase()).collect();
    let close = |other: &&'a str| {
        let slips = slips(&word, other);
        (slips <= SLIPS && slips < word.len()).then_some((slips, *other))
    };
    words.filter_map(|other| close(&other)).min_by_key(|&(slips, _)| slips).map(|(_, other)| other)
}

/// How many letters have to be put in, taken out or changed between two words (Levenshtein 1966).
fn slips(one: &[char], other: &str) -> usize {
    let mut row: Vec<usize> = (0..=one.len()).collect();
    for (above, letter) in other.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], above + 1);
        for (at, &wanted) in one.iter().enumerate() {
            let change = before + usize::from(wanted != letter);
            before = row[at + 1];
            row[at + 1] = change.min(before + 1).min(row[at] + 1);
        }
    }
    row[one.len()]
}

/// Longer values are cut: a message is for reading.
const SHOWN: usize = 60;

/// One line of `text`, cut to a readable length, without control characters.
#[must_use]
pub fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

impl Problem {
    /// `value` in `field` is not `allowed`.
    #[must_use]
    pub fn new(field: impl Into<String>, value: impl fmt::Display, allowed: impl Into<String>) -> Problem {
        Problem { field: field.into(), value: shortened(&value.to_string()), allowed: allowed.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: \"{}\" is not possible; allowed: {}", self.field, self.value, self.allowed)
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} is not possible, {} is used; allowed: {}", self.field, self.asked, self.used, self.allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_recognised() {
        let ids = || ["p", "loss", "ackloss", "random-loss", "hops"].into_iter();
        for (word, meant) in [
            ("P", Some("p")),
            ("los", Some("loss")),
            ("Hops", Some("hops")),
            ("random-los", Some("random-loss")),
            ("randomloss", Some("random-loss")),
            ("tour", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, ids()), meant, "{word}");
        }
        assert_eq!(slips(&['k', 'i', 't', 't', 'e', 'n'], "sitting"), 3);
    }

    #[test]
    fn long_and_odd_values_are_cut() {
        let problem = Problem::new("cc", "x\u{7}".repeat(200), "a variant");
        assert_eq!(problem.value.chars().count(), SHOWN + 1);
        assert!(problem.value.starts_with("x\u{fffd}x"));
    }
}
