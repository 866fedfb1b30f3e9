//! How a path is shared.

use super::statistics::mean;

/// Jain's index of the shares `x`: (Σx)² / (n Σx²), from 1/n where one has all to 1 where all have the same.
///
/// `None`, shown as an en dash, where nobody got anything. (Jain, Chiu and Hawe 1984, DEC-TR-301. Equation 5 of the TCP
/// NRT paper prints (Σx)² in the denominator too, which would always give 1/n; the range it states is that of the index.)
#[must_use]
pub fn jain(shares: &[f64]) -> Option<f64> {
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    (squares > 0.0).then(|| sum * sum / (shares.len() as f64 * squares))
}

/// How a new scheme lives beside an old one (TCP NRT paper §5.3.4). Throughputs in any one unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Friendliness {
    /// Mean throughput of the flows with the new scheme.
    pub new: f64,
    /// Mean throughput of the flows with the old scheme beside them.
    pub old: f64,
    /// `new` over `old`; `None` where the old got nothing.
    pub ratio: Option<f64>,
    /// `old` over the mean of as many flows that all use the old scheme: at least 1 where the new does not suppress it.
    /// `None` where those got nothing.
    pub impact: Option<f64>,
}

impl Friendliness {
    /// Compares the flows of a mixed run with a run of the old scheme alone. `None` where one of the three is empty.
    #[must_use]
    pub fn of(new: &[f64], old: &[f64], all_old: &[f64]) -> Option<Friendliness> {
        let (new, old, alone) = (mean(new)?, mean(old)?, mean(all_old)?);
        let over = |whole: f64, part: f64| (part > 0.0).then(|| whole / part);
        Some(Friendliness { new, old, ratio: over(new, old), impact: over(old, alone) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jains_index() {
        assert_eq!(jain(&[3.0, 5.0, 4.0]), Some(0.96));
        assert_eq!(jain(&[10.0, 0.0, 0.0]), Some(1.0 / 3.0));
        assert_eq!(jain(&[5.0, 5.0]), Some(1.0));
        assert_eq!(jain(&[0.0, 0.0]), None);
        assert_eq!(jain(&[]), None);
    }

    #[test]
    fn friends() {
        let friends = Friendliness::of(&[3.0, 5.0], &[1.0, 3.0], &[2.0, 3.0]).expect("three groups");
        assert_eq!(friends, Friendliness { new: 4.0, old: 2.0, ratio: Some(2.0), impact: Some(0.8) });
        assert_eq!(Friendliness::of(&[1.0], &[], &[1.0]), None);
        assert_eq!(Friendliness::of(&[1.0], &[0.0], &[0.0]).map(|none| (none.ratio, none.impact)), Some((None, None)));
    }
}
