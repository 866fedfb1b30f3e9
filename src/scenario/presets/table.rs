//! The presets. Ids are append-only.

use super::{Preset, PresetLane};

const fn lane(variant: &'static str) -> PresetLane {
    PresetLane { label: "", variant, overrides: &[] }
}

const fn lane_with(
    label: &'static str,
    variant: &'static str,
    overrides: &'static [(&'static str, &'static str)],
) -> PresetLane {
    PresetLane { label, variant, overrides }
}

const NRT_AND_NEWRENO: &[PresetLane] = &[lane("nrt"), lane("newreno")];

/// Half a second of 6 Mbit/s of other traffic, every 5 s.
#[rustfmt::skip]
const CROSS_BURSTS: &[(&str, &str, &str)] = &[
    ("5", "cross", "6"), ("5.5", "cross", "0"),
    ("10", "cross", "6"), ("10.5", "cross", "0"),
    ("15", "cross", "6"), ("15.5", "cross", "0"),
    ("20", "cross", "6"), ("20.5", "cross", "0"),
    ("25", "cross", "6"), ("25.5", "cross", "0"),
    ("30", "cross", "6"), ("30.5", "cross", "0"),
    ("35", "cross", "6"), ("35.5", "cross", "0"),
    ("40", "cross", "6"), ("40.5", "cross", "0"),
    ("45", "cross", "6"), ("45.5", "cross", "0"),
    ("50", "cross", "6"), ("50.5", "cross", "0"),
    ("55", "cross", "6"), ("55.5", "cross", "0"),
];

