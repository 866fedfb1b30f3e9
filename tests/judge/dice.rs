//! A generator of its own for the toys.

use cwndlab::rng::mix;

/// A counter run through a mixer.
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(mix(seed))
    }

    /// Uniform in 0..sides.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0) % sides
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }
}
