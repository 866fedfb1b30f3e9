//! Table 2 of the TCP NRT paper: what each scheme can tell apart, from the registry.

use serde::Serialize;

use crate::tcp::registry::{ALIASES, Alias};
use crate::tcp::variant::RecoveryId;
use crate::trace::Verdict;

/// What one scheme can say about a timeout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Capability {
    /// Its short name.
    pub variant: &'static str,
    /// In words.
    pub title: &'static str,
    /// Whether it can name congestion, a random loss, and a spurious timeout; "not congestion" names neither of the last two.
    pub congestion: bool,
    /// A random loss.
    pub random: bool,
    /// A spurious timeout.
    pub spurious: bool,
    /// Not congestion, without saying which.
    pub not_congestion: bool,
}

/// The rows: every short name with NewReno's recovery.
#[must_use]
pub fn capabilities() -> Vec<Capability> {
    let row = |alias: &Alias| {
        let verdicts = alias.variant.timeout.verdicts();
        Capability {
            variant: alias.name,
            title: alias.title,
            congestion: verdicts.contains(&Verdict::Congestion),
            random: verdicts.contains(&Verdict::Random),
            spurious: verdicts.contains(&Verdict::Spurious),
            not_congestion: verdicts.contains(&Verdict::NonCongestion),
        }
    };
    ALIASES.iter().filter(|alias| alias.variant.recovery == RecoveryId::NewReno).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nrt_tells_all_three_apart() {
        let all = |row: &&Capability| row.congestion && row.random && row.spurious;
        let rows = capabilities();
        assert_eq!(rows.iter().filter(all).map(|row| row.variant).collect::<Vec<_>>(), ["nrt"]);
        assert!(rows.iter().all(|row| row.congestion), "everyone falls back on congestion");
        let merged: Vec<_> = rows.iter().filter(|row| row.not_congestion).map(|row| row.variant).collect();
        assert_eq!(merged, ["eqrto"]);
    }
}
