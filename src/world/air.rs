//! The shared radio channel of a world: who stands where, what is on the air, and the interface of every node.
//!
//! A transmission is two events, its beginning and its end at all who hear it. Who hears it, and with which power, is
//! found when it starts and stays. An interface has one wake-up.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::lag::Lag;
use super::setup::{OutageSetup, RadioSetup};
use super::toggle::Toggle;
use crate::ids::{Id, NodeId, Table};
use crate::packet::Packet;
use crate::queue::{Occupancy, Queue};
use crate::radio::geometry::{Hearer, hearers};
use crate::radio::{Frame, Msdu, Noise, Phy, Position, Propagation, Station, noise};
use crate::rng::{Label, Stream};
use crate::route::{Dsr, Router, RouterRules};
use crate::time::Time;
use crate::timer::Timer;
use crate::trace::AttemptFailure;

/// A frame on the air.
#[derive(Clone, PartialEq, Debug)]
pub struct OnAir {
    /// The frame.
    pub frame: Frame,
    /// When its first bit left.
    pub start: Time,
    /// When its last bit leaves.
    pub end: Time,
    pub(super) hearers: Arc<[Hearer]>,
    /// Why its addressee does not receive it, as far as that was clear when it began.
    pub(super) miss: Option<AttemptFailure>,
}

/// The radio interface of a node: a queue, and the station that takes from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Interface {
    pub(super) station: Station,
    pub(super) timer: Timer,
    queue: Queue,
    waiting: VecDeque<Msdu>,
    waiting_bytes: u64,
    empty_since: Time,
    /// Packets that have come in and are held up before the node sees them.
    pub(super) lag: Lag,
    /// The router of the node, where nodes find ways themselves. Apart, because in most worlds they do not.
    routing: Option<Box<Routing>>,
}

/// The router of a node.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Routing {
    pub router: Router,
    pub timer: Timer,
}

/// The shared channel.
#[derive(Clone, PartialEq, Debug)]
pub struct Air {
    seed: u64,
    phy: Phy,
    propagation: Propagation,
    noise: Noise,
    outage: Option<OutageSetup>,
    toggles: BTreeMap<(NodeId, NodeId), Toggle>,
    positions: Arc<[(NodeId, Position)]>,
    /// By node.
    hearers: Vec<Arc<[Hearer]>>,
    interfaces: Table<NodeId, Option<Interface>>,
    on_air: Vec<Option<OnAir>>,
    free: Vec<u32>,
    /// The last kind of frame and its probability to fail, since kinds repeat.
    last_failure: ((u16, bool, u64), f64),
}

impl Air {
    /// The silent channel of `setup` among `nodes` nodes.
    pub(super) fn new(setup: &RadioSetup, nodes: usize, seed: u64) -> Air {
        let positions: Arc<[(NodeId, Position)]> = setup.stations.clone().into();
        let mut of_node = vec![Arc::from([]); nodes];
        let mut interfaces: Table<NodeId, Option<Interface>> = (0..nodes).map(|_| None).collect();
        for &(node, position) in positions.iter() {
            let others = positions.iter().copied().filter(|(other, _)| *other != node);
            of_node[node.index()] = hearers(&setup.propagation, position, others).collect();
            interfaces[node] = Some(Interface::new(setup, node, seed));
        }
        let mut air = Air {
            seed,
            phy: setup.mac.phy,
            propagation: setup.propagation,
            noise: setup.noise,
            outage: setup.outage,
            toggles: BTreeMap::new(),
            positions,
            hearers: of_node,
            interfaces,
            on_air: Vec::new(),
            free: Vec::new(),
            last_failure: ((0, false, 0), 0.0),
        };
        air.meet();
        air
    }

    /// Has all pairs of neighbours lose sight of each other now and then, if any do.
    fn meet(&mut self) {
        let Some(outage) = self.outage else { return };
        for (one, other) in self.edges().into_iter().filter(|(one, other)| one < other) {
            let new = || Toggle::new(outage, self.seed, one, other);
            self.toggles.entry((one, other)).or_insert_with(new);
        }
    }

    /// Moves a station. Who hears it and whom it hears is found anew; frames on the air keep the reach they began with.
    // Out of line, like what is seldom needed.
    #[inline(never)]
    pub(super) fn place(&mut self, node: NodeId, to: Position) {
        let Some(at) = self.positions.iter().position(|(each, _)| *each == node) else { return };
        Arc::make_mut(&mut self.positions)[at].1 = to;
        let positions = Arc::clone(&self.positions);
        for &(each, from) in positions.iter() {
            let others = positions.iter().copied().filter(|(other, _)| *other != each);
            let hearing: Vec<Hearer> = hearers(&self.propagation, from, others).collect();
            // Worlds go on sharing what has not changed.
            if *hearing != *self.hearers[each.index()] {
                self.hearers[each.index()] = hearing.into();
            }
        }
        self.meet();
    }

