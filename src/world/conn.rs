//! Endpoints: what connections and cross-traffic sources do when packets and timers reach them.

use super::World;
use super::event::Event;
use super::fingerprint::{Mark, SENT};
use super::setup::{CrossPattern, CrossSetup, FlowSetup};
use crate::ids::{FlowId, NodeId};
use crate::packet::{Body, Ecn, Packet, SourceRoute};
use crate::rng::{Label, Luck};
use crate::tcp::{Receiver, Sender};
use crate::time::Time;
use crate::timer::Timer;
use crate::trace::Probe;
use crate::units::{Bytes, Rate};
use crate::wire::gilbert::exponential;

/// A connection: two endpoints, one wake-up for each.
#[derive(Clone, PartialEq, Debug)]
pub struct Conn {
    pub(super) sender: Sender,
    pub(super) receiver: Receiver,
    sender_timer: Timer,
    receiver_timer: Timer,
    from: NodeId,
    to: NodeId,
    app: Option<u64>,
}

impl Conn {
    /// The endpoints of `setup`, which have nothing to do yet.
    pub(super) fn new(setup: &FlowSetup) -> Conn {
        Conn {
            sender: Sender::new(setup.sender),
            receiver: Receiver::new(setup.receiver),
            sender_timer: Timer::IDLE,
            receiver_timer: Timer::IDLE,
            from: setup.sender.from,
            to: setup.sender.to,
            app: setup.app,
        }
    }
}

/// A source of packets that nobody acknowledges.
#[derive(Clone, PartialEq, Debug)]
pub struct Cross {
    setup: CrossSetup,
    luck: Luck,
    /// Packets sent.
    number: u64,
    last: Time,
    timer: Timer,
}

impl Cross {
    /// The source of `setup`, number `index`.
    pub(super) const fn new(setup: &CrossSetup, seed: u64, index: u64) -> Cross {
        Cross {
            setup: *setup,
            luck: Luck::new(seed, Label::CrossTraffic, index),
            number: 0,
            last: setup.start,
            timer: Timer::IDLE,
        }
    }

    /// Mean rate of IP packets.
    #[must_use]
    pub const fn rate(&self) -> Rate {
        self.setup.rate
    }

    /// Packets sent.
    #[must_use]
    pub const fn sent(&self) -> u64 {
        self.number
    }

    /// Changes the mean rate from the last packet on.
    pub(super) const fn set_rate(&mut self, rate: Rate) {
        self.setup.rate = rate;
    }

    /// When the next packet leaves.
    fn next_send(&self) -> Time {
        if self.setup.rate == Rate(0) {
            return Time::NEVER;
        }
        let mean = self.setup.rate.time_for(Bytes(u64::from(self.setup.size.max(1))));
        let next = match self.setup.pattern {
            CrossPattern::Constant if self.number == 0 => self.setup.start,
            CrossPattern::Constant => self.last.saturating_add(mean),
            CrossPattern::Poisson => self.last.saturating_add(exponential(self.luck.uniform(self.number, 0), mean)),
        };
        if next < self.setup.stop { next } else { Time::NEVER }
    }
}

impl World {
    /// The application of a flow writes.
    pub(super) fn on_start<P: Probe>(&mut self, id: FlowId, probe: &mut P) {
        let app = self.flows[id].app;
        self.mark_endpoint(Event::Start(id), id, self.flows[id].from);
        self.flows[id].sender.write(app);
        self.settle_sender(id, probe);
    }

