//! The keys of readable links beside the ids of knobs, as the help page and teachers' programs are told them.
//!
//! A link is `#` and `key=value` parts joined by `&`, in any order, each key once. What every knob allows is said by the
//! table of knobs itself.

use serde::Serialize;

/// What a key of a link means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Key {
    /// The key.
    pub id: &'static str,
    /// Whether it changes the run (`scenario`) or only what is looked at (`view`).
    pub group: &'static str,
    /// What it sets.
    pub title: &'static str,
    /// What may stand behind `=`.
    pub values: &'static str,
    /// One such value.
    pub example: &'static str,
}

/// A link, and what it asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The fragment, without `#`.
    pub link: &'static str,
    /// In words.
    pub says: &'static str,
}

const fn scenario(id: &'static str, title: &'static str, values: &'static str, example: &'static str) -> Key {
    Key { id, group: "scenario", title, values, example }
}

const fn view(id: &'static str, title: &'static str, values: &'static str, example: &'static str) -> Key {
    Key { id, group: "view", title, values, example }
}

/// Every key that is not a knob.
pub const KEYS: &[Key] = &[
    scenario("p", "The start: everything else says what differs from it", "the id of a preset or a topology", "chain"),
    scenario("cc", "The lanes", "one to four variants joined by commas", "nrt,newreno+frto"),
    scenario(
        "mix",
        "Flows of several variants in one world",
        "variant*count parts joined by commas, at most 40 flows",
        "nrt*10,newreno*10",
    ),
    scenario("profile", "The TCP parameters to start from", "nrt, rfc, ns3", "rfc"),
    scenario("seed", "All luck", "a whole number below 2^64", "42"),
    scenario(
        "k",
        "Knobs turned while time runs",
        "knob@seconds:value parts joined by commas",
        "loss@12.5:0.05,rate@20:2",
    ),
    scenario("v", "Version of the link format", "1", "1"),
    view("t", "The shown instant", "seconds", "12.402"),
    view("lane", "The shown lane", "1 to 4", "2"),
    view("sel", "The selected event of that lane", "its number in the list", "17"),
    view("speed", "Simulated seconds per second", "a number from 0.000001 to 1000000", "0.1"),
    view("paused", "Time stands after loading", "1 or 0", "1"),
    view("theme", "Colours", "light, dark, projector", "dark"),
    view("title", "Shown instead of the preset's own line", "text, percent-encoded", "Why%20not%3F"),
    view("embed", "A small page for a frame in another page", "1 or 0", "1"),
    view(
        "panels",
        "Which panels are open",
        "topology, cwnd, sequence, ladder, queue, rtt, goodput, airtime, events, rounds, ranges, joined by commas",
        "topology,cwnd",
    ),
    view(
        "fp",
        "Fingerprint at the shown instant: the page says whether it replayed",
        "8 hexadecimal digits",
        "0badcafe",
    ),
    view("e", "Version of the engine that made the link", "a number", "1"),
];

/// Links to start from.
pub const EXAMPLES: &[Example] = &[
    Example { link: "p=random-loss", says: "a preset as it is" },
    Example {
        link: "p=chain&hops=7&cc=nrt,newreno&loss=0.03&seed=42",
        says: "seven hops, two variants, three per cent random loss, a seed",
    },
    Example {
        link: "p=chain&cc=newreno,sack+nrt,reno+sack+congestion+frto&loss=0.02",
        says: "a short name, a short name with another timeout part, and four parts",
    },
    Example {
        link: "p=dumbbell&mix=nrt*10,newreno*10&rate=6",
        says: "twenty flows of two variants share a bottleneck",
    },
    Example {
        link: "p=chain&k=loss@10:0.05,loss@20:0&dur=30",
        says: "the loss is turned up after 10 s and off after 20 s",
    },
    Example {
        link: "p=random-loss&t=12.4&lane=2&speed=0.1&paused=1&theme=projector&title=Watch%20the%20second%20lane",
        says: "where to look, and with which words",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::knobs::KnobId;
    use crate::share::{PANELS, Theme, decode, readable, view};
    use crate::tcp::profile::PROFILES;

    #[test]
    fn every_key_that_is_read_is_documented_once() {
        let known: Vec<_> = KEYS.iter().map(|key| key.id).collect();
        for id in readable::KEYS.iter().chain(&view::KEYS).chain(&["v"]) {
            assert_eq!(known.iter().filter(|key| *key == id).count(), 1, "{id}");
        }
        assert_eq!(known.len(), readable::KEYS.len() + view::KEYS.len() + 1);
        assert!(known.iter().all(|key| KnobId::find(key).is_none()));
        assert!(KEYS.iter().all(|key| view::is_key(key.id) == (key.group == "view")));
    }

    #[test]
    fn what_is_said_of_values_is_true() {
        let values = |id: &str| KEYS.iter().find(|key| key.id == id).expect("a key").values;
        for panel in PANELS {
            assert!(values("panels").contains(panel), "{panel}");
        }
        for theme in [Theme::Light, Theme::Dark, Theme::Projector] {
            assert!(values("theme").contains(theme.id()));
        }
        for (profile, _) in PROFILES {
            assert!(values("profile").contains(profile), "{profile}");
        }
    }

    #[test]
    fn the_examples_load_as_they_are_written() {
        for Example { link, .. } in EXAMPLES {
            assert_eq!(decode(link).map(|(_, notices)| notices), Ok(vec![]), "{link}");
        }
        for Key { id, example, .. } in KEYS.iter().filter(|key| key.id != "p" && key.id != "mix") {
            let link = format!("p=chain&{id}={example}");
            assert_eq!(decode(&link).map(|(_, notices)| notices), Ok(vec![]), "{link}");
        }
    }
}
