//! Slow start, congestion avoidance and halving (RFC 5681 §3.1).

use super::WindowRules;
use crate::tcp::decision::Signal;
use crate::tcp::path::Path;
use crate::tcp::profile::{Avoidance, SsthreshFrom};

/// "ssthresh = max (FlightSize / 2, 2*SMSS)" (RFC 5681 §3.1, equation 4).
const MIN_SSTHRESH: f64 = 2.0;

/// The growth and the target of RFC 5681.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reno {
    /// Segments acknowledged towards the next increase, with byte counting (RFC 3465 §2.1).
    counted: f64,
}

impl WindowRules for Reno {
    fn growth(&mut self, path: &Path, acked: f64) -> f64 {
        // RFC 5681 leaves cwnd = ssthresh open; it is congestion avoidance here.
        if path.cwnd < path.ssthresh {
            return path.cwnd + acked.min(1.0);
        }
        match path.tcp.ca {
            Avoidance::Ack => path.cwnd + 1.0 / path.cwnd,
            Avoidance::Abc => {
                self.counted += acked;
                if self.counted < path.cwnd {
                    return path.cwnd;
                }
                self.counted -= path.cwnd;
                path.cwnd + 1.0
            }
        }
    }

    fn target(&mut self, path: &Path, signal: Signal) -> f64 {
        self.counted = 0.0;
        let in_use = match (signal, path.tcp.ssthresh_from) {
            (Signal::Timeout, SsthreshFrom::Cwnd) => path.cwnd,
            // "SHOULD NOT include the extra segments sent by limited transmit" (RFC 5681 §3.2 step 2).
            (Signal::Duplicates, _) => path.flight_segments() - f64::from(path.limited),
            _ => path.flight_segments(),
        };
        (in_use / 2.0).max(MIN_SSTHRESH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seq::Seq;
    use crate::tcp::Tcp;

    fn path(cwnd: f64, ssthresh: f64, ca: Avoidance) -> Path {
        let mut path = Path::new(Tcp { ca, ..Tcp::RFC });
        (path.cwnd, path.ssthresh) = (cwnd, ssthresh);
        path
    }

    #[test]
    fn slow_start_counts_at_most_one_segment_per_ack() {
        assert_eq!(Reno::default().growth(&path(2.0, 8.0, Avoidance::Ack), 2.0), 3.0);
        assert_eq!(Reno::default().growth(&path(8.0, 8.0, Avoidance::Ack), 2.0), 8.125);
    }

    #[test]
    fn byte_counting_adds_one_segment_per_window() {
        let mut reno = Reno::default();
        let path = path(4.0, 4.0, Avoidance::Abc);
        assert_eq!([(); 4].map(|()| reno.growth(&path, 2.0)), [4.0, 5.0, 4.0, 5.0]);
    }

    #[test]
    fn targets() {
        let mut path = path(2.0, 4.0, Avoidance::Ack);
        path.max = Seq(10 * 1460);
        path.limited = 2;
        assert_eq!(Reno::default().target(&path, Signal::Duplicates), 4.0);
        assert_eq!(Reno::default().target(&path, Signal::Timeout), 5.0);
        path.tcp.ssthresh_from = SsthreshFrom::Cwnd;
        assert_eq!(Reno::default().target(&path, Signal::Timeout), 2.0);
    }
}