    /// A source of cross traffic sends.
    pub(super) fn on_cross<P: Probe>(&mut self, index: u16, stamp: u32, probe: &mut P) {
        let wake = self.cross[usize::from(index)].timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Cross(index, stamp)) {
            return;
        }
        let flow = FlowId(self.flows.len() as u16 + index);
        let source = &mut self.cross[usize::from(index)];
        let packet = Packet {
            flow,
            from: source.setup.from,
            to: source.setup.to,
            size: source.setup.size.max(1),
            copy: 0,
            ordinal: source.number as u32,
            hops: 0,
            ecn: Ecn::NotEct,
            route: SourceRoute::NONE,
            body: Body::Cross { number: source.number },
        };
        source.number += 1;
        source.last = self.now;
        self.arm_cross(index);
        self.send(packet, probe);
    }

    /// Wakes a source of cross traffic for its next packet.
    pub(super) fn arm_cross(&mut self, index: u16) {
        let source = &mut self.cross[usize::from(index)];
        if let Some((at, stamp)) = source.timer.set(source.next_send().max(self.now)) {
            self.schedule.push(at, Event::Cross(index, stamp));
        }
    }

    /// The timer of a sender.
    pub(super) fn on_sender_timer<P: Probe>(&mut self, id: FlowId, stamp: u32, probe: &mut P) {
        let wake = self.flows[id].sender_timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Sender(id, stamp)) {
            return;
        }
        self.mark_endpoint(Event::Sender(id, stamp), id, self.flows[id].from);
        self.flows[id].sender.on_timer(self.now);
        self.settle_sender(id, probe);
    }

    /// The timer of a receiver.
    pub(super) fn on_receiver_timer<P: Probe>(&mut self, id: FlowId, stamp: u32, probe: &mut P) {
        let wake = self.flows[id].receiver_timer.on_wake(self.now, stamp);
        if !self.is_due(wake, |stamp| Event::Receiver(id, stamp)) {
            return;
        }
        self.mark_endpoint(Event::Receiver(id, stamp), id, self.flows[id].to);
        self.flows[id].receiver.on_timer(self.now);
        self.settle_receiver(id, probe);
    }

    /// A packet has reached its destination.
    pub(super) fn on_packet<P: Probe>(&mut self, packet: &Packet, probe: &mut P) {
        let id = packet.flow;
        match packet.body {
            Body::Data(_) => {
                self.flows[id].receiver.on_segment(self.now, packet);
                self.settle_receiver(id, probe);
            }
            Body::Ack(_) => {
                self.flows[id].sender.on_segment(self.now, packet);
                self.settle_sender(id, probe);
            }
            Body::Cross { .. } | Body::Routing(_) => {}
        }
    }

    /// Does what a sender wants after it was told something.
    fn settle_sender<P: Probe>(&mut self, id: FlowId, probe: &mut P) {
        while let Some(packet) = self.flows[id].sender.poll_transmit(self.now) {
            self.send(packet, probe);
        }
        let conn = &mut self.flows[id];
        while let Some(note) = conn.sender.poll_note() {
            probe.on_note(self.now, id, &note);
        }
        if let Some((at, stamp)) = conn.sender_timer.set(conn.sender.poll_timer().unwrap_or(Time::NEVER)) {
            self.schedule.push(at, Event::Sender(id, stamp));
        }
    }

    /// Does what a receiver wants after it was told something.
    fn settle_receiver<P: Probe>(&mut self, id: FlowId, probe: &mut P) {
        while let Some(packet) = self.flows[id].receiver.poll_transmit(self.now) {
            self.send(packet, probe);
        }
        let conn = &mut self.flows[id];
        if let Some((at, stamp)) = conn.receiver_timer.set(conn.receiver.poll_timer().unwrap_or(Time::NEVER)) {
            self.schedule.push(at, Event::Receiver(id, stamp));
        }
    }

    /// An endpoint hands a packet to its node.
    fn send<P: Probe>(&mut self, mut packet: Packet, probe: &mut P) {
        probe.on_sent(self.now, &packet);
        let outcome = self.forward(packet.from, &mut packet, probe);
        self.fingerprint.add(Mark::packet(self.now, SENT, packet.from, &packet, outcome));
    }

    /// Takes something that happens to an endpoint into the fingerprint.
    fn mark_endpoint(&mut self, event: Event, id: FlowId, node: NodeId) {
        self.fingerprint.add(Mark::flow(self.now, event.kind(), node, id));
    }
}
