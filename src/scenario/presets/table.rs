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
        turned: &[("loss", "0.05"), ("aqm", "modified")],
        mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "delay-spike",
        title: "A delay spike looks like a loss",
        shows: "When a link stalls for longer than the timer allows, nothing is lost, yet the timer expires.",
        watch: "At each stall a timeout marked S: NRT and F-RTO keep the window, NewReno sends everything again.",
        topology: "chain",
        turned: &[("hops", "4"), ("narrow", "3"), ("spike", "600"), ("spikegap", "7"), ("aqm", "modified")],
        mix: &[], lanes: &[lane("nrt"), lane("newreno"), lane("newreno+frto")], seed: 42,
    },
    Preset {
        id: "slow-average",
        title: "A slow average hides congestion",
        shows: "RED marks by a slow average of the queue; a burst overflows the queue before the average has moved, and \
                NRT takes the loss for noise.",
        watch: "Timeouts marked C with the belief \"random\": many where the average is slow, few where it is fast.",
        topology: "chain",
        turned: &[("hops", "3"), ("flows", "4"), ("stagger", "3"), ("narrow", "2"), ("rate", "1"), ("queue", "20"),
            ("aqm", "modified"), ("redmax", "8")],
        mix: &[],
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
        watch: "In the lane without marks no timeout is believed to be congestion, whatever its true cause.",
        topology: "chain",
        turned: &[("hops", "3"), ("flows", "4"), ("stagger", "3"), ("narrow", "2"), ("rate", "1"), ("queue", "20"),
            ("aqm", "modified"), ("redmax", "8"), ("redweight", "0.1")],
        mix: &[],
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
        mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "marked",
        title: "Marks tell congestion apart",
        shows: "Where the average follows the queue, timeouts after an overflow come with marks, and NRT knows them.",
        watch: "Timeouts marked C with the belief \"congestion\" in the NRT lane.",
        topology: "dumbbell",
        turned: &[("flows", "6"), ("rate", "1"), ("queue", "15"), ("aqm", "modified"), ("redmax", "5"),
            ("redweight", "0.3"), ("loss", "0.01")],
        mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "ack-loss",
        title: "Lost acknowledgements",
        shows: "Every segment arrives, but its acknowledgement may not: a timeout although no data were lost.",
        watch: "Timeouts marked S whose card says that acknowledgements were lost.",
        topology: "chain",
        turned: &[("ackloss", "0.4"), ("cap", "8"), ("aqm", "modified")],
        mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "burst-loss",
        title: "Losses in bursts",
        shows: "When many segments of one window are lost, NewReno repairs one per round trip, SACK several.",
        watch: "After each burst: how long until the first outstanding segment moves on.",
        topology: "chain",
        turned: &[("hops", "3"), ("burst", "0.7"), ("burstlen", "40"), ("burstgap", "2"), ("aqm", "modified")],
        mix: &[], lanes: &[lane("nrt"), lane("newreno"), lane("sack")], seed: 42,
    },
    Preset {
        id: "fair-10",
        title: "Ten flows share a bottleneck",
        shows: "Ten flows of one kind through 6 Mbit/s with a little random loss: do they share fairly?",
        watch: "The goodput of the ten flows in each lane.",
        topology: "dumbbell",
        turned: &[("flows", "10"), ("rate", "6"), ("loss", "0.005"), ("aqm", "modified")],
        mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
    Preset {
        id: "friendly-20",
        title: "Ten NRT beside ten NewReno",
        shows: "Two kinds of flows in one world: does the one that keeps its window starve the other?",
        watch: "The goodput of flows 1 to 10 beside that of flows 11 to 20.",
        topology: "dumbbell",
        turned: &[("flows", "20"), ("rate", "6"), ("loss", "0.01"), ("aqm", "modified")],
        mix: &[("nrt", 10), ("newreno", 10)],
        lanes: &[lane_with("mixed", "nrt", &[])], seed: 42,
    },
    Preset {
        id: "reorder",
        title: "Overtaking packets",
        shows: "Single packets are late and are overtaken: duplicate ACKs, needless retransmissions, now and then a \
                timeout.",
        watch: "Window cuts without any loss; timeouts marked S whose card says reordering.",
        topology: "chain",
        turned: &[("hops", "4"), ("late", "0.02"), ("lateby", "400"), ("lateorder", "overtake"), ("latehops", "one"),
            ("cap", "16"), ("aqm", "modified")],
        mix: &[], lanes: NRT_AND_NEWRENO, seed: 42,
    },
];
