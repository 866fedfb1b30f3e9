//! A variant: four parts by id, and the options of those parts.
//!
//! The rows of each axis are one table, so that an id, its enum arm and what is said about it cannot drift apart.

use serde::{Deserialize, Serialize};

use super::diagnose::{Congestion, Diagnose};
use super::recovery::{NewReno, Recovery, Sack};
use super::timeout::{AfterLoss, Dsack, Eifel, Eqrto, Frto, FrtoSack, Nrt, Standard, Stoder, Timeout};
use super::window::{Reno, Window};
use crate::trace::Verdict;

/// What the registry says about one part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its id: only a–z, 0–9 and '-'.
    pub id: &'static str,
    /// One line for a list.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

macro_rules! axis {
    ($(#[$doc:meta])* $name:ident { $($(#[$row_doc:meta])* $arm:ident = $id:literal, $title:literal, $source:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$row_doc])* #[serde(rename = $id)] $arm,)+
        }

        impl $name {
            /// Every row, in the order of the registry.
            pub const ALL: &[$name] = &[$($name::$arm),+];

            /// What the registry says about it.
            #[must_use]
            pub const fn row(self) -> Row {
                match self {
                    $($name::$arm => Row { id: $id, title: $title, source: $source },)+
                }
            }

            /// The part with this id.
            #[must_use]
            pub fn from_id(id: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|part| part.row().id == id)
            }
        }
    };
}

axis! {
    /// The growth of the window and its target after a cut.
    WindowId {
        /// Slow start, additive increase, halving.
        Reno = "reno", "Slow start, additive increase, halving", "RFC 5681 §3.1";
    }
}

axis! {
    /// How holes are found and repaired.
    RecoveryId {
        /// One hole per round trip, until all of the window is acknowledged.
        NewReno = "newreno", "One hole per round trip, until the whole window is acknowledged", "RFC 6582";
        /// Every known hole, by a scoreboard.
        Sack = "sack", "Every known hole at once, by a scoreboard", "RFC 6675";
    }
}

axis! {
    /// What a loss is taken for.
    DiagnoseId {
        /// Every loss is congestion.
        Congestion = "congestion", "Every loss is taken for congestion", "RFC 5681 §3.1";
    }
}

axis! {
    /// What is sent when the timer expires, and what the ACKs after it mean.
    TimeoutId {
        /// Window of one segment, go-back-N.
        Standard = "standard", "Window of one segment, go-back-N", "RFC 6298 §5, RFC 5681 §3.1";
        /// The timestamp of the first ACK.
        Eifel = "eifel", "The timestamp of the first ACK tells which copy it answers", "RFC 3522, RFC 4015";
        /// Duplicates reported after all was sent again.
        Dsack = "dsack", "All retransmissions reported as duplicates show that none was needed", "RFC 3708, RFC 4015";
        /// Two new segments after the first ACK.
        Frto = "frto", "Two new segments after the first ACK tell a late segment from a lost one", "RFC 5682";
        /// RTTs during the go-back-N.
        Eqrto = "eqrto", "RTTs during the go-back-N tell full queues from other causes (reconstructed)", "Park and Chung 2010";
        /// A retransmission that is a byte shorter.
        Stoder = "stoder", "A retransmission one byte shorter than the original tells which of them arrived", "US patent 7349978";
        /// One new segment at once, unless the last ACK was marked.
        Nrt = "nrt", "A mark on the last ACK means congestion; else one new segment asks the path", "TCP NRT paper §4";
    }
}

impl TimeoutId {
    /// What it can conclude about a timeout. At the end of a flow any of them may be undecided.
    #[must_use]
    pub const fn verdicts(self) -> &'static [Verdict] {
        match self {
            TimeoutId::Standard => &[Verdict::Congestion],
            TimeoutId::Eifel | TimeoutId::Dsack => &[Verdict::Congestion, Verdict::Spurious],
            TimeoutId::Frto | TimeoutId::Stoder => &[Verdict::Congestion, Verdict::Spurious, Verdict::Undecided],
            TimeoutId::Eqrto => &[Verdict::Congestion, Verdict::NonCongestion],
            TimeoutId::Nrt => &[Verdict::Congestion, Verdict::Random, Verdict::Spurious, Verdict::Undecided],
        }
    }
}

/// The chosen parts and their options.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Growth and target.
    pub window: WindowId,
    /// Finding and repairing holes.
    pub recovery: RecoveryId,
    /// Meaning of a loss.
    pub diagnose: DiagnoseId,
    /// Timeout responder.
    pub timeout: TimeoutId,
    /// Options of parts.
    #[serde(default)]
    pub options: Options,
}

