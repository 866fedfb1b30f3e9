//! The parameters: every number and switch of a profile or variant by id, with its limits.
//!
//! One table serves scripts, links, the page and the tool. A value is text as a person writes it.

mod table;

pub use table::PARAMS;

use super::registry::Refusal;
use super::{Tcp, Variant};
use crate::time::Span;

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// A decimal number.
    Real,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A value as it was read.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Number(f64),
    /// The word of [`Param::absent`].
    Absent,
    /// Place in the list of words.
    Word(usize),
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its id.
    pub id: &'static str,
    /// One line for a list.
    pub title: &'static str,
    /// Unit, empty if none.
    pub unit: &'static str,
    /// What a value may be.
    pub kind: Kind,
    /// Least number allowed.
    pub min: f64,
    /// Largest number allowed.
    pub max: f64,
    /// The word for "none", where there may be none.
    pub absent: Option<&'static str>,
    /// Value in profile `rfc`.
    pub default: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    get: fn(&Tcp, &Variant) -> Value,
    set: fn(&mut Tcp, &mut Variant, Value),
}

impl Value {
    fn number(self) -> f64 {
        if let Value::Number(number) = self { number } else { 0.0 }
    }

    fn optional(self) -> Option<f64> {
        if let Value::Number(number) = self { Some(number) } else { None }
    }

    fn word(self) -> usize {
        if let Value::Word(place) = self { place } else { 0 }
    }

    fn span(self) -> Span {
        Span::from_millis_f64(self.number())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(f64::from(number))
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Value {
        Value::Word(usize::from(on))
    }
}

impl From<Span> for Value {
    fn from(span: Span) -> Value {
        Value::Number(span.as_millis_f64())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Absent, T::into)
    }
}

impl Param {
    /// Its value, as [`set_param`] reads it.
    #[must_use]
    pub fn text(&self, tcp: &Tcp, variant: &Variant) -> String {
        match ((self.get)(tcp, variant), self.kind) {
            (Value::Word(place), Kind::Word(words)) => words[place].to_owned(),
            (Value::Number(number), _) => number.to_string(),
            _ => self.absent.unwrap_or("none").to_owned(),
        }
    }

    /// What a value may be, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        let mut allowed = match self.kind {
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Whole => format!("a whole number from {} to {}", self.min, self.max),
            Kind::Real => format!("a number from {} to {}", self.min, self.max),
        };
        if !self.unit.is_empty() {
            allowed += &format!(" {}", self.unit);
        }
        if let Some(word) = self.absent {
            allowed += &format!(", or {word}");
        }
        allowed
    }

    fn read(&self, text: &str) -> Option<Value> {
        if self.absent == Some(text) {
            return Some(Value::Absent);
        }
        if let Kind::Word(words) = self.kind {
            return words.iter().position(|word| *word == text).map(Value::Word);
        }
        let number: f64 = text.parse().ok()?;
        let whole = self.kind != Kind::Whole || number.floor() == number;
        (whole && self.min <= number && number <= self.max).then_some(Value::Number(number))
    }
}

/// The parameter called `id`.
#[must_use]
pub fn param(id: &str) -> Option<&'static Param> {
    PARAMS.iter().find(|param| param.id == id)
}

/// Sets the parameter `id` to `text`.
///
/// # Errors
/// Names the parameter that is unknown, or the value that is not allowed and those that are.
pub fn set_param(tcp: &mut Tcp, variant: &mut Variant, id: &str, text: &str) -> Result<(), Refusal> {
    let Some(param) = param(id) else {
        let known = PARAMS.iter().map(|param| param.id).collect::<Vec<_>>().join(", ");
        return Err(Refusal::new("parameter", id, format!("one of {known}")));
    };
    let value = param.read(text).ok_or_else(|| Refusal::new(id, text, param.allowed()))?;
    (param.set)(tcp, variant, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_profile() {
        for param in PARAMS {
            assert_eq!(param.text(&Tcp::RFC, &Variant::NEWRENO), param.default, "{}", param.id);
            assert!(!param.title.is_empty() && !param.source.is_empty(), "{}", param.id);
        }
    }

    #[test]
    fn what_is_set_is_read_back() {
        for param in PARAMS {
            let words: &[&str] = if let Kind::Word(words) = param.kind { words } else { &["7"] };
            for text in words.iter().chain(param.absent.as_ref()) {
                let (mut tcp, mut variant) = (Tcp::NRT, Variant::NEWRENO);
                set_param(&mut tcp, &mut variant, param.id, text).expect("allowed");
                assert_eq!(param.text(&tcp, &variant), *text, "{}", param.id);
            }
        }
    }

    #[test]
    fn bad_values_are_named() {
        let (mut tcp, mut variant) = (Tcp::RFC, Variant::NEWRENO);
        let mut error =
            |id: &str, text: &str| set_param(&mut tcp, &mut variant, id, text).expect_err("not allowed").to_string();
        assert_eq!(error("mss", "0"), "mss: \"0\" is not allowed; a whole number from 1 to 2000 bytes");
        assert_eq!(error("cap", "1.5"), "cap: \"1.5\" is not allowed; a whole number from 1 to 4000 segments, or none");
        assert_eq!(error("lt", "yes"), "lt: \"yes\" is not allowed; one of off, on");
        assert!(error("rto_min", "NaN").contains("a number from 1"));
        assert!(error("mtu", "1").starts_with("parameter: \"mtu\" is not allowed; one of mss, iw"));
        assert_eq!((tcp, variant), (Tcp::RFC, Variant::NEWRENO));
    }
}
