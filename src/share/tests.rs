use proptest::prelude::*;

use super::*;
use crate::scenario::knobs::{Kind, KnobId, Spot};
use crate::scenario::presets::{PRESETS, base};
use crate::scenario::{CustomLink, KnobEntry, Lane, Link, Node, Settings, Topology};
use crate::time::Time;

fn scenario_of(link: &str) -> Scenario {
    decode(link).unwrap_or_else(|problems| panic!("{link}: {problems:?}")).0.scenario
}

fn problem_of(link: &str) -> Problem {
    let problems = decode(link).expect_err(link);
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems.into_iter().next().expect("a problem")
}

#[test]
fn the_link_of_the_documentation() {
    let scenario = scenario_of("https://example.org/#p=chain&hops=7&cc=nrt,newreno&loss=0.03&seed=42");
    assert_eq!(scenario.topology, Topology::chain(7));
    assert_eq!((scenario.path.loss, scenario.seed), (0.03, 42));
    assert_eq!(scenario.lanes, [Lane::of("nrt"), Lane::of("newreno")]);
}

#[test]
fn presets_have_short_links() {
    for preset in PRESETS {
        let shared = Shared { scenario: preset.scenario(), view: View::default() };
        assert_eq!(encode(&shared), format!("p={}", preset.id));
        let mut turned = shared.clone();
        turned.scenario.seed = u64::MAX;
        turned.scenario.path.loss = 0.0425;
        turned.scenario.lanes = ["nrt", "newreno+frto", "sack", "newreno"].map(Lane::of).to_vec();
        let what = KnobId::find("loss").expect("a knob");
        turned.scenario.knobs =
            (1..8).map(|t| KnobEntry { t: Time::from_nanos(t * 1_234_567_891), what, value: 0.07 }).collect();
        turned.view = View { time: Time::parse_secs("12.402"), fingerprint: Some(7), ..View::default() };
        let link = encode(&turned);
        assert!(link.len() <= 300, "{} characters: {link}", link.len());
        assert_eq!(decode(&link), Ok((turned, vec![])));
    }
}

/// Forty nodes, fifty links and forty flows, made by hand.
fn hand_made() -> Scenario {
    let mut scenario = Scenario::new(Topology::Custom {
        nodes: (0..40).map(|n| Node { name: format!("node {n}") }).collect(),
        links: (0..50).map(|n| CustomLink { from: n % 39, to: n % 39 + 1, link: Link::default() }).collect(),
        bottleneck: 3,
    });
    scenario.set_flow_count(40);
    scenario
}

#[test]
fn hand_made_scenarios_fit_into_a_mail() {
    let shared = Shared { scenario: hand_made(), view: View::default() };
    let link = encode(&shared);
    assert!(link.starts_with("s=1.") && link.len() <= 2000, "{} characters", link.len());
    assert_eq!(decode(&link), Ok((shared, vec![])));
}

#[test]
fn links_survive_mail_and_chat() {
    let plain = "p=chain&cc=nrt,newreno+frto&k=loss@12.5:0.05,rate@20:2&title=Why%20not%3F";
    let expected = decode(plain);
    assert!(expected.is_ok());
    for copied in [
        "  #p=chain&cc=nrt,newreno+frto&k=loss@12.5:0.05,\n rate@20:2&title=Why%20not%3F\r\n",
        "#p=chain&amp;cc=nrt,newreno+frto&amp;k=loss@12.5:0.05,rate@20:2&amp;title=Why%20not%3F",
        "#p=chain&cc=nrt%2Cnewreno%2Bfrto&k=loss%4012.5%3A0.05%2Crate%4020%3A2&title=Why%20not%3F",
        "#p=chain&cc=nrt%252Cnewreno%252Bfrto&k=loss%254012.5:0.05,rate@20:2&title=Why%20not%3F",
        "<https://example.org/a/?b#p=chain&cc=nrt,newreno+frto&k=loss@12.5:0.05,rate@20:2&title=Why%20not%3F>.\"",
    ] {
        assert_eq!(decode(copied), expected, "{copied}");
    }
    let packed = encode(&Shared { scenario: hand_made(), view: View::default() });
    assert_eq!(decode(&format!("see #{packed}).")).map(|read| read.0.scenario), Ok(hand_made()));
    let everything: String = text::encode_percent("p=chain&hops=3");
    assert_eq!(scenario_of(&everything).topology, Topology::chain(3));
}

