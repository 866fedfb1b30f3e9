//! Files: events, series and the panel on screen as CSV (RFC 4180).

use crate::ids::FlowId;
use crate::lab::{Lab, Panel};
use crate::view;

/// A field, quoted where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The lines every file starts with: what makes the run again, and its fingerprint at the shown time.
fn head(lab: &Lab, link: &str) -> String {
    format!("# cwndlab link,{}\n# run fingerprint,{:016x},at,{}\n", field(link), lab.fingerprint(), lab.shown())
}

fn label(lab: &Lab, lane: usize) -> String {
    field(&view::lane_label(lab, lane))
}

/// The events of all lanes up to the shown time.
#[must_use]
pub fn events_csv(lab: &Lab, link: &str) -> String {
    let mut out = head(lab, link);
    out.push_str("lane,label,n,t_s,kind,flow,segment,cause,timeout,text\n");
    for lane in 0..lab.lanes().len() {
        let label = label(lab, lane);
        for row in view::events(lab, lane, 0, usize::MAX, "").rows {
            let number = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
            let cells = [
                (lane + 1).to_string(),
                label.clone(),
                row.n.to_string(),
                row.t.to_string(),
                row.kind.to_owned(),
                number(row.flow.map(|flow| u64::from(flow) + 1)),
                number(row.segment),
                row.cause.unwrap_or_default().to_owned(),
                number(row.timeout.map(|index| index as u64)),
                field(&row.text),
            ];
            out.push_str(&cells.join(","));
            out.push('\n');
        }
    }
    out
}

/// cwnd and ssthresh of all flows of all lanes up to the shown time, thinned as they are kept. No ssthresh: no limit yet.
#[must_use]
pub fn series_csv(lab: &Lab, link: &str) -> String {
    let mut out = head(lab, link);
    out.push_str("lane,label,flow,t_s,cwnd_segments,ssthresh_segments\n");
    for (index, lane) in lab.lanes().iter().enumerate() {
        let label = label(lab, index);
        for flow in lane.state.world.flows().ids() {
            let FlowId(number) = flow;
            for point in lane.log.series(flow).map_or(&[][..], |series| series.until(lab.shown())) {
                let ssthresh = if point.ssthresh.is_finite() { point.ssthresh.to_string() } else { String::new() };
                let (lane, flow, t, cwnd) = (index + 1, number + 1, point.at, point.cwnd);
                out.push_str(&format!("{lane},{label},{flow},{t},{cwnd},{ssthresh}\n"));
            }
        }
    }
    out
}

/// What the watched panel shows of all lanes, as far as it is kept: one line per value or range.
#[must_use]
pub fn panel_csv(lab: &Lab, link: &str) -> String {
    let Some(watch) = lab.watched() else { return head(lab, link) };
    if watch.panel == Panel::Rounds {
        return rounds_csv(lab, link);
    }
    let mut out = head(lab, link);
    out.push_str(&format!("# {},flow,{}\n", field(&view::panel_label(watch.panel)), watch.flow.0 + 1));
    out.push_str("lane,label,quantity,t_s,low,high\n");
    for lane in 0..lab.lanes().len() {
        let label = label(lab, lane);
        for layer in view::panel_layers(lab, lane, watch.from) {
            for mark in layer.marks.iter().filter(|mark| !mark.low.is_nan()) {
                let (lane, name, t) = (lane + 1, layer.name, mark.t);
                out.push_str(&format!("{lane},{label},{name},{t},{},{}\n", mark.low, mark.high));
            }
        }
    }
    out
}

/// The round trips that have ended by the shown time, in the lanes that are watched for them.
#[must_use]
pub fn rounds_csv(lab: &Lab, link: &str) -> String {
    let mut out = head(lab, link);
    out.push_str(&format!("lane,label,flow,{}\n", view::ROUND_HEADS.join(",")));
    for lane in 0..lab.lanes().len() {
        let Some(rounds) = view::rounds(lab, lane) else { continue };
        let (label, flow) = (label(lab, lane), rounds.flow());
        let ended = rounds.rows().iter().take_while(|round| round.end <= lab.shown());
        for (index, round) in ended.enumerate() {
            let cells = view::round_cells(index, round, &view::truths(lab, lane, flow, round));
            out.push_str(&format!("{},{label},{},{}\n", lane + 1, flow.0 + 1, cells.join(",")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;
    use crate::time::{Span, Time};

    #[test]
    fn files_carry_link_and_fingerprint() {
        let mut lab = Lab::new(presets::base("random-loss").expect("a preset")).expect("a valid preset");
        lab.go(Time::ZERO + Span::from_secs(10));
        lab.finish();
        let events = events_csv(&lab, "p=random-loss");
        assert!(events.starts_with("# cwndlab link,p=random-loss\n"));
        assert!(events.contains(&format!("{:016x}", lab.fingerprint())));
        let rows = events.lines().skip(3).count();
        assert_eq!(rows, view::event_count(&lab, 0) + view::event_count(&lab, 1));
        let series = series_csv(&lab, "p=random-loss");
        assert!(series.lines().skip(3).all(|line| line.split(',').count() == 6));
    }

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        assert_eq!(field("plain"), "plain");
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
