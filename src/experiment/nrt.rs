//! The figures and tables of the TCP NRT paper (§3, §4.1, §5) as experiments.
//!
//! The paper runs four sets: random loss alone, sudden delays alone, both, and both with congestion. It names few of the
//! numbers behind them; what is chosen is said in the captions.

use super::figure::{Axis, Figure, Point, Series};
use super::stage::Stage;

const NRT: Series = Series { label: "NRT", link: "cc=nrt" };
const EQRTO: Series = Series { label: "EQRTO", link: "cc=eqrto" };
const FRTO: Series = Series { label: "F-RTO", link: "cc=frto" };
const EIFEL: Series = Series { label: "Eifel", link: "cc=eifel" };
const DSACK: Series = Series { label: "DSACK", link: "cc=dsack" };
const NEWRENO: Series = Series { label: "NewReno", link: "cc=newreno" };
const SIX: &[Series] = &[NRT, EQRTO, FRTO, EIFEL, DSACK, NEWRENO];

pub(super) const fn at(x: f64, link: &'static str) -> Point {
    Point { x, link }
}

/// The only mix of random loss and delays that the paper states, for Fig. 19.
const MIX: &str = "3 % random loss and delays for 1 % of the data packets, the mix that the paper states for Fig. 19 \
                   alone; 60 ms on every hop.";
/// One flow under a cap of 32 cannot overflow a queue of 50.
const CONGESTION: &str = "Congestion: three flows along the same path, 5 s apart, all of the scheme; queues of 20 packets, \
                          marks from an average of 8.";
const LOSS: &str = "A packet is lost once on its whole path, above the MAC layer, whose repetitions would hide it; ACKs are \
                    not lost.";
const DELAY: &str = "1 % of the data packets are held back, and those behind them wait. A packet is held back on every \
                     hop: met once, delays of this size could not fire a timer of at least 200 ms.";
const HELD_BACK: &str =
    "1 % of the data packets are held back for 200 ms on the bottleneck, and those behind them wait.";
const GOODPUT: &str = "Throughput is payload delivered in order; the paper divides packets sent by time.";

const HOPS_7: &[Point] = &[
    at(1.0, "hops=1"),
    at(2.0, "hops=2"),
    at(3.0, "hops=3"),
    at(4.0, "hops=4"),
    at(5.0, "hops=5"),
    at(6.0, "hops=6"),
    at(7.0, "hops=7"),
];
const HOPS_5_TO_9: &[Point] =
    &[at(5.0, "hops=5"), at(6.0, "hops=6"), at(7.0, "hops=7"), at(8.0, "hops=8"), at(9.0, "hops=9")];
const HOPS_2_TO_10: &[Point] =
    &[at(2.0, "hops=2"), at(4.0, "hops=4"), at(6.0, "hops=6"), at(8.0, "hops=8"), at(10.0, "hops=10")];
const BY_HOPS: Axis = Axis { label: "Hops", unit: "", points: HOPS_2_TO_10 };

const MIXED: &str = "loss=0.03&late=0.01&lateby=60";
const CROWDED: &str = "loss=0.03&late=0.01&lateby=60&flows=3&stagger=5&queue=20&redmax=8";

/// What figures have in common.
const PLAIN: Figure = Figure {
    id: "",
    title: "",
    stage: Stage::Chain,
    turned: "hops=10",
    axis: BY_HOPS,
    series: SIX,
    drawn: &["goodput"],
    beside: BESIDE,
    events: &["timeouts"],
    course: false,
    choices: &[],
    contrast: None,
};

/// What stands beside every result.
const BESIDE: &[&str] = &["timeouts", "spurious"];
/// What stands beside results of marking.
const BESIDE_MARKS: &[&str] = &["marks", "timeouts", "spurious"];

/// Figs. 2a and 2b: the same runs.
const MOTIVATION: Figure = Figure {
    turned: MIXED,
    axis: Axis { label: "Hops", unit: "", points: HOPS_7 },
    series: &[NEWRENO],
    choices: &[MIX, LOSS, DELAY, GOODPUT],
    ..PLAIN
};

/// Figs. 5a and 5b.
const MARKING: &[Series] = &[
    Series { label: "ECN", link: "cc=newreno&aqm=ecn" },
    Series { label: "modified ECN", link: "cc=newreno&aqm=modified" },
];
const MARKING_CHOICES: &[&str] = &[
    MIX,
    "Congestion: flows along the same path, 5 s apart; queues of 20 packets, RED between 5 and 8 packets, both kinds of \
     ECN with the same thresholds. All senders are NewReno: only the marking differs.",
    GOODPUT,
];

/// Fig. 5a.
pub(super) const MARKED_COURSE: Figure = Figure {
    id: "nrt/5a",
    title: "Window under ECN and modified ECN",
    turned: "hops=10&loss=0.03&late=0.01&lateby=60&queue=20&redmax=8",
    axis: Axis { label: "Flows", unit: "", points: &[at(3.0, "flows=3&stagger=5")] },
    series: MARKING,
    drawn: &["cwnd"],
    beside: BESIDE_MARKS,
    events: &["marks"],
    course: true,
    choices: MARKING_CHOICES,
    ..PLAIN
};

