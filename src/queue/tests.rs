//! The numbers of the RED literature and the table of router actions.

use super::*;
use crate::ids::{FlowId, NodeId};
use crate::packet::{Body, SourceRoute};
use crate::rng::Label;

fn packet(size: u16, ecn: Ecn) -> Packet {
    let (from, to) = (NodeId(0), NodeId(1));
    let (flow, route, body) = (FlowId(0), SourceRoute::NONE, Body::Cross { number: 0 });
    Packet { flow, from, to, size, copy: 0, ordinal: 0, hops: 0, ecn, route, body }
}

fn found(waiting: u32, in_service: Option<u64>) -> Occupancy {
    Occupancy { waiting, waiting_bytes: u64::from(waiting) * 1500, in_service, empty_since: Time::ZERO }
}

fn stream() -> Stream {
    Stream::new(1, Label::Red, 0)
}

fn ms(millis: u64) -> Time {
    Time::ZERO + Span::from_millis(millis)
}

fn red(setup: RedSetup) -> Red {
    Red::new(setup, Span::from_millis(1), stream())
}

/// RED with its average brought to `avg` by a weight of 1 and then left there by a weight of 0.
fn red_at(avg: u32, setup: RedSetup) -> Red {
    let mut red = red(RedSetup { w_q: 1.0, mode: EcnMode::Modified, ..setup });
    red.on_arrival(ms(0), avg, ms(0), false);
    *red.setup_mut() = RedSetup { w_q: 0.0, ..setup };
    red
}

/// Which share of arrivals is marked, dropped.
fn shares(red: &mut Red, ect: bool) -> (f64, f64) {
    let answers: Vec<_> = (0..10_000).map(|_| red.on_arrival(ms(1), 1, ms(0), ect)).collect();
    let share = |what| answers.iter().filter(|&&answer| answer == what).count() as f64 / 10_000.0;
    (share(Admission::Mark), share(Admission::Drop(DropCause::AqmDrop)))
}

#[test]
fn drop_tail_counts_packets_with_or_without_the_one_in_service() {
    let mut queue = Queue::new(&QueueSetup::drop_tail(Limit::Packets(50)), Span::ZERO, stream());
    let newcomer = packet(1500, Ecn::NotEct);
    assert_eq!(queue.admit(ms(0), &newcomer, found(48, Some(1500))), Admission::Accept);
    assert_eq!(queue.admit(ms(0), &newcomer, found(49, Some(1500))), Admission::Drop(DropCause::QueueOverflow));
    let setup = QueueSetup { count_in_service: false, ..QueueSetup::drop_tail(Limit::Packets(50)) };
    let mut queue = Queue::new(&setup, Span::ZERO, stream());
    assert_eq!(queue.admit(ms(0), &newcomer, found(49, Some(1500))), Admission::Accept);
    assert_eq!(queue.admit(ms(0), &newcomer, found(50, Some(1500))), Admission::Drop(DropCause::QueueOverflow));
}

#[test]
fn drop_tail_counts_bytes() {
    let setup = QueueSetup { count_in_service: false, ..QueueSetup::drop_tail(Limit::Bytes(3000)) };
    let mut queue = Queue::new(&setup, Span::ZERO, stream());
    assert_eq!(queue.admit(ms(0), &packet(1500, Ecn::NotEct), found(0, None)), Admission::Accept);
    assert_eq!(queue.admit(ms(0), &packet(40, Ecn::NotEct), found(1, Some(1500))), Admission::Accept);
    assert_eq!(
        queue.admit(ms(0), &packet(1501, Ecn::NotEct), found(1, Some(1500))),
        Admission::Drop(DropCause::QueueOverflow)
    );
    assert_eq!(
        queue.admit(ms(0), &packet(3001, Ecn::NotEct), found(0, None)),
        Admission::Drop(DropCause::QueueOverflow),
        "larger than the limit, even into an empty queue"
    );
}

