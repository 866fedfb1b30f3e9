//! The flows of a lane side by side, and how evenly they share (TCP NRT paper §5.3.4; Jain, Chiu and Hawe 1984).

use serde::Serialize;

use super::words;
use crate::ids::{FlowId, Id};
use crate::lab::Lab;
use crate::metrics::{bits_per_second, jain};

/// One flow of a lane, up to the shown time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FlowRow {
    /// Its number, from 0.
    pub flow: u16,
    /// Its variant, where flows of one lane differ; else empty.
    pub label: String,
    /// Payload delivered in order since the flow started, in kbit/s.
    pub goodput_kbps: f64,
    /// Congestion window, in segments.
    pub cwnd: f64,
    /// Timeouts so far.
    pub timeouts: usize,
    /// Segments sent again although an earlier copy arrived.
    pub needless: u64,
}

/// The flows of a lane.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Flows {
    /// By number.
    pub rows: Vec<FlowRow>,
    /// Jain's index of their goodputs, from 1/n to 1; `None` while nobody got anything.
    pub jain: Option<f64>,
}

/// The flows of `lane` at the shown time; none where there is no such lane.
#[must_use]
pub fn flows(lab: &Lab, lane: usize) -> Flows {
    let (Some(state), Some(setup)) = (lab.lanes().get(lane), lab.setup(lane)) else {
        return Flows { rows: Vec::new(), jain: None };
    };
    let now = lab.shown();
    let mut timeouts = vec![0; setup.flows.len()];
    for timeout in state.log.timeouts().iter().take_while(|timeout| timeout.at <= now) {
        timeouts[timeout.flow.index()] += 1;
    }
    let variant = |flow: FlowId| lab.scenario().flows.get(flow.index()).and_then(|flow| flow.variant.as_deref());
    let row = |flow: FlowId| {
        let conn = &state.state.world.flows()[flow];
        let start = setup.flows.get(flow.index()).map_or(now, |flow| flow.start);
        let bytes = conn.receiver().delivered().0;
        FlowRow {
            flow: flow.0,
            label: variant(flow).map_or_else(String::new, words::variant_label),
            goodput_kbps: bits_per_second(bytes, start, now) / 1000.0,
            cwnd: conn.sender().cwnd(),
            timeouts: timeouts[flow.index()],
            needless: state.state.ledger.waste(flow).retransmissions,
        }
    };
    let rows: Vec<FlowRow> = state.state.world.flows().ids().map(row).collect();
    let shares: Vec<f64> = rows.iter().map(|row| row.goodput_kbps).collect();
    Flows { rows, jain: jain(&shares) }
}
