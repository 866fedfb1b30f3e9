//! What noise does to a frame that nothing else disturbs.
//!
//! Three kinds of errors, which add up: a probability per data frame, a probability per bit, and the bit error rate that
//! the modulation has at the signal-to-noise ratio of the frame. A frame fails where its keyed draw is below the
//! probability.
//!
//! Curves: union bounds for the convolutional code of 802.11a (Miller 2003, NISTIR 6994, as in ns-3's NIST error model),
//! ns-3's fits for 802.11b. Noise floor as in the radio pipeline of OPNET.

use super::frame::Frame;
use super::geometry::Attowatts;
use super::phy::PhyRate;
use crate::ids::NodeId;
use crate::math;
use crate::rng::{Label, Luck};

/// Noise, as plain data.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Noise {
    /// Probability that an attempt at a data frame fails.
    pub frame: f64,
    /// Probability that a bit of any frame is wrong.
    pub bit: f64,
    /// Noise factor of the receivers, linear, 1 for ideal ones; `None` for no thermal noise at all.
    pub figure: Option<f64>,
}

/// Boltzmann's constant as OPNET rounds it, in joule per kelvin.
const BOLTZMANN: f64 = 1.379e-23;
/// Temperature of the background and of the receiver, in kelvin.
const KELVIN: f64 = 290.0;
/// Ambient noise, in watts per hertz.
const AMBIENT: f64 = 1e-26;
/// Bandwidth of an 802.11b channel, in hertz.
const DSSS_BANDWIDTH: f64 = 22e6;
/// Bandwidth of an 802.11a channel, in hertz.
const OFDM_BANDWIDTH: f64 = 20e6;

/// Noise of a receiver with noise factor `figure`, in watts.
#[must_use]
pub fn thermal_watts(figure: f64, ofdm: bool) -> f64 {
    let bandwidth = if ofdm { OFDM_BANDWIDTH } else { DSSS_BANDWIDTH };
    let receiver = (figure - 1.0) * KELVIN;
    (receiver + KELVIN) * bandwidth * BOLTZMANN + bandwidth * AMBIENT
}

impl Noise {
    /// Power of the thermal noise at the receivers of a network, in attowatts.
    #[must_use]
    pub fn floor(&self, ofdm: bool) -> Attowatts {
        self.figure.map_or(0, |figure| (thermal_watts(figure, ofdm) * 1e18) as Attowatts)
    }

    /// Whether any frame can fail.
    #[must_use]
    pub const fn is_silent(&self) -> bool {
        self.frame == 0.0 && self.bit == 0.0 && self.figure.is_none()
    }

    /// Probability that a frame of `bytes` bytes at `rate` fails that arrives with `power`.
    #[must_use]
    pub fn failure(&self, rate: PhyRate, bytes: u16, is_data: bool, power: Attowatts) -> f64 {
        let bits = 8.0 * f64::from(bytes);
        let mut success = if is_data { 1.0 - self.frame } else { 1.0 };
        if self.bit > 0.0 {
            success *= math::exp(bits * math::ln_1p(-self.bit));
        }
        if self.figure.is_some() {
            let snr = power as f64 / (self.floor(rate.is_ofdm()).max(1)) as f64;
            success *= math::exp(bits * math::ln_1p(-bit_error_rate(rate, snr)));
        }
        1.0 - success
    }
}

/// Whether noise spoils `frame` at `hearer`, which it does with probability `p`. The draw is keyed by both stations, the
/// packet, the kind of the frame and the attempt.
#[must_use]
pub fn fails(seed: u64, hearer: NodeId, frame: &Frame, p: f64) -> bool {
    let pair = u64::from(frame.from.0) << 8 | u64::from(hearer.0);
    let luck = Luck::new(seed, Label::FrameError, pair);
    let which = u64::from(frame.kind.number()) << 48 | u64::from(frame.attempt) << 56;
    p > 0.0 && luck.uniform(frame.key.first_byte, frame.key.rest ^ which) < p
}

