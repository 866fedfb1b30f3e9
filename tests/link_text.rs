//! Links as teachers' programs write them, and links as mail programs, chats and careless fingers leave them.

use cwndlab::scenario::knobs::{Kind, Knob, KnobId, Place, TABLE};
use cwndlab::scenario::{Notice, Problem, Scenario, presets};
use cwndlab::share::{EXAMPLES, KEYS, Shared, View, decode, encode};
use cwndlab::tcp::registry::{all_variants, variant_name};
use cwndlab::time::Time;
use rand_core::Rng;
use rand_pcg::Pcg32;

/// A writer of links who has read the help page and nothing else.
struct Teacher(Pcg32);

impl Teacher {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A value that the table of knobs says is allowed.
    fn value(&mut self, knob: &Knob) -> String {
        match knob.kind {
            Kind::Choice(words) => {
                let named: Vec<_> = words.iter().copied().filter(|&word| word != "file").collect();
                self.pick(&named).to_owned()
            }
            Kind::Spot => knob.show(knob.default),
            Kind::Number { min, max, whole, .. } => {
                let part = self.below(1001) as f64 / 1000.0;
                let value = self.pick(&[min, knob.default, min + part * (max - min)]);
                if whole { value.floor().to_string() } else { value.to_string() }
            }
        }
    }

    fn variants(&mut self) -> String {
        let all: Vec<_> = all_variants().collect();
        let name = |teacher: &mut Teacher| {
            let variant = teacher.pick(&all);
            let parts = [variant.window.row().id, variant.recovery.row().id, variant.diagnose.row().id];
            let short = variant_name(&variant);
            if teacher.below(2) == 0 { short } else { format!("{}+{}", parts.join("+"), variant.timeout.row().id) }
        };
        let count = 1 + self.below(4);
        (0..count).map(|_| name(self)).collect::<Vec<_>>().join(",")
    }

    /// A start, some knobs that it has, and some of the other keys with the values that are given as examples.
    fn link(&mut self) -> String {
        let starts: Vec<_> = presets::base_ids().collect();
        let start = self.pick(&starts);
        let base = presets::base(start).expect("a start");
        let mut parts = vec![format!("p={start}")];
        // The thresholds of RED must stand in order, and so must the ranges of a radio; a single flow has none to start
        // after it; stations on the air have no bottleneck, and search no ways along a line.
        let depends = ["redmin", "redmax", "stagger", "decode", "sense", "latehops", "routing"];
        let read = |knob: &Knob| KnobId::find(knob.id).is_some_and(|what| what.read(&base).is_some());
        let has = |knob: &&Knob| !depends.contains(&knob.id) && read(knob) && !matches!(knob.place, Place::Log(_));
        let knobs: Vec<&Knob> = TABLE.iter().filter(has).collect();
        for _ in 0..self.below(6) {
            let knob = self.pick(&knobs);
            let (key, value) = (format!("{}=", knob.id), self.value(knob));
            if parts.iter().all(|part| !part.starts_with(&key)) {
                parts.push(key + &value);
            }
        }
        if self.below(2) == 0 {
            parts.push(format!("cc={}", self.variants()));
        }
        // The example of `k` turns the rate of a link, which radio stations do not have.
        let wired = knobs.iter().any(|knob| knob.id == "rate");
        for key in KEYS.iter().filter(|key| !["p", "cc", "mix"].contains(&key.id) && (wired || key.id != "k")) {
            if self.below(6) == 0 {
                parts.push(format!("{}={}", key.id, key.example));
            }
        }
        parts.join("&")
    }
}

#[test]
fn links_made_by_joining_strings_load() {
    let mut teacher = Teacher(Pcg32::new(7, 0));
    for _ in 0..200 {
        let link = teacher.link();
        let read = decode(&format!("https://example.org/lab/#{link}"));
        let (_, notices) = read.unwrap_or_else(|problems| panic!("{link}: {problems:?}"));
        // A short run or a single lane may not have the shown time or lane of the examples.
        let outside: Vec<&Notice> =
            notices.iter().filter(|notice| !["t", "lane"].contains(&notice.field.as_str())).collect();
        assert!(outside.is_empty(), "{link}: {outside:?}");
    }
}

/// Links of every kind: the examples, and every preset as the page writes it.
fn links() -> Vec<String> {
    let view = View {
        time: Time::parse_secs("12.402"),
        lane: Some(1),
        title: Some("Why not?".to_owned()),
        fingerprint: Some(0x0bad_cafe),
        engine: Some(1),
        ..View::default()
    };
    let written =
        presets::PRESETS.iter().map(|preset| encode(&Shared { scenario: preset.scenario(), view: view.clone() }));
    EXAMPLES.iter().map(|example| example.link.to_owned()).chain(written).chain([packed()]).collect()
}

/// A link that only the packed spelling can write.
fn packed() -> String {
    let mut scenario = presets::base("chain").expect("a topology");
    scenario.flows[0].src = 1;
    let link = encode(&Shared { scenario, view: View::default() });
    assert!(link.starts_with("s=1."));
    link
}

fn scenario_of(link: &str) -> Result<Scenario, Vec<Problem>> {
    decode(link).map(|(shared, _)| shared.scenario)
}

#[test]
fn a_link_cut_off_anywhere_is_read_or_refused_with_a_name() {
    for link in links() {
        for length in 0..link.len() {
            if let Err(problems) = decode(&link[..length]) {
                let named = |problem: &Problem| !problem.field.is_empty() && !problem.allowed.is_empty();
                assert!(!problems.is_empty() && problems.iter().all(named), "{}: {problems:?}", &link[..length]);
            }
        }
    }
    let packed = packed();
    for length in 0..packed.len() {
        assert!(decode(&packed[..length]).is_err(), "cut off at {length}: another scenario");
    }
}

#[test]
fn what_stands_around_a_link_does_not_matter() {
    for link in links() {
        let expected = decode(&link);
        assert!(expected.is_ok(), "{link}");
        for (before, after) in [
            ("", "."),
            ("", ","),
            ("", ";"),
            ("", ":"),
            ("", "!"),
            ("", "?"),
            ("(", ")"),
            ("<", ">"),
            ("[", "]"),
            ("'", "'"),
            ("\"", "\""),
            ("“", "”"),
            ("«", "»"),
            ("", "…"),
            ("**", "**"),
            ("`", "`"),
            ("", ")."),
            ("\t ", "\r\n"),
            ("", "\u{a0}"),
        ] {
            let copied = format!("{before}https://example.org/#{link}{after}");
            assert_eq!(decode(&copied), expected, "{copied}");
        }
    }
}

#[test]
fn a_link_broken_into_lines_or_encoded_anywhere_is_the_same() {
    for link in links() {
        let expected = decode(&link);
        for at in (0..=link.len()).filter(|&at| link.is_char_boundary(at)) {
            let (head, tail) = link.split_at(at);
            for space in ["\n", " ", "\r\n  "] {
                assert_eq!(decode(&format!("#{head}{space}{tail}")), expected, "space at {at} of {link}");
            }
            let Some(letter) = tail.chars().next().filter(|letter| !"&=%".contains(*letter)) else { continue };
            // Inside an encoded byte there is nothing to encode.
            if head.ends_with('%') || head.len() >= 2 && head.as_bytes()[head.len() - 2] == b'%' {
                continue;
            }
            let encoded = format!("#{head}%{:02x}{}", u32::from(letter), &tail[letter.len_utf8()..]);
            assert_eq!(scenario_of(&encoded), scenario_of(&link), "{encoded}");
        }
    }
}
