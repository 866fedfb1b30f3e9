//! Objects that cross to the page and back.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsError, JsValue};

use crate::scenario::Problem;
use crate::share::{PANELS, Theme, View};
use crate::time::Time;

/// `value` as plain objects and arrays; absent values are null.
pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsError> {
    let serializer =
        serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true).serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(|error| JsError::new(&error.to_string()))
}

/// What the page gave, as a `T`.
///
/// # Errors
/// It is something else.
pub(super) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsError::new(&error.to_string()))
}

/// A problem for the page.
#[derive(Serialize)]
struct Row<'a> {
    r#where: &'a str,
    what: &'a str,
    hint: &'a str,
}

#[derive(Serialize)]
struct Thrown<'a> {
    problems: Vec<Row<'a>>,
}

/// What is thrown for `problems`.
pub(super) fn thrown(problems: &[Problem]) -> JsValue {
    let row = |problem: &'_ Problem| (problem.field.clone(), problem.value.clone(), problem.allowed.clone());
    let rows: Vec<_> = problems.iter().map(row).collect();
    let problems =
        rows.iter().map(|(field, value, allowed)| Row { r#where: field, what: value, hint: allowed }).collect();
    to_js(&Thrown { problems }).unwrap_or(JsValue::NULL)
}

/// A problem of one field, thrown.
pub(super) fn problem(field: &str, value: &str, allowed: &str) -> JsValue {
    thrown(&[Problem::new(field, value, allowed)])
}

/// A view as the page writes it, for links.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct PageView {
    speed: Option<f64>,
    lane: Option<u8>,
    theme: Option<String>,
    paused: bool,
    sel: Option<String>,
    title: Option<String>,
    embed: bool,
    panels: Option<String>,
}

/// A view as the page reads it, from links.
#[derive(Serialize)]
pub(super) struct LinkView {
    t: Option<f64>,
    sel: Option<String>,
    lane: Option<u8>,
    speed: Option<f64>,
    theme: Option<&'static str>,
    title: Option<String>,
    embed: bool,
    paused: bool,
    panels: Option<String>,
}

impl PageView {
    /// The view for a link. A selection is `lane:index`; the lane of the link is that of the selection where the page
    /// shows several.
    pub(super) fn into_view(self) -> View {
        let selected = self.sel.as_deref().and_then(|sel| sel.split_once(':'));
        let lane_of_selected = selected.and_then(|(lane, _)| lane.parse().ok());
        let wanted =
            |id: &str| [Theme::Light, Theme::Dark, Theme::Projector].into_iter().find(|theme| theme.id() == id);
        let listed = self.panels.as_deref().unwrap_or_default();
        View {
            time: None,
            selected: selected.and_then(|(_, index)| index.parse().ok()),
            lane: lane_of_selected.or(self.lane),
            speed: self.speed,
            panels: PANELS.into_iter().filter(|panel| listed.split(',').any(|id| id == *panel)).collect(),
            theme: self.theme.as_deref().and_then(wanted),
            title: self.title.filter(|title| !title.is_empty()),
            embed: self.embed,
            paused: self.paused,
            fingerprint: None,
            engine: None,
        }
    }
}

impl LinkView {
    /// The view of a link for the page.
    pub(super) fn of(view: &View) -> LinkView {
        LinkView {
            t: view.time.map(Time::as_secs_f64),
            sel: view.selected.map(|index| format!("{}:{index}", view.lane.unwrap_or(0))),
            lane: view.lane,
            speed: view.speed,
            theme: view.theme.map(Theme::id),
            title: view.title.clone(),
            embed: view.embed,
            paused: view.paused,
            panels: (!view.panels.is_empty()).then(|| view.panels.join(",")),
        }
    }
}