/// Bit error rate at the signal-to-noise ratio `snr`, linear, after decoding.
#[must_use]
pub fn bit_error_rate(rate: PhyRate, snr: f64) -> f64 {
    match rate {
        PhyRate::A6 => coded(half(math::erfc(snr.sqrt())), Code::Half),
        PhyRate::A9 => coded(half(math::erfc(snr.sqrt())), Code::ThreeQuarters),
        PhyRate::A12 => coded(half(math::erfc((snr / 2.0).sqrt())), Code::Half),
        PhyRate::A18 => coded(half(math::erfc((snr / 2.0).sqrt())), Code::ThreeQuarters),
        PhyRate::A24 => coded(0.75 * half(math::erfc((snr / 10.0).sqrt())), Code::Half),
        PhyRate::A36 => coded(0.75 * half(math::erfc((snr / 10.0).sqrt())), Code::ThreeQuarters),
        PhyRate::A48 => coded(7.0 / 12.0 * half(math::erfc((snr / 42.0).sqrt())), Code::TwoThirds),
        PhyRate::A54 => coded(7.0 / 12.0 * half(math::erfc((snr / 42.0).sqrt())), Code::ThreeQuarters),
        PhyRate::B1 => half(math::exp(-22.0 * snr)),
        PhyRate::B2 => dqpsk(11.0 * snr),
        PhyRate::B5 => cck(snr, |s| 0.536_816_343_440_562 * math::exp(-cck_5_power(s))),
        PhyRate::B11 => cck(snr, |s| {
            let over = (7.905_67e-3 * s - 0.183_974) * s + 1.074_069;
            over / (((s + 1.052_332) * s + 0.305_523) * s + 2.203_272)
        }),
    }
}

fn half(x: f64) -> f64 {
    x / 2.0
}

/// DQPSK at `ebn0` (ns-3's `DqpskFunction`).
fn dqpsk(ebn0: f64) -> f64 {
    let root = std::f64::consts::SQRT_2;
    let factor = (root + 1.0) / (8.0 * std::f64::consts::PI * root).sqrt();
    (factor / ebn0.sqrt() * math::exp(-(2.0 - root) * ebn0)).min(0.5)
}

fn cck_5_power(s: f64) -> f64 {
    math::pow((s - 3.309_243e-3) / 0.416_543_723_61, 1.028_898_143_4)
}

/// A fit that holds between the ratios where all is wrong and where nothing is.
fn cck(snr: f64, fit: impl Fn(f64) -> f64) -> f64 {
    match snr {
        s if s > 10.0 => 0.0,
        s if s < 0.1 => 0.5,
        s => fit(s).clamp(0.0, 0.5),
    }
}

/// Rates of the punctured convolutional code.
#[derive(Clone, Copy)]
enum Code {
    Half,
    TwoThirds,
    ThreeQuarters,
}

