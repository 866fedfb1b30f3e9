//! Frames on the shared channel: signals begin and end, stations wake, packets come out.

use std::sync::Arc;

use super::event::Event;
use super::fingerprint::{Mark, Outcome};
use super::wire::drop;
use super::{Air, World};
use crate::ids::NodeId;
use crate::packet::Packet;
use crate::radio::geometry::Hearer;
use crate::radio::reception::Ending;
use crate::radio::station::{GivenUp, Reaction, Want};
use crate::radio::{AIR_TIME, Frame, Kind, Msdu, Signal};
use crate::trace::{AttemptFailure, DropCause, Place, Probe};
use crate::wire::delay::Extra;

impl World {
    /// A frame reaches all who hear it.
    pub(super) fn on_signal_begin(&mut self, from: NodeId, slot: u32) {
        let now = self.now;
        let Some(air) = &mut self.air else { return };
        let on_air = air.get_mut(slot);
        let (to, ends, hearers) = (on_air.frame.to, on_air.end + AIR_TIME, Arc::clone(&on_air.hearers));
        for hearer in hearers.iter() {
            let decodable = hearer.decodable && !air.is_down(now, from, hearer.node);
            let signal = Signal { transmission: slot, power: hearer.power, decodable, ends };
            let interface = air.interface_mut(hearer.node);
            let miss = interface.station.on_signal(now, signal);
            // The deadline can only have gone.
            let pushed = interface.timer.set(interface.station.poll_timer());
            debug_assert!(pushed.is_none(), "a busy medium wakes nobody");
            if to == Some(hearer.node) {
                air.get_mut(slot).miss = if decodable { miss } else { Some(AttemptFailure::OutOfRange) };
            }
        }
        self.schedule.push(ends, Event::SignalEnd(from, slot));
    }

    /// A frame is over for all who hear it.
    pub(super) fn on_signal_end<P: Probe>(&mut self, from: NodeId, slot: u32, probe: &mut P) {
        let now = self.now;
        let Some(air) = &mut self.air else { return };
        let on_air = air.stop(slot);
        air.interface_mut(from).station.on_sent(now);
        let mut missed = on_air.frame.to.map(|_| on_air.miss.unwrap_or(AttemptFailure::Collision));
        for hearer in on_air.hearers.iter() {
            let Some(air) = &mut self.air else { return };
            let ending = end_at(air, now, slot, &on_air.frame, hearer);
            let addressed = on_air.frame.to == Some(hearer.node);
            match ending {
                Ending::Whole => {
                    if addressed {
                        missed = None;
                    }
                    self.on_frame(hearer.node, &on_air.frame, probe);
                }
                Ending::Damaged(failure) if addressed => missed = Some(failure),
                _ => {}
            }
            self.arm_station(hearer.node);
        }
        if let Some(failure) = missed {
            self.no_answer(&on_air.frame, failure);
        }
        self.feed(from);
    }

    /// The exchange that `frame` is part of will not go on.
    fn no_answer(&mut self, frame: &Frame, failure: AttemptFailure) {
        let asker = if frame.wants_answer() { Some(frame.from) } else { frame.to };
        let (Some(air), Some(asker)) = (&mut self.air, asker) else { return };
        air.interface_mut(asker).station.on_no_answer(failure);
        self.arm_station(asker);
    }

    /// A station has decoded a frame.
    fn on_frame<P: Probe>(&mut self, node: NodeId, frame: &Frame, probe: &mut P) {
        let now = self.now;
        let Some(air) = &mut self.air else { return };
        let reaction = air.interface_mut(node).station.on_frame(now, frame);
        match (reaction, frame.kind) {
            (Reaction::Nothing, Kind::Data { packet, .. }) => return self.overhear(node, frame.from, &packet, probe),
            (Reaction::Nothing, _) => return,
            (Reaction::Deliver, Kind::Data { packet, .. }) => {
                if frame.to.is_some() {
                    air.interface_mut(frame.from).station.on_arrived();
                }
                self.come_in(node, frame.from, packet, probe);
            }
            (Reaction::Silence, _) => self.no_answer(frame, AttemptFailure::Busy),
            (Reaction::Done(attempt), _) => {
                probe.on_attempt(now, &attempt);
                self.feed(node);
            }
            (Reaction::Deliver | Reaction::Answer, _) => {}
        }
        self.fingerprint.add(Mark::frame(now, Event::SignalEnd(node, 0), node, frame));
    }

    /// A packet comes out of the channel into a node.
    fn come_in<P: Probe>(&mut self, node: NodeId, from: NodeId, mut packet: Packet, probe: &mut P) {
        let now = self.now;
        let kind = Event::SignalEnd(node, 0).kind();
        let (origin, hop) = (packet.from, packet.hops);
        let hops = |packet: &Packet| {
            let ahead = packet.route.is_present().then(|| hop + packet.route.ahead().len() as u8 + 1);
            ahead.unwrap_or_else(|| self.routes.distance(origin, packet.to))
        };
        if self.path.loses(&packet, hop, || hops(&packet)) {
            let outcome = drop(now, &packet, DropCause::RandomLoss, Place::Air(from, node), probe);
            self.fingerprint.add(Mark::packet(now, kind, node, &packet, outcome));
            return;
        }
        packet.hops += 1;
        let mut extra = Extra::default();
        self.path.delay(&packet, None, hop, || hops(&packet), &mut extra);
        let Some(air) = &mut self.air else { return };
        if air.interface_mut(node).lag.hold(now, from, &packet, extra) {
            self.fingerprint.add(Mark::packet(now, kind, node, &packet, Outcome::Held));
            self.arm_lag(node);
        } else {
            self.arrive_by_air(node, kind, &mut packet, probe);
        }
    }

