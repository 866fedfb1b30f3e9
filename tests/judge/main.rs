//! The ledger against a judge that remembers everything.
//!
//! The ledger keeps next to nothing and must answer as if it had kept all. Scripts do not find its mistakes: they show
//! once in thousands of timeouts, where losses, delays, reordering and held-back ACKs meet.

mod dice;
mod judge;
mod toy;
mod worlds;

use std::collections::BTreeMap;

use cwndlab::ids::FlowId;
use cwndlab::time::{Span, Time};
use cwndlab::truth::{Answer, Cuts, Ledger, Truth, Waste};
use cwndlab::world::World;

use judge::{Finding, Judge};
use toy::Toy;

/// What answers are about, for an order that both sides agree on.
fn subject(answer: &Answer) -> (u8, u32, u32) {
    match *answer {
        Answer::Decided { expiry, .. } => (0, expiry, 0),
        Answer::OthersLost { expiry, .. } => (1, expiry, 0),
        Answer::StoppedBy { expiry, .. } => (2, expiry, 0),
        Answer::FastRetransmit { index, .. } => (3, index, 0),
        Answer::Copy { expiry, copy, .. } => (4, expiry, copy.ordinal),
    }
}

#[derive(Default)]
struct Tally {
    timeouts: u64,
    seen: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn see(&mut self, what: &'static str, happened: bool) {
        *self.seen.entry(what).or_default() += u64::from(happened);
    }

    /// Every case happened at least once in `in_so_many` timeouts.
    fn expect_all(&self, in_so_many: u64) {
        for (what, &count) in &self.seen {
            assert!(count * in_so_many >= self.timeouts, "{what}: only {count} of {} timeouts", self.timeouts);
        }
    }

    fn count(&mut self, finding: &Finding) {
        self.timeouts += 1;
        self.see("unresolved", finding.truth.is_none());
        self.see("several copies", finding.copies > 1);
        self.see("others lost", finding.others.as_ref().is_some_and(|(_, classes)| !classes.is_empty()));
        let Some((decided, truth)) = finding.truth else { return };
        self.see(truth.class().id(), true);
        self.see("decided later", decided > finding.at);
        match truth {
            Truth::Lost { late, classes, .. } => {
                self.see("late drop", late);
                self.see("mixed causes", classes.iter().count() > 1);
            }
            Truth::Delayed { held_back } => self.see("held back", held_back),
            Truth::AckLost { .. } | Truth::Reordered => {}
        }
    }
}

/// Waste counts alike; sums of windows may be added in another order.
fn same_waste(a: &Waste, b: &Waste) -> bool {
    let same = |a: &Cuts, b: &Cuts| a.count == b.count && (a.segments - b.segments).abs() < 1e-9 * (1.0 + a.segments);
    (a.retransmissions, a.bytes) == (b.retransmissions, b.bytes) && same(&a.cuts, &b.cuts) && same(&a.undone, &b.undone)
}

/// Holds everything the ledger answered about one flow against the judge's record.
fn compare(name: &str, flow: FlowId, answers: &[Answer], ledger: &Ledger, judge: &Judge, tally: &mut Tally) {
    let findings = judge.findings();
    let mut answers: Vec<Answer> = answers.iter().filter(|answer| answer.flow() == flow).copied().collect();
    let mut expected = judge.answers(&findings);
    answers.sort_by_key(subject);
    expected.sort_by_key(subject);
    for (answer, expected) in answers.iter().zip(&expected) {
        assert_eq!(answer, expected, "{name}");
    }
    assert_eq!(answers.len(), expected.len(), "{name}");
    let (waste, expected) = (ledger.waste(flow), judge.waste(&findings));
    assert!(same_waste(&waste, &expected), "{name}: {waste:?}, expected {expected:?}");
    findings.iter().for_each(|finding| tally.count(finding));
}

#[test]
fn the_ledger_agrees_with_the_judge_about_toys() {
    let mut tally = Tally::default();
    for seed in 0..3_300 {
        let flow = FlowId((seed % 3) as u16);
        let (mut ledger, mut judge) = (Ledger::new(), Judge::new(flow));
        let to_the_end = seed % 4 > 0;
        Toy::new(seed, flow).run(40, to_the_end, &mut (&mut ledger, &mut judge));
        let answers: Vec<Answer> = std::iter::from_fn(|| ledger.poll_answer()).collect();
        compare(&format!("toy {seed}"), flow, &answers, &ledger, &judge, &mut tally);
    }
    assert!(tally.timeouts >= 100_000, "{} timeouts", tally.timeouts);
    tally.expect_all(2_000);
}

#[test]
fn the_ledger_agrees_with_the_judge_about_worlds() {
    let mut tally = Tally::default();
    for seed in 0..80 {
        let setup = worlds::setup(seed);
        let flows = [FlowId(0), FlowId(1)];
        let (mut ledger, mut judges) = (Ledger::new(), flows.map(Judge::new));
        let (mut world, mut answers) = (World::new(&setup), Vec::new());
        for second in 1..=worlds::SECONDS {
            let [first, last] = &mut judges;
            let mut probe = (&mut ledger, (first, last));
            world.advance(Time::ZERO + Span::from_secs(second), &[], &mut probe, u64::MAX);
            answers.extend(std::iter::from_fn(|| ledger.poll_answer()));
            let size = ledger.size_in_bytes();
            assert!(size < 16 << 10, "world {seed}: {size} bytes of ledger at {second} s");
        }
        for (flow, judge) in flows.into_iter().zip(&judges) {
            compare(&format!("world {seed}, flow {flow}"), flow, &answers, &ledger, judge, &mut tally);
        }
    }
    assert!(tally.timeouts >= 2_000, "{} timeouts", tally.timeouts);
    tally.expect_all(100_000);
}
