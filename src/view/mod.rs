//! What a person is told and shown: pictures as numbers, events and cards as words.
//!
//! Everything is a function of the lab at its shown time. A fact that became certain later than that is not told, in
//! any pass.

mod ahead;
mod air;
mod airtime;
mod arrival;
mod card;
mod catalogue;
mod copies;
mod events;
mod flows;
mod frame;
mod header;
mod ladder;
mod layout;
mod panels;
mod repeat;
mod rounds;
mod scene;
mod scoreboard;
mod stations;
mod status;
mod step;
mod timeouts;
mod traces;
mod words;

#[cfg(test)]
mod tests;

pub use ahead::{Ahead, ahead};
pub use arrival::{Arrival, arrival, link, without_file};
pub use card::{Card, Change, Concluded, Other, Really, card};
pub use catalogue::{Catalogue, catalogue};
pub use copies::CopyRow;
pub use events::{Row, Rows, event_count, events};
pub use flows::{FlowRow, Flows, flows};
pub use frame::frame;
pub use header::{Field, header};
pub use layout::{Place, Role, layout, node_name, positions};
pub use panels::{panel_label, panel_layers, panel_names, panel_now, panel_range, panel_words, second};
pub use repeat::{Cell, LaneScore, RunScore, Summary, SummaryRow, run_score, summary};
pub use rounds::{
    ROUND_HEADS, ROUND_NOTE, RoundPage, RoundRow, letter, round_cells, round_count, round_page, rounds, truths,
};
pub use scene::{Scene, scene};
pub use scoreboard::{Score, ScoreRow, Scoreboard, scoreboard};
pub use stations::stations;
pub use status::{status, trace};
pub use step::step_text;
pub use timeouts::{TimeoutRow, timeouts};
pub use traces::{figure, ghosts, highest, tail, traces};
pub use words::{Cause, OPEN, UNRESOLVED, VERDICTS, causes, lane_label, route_words, variant_label};
