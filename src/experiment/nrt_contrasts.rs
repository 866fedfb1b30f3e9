//! Choices that may decide an outcome of the TCP NRT paper's figures, each changed alone.

use super::figure::{Axis, Contrast, Figure, Point};
use super::nrt::{
    BANDWIDTH, CONGESTED, DELAYS, FAIRNESS, FRIENDS, GRID_ALL, GRID_CONGESTION, GRID_DELAY, GRID_RANDOM, KINDS, MARKED,
    MARKED_COURSE, RANDOM, at,
};

/// A contrast: `figure` with one thing changed.
const fn contrast(figure: Figure, id: &'static str, title: &'static str, contrast: Contrast) -> Figure {
    Figure { id, title, contrast: Some(contrast), ..figure }
}

const fn change(of: &'static str, change: &'static str, words: &'static str) -> Contrast {
    Contrast { of, change, mapping: false, words }
}

/// The same runs, judged by the drops alone.
const fn by_trace(of: &'static str) -> Contrast {
    let words = "every packet that the MAC layer gave up counts as a random loss, as a trace of drops would show it, and \
                 losses beside a spurious timeout are not looked at";
    Contrast { of, change: "", mapping: true, words }
}

const SECOND: &str = "the smallest RTO is 1 s (RFC 6298) instead of 200 ms";
const DELACK: &str = "receivers hold ACKs back for up to 200 ms";
const FAST: &str = "redweight=0.02";
const FASTER: &str = "a sample weighs 0.02 in RED's average instead of 0.002";
const BOTH_WAYS: &[Point] = &[
    at(1.0, "loss=0.01&ackloss=0.01"),
    at(2.0, "loss=0.02&ackloss=0.02"),
    at(3.0, "loss=0.03&ackloss=0.03"),
    at(4.0, "loss=0.04&ackloss=0.04"),
    at(5.0, "loss=0.05&ackloss=0.05"),
    at(7.0, "loss=0.07&ackloss=0.07"),
    at(9.0, "loss=0.09&ackloss=0.09"),
];
const FRAMES: &[Point] = &[
    at(1.0, "fer=0.01"),
    at(2.0, "fer=0.02"),
    at(3.0, "fer=0.03"),
    at(4.0, "fer=0.04"),
    at(5.0, "fer=0.05"),
    at(7.0, "fer=0.07"),
    at(9.0, "fer=0.09"),
];
const STATIC: &str = "every station knows the shortest way from the start: nobody searches, and packets carry no way";
const ANY_LINK: &str = "a delayed packet is held back on one of the three links of its path, drawn by luck";
const FRAMES_WORDS: &str = "the loss strikes frames on the air, which stations repeat, instead of packets; two knobs \
                            change, because one loss takes the place of the other";
const ONE_HOP: &str = "a delayed packet is held back on one hop, drawn by luck, which is the literal reading";