/// Bit error rate behind the decoder where it is `p` before it: the first ten terms of the union bound.
fn coded(p: f64, code: Code) -> f64 {
    let d = (4.0 * p * (1.0 - p)).sqrt();
    let (first, step, weights, per_bit): (i32, i32, [f64; 10], f64) = match code {
        Code::Half => (
            10,
            2,
            [36.0, 211.0, 1404.0, 11_633.0, 77_433.0, 502_690.0, 3_322_763.0, 21_292_910.0, 134_365_911.0, 0.0],
            2.0,
        ),
        Code::TwoThirds => {
            (6, 1, [3.0, 70.0, 285.0, 1276.0, 6160.0, 27_128.0, 117_019.0, 498_860.0, 2_103_891.0, 8_784_123.0], 4.0)
        }
        Code::ThreeQuarters => (
            5,
            1,
            [
                42.0,
                201.0,
                1492.0,
                10_469.0,
                62_935.0,
                379_644.0,
                2_253_373.0,
                13_073_811.0,
                75_152_755.0,
                428_005_675.0,
            ],
            6.0,
        ),
    };
    let terms = weights.iter().zip(0..).map(|(weight, index)| weight * math::pow(d, f64::from(first + step * index)));
    (terms.sum::<f64>() / per_bit).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::CopyKey;
    use crate::radio::frame::Kind;

    fn linear(db: f64) -> f64 {
        math::pow(10.0, db / 10.0)
    }

    /// Frame error rate at `db` decibels.
    fn frame_error(rate: PhyRate, bytes: u16, db: f64) -> f64 {
        let noise = Noise { figure: Some(1.0), ..Noise::default() };
        let power = noise.floor(rate.is_ofdm()) as f64 * linear(db);
        noise.failure(rate, bytes, true, power as Attowatts)
    }

    #[test]
    fn curves_of_802_11a() {
        for (db, expected) in [(6.0, 0.711), (7.0, 0.0445), (8.0, 0.0011)] {
            let found = frame_error(PhyRate::A9, 1064, db);
            assert!((found / expected - 1.0).abs() < 0.03, "{db} dB: {found}");
        }
        for (db, expected) in [(2.0, 0.627), (3.0, 0.027)] {
            let found = frame_error(PhyRate::A6, 14, db);
            assert!((found / expected - 1.0).abs() < 0.03, "{db} dB: {found}");
        }
    }

    #[test]
    fn faster_rates_need_a_stronger_signal() {
        let ofdm = &PhyRate::ALL[..8];
        let needs = |rate: PhyRate| (0..400).find(|&db| frame_error(rate, 1064, f64::from(db) / 10.0) < 0.01);
        for rates in ofdm.windows(2).filter(|rates| rates[0] != PhyRate::A9) {
            assert!(needs(rates[0]) < needs(rates[1]), "{rates:?}: {:?}", rates.iter().map(|&rate| needs(rate)));
        }
    }

    #[test]
    fn curves_of_802_11b() {
        assert_eq!(bit_error_rate(PhyRate::B11, 11.0), 0.0);
        assert_eq!(bit_error_rate(PhyRate::B11, 0.05), 0.5);
        let at_one = (7.90567e-3 - 0.183974 + 1.074069) / (1.0 + 1.052332 + 0.305523 + 2.203272);
        assert!((bit_error_rate(PhyRate::B11, 1.0) - at_one).abs() < 1e-12);
        assert!((bit_error_rate(PhyRate::B1, 0.1) - 0.5 * math::exp(-2.2)).abs() < 1e-15);
        let rising = [PhyRate::B1, PhyRate::B2, PhyRate::B5, PhyRate::B11].map(|rate| bit_error_rate(rate, 1.0));
        assert!(rising.is_sorted(), "{rising:?}");
    }

    #[test]
    fn noise_of_receivers() {
        assert!((thermal_watts(1.0, false) / 8.80e-14 - 1.0).abs() < 0.003);
        assert!((thermal_watts(5.0, false) / 4.40e-13 - 1.0).abs() < 0.003);
        assert_eq!(Noise::default().floor(false), 0);
    }

    #[test]
    fn a_noise_factor_of_five_changes_nothing_within_a_hop() {
        use crate::radio::geometry::{Law, Propagation};
        let law = Propagation { watts: 0.005, hertz: 2.4e9, law: Law::FreeSpace, ..Propagation::NS2 };
        let noise = Noise { figure: Some(5.0), ..Noise::default() };
        let snr = law.power(250.0) as f64 / noise.floor(false) as f64;
        assert!((10.0 * math::log10(snr) - 12.5).abs() < 0.1);
        assert_eq!(noise.failure(PhyRate::B11, 1536, true, law.power(250.0)), 0.0);
    }

    #[test]
    fn probabilities_add_up() {
        let noise = Noise { frame: 0.15, bit: 1e-5, figure: None };
        let bits = 1.0 - math::exp(8.0 * 1064.0 * math::ln_1p(-1e-5));
        assert!((noise.failure(PhyRate::A9, 1064, true, 1) - (1.0 - 0.85 * (1.0 - bits))).abs() < 1e-12);
        let ack = noise.failure(PhyRate::A6, 14, false, 1);
        assert!((ack - 112.0 * 1e-5).abs() < 1e-6, "frame errors are for data");
    }

    #[test]
    fn luck_belongs_to_the_attempt() {
        let key = CopyKey { first_byte: 5000, rest: 7 << 32 | 1 };
        let frame = |from, attempt, kind| Frame {
            from: NodeId(from),
            to: None,
            nav: crate::time::Span::ZERO,
            key,
            attempt,
            kind,
        };
        let fate = |attempt, p| fails(1, NodeId(3), &frame(2, attempt, Kind::Ack), p);
        let share = (0..=255).filter(|&attempt| fate(attempt, 0.15)).count();
        assert!((20..60).contains(&share), "{share}");
        for attempt in 0..=255 {
            assert!(!fate(attempt, 0.1) || fate(attempt, 0.2), "more noise only adds losses");
        }
        let differs = |other: &dyn Fn(u8) -> bool| (0..=255).any(|attempt| other(attempt) != fate(attempt, 0.5));
        assert!(differs(&|attempt| fails(1, NodeId(3), &frame(1, attempt, Kind::Ack), 0.5)));
        assert!(differs(&|attempt| fails(1, NodeId(4), &frame(2, attempt, Kind::Ack), 0.5)));
        assert!(differs(&|attempt| fails(1, NodeId(3), &frame(2, attempt, Kind::Cts), 0.5)));
    }
}
