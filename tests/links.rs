//! Links of every version and links made by enemies.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cpu_time::ThreadTime;
use cwndlab::scenario::knobs::{Kind, Knob, KnobId, TABLE};
use cwndlab::scenario::{Scenario, build, knob_log, presets};
use cwndlab::share::{Shared, View, decode, encode};
use cwndlab::time::Time;
use cwndlab::trace::Unwatched;
use cwndlab::world::World;
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib};
use rand_core::Rng;
use rand_pcg::Pcg32;

/// Every link format ever shipped: `link<TAB>digest of its scenario`.
const CORPUS: &str = include_str!("links/v1.txt");

/// FNV-1a (Fowler, Noll, Vo) over the binary form of a scenario.
fn digest(scenario: &Scenario) -> u64 {
    let bytes = postcard::to_allocvec(scenario).expect("a scenario in bytes");
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn corpus() -> impl Iterator<Item = (&'static str, &'static str)> {
    CORPUS.lines().filter(|line| !line.starts_with("# ")).filter_map(|line| line.split_once('\t'))
}

#[test]
fn links_of_every_version_carry_what_they_carried() {
    let mut changed = String::new();
    for (link, expected) in corpus() {
        let found = match decode(link) {
            Ok((shared, _)) => format!("{:016x}", digest(&shared.scenario)),
            Err(problems) => format!("{problems:?}"),
        };
        if found != expected {
            changed.push_str(&format!("{link}\t{found}\n"));
        }
    }
    assert!(changed.is_empty(), "these links carry something else now:\n{changed}");
}

#[test]
fn every_preset_is_in_the_corpus() {
    for preset in presets::PRESETS {
        assert!(corpus().any(|(link, _)| link == format!("p={}", preset.id)), "{}", preset.id);
    }
}

/// A maker of damaged and odd links.
struct Enemy {
    dice: Pcg32,
    links: Vec<String>,
    /// By link: the knobs that its scenario has.
    knobs: Vec<Vec<&'static Knob>>,
    packed: Vec<Vec<u8>>,
}

impl Enemy {
    fn new(seed: u64) -> Enemy {
        let links: Vec<_> = corpus().map(|(link, _)| link.to_owned()).collect();
        let scenarios: Vec<_> = links.iter().map(|link| decode(link).ok().map(|(shared, _)| shared.scenario)).collect();
        let known = |scenario: &Option<Scenario>| {
            let has = |knob: &&Knob| {
                let what = KnobId::find(knob.id).expect("a row of the table");
                scenario.as_ref().is_some_and(|scenario| what.read(scenario).is_some())
            };
            TABLE.iter().filter(has).collect()
        };
        let knobs = scenarios.iter().map(known).collect();
        let packed =
            scenarios.iter().flatten().map(|scenario| postcard::to_allocvec(scenario).expect("bytes")).collect();
        Enemy { dice: Pcg32::new(seed, 0), links, knobs, packed }
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.dice.next_u64() % bound as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn link(&mut self) -> String {
        match self.below(8) {
            0..5 => self.readable(),
            5 | 6 => self.repacked(),
            _ => self.scratched(),
        }
    }

    /// A readable link with keys changed, added and taken away.
    fn readable(&mut self) -> String {
        let chosen = self.below(self.links.len());
        let mut parts: Vec<String> = self.links[chosen].split('&').map(str::to_owned).collect();
        for _ in 0..=self.below(3) {
            let (at, knob) = (self.below(parts.len()), self.knob(chosen));
            let (key, value) = (knob.id, self.value(knob));
            match self.below(8) {
                0 => parts[at] = format!("{}={value}", parts[at].split('=').next().unwrap_or_default()),
                1 => {
                    parts.remove(at);
                    parts.push("p=chain".to_owned());
                }
                2 => parts.push(format!("k={key}@{}:{value}", self.below(60))),
                _ => {
                    let start = format!("{key}=");
                    parts.retain(|part| !part.starts_with(&start));
                    parts.push(format!("{key}={value}"));
                }
            }
        }
        parts.join("&")
    }

    /// A knob, mostly one that the scenario of a link has.
    fn knob(&mut self, link: usize) -> &'static Knob {
        let known = self.knobs[link].len();
        if known == 0 || self.below(8) == 0 {
            return &TABLE[self.below(TABLE.len())];
        }
        let at = self.below(known);
        self.knobs[link][at]
    }

    /// A value of `knob`, one outside its range, or nonsense.
    fn value(&mut self, knob: &Knob) -> String {
        let junk = ["nan", "-1", "1e308", "", "99999999999999999999", "on", "%00", "1,2", "\u{1f4a5}"];
        match (self.below(8), knob.kind) {
            (0, _) => self.pick(&junk).to_owned(),
            (1, _) => f64::from_bits(self.dice.next_u64()).to_string(),
            (_, Kind::Choice(words)) => self.pick(words).to_owned(),
            (_, Kind::Spot) => knob.show(self.below(1 << 40) as f64),
            (_, Kind::Number { max, .. }) => (self.below(1200) as f64 / 1000.0 * max).to_string(),
        }
    }

    /// A packed link whose contents are changed, properly packed again.
    fn repacked(&mut self) -> String {
        let packed = std::mem::take(&mut self.packed);
        let mut bytes = self.pick(&packed);
        self.packed = packed;
        for _ in 0..=self.below(2) {
            let (at, byte) = (self.below(bytes.len()), self.dice.next_u32() as u8);
            match self.below(8) {
                0 => bytes.insert(at, byte),
                1 => {
                    bytes.remove(at);
                }
                2..5 => bytes[at] ^= 1 << (byte % 8),
                _ => bytes[at] = byte,
            }
        }
        format!("s=1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(&bytes, 1)))
    }

    /// Any link with characters changed.
    fn scratched(&mut self) -> String {
        let links = self.links.clone();
        let mut text: Vec<char> = self.pick(&links).chars().collect();
        for _ in 0..=self.below(3) {
            let (at, c) = (self.below(text.len()), char::from(b' ' + self.below(95) as u8));
            match self.below(3) {
                0 => text.insert(at, c),
                1 if text.len() > 1 => {
                    text.remove(at);
                }
                _ => text[at] = c,
            }
        }
        text.into_iter().collect()
    }
}

/// Mutants in one run of the test.
const MUTANTS: usize = 300_000;
/// None may cost more processor time.
const LONGEST: Duration = Duration::from_millis(5);
/// How often a slow one is tried again.
const REPEATS: usize = 3;

/// Every third link is run, if it can be read.
const RUN_EVERY: usize = 3;
/// So many events at most.
const EVENTS: u64 = 100;

/// What became of a link.
struct Outcome {
    shared: Option<Shared>,
    ran: bool,
    /// Processor time.
    cost: Duration,
}

/// Reads a link and, if asked to, runs the beginning of what it carries.
fn take(link: &str, runs_too: bool) -> Outcome {
    let begin = ThreadTime::now();
    let shared = decode(link).ok().map(|(shared, _)| shared);
    let ran = runs_too && shared.as_ref().is_some_and(|shared| runs(&shared.scenario));
    Outcome { shared, ran, cost: begin.elapsed() }
}

/// Runs the beginning of a scenario. Returns whether it had as many events as asked for.
fn runs(scenario: &Scenario) -> bool {
    let lane = scenario.lanes.len() - 1;
    let mut world = World::new(&build(scenario, lane));
    world.advance(Time::ZERO + scenario.duration, &knob_log(scenario, lane), &mut Unwatched, EVENTS);
    world.events() >= EVENTS
}

#[test]
fn hostile_links_are_read_or_refused_quickly() {
    let mut enemy = Enemy::new(1);
    let (mut read, mut run) = (0, 0);
    for index in 0..MUTANTS {
        let link = enemy.link();
        let runs_too = index % RUN_EVERY == 0;
        let mut outcome = take(&link, runs_too);
        // The system's own work, such as interrupts, counts too. What is slow is slow again.
        for _ in 0..REPEATS {
            if outcome.cost > LONGEST {
                outcome = take(&link, runs_too);
            }
        }
        assert!(outcome.cost <= LONGEST, "{:?}: {link}", outcome.cost);
        run += usize::from(outcome.ran);
        if let Some(shared) = outcome.shared {
            read += 1;
            if read % 64 == 0 {
                let again = decode(&encode(&shared)).expect("what was read can be written");
                assert_eq!(again.0, shared, "{link}");
            }
        }
    }
    assert!(read >= MUTANTS * 3 / 10, "only {read} of {MUTANTS} were read");
    assert!(run >= MUTANTS / 20, "only {run} of {MUTANTS} ran");
}

#[test]
fn packed_links_can_be_unpacked_by_others() {
    let mut scenario = presets::base("chain").expect("a topology");
    scenario.flows[0].src = 1;
    let link = encode(&Shared { scenario: scenario.clone(), view: View::default() });
    let deflated = URL_SAFE_NO_PAD.decode(link.strip_prefix("s=1.").expect("packed")).expect("base64url");
    let bytes = decompress_to_vec_zlib(&deflated).expect("deflate");
    assert_eq!(postcard::from_bytes::<Scenario>(&bytes).expect("postcard"), scenario);
}