#[test]
fn the_average_is_slow() {
    let mut red = red(RedSetup { max_th: 1e9, min_th: 1e9, ..RedSetup::DEFAULT });
    let averages: Vec<f64> = (0..3)
        .map(|_| {
            red.on_arrival(ms(0), 20, ms(0), false);
            red.avg()
        })
        .collect();
    for (seen, expected) in averages.iter().zip([0.04, 0.0799, 0.1198]) {
        assert!((seen - expected).abs() < 5e-5, "{seen} for {expected}");
    }
    let arrivals_to_15 = |w_q| {
        let mut red = super::red::Red::new(
            RedSetup { w_q, max_th: 1e9, min_th: 1e9, ..RedSetup::DEFAULT },
            Span::from_millis(1),
            stream(),
        );
        (1..).find(|_| {
            red.on_arrival(ms(0), 20, ms(0), false);
            red.avg() >= 15.0
        })
    };
    assert!((690..=694).contains(&arrivals_to_15(0.002).expect("reached")));
    assert!((68..=70).contains(&arrivals_to_15(0.02).expect("reached")));
}

#[test]
fn idle_time_ages_the_average_once() {
    let setup = RedSetup { w_q: 0.002, min_th: 1e9, max_th: 1e9, ..RedSetup::DEFAULT };
    let mut red = red_at(8, setup);
    red.setup_mut().w_q = 0.002;
    red.on_arrival(ms(600), 0, ms(100), false);
    assert!((red.avg() - 2.94).abs() < 0.005, "8 · 0.998^500, {}", red.avg());
    let aged = red.avg();
    red.on_arrival(ms(600), 0, ms(100), false);
    assert_eq!(red.avg(), aged, "the same idle time does not count twice");
}

#[test]
fn a_small_weight_misses_a_burst() {
    let mut red = red(RedSetup { mode: EcnMode::Modified, ..RedSetup::DEFAULT });
    for length in 1..=50 {
        assert_eq!(red.on_arrival(ms(0), length, ms(0), true), Admission::Accept);
    }
    assert!((red.avg() - 2.4).abs() < 0.1, "{}", red.avg());
}

/// The share of choices where the gaps are uniform from 1 to 1/p_b - 1, for p_b a unit fraction.
fn share_at(p_b: f64) -> f64 {
    2.0 * p_b
}

#[test]
fn the_share_of_choices_follows_the_average() {
    let gentle = RedSetup { gentle: true, ..RedSetup::DEFAULT };
    for (avg, p_max, expected) in
        [(10, 0.02, share_at(0.01)), (10, 0.1, share_at(0.05)), (15, 0.1, 1.0), (30, 0.1, 1.0)]
    {
        let (_, dropped) = shares(&mut red_at(avg, RedSetup { p_max, ..RedSetup::DEFAULT }), false);
        assert!((dropped - expected).abs() < 0.005, "average {avg}: {dropped} for {expected}");
    }
    // p_b .4: two gaps of three are 1, the third is 2.
    for (avg, expected) in [(15, share_at(0.1)), (20, 0.75), (30, 1.0)] {
        let (_, dropped) = shares(&mut red_at(avg, gentle), false);
        assert!((dropped - expected).abs() < 0.03, "gentle, average {avg}: {dropped} for {expected}");
    }
}

#[test]
fn choices_never_lie_further_apart_than_uniform_gaps_allow() {
    let mut red = red_at(10, RedSetup { p_max: 0.02, ..RedSetup::DEFAULT });
    let answers: Vec<_> = (0..20_000).map(|_| red.on_arrival(ms(1), 1, ms(0), false)).collect();
    let places: Vec<_> = (0..answers.len()).filter(|&at| answers[at] != Admission::Accept).collect();
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(gaps.clone().all(|gap| gap <= 101), "p_b .01: certain at count 99");
    assert!(gaps.clone().any(|gap| gap > 90) && gaps.clone().any(|gap| gap < 10));
    let mut waiting = red_at(10, RedSetup { p_max: 0.02, wait: true, ..RedSetup::DEFAULT });
    let answers: Vec<_> = (0..20_000).map(|_| waiting.on_arrival(ms(1), 1, ms(0), false)).collect();
    let places: Vec<_> = (0..answers.len()).filter(|&at| answers[at] != Admission::Accept).collect();
    assert!(places.windows(2).all(|pair| (100..=201).contains(&(pair[1] - pair[0]))), "wait: one to two mean gaps");
}