/// The presets, the first-load one first.
#[rustfmt::skip]
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "random-loss",
        title: "Random loss fools NewReno",
        shows: "After a timeout caused by noise, NewReno starts again from one segment; NRT asks the path first and keeps \
                its window.",
        watch: "At a timeout marked R the NewReno window falls to 1; the NRT window stays where it was.",
        topology: "chain",
        turned: &[("loss", "0.03"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "delay-spike",
        title: "A delay spike looks like a loss",
        shows: "When a link stalls for longer than the timer allows, nothing is lost, yet the timer expires.",
        watch: "At each stall a timeout marked S: NRT and F-RTO keep the window, NewReno sends everything again.",
        topology: "chain",
        turned: &[("hops", "4"), ("narrow", "3"), ("spike", "400"), ("spikegap", "7"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: &[lane("nrt"), lane("newreno"), lane("newreno+frto")], seed: 42,
    },
    Preset {
        id: "slow-average",
        title: "A slow average hides congestion",
        shows: "RED marks by a slow average of the queue; a burst overflows the queue before the average has moved, and \
                NRT takes the loss for noise.",
        watch: "Every 5 s a burst of other traffic: timeouts marked C, believed \"random\" where the average is slow.",
        topology: "chain",
        turned: &[("hops", "3"), ("narrow", "2"), ("rate", "4"), ("queue", "20"), ("aqm", "modified"), ("redmax", "10")],
        log: CROSS_BURSTS, mix: &[],
        lanes: &[
            lane_with("slow average", "nrt", &[("redweight", "0.002")]),
            lane_with("fast average", "nrt", &[("redweight", "0.1")]),
        ],
        seed: 42,
    },
    Preset {
        id: "no-ecn",
        title: "Without marks every timeout looks like noise",
        shows: "NRT reads congestion from marks. Where no router marks, it takes every timeout for something else.",
        watch: "Every 5 s a burst of other traffic: timeouts marked C, believed \"congestion\" only where routers mark.",
        topology: "chain",
        turned: &[("hops", "3"), ("narrow", "2"), ("rate", "4"), ("queue", "20"), ("aqm", "modified"), ("redmax", "10"),
            ("redweight", "0.1")],
        log: CROSS_BURSTS, mix: &[],
        lanes: &[lane_with("marks", "nrt", &[]), lane_with("no marks", "nrt", &[("aqm", "droptail")])],
        seed: 42,
    },
    Preset {
        id: "lte-car",
        title: "In a car",
        shows: "A cellular link whose rate rises and falls, with gaps at handovers: queues fill, timers expire, little is \
                lost.",
        watch: "Timeouts marked S at the gaps of the link.",
        topology: "chain",
        turned: &[("hops", "2"), ("trace", "ltecar"), ("queue", "100"), ("cap", "64"), ("rwnd", "128"), ("prop", "20")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "marked",
        title: "Marks tell congestion apart",
        shows: "Where the average follows the queue, timeouts after an overflow come with marks, and NRT knows them.",
        watch: "Timeouts marked C with the belief \"congestion\" in the NRT lane.",
        topology: "dumbbell",
        turned: &[("flows", "20"), ("rate", "1"), ("queue", "20"), ("aqm", "modified"), ("redmax", "8"),
            ("redweight", "0.3")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "ack-loss",
        title: "Lost acknowledgements",
        shows: "Every segment arrives, but its acknowledgement may not: a timeout although no data were lost.",
        watch: "Timeouts marked S whose card says that acknowledgements were lost.",
        topology: "chain",
        turned: &[("ackloss", "0.25"), ("cap", "3"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "burst-loss",
        title: "Losses in bursts",
        shows: "When many segments of one window are lost, NewReno repairs one per round trip, SACK several.",
        watch: "After each burst: how long until the first outstanding segment moves on.",
        topology: "chain",
        turned: &[("hops", "3"), ("burst", "0.7"), ("burstlen", "40"), ("burstgap", "2"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: &[lane("nrt"), lane("newreno"), lane("sack")], seed: 42,
    },
    Preset {
        id: "fair-10",
        title: "Ten flows share a bottleneck",
        shows: "Ten flows of one kind through 6 Mbit/s with a little random loss: do they share fairly?",
        watch: "The goodput of the ten flows in each lane.",
        topology: "dumbbell",
        turned: &[("flows", "10"), ("rate", "6"), ("loss", "0.005"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "friendly-20",
        title: "Ten NRT beside ten NewReno",
        shows: "Two kinds of flows in one world: does the one that keeps its window starve the other?",
        watch: "The goodput of flows 1 to 10 beside that of flows 11 to 20.",
        topology: "dumbbell",
        turned: &[("flows", "20"), ("rate", "6"), ("loss", "0.01"), ("aqm", "modified")],
        log: &[], mix: &[("nrt", 10), ("newreno", 10)],
        lanes: &[lane_with("mixed", "nrt", &[])], seed: 42,
    },
    Preset {
        id: "reorder",
        title: "Overtaking packets",
        shows: "Single packets are late and are overtaken. A window of three is too small for three duplicate ACKs, so the \
                timer expires although nothing is lost.",
        watch: "Timeouts marked S whose card says reordering; NRT takes the duplicate ACKs for an answer.",
        topology: "chain",
        turned: &[("hops", "4"), ("late", "0.02"), ("lateby", "230"), ("lateorder", "overtake"), ("latehops", "one"),
            ("cap", "3"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "chain-10",
        title: "Ten radio hops",
        shows: "On a chain of radio stations every hop contends with its neighbours; noise beyond that costs NewReno its \
                window, and NRT asks the path first.",
        watch: "At a timeout marked R the NewReno window falls to 1; the NRT window stays where it was.",
        topology: "wlan-chain",
        turned: &[("hops", "10"), ("loss", "0.03"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "grid-18",
        title: "One line through a grid",
        shows: "Three flows follow one line of 17 hops through a grid of 18 stations. Stations beside each other in space \
                are far apart on the line, and disturb each other all the same.",
        watch: "Timeouts of all kinds: C at full queues, K where frames met too often, S where a packet waited too long.",
        topology: "wlan-grid-18",
        turned: &[("flows", "3"), ("stagger", "5"), ("loss", "0.01"), ("queue", "20"), ("aqm", "modified"), ("redmax", "8")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "hidden",
        title: "A hidden terminal starves its neighbour",
        shows: "A cannot hear C, and C disturbs B: as soon as C sends to D, nothing of A gets through to B, although all \
                stand still.",
        watch: "From 5 s on the first flow has only timeouts, marked K.",
        topology: "wlan-hidden",
        turned: &[("stagger", "5"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "rts",
        title: "Asking before sending",
        shows: "Stations that sense no further than they decode cannot hear who else sends to their neighbour. With RTS and CTS \
                a collision costs a short frame instead of a long one.",
        watch: "Goodput with RTS and without; timeouts marked K in both lanes.",
        topology: "wlan-chain",
        turned: &[("hops", "4"), ("sense", "250"), ("mss", "1460"), ("aqm", "modified")],
        log: &[], mix: &[],
        lanes: &[lane_with("without RTS", "newreno", &[("rts", "3000")]), lane_with("with RTS", "newreno", &[("rts", "0")])],
        seed: 42,
    },
    Preset {
        id: "capture",
        title: "Three ideas of a collision",
        shows: "The same chain under three models of overlapping frames: the stronger survives, the first survives, or none \
                does.",
        watch: "Goodput and timeouts marked K, from lane to lane.",
        topology: "wlan-chain",
        turned: &[("hops", "8"), ("aqm", "modified")],
        log: &[], mix: &[],
        lanes: &[
            lane_with("stronger survives", "newreno", &[("reception", "sinr")]),
            lane_with("first survives", "newreno", &[("reception", "capture")]),
            lane_with("none survives", "newreno", &[("reception", "protocol")]),
        ],
        seed: 42,
    },
    Preset {
        id: "noisy",
        title: "A noisy channel",
        shows: "One frame in seven is lost to noise, and the stations repeat it so often that TCP sees only delay. Outages of \
                half a second and losses beyond the radio are what reaches it.",
        watch: "At an outage timeouts marked S whose card says that the ACKs were lost; between them some marked R.",
        topology: "wlan-chain",
        turned: &[("hops", "4"), ("noise", "effective"), ("loss", "0.01"), ("aqm", "modified")],
        log: &[], mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "dsr-chain",
        title: "Searching for a way that never moved",
        shows: "Stations that find their ways by DSR take frames lost to contention for a broken link: they drop what waits \
                for it and search for the same way again, although nobody moves.",
        watch: "Timeouts marked L and S in the lane with DSR, next to none in the other; in the list of events, the routes.",
        topology: "wlan-chain",
        turned: &[("hops", "8"), ("reception", "protocol"), ("aqm", "modified"), ("routing", "dsr")],
        log: &[], mix: &[],
        lanes: &[lane_with("DSR", "newreno", &[]), lane_with("ways known", "newreno", &[("routing", "static")])],
        seed: 42,
    },
];