#[test]
fn values_out_of_range_are_moved_and_said_to_be() {
    let (shared, notices) = decode("p=chain&hops=99&loss=7&lane=4&t=100&k=rate@1:0").expect("a link");
    assert_eq!(shared.scenario.topology, Topology::chain(24));
    let fields: Vec<_> = notices.iter().map(|notice| notice.field.as_str()).collect();
    assert_eq!(fields, ["hops", "loss", "rate", "t", "lane"]);
    assert_eq!((shared.view.time, shared.view.lane), (Time::parse_secs("60"), Some(1)));
    let (shared, notices) = decode("p=chain&hops=7.5&e=99").expect("a link");
    let texts: Vec<_> = notices.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["hops: 7.5 is not possible, 8 is used; allowed: a whole number from 1 to 24"]);
    let notice = shared.view.made_elsewhere(1).expect("another engine");
    assert_eq!((notice.field.as_str(), notice.asked.as_str(), notice.used.as_str()), ("e", "99", "1"));
    assert_eq!(shared.view.made_elsewhere(99), None);
}

#[test]
fn bad_links_are_named() {
    for (link, field, allowed) in [
        ("", "link", "p="),
        ("p=chian", "p", "chain (meant here?), one of chain, dumbbell, wlan-chain"),
        ("hops=3", "p", "chain"),
        ("p=chain&hopps=3", "key", "hops (meant here?), one of p, mix, cc, profile, seed, k, hops, "),
        ("P=random-loss", "key", "p (meant here?)"),
        ("tour=1", "key", "one of p, mix"),
        ("random-loss", "link", "p=random-loss (meant here?)"),
        ("p=chain&cc=nrt,tahoo", "cc, lane 2", "newreno"),
        ("p=fair-10&mix=nrt*3,foo", "mix, flow 4", "newreno"),
        ("p=chain&hops=3&hops=4", "hops", "once"),
        ("p=chain&loss=0,03", "loss", "a number from 0 to 1"),
        ("p=chain&aqm=blue", "aqm", "droptail, red, ecn, modified"),
        ("p=chain&accessprop=3", "accessprop", "this topology"),
        ("p=chain&seed=18446744073709551616", "seed", "2^64"),
        ("p=chain&seed=-1", "seed", "2^64"),
        ("p=chain&cc=nrt,newreno,sack,nrt,nrt", "cc", "1 to 4"),
        ("p=chain&mix=nrt*0", "mix", "variant*count"),
        ("p=chain&mix=nrt*99999999999", "mix", "at most 40"),
        ("p=chain&k=hops@3:4", "k, entry 1, what", "while time runs"),
        ("p=chain&k=loss@3", "k", "knob@seconds:value"),
        ("p=chain&k=redmin@3:20", "k, entry 1, redmin", "at most 15, the value of redmax"),
        ("p=chain&fp=12", "fp", "8 hex"),
        ("p=chain&v=2", "v", "1 to 1"),
        ("p=chain&speed=fast", "speed", "a number"),
        ("chain", "link", "key=value"),
        ("s=2.AAAA", "s", "other versions"),
        ("s=1.AAA?A", "s", "does not belong"),
        ("s=1.", "s", "cut off"),
        ("s=1.AA", "s", "cut off"),
    ] {
        let problem = problem_of(link);
        assert_eq!(problem.field, field, "{link}");
        assert!(problem.allowed.contains(allowed), "{link}: {}", problem.allowed);
    }
    let packed = encode(&Shared { scenario: hand_made(), view: View::default() });
    for cut in [packed.len() / 3, packed.len() / 2, packed.len() - 1, packed.len() - 2] {
        assert_eq!(problem_of(&packed[..cut]).field, "s", "cut at {cut}");
    }
    assert_eq!(problem_of(&"x".repeat(200_000)).field, "link");
    assert_eq!(problem_of(&format!("{packed}&loss=0.1")).field, "loss");
}

