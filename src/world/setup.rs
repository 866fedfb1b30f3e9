//! A world to be, as plain data.

use super::Air;
use crate::ids::NodeId;
use crate::queue::{Limit, QueueSetup};
use crate::radio::{MacSetup, Model, Noise, Phy, Position, Propagation};
use crate::route::DsrSetup;
use crate::tcp::{ReceiverConfig, SenderConfig};
use crate::time::{Span, Time};
use crate::units::{Bytes, Rate};
use crate::wire::delay::DelaySetup;
use crate::wire::hold::HoldSetup;
use crate::wire::loss::LossSetup;
use crate::wire::opportunity::Opportunities;
use crate::wire::path::{PathDelaySetup, PathLossSetup};

/// Everything that determines a run. Ids are places in the lists.
#[derive(Clone, PartialEq, Debug)]
pub struct WorldSetup {
    /// The run seed. Worlds of one seed share their luck.
    pub seed: u64,
    /// Nodes, at most 250.
    pub nodes: Vec<NodeSetup>,
    /// Unidirectional wires.
    pub links: Vec<LinkSetup>,
    /// A shared radio channel.
    pub radio: Option<RadioSetup>,
    /// Connections.
    pub flows: Vec<FlowSetup>,
    /// Sources of other traffic. Source `i` sends as flow number `flows.len() + i`.
    pub cross: Vec<CrossSetup>,
    /// Random loss of whole paths.
    pub path_loss: PathLossSetup,
    /// Random delays on whole paths.
    pub path_delay: PathDelaySetup,
}

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeSetup {
    /// Packets that it can forward in a second, `None` for no limit. Packets of its own endpoints do not count.
    pub forwarding_rate: Option<u64>,
    /// How many packets its forwarding engine has room for, `None` for any number.
    pub forwarding_limit: Option<u32>,
}

/// A unidirectional wire out of a node, with its queue.
#[derive(Clone, PartialEq, Debug)]
pub struct LinkSetup {
    /// The node whose queue it serves.
    pub from: NodeId,
    /// The node at its far end.
    pub to: NodeId,
    /// Transmission rate, at least 1 bit/s. With a trace only RED's idle correction and the spacing after stalls use it.
    pub rate: Rate,
    /// Propagation delay.
    pub propagation: Span,
    /// Link header that goes out with each packet.
    pub l2_overhead: Bytes,
    /// The queue.
    pub queue: QueueSetup,
    /// Losses.
    pub loss: LossSetup,
    /// Extra delays.
    pub delay: DelaySetup,
    /// Stalls.
    pub holds: HoldSetup,
    /// A trace that paces the transmitter in place of the rate.
    pub opportunities: Option<Opportunities>,
}

impl LinkSetup {
    /// A clean wire with `queue` in front of it.
    #[must_use]
    pub fn new(from: NodeId, to: NodeId, rate: Rate, propagation: Span, queue: QueueSetup) -> LinkSetup {
        LinkSetup {
            from,
            to,
            rate,
            propagation,
            l2_overhead: Bytes(0),
            queue,
            loss: LossSetup::default(),
            delay: DelaySetup::default(),
            holds: HoldSetup::default(),
            opportunities: None,
        }
    }
}

/// A shared radio channel.
#[derive(Clone, PartialEq, Debug)]
pub struct RadioSetup {
    /// The nodes that have a radio, ascending, and where they stand.
    pub stations: Vec<(NodeId, Position)>,
    /// How they contend.
    pub mac: MacSetup,
    /// Who hears whom.
    pub propagation: Propagation,
    /// What becomes of frames that overlap.
    pub model: Model,
    /// Noise.
    pub noise: Noise,
    /// Pairs that do not hear each other for a while.
    pub outage: Option<OutageSetup>,
    /// The queue of every interface.
    pub queue: QueueSetup,
    /// Packets are forwarded only between neighbours in this list, so that they take a longer way than they need.
    /// `None`: between all that decode each other.
    pub along: Option<Vec<NodeId>>,
    /// Stations find ways by dynamic source routing, wherever no wire leads and whatever `along` says. `None`: they know
    /// the shortest paths.
    pub dsr: Option<DsrSetup>,
}

/// Every pair of neighbours loses sight of each other now and then, for exponential times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutageSetup {
    /// Mean time in sight.
    pub up: Span,
    /// Mean time out of sight.
    pub down: Span,
}

impl RadioSetup {
    /// A clean channel with ns-2's ranges and queues of 50 packets.
    #[must_use]
    pub const fn new(stations: Vec<(NodeId, Position)>, phy: Phy) -> RadioSetup {
        RadioSetup {
            stations,
            mac: MacSetup::new(phy),
            propagation: Propagation::NS2,
            model: Model::Sinr,
            noise: Noise { frame: 0.0, bit: 0.0, figure: None },
            outage: None,
            queue: QueueSetup { limit: Limit::Packets(50), count_in_service: false, red: None },
            along: None,
            dsr: None,
        }
    }

    /// The pairs of nodes between which packets are forwarded.
    pub(super) fn pairs(&self, air: &Air) -> Vec<(NodeId, NodeId)> {
        let Some(along) = &self.along else { return air.edges() };
        let next_to = |(one, other): &(NodeId, NodeId)| {
            along.windows(2).any(|pair| pair == [*one, *other] || pair == [*other, *one])
        };
        air.edges().into_iter().filter(next_to).collect()
    }
}

/// A connection.
#[derive(Clone, PartialEq, Debug)]
pub struct FlowSetup {
    /// The sending endpoint. Its flow number must be its place in the list.
    pub sender: SenderConfig,
    /// The receiving endpoint.
    pub receiver: ReceiverConfig,
    /// When the application writes.
    pub start: Time,
    /// How many bytes it writes, `None` for no end.
    pub app: Option<u64>,
}

/// A source of packets that nobody acknowledges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CrossSetup {
    /// Where it sends from.
    pub from: NodeId,
    /// Where to.
    pub to: NodeId,
    /// Size of a packet, headers included, in bytes; at least 1.
    pub size: u16,
    /// Mean rate of IP packets.
    pub rate: Rate,
    /// How packets are spaced.
    pub pattern: CrossPattern,
    /// No packet before this.
    pub start: Time,
    /// No packet from then on.
    pub stop: Time,
}

/// How cross traffic is spaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrossPattern {
    /// Evenly, the first packet at the start.
    Constant,
    /// At random with exponential gaps, the first one after the start.
    Poisson,
}
