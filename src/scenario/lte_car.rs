//! The rate of a cellular link as seen from a moving car, made by a formula.
//!
//! Not a recording. The shape follows what published drives show (Winstein et al., NSDI 2013): the rate swings by a
//! factor of ten within seconds, and stops for a second or so when the car changes cells. Whole numbers only, so every
//! machine makes the same trace.

/// Length of the loop, in milliseconds.
const LOOP_MS: u32 = 40_000;
/// Bits of one opportunity of 1500 bytes.
const OPPORTUNITY_BITS: u32 = 12_000;
/// Slowest and fastest rate outside gaps, in bits per millisecond.
const SLOW: u32 = 400;
const FAST: u32 = 6_000;
/// The rate rises and falls evenly in this time, in milliseconds. A divisor of the loop's double would repeat early.
const SWING_MS: u32 = 7_300;
/// Changes of cell: start and length, in milliseconds.
const GAPS: [(u32, u32); 3] = [(6_500, 900), (19_000, 1_400), (31_500, 700)];

/// Milliseconds of the opportunities of one loop.
#[must_use]
pub fn opportunities() -> Vec<u32> {
    let mut at = Vec::new();
    let mut bits = 0;
    for ms in 1..=LOOP_MS {
        bits += rate(ms);
        while bits >= OPPORTUNITY_BITS {
            bits -= OPPORTUNITY_BITS;
            at.push(ms);
        }
    }
    at.push(LOOP_MS);
    at
}

/// Bits in millisecond `ms`: a triangle, with gaps.
fn rate(ms: u32) -> u32 {
    if GAPS.iter().any(|&(start, length)| (start..start + length).contains(&ms)) {
        return 0;
    }
    let phase = ms % (2 * SWING_MS);
    let height = phase.min(2 * SWING_MS - phase);
    SLOW + (FAST - SLOW) * height / SWING_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_swings_and_has_gaps() {
        let at = opportunities();
        assert!(at.is_sorted() && at.last() == Some(&LOOP_MS));
        let mean = at.len() as u32 * OPPORTUNITY_BITS / LOOP_MS;
        assert!((2_500..4_000).contains(&mean), "{mean} kbit/s");
        let longest = at.windows(2).map(|pair| pair[1] - pair[0]).max().expect("gaps");
        assert!((1_400..1_450).contains(&longest), "{longest} ms");
    }
}