    /// The pairs of stations of which the second can decode the first.
    #[inline(never)]
    pub(super) fn edges(&self) -> Vec<(NodeId, NodeId)> {
        let mut edges = Vec::new();
        for (from, all) in self.hearers.iter().enumerate() {
            for hearer in all.iter().filter(|hearer| hearer.decodable) {
                edges.push((NodeId::from_index(from), hearer.node));
            }
        }
        edges
    }

    /// Rates and times of the network.
    #[must_use]
    pub const fn phy(&self) -> &Phy {
        &self.phy
    }

    /// How far frames are decoded and sensed, and with which power they arrive.
    #[must_use]
    pub const fn propagation(&self) -> &Propagation {
        &self.propagation
    }

    /// Where the stations stand.
    #[must_use]
    pub fn positions(&self) -> &[(NodeId, Position)] {
        &self.positions
    }

    /// Who hears `node`, in ascending order.
    #[must_use]
    pub fn hearers(&self, node: NodeId) -> &[Hearer] {
        self.hearers.get(node.index()).map_or(&[], |all| all)
    }

    /// The interface of `node`, if it has one.
    #[must_use]
    pub fn interface(&self, node: NodeId) -> Option<&Interface> {
        self.interfaces.get(node)?.as_ref()
    }

    /// The nodes with an interface, in ascending order.
    pub fn interfaces(&self) -> impl Iterator<Item = (NodeId, &Interface)> {
        self.interfaces.entries().filter_map(|(node, interface)| Some((node, interface.as_ref()?)))
    }

    /// The frames on the air.
    pub fn on_air(&self) -> impl Iterator<Item = &OnAir> {
        self.on_air.iter().flatten()
    }

    /// Noise in force.
    #[must_use]
    pub const fn noise(&self) -> &Noise {
        &self.noise
    }

    /// Changes the probability that an attempt at a data frame fails.
    pub(super) const fn set_frame_error(&mut self, p: f64) {
        self.noise.frame = p;
        self.last_failure = ((0, false, 0), 0.0);
    }

    pub(super) fn interface_mut(&mut self, node: NodeId) -> &mut Interface {
        self.interfaces[node].as_mut().expect("frames travel between nodes with radios")
    }

    /// The router of `node`, if it has one.
    pub(super) fn routing_mut(&mut self, node: NodeId) -> Option<&mut Routing> {
        self.interfaces[node].as_mut()?.routing.as_deref_mut()
    }

    pub(super) fn interfaces_mut(&mut self) -> impl Iterator<Item = &mut Interface> {
        self.interfaces.iter_mut().flatten()
    }

    /// Puts `frame` on the air; gives its number.
    pub(super) fn start(&mut self, now: Time, frame: Frame) -> u32 {
        let hearers = Arc::clone(&self.hearers[frame.from.index()]);
        let end = now + frame.airtime(&self.phy);
        let on_air = OnAir { frame, start: now, end, hearers, miss: Some(AttemptFailure::OutOfRange) };
        match self.free.pop() {
            Some(slot) => {
                self.on_air[slot as usize] = Some(on_air);
                slot
            }
            None => {
                self.on_air.push(Some(on_air));
                self.on_air.len() as u32 - 1
            }
        }
    }

    pub(super) fn get_mut(&mut self, slot: u32) -> &mut OnAir {
        self.on_air[slot as usize].as_mut().expect("a signal ends after it began")
    }

    /// Takes a frame off the air.
    pub(super) fn stop(&mut self, slot: u32) -> OnAir {
        self.free.push(slot);
        self.on_air[slot as usize].take().expect("a signal ends once")
    }

    /// Whether two stations do not hear each other at `now`. Calls have ascending times.
    pub(super) fn is_down(&mut self, now: Time, one: NodeId, other: NodeId) -> bool {
        let Some(outage) = self.outage else { return false };
        let toggle = self.toggles.get_mut(&(one.min(other), one.max(other)));
        toggle.is_some_and(|toggle| toggle.is_down(now, outage))
    }

    /// Whether noise spoils `frame` at `hearer`.
    pub(super) fn spoils(&mut self, frame: &Frame, hearer: &Hearer) -> bool {
        if self.noise.is_silent() {
            return false;
        }
        let (rate, bytes, is_data) = (frame.rate(&self.phy), frame.bytes(), frame.is_data());
        let kind = (bytes, is_data, hearer.power);
        if self.last_failure.0 != kind {
            self.last_failure = (kind, self.noise.failure(rate, bytes, is_data, hearer.power));
        }
        noise::fails(self.seed, hearer.node, frame, self.last_failure.1)
    }

