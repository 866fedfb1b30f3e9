//! Randomness that a run can be replayed with, in two kinds.
//!
//! A *keyed draw* is a hash of what is drawn for: the same packet meets the same luck in every run of one seed,
//! whatever else happens before it. Channel fates are keyed draws compared with a probability, so a larger
//! probability only adds losses (common random numbers). A *labelled stream* is an ordinary generator, seeded from the
//! run seed and a label; what is drawn from it depends on how often it was asked before.
//!
//! The mixer is the finalizer of SplitMix64 (Steele, Lea and Flood 2014), the stream generator PCG XSH-RR 64/32
//! (O'Neill 2014).

use rand_core::Rng;
use rand_pcg::Pcg32;

/// What a draw is for. The numbers are part of every recorded fingerprint: append, never renumber.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Label {
    /// End-to-end random loss of a packet.
    PathLoss = 1,
    /// On which hop of its path a packet with end-to-end luck meets its fate.
    PathHop = 2,
    /// Uniform loss on one link.
    LinkLoss = 3,
    /// Bit errors on one link.
    BitError = 4,
    /// Loss inside a state of the Gilbert model.
    GilbertLoss = 5,
    /// Dwell times of the Gilbert model.
    GilbertDwell = 6,
    /// Jitter of one link.
    Jitter = 7,
    /// Whether a packet is singled out for a delay.
    DelayOne = 8,
    /// Times at which a link stalls.
    Hold = 9,
    /// Marking of a RED queue.
    Red = 10,
    /// Start jitter of flows.
    FlowStart = 11,
    /// Arrivals of cross traffic.
    CrossTraffic = 12,
    /// Loss on the wire before a packet enters a queue.
    IngressLoss = 13,
    /// How long a router waits before it sends a broadcast on.
    RouteJitter = 14,
    /// Errors of frames on a radio channel.
    FrameError = 15,
    /// Back-off of a radio station.
    Backoff = 16,
    /// When two radio stations do not hear each other.
    Outage = 17,
}

/// The finalizer of SplitMix64: a bijection that spreads every input bit over all output bits.
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The constant part of a family of keyed draws: run seed, label and object (link, flow, …), mixed once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck(u64);

impl Luck {
    /// The family of draws of `label` for one object of a run.
    #[must_use]
    pub const fn new(seed: u64, label: Label, object: u64) -> Luck {
        Luck(mix(mix(seed ^ mix(label as u64)) ^ object))
    }

    /// The draw for the key (`a`, `b`), as 64 uniform bits. Two mixes.
    #[must_use]
    pub const fn bits(self, a: u64, b: u64) -> u64 {
        mix(mix(self.0 ^ a).wrapping_add(b))
    }

    /// The draw for the key (`a`, `b`), uniform in [0, 1).
    #[must_use]
    pub const fn uniform(self, a: u64, b: u64) -> f64 {
        unit(self.bits(a, b))
    }
}

/// The upper 53 bits of `bits` as a number in [0, 1).
#[must_use]
pub const fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// A generator of its own for one purpose of one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream(Pcg32);

impl Stream {
    /// The stream of `label` for one object of a run.
    #[must_use]
    pub fn new(seed: u64, label: Label, object: u64) -> Stream {
        let Luck(state) = Luck::new(seed, label, object);
        Stream(Pcg32::new(state, mix(state)))
    }

    /// The next draw, uniform in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        unit(self.0.next_u64())
    }

    /// The next draw from the exponential distribution of mean `mean` (inverse transform).
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * crate::math::ln_1p(-self.uniform())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_fixed_for_ever() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf, "first output of SplitMix64 seeded with 0");
        let luck = Luck::new(42, Label::PathLoss, 0);
        assert_eq!(luck.bits(0, 0), Luck::new(42, Label::PathLoss, 0).bits(0, 0));
        assert_ne!(luck.bits(0, 0), luck.bits(0, 1));
        assert_ne!(luck.bits(0, 0), luck.bits(1, 0));
        assert_ne!(luck.bits(0, 0), Luck::new(43, Label::PathLoss, 0).bits(0, 0));
        assert_ne!(luck.bits(0, 0), Luck::new(42, Label::LinkLoss, 0).bits(0, 0));
        assert_ne!(luck.bits(0, 0), Luck::new(42, Label::PathLoss, 1).bits(0, 0));
    }

    #[test]
    fn keyed_draws_are_uniform_and_uncorrelated() {
        let luck = Luck::new(7, Label::LinkLoss, 3);
        let n = 100_000u64;
        let (mut sum, mut lag) = (0.0, 0.0);
        let mut bins = [0u32; 16];
        for segment in 0..n {
            let u = luck.uniform(segment * 1000, 0);
            sum += u;
            lag += (u - 0.5) * (luck.uniform(segment * 1000, 1) - 0.5);
            bins[(u * 16.0) as usize] += 1;
        }
        let n = n as f64;
        assert!((sum / n - 0.5).abs() < 0.004, "mean {}", sum / n);
        assert!((lag / n).abs() < 0.001, "lag {}", lag / n);
        let chi: f64 =
            bins.iter().map(|&seen| (f64::from(seen) - n / 16.0) * (f64::from(seen) - n / 16.0) * 16.0 / n).sum();
        assert!(chi < 37.7, "chi square with 15 degrees of freedom, 0.1 % level: {chi}");
    }

    #[test]
    fn streams_repeat_and_have_the_right_mean() {
        let mut stream = Stream::new(1, Label::Hold, 2);
        let mut again = stream.clone();
        let mean = (0..50_000).map(|_| stream.exponential(3.0)).sum::<f64>() / 50_000.0;
        assert!((mean - 3.0).abs() < 0.05, "mean {mean}");
        assert_eq!(again.uniform(), Stream::new(1, Label::Hold, 2).uniform());
    }
}