    /// A packet that was held up may go on.
    pub(super) fn on_lag<P: Probe>(&mut self, node: NodeId, stamp: u32, probe: &mut P) {
        let Some(air) = &mut self.air else { return };
        let wake = air.interface_mut(node).lag.timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Lag(node, stamp)) {
            return;
        }
        let Some(air) = &mut self.air else { return };
        let released = air.interface_mut(node).lag.release(self.now);
        self.arm_lag(node);
        if let Some(mut packet) = released {
            self.arrive_by_air(node, Event::Lag(node, stamp).kind(), &mut packet, probe);
        }
    }

    fn arm_lag(&mut self, node: NodeId) {
        let Some(air) = &mut self.air else { return };
        let lag = &mut air.interface_mut(node).lag;
        if let Some((at, stamp)) = lag.timer.set(lag.next()) {
            self.schedule.push(at, Event::Lag(node, stamp));
        }
    }

    /// A station wakes.
    pub(super) fn on_station<P: Probe>(&mut self, node: NodeId, stamp: u32, probe: &mut P) {
        let now = self.now;
        let Some(air) = &mut self.air else { return };
        let wake = air.interface_mut(node).timer.on_wake(now, stamp);
        if !self.is_due(wake, |stamp| Event::Station(node, stamp)) {
            return;
        }
        while let Some(air) = &mut self.air
            && let Some(want) = air.interface_mut(node).station.on_timer(now)
        {
            match want {
                Want::Send(frame) => {
                    let slot = air.start(now, frame);
                    self.schedule.push(now + AIR_TIME, Event::SignalBegin(node, slot));
                    self.fingerprint.add(Mark::frame(now, Event::Station(node, 0), node, &frame));
                }
                Want::Tell(attempt, given_up) => {
                    probe.on_attempt(now, &attempt);
                    let kind = Event::Station(node, 0).kind();
                    let outcome = attempt.failed.map_or(Outcome::Done, Outcome::Failed);
                    self.fingerprint.add(Mark::packet(now, kind, node, &attempt.packet, outcome));
                    if let Some(given_up) = given_up {
                        self.on_link_failure(node, &given_up, probe);
                    }
                }
                Want::Excuse(asker) => {
                    air.interface_mut(asker).station.on_no_answer(AttemptFailure::Busy);
                    self.arm_station(asker);
                }
            }
        }
        self.feed(node);
    }

    /// A station has given a packet up: its router, if there is one, decides what follows. A packet of which only the
    /// acknowledgements were lost is not lost.
    fn on_link_failure<P: Probe>(&mut self, node: NodeId, given_up: &GivenUp, probe: &mut P) {
        if self.tell_failure(node, given_up, probe) {
            return;
        }
        let packet = &given_up.msdu.packet;
        let place = given_up.msdu.next.map_or(Place::Node(node), |next| Place::Air(node, next));
        if !given_up.arrived {
            let outcome = drop(self.now, packet, given_up.cause, place, probe);
            self.fingerprint.add(Mark::packet(self.now, Event::Station(node, 0).kind(), node, packet, outcome));
        }
    }

    /// Gives a station that has nothing to send its next packet, and sets its wake-up.
    pub(super) fn feed(&mut self, node: NodeId) {
        let now = self.now;
        let Some(air) = &mut self.air else { return };
        let interface = air.interface_mut(node);
        if interface.station.is_free()
            && let Some(msdu) = interface.pop(now)
        {
            interface.station.accept(now, msdu);
        }
        self.arm_station(node);
    }

    fn arm_station(&mut self, node: NodeId) {
        let Some(air) = &mut self.air else { return };
        let interface = air.interface_mut(node);
        if let Some((at, stamp)) = interface.timer.set(interface.station.poll_timer()) {
            self.schedule.push(at, Event::Station(node, stamp));
        }
    }

    /// A node puts a packet into the queue of its radio, for its neighbour `next` or for all of them.
    pub(super) fn enqueue<P: Probe>(
        &mut self,
        node: NodeId,
        next: Option<NodeId>,
        packet: &mut Packet,
        probe: &mut P,
    ) -> Outcome {
        let now = self.now;
        let Some(air) = &mut self.air else { return Outcome::Done };
        let interface = air.interface_mut(node);
        let found = interface.occupancy();
        let outcome = match interface.queue_mut().admit(now, packet, found) {
            crate::queue::Admission::Drop(cause) => return drop(now, packet, cause, Place::Node(node), probe),
            crate::queue::Admission::Accept => Outcome::Queued,
            crate::queue::Admission::Mark => {
                packet.ecn = crate::packet::Ecn::Ce;
                probe.on_marked(now, packet, Place::Node(node));
                Outcome::Marked
            }
        };
        interface.push(Msdu { packet: *packet, next });
        self.feed(node);
        outcome
    }
}

/// A signal ends at one station; noise may spoil what was received whole.
fn end_at(air: &mut Air, now: crate::time::Time, slot: u32, frame: &Frame, hearer: &Hearer) -> Ending {
    let ending = air.interface_mut(hearer.node).station.on_signal_end(now, slot, hearer.power);
    if ending == Ending::Whole && air.spoils(frame, hearer) {
        air.interface_mut(hearer.node).station.on_damaged(now);
        return Ending::Damaged(AttemptFailure::Channel);
    }
    ending
}
