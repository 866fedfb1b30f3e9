//! Knobs with values: sets of them, and the log of turns made while time runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::scenario::knobs::KnobId;
use crate::time::Time;

/// Knobs and their values, in the order of the table. A map from id to value in JSON; choices are words there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings(BTreeMap<KnobId, f64>);

/// A knob turned while time runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnobEntry {
    /// When, in seconds: before the first event at or after this time.
    pub t: Time,
    /// Which.
    pub what: KnobId,
    /// Its new value.
    pub value: f64,
}

impl Settings {
    /// No knobs.
    #[must_use]
    pub const fn new() -> Settings {
        Settings(BTreeMap::new())
    }

    /// The value of a knob.
    #[must_use]
    pub fn get(&self, what: KnobId) -> Option<f64> {
        self.0.get(&what).copied()
    }

    /// Sets a knob.
    pub fn set(&mut self, what: KnobId, value: f64) {
        self.0.insert(what, value);
    }

    /// Forgets a knob.
    pub fn remove(&mut self, what: KnobId) {
        self.0.remove(&what);
    }

    /// The knobs with their values.
    pub fn iter(&self) -> impl Iterator<Item = (KnobId, f64)> {
        self.0.iter().map(|(&what, &value)| (what, value))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(KnobId, f64)> for Settings {
    fn from_iter<Rows: IntoIterator<Item = (KnobId, f64)>>(rows: Rows) -> Settings {
        let mut settings = Settings::new();
        rows.into_iter().for_each(|(what, value)| settings.set(what, value));
        settings
    }
}

/// A value in JSON: a number, or a word of a choice.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Word {
    Number(f64),
    Word(String),
}

impl Word {
    fn new(what: KnobId, value: f64) -> Word {
        let knob = what.knob();
        match knob.kind {
            crate::scenario::knobs::Kind::Number { .. } => Word::Number(value),
            _ => Word::Word(knob.show(value)),
        }
    }

    fn value<E: de::Error>(self, what: KnobId) -> Result<f64, E> {
        let knob = what.knob();
        match self {
            Word::Number(value) => Ok(value),
            Word::Word(text) => knob.parse(&text).ok_or_else(|| {
                E::custom(format!("{}: {text:?} is not possible; allowed: {}", knob.id, knob.allowed()))
            }),
        }
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_map(self.iter().map(|(what, value)| (what, Word::new(what, value))))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
        if !deserializer.is_human_readable() {
            return BTreeMap::deserialize(deserializer).map(Settings);
        }
        let words = BTreeMap::<KnobId, Word>::deserialize(deserializer)?;
        words.into_iter().map(|(what, word)| Ok((what, word.value(what)?))).collect()
    }
}

/// The JSON form of a knob entry.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    t: Time,
    what: KnobId,
    value: Word,
}

impl Serialize for KnobEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Entry { t: self.t, what: self.what, value: Word::new(self.what, self.value) }.serialize(serializer)
        } else {
            (self.t, self.what, self.value).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for KnobEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KnobEntry, D::Error> {
        if deserializer.is_human_readable() {
            let Entry { t, what, value } = Entry::deserialize(deserializer)?;
            Ok(KnobEntry { t, what, value: value.value(what)? })
        } else {
            let (t, what, value) = Deserialize::deserialize(deserializer)?;
            Ok(KnobEntry { t, what, value })
        }
    }
}
