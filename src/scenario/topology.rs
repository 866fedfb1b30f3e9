//! Nodes, links and what goes wrong on them, as a scenario writes them down.
//!
//! A link is duplex. Its queue, rate and propagation hold for both directions, its impairments for the direction in
//! which it is listed, which is the direction of the data; loss of acknowledgements is a property of the path.

use serde::{Deserialize, Serialize};

use crate::scenario::limits::MAX_NODES;
use crate::scenario::radio::{Layout, Radio, Routing};
use crate::time::Span;
use crate::units::Rate;

/// Who is connected to whom.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Topology {
    /// A row of nodes 0, 1, … `hops`.
    Chain {
        /// Number of links in the row.
        hops: u8,
        /// Which of them is the bottleneck, from 1.
        bottleneck: u8,
        /// The bottleneck. The other hops have the same queue and propagation, and no impairments.
        link: Link,
        /// Rate of the other hops, in bit/s.
        access: Rate,
    },
    /// Senders 0 … `pairs`-1, router `pairs`, router `pairs`+1, receivers `pairs`+2 … 2 `pairs`+1.
    Dumbbell {
        /// Number of senders, and of receivers.
        pairs: u8,
        /// The link between the routers.
        link: Link,
        /// Rate of the links between hosts and routers, in bit/s.
        access: Rate,
        /// Propagation of the links between hosts and routers, in seconds.
        access_propagation: Span,
    },
    /// Any nodes and links. Packets take the path with the fewest hops; equal paths: lowest node ids.
    Custom {
        /// The nodes, in the order of their ids.
        nodes: Vec<Node>,
        /// The links.
        links: Vec<CustomLink>,
        /// Index of the link that the link knobs turn.
        bottleneck: u16,
    },
    /// Stations that share one radio channel and know the shortest ways.
    Radio {
        /// Where they stand.
        layout: Layout,
        /// How they share it.
        radio: Radio,
    },
    /// Stations that share one radio channel and find ways themselves.
    Mesh {
        /// Where they stand. No packet follows one line.
        layout: Layout,
        /// How they share the channel.
        radio: Radio,
        /// How they find ways.
        routing: Routing,
    },
}

/// Distance of stations in metres: one decodes the next, and senses the one behind it.
const SPACING: f64 = 200.0;

/// A node of an arbitrary topology.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Its name on the screen.
    pub name: String,
}

/// A link of an arbitrary topology.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomLink {
    /// Node at its start.
    pub from: u8,
    /// Node at its end.
    pub to: u8,
    /// What it is like.
    pub link: Link,
}

/// A duplex link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Link {
    /// Transmission rate, in bit/s.
    pub rate: Rate,
    /// Propagation delay, in seconds.
    pub propagation: Span,
    /// The queue in front of it.
    pub queue: Queue,
    /// Probability that a packet is lost after its transmission.
    pub loss: f64,
    /// Probability that a bit is received wrong; one wrong bit loses the packet.
    pub bit_error: f64,
    /// Losses in bursts.
    pub burst: Burst,
    /// Stalls: nothing is delivered for a while, nothing is lost.
    pub hold: Hold,
    /// Largest extra delay of a packet, uniform from zero, in seconds.
    pub jitter: Span,
    /// Whether packets delayed by jitter keep their order.
    pub jitter_fifo: bool,
    /// Delivery opportunities that replace the fixed rate in the direction of the data.
    pub trace: Option<Trace>,
}

/// The queue in front of a link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Queue {
    /// How much it holds, in packets or bytes.
    pub limit: u32,
    /// What `limit` counts.
    pub unit: LimitUnit,
    /// Who decides which packets are marked or dropped before it is full.
    pub aqm: Aqm,
    /// Weight of a new sample in RED's average.
    pub red_weight: f64,
    /// RED's lower threshold, in packets.
    pub red_min: f64,
    /// RED's upper threshold, in packets.
    pub red_max: f64,
    /// RED's marking probability just below the upper threshold.
    pub red_p_max: f64,
    /// Whether RED's probability rises slowly above the upper threshold instead of jumping to 1.
    pub red_gentle: bool,
}

