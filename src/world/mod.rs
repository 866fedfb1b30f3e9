//! A world: nodes, wires and connections as plain data, and the loop that moves it on.
//!
//! A world is a value. Cloning it is a checkpoint, two equal worlds go on equally, and nothing in it is history: what
//! happened is told to a [`Probe`] and summed up in a fingerprint. [`World::advance`] only dispatches; the work is done in
//! `wire` (queues, wires, stalls, forwarding), `radio` (frames, stations), `routing` (routers), `conn` (endpoints,
//! applications, cross traffic) and `knob`.

pub mod air;
mod conn;
pub mod event;
mod fingerprint;
pub mod knob;
mod lag;
mod radio;
mod route;
mod routing;
pub mod setup;
mod size;
mod toggle;
mod turn;
mod view;
mod wire;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::ids::{FlowId, LinkId, NodeId, Table};
use crate::queue::Queue;
use crate::rng::{Label, Stream};
use crate::sched::Schedule;
use crate::time::{Span, Time};
use crate::timer::Wake;
use crate::trace::Probe;
use crate::wire::Wire;
use crate::wire::delay::Delay;
use crate::wire::hold::Hold;
use crate::wire::loss::Loss;
use crate::wire::path::PathLuck;
use crate::wire::server::Server;
use crate::wire::transmitter::Transmitter;

pub use air::Air;
pub use conn::{Conn, Cross};
use event::Event;
use fingerprint::Fingerprint;
pub use knob::{Knob, KnobEntry, Target};
use route::Routes;
pub use setup::{CrossPattern, CrossSetup, FlowSetup, LinkSetup, NodeSetup, OutageSetup, RadioSetup, WorldSetup};

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    server: Option<Server>,
}

/// A unidirectional link: a queue, a wire and what can happen on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    from: NodeId,
    to: NodeId,
    queue: Queue,
    wire: Wire,
    loss: Loss,
    delay: Delay,
    hold: Hold,
}

/// A network with its endpoints at one instant.
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    now: Time,
    schedule: Schedule<Event>,
    nodes: Table<NodeId, Node>,
    links: Table<LinkId, Link>,
    /// Apart, because most worlds have none.
    air: Option<Box<Air>>,
    flows: Table<FlowId, Conn>,
    cross: Vec<Cross>,
    path: PathLuck,
    /// Shared between all clones: it never changes.
    routes: Arc<Routes>,
    fingerprint: Fingerprint,
    events: u64,
    knobs_turned: usize,
}

impl World {
    /// The world of `setup` before its first event.
    ///
    /// # Panics
    /// If a link, a flow or a source names a node that is not there, or a flow's number is not its place.
    #[must_use]
    pub fn new(setup: &WorldSetup) -> World {
        let seed = setup.seed;
        let server = |node: &NodeSetup| node.forwarding_rate.map(|rate| Server::new(rate, node.forwarding_limit));
        let ends: Vec<_> = setup.links.iter().map(|link| (link.from, link.to)).collect();
        let air = setup.radio.as_ref().map(|radio| Box::new(Air::new(radio, setup.nodes.len(), seed)));
        let radio_pairs = setup.radio.as_ref().zip(air.as_ref()).map_or_else(Vec::new, |(radio, air)| radio.pairs(air));
        let mut world = World {
            now: Time::ZERO,
            schedule: Schedule::new(),
            nodes: setup.nodes.iter().map(|node| Node { server: server(node) }).collect(),
            links: setup.links.iter().enumerate().map(|(index, link)| Link::new(link, seed, index as u64)).collect(),
            flows: setup.flows.iter().map(Conn::new).collect(),
            cross: setup.cross.iter().enumerate().map(|(index, cross)| Cross::new(cross, seed, index as u64)).collect(),
            path: PathLuck::new(setup.path_loss, setup.path_delay, seed),
            routes: Arc::new(Routes::new(setup.nodes.len(), &ends, &radio_pairs)),
            air,
            fingerprint: Fingerprint::default(),
            events: 0,
            knobs_turned: 0,
        };
        world.arm_everything(setup);
        world
    }

    /// Time of the last event or knob, the start of the run before the first.
    #[must_use]
    pub const fn now(&self) -> Time {
        self.now
    }

    /// Time of the next event, a stale wake-up perhaps.
    #[must_use]
    pub fn next_time(&self) -> Option<Time> {
        self.schedule.next_time()
    }

