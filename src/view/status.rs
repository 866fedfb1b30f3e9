//! The state of each lane's first sender at the shown time, as numbers and in one line.

use super::words;
use crate::ids::FlowId;
use crate::lab::Lab;
use crate::tcp::{Sender, State};
use crate::time::Time;
use crate::trace::ExpiryAction;

/// How long a timeout is what a lane is doing, in the line about it.
const RECENT_MS: f64 = 1000.0;

/// Shown time and high water in s, then 8 numbers per lane: cwnd, ssthresh, flight in segments, RTO in ms, time to expiry
/// in ms (−1: not running), state (0 open, 1 recovery, 2 loss, 3 probe), timeouts so far, drops so far.
#[must_use]
pub fn status(lab: &Lab) -> Vec<f64> {
    let mut out = vec![lab.shown().as_secs_f64(), lab.high_water().as_secs_f64()];
    for lane in 0..lab.lanes().len() {
        out.extend(lane_status(lab, lane));
    }
    out
}

fn first_sender(lab: &Lab, lane: usize) -> Option<&Sender> {
    lab.lanes().get(lane)?.state.world.flows().get(FlowId(0)).map(crate::world::Conn::sender)
}

fn lane_status(lab: &Lab, lane: usize) -> [f64; 8] {
    let Some(sender) = first_sender(lab, lane) else { return [0.0; 8] };
    let now = lab.shown();
    let mss = words::mss(lab, lane, FlowId(0)) as f64;
    let state = match sender.state() {
        State::Open => 0.0,
        State::Recovery => 1.0,
        State::Loss => 2.0,
        State::Probe => 3.0,
    };
    let log = &lab.lanes()[lane].log;
    let expiries = log.timeouts().partition_point(|timeout| timeout.at <= now);
    [
        sender.cwnd(),
        sender.ssthresh(),
        sender.flight() as f64 / mss,
        sender.rto().as_millis_f64(),
        sender.poll_timer().map_or(-1.0, |at| at.saturating_since(now).as_millis_f64()),
        state,
        expiries as f64,
        log.drops(now) as f64,
    ]
}

/// What a lane is doing, in one line.
#[must_use]
pub fn trace(lab: &Lab, lane: usize) -> String {
    let (Some(sender), Some(row)) = (first_sender(lab, lane), lab.lanes().get(lane)) else { return String::new() };
    let now = lab.shown();
    let window = words::window(sender.cwnd());
    let known = row.log.timeouts().partition_point(|timeout| timeout.at <= now);
    let last = row.log.timeouts()[..known].iter().rfind(|timeout| timeout.flow == FlowId(0));
    let since = |at: Time| now.saturating_since(at);
    if let Some(last) = last.filter(|last| since(last.at).as_millis_f64() < RECENT_MS) {
        let before = last.expiry.deflated();
        let ago = words::ms(since(last.at));
        if sender.state() == State::Probe {
            return format!("asked {ago} ago: window kept at {window}, no answer yet");
        }
        let asked = last.expiry.action != ExpiryAction::Conventional;
        return if asked {
            format!("asked {ago} ago and was answered: window {window}")
        } else if sender.cwnd() < before {
            format!("gave up {ago} ago: window cut from {} to {window}", words::window(before))
        } else {
            format!("timer fired {ago} ago: window {window}")
        };
    }
    match sender.state() {
        State::Open if sender.is_done() => "everything is acknowledged".to_owned(),
        State::Open if sender.cwnd() < sender.ssthresh() => format!("slow start: window {window}"),
        State::Open => format!("congestion avoidance: window {window}"),
        State::Recovery => format!("fast recovery: window {window}"),
        State::Loss => format!("sending again after a timeout: window {window}"),
        State::Probe => format!("asking the path: window kept at {window}"),
    }
}
