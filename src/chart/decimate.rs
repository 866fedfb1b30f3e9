//! At most two samples per pixel column.
//!
//! Of the samples that fall into one column, the last is kept, since the line goes on from it, and before it the one
//! farthest from it, so that no spike is lost.

/// One value that holds from its time on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Time, in seconds.
    pub t: f64,
    /// Value.
    pub value: f64,
}

/// Thins `samples` (in time order) to two per column; `column` gives the pixel column of a time.
pub fn columns(samples: impl IntoIterator<Item = Sample>, column: impl Fn(f64) -> i64) -> Vec<Sample> {
    let mut kept = Vec::new();
    let mut current: Option<(i64, Vec<Sample>)> = None;
    let flush = |group: Option<(i64, Vec<Sample>)>, kept: &mut Vec<Sample>| {
        let Some((_, group)) = group else { return };
        let Some((&last, before)) = group.split_last() else { return };
        let far = before.iter().copied().fold(None, |far: Option<Sample>, sample| match far {
            Some(far) if (far.value - last.value).abs() >= (sample.value - last.value).abs() => Some(far),
            _ => Some(sample),
        });
        kept.extend(far);
        kept.push(last);
    };
    for sample in samples {
        let at = column(sample.t);
        match &mut current {
            Some((column, group)) if *column == at => group.push(sample),
            _ => {
                flush(current.take(), &mut kept);
                current = Some((at, vec![sample]));
            }
        }
    }
    flush(current, &mut kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spikes_and_ends_survive() {
        let samples = [(0.1, 1.0), (0.2, 50.0), (0.3, 2.0), (0.4, 3.0), (1.5, 4.0), (2.0, 9.0)]
            .map(|(t, value)| Sample { t, value });
        let kept: Vec<_> = columns(samples, |t| t as i64).iter().map(|sample| sample.value).collect();
        assert_eq!(kept, [50.0, 3.0, 4.0, 9.0]);
    }

    #[test]
    fn never_more_than_two_per_column() {
        let samples = (0..10_000).map(|i| Sample { t: f64::from(i) / 1000.0, value: f64::from(i * 7919 % 101) });
        assert!(columns(samples, |t| t as i64).len() <= 20);
    }
}
