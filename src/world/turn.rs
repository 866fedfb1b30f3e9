//! Turning knobs.

use super::knob::{Knob, Target};
use super::{Link, World};
use crate::ids::{LinkId, NodeId};
use crate::queue::{Queue, RedSetup};
use crate::radio::Position;
use crate::time::Span;
use crate::units::Rate;

impl World {
    /// Applies a knob at the present instant.
    pub(super) fn turn(&mut self, knob: Knob) {
        match knob {
            Knob::PathLossData(p) => self.path.loss.data = p,
            Knob::PathLossAck(p) => self.path.loss.ack = p,
            Knob::PathDelayP(p) => self.path.delay.p = p,
            Knob::PathDelayLength(length) => self.path.delay.length = length,
            Knob::LinkLoss(target, p) => self.each(target, |link| link.loss.set_packet(p)),
            Knob::BitError(target, b) => self.each(target, |link| link.loss.set_bit_error(b)),
            Knob::Rate(target, rate) => self.turn_rate(target, rate),
            Knob::Propagation(target, span) => self.turn_propagation(target, span),
            Knob::QueueLimit(target, limit) => self.each_queue(target, |queue| queue.set_limit(limit)),
            Knob::Red(target, on) => self.turn_red(target, on),
            Knob::RedGentle(target, gentle) => self.each_red(target, |red| red.gentle = gentle),
            Knob::RedMin(target, value) => self.each_red(target, |red| red.min_th = value),
            Knob::RedMax(target, value) => self.each_red(target, |red| red.max_th = value),
            Knob::RedWeight(target, value) => self.each_red(target, |red| red.w_q = value),
            Knob::RedPMax(target, value) => self.each_red(target, |red| red.p_max = value),
            Knob::Ecn(target, mode) => self.each_red(target, |red| red.mode = mode),
            Knob::HoldLength(target, length) => self.each(target, |link| link.hold.set_length(length)),
            Knob::HoldPeriod(target, period) => self.turn_hold_period(target, period),
            Knob::DelayOneP(target, p) => self.each(target, |link| link.delay.setup_mut().one.p = p),
            Knob::DelayOneLength(target, span) => self.each(target, |link| link.delay.setup_mut().one.length = span),
            Knob::CrossRate(source, rate) => self.turn_cross_rate(source, rate),
            Knob::FrameError(p) => self.turn_frame_error(p),
            Knob::Move(node, to) => self.turn_place(node, to),
        }
    }

    fn each(&mut self, target: Target, mut change: impl FnMut(&mut Link)) {
        for id in self.targets(target) {
            change(&mut self.links[id]);
        }
    }

    fn each_red(&mut self, target: Target, mut change: impl FnMut(&mut RedSetup)) {
        self.each_queue(target, |queue| {
            if let Some(red) = queue.red_mut() {
                change(red.setup_mut());
            }
        });
    }

    fn each_queue(&mut self, target: Target, mut change: impl FnMut(&mut Queue)) {
        self.each(target, |link| change(&mut link.queue));
        if let Some(air) = self.air.as_mut().filter(|_| target == Target::All) {
            air.interfaces_mut().for_each(|interface| change(interface.queue_mut()));
        }
    }

    fn turn_frame_error(&mut self, p: f64) {
        if let Some(air) = &mut self.air {
            air.set_frame_error(p);
        }
    }

    fn turn_place(&mut self, node: NodeId, to: Position) {
        if let Some(air) = &mut self.air {
            air.place(node, to);
        }
    }

    fn turn_red(&mut self, target: Target, on: bool) {
        self.each_queue(target, |queue| {
            if let Some(red) = queue.red_mut() {
                red.switch(on);
            }
        });
    }

    fn targets(&self, target: Target) -> impl Iterator<Item = LinkId> + use<> {
        self.links.ids().filter(move |&id| target.covers(id))
    }

    fn turn_rate(&mut self, target: Target, rate: Rate) {
        for id in self.targets(target) {
            let link = &mut self.links[id];
            link.wire.set_rate(self.now, rate);
            if let Some(red) = link.queue.red_mut() {
                red.set_packet_time(link.wire.transmitter().time_for(red.setup().mean_packet));
            }
            self.arm_wire(id);
        }
    }

    fn turn_propagation(&mut self, target: Target, propagation: Span) {
        for id in self.targets(target) {
            self.links[id].wire.set_propagation(self.now, propagation);
            self.arm_wire(id);
        }
    }

    fn turn_hold_period(&mut self, target: Target, period: Span) {
        for id in self.targets(target) {
            self.links[id].hold.set_period(period);
            self.arm_hold(id);
        }
    }

    fn turn_cross_rate(&mut self, source: Option<u16>, rate: Rate) {
        for index in 0..self.cross.len() as u16 {
            if source.is_none_or(|source| source == index) {
                self.cross[usize::from(index)].set_rate(rate);
                self.arm_cross(index);
            }
        }
    }
}
