//! The rules by which measured numbers decide a claim. All of them stand here, and [`RULES`] prints them.
//!
//! None has a number that was fitted to a result. A claim on which a rule has too little to go by stays open.

use serde::Serialize;

use crate::metrics::Estimate;

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds by its rule.
    Reproduces,
    /// It holds by the weaker half of its rule.
    Partly,
    /// It does not hold.
    Differs,
    /// Too few runs to say.
    Open,
    /// Nothing here could say.
    Untestable,
}

impl Verdict {
    /// All, in the order of tables.
    pub const ALL: [Verdict; 5] =
        [Verdict::Reproduces, Verdict::Partly, Verdict::Differs, Verdict::Open, Verdict::Untestable];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Reproduces => "reproduces",
            Verdict::Partly => "partly",
            Verdict::Differs => "does not reproduce",
            Verdict::Open => "open",
            Verdict::Untestable => "not testable here",
        }
    }
}

/// A rule: its id and what it says.
pub type RuleText = (&'static str, &'static str);

/// One is above the other.
pub const ORDERING: RuleText = (
    "ordering",
    "the 95 % interval of the difference, seed by seed, lies on the claimed side at 80 % of the points or more; partly: at \
     half of them",
);
/// One rises or falls with the axis.
pub const TREND: RuleText =
    ("trend", "Spearman's correlation of the means with the axis is 0.8 or more in the claimed direction; partly: 0.5");
/// One is r times the other.
pub const RATIO: RuleText = (
    "ratio",
    "the 95 % interval of the ratio, seed by seed, meets 1 + (r - 1)/2 to 1 + 2(r - 1); partly: it is on the right side of 1",
);
/// A number, or a limit.
pub const ABSOLUTE: RuleText =
    ("absolute", "the mean is within 20 % of the number, or of the right side of the limit; partly: within 50 %");
/// Two are about the same.
pub const CLOSE: RuleText =
    ("close", "the mean is within 20 % of what it is compared with at 80 % of the points or more; partly: within 50 %");
/// The paper's set-up.
pub const PARAMETER: RuleText = ("parameter", "the value of the experiment equals it");
/// A mechanism.
pub const WORKED: RuleText = ("worked-example", "a script or unit test that plays the mechanism step by step passes");
/// Nothing to measure.
pub const NONE: RuleText = ("none", "not testable here, for the reason given");

/// All rules.
pub const RULES: [RuleText; 8] = [ORDERING, TREND, RATIO, ABSOLUTE, CLOSE, PARAMETER, WORKED, NONE];

/// Share of the points at which a claim has to hold.
const MOST: f64 = 0.8;
/// Share at which it holds partly.
const HALF: f64 = 0.5;
/// Correlation of a trend.
const STRONG: f64 = 0.8;
/// Correlation of a trend that is partly there.
const FAIR: f64 = 0.5;
/// Relative distance that counts as the same.
const NEAR: f64 = 0.2;
/// Relative distance that counts as partly the same.
const FAR: f64 = 0.5;
/// What is lost in adding and dividing is no difference.
const ROUNDING: f64 = 1e-9;

/// What a number is compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// About this.
    About(f64),
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
}

impl Bound {
    /// How far `value` is off, relative to the bound; zero on the right side of a limit.
    #[must_use]
    pub fn distance(self, value: f64) -> f64 {
        let (off, bound) = match self {
            Bound::About(bound) => ((value - bound).abs(), bound),
            Bound::AtLeast(bound) => ((bound - value).max(0.0), bound),
            Bound::AtMost(bound) => ((value - bound).max(0.0), bound),
        };
        if bound == 0.0 && off == 0.0 { 0.0 } else { off / bound.abs() }
    }
}

/// Whether the whole interval of a difference is above zero. `None` without an interval.
#[must_use]
pub fn is_above(difference: &Estimate) -> Option<bool> {
    difference.half_width.map(|half| difference.mean - half > 0.0)
}