/// Options of parts; each matters to one part only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How TCP NRT repairs what a random loss left.
    pub nrt_repair: NrtRepair,
    /// What TCP NRT asks the path with when it has no new data or no receive window.
    pub nrt_fallback: NrtFallback,
    /// Which reports DSACK waits for.
    pub dsack_decides: DsackDecides,
    /// Which usage of the queues EQRTO goes by.
    pub eqrto_sample: EqrtoSample,
}

/// Which of the usages measured in a go-back-N EQRTO goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EqrtoSample {
    /// Their mean.
    #[default]
    Mean,
    /// The largest.
    Max,
    /// The last.
    Last,
}

/// Which reports of duplicates DSACK waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DsackDecides {
    /// Those of every retransmission.
    #[default]
    All,
    /// That of the segment whose timer expired: sooner, and less certain.
    First,
}

/// How TCP NRT repairs what a random loss left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NrtRepair {
    /// The next hole on each partial ACK.
    #[default]
    Partial,
    /// Everything from the first hole on, at most two segments per ACK.
    Gbn,
}

/// What TCP NRT asks the path with when it has no new data or no receive window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NrtFallback {
    /// The first outstanding segment, which answers nothing but repairs.
    #[default]
    First,
    /// The last outstanding segment, which answers as a new one would.
    Highest,
}

/// The four parts of one sender, with their state.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parts {
    pub window: Window,
    pub recovery: Recovery,
    pub diagnose: Diagnose,
    pub timeout: Timeout,
}

impl Variant {
    /// NewReno with the conventional timeout.
    pub const NEWRENO: Variant = Variant {
        window: WindowId::Reno,
        recovery: RecoveryId::NewReno,
        diagnose: DiagnoseId::Congestion,
        timeout: TimeoutId::Standard,
        options: Options {
            nrt_repair: NrtRepair::Partial,
            nrt_fallback: NrtFallback::First,
            dsack_decides: DsackDecides::All,
            eqrto_sample: EqrtoSample::Mean,
        },
    };

    /// Whether it needs SACK options from its receiver ([`Tcp::sack`](super::Tcp::sack)).
    #[must_use]
    pub const fn needs_sack(&self) -> bool {
        matches!(self.recovery, RecoveryId::Sack) || self.needs_dsack()
    }

    /// Whether it needs its receiver to report duplicates in them ([`Tcp::dsack`](super::Tcp::dsack)).
    #[must_use]
    pub const fn needs_dsack(&self) -> bool {
        matches!(self.timeout, TimeoutId::Dsack)
    }

    /// How many new segments it may send on one event while the window is full, limited transmit apart.
    #[must_use]
    pub const fn allowance(&self) -> u32 {
        match self.timeout {
            TimeoutId::Standard | TimeoutId::Eifel | TimeoutId::Dsack | TimeoutId::Eqrto | TimeoutId::Stoder => 0,
            TimeoutId::Frto => Frto::NEW_SEGMENTS as u32,
            TimeoutId::Nrt => Nrt::NEW_SEGMENTS as u32,
        }
    }

    pub(super) fn parts(&self) -> Parts {
        Parts {
            window: match self.window {
                WindowId::Reno => Reno::default().into(),
            },
            recovery: match self.recovery {
                RecoveryId::NewReno => NewReno::default().into(),
                RecoveryId::Sack => Sack::default().into(),
            },
            diagnose: match self.diagnose {
                DiagnoseId::Congestion => Congestion.into(),
            },
            timeout: match (self.timeout, self.recovery) {
                (TimeoutId::Standard, _) => Standard.into(),
                (TimeoutId::Eifel, _) => Eifel::default().into(),
                (TimeoutId::Frto, RecoveryId::Sack) => FrtoSack::default().into(),
                (TimeoutId::Frto, RecoveryId::NewReno) => Frto::default().into(),
                (TimeoutId::Dsack, _) => Dsack::new(self.options.dsack_decides).into(),
                (TimeoutId::Eqrto, _) => Eqrto::new(self.options.eqrto_sample).into(),
                (TimeoutId::Stoder, RecoveryId::Sack) => Stoder::new(AfterLoss::Alone).into(),
                (TimeoutId::Stoder, RecoveryId::NewReno) => Stoder::new(AfterLoss::Merged).into(),
                (TimeoutId::Nrt, _) => Nrt::new(self.options).into(),
            },
        }
    }
}
