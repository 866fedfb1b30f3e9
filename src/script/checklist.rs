//! The rows that endpoint scripts must cover: worked examples of the RFCs' and papers' rules, and the cases that the
//! rules single out.
//!
//! Queues, the truth of a timeout and metrics have worked examples of their own; no endpoint shows those, so they are
//! unit tests of their modules and have no row here.

/// One thing to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name in the first comment line of a script.
    pub name: &'static str,
    /// What it shows, and where that comes from.
    pub source: &'static str,
    /// Parts beyond NewReno with the conventional timeout.
    pub needs: &'static [Need],
}

/// Something that a row cannot be shown without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A Window part by id.
    Window(&'static str),
    /// A Recovery part by id.
    Recovery(&'static str),
    /// A Diagnose part by id.
    Diagnose(&'static str),
    /// A Timeout part by id.
    Timeout(&'static str),
    /// A notice to the sender.
    Notice(&'static str),
}

const fn row(name: &'static str, source: &'static str, needs: &'static [Need]) -> Row {
    Row { name, source, needs }
}

const BASE: &[Need] = &[];
const TAHOE: &[Need] = &[Need::Recovery("tahoe")];
const RENO: &[Need] = &[Need::Recovery("reno")];
const SACK: &[Need] = &[Need::Recovery("sack")];
const EIFEL: &[Need] = &[Need::Timeout("eifel")];
const EIFEL_SACK: &[Need] = &[Need::Timeout("eifel"), Need::Recovery("sack")];
const FRTO: &[Need] = &[Need::Timeout("frto")];
const FRTO_SACK: &[Need] = &[Need::Timeout("frto"), Need::Recovery("sack")];
const DSACK: &[Need] = &[Need::Timeout("dsack")];
const DSACK_SACK: &[Need] = &[Need::Timeout("dsack"), Need::Recovery("sack")];
const STODER: &[Need] = &[Need::Timeout("stoder")];
const STODER_SACK: &[Need] = &[Need::Timeout("stoder"), Need::Recovery("sack")];
const EQRTO: &[Need] = &[Need::Timeout("eqrto")];
const EQRTO_SACK: &[Need] = &[Need::Timeout("eqrto"), Need::Recovery("sack")];
const NRT: &[Need] = &[Need::Timeout("nrt")];
const NRT_SACK: &[Need] = &[Need::Timeout("nrt"), Need::Recovery("sack")];
const WMAX: &[Need] = &[Need::Window("wmax"), Need::Timeout("wmax"), Need::Notice("quench")];
const WELCOME: &[Need] = &[Need::Diagnose("welcome")];
const LORAD: &[Need] = &[Need::Diagnose("lorad"), Need::Window("lorad")];

/// Every row.
pub const CHECKLIST: &[Row] = &[
    row("E1", "RTO arithmetic over six samples, floors of 1000 and 200 ms (RFC 6298 §2)", BASE),
    row("E1 backoff", "deadlines double up to the largest RTO (RFC 6298 §5.5, §2.5)", BASE),
    row("E2", "slow start, then congestion avoidance (RFC 5681 §3.1)", BASE),
    row("E3", "slow start against delayed ACKs (RFC 5681 §3.1)", BASE),
    row("E3 receiver", "the same, at the receiver (RFC 1122 §4.2.3.2)", BASE),
    row("E4", "go-back-N after a timeout (RFC 5681 §3.1)", BASE),
    row("E4 receiver", "the same, at the receiver (RFC 2883 §4.1)", BASE),
    row("E5", "limited transmit saves a timeout (RFC 3042 §2)", BASE),
    row("E5 without", "the timeout it saves (RFC 3042 §1)", BASE),
    row("E6", "order of SACK and DSACK blocks (RFC 2018 §4, RFC 2883 §4)", BASE),
    row("E7", "marks echoed until CWR (RFC 3168 §6.1.3)", BASE),
    row("E7 exact", "marks echoed once", BASE),
    row("E8", "delayed ACKs and what is acknowledged at once (RFC 1122 §4.2.3.2, RFC 5681 §4.2)", BASE),
    row("L1 tahoe", "one loss in eight", TAHOE),
    row("L1 reno", "one loss in eight (RFC 5681 §3.2)", RENO),
    row("L1 newreno", "one loss in eight (RFC 6582 §3.2)", BASE),
    row("L1 newreno lt", "one loss in eight, limited transmit (RFC 3042 §2)", BASE),
    row("L1 sack", "one loss in eight (RFC 6675 §5)", SACK),
    row("L1 sack lt", "one loss in eight, limited transmit (RFC 6675 §5)", SACK),
    row("L2 tahoe", "two losses in eight, found by the timer alone", TAHOE),
    row("L2 reno", "two losses in eight cost a timeout (RFC 5681 §3.2)", RENO),
    row("L2 newreno", "two losses in eight (RFC 6582 §3.2)", BASE),
    row("L2 newreno lt", "two losses in eight, limited transmit (RFC 3042 §2)", BASE),
    row("L2 sack", "two losses in eight (RFC 6675 §5)", SACK),
    row("L2 sack lt", "two losses in eight, limited transmit (RFC 6675 §5)", SACK),
    row("Vegas exact", "four window decisions (Brakmo and Peterson 1995)", &[Need::Window("vegas")]),
    row("Vegas rounded", "four window decisions with whole differences, as ns-2", &[Need::Window("vegas")]),
    row("Westwood", "five filter values (Mascolo et al. 2001)", &[Need::Window("westwood")]),
    row("Westwood+", "four pairs of ssthresh and cwnd (Grieco and Mascolo 2004)", &[Need::Window("westwoodp")]),
    row("ABSE", "two rate estimates (Wang et al. 2002)", &[Need::Window("abse")]),
    row("AReno", "growth and congestion tables of Adaptive Reno", &[Need::Window("areno")]),
    row("CUBIC", "eight values (RFC 9438 §4)", &[Need::Window("cubic")]),
    row("PACK gap", "a proxy's report of a gap", &[Need::Notice("proxy")]),
    row("T-S1 newreno", "a stall, conventional reaction (RFC 5681 §3.1)", BASE),
    row("T-S1 eifel", "a stall, told by the timestamp (RFC 3522 §3.2)", EIFEL),
    row("T-S1 frto", "a stall, told by the second ACK (RFC 5682 §2.1)", FRTO),
    row("T-S1 dsack", "a stall, told by duplicates (RFC 3708 §3)", DSACK),
    row("T-S1 stoder", "a stall, told by the length of the segment (US 7349978)", STODER),
    row("T-S1 eqrto", "a stall, read from the queue (Park and Chung 2010)", EQRTO),
    row("T-S1 nrt", "a stall, told by a new segment (TCP NRT paper §4)", NRT),
    row("T-S1 reordered frto", "a duplicate ACK ends the basic test (RFC 5682 §2.1)", FRTO),
    row("T-S1 reordered sack-frto", "a duplicate ACK does not end the SACK test (RFC 5682 §3.1)", FRTO_SACK),
    row("T-G1 newreno", "a random loss, conventional reaction (RFC 5681 §3.1)", BASE),
    row("T-G1 eifel", "a random loss (RFC 3522 §3.2)", EIFEL),
    row("T-G1 dsack", "a random loss (RFC 3708 §3)", DSACK),
    row("T-G1 eqrto", "a random loss (Park and Chung 2010)", EQRTO),
    row("T-G1 frto", "a random loss (RFC 5682 §2.1)", FRTO),
    row("T-G1 stoder", "a random loss (US 7349978)", STODER),
    row("T-G1 nrt", "a random loss (TCP NRT paper §4)", NRT),
    row("T-G2 nrt", "two losses (TCP NRT paper §4)", NRT),
    row("T-G2 sack-nrt", "two losses over SACK (TCP NRT paper §4, RFC 6675 §4)", NRT_SACK),
    row("T-G3 nrt", "the probe is lost too (TCP NRT paper §4, RFC 5681 §3.1)", NRT),
    row("T-G3 nrt third", "and the retransmission (RFC 5681 §3.1)", NRT),
    row("T-F1 frto", "a late segment at the start of a flow (RFC 5682 §2.1)", FRTO),
    row("T-F3 frto", "a real loss of a window (RFC 5682 §2.1)", FRTO),
    row("T-F3 sack-frto", "a real loss of a window over SACK (RFC 5682 §3.1)", FRTO_SACK),
    row("T-M1 nrt", "a marked ACK before the timeout (TCP NRT paper §4)", NRT),
    row("T-M2 nrt", "and what follows (RFC 3168 §6.1.2)", NRT),
    row("T-M3", "a mark at a window of one segment (RFC 3168 §6.1.2)", BASE),
    row("T-A1 newreno", "all ACKs of a window lost (RFC 5681 §3.1)", BASE),
    row("T-A1 eifel", "all ACKs of a window lost (RFC 3522 §3.2)", EIFEL),
    row("T-A1 dsack", "all ACKs of a window lost (RFC 3708 §3)", DSACK),
    row("T-A1 stoder", "all ACKs of a window lost (US 7349978)", STODER),
    row("T-A1 eqrto", "all ACKs of a window lost (Park and Chung 2010)", EQRTO),
    row("T-A1 frto", "all ACKs of a window lost (RFC 5682 §2.1)", FRTO),
    row("T-A1 nrt", "all ACKs of a window lost (TCP NRT paper §6)", NRT),
    row("T-P7 nrt lost", "the paper's example, lost (TCP NRT paper Fig. 7)", NRT),
    row("T-P7 nrt late", "the paper's example, late (TCP NRT paper Fig. 7)", NRT),
    row("Eifel 1323", "a stamp that hides the loss of all ACKs (RFC 3522 §3.2)", EIFEL),
    row("Eifel DSACK seen", "a stamp that hides nothing (RFC 3522 §3.2)", EIFEL),
    row("Eifel DSACK", "a duplicate beside an old stamp (RFC 3522 §3.2)", EIFEL),
    row("Eifel second timeout", "the first stamp counts (RFC 3522 §3.2)", EIFEL),
    row("Eifel without timestamps", "cannot tell (RFC 3522 §3.1)", EIFEL),
    row("Eifel marked", "a marked deciding ACK (RFC 4015 §3.1)", EIFEL),
    row("Eifel sack", "real holes are repaired after a spurious timeout (RFC 3522 §3.2, RFC 6675 §5)", EIFEL_SACK),
    row("DSACK ACK loss", "duplicates reported after all ACKs were lost (RFC 3708 §3)", DSACK),
    row("DSACK first", "the first report decides (TCP NRT paper §3.1)", DSACK),
    row("DSACK network", "a report of what was never sent again (RFC 3708 §3)", DSACK),
    row("DSACK twice", "a retransmission sent again (RFC 3708 §3)", DSACK),
    row("DSACK overdue", "no report for a round trip (RFC 3708 §3)", DSACK),
    row("DSACK sack", "what the receiver holds is not sent again (RFC 3708 §3)", DSACK_SACK),
    row("STODER genuine", "an ACK of the shortened segment (US 7349978)", STODER),
    row("STODER exact", "an ACK of the full segment (US 7349978)", STODER),
    row("STODER beyond", "an ACK of more (US 7349978)", STODER),
    row("STODER duplicate", "a duplicate ACK decides nothing (US 7349978)", STODER),
    row("STODER second timeout", "the same short copy, the same rule (US 7349978)", STODER),
    row("STODER tail", "what was left out is too short to ask with (US 7349978)", STODER),
    row("STODER all lost", "the go-back-N in other segments (draft-kun-stoder-00)", STODER),
    row("STODER sack", "what was left out is a hole like any other (RFC 6675 §4)", STODER_SACK),
    row("EQRTO non-congestion", "samples near the least RTT (Park and Chung 2010)", EQRTO),
    row("EQRTO congestion", "samples near the largest RTT (Park and Chung 2010)", EQRTO),
    row("EQRTO spike", "samples beyond the largest RTT (Park and Chung 2010)", EQRTO),
    row("EQRTO mean", "the mean of three samples (Park and Chung 2010)", EQRTO),
    row("EQRTO max", "the largest of three samples (Park and Chung 2010)", EQRTO),
    row("EQRTO last", "the last of three samples (Park and Chung 2010)", EQRTO),
    row("EQRTO second timeout", "the question stays open (Park and Chung 2010)", EQRTO),
    row("EQRTO without timestamps", "samples from the last copies (Park and Chung 2010)", EQRTO),
    row("EQRTO sack", "only what is sent again counts (RFC 6675 §5.1)", EQRTO_SACK),
    row("ECN 2", "one cut per window (RFC 3168 §6.1.2)", BASE),
    row("ECN 2 duplicate", "a marked duplicate cuts as well (RFC 3168 §6.1.2)", BASE),
    row("ECN 3", "one mark, one cut (RFC 3168 §6.1.2)", BASE),
    row("ISQ cut", "a quench halves what is in flight", &[Need::Notice("quench")]),
    row("ISQ literal", "a quench halves cwnd and ssthresh", &[Need::Notice("quench")]),
    row("Wmax literal", "four windows of the literal arithmetic", WMAX),
    row("Wmax events", "signals to fall and to rise", WMAX),
    row("Loss reaction", "a loss that cuts, and one that does not", WMAX),
    row("WELCOME", "four decisions (Seddik-Ghaleb et al. 2009)", WELCOME),
    row("LoRaD", "seven decisions of the TCP-LoRaD paper", LORAD),
    row("RTO sack", "go-back-N skips what the scoreboard holds (RFC 6675 §5.1)", SACK),
    row("RTO same segment", "no second cut (RFC 5681 §3.1)", BASE),
    row("Eifel response burst", "up to the initial window (RFC 4015 §3.1)", FRTO),
    row("RTO another segment", "half of all that is outstanding (RFC 5681 §3.1)", BASE),
    row("RTO another segment cwnd", "half of the window in use, as Linux does", BASE),
    row("F-RTO second timeout", "the test starts again (RFC 5682 §2.1)", FRTO),
    row("F-RTO timeout in phase 2", "the conventional way (RFC 5682 §2.1)", FRTO),
    row("F-RTO no new data", "the test cannot be made (RFC 5682 §2.1)", FRTO),
    row("F-RTO marked", "a marked deciding ACK (RFC 4015 §3.1)", FRTO),
    row("N3", "no ACK yet, conventional (TCP NRT paper §4)", NRT),
    row("N6", "no new data (TCP NRT paper §4)", NRT),
    row("N6 window", "no room in the receive window (TCP NRT paper §4)", NRT),
    row("N6 highest", "the last segment asks (TCP NRT paper §4)", NRT),
    row("N9 random", "the answer is marked (TCP NRT paper §4)", NRT),
    row("N9 spurious", "the answer is marked (TCP NRT paper §4)", NRT),
    row("N10", "three losses, one per round trip (TCP NRT paper §4)", NRT),
    row("N10 partial", "two losses, one per round trip (TCP NRT paper §4)", NRT),
    row("N10 gbn", "three losses, two segments per ACK (TCP NRT paper §4)", NRT),
    row("N11", "an old duplicate is the first ACK (TCP NRT paper §4)", NRT),
    row("N13", "a timeout in fast recovery (TCP NRT paper §4)", NRT),
    row("NRT window update", "which answers no probe (RFC 5681 §2)", NRT),
    row("Window update", "which is no duplicate (RFC 5681 §2)", BASE),
    row("Idle restart", "after more than one RTO of silence (RFC 5681 §4.1)", BASE),
    row("Idle restart boundary", "not after exactly one RTO (RFC 5681 §4.1)", BASE),
    row("Application limit", "an unused window does not grow (RFC 7661 §1)", BASE),
    row("Persist probe", "one byte into a closed window (RFC 1122 §4.2.2.17)", BASE),
    row("Karn", "no sample from what was re-sent (RFC 6298 §3)", BASE),
    row("Window cap", "cwnd itself stays at the cap (TCP NRT paper §5.1)", BASE),
    row("Receive window", "no more than the receiver allows (RFC 9293 §3.8.6)", BASE),
    row("ACK below una", "neither duplicate nor growth (RFC 5681 §2)", BASE),
    row("ACK above max", "ignored (RFC 9293 §3.10.7.4)", BASE),
    row("Bad TSecr", "no sample (RFC 7323 §3.2)", BASE),
    row("DSACK receiver", "duplicates are reported (RFC 2883 §4)", BASE),
    row("Impatient timer", "only the first partial ACK restarts it (RFC 6582 §4)", BASE),
    row("Guard", "fast retransmit after a timeout (RFC 6582 §3.2, §4)", BASE),
    row("Recovery end", "with little in flight (RFC 6582 §3.2)", BASE),
    row("Limited transmit cap", "no segment beyond the cap (RFC 3042 §2)", BASE),
    row("NewReno DSACK", "a duplicate like any other (RFC 5681 §2)", BASE),
    row("SACK DSACK", "no duplicate over SACK (RFC 6675 §2)", SACK),
    row("F-RTO full window", "its new segments exceed the cap (RFC 5682 §2.1)", FRTO),
    row("SACK early", "a recovery before the third duplicate (RFC 6675 §5)", SACK),
    row("RTO sack in recovery", "half of all that is outstanding (RFC 6675 §5.1)", SACK),
    row("SACK rescue", "the last rules of NextSeg (RFC 6675 §4)", SACK),
    row("SACK limited transmit without data", "only what left is taken off the flight (RFC 6675 §5)", SACK),
    row("F-RTO old ACK", "an ACK below una decides nothing (RFC 5682 §2.1)", FRTO),
    row("SACK timer", "every partial ACK restarts it (RFC 6298 §5.3)", SACK),
    row("T-G1 sack-frto", "a random loss over SACK (RFC 5682 §3.1)", FRTO_SACK),
    row("F-RTO in loss recovery", "the conventional way (RFC 5682 §2.1)", FRTO),
    row("F-RTO lifted", "fast retransmit after a spurious verdict (RFC 5682 §2.1)", FRTO),
    row("Eifel response", "the estimator starts over (RFC 4015 §3.1)", FRTO),
    row("NRT lifted", "fast retransmit after a spurious verdict (TCP NRT paper §4)", NRT),
    row("NRT timeout in repair", "the conventional way (TCP NRT paper §4)", NRT),
    row("NRT asks again", "after a conventional timeout (TCP NRT paper §4)", NRT),
    row("ACK below una marked", "its mark counts (RFC 3168 §6.1.2)", NRT),
    row("ECN in recovery", "no second cut (RFC 3168 §6.1.2)", BASE),
    row("ECN hold ended", "by an ACK without a mark (RFC 3168 §6.1.2)", BASE),
    row("Coarse clock", "samples and deadlines rounded up (RFC 6298 §4)", BASE),
    row("Byte counting", "growth by acknowledged data (RFC 3465 §2.1)", BASE),
    row("Application limit boundary", "almost full is full (RFC 7661 §1)", BASE),
    row("Receiver window", "data beyond it is refused (RFC 9293 §3.10.7.4)", BASE),
    row("SACK room", "three blocks beside a timestamp (RFC 2018 §3)", BASE),
    row("Echo rules", "which stamp an ACK echoes (RFC 1323 §3.4)", BASE),
    row("Echo rules 7323", "which stamp an ACK echoes (RFC 7323 §4.3)", BASE),
    row("Tie", "an ACK at the deadline comes first (RFC 6298 §5.3)", BASE),
];