fn by_share(hits: usize, all: usize) -> Verdict {
    let share = hits as f64 / all as f64;
    match share {
        _ if all == 0 => Verdict::Open,
        share if share >= MOST - ROUNDING => Verdict::Reproduces,
        share if share >= HALF - ROUNDING => Verdict::Partly,
        _ => Verdict::Differs,
    }
}

/// [`ORDERING`]: at `hits` of `all` points everything is on the claimed side.
#[must_use]
pub fn ordering(hits: usize, all: usize) -> Verdict {
    by_share(hits, all)
}

/// [`TREND`]: `rho` is the correlation, positive in the claimed direction; `None` for too few points.
#[must_use]
pub fn trend(rho: Option<f64>) -> Verdict {
    match rho {
        None => Verdict::Open,
        Some(rho) if rho >= STRONG - ROUNDING => Verdict::Reproduces,
        Some(rho) if rho >= FAIR - ROUNDING => Verdict::Partly,
        Some(_) => Verdict::Differs,
    }
}

/// [`RATIO`] of a claim of `low` to `high` (the same where the paper gives one number).
#[must_use]
pub fn ratio(measured: Option<&Estimate>, low: f64, high: f64) -> Verdict {
    let Some((measured, half)) = measured.and_then(|measured| Some((measured, measured.half_width?))) else {
        return Verdict::Open;
    };
    let (least, most) = (1.0 + (low - 1.0) / 2.0, 1.0 + 2.0 * (high - 1.0));
    if measured.mean + half >= least - ROUNDING && measured.mean - half <= most + ROUNDING {
        Verdict::Reproduces
    } else if low > 1.0 && measured.mean > 1.0 {
        Verdict::Partly
    } else {
        Verdict::Differs
    }
}

/// [`ABSOLUTE`].
#[must_use]
pub fn absolute(measured: f64, bound: Bound) -> Verdict {
    match bound.distance(measured) {
        off if off <= NEAR + ROUNDING => Verdict::Reproduces,
        off if off <= FAR + ROUNDING => Verdict::Partly,
        _ => Verdict::Differs,
    }
}

/// [`CLOSE`]: the relative distances at all points.
#[must_use]
pub fn close(distances: &[f64]) -> Verdict {
    let within = |limit: f64| distances.iter().filter(|&&off| off <= limit + ROUNDING).count();
    match by_share(within(NEAR), distances.len()) {
        verdict @ (Verdict::Open | Verdict::Reproduces) => verdict,
        _ if by_share(within(FAR), distances.len()) == Verdict::Reproduces => Verdict::Partly,
        _ => Verdict::Differs,
    }
}

