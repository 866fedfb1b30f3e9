//! From seconds and segments to pixels, and round numbers for axes.

/// A plot area and the ranges it shows. Pixels count from the top left corner of the drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// Left edge.
    pub x0: f64,
    /// Top edge.
    pub y0: f64,
    /// Right edge.
    pub x1: f64,
    /// Bottom edge, where the value is zero.
    pub y1: f64,
    /// Time at the left edge, in seconds.
    pub t0: f64,
    /// Time at the right edge, in seconds.
    pub t1: f64,
    /// Value at the top edge.
    pub max: f64,
}

impl Area {
    /// Pixel of a time.
    #[must_use]
    pub fn x(&self, t: f64) -> f64 {
        let span = self.t1 - self.t0;
        if span > 0.0 { self.x0 + (t - self.t0) / span * (self.x1 - self.x0) } else { self.x0 }
    }

    /// Pixel of a value; values above the range stay at the top edge.
    #[must_use]
    pub fn y(&self, value: f64) -> f64 {
        let part = if self.max > 0.0 { (value / self.max).clamp(0.0, 1.0) } else { 0.0 };
        self.y1 - part * (self.y1 - self.y0)
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }
}

/// The smallest of 1, 2, 5, 10, 20, … (and tenths of them) of which at most `most` steps cover `range`.
#[must_use]
pub fn nice_step(range: f64, most: usize) -> f64 {
    let most = most.max(1) as f64;
    let mut unit = 1e-9;
    while unit < 1e12 {
        for factor in [1.0, 2.0, 5.0] {
            if range <= unit * factor * most {
                return unit * factor;
            }
        }
        unit *= 10.0;
    }
    unit
}

/// The step of an axis from zero to `range` that ends in a tick: at most `most` steps, of which `range` is a multiple.
/// `range` is one that [`nice_max`] gives.
#[must_use]
pub fn even_step(range: f64, most: usize) -> f64 {
    let fine = nice_step(range, 4);
    let parts = (range / fine + 0.5).floor() as usize;
    let joined = (1..parts).find(|joined| parts.is_multiple_of(*joined) && parts / joined <= most);
    fine * joined.unwrap_or(parts.max(1)) as f64
}

/// A round upper end for an axis that has to show `value`.
#[must_use]
pub fn nice_max(value: f64) -> f64 {
    let step = nice_step(value.max(4.0), 4);
    (value.max(4.0) / step).ceil() * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers() {
        assert!((nice_step(20.0, 4) - 5.0).abs() < 1e-9);
        assert!((nice_step(23.0, 4) - 10.0).abs() < 1e-9);
        assert!((nice_step(0.42, 4) - 0.2).abs() < 1e-9);
        assert!((nice_max(22.3) - 30.0).abs() < 1e-6);
        assert!((nice_max(0.0) - 4.0).abs() < 1e-6);
    }

    #[test]
    fn an_axis_ends_in_a_tick() {
        for value in [4.0, 22.3, 41.0, 61.0, 390.0, 610.0, 999.0] {
            let range = nice_max(value);
            for most in 1..6 {
                let steps = range / even_step(range, most);
                let whole = (1..=most).any(|whole| (steps - whole as f64).abs() < 1e-9);
                assert!(whole, "{range} in {steps} steps of at most {most}");
            }
        }
    }

    #[test]
    fn pixels() {
        let area = Area { x0: 50.0, y0: 10.0, x1: 150.0, y1: 110.0, t0: 2.0, t1: 4.0, max: 20.0 };
        assert_eq!((area.x(3.0), area.y(5.0), area.y(99.0)), (100.0, 85.0, 10.0));
    }
}