    /// A number that two runs share exactly if the same happened to the same packets and timers in the same order.
    /// Stale wake-ups and probes leave no trace in it.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint.value()
    }

    /// Number of events dispatched, stale wake-ups included.
    #[must_use]
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// Number of knob entries applied.
    #[must_use]
    pub const fn knobs_turned(&self) -> usize {
        self.knobs_turned
    }

    /// Runs the events with time ≤ `until`, but no more than `max_events`. Returns whether `until` was reached.
    ///
    /// `knobs` is the whole list of the run, ascending in time; the world remembers how many it has applied. An entry is
    /// applied before the first event whose time is not earlier, and by the time `until` in any case.
    pub fn advance<P: Probe>(&mut self, until: Time, knobs: &[KnobEntry], probe: &mut P, max_events: u64) -> bool {
        let last_event = self.events.saturating_add(max_events);
        loop {
            let knob = knobs.get(self.knobs_turned).filter(|entry| entry.at <= until);
            let horizon = match knob {
                None => Some(until),
                Some(entry) => entry.at.as_nanos().checked_sub(1).map(Time::from_nanos),
            };
            if let Some(horizon) = horizon {
                while self.events < last_event {
                    let Some((at, event)) = self.schedule.pop_until(horizon) else { break };
                    self.now = at;
                    self.events += 1;
                    self.dispatch(event, probe);
                }
                if self.schedule.next_time().is_some_and(|next| next <= horizon) {
                    return false;
                }
            }
            let Some(entry) = knob else { return true };
            self.now = self.now.max(entry.at);
            self.turn(entry.knob);
            self.knobs_turned += 1;
        }
    }

    /// Hands an event to its owner.
    fn dispatch<P: Probe>(&mut self, event: Event, probe: &mut P) {
        match event {
            Event::Hold(link, stamp) => self.on_hold(link, stamp),
            Event::Release(link, stamp) => self.on_release(link, stamp, probe),
            Event::Arrive(link, stamp) => self.on_arrive(link, stamp, probe),
            Event::Forward(node, stamp) => self.on_forward(node, stamp, probe),
            Event::SignalEnd(node, slot) => self.on_signal_end(node, slot, probe),
            Event::SignalBegin(node, slot) => self.on_signal_begin(node, slot),
            Event::Lag(node, stamp) => self.on_lag(node, stamp, probe),
            Event::Router(node, stamp) => self.on_router(node, stamp, probe),
            Event::Station(node, stamp) => self.on_station(node, stamp, probe),
            Event::Start(flow) => self.on_start(flow, probe),
            Event::Cross(source, stamp) => self.on_cross(source, stamp, probe),
            Event::Sender(flow, stamp) => self.on_sender_timer(flow, stamp, probe),
            Event::Receiver(flow, stamp) => self.on_receiver_timer(flow, stamp, probe),
        }
    }

    /// Whether a wake-up is due; one that came early is sent to sleep again as `event` with a new stamp.
    fn is_due(&mut self, wake: Wake, event: impl FnOnce(u32) -> Event) -> bool {
        if let Wake::Later(at, stamp) = wake {
            self.schedule.push(at, event(stamp));
        }
        wake == Wake::Due
    }

    /// The first wake-ups of a run.
    fn arm_everything(&mut self, setup: &WorldSetup) {
        for (index, flow) in setup.flows.iter().enumerate() {
            assert_eq!(usize::from(flow.sender.flow.0), index, "a flow's number is its place");
            self.schedule.push(flow.start, Event::Start(flow.sender.flow));
        }
        for link in self.links.ids() {
            self.arm_hold(link);
        }
        for source in 0..setup.cross.len() {
            self.arm_cross(source as u16);
        }
    }
}

impl Link {
    /// The idle link of `setup`, number `index`.
    fn new(setup: &LinkSetup, seed: u64, index: u64) -> Link {
        let transmitter = Transmitter::new(setup.rate, setup.l2_overhead, setup.opportunities.clone());
        let packet_time = setup.queue.red.map_or(Span::ZERO, |red| transmitter.time_for(red.mean_packet));
        Link {
            from: setup.from,
            to: setup.to,
            queue: Queue::new(&setup.queue, packet_time, Stream::new(seed, Label::Red, index)),
            wire: Wire::new(transmitter, setup.propagation, setup.delay.step),
            loss: Loss::new(&setup.loss, setup.l2_overhead.0, seed, index),
            delay: Delay::new(&setup.delay, seed, index),
            hold: Hold::new(setup.holds.clone(), seed, index),
        }
    }
}
