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
        write!(f, "{}: {} is out of range, {} is used", self.field, self.asked, self.used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_odd_values_are_cut() {
        let problem = Problem::new("cc", "x\u{7}".repeat(200), "a variant");
        assert_eq!(problem.value.chars().count(), SHOWN + 1);
        assert!(problem.value.starts_with("x\u{fffd}x"));
    }
}
