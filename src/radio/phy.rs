//! How long things take on the air: rates, frames, interframe spaces, in exact nanoseconds.
//!
//! IEEE 802.11-2020, table 17-21 (OFDM) and 16-4 (DSSS).

use serde::{Deserialize, Serialize};

use crate::time::Span;
use crate::units::{Bytes, Rate};

/// Bytes of an RTS frame (IEEE 802.11-2020 §9.3.1.2).
pub const RTS_BYTES: u16 = 20;
/// Bytes of a CTS frame (§9.3.1.3).
pub const CTS_BYTES: u16 = 14;
/// Bytes of an acknowledgement (§9.3.1.4).
pub const ACK_BYTES: u16 = 14;
/// Bytes around an IP packet in a data frame: MAC header 24, FCS 4 (§9.3.2.1), LLC and SNAP 8 (RFC 1042).
pub const DATA_OVERHEAD: u16 = 36;

/// Rates of data frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhyRate {
    /// 802.11a, 6 Mbit/s: BPSK 1/2.
    A6,
    /// 802.11a, 9 Mbit/s: BPSK 3/4.
    A9,
    /// 802.11a, 12 Mbit/s: QPSK 1/2.
    A12,
    /// 802.11a, 18 Mbit/s: QPSK 3/4.
    A18,
    /// 802.11a, 24 Mbit/s: 16-QAM 1/2.
    A24,
    /// 802.11a, 36 Mbit/s: 16-QAM 3/4.
    A36,
    /// 802.11a, 48 Mbit/s: 64-QAM 2/3.
    A48,
    /// 802.11a, 54 Mbit/s: 64-QAM 3/4.
    A54,
    /// 802.11b, 1 Mbit/s: DBPSK.
    B1,
    /// 802.11b, 2 Mbit/s: DQPSK.
    B2,
    /// 802.11b, 5.5 Mbit/s: CCK.
    B5,
    /// 802.11b, 11 Mbit/s: CCK.
    B11,
}

impl PhyRate {
    /// All rates, in the order of the choice in the table of knobs.
    pub const ALL: [PhyRate; 12] = [
        PhyRate::A6,
        PhyRate::A9,
        PhyRate::A12,
        PhyRate::A18,
        PhyRate::A24,
        PhyRate::A36,
        PhyRate::A48,
        PhyRate::A54,
        PhyRate::B1,
        PhyRate::B2,
        PhyRate::B5,
        PhyRate::B11,
    ];

    /// Whether it is one of 802.11a.
    #[must_use]
    pub const fn is_ofdm(self) -> bool {
        !matches!(self, PhyRate::B1 | PhyRate::B2 | PhyRate::B5 | PhyRate::B11)
    }

    /// Bits per second.
    #[must_use]
    pub const fn rate(self) -> Rate {
        Rate(match self {
            PhyRate::A6 => 6_000_000,
            PhyRate::A9 => 9_000_000,
            PhyRate::A12 => 12_000_000,
            PhyRate::A18 => 18_000_000,
            PhyRate::A24 => 24_000_000,
            PhyRate::A36 => 36_000_000,
            PhyRate::A48 => 48_000_000,
            PhyRate::A54 => 54_000_000,
            PhyRate::B1 => 1_000_000,
            PhyRate::B2 => 2_000_000,
            PhyRate::B5 => 5_500_000,
            PhyRate::B11 => 11_000_000,
        })
    }

    /// Control frames answer at the highest mandatory rate that is not above the data rate (§10.6.6.5.2).
    const fn ofdm_control(self) -> PhyRate {
        match self {
            PhyRate::A6 | PhyRate::A9 => PhyRate::A6,
            PhyRate::A12 | PhyRate::A18 => PhyRate::A12,
            _ => PhyRate::A24,
        }
    }
}

/// How fast a network sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phy {
    /// Rate of unicast data.
    pub data: PhyRate,
    /// 802.11b: whether control frames and broadcasts go out at 2 instead of 1 Mbit/s.
    pub fast_basic: bool,
    /// 802.11b: whether preamble and header take 96 instead of 192 µs (§16.2.2.3).
    pub short_preamble: bool,
}

