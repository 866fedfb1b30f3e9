//! The views of presets in which timeouts happen.

use super::*;
use crate::chart::Theme;
use crate::ids::FlowId;
use crate::lab::{Goal, Lab};
use crate::scenario::presets;
use crate::time::{Span, Time};

fn at(id: &str, secs: f64) -> Lab {
    let mut lab = Lab::new(presets::base(id).expect("a preset")).expect("a valid preset");
    lab.go(Time::ZERO + Span::from_secs_f64(secs));
    lab.finish();
    lab
}

#[test]
fn a_frame_is_as_long_as_it_says_and_inside_its_links() {
    let mut lab = at("random-loss", 0.0);
    let mut seen = [0; 3];
    for step in 0..400 {
        lab.go(Time::ZERO + Span::from_millis(step * 25));
        lab.finish();
        let frame = frame(&lab, 1);
        let [packets, queues, ghosts] = [frame[0], frame[1], frame[2]].map(|count| count as usize);
        assert_eq!(frame.len(), 3 + 8 * packets + 6 * queues + 7 * ghosts);
        let links = lab.setup(1).expect("two lanes").links.len();
        assert_eq!(queues, links);
        for packet in frame[3..3 + 8 * packets].chunks(8) {
            assert!((packet[0] as usize) < links && packet[1] <= 1.0 && packet[5] >= 1.0, "{packet:?}");
            assert!((0.0..=1.0).contains(&packet[7]), "{packet:?}");
            assert!(packet[1] >= 0.0 || packet[1] == packet[1].floor(), "{packet:?}");
        }
        for ghost in frame[3 + 8 * packets + 6 * queues..].chunks(7) {
            assert!((0.0..0.5).contains(&ghost[6]) && (ghost[5] as usize) < causes().len(), "{ghost:?}");
        }
        for (sum, count) in seen.iter_mut().zip([packets, queues, ghosts]) {
            *sum += count;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn a_packet_moves_evenly_along_its_path() {
    let mut lab = at("random-loss", 2.0);
    let mut last: Vec<(f32, f32)> = Vec::new();
    for step in 0..40 {
        lab.go(Time::ZERO + Span::from_millis(2000 + step));
        lab.finish();
        let frame = frame(&lab, 0);
        let packets = frame[3..3 + 8 * frame[0] as usize].chunks(8);
        let data: Vec<(f32, f32)> = packets
            .filter(|packet| packet[2] == 0.0 && packet[6] == 0.0)
            .map(|packet| (packet[5], packet[7]))
            .collect();
        for (number, trip) in &data {
            if let Some((_, before)) = last.iter().find(|(other, _)| other == number) {
                assert!(trip >= before, "segment {number} went back from {before} to {trip}");
            }
        }
        last = data;
    }
}

#[test]
fn a_card_tells_belief_and_truth_apart() {
    let lab = at("random-loss", 30.0);
    let rows = timeouts(&lab, 1);
    let wrong = rows.iter().find(|row| row.right == Some(false)).expect("NewReno takes noise for congestion");
    let card = card(&lab, 1, wrong.index).expect("a timeout in the past");
    assert_eq!((card.concluded.id, card.concluded.right), ("congestion", Some(false)));
    assert_eq!((card.really.id, card.really.letter, card.really.open), ("RAND", "R", false));
    assert!(card.title.starts_with("NewReno timeout at "), "{}", card.title);
    assert!(card.saw.contains("its RTO, no ACK came that covers segment"), "{}", card.saw);
    assert!(card.text.contains(&card.copies[0].text), "{:?}", card.copies);
    assert!(card.why[0].contains("random loss"), "{:?}", card.why);
    let cwnd = card.changed.iter().find(|change| change.what == "cwnd").expect("always told");
    assert_eq!((cwnd.after.as_str(), cwnd.unit.as_str()), ("1.0", "segments"));
    assert!(card.changed.iter().any(|change| change.what == "resent"), "{:?}", card.changed);
    assert!(card.rule.contains("RFC 6298"), "{}", card.rule);
    assert_eq!(card.others.len(), 1);
    for part in [&card.title, &card.rule, &card.others[0].text] {
        assert!(card.text.contains(part.as_str()), "{part}");
    }
}

#[test]
fn a_card_does_not_know_the_future() {
    let mut lab = at("delay-spike", 30.0);
    let (index, timeout) = lab.lanes()[1].log.timeouts().iter().cloned().enumerate().next().expect("a spike");
    let decided = timeout.truth.expect("decided by now").0;
    lab.go(timeout.at);
    lab.finish();
    let early = card(&lab, 1, index).expect("it has happened");
    let fates = |card: &Card| card.copies.iter().map(|copy| (copy.number, copy.fate)).collect::<Vec<_>>();
    assert_eq!(fates(&early), [(1, "travelling")]);
    assert!(early.really.open && early.why.is_empty() && early.concluded.right.is_none());
    lab.go(decided);
    lab.finish();
    let late = card(&lab, 1, index).expect("it has happened");
    assert_eq!((late.really.letter, late.really.open), ("S", false));
    assert_eq!(fates(&late), [(1, "arrived")]);
    assert!(late.copies[0].at > Some(early.t));
    lab.go(Time::from_nanos(timeout.at.as_nanos() - 1));
    lab.finish();
    assert!(card(&lab, 1, index).is_none());
}

#[test]
fn truth_is_unknown_until_it_is_decided_in_every_pass() {
    let mut lab = at("delay-spike", 30.0);
    let log = &lab.lanes()[1].log;
    let known = log.timeouts().iter().filter_map(|row| Some((row.at, row.truth?.0)));
    let late: Vec<(Time, Time)> = known.filter(|(at, decided)| decided > at).collect();
    assert!(!late.is_empty(), "spikes are decided later");
    let mut go = |now: Time, fired: Time| {
        lab.go(now);
        lab.finish();
        timeouts(&lab, 1).into_iter().find(|row| row.t == fired.as_secs_f64()).expect("a timeout")
    };
    for (fired, decided) in late {
        for now in [fired, Time::from_nanos(decided.as_nanos() - 1)] {
            let row = go(now, fired);
            assert_eq!((row.truth, row.right, row.foreseen), (OPEN, None, None));
        }
        let truth = go(decided, fired).truth;
        assert_ne!(truth, OPEN);
        let before = go(Time::from_nanos(fired.as_nanos() - 1), fired);
        assert_eq!((before.known, before.truth, before.foreseen), (false, OPEN, Some(truth)));
    }
}

#[test]
fn the_list_of_events_is_paged_and_filtered() {
    let lab = at("random-loss", 20.0);
    let all = events(&lab, 1, 0, usize::MAX, "");
    assert_eq!((all.total, all.rows.len()), (event_count(&lab, 1), all.total));
    assert!(all.rows.windows(2).all(|pair| pair[0].t <= pair[1].t && pair[0].n + 1 == pair[1].n));
    let page = events(&lab, 1, 5, 7, "");
    assert_eq!(page.rows, all.rows[5..12]);
    let drops = events(&lab, 1, 0, usize::MAX, "drop");
    assert!(drops.total > 0 && drops.rows.iter().all(|row| row.kind == "drop" && row.cause.is_some()));
    let words = events(&lab, 1, 0, usize::MAX, "Random Loss");
    assert!(words.total > 0 && words.rows.iter().all(|row| row.text.contains("random loss")));
    assert_eq!(events(&lab, 9, 0, 10, "").total, 0);
}

#[test]
fn the_scoreboard_adds_up() {
    let lab = at("random-loss", 60.0);
    for score in scoreboard(&lab).lanes {
        let told: usize = score.confusion.iter().flatten().sum();
        assert_eq!(told, score.timeouts);
        assert!(score.right + score.wrong + score.open <= score.timeouts + score.open);
        assert!(score.goodput_kbps > 10.0, "{}", score.goodput_kbps);
        assert_eq!((score.confusion.len(), score.confusion[0].len()), (score.truths.len(), score.verdicts.len()));
    }
}

#[test]
fn the_status_has_eight_numbers_per_lane() {
    let lab = at("random-loss", 10.0);
    let status = status(&lab);
    assert_eq!(status.len(), 2 + 8 * lab.lanes().len());
    assert_eq!((status[0], status[1]), (10.0, 10.0));
    assert!(status[2] >= 1.0 && status[5] >= 200.0, "{status:?}");
    assert!(!trace(&lab, 0).is_empty() && trace(&lab, 9).is_empty());
}

#[test]
fn the_inflation_of_fast_recovery_is_no_cut() {
    let lab = at("burst-loss", 60.0);
    let mut inflated = 0;
    for lane in 0..2 {
        for (index, timeout) in lab.lanes()[lane].log.timeouts().iter().enumerate() {
            let expiry = &timeout.expiry;
            let inflation = if expiry.in_recovery { expiry.cwnd - expiry.cwnd.min(expiry.ssthresh) } else { 0.0 };
            let card = card(&lab, lane, index).expect("it happened");
            let told = card.changed.iter().find(|change| change.what == "inflation");
            assert_eq!(told.map(|told| told.before.clone()), (inflation > 0.0).then(|| format!("{inflation:.1}")));
            if inflation == 0.0 {
                continue;
            }
            inflated += 1;
            let mut then = lab.clone();
            then.go(timeout.at + Span::from_millis(1));
            then.finish();
            let whole = format!("cut from {:.1}", expiry.cwnd);
            assert!(!trace(&then, lane).contains(&whole), "{}", trace(&then, lane));
        }
    }
    assert!(inflated > 0, "a timer fired in fast recovery");
}

#[test]
fn a_step_is_told_in_words() {
    let mut lab = at("random-loss", 5.0);
    assert_eq!(step_text(&lab), "");
    lab.find(Goal::Next, 1);
    lab.finish();
    let text = step_text(&lab);
    assert!(["sent", "arrived", "lost", "fired"].iter().any(|word| text.contains(word)), "{text}");
    lab.find(Goal::Timeout, 1);
    lab.finish();
    assert!(step_text(&lab).contains("fired after"), "{}", step_text(&lab));
}

#[test]
fn the_tail_starts_with_what_is_in_force() {
    let lab = at("random-loss", 10.0);
    let from = Time::ZERO + Span::from_secs(8);
    let tail = tail(&lab, 0, FlowId(0), from);
    assert!(tail.len().is_multiple_of(3) && tail[0] <= 8.0 && tail.chunks(3).skip(1).all(|triple| triple[0] > 8.0));
    assert!(highest(&lab, Time::ZERO, lab.shown()) >= tail[1]);
}

#[test]
fn nodes_of_a_chain_stand_in_a_row() {
    let lab = at("random-loss", 0.0);
    let scene = scene(&lab, Some("random-loss"));
    assert_eq!(scene.preset, Some("random-loss"));
    let places = layout(lab.scenario(), lab.setup(0).expect("a lane"), lab.shown());
    assert!(places.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].y == pair[1].y));
    assert_eq!((places[0].role, places[places.len() - 1].role), (Role::Sender, Role::Receiver));
    assert_eq!(scene.lanes.len(), 2);
}

#[test]
fn a_link_judges_the_run_it_leads_to() {
    let lab = at("random-loss", 7.0);
    let fragment = link(&lab, crate::share::View::default());
    let (shared, _) = crate::share::decode(&fragment).expect("a link of our own");
    let mut again = Lab::new(shared.scenario.clone()).expect("a valid scenario");
    assert_eq!(arrival(&again, &shared.view).kind, "pending");
    again.go(shared.view.time.expect("links carry the time"));
    again.finish();
    assert_eq!(arrival(&again, &shared.view).kind, "exact");
    let forged = crate::share::View { fingerprint: Some(1), ..shared.view };
    assert_eq!(arrival(&again, &forged).kind, "differs");
}

#[test]
fn the_catalogue_offers_what_the_engine_knows() {
    let catalogue = serde_json::to_value(catalogue()).expect("plain data");
    for variant in catalogue["variants"].as_array().expect("a list") {
        let id = variant["id"].as_str().expect("a text");
        assert!(crate::tcp::registry::parse_variant(id).is_ok(), "{id}");
    }
    assert_eq!(catalogue["causes"].as_array().map(Vec::len), Some(9));
    assert_eq!(catalogue["presets"][0]["id"], presets::PRESETS[0].id);
}

#[test]
fn the_figure_of_a_run_is_drawn() {
    let lab = at("random-loss", 20.0);
    let figure = figure(&lab, "Random loss", "seed 42", Theme::Dark);
    assert!(figure.rows.iter().all(|row| !row.traces[0].cwnd.is_empty()));
    assert!(figure.rows[1].marks.iter().any(|mark| mark.right == Some(false)));
    assert!(crate::chart::svg(&figure).is_ok());
}

#[test]
fn a_lane_with_its_own_parameters_is_called_by_them() {
    let mut lab = Lab::new(presets::base("chain").expect("a topology")).expect("a valid scenario");
    let what = |id: &str| crate::scenario::knobs::KnobId::find(id).expect("a knob");
    assert_eq!(lane_label(&lab, 0), "NRT");
    let own = |id: &str, value: f64| [(what(id), value)].into_iter().collect();
    lab.set_lane(0, "nrt", own("nrt_repair", 1.0)).expect("a word of the choice");
    assert_eq!(lane_label(&lab, 0), "NRT (nrt_repair gbn)");
    assert_eq!(lane_label(&lab, 1), "NewReno", "the other lane stays as it was");
    for (lane, variant, own, field) in [
        (0, "nrt", own("loss", 0.1), "loss"),
        (0, "nrt", own("nrt_repair", 9.0), "nrt_repair"),
        (0, "nrtt", own("nrt_repair", 0.0), "lanes[0].variant"),
        (7, "nrt", own("nrt_repair", 0.0), "lane"),
    ] {
        let problems = lab.set_lane(lane, variant, own).expect_err(field);
        assert_eq!(problems[0].field, field);
    }
    lab.set_lane(0, "sack+nrt", own("sack_keep_on_rto", 0.0)).expect("other parts");
    assert_eq!(lane_label(&lab, 0), "SACK + NRT (sack_keep_on_rto off)");
    assert!(lab.undo() && lab.undo());
    assert_eq!(lane_label(&lab, 0), "NRT");
}

#[test]
fn the_catalogue_says_what_goes_together_and_whose_option_a_knob_is() {
    let all = catalogue();
    let json = serde_json::to_value(&all).expect("plain data");
    let rows = |name: &str| json[name].as_array().expect("a list").clone();
    let count = |axis: &str| json["parts"][axis].as_array().expect("a list").len();
    assert_eq!(rows("pairs").len(), count("recovery") * count("timeout"));
    for pair in rows("pairs") {
        assert_eq!(pair["kind"] == "defined", pair["note"] == "", "{pair}");
    }
    let part = |id: &str| rows("knobs").into_iter().find(|knob| knob["id"] == id).expect("a knob")["part"].clone();
    assert_eq!(part("nrt_repair"), "nrt");
    assert_eq!(part("sack_keep_on_rto"), "sack");
    assert_eq!(part("rto_min"), serde_json::Value::Null);
    for variant in rows("variants") {
        assert!(variant["id"].as_str().is_some_and(|id| id.split('+').count() <= 2), "{variant}");
    }
}

#[test]
fn resends_and_probes_are_listed_and_found_by_their_segment() {
    let lab = at("random-loss", 30.0);
    let kinds = |lane, kind| events(&lab, lane, 0, usize::MAX, kind).rows;
    let resent = kinds(1, "resend");
    assert!(!resent.is_empty() && resent.iter().all(|row| row.text.contains("sent again")), "{resent:?}");
    assert!(kinds(0, "probe").iter().any(|row| row.text.contains("to ask the path")));
    let segment = resent[0].segment.expect("a segment");
    let history = events(&lab, 1, 0, usize::MAX, &format!("#{segment}")).rows;
    assert!(history.iter().all(|row| row.segment == Some(segment)), "{history:?}");
    assert!(history.iter().any(|row| row.kind == "resend"));
    assert_eq!(events(&lab, 1, 0, usize::MAX, &format!("#{segment}/1")).rows, history);
    assert_eq!(events(&lab, 1, 0, usize::MAX, &format!("#{segment}/2")).total, 0);
}

#[test]
fn a_cause_is_told_early_only_where_it_was_computed() {
    let mut lab = at("delay-spike", 30.0);
    let (index, timeout) = lab.lanes()[1].log.timeouts().iter().cloned().enumerate().next().expect("a spike");
    let decided = timeout.truth.expect("decided by now").0;
    lab.go(timeout.at);
    lab.finish();
    let early = ahead(&lab, 1, index).expect("computed before");
    assert_eq!((early.letter, early.decided_at), ("S", decided.as_secs_f64()));
    lab.find(Goal::Decided(index as u32), 1);
    lab.finish();
    assert_eq!(lab.shown(), decided);
    let mut fresh = at("delay-spike", 0.0);
    fresh.go(timeout.at);
    fresh.finish();
    assert!(ahead(&fresh, 1, index).is_none());
}

#[test]
fn flows_share_and_packets_have_headers() {
    let lab = at("fair-10", 5.0);
    let Flows { rows, jain } = flows(&lab, 0);
    assert_eq!(rows.len(), 10);
    assert!(rows.iter().all(|row| row.goodput_kbps > 0.0));
    assert!(jain.is_some_and(|index| (0.1..=1.0).contains(&index)), "{jain:?}");
    let frame = frame(&lab, 0);
    let packet = frame[3..3 + 8 * frame[0] as usize].chunks(8).find(|packet| packet[2] == 0.0).expect("data");
    let fields = header(&lab, 0, 0, FlowId(packet[4] as u16), packet[5] as u64, packet[6] as u16).expect("it is there");
    assert!(fields.iter().any(|field| field.name == "Bytes"), "{fields:?}");
    assert!(header(&lab, 0, 0, FlowId(0), 1, 0).is_none(), "the first segment has arrived");
}

#[test]
fn links_name_a_recorded_trace_and_leave_it_out() {
    for id in ["random-loss", "lte-car"] {
        let mut scenario = presets::base(id).expect("a preset");
        let bottleneck = scenario.topology.bottleneck_mut().expect("it has one");
        bottleneck.trace = Some(crate::scenario::Trace::Opportunities((1..=100_000).collect()));
        let lab = Lab::new(scenario).expect("it is valid");
        let link = link(&lab, crate::share::View::default());
        assert!(link.contains("trace=file") && link.matches("trace=").count() == 1 && link.len() < 200, "{link}");
        assert!(!link.contains("fp="), "{link}");
        crate::share::decode(&link).expect("it is read");
    }
}

#[test]
fn one_hop_is_no_hops() {
    let (shared, _) = crate::share::decode("p=chain&hops=1").expect("it is read");
    let lab = Lab::new(shared.scenario).expect("it is valid");
    assert_eq!(scene(&lab, None).title, "Chain, 1 hop");
}
