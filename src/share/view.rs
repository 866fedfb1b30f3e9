//! What of a run is looked at: the part of a link that changes nothing in the run.

use serde::Serialize;

use super::Pairs;
use super::text::encode_percent;
use crate::scenario::limits::{MAX_LANES, MAX_TEXT};
use crate::scenario::{Notice, Problem, Scenario};
use crate::time::Time;

/// What of a run is looked at.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct View {
    /// The shown instant.
    pub time: Option<Time>,
    /// Index of the selected event in the shown lane's log.
    pub selected: Option<u64>,
    /// The shown lane, from 0.
    pub lane: Option<u8>,
    /// Simulated seconds per second.
    pub speed: Option<f64>,
    /// Open panels, by id of [`PANELS`].
    pub panels: Vec<&'static str>,
    /// Colours.
    pub theme: Option<Theme>,
    /// Shown instead of the scenario's own title.
    pub title: Option<String>,
    /// Shown inside another page.
    pub embed: bool,
    /// Time does not run after loading.
    pub paused: bool,
    /// Upper 32 bits of the fingerprint at the shown instant, as the link's maker saw it.
    pub fingerprint: Option<u32>,
    /// Version of the engine that made the link.
    pub engine: Option<u32>,
}

/// Colours of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// High contrast.
    Projector,
}

/// Ids of the panels a link can open. Append only.
pub const PANELS: [&str; 11] =
    ["topology", "cwnd", "sequence", "ladder", "queue", "rtt", "goodput", "airtime", "events", "rounds", "ranges"];

/// Slowest and fastest pace of time; the extremes of the page's slider.
const SPEED: (f64, f64) = (0.000_001, 1_000_000.0);

pub(super) const KEYS: [&str; 11] =
    ["t", "sel", "lane", "speed", "panels", "theme", "title", "embed", "paused", "fp", "e"];

impl Theme {
    const ALL: [(&'static str, Theme); 3] =
        [("light", Theme::Light), ("dark", Theme::Dark), ("projector", Theme::Projector)];

    /// Its word in links.
    #[must_use]
    pub const fn id(self) -> &'static str {
        Theme::ALL[self as usize].0
    }
}

/// Whether `key` belongs to the view.
#[must_use]
pub fn is_key(key: &str) -> bool {
    KEYS.contains(&key)
}

/// Reads the view's keys.
pub fn read(pairs: &Pairs, problems: &mut Vec<Problem>, notices: &mut Vec<Notice>) -> View {
    let mut view = View::default();
    for (key, value) in pairs {
        let read = match key.as_str() {
            "t" => Time::parse_secs(value)
                .map(|time| view.time = Some(time))
                .ok_or("seconds with at most 9 decimals, like 12.5"),
            "sel" => value.parse().map(|index| view.selected = Some(index)).map_err(|_| "the number of an event"),
            "lane" => read_lane(value, &mut view),
            "speed" => read_speed(value, &mut view, notices),
            "panels" => read_panels(value, &mut view),
            "theme" => Theme::ALL
                .iter()
                .find(|(id, _)| id == value)
                .map(|&(_, theme)| view.theme = Some(theme))
                .ok_or("light, dark, projector"),
            "title" => {
                view.title = Some(value.chars().filter(|c| !c.is_control()).take(MAX_TEXT).collect());
                Ok(())
            }
            "embed" => read_flag(value).map(|on| view.embed = on),
            "paused" => read_flag(value).map(|on| view.paused = on),
            "fp" => u32::from_str_radix(value, 16)
                .ok()
                .filter(|_| value.len() == 8)
                .map(|bits| view.fingerprint = Some(bits))
                .ok_or("8 hexadecimal digits"),
            _ => value.parse().map(|version| view.engine = Some(version)).map_err(|_| "a version number"),
        };
        if let Err(allowed) = read {
            problems.push(Problem::new(key, value, allowed));
        }
    }
    view
}

fn read_flag(value: &str) -> Result<bool, &'static str> {
    match value {
        "1" => Ok(true),
        "0" => Ok(false),
        _ => Err("0, 1"),
    }
}

fn read_lane(value: &str, view: &mut View) -> Result<(), &'static str> {
    let lane = value.parse().ok().filter(|lane| (1..=MAX_LANES as u8).contains(lane)).ok_or("1, 2, 3, 4")?;
    view.lane = Some(lane - 1);
    Ok(())
}

fn read_speed(value: &str, view: &mut View, notices: &mut Vec<Notice>) -> Result<(), &'static str> {
    let asked: f64 = value.parse().ok().filter(|speed: &f64| speed.is_finite()).ok_or("a number")?;
    let used = asked.clamp(SPEED.0, SPEED.1);
    if used != asked {
        let allowed = format!("{} to {}", SPEED.0, SPEED.1);
        notices.push(Notice { field: "speed".into(), asked: asked.to_string(), used: used.to_string(), allowed });
    }
    view.speed = Some(used);
    Ok(())
}

fn read_panels(value: &str, view: &mut View) -> Result<(), &'static str> {
    for id in value.split(',').filter(|id| !id.is_empty()) {
        let panel = PANELS
            .into_iter()
            .find(|&panel| panel == id)
            .ok_or("topology, cwnd, sequence, ladder, queue, rtt, goodput, airtime, events, rounds, ranges")?;
        if !view.panels.contains(&panel) {
            view.panels.push(panel);
        }
    }
    Ok(())
}

/// Writes the view's keys; those that are as usual are left out.
#[must_use]
pub fn write(view: &View) -> String {
    let flag = |on: bool| on.then(|| "1".to_owned());
    let values = [
        view.time.map(|time| time.to_string()),
        view.selected.map(|index| index.to_string()),
        view.lane.map(|lane| (lane + 1).to_string()),
        view.speed.map(|speed| speed.to_string()),
        (!view.panels.is_empty()).then(|| view.panels.join(",")),
        view.theme.map(|theme| theme.id().to_owned()),
        view.title.as_deref().map(encode_percent),
        flag(view.embed),
        flag(view.paused),
        view.fingerprint.map(|bits| format!("{bits:08x}")),
        view.engine.map(|version| version.to_string()),
    ];
    let pairs: Vec<_> = KEYS.iter().zip(values).filter_map(|(key, value)| Some(format!("{key}={}", value?))).collect();
    pairs.join("&")
}

impl View {
    /// What is to be said where another engine than `engine` made the link: its run may differ from here.
    #[must_use]
    pub fn made_elsewhere(&self, engine: u32) -> Option<Notice> {
        let other = self.engine.filter(|&other| other != engine)?;
        let allowed = "a run of the same engine is the same, others may differ".to_owned();
        Some(Notice { field: "e".into(), asked: other.to_string(), used: engine.to_string(), allowed })
    }

    /// Moves what points outside `scenario` inside, and says so.
    pub fn fit(&mut self, scenario: &Scenario) -> Vec<Notice> {
        let mut notices = Vec::new();
        let end = Time::ZERO + scenario.duration;
        if let Some(asked) = self.time.filter(|&time| time > end) {
            self.time = Some(end);
            let (asked, used) = (asked.to_string(), end.to_string());
            notices.push(Notice { field: "t".into(), asked, allowed: format!("seconds from 0 to {used}"), used });
        }
        let lanes = scenario.lanes.len() as u8;
        if let Some(asked) = self.lane.filter(|&lane| lane >= lanes) {
            self.lane = Some(lanes - 1);
            let (asked, used) = ((asked + 1).to_string(), lanes.to_string());
            notices.push(Notice { field: "lane".into(), asked, allowed: format!("a lane from 1 to {used}"), used });
        }
        notices
    }
}