impl Phy {
    /// Data at `data`; basic rate 1 Mbit/s and long preamble where it is 802.11b.
    #[must_use]
    pub const fn new(data: PhyRate) -> Phy {
        Phy { data, fast_basic: false, short_preamble: false }
    }

    /// The slot time.
    #[must_use]
    pub const fn slot(&self) -> Span {
        Span::from_micros(if self.data.is_ofdm() { 9 } else { 20 })
    }

    /// The short interframe space.
    #[must_use]
    pub const fn sifs(&self) -> Span {
        Span::from_micros(if self.data.is_ofdm() { 16 } else { 10 })
    }

    /// The DCF interframe space: SIFS and two slots (§10.3.2.3.5).
    #[must_use]
    pub fn difs(&self) -> Span {
        self.sifs() + self.slot() * 2
    }

    /// The extended interframe space: SIFS, DIFS and an acknowledgement at the lowest rate (§10.3.2.3.7).
    #[must_use]
    pub fn eifs(&self) -> Span {
        let lowest = if self.data.is_ofdm() { PhyRate::A6 } else { PhyRate::B1 };
        self.sifs() + self.difs() + self.airtime(lowest, ACK_BYTES)
    }

    /// The smallest contention window, in slots.
    #[must_use]
    pub const fn cw_min(&self) -> u16 {
        if self.data.is_ofdm() { 15 } else { 31 }
    }

    /// The largest contention window, in slots.
    #[must_use]
    pub const fn cw_max(&self) -> u16 {
        1023
    }

    /// Rate of RTS, CTS and acknowledgements.
    #[must_use]
    pub const fn control(&self) -> PhyRate {
        if self.data.is_ofdm() { self.data.ofdm_control() } else { self.basic() }
    }

    /// Rate of broadcasts.
    #[must_use]
    pub const fn basic(&self) -> PhyRate {
        match (self.data.is_ofdm(), self.fast_basic) {
            (true, _) => PhyRate::A6,
            (false, false) => PhyRate::B1,
            (false, true) => PhyRate::B2,
        }
    }

    /// Time on the air of a frame of `bytes` bytes, preamble included, rounded half up to a nanosecond.
    #[must_use]
    pub fn airtime(&self, rate: PhyRate, bytes: u16) -> Span {
        if !rate.is_ofdm() {
            let preamble = if self.short_preamble { 96 } else { 192 };
            return Span::from_micros(preamble) + rate.rate().time_for(Bytes(u64::from(bytes)));
        }
        // 16 bits of SERVICE, 6 tail bits, symbols of 4 µs behind 20 µs of preamble and SIGNAL (§17.4.3).
        let bits_per_symbol = rate.rate().0 / 250_000;
        let symbols = (16 + 8 * u64::from(bytes) + 6).div_ceil(bits_per_symbol);
        Span::from_micros(20 + 4 * symbols)
    }

    /// Time on the air of an acknowledgement, and of a CTS, which is as long.
    #[must_use]
    pub fn ack(&self) -> Span {
        self.airtime(self.control(), ACK_BYTES)
    }

    /// Time on the air of an RTS.
    #[must_use]
    pub fn rts(&self) -> Span {
        self.airtime(self.control(), RTS_BYTES)
    }

    /// Time on the air of a unicast data frame with an IP packet of `packet` bytes.
    #[must_use]
    pub fn data(&self, packet: u16) -> Span {
        self.airtime(self.data, packet + DATA_OVERHEAD)
    }

