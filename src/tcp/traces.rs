//! Worked traces: 50 ms each way, no queue, every segment acknowledged.

use super::testing::{Channel, Fate, at, first_copy, sender};
use super::{Preset, Sender, State, Tcp, registry};
use crate::packet::Ecn;
use crate::time::Span;
use crate::trace::Verdict;

const MSS: u16 = 1000;
/// One second of least timeout, window capped at 32, timestamps.
const TC50: Tcp = Tcp { mss: MSS, cap: Some(32), rto_max: Span::from_secs(64), delack: None, lt: false, ..Tcp::RFC };
const ONE_WAY: Span = Span::from_millis(50);

/// A flow for ever, primed with two samples of 100 ms unless `fresh`.
fn start(variant: &str, tcp: Tcp, cwnd: f64, ssthresh: f64, fresh: bool) -> Sender {
    let variant = registry::parse_variant(variant).expect("a known variant");
    let mut sender = sender(Tcp { sack: variant.needs_sack(), ..tcp }, variant);
    let mut preset = Preset { cwnd: Some(cwnd), ssthresh: Some(ssthresh), ..Preset::default() };
    if !fresh {
        preset.srtt = Some(Span::from_millis(100));
        preset.rttvar = Some(Span::from_millis_f64(37.5));
        preset.acks = Some(2);
    }
    sender.preset(&preset);
    sender.write(None);
    sender
}

fn channel(variant: &str, window: (f64, f64), fate: Fate) -> Channel {
    Channel::new(start(variant, TC50, window.0, window.1, false), fate)
}

fn close(got: f64, wanted: f64) -> bool {
    (got - wanted).abs() < 1e-3
}

macro_rules! assert_window {
    ($channel:expr, $cwnd:expr, $ssthresh:expr) => {
        let (cwnd, ssthresh) = ($channel.sender.cwnd(), $channel.sender.ssthresh());
        assert!(close(cwnd, $cwnd) && close(ssthresh, $ssthresh), "cwnd {cwnd} ssthresh {ssthresh}");
    };
}

/// Drops the first copies of the segments in a list.
macro_rules! lose {
    ($($segment:literal),*) => {
        |_, packet| {
            let lost: &[u64] = &[$($segment),*];
            (!first_copy(packet, MSS).is_some_and(|segment| lost.contains(&segment))).then_some(ONE_WAY)
        }
    };
}

#[test]
fn slow_start_then_avoidance() {
    let mut channel = channel("newreno", (2.0, 8.0), lose!());
    channel.run(100);
    assert_eq!(channel.sent_at(100), [3, 4, 5, 6]);
    channel.run(200);
    assert_window!(channel, 8.0, 8.0);
    channel.run(300);
    assert_eq!(channel.sent_at(300), (15..=22).collect::<Vec<_>>());
    assert_window!(channel, 8.951, 8.0);
    channel.run(399);
    channel.step();
    assert_window!(channel, 9.062, 8.0);
    assert_eq!(channel.sent_at(400), [23, 24]);
}

#[test]
fn limited_transmit_makes_a_third_duplicate() {
    let sender = start("newreno", Tcp { lt: true, ..TC50 }, 3.0, 3.0, false);
    let mut channel = Channel::new(sender, lose!(1));
    channel.run(100);
    assert_eq!(channel.sent_at(100), [4, 5]);
    channel.run(200);
    assert_eq!(channel.sent_at(200), [1, 6]);
    assert_window!(channel, 6.0, 2.0);
    channel.run(299);
    channel.step();
    assert_window!(channel, 2.0, 2.0);
}

#[test]
fn one_loss_in_newreno() {
    let mut channel = channel("newreno", (8.0, 8.0), lose!(3));
    channel.run(100);
    assert_eq!(channel.sent_at(100), [9, 10, 3, 11]);
    assert_window!(channel, 9.0, 4.0);
    assert_eq!(channel.sender.state(), State::Recovery);
    channel.run(200);
    assert_eq!(channel.sent_at(200), [12, 13, 14, 15]);
    assert_window!(channel, 4.25, 4.0);
    channel.run(300);
    assert_window!(channel, 5.124, 4.0);
}

