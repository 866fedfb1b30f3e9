//! The only door to functions of real numbers beyond the operators, `sqrt`, `abs`, `min`, `max`, `floor` and `ceil`.
//!
//! The standard library takes the rest from the platform, which gives other bits natively than in WebAssembly.
//! The libm crate is the same code everywhere.

/// e to the power `x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// `exp(x) - 1`, exact for small `x`.
#[must_use]
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// The natural logarithm of `x`.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// `ln(1 + x)`, exact for small `x`.
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// `x` to the power `y`.
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// The logarithm of `x` to base ten.
#[must_use]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// The complementary error function of `x`.
#[must_use]
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// `x` rounded to the nearest whole number, halves away from zero.
#[must_use]
pub fn round(x: f64) -> f64 {
    libm::round(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(round(-2.5), -3.0);
        assert!((exp_m1(1e-12) - 1e-12).abs() < 1e-23);
        assert!((pow(0.998, 500.0) - 0.367_51).abs() < 1e-5);
        assert!((log10(1000.0) - 3.0).abs() < 1e-15);
        assert!((ln_1p(-1e-6) + 1.000_000_5e-6).abs() < 1e-15);
        assert!((ln(exp(2.0)) - 2.0).abs() < 1e-15);
        assert!((erfc(1.0) - 0.157_299_207_050_285).abs() < 1e-14);
    }
}