    /// Time on the air of a broadcast with an IP packet of `packet` bytes.
    #[must_use]
    pub fn broadcast(&self, packet: u16) -> Span {
        self.airtime(self.basic(), packet + DATA_OVERHEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A9: Phy = Phy::new(PhyRate::A9);
    const B11: Phy = Phy::new(PhyRate::B11);
    const B2: Phy = Phy::new(PhyRate::B2);

    fn nanos(spans: &[Span]) -> Vec<u64> {
        spans.iter().map(|span| span.as_nanos()).collect()
    }

    #[test]
    fn airtimes_of_802_11a() {
        assert_eq!(nanos(&[A9.ack(), A9.rts()]), [44_000, 52_000]);
        let data = [40, 540, 552, 1028, 1040, 1500].map(|packet| A9.data(packet));
        assert_eq!(nanos(&data), [92_000, 536_000, 548_000, 972_000, 980_000, 1_388_000]);
        assert_eq!(A9.airtime(PhyRate::A9, ACK_BYTES), Span::from_micros(36));
        assert_eq!(Phy::new(PhyRate::A54).airtime(PhyRate::A54, 1536), Span::from_micros(20 + 4 * 57));
    }

    #[test]
    fn airtimes_of_802_11b() {
        assert_eq!(nanos(&[B11.ack(), B11.rts(), B2.ack()]), [304_000, 352_000, 304_000]);
        let data = [40, 540, 552, 1028, 1040, 1500].map(|packet| B11.data(packet));
        assert_eq!(nanos(&data), [247_273, 610_909, 619_636, 965_818, 974_545, 1_309_091]);
        let data = [40, 540, 552, 1028, 1040, 1500].map(|packet| B2.data(packet));
        assert_eq!(nanos(&data), [496_000, 2_496_000, 2_544_000, 4_448_000, 4_496_000, 6_336_000]);
        let short = Phy { short_preamble: true, ..B11 };
        assert_eq!(short.ack(), Span::from_micros(96 + 112));
        let fast = Phy { fast_basic: true, ..B11 };
        assert_eq!(fast.ack(), Span::from_micros(192 + 56));
    }

    #[test]
    fn spaces_and_windows() {
        assert_eq!(nanos(&[A9.difs(), A9.eifs()]), [34_000, 94_000]);
        assert_eq!(nanos(&[B11.difs(), B11.eifs()]), [50_000, 364_000]);
        assert_eq!(Phy { fast_basic: true, ..B11 }.eifs(), Span::from_micros(364), "the lowest rate counts");
        assert_eq!((A9.cw_min(), B11.cw_min(), A9.cw_max()), (15, 31, 1023));
    }

    #[test]
    fn control_rates() {
        let control = |rate| Phy::new(rate).control();
        assert_eq!([PhyRate::A6, PhyRate::A18, PhyRate::A54].map(control), [PhyRate::A6, PhyRate::A12, PhyRate::A24]);
        assert_eq!(Phy::new(PhyRate::A54).basic(), PhyRate::A6);
    }

    /// Saturation throughput of one station, in Mbit/s: payload over DIFS, mean back-off, data, SIFS and ACK.
    fn saturation(phy: Phy, payload: u16, rts: bool) -> f64 {
        let cycle = phy.difs() + phy.data(payload + 28) + phy.sifs() + phy.ack();
        let reservation = if rts { phy.rts() + phy.sifs() * 2 + phy.ack() } else { Span::ZERO };
        let micros = (cycle + reservation).as_nanos() as f64 / 1e3;
        let backoff = f64::from(phy.cw_min()) / 2.0 * phy.slot().as_nanos() as f64 / 1e3;
        8.0 * f64::from(payload) / (micros + backoff)
    }

    #[test]
    fn one_hop_saturation_as_jun_peddabachagari_and_sichitiu_2003() {
        let fast = Phy { fast_basic: true, ..B11 };
        let table = [
            (A9, [5.872, 7.058, 7.600, 6.342]),
            (Phy::new(PhyRate::A6), [4.296, 4.983, 5.272, 4.615]),
            (B11, [3.188, 4.879, 5.938, 3.455]),
            (fast, [3.333, 5.051, 6.111, 3.767]),
            (B2, [1.292, 1.562, 1.680, 1.380]),
        ];
        for (phy, expected) in table {
            let found = [(512, false), (1000, false), (1472, false), (1000, true)]
                .map(|(payload, rts)| saturation(phy, payload, rts));
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 0.0006, "{phy:?}: {found} instead of {expected}");
            }
        }
    }
}