#[test]
fn two_losses_in_newreno() {
    let mut channel = channel("newreno", (8.0, 8.0), lose!(3, 5));
    channel.run(100);
    assert_eq!(channel.sent_at(100), [9, 10, 3]);
    assert_window!(channel, 8.0, 4.0);
    assert_eq!(channel.sender.part_value("recover"), Some(10.0));
    channel.run(200);
    assert_eq!(channel.sent_at(200), [11, 12, 5, 13]);
    assert_window!(channel, 9.0, 4.0);
    channel.run(300);
    assert_eq!(channel.sent_at(300), [14, 15, 16, 17]);
    assert_window!(channel, 4.25, 4.0);
}

#[test]
fn two_losses_in_sack() {
    let mut channel = channel("sack", (8.0, 8.0), lose!(3, 5));
    channel.run(100);
    assert_eq!(channel.sent_at(100), [9, 10, 3, 5]);
    assert_window!(channel, 4.0, 4.0);
    channel.run(200);
    assert_eq!(channel.sent_at(200), [11, 12, 13, 14]);
    assert_eq!(channel.sender.state(), State::Open);
    channel.run(299);
    channel.step();
    assert_window!(channel, 4.25, 4.0);
}

#[test]
fn two_losses_in_sack_with_limited_transmit() {
    let sender = start("sack", Tcp { lt: true, ..TC50 }, 8.0, 8.0, false);
    let mut channel = Channel::new(sender, lose!(3, 5));
    channel.run(100);
    assert_eq!(channel.sent_at(100), [9, 10, 11, 12, 3]);
    assert_eq!(channel.sender.part_value("pipe"), Some(5.0));
    assert_eq!(channel.sender.part_value("recover"), Some(12.0));
    channel.run(200);
    assert_eq!(channel.sent_at(200)[..3], [5, 13, 14]);
}

/// Segments 1 to 6 arrive at 1250 ms, what is sent at 1000 ms right after them.
fn stall(channel: &mut Channel, packet: &mut crate::packet::Packet) -> Option<Span> {
    let stalled = packet.data().is_some() && channel.now < at(1200);
    Some(if stalled { at(1250) - channel.now } else { ONE_WAY })
}