#[test]
fn router_actions() {
    let off = RedSetup::DEFAULT;
    let ecn = RedSetup { mode: EcnMode::Ecn, ..off };
    let modified = RedSetup { mode: EcnMode::Modified, ..off };
    let dropping = RedSetup { drop_above_max: true, ..ecn };
    let inside = share_at(0.05);
    // Setup, ECN-capable, then marked and dropped at averages 4, 10 and 20.
    let table = [
        (off, false, [(0.0, 0.0), (0.0, inside), (0.0, 1.0)]),
        (off, true, [(0.0, 0.0), (0.0, inside), (0.0, 1.0)]),
        (ecn, true, [(0.0, 0.0), (inside, 0.0), (1.0, 0.0)]),
        (ecn, false, [(0.0, 0.0), (0.0, inside), (0.0, 1.0)]),
        (modified, true, [(0.0, 0.0), (0.0, 0.0), (1.0, 0.0)]),
        (modified, false, [(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]),
        (dropping, true, [(0.0, 0.0), (inside, 0.0), (0.0, 1.0)]),
    ];
    for (setup, ect, row) in table {
        for (avg, (marked, dropped)) in [4, 10, 20].into_iter().zip(row) {
            let seen = shares(&mut red_at(avg, setup), ect);
            assert!((seen.0 - marked).abs() < 0.01, "{setup:?} average {avg}: marked {}", seen.0);
            assert!((seen.1 - dropped).abs() < 0.01, "{setup:?} average {avg}: dropped {}", seen.1);
        }
    }
}

#[test]
fn a_full_buffer_drops_whatever_red_says() {
    for mode in [EcnMode::Off, EcnMode::Ecn, EcnMode::Modified] {
        for ecn in [Ecn::NotEct, Ecn::Ect, Ecn::Ce] {
            let red = Some(RedSetup { mode, ..RedSetup::DEFAULT });
            let setup = QueueSetup { limit: Limit::Packets(50), count_in_service: true, red };
            let mut queue = Queue::new(&setup, Span::from_millis(1), stream());
            assert_eq!(
                queue.admit(ms(0), &packet(1500, ecn), found(50, Some(1500))),
                Admission::Drop(DropCause::QueueOverflow)
            );
        }
    }
}

#[test]
fn modified_ecn_begins_exactly_at_the_threshold() {
    let setup = RedSetup { mode: EcnMode::Modified, ..RedSetup::DEFAULT };
    let mut red = red_at(15, setup);
    assert_eq!(red.on_arrival(ms(0), 1, ms(0), true), Admission::Mark);
    red.setup_mut().max_th = 15.1;
    assert_eq!(red.on_arrival(ms(0), 1, ms(0), true), Admission::Accept);
}

#[test]
fn a_short_queue_may_be_spared() {
    let sparing = RedSetup { spare_short: true, ..RedSetup::DEFAULT };
    let mut red = red_at(20, sparing);
    assert_eq!(red.on_arrival(ms(1), 1, ms(0), false), Admission::Accept);
    assert_eq!(red.on_arrival(ms(1), 2, ms(0), false), Admission::Drop(DropCause::AqmDrop));
}

#[test]
fn early_detection_can_be_switched_off_and_begins_anew() {
    let red = Some(RedSetup { on: false, w_q: 1.0, min_th: 0.0, max_th: 1.0, ..RedSetup::DEFAULT });
    let setup = QueueSetup { limit: Limit::Packets(50), count_in_service: true, red };
    let mut queue = Queue::new(&setup, Span::from_millis(1), stream());
    let admit = |queue: &mut Queue| queue.admit(ms(0), &packet(1500, Ecn::NotEct), found(9, Some(1500)));
    assert_eq!((admit(&mut queue), queue.red()), (Admission::Accept, None));
    queue.red_mut().expect("built with it").switch(true);
    assert_eq!(queue.red().map(Red::avg), Some(0.0));
    assert_eq!(admit(&mut queue), Admission::Drop(DropCause::AqmDrop));
    queue.red_mut().expect("built with it").switch(true);
    assert_eq!(queue.red().map(Red::avg), Some(10.0), "it was on");
    queue.red_mut().expect("built with it").switch(false);
    assert_eq!(admit(&mut queue), Admission::Accept);
    queue.red_mut().expect("built with it").switch(true);
    assert_eq!(queue.red().map(Red::avg), Some(0.0));
}
