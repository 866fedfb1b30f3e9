//! Losses and their luck, and queueing against its closed form.

use std::collections::{BTreeSet, VecDeque};

use super::*;
use crate::packet::CopyKey;
use crate::wire::gilbert::GilbertSetup;
use crate::wire::loss::{AppliesTo, LossSetup, packet_error_rate};
use crate::wire::path::PathLossSetup;

/// A minute of 1 Mb/s in 250 B packets over a link with `loss`: 30 000 packets.
fn lossy(loss: LossSetup) -> WorldSetup {
    let mut setup = network(vec![link(0, 1, 10.0, 1)], vec![flow(2, 250, 1.0, CrossPattern::Constant)]);
    setup.links[0].loss = loss;
    setup
}

/// The packets that a minute of `setup` loses to `cause`.
fn lost(setup: &WorldSetup, knobs: &[KnobEntry], cause: DropCause) -> BTreeSet<CopyKey> {
    let fates = run_with(setup, knobs, secs(60)).1.fates;
    fates.iter().filter(|(_, _, fate)| *fate == Fate::Dropped(cause)).map(|(_, packet, _)| packet.key()).collect()
}

#[test]
fn packet_error_rates() {
    let table = [
        (1e-6, [0.00032, 0.00460, 0.00797, 0.00829, 0.01193]),
        (1e-5, [0.00319, 0.04503, 0.07688, 0.07983, 0.11308]),
        (1e-4, [0.03149, 0.36924, 0.55069, 0.56484, 0.69882]),
    ];
    for (b, row) in table {
        for (bytes, expected) in [40, 576, 1000, 1040, 1500].into_iter().zip(row) {
            let rate = packet_error_rate(b, bytes);
            assert!((rate - expected).abs() < 5.1e-6, "b {b}, {bytes} B: {rate}");
        }
    }
    assert_eq!(packet_error_rate(1e-5, 0), 0.0);
    assert_eq!(packet_error_rate(1.0, 1), 1.0);
}

#[test]
fn losses_have_their_probability() {
    let of = |loss, cause| lost(&lossy(loss), &[], cause).len() as f64 / 30_000.0;
    let packet = of(LossSetup { packet: 0.02, ..LossSetup::default() }, DropCause::RandomLoss);
    assert!((packet - 0.02).abs() < 0.003, "{packet}");
    let bits = of(LossSetup { bit_error: 1e-5, ..LossSetup::default() }, DropCause::BitError);
    assert!((bits - 0.0198).abs() < 0.003, "{bits}");
    let ingress = of(LossSetup { ingress: 0.02, ..LossSetup::default() }, DropCause::RandomLoss);
    assert!((ingress - 0.02).abs() < 0.003, "{ingress}");
    let all = of(LossSetup { packet: 1.0, ..LossSetup::default() }, DropCause::RandomLoss);
    assert!(all > 0.99, "the transmitter still works: {all}");
    let acks = of(LossSetup { packet: 1.0, applies_to: AppliesTo::Ack, ..LossSetup::default() }, DropCause::RandomLoss);
    assert_eq!(acks, 0.0);
    let exempt = LossSetup { packet: 1.0, first_n_exempt: 29_000, ..LossSetup::default() };
    assert!((of(exempt, DropCause::RandomLoss) - 1.0 / 30.0).abs() < 0.001);
}

#[test]
fn bursts_have_the_mean_loss_and_come_in_bursts() {
    let gilbert = GilbertSetup {
        mean_good: Span::from_millis(120),
        mean_bad: Span::from_millis(6),
        loss_good: 0.0,
        loss_bad: 1.0,
    };
    let lost = lost(&lossy(LossSetup { gilbert: Some(gilbert), ..LossSetup::default() }), &[], DropCause::RandomLoss);
    let share = lost.len() as f64 / 30_000.0;
    assert!((share - 6.0 / 126.0).abs() < 0.008, "{share}");
    let next = lost.iter().filter(|key| lost.contains(&CopyKey { first_byte: key.first_byte + 1, ..**key })).count();
    let again = next as f64 / lost.len() as f64;
    assert!((again - 0.72).abs() < 0.06, "the next of two packets 2 ms apart is lost too, exp(-2/6): {again}");
}