/// What a queue limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitUnit {
    /// Packets.
    #[default]
    Packets,
    /// Bytes.
    Bytes,
}

/// Who decides which packets are marked or dropped before the queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aqm {
    /// Nobody.
    #[default]
    DropTail,
    /// RED drops (Floyd and Jacobson 1993).
    Red,
    /// RED marks what can be marked (RFC 3168 §7).
    Ecn,
    /// Marks every packet once the average reaches the upper threshold, none below (TCP NRT paper §4.1).
    ModifiedEcn,
}

impl Aqm {
    /// Every kind, in the order of the choice in the table of knobs.
    pub const ALL: [Aqm; 4] = [Aqm::DropTail, Aqm::Red, Aqm::Ecn, Aqm::ModifiedEcn];
}

/// Losses in bursts: a Gilbert model in continuous time, lossless in its good state.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Burst {
    /// Probability of loss in the bad state; zero switches the model off.
    pub loss: f64,
    /// Mean stay in the good state, in seconds.
    pub good: Span,
    /// Mean stay in the bad state, in seconds.
    pub bad: Span,
}

/// Stalls of one link: what arrives meanwhile is delivered, in order, when it ends.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hold {
    /// Length of a stall, in seconds; zero switches stalls off.
    pub length: Span,
    /// Time from the start of one to the start of the next (a mean, if random), in seconds.
    pub gap: Span,
    /// Whether the gaps are random (exponential).
    pub random: bool,
}

/// When a trace-driven link can deliver.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trace {
    /// A car on a cellular network, made by a formula.
    LteCar,
    /// Milliseconds of the opportunities of 1500 bytes, ascending; the last one is the length of the loop.
    Opportunities(Vec<u32>),
}

impl Default for Link {
    fn default() -> Link {
        Link {
            rate: Rate(10_000_000),
            propagation: Span::from_millis(5),
            queue: Queue::default(),
            loss: 0.0,
            bit_error: 0.0,
            burst: Burst::default(),
            hold: Hold::default(),
            jitter: Span::ZERO,
            jitter_fifo: true,
            trace: None,
        }
    }
}

impl Default for Queue {
    fn default() -> Queue {
        Queue {
            limit: 50,
            unit: LimitUnit::Packets,
            aqm: Aqm::DropTail,
            red_weight: 0.002,
            red_min: 5.0,
            red_max: 15.0,
            red_p_max: 0.1,
            red_gentle: false,
        }
    }
}

impl Default for Burst {
    fn default() -> Burst {
        Burst { loss: 0.0, good: Span::from_secs(5), bad: Span::from_millis(100) }
    }
}

impl Default for Hold {
    fn default() -> Hold {
        Hold { length: Span::ZERO, gap: Span::from_secs(5), random: false }
    }
}

impl Topology {
    /// A chain of `hops` equal hops.
    #[must_use]
    pub fn chain(hops: u8) -> Topology {
        Topology::Chain { hops, bottleneck: 1, link: Link::default(), access: Link::default().rate }
    }

    /// A dumbbell: access links of 100 Mbit/s and 1 ms around a bottleneck of 10 Mbit/s and 20 ms.
    #[must_use]
    pub fn dumbbell(pairs: u8) -> Topology {
        Topology::Dumbbell {
            pairs,
            link: Link { propagation: Span::from_millis(20), ..Link::default() },
            access: Rate(100_000_000),
            access_propagation: Span::from_millis(1),
        }
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        match self {
            Topology::Chain { hops, .. } => usize::from(*hops) + 1,
            Topology::Dumbbell { pairs, .. } => 2 * usize::from(*pairs) + 2,
            Topology::Custom { nodes, .. } => nodes.len(),
            Topology::Radio { layout, .. } | Topology::Mesh { layout, .. } => layout.count(),
        }
    }

