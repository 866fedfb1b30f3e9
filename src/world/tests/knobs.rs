//! Knobs: when they are applied, and that they leave alone what they must.

use super::*;
use crate::queue::{EcnMode, RedSetup};
use crate::wire::delay::Order;

fn entry(at_us: u64, knob: Knob) -> KnobEntry {
    KnobEntry { at: super::at_us(at_us), knob }
}

/// Three packets of 1500 B at 0 on 10 Mb/s, 45 ms.
fn three() -> WorldSetup {
    network(vec![link(0, 1, 10.0, 45)], vec![one(2, 1500, Time::ZERO); 3])
}

fn times(setup: &WorldSetup, knobs: &[KnobEntry]) -> Vec<u64> {
    run_with(setup, knobs, secs(10)).1.deliveries().iter().map(|&(_, at)| at / 1000).collect()
}

#[test]
fn a_rate_change_spares_the_packet_on_the_line() {
    let half = Knob::Rate(Target::All, Rate::from_mbps(5.0));
    assert_eq!(times(&three(), &[entry(1_800, half)]), [46_200, 47_400, 49_800]);
    let double = Knob::Rate(Target::All, Rate::from_mbps(20.0));
    assert_eq!(times(&three(), &[entry(600, double)]), [46_200, 46_800, 47_400]);
    assert_eq!(times(&three(), &[entry(1_800, half), entry(2_000, double)]), [46_200, 47_400, 48_000]);
}

#[test]
fn a_longer_path_is_for_those_who_have_not_left() {
    let longer = Knob::Propagation(Target::Link(LinkId(0)), Span::from_millis(60));
    assert_eq!(times(&three(), &[entry(1_800, longer)]), [46_200, 62_400, 63_600]);
}

#[test]
fn a_shorter_path_overtakes_or_catches_up() {
    let shorter = Knob::Propagation(Target::All, Span::from_millis(5));
    assert_eq!(times(&three(), &[entry(1_800, shorter)]), [46_200, 47_400, 48_600]);
    let mut setup = three();
    setup.links[0].delay.step = Order::Overtake;
    assert_eq!(times(&setup, &[entry(1_800, shorter)]), [7_400, 8_600, 46_200]);
}

#[test]
fn a_knob_comes_before_the_event_of_its_instant() {
    let all_lost = Knob::LinkLoss(Target::All, 1.0);
    let (_, record) = run_with(&three(), &[entry(47_400, all_lost)], secs(1));
    assert_eq!((record.deliveries().len(), record.drops(DropCause::RandomLoss)), (1, 2));
    let knob = KnobEntry { at: Time::from_nanos(47_400_001), knob: all_lost };
    assert_eq!(run_with(&three(), &[knob], secs(1)).1.deliveries().len(), 2);
}

#[test]
fn knobs_are_applied_by_the_end_of_an_advance_and_once() {
    let knobs = [entry(0, Knob::PathLossData(0.5)), entry(2_000_000, Knob::PathLossData(0.25))];
    let mut world = World::new(&three());
    assert!(world.advance(secs(1), &knobs, &mut Unwatched, u64::MAX));
    assert_eq!((world.knobs_turned(), world.path_luck().loss.data), (1, 0.5));
    assert_eq!(world.now(), at_us(48_600));
    assert!(world.advance(secs(2), &knobs, &mut Unwatched, u64::MAX));
    assert_eq!((world.knobs_turned(), world.path_luck().loss.data, world.now()), (2, 0.25, secs(2)));
}

#[test]
fn a_smaller_queue_keeps_what_waits() {
    let limit = Knob::QueueLimit(Target::All, Limit::Packets(1));
    assert_eq!(times(&three(), &[entry(100, limit)]).len(), 3);
    assert_eq!(times(&three(), &[entry(0, limit)]).len(), 1);
}

#[test]
fn red_listens_and_drop_tail_does_not() {
    let mut setup = network(vec![link(0, 1, 10.0, 0)], vec![flow(2, 1000, 20.0, CrossPattern::Constant)]);
    setup.links[0].queue.limit = Limit::Packets(20);
    let knobs = [
        entry(0, Knob::RedMin(Target::All, 1.0)),
        entry(0, Knob::RedMax(Target::All, 3.0)),
        entry(0, Knob::RedWeight(Target::All, 0.02)),
        entry(0, Knob::RedPMax(Target::All, 0.5)),
    ];
    assert_eq!(run_with(&setup, &knobs, secs(1)).1.drops(DropCause::AqmDrop), 0);
    setup.links[0].queue.red = Some(RedSetup { min_th: 1e6, max_th: 1e6, ..RedSetup::DEFAULT });
    assert_eq!(run_with(&setup, &[], secs(1)).1.drops(DropCause::AqmDrop), 0);
    assert!(run_with(&setup, &knobs, secs(1)).1.drops(DropCause::AqmDrop) > 500);
    let off = [&knobs[..], &[entry(0, Knob::Ecn(Target::All, EcnMode::Modified))]].concat();
    assert_eq!(run_with(&setup, &off, secs(1)).1.drops(DropCause::AqmDrop), 0, "not ECN-capable, hence let through");
}

#[test]
fn stalls_can_be_switched_on_and_off() {
    let setup = network(vec![link(0, 1, 10.0, 0)], vec![flow(2, 500, 1.0, CrossPattern::Constant)]);
    let late = |knobs: &[KnobEntry]| {
        let times = run_with(&setup, knobs, secs(20)).1.deliveries();
        times.windows(2).filter(|pair| pair[1].1 - pair[0].1 >= 40_000_000).count()
    };
    let on = [
        entry(0, Knob::HoldLength(Target::All, Span::from_millis(50))),
        entry(5_000_000, Knob::HoldPeriod(Target::All, Span::from_secs(1))),
    ];
    assert_eq!(late(&on), 15, "at 5, 6, … 19");
    let off = [&on[..], &[entry(10_500_000, Knob::HoldPeriod(Target::All, Span::ZERO))]].concat();
    assert_eq!(late(&off), 6);
}

#[test]
fn single_delays_and_cross_traffic_can_be_turned() {
    let setup = network(vec![link(0, 1, 10.0, 0)], vec![flow(2, 500, 1.0, CrossPattern::Constant)]);
    let knobs = [
        entry(0, Knob::DelayOneP(Target::All, 0.1)),
        entry(0, Knob::DelayOneLength(Target::All, Span::from_millis(3))),
    ];
    let late = |knobs: &[KnobEntry]| {
        let fates = run_with(&setup, knobs, secs(10)).1.fates;
        fates.iter().filter(|(at, ..)| at.as_nanos() % 4_000_000 == 3_400_000).count()
    };
    assert_eq!(late(&[]), 0);
    assert!((200..300).contains(&late(&knobs)), "a tenth of 2500: {}", late(&knobs));
    let sent = |rate| run_with(&setup, &[entry(5_000_000, Knob::CrossRate(Some(0), Rate::from_mbps(rate)))], secs(10));
    assert_eq!(sent(0.0).1.sent, 1250);
    assert_eq!(sent(2.0).1.sent, 3751, "both ends count");
}
