//! The ledger against a judge that remembers everything.
//!
//! The ledger keeps next to nothing and must answer as if it had kept all. Scripts do not find its mistakes: they show
//! once in thousands of timeouts, where losses, delays, reordering and held-back ACKs meet.

mod judge;
mod toy;

use std::collections::BTreeMap;

use cwndlab::ids::FlowId;
use cwndlab::truth::{Answer, Ledger, Truth};

use judge::{Finding, Judge};
use toy::Toy;

/// Timeouts of each toy, and toys: 100 000 timeouts in all.
const TIMEOUTS: u32 = 40;
const TOYS: u64 = 3_300;

/// What a toy's answers are about, for an order that both sides agree on.
fn subject(answer: &Answer) -> (u8, u32) {
    match *answer {
        Answer::Decided { expiry, .. } => (0, expiry),
        Answer::OthersLost { expiry, .. } => (1, expiry),
        Answer::StoppedBy { expiry, .. } => (2, expiry),
        Answer::FastRetransmit { index, .. } => (3, index),
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

#[test]
fn the_ledger_agrees_with_the_judge() {
    let mut tally = Tally::default();
    for seed in 0..TOYS {
        let flow = FlowId((seed % 3) as u16);
        let (mut ledger, mut judge) = (Ledger::new(), Judge::new(flow));
        let to_the_end = seed % 4 > 0;
        Toy::new(seed, flow).run(TIMEOUTS, to_the_end, &mut (&mut ledger, &mut judge));

        let mut answers: Vec<Answer> = std::iter::from_fn(|| ledger.poll_answer()).collect();
        answers.sort_by_key(subject);
        let findings = judge.findings();
        let mut expected = judge.answers(&findings);
        expected.sort_by_key(subject);
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!(answer, expected, "toy {seed}");
        }
        assert_eq!(answers.len(), expected.len(), "toy {seed}");
        assert_eq!(ledger.waste(flow), judge.waste(&findings), "toy {seed}");
        findings.iter().for_each(|finding| tally.count(finding));
    }
    assert!(tally.timeouts >= 100_000, "{} timeouts", tally.timeouts);
    for (what, &count) in &tally.seen {
        assert!(count * 2_000 > tally.timeouts, "{what} happened only {count} times in {}", tally.timeouts);
    }
}