/// Fig. 5b.
pub(super) const MARKED: Figure = Figure {
    id: "nrt/5b",
    title: "Throughput under ECN and modified ECN",
    axis: Axis {
        label: "Flows",
        unit: "",
        points: &[
            at(1.0, "flows=1"),
            at(2.0, "flows=2&stagger=5"),
            at(3.0, "flows=3&stagger=5"),
            at(4.0, "flows=4&stagger=5"),
        ],
    },
    drawn: &["goodput"],
    course: false,
    ..MARKED_COURSE
};

/// Figs. 13a and 13b: the same runs.
pub(super) const BANDWIDTH: Figure = Figure {
    id: "nrt/13a",
    title: "Throughput against bandwidth",
    turned: "hops=10&loss=0.03&late=0.01&lateby=60",
    axis: Axis {
        label: "Bandwidth",
        unit: "Mbit/s",
        points: &[at(2.0, "phy=b2"), at(5.5, "phy=b5"), at(11.0, "phy=b11")],
    },
    choices: &[
        "2, 5 and 11 Mbit/s are rates of 802.11b (5 stands for 5.5), which is used although the paper says 802.11a.",
        MIX,
        LOSS,
        DELAY,
        GOODPUT,
    ],
    ..PLAIN
};

/// Figs. 14a to 14d: the same runs.
pub(super) const CONGESTED: Figure = Figure {
    id: "nrt/14a",
    title: "Throughput under congestion, loss and delays",
    turned: CROWDED,
    axis: Axis { label: "Hops", unit: "", points: HOPS_5_TO_9 },
    choices: &[CONGESTION, MIX, LOSS, DELAY, GOODPUT],
    ..PLAIN
};

/// Fig. 14d.
pub(super) const KINDS: Figure = Figure {
    id: "nrt/14d",
    title: "Kinds of timeouts of NRT under congestion, loss and delays",
    series: &[NRT],
    drawn: &["rpl-share", "cpl-share", "s-share"],
    beside: &["contention", "timeouts", "spurious"],
    choices: &[
        CONGESTION,
        MIX,
        LOSS,
        DELAY,
        "What is missing to 100 % is in no kind of the paper: contention, and spurious timeouts beside which other \
         segments were lost.",
    ],
    ..CONGESTED
};

/// Figs. 16 to 19.
const GRID: Figure = Figure { stage: Stage::Grid, turned: "", ..PLAIN };

/// Fig. 10.
pub(super) const RANDOM: Figure = Figure {
    id: "nrt/10",
    title: "Throughput against random loss",
    axis: Axis {
        label: "Random loss",
        unit: "%",
        points: &[
            at(1.0, "loss=0.01"),
            at(2.0, "loss=0.02"),
            at(3.0, "loss=0.03"),
            at(4.0, "loss=0.04"),
            at(5.0, "loss=0.05"),
            at(7.0, "loss=0.07"),
            at(9.0, "loss=0.09"),
        ],
    },
    events: &["random"],
    choices: &[LOSS, GOODPUT, "The paper draws 1 to 5 %; its introduction speaks of 9 %."],
    ..PLAIN
};

/// Fig. 12.
pub(super) const DELAYS: Figure = Figure {
    id: "nrt/12",
    title: "Throughput against sudden delays",
    turned: "hops=10&late=0.01",
    axis: Axis {
        label: "Delay per hop",
        unit: "ms",
        points: &[
            at(40.0, "lateby=40"),
            at(60.0, "lateby=60"),
            at(80.0, "lateby=80"),
            at(100.0, "lateby=100"),
            at(120.0, "lateby=120"),
            at(140.0, "lateby=140"),
        ],
    },
    events: &["spurious"],
    choices: &[DELAY, GOODPUT, "The paper draws 40 to 120 ms; its conclusion speaks of 140 ms."],
    ..PLAIN
};

/// Fig. 16.
pub(super) const GRID_RANDOM: Figure = Figure {
    id: "nrt/16",
    title: "Accuracy for random losses",
    turned: "loss=0.03",
    drawn: &["rpl"],
    beside: &["rpl-precision", "rpl-n", "timeouts", "spurious"],
    events: &["rpl-n"],
    choices: &["3 % random loss.", LOSS],
    ..GRID
};

/// Fig. 17.
pub(super) const GRID_CONGESTION: Figure = Figure {
    id: "nrt/17",
    title: "Accuracy for congestion",
    turned: "flows=3&stagger=5&queue=20&redmax=8",
    drawn: &["cpl"],
    beside: &["cpl-precision", "cpl-n", "timeouts", "spurious"],
    events: &["cpl-n"],
    choices: &[CONGESTION],
    ..GRID
};

/// Fig. 18.
pub(super) const GRID_DELAY: Figure = Figure {
    id: "nrt/18",
    title: "Accuracy for spurious timeouts",
    turned: "late=0.01&lateby=100",
    drawn: &["s"],
    beside: &["s-precision", "s-n", "timeouts", "spurious"],
    events: &["s-n"],
    choices: &["Delays of 100 ms on every hop, the delay of Fig. 12 that the paper puts a number to.", DELAY],
    ..GRID
};

