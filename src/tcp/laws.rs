//! A closed form that needs losses at exact places.

use super::testing::{Channel, Fate, first_copy, sender};
use super::{Tcp, Variant};
use crate::time::Span;

/// Nothing limits it but losses.
const BULK: Tcp = Tcp { mss: 1000, rwnd: 4000, cap: None, delack: None, lt: false, ..Tcp::RFC };

/// 50 ms each way; every 1000th segment is lost when it is sent first.
const EVERY_1000TH: Fate = |_, packet| match first_copy(packet, BULK.mss) {
    Some(number) if number % 1000 == 0 => None,
    _ => Some(Span::from_millis(50)),
};

/// One loss in 1/p segments lets the window swing between W/2 and W = sqrt(8/(3p)), with a mean of sqrt(3/(2p)) segments
/// (Mathis, Semke, Mahdavi and Ott 1997). For p = 1/1000 that is 38.7; the slow start at the beginning and the round trips
/// of the repairs are worth less than 3 % in 300 s.
#[test]
fn square_root_law_under_periodic_loss() {
    let seconds = 300;
    let mut endless = sender(BULK, Variant::NEWRENO);
    endless.write(None);
    let mut channel = Channel::new(endless, EVERY_1000TH);
    channel.run(1000 * seconds);
    let segments = channel.peer.next.0 as f64 / f64::from(BULK.mss);
    let window = segments / (10.0 * seconds as f64);
    assert!((window / 38.7 - 1.0).abs() <= 0.03, "{window} segments per round trip");
    let lost = channel.sent.iter().filter(|(_, data)| data.again).count() as f64;
    assert!((lost / segments * 1000.0 - 1.0).abs() < 0.01, "{lost} repairs of {segments} segments");
    assert!(channel.verdicts().is_empty(), "no timeouts");
}
