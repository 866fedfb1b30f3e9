//! Where experiments play. What holds for every run on a stage stands here and nowhere else.

/// A network that the figures of a paper share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A row of radio stations (TCP NRT paper §5.1).
    Chain,
    /// 18 radio stations in a grid (TCP NRT paper §5.1).
    Grid,
    /// Senders and receivers around one link (TCP NRT paper §5.3.3).
    Dumbbell,
}

impl Stage {
    /// What its links start from.
    #[must_use]
    pub const fn base(self) -> &'static str {
        match self {
            Stage::Chain => "wlan-chain",
            Stage::Grid => "wlan-grid-18",
            Stage::Dumbbell => "dumbbell",
        }
    }

    /// Keys of the links of all runs on it.
    #[must_use]
    pub const fn turned(self) -> &'static str {
        match self {
            Stage::Chain => "aqm=modified&routing=dsr",
            Stage::Grid => "aqm=modified",
            Stage::Dumbbell => "aqm=modified&rate=6&prop=20&access=100&accessprop=0",
        }
    }

    /// What was chosen where the paper is silent.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Stage::Chain => &[
                "802.11a at 9 Mbit/s, 200 m apart, decoded up to 250 m and sensed up to 550 m, the stronger of two frames \
                 survives, no RTS. Ways are searched by DSR; every packet carries its way and pays for the bytes.",
                TCP,
                MARKS,
            ],
            Stage::Grid => &[
                "Three rows of six stations, 802.11a at 9 Mbit/s, 200 m apart, decoded up to 250 m and sensed up to 550 m, \
                 no RTS. Packets follow one line through all rows: no shortest path in 18 stations has ten hops. This way \
                 is fixed, nobody searches for it, and no bytes of a source route are charged.",
                TCP,
                MARKS,
            ],
            Stage::Dumbbell => &[
                "A link of 6 Mbit/s and 20 ms between links of 100 Mbit/s and 0 ms; its queue holds 50 packets.",
                TCP,
                MARKS,
            ],
        }
    }
}

const TCP: &str = "Segments of 512 B, window up to 32, receive window 64, RTO from 200 ms to 64 s on a clock of 10 ms, no \
                   delayed ACKs, timestamps on; accuracies count contention apart.";
const MARKS: &str = "All routers mark every packet while RED's average (weight 0.002) is at least 15 packets, where nothing else \
                     is said, and all senders halve their window on a mark.";
