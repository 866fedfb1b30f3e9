//! What an hour leaves in memory.

use super::*;

/// What an hour of one lane may add to memory, checkpoints apart.
const BOUND: usize = 1 << 20;

#[test]
fn an_hour_with_losses_stays_within_the_bound() {
    let mut scenario = Scenario { duration: Span::from_secs(3600), ..presets::base("random-loss").expect("a preset") };
    scenario.lanes.truncate(1);
    let mut lab = Lab::new(scenario).expect("a valid scenario");
    lab.go(Time::ZERO + Span::from_secs(3600));
    lab.finish();
    let log = &lab.lanes()[0].log;
    let (events, timeouts) = (log.count(lab.shown()), log.timeouts().len());
    assert!(events > 20_000 && timeouts > 500, "{events} events and {timeouts} timeouts");
    let bytes = log.size_in_bytes();
    assert!(bytes <= BOUND, "{bytes} B for {events} events and {timeouts} timeouts");
}
