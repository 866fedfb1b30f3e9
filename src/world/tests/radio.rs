//! Radio worlds of few stations: timelines, and a world for every cause of a lost packet.

use super::*;
use crate::radio::{Phy, PhyRate, Position};
use crate::trace::{Attempt, AttemptFailure};

/// Everything a probe hears of fates and attempts.
#[derive(Default)]
pub(super) struct OnAirRecord {
    pub fates: Record,
    pub attempts: Vec<(Time, Attempt)>,
}

impl Probe for OnAirRecord {
    fn on_sent(&mut self, now: Time, packet: &Packet) {
        self.fates.on_sent(now, packet);
    }
    fn on_delivered(&mut self, now: Time, packet: &Packet) {
        self.fates.on_delivered(now, packet);
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        self.fates.on_dropped(now, packet, cause, place);
    }
    fn on_attempt(&mut self, now: Time, attempt: &Attempt) {
        self.attempts.push((now, *attempt));
    }
}

pub(super) const A9: Phy = Phy::new(PhyRate::A9);

/// Stations on a line at these metres, without traffic.
pub(super) fn line(metres: &[f64], phy: Phy) -> WorldSetup {
    let place = |(node, &x): (usize, &f64)| (NodeId(node as u8), Position { x, y: 0.0 });
    let stations = metres.iter().enumerate().map(place).collect();
    WorldSetup {
        nodes: vec![NodeSetup::default(); metres.len()],
        radio: Some(RadioSetup::new(stations, phy)),
        ..network(Vec::new(), Vec::new())
    }
}

/// UDP packets of `payload` bytes from one station to another, `mbps` of payload from `start` on.
pub(super) fn udp(from: u8, to: u8, payload: u16, mbps: f64, start: Time) -> CrossSetup {
    let size = payload + 28;
    CrossSetup {
        from: NodeId(from),
        to: NodeId(to),
        size,
        rate: Rate::from_mbps(mbps * f64::from(size) / f64::from(payload)),
        pattern: CrossPattern::Constant,
        start,
        stop: Time::NEVER,
    }
}

/// `count` packets of 1000 bytes from station 0 to station 1 at once.
fn burst(count: usize) -> Vec<CrossSetup> {
    vec![CrossSetup { stop: at_us(1), rate: Rate(1), ..udp(0, 1, 1000, 1.0, Time::ZERO) }; count]
}

pub(super) fn watch(setup: &WorldSetup, until: Time) -> (World, OnAirRecord) {
    let (mut world, mut record) = (World::new(setup), OnAirRecord::default());
    assert!(world.advance(until, &[], &mut record, u64::MAX));
    (world, record)
}

/// The channel of a set-up, to be changed.
pub(super) fn radio(setup: &mut WorldSetup) -> &mut RadioSetup {
    setup.radio.as_mut().expect("a radio world")
}

#[test]
fn the_timeline_of_one_packet() {
    let mut setup = line(&[0.0, 200.0], A9);
    setup.cross = burst(2);
    let (_, record) = watch(&setup, secs(1));
    let delivered = record.fates.deliveries();
    assert_eq!(delivered[0].1, 973_000);
    let (at, first) = record.attempts[0];
    assert_eq!((at, first.failed), (at_us(1034), None));
    let second = delivered[1].1 - 973_000 - 1_034_000 - 34_000;
    assert!(second.is_multiple_of(9_000) && second <= 15 * 9_000, "{second}");
}

/// Two stations that never hear each other although they are in range.
fn out_of_sight() -> WorldSetup {
    let mut setup = line(&[0.0, 200.0], A9);
    radio(&mut setup).outage = Some(OutageSetup { up: Span::from_nanos(1), down: Span::from_secs(1_000_000) });
    setup.cross = burst(1);
    setup
}

#[test]
fn the_timeline_without_a_receiver() {
    let (_, record) = watch(&out_of_sight(), secs(1));
    let (at, first) = record.attempts[0];
    assert_eq!((at, first.failed, first.number), (at_us(1043), Some(AttemptFailure::OutOfRange), 0));
    assert_eq!(record.attempts.len(), 7);
    assert_eq!(record.fates.drops(DropCause::MacOutOfRange), 1);
}

#[test]
fn noise_is_the_cause_where_every_frame_is_spoiled() {
    let mut setup = line(&[0.0, 200.0], A9);
    radio(&mut setup).noise.frame = 1.0;
    setup.cross = burst(1);
    let (_, record) = watch(&setup, secs(1));
    assert_eq!(record.fates.drops(DropCause::MacChannel), 1);
    assert_eq!(record.attempts.len(), 7);
    let (_, attempt) = record.attempts[6];
    assert_eq!((attempt.number, attempt.failed), (6, Some(AttemptFailure::Channel)));
}

#[test]
fn residual_loss_is_the_seventh_power() {
    let mut setup = line(&[0.0, 200.0], A9);
    radio(&mut setup).noise.frame = 0.5;
    setup.cross = vec![udp(0, 1, 1000, 2.0, Time::ZERO)];
    let (_, record) = watch(&setup, secs(200));
    let lost = record.fates.drops(DropCause::MacChannel) as f64 / record.fates.fates.len() as f64;
    assert!((lost - 1.0 / 128.0).abs() < 0.0015, "{lost}");
    assert_eq!(record.fates.drops(DropCause::QueueOverflow), 0);
}

