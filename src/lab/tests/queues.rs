//! Queues that are turned into others while time runs.

use super::*;

#[test]
fn queues_change_their_kind_and_replay_from_a_checkpoint_before() {
    for id in ["chain", "dumbbell"] {
        let mut lab = lab(id, 20);
        // So slow that 32 segments make a queue of more than 6 packets and less than 50.
        lab.turn(knob("rate"), 1.0).expect("a knob");
        go(&mut lab, secs(20.0));
        let [red, ecn] = [1.0, 2.0];
        let mut fingerprints = vec![lab.fingerprint()];
        for (at, aqm) in [(3.3, red), (7.7, 0.0), (12.1, ecn)] {
            go(&mut lab, secs(at));
            lab.turn(knob("redmax"), 6.0).expect("a live knob");
            lab.turn(knob("redweight"), 0.1).expect("a live knob");
            lab.turn(knob("aqm"), aqm).expect("a live knob");
            go(&mut lab, secs(20.0));
            fingerprints.push(lab.fingerprint());
            for before in [at, 0.5] {
                go(&mut lab, secs(before));
                go(&mut lab, secs(20.0));
                assert_eq!(Some(&lab.fingerprint()), fingerprints.last(), "{id} from {before} s");
            }
            assert_eq!(lab.fingerprint(), straight(lab.scenario(), secs(20.0)), "{id} at once");
        }
        assert_eq!(lab.scenario().knobs.iter().filter(|entry| entry.what == knob("aqm")).count(), 3);
        fingerprints.sort_unstable();
        fingerprints.dedup();
        assert_eq!(fingerprints.len(), 4, "{id}: each turn changes the run");
    }
}

#[test]
fn thresholds_do_not_cross_while_time_runs() {
    let mut lab = lab("slow-average", 20);
    go(&mut lab, secs(4.0));
    let before = lab.scenario().clone();
    let problems = lab.turn(knob("redmin"), 40.0).expect_err("above redmax");
    assert_eq!((problems.len(), problems[0].field.as_str(), problems[0].value.as_str()), (1, "redmin", "40"));
    assert!(problems[0].allowed.starts_with("at most 10, the value of redmax"), "{}", problems[0].allowed);
    assert_eq!(lab.scenario(), &before);
    lab.turn(knob("redmax"), 50.0).expect("a live knob");
    lab.turn(knob("redmin"), 40.0).expect("below redmax now");
}
