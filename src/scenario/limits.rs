//! Bounds on everything a scenario may ask for, each with its reason.

use crate::time::Span;

/// Node ids are bytes because source routes list nodes as bytes; the last five are kept free for markers.
pub const MAX_NODES: usize = 250;
/// A chain is at most as long as the longest source route a packet can carry.
pub const MAX_HOPS: usize = 24;
/// Wires one way. Each needs a ring and a queue in every checkpoint.
pub const MAX_LINKS: usize = 600;
/// Two rows of twenty flows are the largest mix in the literature this tool follows; four colours cannot show more.
pub const MAX_FLOWS: usize = 40;
/// Four variants can be told apart under every simulated colour blindness, five cannot.
pub const MAX_LANES: usize = 4;
/// A drag makes at most ten entries a second; a link with more would not fit into a mail.
pub const MAX_KNOB_ENTRIES: usize = 256;
/// A packed link inflates to at most this, so that a hostile one costs little.
pub const MAX_INFLATED_LINK: usize = 64 * 1024;
/// A link longer than this is not read at all. Twice the inflated bound, as base64 of incompressible data.
pub const MAX_LINK_TEXT: usize = 2 * MAX_INFLATED_LINK;
/// An hour: a run that long still seeks within 250 ms.
pub const MAX_DURATION: Span = Span::from_secs(3600);
/// What a run lasts if nothing is said.
pub const DEFAULT_DURATION: Span = Span::from_secs(60);
/// A file of an application's data: a terabyte outlasts the longest run at the highest rate.
pub const MAX_APP_BYTES: u64 = 1_000_000_000_000;
/// Names, labels and variants are shown in one line.
pub const MAX_TEXT: usize = 80;
/// The longest recorded trace read has half a million opportunities; two minutes at 100 Mbit/s has a million.
pub const MAX_OPPORTUNITIES: usize = 1_000_000;
/// The last time of a recorded trace, in ms: a day. The longest queue, one opportunity each, then stays below 2^64 ns.
pub const MAX_TRACE_MS: u32 = 86_400_000;