    /// Stations in a row of `hops` hops of 200 m.
    #[must_use]
    pub fn radio_row(hops: u8) -> Topology {
        Topology::Radio { layout: Layout::Row { hops, spacing: SPACING }, radio: Radio::default() }
    }

    /// Stations in a grid, 200 m apart.
    #[must_use]
    pub fn radio_grid(rows: u8, columns: u8, serpentine: bool) -> Topology {
        let layout = Layout::Grid { rows, columns, spacing: SPACING, serpentine };
        Topology::Radio { layout, radio: Radio::default() }
    }

    /// Where its radio stations stand, and how they share the channel.
    #[must_use]
    pub const fn stations(&self) -> Option<(&Layout, &Radio)> {
        match self {
            Topology::Radio { layout, radio } | Topology::Mesh { layout, radio, .. } => Some((layout, radio)),
            _ => None,
        }
    }

    /// Where its radio stations stand, and how they share the channel, to be changed.
    pub const fn stations_mut(&mut self) -> Option<(&mut Layout, &mut Radio)> {
        match self {
            Topology::Radio { layout, radio } | Topology::Mesh { layout, radio, .. } => Some((layout, radio)),
            _ => None,
        }
    }

    /// The link that the link knobs turn, `None` where there is none.
    #[must_use]
    pub fn bottleneck(&self) -> Option<&Link> {
        match self {
            Topology::Chain { link, .. } | Topology::Dumbbell { link, .. } => Some(link),
            Topology::Custom { links, bottleneck, .. } => links.get(usize::from(*bottleneck)).map(|row| &row.link),
            Topology::Radio { .. } | Topology::Mesh { .. } => None,
        }
    }

    /// The link that the link knobs turn, to be changed.
    pub fn bottleneck_mut(&mut self) -> Option<&mut Link> {
        match self {
            Topology::Chain { link, .. } | Topology::Dumbbell { link, .. } => Some(link),
            Topology::Custom { links, bottleneck, .. } => {
                links.get_mut(usize::from(*bottleneck)).map(|row| &mut row.link)
            }
            Topology::Radio { .. } | Topology::Mesh { .. } => None,
        }
    }

    /// The queue that the queue knobs turn: that of the bottleneck, or of every radio interface.
    #[must_use]
    pub fn queue(&self) -> Option<&Queue> {
        let radio = self.stations().map(|(_, radio)| &radio.queue);
        radio.or_else(|| self.bottleneck().map(|link| &link.queue))
    }

    /// The queue that the queue knobs turn, to be changed.
    pub fn queue_mut(&mut self) -> Option<&mut Queue> {
        match self {
            Topology::Radio { radio, .. } | Topology::Mesh { radio, .. } => Some(&mut radio.queue),
            _ => self.bottleneck_mut().map(|link| &mut link.queue),
        }
    }

    /// Whether all packets follow one line.
    pub(super) fn has_line(&self) -> bool {
        matches!(self, Topology::Radio { layout: Layout::Grid { serpentine: true, .. }, .. })
    }

    /// Source and destination of the `index`-th of several equal flows.
    #[must_use]
    pub fn ends(&self, index: usize) -> (u8, u8) {
        let byte = |node: usize| node.min(MAX_NODES) as u8;
        match self {
            Topology::Chain { hops, .. } => (0, *hops),
            Topology::Dumbbell { pairs, .. } => {
                let host = index % usize::from(*pairs).max(1);
                (byte(host), byte(host + usize::from(*pairs) + 2))
            }
            Topology::Custom { nodes, .. } => (0, byte(nodes.len().saturating_sub(1))),
            Topology::Radio { layout, .. } | Topology::Mesh { layout, .. } => layout.ends(index),
        }
    }
}