#[test]
fn a_name_with_control_characters_is_refused() {
    let mut scenario = hand_made();
    scenario.lanes[0].label = "\u{1b}]0;title\u{7}".to_owned();
    let problem = problem_of(&encode(&Shared { scenario, view: View::default() }));
    assert_eq!(problem.field, "lanes[0].label");
    assert!(problem.allowed.contains("no control characters"), "{}", problem.allowed);
}

#[test]
fn a_wrong_character_is_noticed() {
    let packed = encode(&Shared { scenario: hand_made(), view: View::default() });
    assert!(packed.starts_with("s=1."));
    for at in "s=1.".len()..packed.len() {
        let other = if packed.as_bytes()[at] == b'A' { "B" } else { "A" };
        let damaged = format!("{}{other}{}", &packed[..at], &packed[at + 1..]);
        if let Ok((shared, _)) = decode(&damaged) {
            // The last character may have bits that stand for nothing.
            assert_eq!(encode(&shared), packed, "changed at {at}");
        }
    }
}

#[test]
fn a_bomb_is_not_inflated() {
    let bomb = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; 50_000_000], 9);
    use base64::Engine;
    let link = format!("s=1.{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bomb));
    assert!(problem_of(&link).allowed.contains("64 kB"));
}

fn knob_and_value() -> impl Strategy<Value = (KnobId, f64)> {
    (0..crate::scenario::knobs::TABLE.len() as u16, 0.0..1.0).prop_map(|(row, u): (u16, f64)| {
        let what = KnobId::from_row(row).expect("a row");
        let value = match what.knob().kind {
            Kind::Choice(words) => (u * words.len() as f64).floor(),
            Kind::Spot => (u * Spot::MAX).floor(),
            Kind::Number { min, max, whole, .. } => {
                let value = min + u * (max - min);
                if whole { value.floor() } else { (value * 1000.0).floor() / 1000.0 }
            }
        };
        let nearest = match what.knob().check(value) {
            Err(crate::scenario::knobs::BadValue::Outside(nearest)) => nearest,
            _ => value,
        };
        (what, nearest)
    })
}

prop_compose! {
    fn any_scenario()(
        start in prop::sample::select(vec!["chain", "dumbbell", "random-loss", "no-ecn", "friendly-20"]),
        turned in prop::collection::vec(knob_and_value(), 0..8),
        log in prop::collection::vec((0u64..60_000_000_000, knob_and_value()), 0..6),
        overrides in prop::collection::vec(knob_and_value(), 0..2),
        seed in any::<u64>(),
    ) -> Scenario {
        let mut scenario = base(start).expect("a start");
        scenario.seed = seed;
        let recorded = |what: KnobId, value: f64| what.knob().id == "trace" && value == 2.0;
        for (what, value) in turned.into_iter().filter(|&(what, value)| !recorded(what, value)) {
            what.write(&mut scenario, value);
        }
        scenario.lanes[0].overrides = overrides.into_iter().filter(|&(what, value)| !recorded(what, value)).collect::<Settings>();
        let live = |what: KnobId| what.knob().live && what.read(&scenario).is_some();
        scenario.knobs = log
            .into_iter()
            .filter(|&(_, (what, _))| live(what))
            .map(|(t, (what, value))| KnobEntry { t: Time::from_nanos(t), what, value })
            .collect();
        scenario.knobs.sort_by_key(|entry| entry.t);
        scenario
    }
}

proptest! {
    #[test]
    fn links_carry_everything(scenario in any_scenario(), lane in 0u8..1, speed in 0.001..100.0, title in ".{0,40}") {
        prop_assume!(validate(&scenario).is_empty());
        let title: String = title.chars().filter(|c| !c.is_control()).collect();
        let view = View { lane: Some(lane), speed: Some(speed), title: Some(title), panels: vec!["cwnd"], ..View::default() };
        let shared = Shared { scenario, view };
        prop_assert_eq!(decode(&encode(&shared)), Ok((shared, vec![])));
    }

    #[test]
    fn files_carry_everything(scenario in any_scenario()) {
        let json = serde_json::to_string(&scenario).expect("json");
        prop_assert_eq!(serde_json::from_str::<Scenario>(&json).expect("scenario"), scenario);
    }

    #[test]
    fn no_text_is_a_panic(link in "(#?(p|s|k|cc|mix|t|loss|hops)=[ -~]{0,12}&?){0,5}") {
        let _ = decode(&link);
    }
}