#[test]
fn a_stall_in_newreno() {
    let mut channel = channel("newreno", (6.0, 4.0), stall);
    channel.run(1299);
    assert_eq!(channel.sent_at(1000), [1]);
    assert_window!(channel, 1.0, 3.0);
    for rto in [1562, 2416, 2941, 3234, 3366, 3388] {
        channel.step();
        assert!((channel.sender.rto().as_millis_f64() - f64::from(rto)).abs() < 1.0);
    }
    channel.run(1300);
    assert_eq!(channel.sent_at(1300), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_window!(channel, 4.164, 3.0);
    assert_eq!(channel.verdicts(), [Verdict::Congestion]);
}

#[test]
fn a_stall_in_frto() {
    let mut channel = channel("frto", (6.0, 4.0), stall);
    channel.run(1299);
    channel.step();
    assert_eq!(channel.sent_at(1300), [7, 8]);
    channel.step();
    assert_window!(channel, 7.0, 6.0);
    assert_eq!(channel.sent_at(1300), [7, 8, 9]);
    channel.run(1300);
    assert_window!(channel, 7.555, 6.0);
    assert_eq!(channel.verdicts(), [Verdict::Spurious]);
}

#[test]
fn a_stall_in_frto_over_sack() {
    let mut channel = channel("sack+frto", (6.0, 4.0), stall);
    channel.run(1300);
    assert_window!(channel, 7.555, 6.0);
    assert_eq!(channel.verdicts(), [Verdict::Spurious]);
}

#[test]
fn a_stall_in_nrt() {
    for variant in ["nrt", "sack+nrt"] {
        let mut channel = channel(variant, (6.0, 4.0), stall);
        channel.run(1000);
        assert_eq!(channel.sent_at(1000), [7]);
        assert_window!(channel, 6.0, 4.0);
        assert_eq!(channel.sender.state(), State::Probe);
        channel.run(1299);
        for cwnd in [6.167, 6.329, 6.487, 6.641, 6.792, 6.939, 7.083] {
            channel.step();
            assert_window!(channel, cwnd, 4.0);
        }
        assert_eq!(channel.sent_at(1300), [8, 9, 10, 11, 12, 13, 14]);
        assert_eq!(channel.verdicts(), [Verdict::Spurious]);
        assert_eq!(channel.sent.iter().filter(|(_, data)| data.again).count(), 0);
    }
}

#[test]
fn one_random_loss_at_a_timeout() {
    let mut conventional = channel("newreno", (3.0, 3.0), lose!(1));
    conventional.run(1200);
    assert_eq!(conventional.sent_at(1000), [1]);
    assert_eq!(conventional.sent_at(1100), [4, 5]);
    assert_window!(conventional, 2.9, 2.0);

    let mut frto = channel("frto", (3.0, 3.0), lose!(1));
    frto.run(1200);
    assert_eq!(frto.sent_at(1100), [4, 5]);
    assert_eq!(frto.verdicts(), [Verdict::Congestion]);

    let mut nrt = channel("nrt", (3.0, 3.0), lose!(1));
    nrt.run(1000);
    assert_eq!(nrt.sent_at(1000), [4]);
    assert_eq!(nrt.sender.rto(), Span::from_secs(2));
    nrt.run(1100);
    assert_eq!(nrt.sent_at(1100), [1]);
    assert_eq!(nrt.sender.poll_timer(), Some(at(2100)));
    assert_eq!(nrt.verdicts(), [Verdict::Random]);
    nrt.run(1200);
    assert_eq!(nrt.sent_at(1200), [5, 6, 7]);
    assert_window!(nrt, 3.333, 3.0);
    nrt.run(1300);
    assert_window!(nrt, 4.164, 3.0);
}

#[test]
fn two_random_losses_at_a_timeout() {
    let mut nrt = channel("nrt", (3.0, 3.0), lose!(1, 2));
    nrt.run(1300);
    assert_eq!((nrt.sent_at(1000), nrt.sent_at(1100), nrt.sent_at(1200)), (vec![4], vec![1], vec![2]));
    assert_window!(nrt, 3.333, 3.0);

    let mut sack = channel("sack+nrt", (3.0, 3.0), lose!(1, 2));
    sack.run(1199);
    assert_eq!((sack.sent_at(1000), sack.sent_at(1100)), (vec![4], vec![1, 2, 5]));
    sack.step();
    sack.step();
    assert_window!(sack, 3.333, 3.0);
}

#[test]
fn a_lost_probe() {
    let mut nrt = channel("nrt", (3.0, 3.0), lose!(1, 2, 3, 4));
    nrt.run(3000);
    assert_eq!((nrt.sent_at(1000), nrt.sent_at(3000)), (vec![4], vec![1]));
    assert_window!(nrt, 1.0, 2.0);
    assert_eq!(nrt.sender.backoff(), 4);
    assert_eq!(nrt.verdicts(), [Verdict::Undecided, Verdict::Congestion]);
    nrt.run(3100);
    assert_eq!(nrt.sent_at(3100), [2, 3]);

    let mut worse = channel("nrt", (3.0, 3.0), |channel, _| (channel.now >= at(7000)).then_some(ONE_WAY));
    worse.run(7000);
    assert_eq!(worse.sent_at(7000), [1]);
    assert_window!(worse, 1.0, 2.0);
    assert_eq!(worse.sender.backoff(), 8);
}

#[test]
fn frto_finds_a_genuine_loss() {
    let mut basic = channel("frto", (3.0, 3.0), lose!(1, 2, 3));
    basic.run(1200);
    assert_eq!((basic.sent_at(1000), basic.sent_at(1100)), (vec![1], vec![4, 5]));
    assert_eq!(basic.sent_at(1200), [2, 3, 4]);
    assert_window!(basic, 3.0, 2.0);
    assert_eq!(basic.verdicts(), [Verdict::Congestion]);

    let mut sack = channel("sack+frto", (3.0, 3.0), lose!(1, 2, 3));
    sack.run(1200);
    assert_eq!(sack.sent_at(1200), [2, 3]);
    assert_eq!(sack.verdicts(), [Verdict::Congestion]);
}

#[test]
fn acks_lost() {
    let lose_acks: Fate = |channel, packet| (packet.data().is_some() || channel.now >= at(1000)).then_some(ONE_WAY);
    let mut nrt = channel("nrt", (3.0, 3.0), lose_acks);
    nrt.run(1100);
    assert_eq!((nrt.sent_at(1000), nrt.sent_at(1100)), (vec![4], vec![5, 6, 7]));
    assert_window!(nrt, 3.333, 3.0);
    assert_eq!(nrt.verdicts(), [Verdict::Spurious]);
}

/// Segment 2 is marked; 4 and 5 are lost.
fn mark_second(_: &mut Channel, packet: &mut crate::packet::Packet) -> Option<Span> {
    let first = first_copy(packet, MSS);
    if first == Some(2) {
        packet.ecn = Ecn::Ce;
    }
    (!matches!(first, Some(4 | 5))).then_some(ONE_WAY)
}

#[test]
fn a_mark_makes_a_timeout_conventional() {
    let sender = start("nrt", Tcp { ecn: true, ..TC50 }, 3.0, 3.0, false);
    let mut channel = Channel::new(sender, mark_second);
    channel.run(100);
    assert_eq!(channel.sent_at(100), [4, 5]);
    assert_window!(channel, 2.0, 2.0);
    assert!(channel.sent[4].1.cwr && !channel.sent[3].1.cwr);
    channel.run(1100);
    assert_eq!(channel.sent_at(1100), [4]);
    assert_window!(channel, 1.0, 2.0);
    assert_eq!(channel.verdicts(), [Verdict::Congestion]);
    channel.run(1200);
    assert_eq!(channel.sent_at(1200), [5, 6]);
    let cwr: Vec<bool> = channel.sent.iter().rev().take(2).map(|(_, data)| data.cwr).collect();
    assert_eq!(cwr, [true, false]);
    channel.run(1300);
    assert_eq!(channel.sent_at(1300), [7, 8]);
    assert_window!(channel, 2.5, 2.0);
    channel.run(1400);
    assert_eq!(channel.sent_at(1400), [9, 10, 11]);
    assert_window!(channel, 3.245, 2.0);
}

#[test]
fn a_mark_at_a_window_of_one_holds() {
    let sender = start("newreno", Tcp { ecn: true, ..TC50 }, 1.0, 32.0, true);
    let mut channel = Channel::new(sender, |_, packet| {
        if first_copy(packet, MSS) == Some(1) {
            packet.ecn = Ecn::Ce;
        }
        Some(ONE_WAY)
    });
    channel.run(100);
    assert_window!(channel, 1.0, 2.0);
    assert_eq!((channel.sent_at(100), channel.sender.poll_timer()), (vec![], Some(at(1100))));
    channel.run(1100);
    assert_eq!(channel.sent_at(1100), [2]);
    assert!(channel.sent[1].1.cwr && channel.verdicts().is_empty());
    channel.run(1300);
    assert_eq!((channel.sent_at(1200), channel.sent_at(1300)), (vec![3, 4], vec![5, 6]));
    assert_window!(channel, 2.9, 2.0);
}

#[test]
fn the_example_of_the_nrt_paper() {
    let tcp = Tcp { cap: Some(1), ..TC50 };
    let mut lost = Channel::new(start("nrt", tcp, 1.0, 32.0, true), lose!(6));
    lost.run(1500);
    assert_eq!((lost.sent_at(500), lost.sent_at(1500)), (vec![6], vec![7]));
    assert_eq!(lost.sender.poll_timer(), Some(at(3500)));
    lost.run(1700);
    assert_eq!((lost.sent_at(1600), lost.sent_at(1700)), (vec![6], vec![8]));
    assert_window!(lost, 1.0, 32.0);

    let late: Fate = |channel, packet| {
        let late = first_copy(packet, MSS) == Some(6);
        Some(if late { at(1520) - channel.now } else { ONE_WAY })
    };
    let mut late = Channel::new(start("nrt", tcp, 1.0, 32.0, true), late);
    late.run(1600);
    assert_eq!((late.sent_at(1570), late.sent_at(1600)), (vec![], vec![8]));
    assert_eq!(late.verdicts(), [Verdict::Spurious]);
}

#[test]
fn frto_without_timestamps_from_an_infinite_threshold() {
    let tcp = Tcp { ts: false, ..TC50 };
    let fate: Fate = |channel, packet| match first_copy(packet, MSS) {
        Some(3) => Some(at(1070) - channel.now),
        Some(4) => Some(at(1080) - channel.now),
        Some(5) => None,
        // The two first segments are acknowledged together.
        Some(1) => Some(ONE_WAY),
        _ if packet.ack().is_some_and(|ack| ack.ack.0 == 1000) => None,
        _ => Some(ONE_WAY),
    };
    let mut channel = Channel::new(start("frto", tcp, 2.0, f64::INFINITY, true), fate);
    channel.run(100);
    assert_eq!(channel.sent_at(100), [3, 4, 5]);
    channel.run(1100);
    assert_eq!(channel.sent_at(1100), [3]);
    channel.run(1129);
    assert_eq!(channel.sent_at(1120), [6, 7]);
    channel.run(1130);
    assert_window!(channel, 4.0, 32.0);
    assert_eq!(channel.sent_at(1130), [8]);
    assert_eq!(channel.verdicts(), [Verdict::Spurious]);
}
