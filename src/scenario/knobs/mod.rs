//! One table of everything a user can turn: the page, links, the tool and validation all read it.
//!
//! A knob's value is an `f64`: a number in the unit of the table, or the index of a choice. Ids are the keys of readable
//! links and rows are numbered in packed ones, so both are append-only.

mod radio;
mod spot;
mod table;
mod tcp;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::math;
use crate::scenario::{Link, Queue, Scenario};

pub use spot::Spot;
pub use table::TABLE;
pub use tcp::apply;

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KnobId(u16);

/// One thing a user can turn.
#[derive(Debug)]
pub struct Knob {
    /// Its key in links and files.
    pub id: &'static str,
    /// Its name on the screen.
    pub label: &'static str,
    /// The unit of its value; empty for counts, probabilities and choices.
    pub unit: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// Its value where nothing is said. Presets, topologies and profiles have values of their own.
    pub default: f64,
    /// Whether it turns while time runs. The others rebuild the worlds.
    pub live: bool,
    /// Where its value lives.
    pub place: Place,
    /// Where the default comes from.
    pub source: &'static str,
}

/// Which values a knob takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A number.
    Number {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Step of the input; finer values can be typed unless `whole`.
        step: f64,
        /// Whether its slider is linear or logarithmic.
        scale: Scale,
        /// Whether only whole numbers make sense.
        whole: bool,
        /// Whether zero, which then switches something off, is allowed beside the range.
        off: bool,
    },
    /// One of several words; the value is the index.
    Choice(&'static [&'static str]),
    /// The place of a station, see [`Spot`].
    Spot,
}

/// How a slider divides its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By factors.
    Log,
}

/// Where the value of a knob lives in a scenario.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// In the bottleneck link.
    Link(fn(&Link) -> f64, fn(&mut Link, f64)),
    /// In the queue of the bottleneck link, or of every radio interface.
    Queue(fn(&Queue) -> f64, fn(&mut Queue, f64)),
    /// Elsewhere. `None`: this scenario does not have it.
    Scenario(fn(&Scenario) -> Option<f64>, fn(&mut Scenario, f64)),
    /// Among the TCP parameters: in the profile, unless the scenario says otherwise.
    Tcp,
    /// In the log alone, where it is an instruction to one of several: it turns in scenarios of which this holds.
    Log(fn(&Scenario) -> bool),
}

/// Why a value is not one of a knob's.
#[derive(Clone, PartialEq, Debug)]
pub enum BadValue {
    /// Not a number, not a word of the choice.
    NotOne,
    /// Outside the range; the nearest allowed value.
    Outside(f64),
}

impl KnobId {
    /// The knob called `id`.
    #[must_use]
    pub fn find(id: &str) -> Option<KnobId> {
        TABLE.iter().position(|knob| knob.id == id).map(|row| KnobId(row as u16))
    }

    /// The knob in row `row`.
    #[must_use]
    pub fn from_row(row: u16) -> Option<KnobId> {
        (usize::from(row) < TABLE.len()).then_some(KnobId(row))
    }

    /// Its place in the table.
    #[must_use]
    pub const fn row(self) -> u16 {
        self.0
    }