/// A to B, and C to D from where A cannot be sensed and B is disturbed.
pub(super) fn hidden() -> WorldSetup {
    let mut setup = line(&[0.0, 240.0, 595.0, 800.0], A9);
    setup.cross = vec![udp(0, 1, 1000, 8.0, Time::ZERO), udp(2, 3, 1000, 8.0, at_us(100))];
    setup
}

#[test]
fn collisions_are_the_cause_behind_a_hidden_terminal() {
    let (_, record) = watch(&hidden(), secs(10));
    let drops = record.fates.drops(DropCause::MacCollision);
    assert!((300..1200).contains(&drops), "about 60 a second: {drops}");
    assert_eq!(record.fates.drops(DropCause::MacChannel) + record.fates.drops(DropCause::MacOutOfRange), 0);
}

#[test]
fn a_busy_addressee_is_the_cause_where_it_listens_to_another() {
    let mut setup = line(&[0.0, 200.0, 400.0, 600.0], A9);
    radio(&mut setup).propagation.sense = 250.0;
    radio(&mut setup).mac.rts_threshold = 0;
    setup.cross = vec![udp(0, 1, 1000, 1.0, Time::ZERO), udp(2, 3, 1000, 8.0, at_us(100))];
    let (_, record) = watch(&setup, secs(20));
    let busy = record.fates.drops(DropCause::MacBusy);
    assert!(busy > 0 && busy > record.fates.drops(DropCause::MacCollision), "{busy}");
    assert_eq!(record.fates.drops(DropCause::MacChannel) + record.fates.drops(DropCause::MacOutOfRange), 0);
}

#[test]
fn a_full_interface_queue_is_congestion() {
    let mut setup = line(&[0.0, 200.0], A9);
    radio(&mut setup).queue = queue(5);
    radio(&mut setup).queue.count_in_service = false;
    setup.cross = burst(20);
    let (_, record) = watch(&setup, secs(1));
    assert_eq!(record.fates.drops(DropCause::QueueOverflow), 20 - 5 - 1);
}

#[test]
fn there_is_no_route_to_a_station_out_of_range() {
    let mut setup = line(&[0.0, 251.0], A9);
    setup.cross = burst(1);
    assert_eq!(watch(&setup, secs(1)).1.fates.drops(DropCause::NoRoute), 1);
}

/// C cannot hear B, and B not C; A hears both. When A and C start in the same slot, B gets the packet, and its
/// acknowledgement meets the rest of C's longer frame at A.
#[test]
fn a_lost_acknowledgement_is_no_lost_packet() {
    let mut setup = line(&[355.0, 555.0, 0.0, -200.0], A9);
    radio(&mut setup).mac.short_retry_limit = 1;
    setup.cross = vec![udp(0, 1, 500, 8.0, Time::ZERO), udp(2, 3, 1400, 8.0, Time::ZERO)];
    let (_, record) = watch(&setup, secs(10));
    let collided: Vec<_> = record
        .attempts
        .iter()
        .filter(|(_, attempt)| attempt.from == NodeId(0) && attempt.failed.is_some())
        .map(|(_, attempt)| attempt.packet.key())
        .collect();
    assert!(collided.len() > 100, "{} acknowledgements lost", collided.len());
    let fate = |key| record.fates.fates.iter().filter(move |(_, packet, _)| packet.key() == key);
    for &key in &collided {
        assert_eq!(fate(key).map(|row| row.2).collect::<Vec<_>>(), [Fate::Delivered]);
    }
}

#[test]
fn repetitions_are_delivered_once() {
    let mut setup = line(&[355.0, 555.0, 0.0, -200.0], A9);
    setup.cross = vec![udp(0, 1, 500, 8.0, Time::ZERO), udp(2, 3, 1400, 8.0, Time::ZERO)];
    let (_, record) = watch(&setup, secs(5));
    let delivered = record.fates.fates.iter().filter(|row| row.2 == Fate::Delivered && row.1.flow.0 == 0);
    let numbers: Vec<_> = delivered.map(|row| row.1.key().first_byte).collect();
    assert!(numbers.len() > 1000 && numbers.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn delayed_packets_wait_behind_the_radio_of_every_hop() {
    let mut setup = line(&[0.0, 200.0, 400.0], A9);
    let (from, to) = (NodeId(0), NodeId(2));
    let tcp = crate::tcp::Tcp::NRT;
    let variant = crate::tcp::Variant::NEWRENO;
    let flow = crate::ids::FlowId(0);
    setup.flows = vec![FlowSetup {
        sender: crate::tcp::SenderConfig { flow, from, to, tcp, variant },
        receiver: crate::tcp::ReceiverConfig { flow, from: to, to: from, tcp },
        start: Time::ZERO,
        app: Some(1),
    }];
    setup.path_delay.p = 1.0;
    setup.path_delay.length = Span::from_millis(50);
    let (_, record) = watch(&setup, secs(1));
    let (at, _, fate) = record.fates.fates[0];
    assert_eq!(fate, Fate::Delivered);
    assert!((100..102).contains(&(at.as_nanos() / 1_000_000)), "{at}");
}

#[test]
fn a_longer_way_can_be_prescribed() {
    let mut setup = line(&[0.0, 100.0, 200.0, 300.0], A9);
    let hops = |setup: &WorldSetup| {
        let world = World::new(setup);
        std::iter::successors(Some(NodeId(0)), |&node| world.next_node(node, NodeId(3))).count() - 1
    };
    assert_eq!(hops(&setup), 2);
    radio(&mut setup).along = Some((0..4).map(NodeId).collect());
    assert_eq!(hops(&setup), 3);
}
