//! What happened at the shown instant, after a step packet by packet.

use super::events::texts_at;
use super::words;
use crate::ids::FlowId;
use crate::lab::{Lab, Sight, What};

/// What happened in a lane at the shown instant, as the last search found it; empty if it found nothing there.
#[must_use]
pub fn step_text(lab: &Lab) -> String {
    let Some(found) = lab.found().filter(|found| found.at == Some(lab.shown())) else { return String::new() };
    let mut sights: Vec<String> = found.sights.iter().map(|sight| text(lab, found.lane, sight)).collect();
    if sights.is_empty() {
        // Searches in the log find what the log tells.
        sights = texts_at(lab, found.lane, lab.shown());
    }
    let turned = lab.scenario().knobs.iter().filter(|entry| entry.t == lab.shown());
    let knobs = turned.map(|entry| {
        let knob = entry.what.knob();
        format!("{} set to {} {}", knob.label, knob.show(entry.value), knob.unit).trim_end().to_owned()
    });
    sights.into_iter().chain(knobs).collect::<Vec<_>>().join("; ")
}

fn text(lab: &Lab, lane: usize, sight: &Sight) -> String {
    let named = |flow: FlowId, what: What, copy: u16| {
        format!("{}{}", words::flow_prefix(lab, lane, flow), words::packet(what, copy, words::mss(lab, lane, flow)))
    };
    match *sight {
        Sight::Sent(flow, what, copy, probe) => match what {
            What::Data(_) if probe => format!("{} sent to ask the path", named(flow, what, copy)),
            What::Data(_) if copy > 0 => format!("{} sent again", named(flow, what, 0)),
            _ => format!("{} sent", named(flow, what, 0)),
        },
        Sight::Delivered(flow, What::Ack(seq), _) => {
            format!("{} arrived at the sender", named(flow, What::Ack(seq), 0))
        }
        Sight::Delivered(flow, what, copy) => format!("{} arrived", named(flow, what, copy)),
        Sight::Dropped(flow, what, cause, place) => {
            let place = words::place(lab, lane, place);
            format!("{} lost {place}: {}", named(flow, what, 0), words::why_dropped(cause))
        }
        Sight::Expired(flow, expiry) => {
            let segment = lab
                .lanes()
                .get(lane)
                .and_then(|lane| lane.log.timeouts().iter().find(|row| row.flow == flow && row.expiry.index == expiry));
            let mss = words::mss(lab, lane, flow);
            match segment {
                Some(row) => format!(
                    "{}timer of {} fired",
                    words::flow_prefix(lab, lane, flow),
                    words::segment(row.expiry.segment.start, mss)
                ),
                None => "timer fired".to_owned(),
            }
        }
    }
}
