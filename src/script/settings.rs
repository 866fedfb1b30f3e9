//! The head of a script: who is tested, with which numbers, from which state.

use super::line::{Line, MAX_SCRIPT_BYTES};
use super::parse::largest_segment;
use super::step::{Action, Step};
use super::{Problem, Role, Script};
use crate::ids::{FlowId, NodeId};
use crate::tcp::params::set_param;
use crate::tcp::registry::parse_variant;
use crate::tcp::{Preset, ReceiverConfig, SenderConfig, Tcp, Variant};

/// Node of the sender.
const SENDER: NodeId = NodeId(0);
/// Node of the receiver.
const RECEIVER: NodeId = NodeId(1);
/// The largest preset window, in segments: what a receive window may be at most.
const MAX_WINDOW: f64 = 4000.0;
/// The largest preset segment number: the lines after it must still lie within what a script may cover.
const MAX_FIRST: u64 = 1000;

/// What the head lines have said so far.
#[derive(Debug)]
pub(super) struct Settings {
    variant: Variant,
    has_variant: bool,
    receiver: bool,
    tcp: Tcp,
    preset: Preset,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            variant: Variant::NEWRENO,
            has_variant: false,
            receiver: false,
            tcp: Tcp::RFC,
            preset: Preset::default(),
        }
    }
}

impl Settings {
    /// Takes a head line. Returns whether it was one.
    pub(super) fn take(&mut self, line: &mut Line) -> Result<bool, Problem> {
        if line.take("role") {
            self.receiver = match line.word("`sender` or `receiver`")? {
                "sender" => false,
                "receiver" => true,
                other => return Err(line.problem(format!("a role is `sender` or `receiver`, not `{other}`"))),
            };
        } else if line.take("variant") {
            let text = line.word("the variant")?;
            let variant = parse_variant(text).map_err(|refusal| line.problem(refusal.to_string()))?;
            self.variant = Variant { options: self.variant.options, ..variant };
            self.has_variant = true;
        } else if line.take("set") {
            while let Some(word) = line.next() {
                let (key, value) = word
                    .split_once('=')
                    .ok_or_else(|| line.problem(format!("`set` takes `key=value`, not `{word}`")))?;
                self.set(line, key, value)?;
            }
        } else {
            return Ok(false);
        }
        line.end()?;
        Ok(true)
    }

    pub(super) const fn is_receiver(&self) -> bool {
        self.receiver
    }

    /// All segments of a line must lie within what a script may cover.
    pub(super) fn check_segments(&self, line: &Line, action: &Action) -> Result<(), Problem> {
        let (segment, most) = (largest_segment(action), MAX_SCRIPT_BYTES / u64::from(self.tcp.mss) - 1);
        if segment > most {
            return Err(line.problem(format!("segment {segment} lies beyond {most}, the last within 8 MiB")));
        }
        Ok(())
    }

    /// The script of these settings.
    pub(super) fn finish(self, title: String, steps: Vec<Step>) -> Result<Script, Problem> {
        let Settings { variant, has_variant, receiver, tcp, preset } = self;
        let role = if receiver {
            Role::Receiver(ReceiverConfig { flow: FlowId(0), from: RECEIVER, to: SENDER, tcp })
        } else if has_variant {
            Role::Sender(SenderConfig { flow: FlowId(0), from: SENDER, to: RECEIVER, tcp, variant }, preset)
        } else {
            let line = steps.first().map_or(1, |step| step.line);
            return Err(Problem { line, what: "a `variant` line must stand before the first time".to_owned() });
        };
        Ok(Script { title, role, steps })
    }

    fn set(&mut self, line: &Line, key: &str, value: &str) -> Result<(), Problem> {
        let preset = &mut self.preset;
        match key {
            "cwnd" => preset.cwnd = Some(window(line, key, value, 1.0)?),
            "ssthresh" => preset.ssthresh = Some(window(line, key, value, 2.0)?),
            "srtt" => preset.srtt = Some(line.span_of(value, key)?),
            "rttvar" => preset.rttvar = Some(line.span_of(value, key)?),
            "rto" => preset.rto = Some(line.span_of(value, key)?),
            "backoff" => preset.backoff = Some(line.parsed(value, key, "a whole number")?),
            "acks" => preset.acks = Some(line.parsed(value, key, "a whole number")?),
            "first" => preset.first = Some(first(line, value)?),
            _ => {
                return set_param(&mut self.tcp, &mut self.variant, key, value)
                    .map_err(|refusal| line.problem(refusal.to_string()));
            }
        }
        if self.receiver {
            return Err(line.problem(format!("`{key}` is state of a sender, and this script tests a receiver")));
        }
        Ok(())
    }
}

/// A window in segments.
fn window(line: &Line, key: &str, value: &str, least: f64) -> Result<f64, Problem> {
    let window: f64 = line.parsed(value, key, "a number of segments")?;
    if least <= window && (window <= MAX_WINDOW || (key == "ssthresh" && window.is_infinite())) {
        return Ok(window);
    }
    Err(line.problem(format!("{key} must be {least} to {MAX_WINDOW} segments, not {value}")))
}

fn first(line: &Line, value: &str) -> Result<u64, Problem> {
    let first = line.parsed(value, "first", "a segment number")?;
    if (1..=MAX_FIRST).contains(&first) {
        return Ok(first);
    }
    Err(line.problem(format!("first must be 1 to {MAX_FIRST}, not {first}")))
}