    /// Its row.
    #[must_use]
    pub fn knob(self) -> &'static Knob {
        &TABLE[usize::from(self.0)]
    }

    /// Every knob.
    pub fn all() -> impl Iterator<Item = KnobId> {
        (0..TABLE.len() as u16).map(KnobId)
    }

    /// Its value in `scenario`. `None`: the scenario does not have it.
    #[must_use]
    pub fn read(self, scenario: &Scenario) -> Option<f64> {
        match self.knob().place {
            Place::Link(get, _) => scenario.topology.bottleneck().map(get),
            Place::Queue(get, _) => scenario.topology.queue().map(get),
            Place::Scenario(get, _) => get(scenario),
            Place::Tcp => scenario.tcp.get(self).or_else(|| tcp::of_profile(self.knob(), &scenario.profile)),
            Place::Log(exists) => exists(scenario).then_some(self.knob().default),
        }
    }

    /// What an entry of the log with this value turns: entries of one knob about two stations stand side by side.
    #[must_use]
    pub fn object(self, value: f64) -> (KnobId, u8) {
        (self, self.spot(value).map_or(0, |spot| spot.station))
    }

    /// The station and its place, if its values are such.
    #[must_use]
    pub fn spot(self, value: f64) -> Option<Spot> {
        Spot::of(value).filter(|_| self.knob().kind == Kind::Spot)
    }

    /// Sets it in `scenario`. Returns whether the scenario has it.
    pub fn write(self, scenario: &mut Scenario, value: f64) -> bool {
        match self.knob().place {
            Place::Link(_, set) => match scenario.topology.bottleneck_mut() {
                Some(link) => set(link, value),
                None => return false,
            },
            Place::Queue(_, set) => match scenario.topology.queue_mut() {
                Some(queue) => set(queue, value),
                None => return false,
            },
            Place::Scenario(get, set) => {
                if get(scenario).is_none() {
                    return false;
                }
                set(scenario, value);
            }
            Place::Tcp => {
                if tcp::of_profile(self.knob(), &scenario.profile) == Some(value) {
                    scenario.tcp.remove(self);
                } else {
                    scenario.tcp.set(self, value);
                }
            }
            Place::Log(_) => return false,
        }
        true
    }
}

impl Knob {
    /// Whether `value` is one of its values.
    ///
    /// # Errors
    /// [`BadValue::Outside`] carries the nearest allowed value.
    pub fn check(&self, value: f64) -> Result<(), BadValue> {
        if value.is_nan() {
            return Err(BadValue::NotOne);
        }
        let nearest = match self.kind {
            Kind::Number { off: true, .. } if value == 0.0 => value,
            Kind::Number { min, max, whole, .. } => {
                let inside = value.clamp(min, max);
                if whole { math::round(inside) } else { inside }
            }
            Kind::Choice(words) => math::round(value.clamp(0.0, (words.len() - 1) as f64)),
            Kind::Spot => math::round(value.clamp(0.0, Spot::MAX)),
        };
        if nearest == value { Ok(()) } else { Err(BadValue::Outside(nearest)) }
    }

    /// Reads a value: a number with `.` as its point, or a word of the choice.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<f64> {
        match self.kind {
            Kind::Choice(words) => words.iter().position(|&word| word == text).map(|index| index as f64),
            Kind::Spot => Spot::parse(text).map(Spot::value),
            Kind::Number { .. } => {
                let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b".-+eE".contains(&b));
                text.parse().ok().filter(|value: &f64| plain && value.is_finite())
            }
        }
    }

    /// Writes a value so that [`Knob::parse`] reads the same one.
    #[must_use]
    pub fn show(&self, value: f64) -> String {
        match self.kind {
            Kind::Choice(words) => words.get(value as usize).map_or_else(|| value.to_string(), |&word| word.to_owned()),
            Kind::Number { .. } => value.to_string(),
            Kind::Spot => Spot::of(value).map_or_else(|| value.to_string(), |spot| spot.to_string()),
        }
    }

    /// What it allows, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            Kind::Choice(words) => words.join(", "),
            Kind::Spot => "station/x/y, whole numbers; metres from -32768 to 32767".to_owned(),
            Kind::Number { min, max, whole, off, .. } => {
                let kind = if whole { "a whole number from " } else { "a number from " };
                let zero = if off && min > 0.0 { ", or 0" } else { "" };
                let space = if self.unit.is_empty() { "" } else { " " };
                format!("{kind}{min} to {max}{space}{}{zero}", self.unit)
            }
        }
    }
}

/// An id in text formats, a row in binary ones.
impl Serialize for KnobId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.knob().id)
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for KnobId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KnobId, D::Error> {
        if deserializer.is_human_readable() {
            let id = String::deserialize(deserializer)?;
            KnobId::find(&id).ok_or_else(|| {
                let known: Vec<_> = TABLE.iter().map(|knob| knob.id).collect();
                de::Error::custom(format!("no knob is called {id:?}, known are {}", known.join(", ")))
            })
        } else {
            let row = u16::deserialize(deserializer)?;
            KnobId::from_row(row).ok_or_else(|| de::Error::custom("a knob of a later version"))
        }
    }
}

#[cfg(test)]
mod tests;