#[test]
fn a_larger_probability_only_adds_losses() {
    let few = lossy(LossSetup { packet: 0.01, bit_error: 1e-6, ingress: 0.01, ..LossSetup::default() });
    let mut many = few.clone();
    many.links[0].loss = LossSetup { packet: 0.02, bit_error: 2e-6, ingress: 0.02, ..few.links[0].loss };
    let all = |setup: &WorldSetup| -> BTreeSet<CopyKey> {
        &lost(setup, &[], DropCause::RandomLoss) | &lost(setup, &[], DropCause::BitError)
    };
    let (few, many) = (all(&few), all(&many));
    assert!(few.is_subset(&many) && many.len() > few.len() * 3 / 2, "{} and {}", few.len(), many.len());
}

#[test]
fn a_turned_knob_only_adds_losses() {
    let setup = lossy(LossSetup { packet: 0.01, ..LossSetup::default() });
    let knob = KnobEntry { at: secs(20), knob: Knob::LinkLoss(Target::All, 0.02) };
    let (before, after) = (lost(&setup, &[], DropCause::RandomLoss), lost(&setup, &[knob], DropCause::RandomLoss));
    assert!(before.is_subset(&after) && after.len() > before.len());
}

#[test]
fn the_state_of_a_burst_channel_does_not_depend_on_what_is_sent() {
    let gilbert = GilbertSetup {
        mean_good: Span::from_millis(500),
        mean_bad: Span::from_millis(100),
        loss_good: 0.0,
        loss_bad: 1.0,
    };
    let mut sparse = lossy(LossSetup { gilbert: Some(gilbert), ..LossSetup::default() });
    let dense = sparse.clone();
    // Every tenth packet of the dense stream falls on the same instant as one of the sparse stream.
    sparse.cross[0].rate = Rate::from_mbps(0.1);
    let times = |setup: &WorldSetup| -> BTreeSet<Time> {
        let fates = run_with(setup, &[], secs(60)).1.fates;
        fates.iter().filter(|(_, _, fate)| *fate != Fate::Delivered).map(|(at, ..)| *at).collect()
    };
    let (sparse, dense) = (times(&sparse), times(&dense));
    assert!(sparse.len() > 100 && sparse.is_subset(&dense));
}

#[test]
fn cross_traffic_is_spared_by_path_loss() {
    let mut setup = lossy(LossSetup::default());
    setup.path_loss = PathLossSetup { data: 1.0, ack: 1.0 };
    assert!(lost(&setup, &[], DropCause::RandomLoss).is_empty());
}

/// Sums how long packets are under way on a path that keeps their order.
#[derive(Default)]
struct Sojourn {
    sent: VecDeque<Time>,
    sum: f64,
    count: f64,
}

impl Probe for Sojourn {
    fn on_sent(&mut self, now: Time, _: &Packet) {
        self.sent.push_back(now);
    }
    fn on_delivered(&mut self, now: Time, _: &Packet) {
        let sent = self.sent.pop_front().expect("sent before");
        self.sum += (now - sent).as_millis_f64();
        self.count += 1.0;
    }
}

/// Poisson arrivals at a server with constant service s: the mean wait is ρ s / (2 (1 - ρ)) (Pollaczek and Khinchine).
#[test]
fn waiting_times_of_m_d_1() {
    for (load, wait_ms, tolerance, seconds) in [(0.5, 0.6, 0.02, 600), (0.8, 2.4, 0.02, 900), (0.9, 5.4, 0.05, 1300)] {
        let cross = flow(2, 1500, 10.0 * load, CrossPattern::Poisson);
        let mut setup = network(vec![link(0, 1, 10.0, 0)], vec![cross]);
        setup.links[0].queue = QueueSetup::drop_tail(Limit::Unlimited);
        let mut sojourn = Sojourn::default();
        World::new(&setup).advance(secs(seconds), &[], &mut sojourn, u64::MAX);
        let wait = sojourn.sum / sojourn.count - 1.2;
        assert!((wait / wait_ms - 1.0).abs() < tolerance, "load {load}: {wait} ms for {wait_ms}");
    }
}
