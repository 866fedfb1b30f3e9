//! The retransmission timeout: how long a sender waits for an acknowledgement (RFC 6298).
//!
//! Deviation, on purpose: nothing here knows segments. Karn's rule (which ACK gives a sample) is the sender's.

use serde::{Deserialize, Serialize};

use crate::time::{Span, Time};

/// "alpha=1/8" (RFC 6298 §2.3).
const ALPHA: f64 = 1.0 / 8.0;
/// "beta=1/4" (RFC 6298 §2.3).
const BETA: f64 = 1.0 / 4.0;
/// "K = 4" (RFC 6298 §2.2).
const K: f64 = 4.0;
/// Clocks up to this granularity measure exactly; coarser ones round samples and deadlines up (RFC 6298 §4).
const FINE_CLOCK: Span = Span::from_millis(1);
/// The multiplier stops doubling here: by then every timeout has met its maximum.
const MAX_BACKOFF: u32 = 1 << 22;

/// The constants of one estimator.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RtoLimits {
    /// Timeout before the first sample (RFC 6298 §2.1).
    pub initial: Span,
    /// Lower bound of the timeout without back-off (RFC 6298 §2.4).
    pub min: Span,
    /// Upper bound of the timeout, with and without back-off (RFC 6298 §2.5).
    pub max: Span,
    /// Clock granularity G.
    pub granularity: Span,
}

/// Smoothed RTT, its variation, and the timeout made of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimator {
    limits: RtoLimits,
    smoothed: Option<Smoothed>,
    /// Timeout without back-off, in ms.
    base: f64,
    backoff: u32,
}

/// Both in ms.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Smoothed {
    srtt: f64,
    rttvar: f64,
}

impl Estimator {
    /// An estimator without a sample.
    #[must_use]
    pub fn new(limits: RtoLimits) -> Estimator {
        Estimator { limits, smoothed: None, base: limits.initial.as_millis_f64(), backoff: 1 }
    }

    /// Takes an RTT sample; ends the back-off. `divisor` ≥ 1 divides both gains (RFC 7323 appendix G); 1 is RFC 6298.
    ///
    /// Returns the sample as the clock saw it.
    pub fn sample(&mut self, rtt: Span, divisor: f64) -> Span {
        let rtt = self.on_clock(rtt);
        let r = rtt.as_millis_f64();
        let smoothed = match self.smoothed {
            None => Smoothed { srtt: r, rttvar: r / 2.0 },
            Some(Smoothed { srtt, rttvar }) => {
                let (alpha, beta) = (ALPHA / divisor, BETA / divisor);
                // "The value of SRTT used in the update to RTTVAR is its value before updating SRTT itself" (§2.3).
                let rttvar = (1.0 - beta) * rttvar + beta * (srtt - r).abs();
                Smoothed { srtt: (1.0 - alpha) * srtt + alpha * r, rttvar }
            }
        };
        self.set(smoothed);
        rtt
    }

    /// The conservative restart after a spurious timeout: takes `rtt`, but no less than what was known before, of
    /// which `srtt` and `rttvar` are the values (RFC 4015 §3.1 step 5). Returns the sample as the clock saw it.
    pub fn restart(&mut self, rtt: Span, srtt: Span, rttvar: Span) -> Span {
        let rtt = self.on_clock(rtt);
        let r = rtt.as_millis_f64();
        self.set(Smoothed { srtt: srtt.as_millis_f64().max(r), rttvar: rttvar.as_millis_f64().max(r / 2.0) });
        rtt
    }

    /// Sets the state: what is `None` stays, or follows from the rest. For scripts that start in the middle of a flow.
    pub fn preset(&mut self, srtt: Option<Span>, rttvar: Option<Span>, base: Option<Span>, backoff: Option<u32>) {
        if let Some(srtt) = srtt {
            let srtt = srtt.as_millis_f64();
            self.set(Smoothed { srtt, rttvar: rttvar.map_or(srtt / 2.0, Span::as_millis_f64) });
        }
        if let Some(base) = base {
            self.base = base.as_millis_f64();
        }
        self.backoff = backoff.unwrap_or(self.backoff).clamp(1, MAX_BACKOFF);
    }

    fn set(&mut self, smoothed: Smoothed) {
        let granularity = self.limits.granularity.as_millis_f64();
        let raw = smoothed.srtt + granularity.max(K * smoothed.rttvar);
        self.base = raw.max(self.limits.min.as_millis_f64()).min(self.limits.max.as_millis_f64());
        self.smoothed = Some(smoothed);
        self.backoff = 1;
    }

    fn on_clock(&self, span: Span) -> Span {
        if self.limits.granularity > FINE_CLOCK { span.round_up_to(self.limits.granularity) } else { span }
    }

