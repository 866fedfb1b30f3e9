//! `events.csv`, `series.csv` and `rounds.csv`: everything that happened, the numbers over time and by round trip.
//!
//! A watcher cannot fail, so the first error is kept and told at the end.

use std::fs::{self, File};
use std::path::Path;

use csv::Writer;
use cwndlab::ids::{FlowId, NodeId};
use cwndlab::metrics::Rounds;
use cwndlab::packet::{Body, Packet};
use cwndlab::time::Time;
use cwndlab::trace::{Note, RouteNote};
use cwndlab::truth::Answer;
use cwndlab::view::{ROUND_HEADS, round_cells, route_words};

use super::Failure;
use super::report::Timeout;

const EVENTS: [&str; 8] = ["lane", "time", "event", "flow", "kind", "first_byte", "copy", "detail"];
const SERIES: [&str; 5] = ["lane", "time", "flow", "quantity", "value"];

/// The three files.
pub struct Files {
    events: Writer<File>,
    series: Writer<File>,
    rounds: Writer<File>,
    lane: String,
    error: Option<csv::Error>,
}

impl Files {
    /// Starts the files in `folder`, which is made where it does not exist.
    pub fn create(folder: &Path) -> Result<Files, Failure> {
        let failure = |error: &dyn std::fmt::Display| Failure::System(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(|error| failure(&error))?;
        let open = |name: &str| Writer::from_path(folder.join(name)).map_err(|error| failure(&error));
        let mut files = Files {
            events: open("events.csv")?,
            series: open("series.csv")?,
            rounds: open("rounds.csv")?,
            lane: String::new(),
            error: None,
        };
        let heads = files.events.write_record(EVENTS);
        files.keep(heads);
        let heads = files.series.write_record(SERIES);
        files.keep(heads);
        let heads = files.rounds.write_record(["lane", "flow"].into_iter().chain(ROUND_HEADS));
        files.keep(heads);
        Ok(files)
    }

    /// What follows belongs to this lane.
    pub fn lane(&mut self, lane: usize) {
        self.lane = lane.to_string();
    }

    /// Ends the files.
    pub fn finish(mut self) -> Result<(), Failure> {
        let flushed = self.events.flush().and_then(|()| self.series.flush()).and_then(|()| self.rounds.flush());
        self.keep(flushed.map_err(csv::Error::from));
        self.error.map_or(Ok(()), |error| Err(Failure::System(error.to_string())))
    }

    /// Something happened to a packet.
    pub fn packet(&mut self, now: Time, event: &str, packet: &Packet, detail: &str) {
        let (kind, first) = match packet.body {
            Body::Data(data) => ("data", data.seq.0),
            Body::Ack(ack) => ("ack", ack.ack.0),
            Body::Cross { number } => ("cross", number),
            Body::Routing(_) => ("routing", u64::from(packet.ordinal)),
        };
        let copy = packet.copy.to_string();
        self.event(now, event, packet.flow, [kind, &first.to_string(), &copy, detail]);
    }

    /// A sender told something about itself.
    pub fn note(&mut self, now: Time, flow: FlowId, note: &Note) {
        match note {
            Note::Expired(expiry) => {
                self.event(now, "timeout", flow, ["data", &expiry.segment.start.0.to_string(), "", ""]);
            }
            Note::Verdict { verdict, .. } => self.event(now, "verdict", flow, ["", "", "", verdict.id()]),
            Note::FastRetransmit { segment } => {
                self.event(now, "fast_retransmit", flow, ["data", &segment.start.0.to_string(), "", ""]);
            }
            Note::Window { cwnd, ssthresh, .. } => {
                self.value(now, flow, "cwnd", *cwnd);
                if ssthresh.is_finite() {
                    self.value(now, flow, "ssthresh", *ssthresh);
                }
            }
            Note::Rtt { sample, srtt, rto } => {
                self.value(now, flow, "rtt_ms", sample.as_millis_f64());
                self.value(now, flow, "srtt_ms", srtt.as_millis_f64());
                self.value(now, flow, "rto_ms", rto.as_millis_f64());
            }
        }
    }

    /// A node asked for, found or lost a way.
    pub fn route(&mut self, now: Time, node: NodeId, note: &RouteNote) {
        let (time, detail) = (now.to_string(), route_words(node, note));
        let written = self.events.write_record([&self.lane, &time, "route", "", "", "", "", &detail]);
        self.keep(written);
    }

    /// Something became certain.
    pub fn answer(&mut self, answer: &Answer) {
        if let Answer::Decided { flow, at, truth, .. } = answer {
            self.event(*at, "truth", *flow, ["", "", "", truth.class().id()]);
        }
    }

    /// The rounds of a flow, with what its timeouts were.
    pub fn rounds(&mut self, flow: usize, rounds: &Rounds, timeouts: &[Timeout]) {
        for (index, round) in rounds.rows().iter().enumerate() {
            let (first, count) = round.timeouts;
            let those = timeouts.iter().skip(first as usize).take(count as usize);
            let truths: String = those.map(|timeout| timeout.letter).collect();
            let place = [self.lane.clone(), flow.to_string()];
            let cells = place.into_iter().chain(round_cells(index, round, &truths));
            let written = self.rounds.write_record(cells);
            self.keep(written);
        }
    }

    fn event(&mut self, now: Time, event: &str, flow: FlowId, [kind, first, copy, detail]: [&str; 4]) {
        let (time, flow) = (now.to_string(), flow.to_string());
        let written = self.events.write_record([&self.lane, &time, event, &flow, kind, first, copy, detail]);
        self.keep(written);
    }

    fn value(&mut self, now: Time, flow: FlowId, quantity: &str, value: f64) {
        let (time, flow, value) = (now.to_string(), flow.to_string(), value.to_string());
        let written = self.series.write_record([&self.lane, &time, &flow, quantity, &value]);
        self.keep(written);
    }

    fn keep(&mut self, written: Result<(), csv::Error>) {
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }
}