/// Fig. 19.
pub(super) const GRID_ALL: Figure = Figure {
    id: "nrt/19",
    title: "Accuracy for timeouts that are not congestion",
    turned: CROWDED,
    drawn: &["nc"],
    beside: &["nc-precision", "nc-n", "timeouts", "spurious"],
    events: &["nc-n"],
    choices: &[CONGESTION, "3 % random loss; 1 % of the data packets delayed by 60 ms on every hop.", LOSS, DELAY],
    ..GRID
};

/// Table 1: every flow of one kind.
pub(super) const FAIRNESS: Figure = Figure {
    id: "nrt/t1",
    title: "Fairness among ten flows",
    stage: Stage::Dumbbell,
    turned: "flows=10&queue=50&redmax=15&late=0.01&lateby=200&latehops=bottleneck",
    axis: Axis {
        label: "Random loss",
        unit: "%",
        points: &[
            at(0.1, "loss=0.001"),
            at(0.5, "loss=0.005"),
            at(1.0, "loss=0.01"),
            at(2.0, "loss=0.02"),
            at(5.0, "loss=0.05"),
            at(10.0, "loss=0.1"),
        ],
    },
    series: &[NRT, NEWRENO],
    drawn: &["jain"],
    choices: &[
        HELD_BACK,
        "Round trips take 41 to 78 ms, so less than 200 ms could not fire the timer.",
        "Marks from an average of 15 packets.",
    ],
    ..PLAIN
};

/// Fig. 22a: flows of both kinds.
pub(super) const FRIENDS: Figure = Figure {
    id: "nrt/22a",
    title: "NRT beside NewReno: throughput of a connection",
    stage: Stage::Dumbbell,
    turned: "queue=50&redmax=15&loss=0.01&late=0.01&lateby=200&latehops=bottleneck",
    axis: Axis {
        label: "NRT flows among 20",
        unit: "",
        points: &[
            at(0.0, "mix=newreno*20"),
            at(4.0, "mix=nrt*4,newreno*16"),
            at(8.0, "mix=nrt*8,newreno*12"),
            at(10.0, "mix=nrt*10,newreno*10"),
            at(12.0, "mix=nrt*12,newreno*8"),
            at(16.0, "mix=nrt*16,newreno*4"),
            at(20.0, "mix=nrt*20"),
        ],
    },
    series: &[Series { label: "mixed", link: "cc=nrt" }],
    drawn: &["nrt-flow", "newreno-flow"],
    beside: &["nrt-over-newreno", "newreno-kept", "timeouts", "spurious"],
    choices: &["1 % random loss.", HELD_BACK, "Marks from an average of 15 packets."],
    ..PLAIN
};

/// The figures in the order of the paper.
pub const FIGURES: &[Figure] = &[
    Figure { id: "nrt/2a", title: "NewReno over more and more hops", ..MOTIVATION },
    Figure {
        id: "nrt/2b",
        title: "What NewReno sends again",
        drawn: &["after-timeout", "after-duplicates", "needless"],
        ..MOTIVATION
    },
    MARKED_COURSE,
    MARKED,
    RANDOM,
    Figure {
        id: "nrt/11",
        title: "Window under 2 % random loss",
        axis: Axis { label: "Random loss", unit: "%", points: &[at(2.0, "loss=0.02")] },
        series: &[NRT, EQRTO],
        drawn: &["cwnd"],
        events: &["random"],
        course: true,
        choices: &[LOSS],
        ..PLAIN
    },
    DELAYS,
    BANDWIDTH,
    Figure { id: "nrt/13b", title: "Needless retransmissions against bandwidth", drawn: &["needless"], ..BANDWIDTH },
    CONGESTED,
    Figure {
        id: "nrt/14b",
        title: "Needless window cuts under congestion, loss and delays",
        drawn: &["cuts"],
        ..CONGESTED
    },
    Figure {
        id: "nrt/14c",
        title: "Needless retransmissions under congestion, loss and delays",
        drawn: &["needless"],
        ..CONGESTED
    },
    KINDS,
    Figure {
        id: "nrt/15",
        title: "Throughput when packets overtake each other",
        turned: "late=0.01&lateby=60&lateorder=overtake&latehops=one",
        series: &[NRT, EQRTO, DSACK],
        beside: &["needless-fast", "timeouts", "spurious"],
        events: &["needless-fast"],
        choices: &[
            "1 % of the data packets are held back for 60 ms on one hop while those behind them pass, which makes spurious \
             fast retransmits; nothing is lost.",
            GOODPUT,
        ],
        ..PLAIN
    },
    GRID_RANDOM,
    GRID_CONGESTION,
    GRID_DELAY,
    GRID_ALL,
    FRIENDS,
    Figure {
        id: "nrt/22b",
        title: "Three flows of NRT, three of NewReno",
        turned: CROWDED,
        series: &[NRT, NEWRENO],
        choices: &["All three flows start at the first station.", CONGESTION, MIX, LOSS, DELAY],
        ..PLAIN
    },
    FAIRNESS,
];