    /// From now on neither of two stations decodes the other.
    #[cfg(test)]
    pub(super) fn part(&mut self, one: NodeId, other: NodeId) {
        for (from, deaf) in [(one, other), (other, one)] {
            let apart = |hearer: &Hearer| Hearer { decodable: hearer.decodable && hearer.node != deaf, ..*hearer };
            self.hearers[from.index()] = self.hearers[from.index()].iter().map(apart).collect();
        }
    }

    /// Memory on the heap, in bytes. Places and neighbours are shared between clones and do not count.
    pub(super) fn heap_bytes(&self) -> usize {
        let interfaces = self.interfaces().map(|(_, interface)| interface.heap_bytes());
        size_of_val(&self.on_air[..])
            + size_of_val(&self.free[..])
            + self.interfaces.len() * size_of::<Option<Interface>>()
            + self.toggles.len() * size_of::<((NodeId, NodeId), Toggle)>()
            + interfaces.sum::<usize>()
    }
}

impl Interface {
    fn new(setup: &RadioSetup, node: NodeId, seed: u64) -> Interface {
        let phy = &setup.mac.phy;
        let mean = setup.queue.red.map_or(0, |red| red.mean_packet.0 as u16);
        let packet_time = phy.difs() + phy.data(mean) + phy.sifs() + phy.ack();
        let floor = setup.noise.floor(phy.data.is_ofdm());
        Interface {
            station: Station::new(node, setup.mac, setup.model, floor, seed),
            timer: Timer::IDLE,
            queue: Queue::new(
                &setup.queue,
                packet_time,
                Stream::new(seed, Label::Red, RADIO_QUEUE | u64::from(node.0)),
            ),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            empty_since: Time::ZERO,
            lag: Lag::default(),
            routing: setup
                .dsr
                .map(|dsr| Box::new(Routing { router: Router::Dsr(Dsr::new(node, dsr, seed)), timer: Timer::IDLE })),
        }
    }

    /// The station.
    #[must_use]
    pub const fn station(&self) -> &Station {
        &self.station
    }

    /// The rule of its queue.
    #[must_use]
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The packets that wait, first come first.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Msdu> {
        self.waiting.iter()
    }

    /// The router of its node, where nodes find ways themselves.
    #[must_use]
    pub fn router(&self) -> Option<&Router> {
        self.routing.as_ref().map(|routing| &routing.router)
    }

    pub(super) const fn queue_mut(&mut self) -> &mut Queue {
        &mut self.queue
    }

    /// What a newcomer finds. The packet that the station has taken no longer waits.
    pub(super) fn occupancy(&self) -> Occupancy {
        Occupancy {
            waiting: self.waiting.len() as u32,
            waiting_bytes: self.waiting_bytes,
            in_service: self.station.current().map(|msdu| msdu.packet.bytes().0),
            empty_since: self.empty_since,
        }
    }

    /// Lets a packet wait.
    pub(super) fn push(&mut self, msdu: Msdu) {
        self.waiting_bytes += msdu.packet.bytes().0;
        self.waiting.push_back(msdu);
    }

    /// The next packet leaves the queue.
    pub(super) fn pop(&mut self, now: Time) -> Option<Msdu> {
        let msdu = self.waiting.pop_front()?;
        self.waiting_bytes -= msdu.packet.bytes().0;
        self.empty_since = now;
        Some(msdu)
    }

    /// Takes the next packet for the neighbour `next` out of the queue.
    pub(super) fn take_for(&mut self, now: Time, next: NodeId) -> Option<Packet> {
        let place = self.waiting.iter().position(|msdu| msdu.next == Some(next))?;
        let packet = self.waiting.remove(place)?.packet;
        self.waiting_bytes -= packet.bytes().0;
        self.empty_since = now;
        Some(packet)
    }

    /// The packets that have come in and are held up, each with the neighbour it came from.
    pub fn held(&self) -> impl Iterator<Item = (NodeId, &Packet)> {
        self.lag.held()
    }

    /// The packets inside that have not been given up or delivered, those that wait for a way among them.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        let held = self.held().map(|(_, packet)| packet);
        let wayless = self.router().into_iter().flat_map(Router::waiting);
        self.station
            .pending()
            .into_iter()
            .chain(self.waiting.iter().map(|msdu| &msdu.packet))
            .chain(held)
            .chain(wayless)
    }

    fn heap_bytes(&self) -> usize {
        let routing = self.router().map_or(0, |router| size_of::<Routing>() + router.heap_bytes());
        self.station.heap_bytes() + self.waiting.len() * size_of::<Msdu>() + self.lag.heap_bytes() + routing
    }
}

/// Object numbers of RED's streams in radio interfaces, beyond all link numbers.
const RADIO_QUEUE: u64 = 1 << 32;