/// The worst of several that a claim needs all of; open where one of them is and none fails.
#[must_use]
pub fn every(verdicts: &[Verdict]) -> Verdict {
    let has = |wanted| verdicts.contains(&wanted);
    match () {
        () if has(Verdict::Differs) => Verdict::Differs,
        () if has(Verdict::Open) || verdicts.is_empty() => Verdict::Open,
        () => verdicts.iter().copied().max().unwrap_or(Verdict::Open),
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Differs, Open, Partly, Reproduces};
    use super::*;

    fn estimate(mean: f64, half_width: f64) -> Estimate {
        Estimate { n: 3, mean, half_width: Some(half_width) }
    }

    #[test]
    fn ordering_goes_by_the_share_of_points() {
        assert_eq!([ordering(4, 5), ordering(5, 5)], [Reproduces; 2]);
        assert_eq!([ordering(3, 5), ordering(1, 2)], [Partly; 2]);
        assert_eq!([ordering(2, 5), ordering(0, 1)], [Differs; 2]);
        assert_eq!(ordering(0, 0), Open);
    }

    #[test]
    fn an_interval_that_touches_zero_is_not_above_it() {
        assert_eq!(is_above(&estimate(2.0, 1.9)), Some(true));
        assert_eq!(is_above(&estimate(2.0, 2.0)), Some(false));
        assert_eq!(is_above(&Estimate { n: 1, mean: 2.0, half_width: None }), None);
    }

    #[test]
    fn trends() {
        assert_eq!([trend(Some(0.8)), trend(Some(1.0))], [Reproduces; 2]);
        assert_eq!([trend(Some(0.79)), trend(Some(0.5))], [Partly; 2]);
        assert_eq!([trend(Some(0.49)), trend(Some(-1.0))], [Differs; 2]);
        assert_eq!(trend(None), Open);
    }

    /// 1.4: from 1.2 to 1.8.
    #[test]
    fn ratios() {
        assert_eq!(ratio(Some(&estimate(1.15, 0.05)), 1.4, 1.4), Reproduces);
        assert_eq!(ratio(Some(&estimate(1.9, 0.1)), 1.4, 1.4), Reproduces);
        assert_eq!(ratio(Some(&estimate(1.14, 0.05)), 1.4, 1.4), Partly);
        assert_eq!(ratio(Some(&estimate(2.5, 0.1)), 1.4, 1.4), Partly, "more than was claimed");
        assert_eq!(ratio(Some(&estimate(0.9, 0.1)), 1.4, 1.4), Differs);
        assert_eq!(ratio(Some(&estimate(1.15, 0.0)), 1.2, 1.6), Reproduces, "1.1 to 2.2");
        assert_eq!(ratio(Some(&estimate(1.01, 0.02)), 1.0, 1.0), Reproduces, "the interval holds 1");
        assert_eq!(ratio(Some(&estimate(1.05, 0.02)), 1.0, 1.0), Differs);
        assert_eq!(ratio(None, 1.4, 1.4), Open);
        assert_eq!(ratio(Some(&Estimate { n: 1, mean: 1.4, half_width: None }), 1.4, 1.4), Open);
    }

    #[test]
    fn numbers_and_limits() {
        use Bound::{About, AtLeast, AtMost};
        assert_eq!([absolute(12.0, About(10.0)), absolute(8.0, About(10.0))], [Reproduces; 2]);
        assert_eq!([absolute(12.1, About(10.0)), absolute(5.0, About(10.0))], [Partly; 2]);
        assert_eq!([absolute(15.1, About(10.0)), absolute(-10.0, About(10.0))], [Differs; 2]);
        assert_eq!([absolute(99.0, AtLeast(80.0)), absolute(64.0, AtLeast(80.0))], [Reproduces; 2]);
        assert_eq!([absolute(40.0, AtLeast(80.0)), absolute(39.0, AtLeast(80.0))], [Partly, Differs]);
        assert_eq!([absolute(0.0, AtMost(1.5)), absolute(1.8, AtMost(1.5))], [Reproduces; 2]);
        assert_eq!([absolute(2.25, AtMost(1.5)), absolute(2.3, AtMost(1.5))], [Partly, Differs]);
    }

    #[test]
    fn about_the_same() {
        assert_eq!(close(&[0.0, 0.1, 0.2, 0.2, 0.9]), Reproduces);
        assert_eq!(close(&[0.0, 0.1, 0.3, 0.5, 0.9]), Partly);
        assert_eq!(close(&[0.0, 0.1, 0.3, 0.6, 0.9]), Differs);
        assert_eq!(close(&[]), Open);
    }

    #[test]
    fn a_claim_of_several_parts_is_as_good_as_its_worst() {
        assert_eq!(every(&[Reproduces, Partly]), Partly);
        assert_eq!(every(&[Reproduces, Open]), Open);
        assert_eq!(every(&[Open, Differs, Reproduces]), Differs);
        assert_eq!(every(&[]), Open);
    }

    #[test]
    fn every_rule_has_a_name_of_its_own() {
        let ids: std::collections::BTreeSet<_> = RULES.iter().map(|rule| rule.0).collect();
        assert_eq!(ids.len(), RULES.len());
    }
}