/// The contrasts.
pub const CONTRASTS: &[Figure] = &[
    contrast(DELAYS, "nrt/s-minrto", "Sudden delays, smallest RTO 1 s", change("nrt/12", "rto_min=1000", SECOND)),
    contrast(RANDOM, "nrt/s-minrto-loss", "Random loss, smallest RTO 1 s", change("nrt/10", "rto_min=1000", SECOND)),
    contrast(DELAYS, "nrt/s-delay-scope", "Sudden delays on one hop", change("nrt/12", "latehops=one", ONE_HOP)),
    contrast(
        GRID_DELAY,
        "nrt/s-delay-scope-grid",
        "Accuracy for spurious timeouts, delays on one hop",
        change("nrt/18", "latehops=one", ONE_HOP),
    ),
    contrast(
        GRID_CONGESTION,
        "nrt/s-red",
        "Accuracy for congestion, RED with a faster average",
        change("nrt/17", FAST, FASTER),
    ),
    contrast(
        GRID_CONGESTION,
        "nrt/s-red-max",
        "Accuracy for congestion, marks from 5 packets on",
        change("nrt/17", "redmax=5", "marks from an average of 5 packets instead of 8"),
    ),
    contrast(
        Figure { axis: Axis { label: "Lost frames", unit: "%", points: FRAMES }, ..RANDOM },
        "nrt/s-loss-scope",
        "Loss of frames instead of packets",
        change("nrt/10", "", FRAMES_WORDS),
    ),
    contrast(
        Figure { axis: Axis { label: "Random loss, either way", unit: "%", points: BOTH_WAYS }, ..RANDOM },
        "nrt/s-ack-loss",
        "Loss of packets and of ACKs",
        change("nrt/10", "", "ACKs are lost as often as data packets"),
    ),
    contrast(RANDOM, "nrt/s-delack", "Random loss, delayed ACKs", change("nrt/10", "delack=200", DELACK)),
    contrast(DELAYS, "nrt/s-delack-delay", "Sudden delays, delayed ACKs", change("nrt/12", "delack=200", DELACK)),
    contrast(MARKED_COURSE, "nrt/s-red-course", "Window, RED with a faster average", change("nrt/5a", FAST, FASTER)),
    contrast(MARKED, "nrt/s-red-marks", "Throughput, RED with a faster average", change("nrt/5b", FAST, FASTER)),
    contrast(CONGESTED, "nrt/s-red-mixed", "All causes, RED with a faster average", change("nrt/14a", FAST, FASTER)),
    contrast(
        CONGESTED,
        "nrt/s-minrto-mixed",
        "All causes, smallest RTO 1 s",
        change("nrt/14a", "rto_min=1000", SECOND),
    ),
    contrast(
        CONGESTED,
        "nrt/s-delay-scope-mixed",
        "All causes, delays on one hop",
        change("nrt/14a", "latehops=one", ONE_HOP),
    ),
    contrast(
        BANDWIDTH,
        "nrt/s-delay-scope-bandwidth",
        "Bandwidth, delays on one hop",
        change("nrt/13a", "latehops=one", ONE_HOP),
    ),
    contrast(
        GRID_DELAY,
        "nrt/s-minrto-grid",
        "Spurious timeouts, smallest RTO 1 s",
        change("nrt/18", "rto_min=1000", SECOND),
    ),
    contrast(RANDOM, "nrt/s-static", "Random loss, ways known", change("nrt/10", "routing=static", STATIC)),
    contrast(DELAYS, "nrt/s-static-delay", "Sudden delays, ways known", change("nrt/12", "routing=static", STATIC)),
    contrast(CONGESTED, "nrt/s-static-mixed", "All causes, ways known", change("nrt/14a", "routing=static", STATIC)),
    contrast(
        FAIRNESS,
        "nrt/s-delay-scope-fairness",
        "Fairness among ten flows, delays on any link",
        change("nrt/t1", "latehops=one", ANY_LINK),
    ),
    contrast(
        FRIENDS,
        "nrt/s-delay-scope-friends",
        "NRT beside NewReno, delays on any link",
        change("nrt/22a", "latehops=one", ANY_LINK),
    ),
    contrast(GRID_RANDOM, "nrt/s-mapping", "Accuracy for random losses by a trace of drops", by_trace("nrt/16")),
    contrast(
        GRID_CONGESTION,
        "nrt/s-mapping-congestion",
        "Accuracy for congestion by a trace of drops",
        by_trace("nrt/17"),
    ),
    contrast(
        GRID_DELAY,
        "nrt/s-mapping-spurious",
        "Accuracy for spurious timeouts by a trace of drops",
        by_trace("nrt/18"),
    ),
    contrast(
        GRID_ALL,
        "nrt/s-mapping-all",
        "Accuracy for what is not congestion by a trace of drops",
        by_trace("nrt/19"),
    ),
    contrast(KINDS, "nrt/s-mapping-kinds", "Kinds of timeouts by a trace of drops", by_trace("nrt/14d")),
];