    /// An expiry: "the host MUST set RTO <- RTO * 2" (RFC 6298 §5.5).
    pub fn back_off(&mut self) {
        self.backoff = (self.backoff * 2).min(MAX_BACKOFF);
    }

    /// Takes every doubling back.
    pub fn forget_back_off(&mut self) {
        self.backoff = 1;
    }

    /// Takes doublings back until the multiplier is at most `most`.
    pub fn limit_back_off(&mut self, most: u32) {
        self.backoff = self.backoff.min(most);
    }

    /// Smoothed RTT, `None` before the first sample.
    #[must_use]
    pub fn srtt(&self) -> Option<Span> {
        self.smoothed.map(|smoothed| Span::from_millis_f64(smoothed.srtt))
    }

    /// RTT variation, zero before the first sample.
    #[must_use]
    pub fn rttvar(&self) -> Span {
        self.smoothed.map_or(Span::ZERO, |smoothed| Span::from_millis_f64(smoothed.rttvar))
    }

    /// Timeout without back-off.
    #[must_use]
    pub fn base(&self) -> Span {
        Span::from_millis_f64(self.base)
    }

    /// Timeout with back-off: what a timer is armed with.
    #[must_use]
    pub fn rto(&self) -> Span {
        (self.base() * u64::from(self.backoff)).min(self.limits.max.max(self.base()))
    }

    /// The back-off multiplier, a power of two.
    #[must_use]
    pub fn backoff(&self) -> u32 {
        self.backoff
    }

    /// When a timer armed at `now` for `span` expires on this clock.
    #[must_use]
    pub fn deadline(&self, now: Time, span: Span) -> Time {
        Time::ZERO + self.on_clock((now + span).since_start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimator(min: u64, granularity: u64) -> Estimator {
        Estimator::new(RtoLimits {
            initial: Span::from_millis(1000),
            min: Span::from_millis(min),
            max: Span::from_secs(64),
            granularity: Span::from_millis(granularity),
        })
    }

    /// One row per sample: sample, srtt, rttvar, timeout without the lower bound; ms.
    const ROWS: [(u64, f64, f64, f64); 6] = [
        (100, 100.000, 50.000, 300.0),
        (100, 100.000, 37.500, 250.0),
        (160, 107.500, 43.125, 280.0),
        (400, 144.062, 105.469, 565.9),
        (100, 138.555, 90.117, 499.0),
        (100, 133.735, 77.227, 442.6),
    ];

    #[test]
    fn six_samples() {
        let (mut low, mut high) = (estimator(200, 1), estimator(1000, 1));
        for (sample, srtt, rttvar, rto) in ROWS {
            low.sample(Span::from_millis(sample), 1.0);
            high.sample(Span::from_millis(sample), 1.0);
            assert!((low.srtt().expect("sampled").as_millis_f64() - srtt).abs() < 6e-4);
            assert!((low.rttvar().as_millis_f64() - rttvar).abs() < 6e-4);
            assert!((low.rto().as_millis_f64() - rto).abs() < 0.06);
            assert_eq!(high.rto(), Span::from_millis(1000));
        }
    }

    #[test]
    fn back_off_doubles_to_the_maximum_and_a_sample_ends_it() {
        let mut estimator = estimator(1000, 1);
        assert_eq!(estimator.srtt(), None);
        for expected in [1, 2, 4, 8, 16, 32, 64, 64, 64] {
            assert_eq!(estimator.rto(), Span::from_secs(expected));
            estimator.back_off();
        }
        estimator.sample(Span::from_millis(100), 1.0);
        assert_eq!((estimator.rto(), estimator.backoff()), (Span::from_secs(1), 1));
    }

    #[test]
    fn a_coarse_clock_rounds_samples_and_deadlines_up() {
        let mut estimator = estimator(200, 500);
        assert_eq!(estimator.sample(Span::from_millis(101), 1.0), Span::from_millis(500));
        assert_eq!(estimator.base(), Span::from_millis(1500));
        let now = Time::ZERO + Span::from_millis(120);
        assert_eq!(estimator.deadline(now, estimator.rto()), Time::ZERO + Span::from_millis(2000));
    }

    #[test]
    fn scaled_gains() {
        let mut estimator = estimator(200, 1);
        estimator.sample(Span::from_millis(100), 1.0);
        estimator.sample(Span::from_millis(260), 2.0);
        assert_eq!(estimator.srtt(), Some(Span::from_millis(110)));
    }

    #[test]
    fn a_restart_after_a_spurious_timeout_never_lowers() {
        let known = (Span::from_millis(102), Span::from_millis_f64(37.5));
        let mut estimator = estimator(200, 1);
        estimator.restart(Span::from_millis(100), known.0, known.1);
        assert_eq!(estimator.base(), Span::from_millis(302));
        estimator.restart(Span::from_millis(1300), known.0, known.1);
        assert_eq!(estimator.base(), Span::from_millis(3900));
    }
}
