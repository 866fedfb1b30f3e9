//! Knobs and other inputs. The page sees to it that a drag turns a knob at most ten times a second.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::objects::{problem, thrown};
use super::session::Session;
use crate::import::mahimahi;
use crate::scenario::knobs::KnobId;
use crate::scenario::{Settings, Trace, presets};

/// A recorded trace in the page has at most so many lines: every change that can be taken back keeps a copy of it.
const MAX_TRACE_LINES: usize = 250_000;

/// The value of a knob as the page gives it: a number, or text.
fn value_of(what: KnobId, value: &JsValue) -> Option<f64> {
    value.as_f64().or_else(|| what.knob().parse(&value.as_string()?))
}

#[wasm_bindgen]
impl Session {
    /// Turns a knob just after the shown time, or rebuilds the lanes where it is not a live one.
    ///
    /// # Errors
    /// Throws the problems of the value.
    pub fn set_knob(&mut self, id: &str, value: &JsValue) -> Result<(), JsValue> {
        let Some(what) = KnobId::find(id) else { return Err(problem("knob", id, "the id of a knob")) };
        let knob = what.knob();
        let Some(value) = value_of(what, value) else {
            let shown = value.as_string().unwrap_or_else(|| "something that is not a number".to_owned());
            return Err(problem(id, &shown, &knob.allowed()));
        };
        self.lab.turn(what, value).map_err(|problems| thrown(&problems))?;
        self.note_running();
        Ok(())
    }

    /// Drives the bottleneck by a recorded trace, the text of a file in the format of Mahimahi.
    ///
    /// # Errors
    /// Throws what is wrong with the text, by its line, or that there is no such link.
    pub fn set_trace(&mut self, text: &str) -> Result<(), JsValue> {
        let at = mahimahi::parse(text.trim_start_matches('\u{feff}')).map_err(|problem| thrown(&[problem]))?;
        if at.len() > MAX_TRACE_LINES {
            let allowed = format!("at most {MAX_TRACE_LINES} lines in the page; the tool reads longer ones");
            return Err(problem("trace", &format!("{} lines", at.len()), &allowed));
        }
        let mut scenario = self.lab.scenario().clone();
        let Some(link) = scenario.topology.bottleneck_mut() else {
            return Err(problem("trace", "a file", "a topology with a bottleneck: chain or dumbbell"));
        };
        link.trace = Some(Trace::Opportunities(at));
        self.lab.load(scenario).map_err(|problems| thrown(&problems))?;
        self.note_running();
        Ok(())
    }

    /// Sets the lanes by their variants.
    ///
    /// # Errors
    /// Throws why a variant is refused.
    pub fn set_lanes(&mut self, variants: Vec<String>) -> Result<(), JsValue> {
        self.lab.set_lanes(&variants).map_err(|problems| thrown(&problems))?;
        self.note_running();
        Ok(())
    }

    /// Sets the variant of one lane and its own parameters, an object of values by id.
    ///
    /// # Errors
    /// Throws the problems of the variant and of the values.
    pub fn set_lane(&mut self, lane: usize, variant: &str, own: &js_sys::Object) -> Result<(), JsValue> {
        let mut settings = Settings::new();
        for id in js_sys::Object::keys(own).iter().filter_map(|id| id.as_string()) {
            let Some(what) = KnobId::find(&id) else { return Err(problem("knob", &id, "the id of a knob")) };
            let value = js_sys::Reflect::get(own, &JsValue::from_str(&id))?;
            let shown = value.as_string().unwrap_or_else(|| "something that is not a number".to_owned());
            let Some(value) = value_of(what, &value) else { return Err(problem(&id, &shown, &what.knob().allowed())) };
            settings.set(what, value);
        }
        self.lab.set_lane(lane, variant, settings).map_err(|problems| thrown(&problems))?;
        self.note_running();
        Ok(())
    }

    /// Sets the seed.
    ///
    /// # Errors
    /// Throws a problem where it is not a whole number below 2^64.
    pub fn set_seed(&mut self, seed: &str) -> Result<(), JsValue> {
        let Ok(number) = seed.trim().parse() else { return Err(problem("seed", seed, "a whole number below 2^64")) };
        self.lab.set_seed(number).map_err(|problems| thrown(&problems))?;
        self.note_running();
        Ok(())
    }

    /// Sets a seed of its own making and returns it.
    ///
    /// # Errors
    /// Throws a problem where the browser gives no random numbers.
    pub fn new_seed(&mut self) -> Result<String, JsValue> {
        // Five digits are easy to say aloud in a hall.
        let Ok(bits) = getrandom::u32() else { return Err(problem("seed", "new", "a browser with random numbers")) };
        let seed = (bits % 100_000).to_string();
        self.set_seed(&seed)?;
        Ok(seed)
    }

    /// Takes the last change back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let done = self.lab.undo();
        self.note_running();
        done
    }

    /// Back to the preset, or to the first one.
    pub fn reset(&mut self) {
        let preset = self.lab.origin().and_then(presets::base);
        let scenario = preset.or_else(|| presets::PRESETS.first().map(presets::Preset::scenario));
        // A preset is a valid scenario, so nothing can be wrong with it.
        let _ = scenario.map(|scenario| self.lab.load(scenario));
        self.note_running();
    }

    /// Whether an abandoned future exists.
    #[must_use]
    pub fn ghost(&self) -> bool {
        self.lab.ghost().is_some()
    }

    /// Forgets the abandoned future.
    pub fn dismiss_ghost(&mut self) {
        self.lab.dismiss_ghost();
    }
}
