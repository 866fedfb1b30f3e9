//! Whether one quantity rises with another.

/// Spearman's rank correlation of the pairs (`x`, `y`): 1 where y rises with every step of x, −1 where it falls (Spearman
/// 1904). Equal values share the mean of their ranks. `None` for fewer than three pairs or where one of the two never
/// changes.
#[must_use]
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let x = ranks(pairs.iter().map(|pair| pair.0).collect());
    let y = ranks(pairs.iter().map(|pair| pair.1).collect());
    let middle = (pairs.len() as f64 + 1.0) / 2.0;
    let product = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).map(|(one, other)| (one - middle) * (other - middle)).sum::<f64>()
    };
    let spread = (product(&x, &x) * product(&y, &y)).sqrt();
    (spread > 0.0).then(|| product(&x, &y) / spread)
}

/// The rank of each value, from 1.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|&&other| other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|&&other| other == value).count() as f64;
    values.iter().map(|&value| below(value) + (equal(value) + 1.0) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rising_and_falling() {
        assert_eq!(spearman(&[(1.0, 2.0), (2.0, 3.0), (9.0, 400.0)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 2.0), (2.0, 1.0), (9.0, -4.0)]), Some(-1.0));
        assert_eq!(spearman(&[(1.0, 2.0), (2.0, 1.0)]), None, "two points always rise or fall");
        assert_eq!(spearman(&[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]), None, "nothing changes");
    }

    /// d = (0, 1, −1, 0): 1 − 6 · 2 / (4 · 15) = 0.8.
    #[test]
    fn one_step_back_among_four() {
        let rho = spearman(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0), (4.0, 4.0)]).expect("four pairs");
        assert!((rho - 0.8).abs() < 1e-12, "{rho}");
    }

    /// Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / √(4.5 · 5).
    #[test]
    fn equal_values_share_a_rank() {
        let rho = spearman(&[(1.0, 1.0), (2.0, 2.0), (3.0, 2.0), (4.0, 3.0)]).expect("four pairs");
        assert!((rho - 4.5 / 22.5_f64.sqrt()).abs() < 1e-12, "{rho}");
    }
}
