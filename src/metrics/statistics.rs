//! The mean of some runs, and how sure it is.

/// Two-sided 95 % quantiles of Student's t distribution for 1 to 30 degrees of freedom (Abramowitz and Stegun, Handbook
/// of Mathematical Functions, table 26.10, in four digits).
const STUDENT_95: [f64; 30] = [
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
    2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
    2.0452, 2.0423,
];

/// The same quantile of the normal distribution.
const NORMAL_95: f64 = 1.959_964;

/// The two-sided 95 % quantile for `freedom` degrees of freedom, `None` for zero.
///
/// Beyond the table: the expansion in 1/freedom to its third term (Abramowitz and Stegun 26.7.5), which there is exact to
/// four digits.
#[must_use]
pub fn student_95(freedom: usize) -> Option<f64> {
    let row = freedom.checked_sub(1)?;
    Some(STUDENT_95.get(row).copied().unwrap_or_else(|| {
        let (z, n) = (NORMAL_95, freedom as f64);
        let (z3, z5, z7) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z);
        let first = (z3 + z) / 4.0;
        let second = (5.0 * z5 + 16.0 * z3 + 3.0 * z) / 96.0;
        let third = (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / 384.0;
        z + (first + (second + third / n) / n) / n
    }))
}

/// A mean with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// How many values.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// The interval reaches this far to either side; `None` for a single value.
    pub half_width: Option<f64>,
}

impl Estimate {
    /// The mean of `values`, `None` of none. The interval is Student's: t · s / √n with s of n − 1 degrees of freedom.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Estimate> {
        let n = values.len();
        let mean = mean(values)?;
        let half_width = student_95(n - 1).map(|t| {
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            let deviation = (squares / (n - 1) as f64).sqrt();
            t * deviation / (n as f64).sqrt()
        });
        Some(Estimate { n, mean, half_width })
    }
}

/// The mean of `values`, `None` of none.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_runs() {
        let runs = [1.50, 1.42, 1.61, 1.55, 1.47, 1.52, 1.49, 1.58, 1.44, 1.53];
        let estimate = Estimate::of(&runs).expect("ten values");
        assert_eq!(estimate.n, 10);
        assert!((estimate.mean - 1.511).abs() < 1e-12);
        let half_width = estimate.half_width.expect("more than one value");
        assert!((half_width - 0.0427).abs() < 0.00005, "{half_width}");
        assert!((half_width / 2.2622 * 10.0_f64.sqrt() - 0.0597).abs() < 0.00005, "s");
    }

    #[test]
    fn few_runs() {
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[3.0]), Some(Estimate { n: 1, mean: 3.0, half_width: None }));
        let two = Estimate::of(&[1.0, 3.0]).and_then(|estimate| estimate.half_width).expect("two values");
        assert!((two - 12.7062).abs() < 1e-9);
    }

    /// Probability that Student's t lies within ±`t`: the closed form for whole degrees of freedom (Abramowitz and Stegun
    /// 26.7.3 and 26.7.4).
    fn within(t: f64, freedom: usize) -> f64 {
        let n = freedom as f64;
        let (sin, cos2) = (t / (n + t * t).sqrt(), n / (n + t * t));
        let odd = freedom % 2 == 1;
        let (mut term, mut sum) = (if odd { cos2.sqrt() } else { 1.0 }, 0.0);
        for k in 0..(freedom / 2) {
            sum += term;
            let k = k as f64;
            term *= cos2 * if odd { (2.0 * k + 2.0) / (2.0 * k + 3.0) } else { (2.0 * k + 1.0) / (2.0 * k + 2.0) };
        }
        if odd { std::f64::consts::FRAC_2_PI * (libm::atan(t / n.sqrt()) + sin * sum) } else { sin * sum }
    }

    #[test]
    fn quantiles_hold_what_the_closed_form_promises() {
        assert!((within(1.0, 1) - 0.5).abs() < 1e-12, "the quartile of the Cauchy distribution is 1");
        for freedom in 1..=200 {
            let t = student_95(freedom).expect("at least one degree of freedom");
            // Four digits of t: the probability between its neighbours.
            let (low, high) = (within(t - 0.000_06, freedom), within(t + 0.000_06, freedom));
            assert!(low < 0.95 && 0.95 < high, "{freedom}: {t} holds {low} to {high}");
        }
    }

    #[test]
    fn quantiles_go_on_where_the_table_ends() {
        assert_eq!(student_95(0), None);
        let known = [(9, 2.2622), (30, 2.0423), (40, 2.0211), (60, 2.0003), (120, 1.9799), (1_000_000, 1.9600)];
        for (freedom, quantile) in known {
            let t = student_95(freedom).expect("at least one degree of freedom");
            assert!((t - quantile).abs() < 0.00006, "{freedom}: {t}");
        }
        assert!(student_95(31) < student_95(30));
    }
}
