//! Which rows of the checklist the first comment lines of some scripts name.
//!
//! A first comment line reads `# ROW, ROW: what it shows (source)`.

use super::Script;
use super::checklist::{CHECKLIST, Need, Row};
use crate::tcp::variant::{DiagnoseId, RecoveryId, TimeoutId, WindowId};

/// What is left to write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// Rows that no script names, though all they need exists.
    pub missing: Vec<&'static Row>,
    /// Rows that no script names and that need a part that does not exist yet.
    pub not_yet: Vec<&'static Row>,
    /// Names in first comment lines that are no rows.
    pub unknown: Vec<String>,
}

/// Compares the first comment lines of `scripts` with the checklist.
#[must_use]
pub fn coverage(scripts: &[Script]) -> Coverage {
    let named: Vec<&str> = scripts.iter().flat_map(|script| rows_of(&script.title)).collect();
    let missing = CHECKLIST.iter().filter(|row| !named.contains(&row.name));
    let (missing, not_yet) = missing.partition(|row| row.needs.iter().all(exists));
    let is_row = |name: &str| CHECKLIST.iter().any(|row| row.name == name);
    let unknown = named.into_iter().filter(|name| !is_row(name)).map(str::to_owned).collect();
    Coverage { missing, not_yet, unknown }
}

/// The names before the first colon of a title.
fn rows_of(title: &str) -> impl Iterator<Item = &str> {
    title.split(':').next().unwrap_or("").split(',').map(str::trim)
}

fn exists(need: &Need) -> bool {
    match *need {
        Need::Window(id) => WindowId::from_id(id).is_some(),
        Need::Recovery(id) => RecoveryId::from_id(id).is_some(),
        Need::Diagnose(id) => DiagnoseId::from_id(id).is_some(),
        Need::Timeout(id) => TimeoutId::from_id(id).is_some(),
        Need::Notice(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::parse;

    #[test]
    fn rows_are_named_once() {
        for (index, row) in CHECKLIST.iter().enumerate() {
            assert!(CHECKLIST[index + 1..].iter().all(|other| other.name != row.name), "{} twice", row.name);
            assert!(!row.name.contains([',', ':']), "{}", row.name);
        }
    }

    #[test]
    fn titles_name_rows() {
        let script = parse("# E1, no such row: a title: with a colon\nrole receiver\n").expect("a script");
        let coverage = coverage(&[script]);
        assert_eq!(coverage.unknown, ["no such row"]);
        assert!(coverage.missing.iter().all(|row| row.name != "E1"));
        assert!(coverage.missing.iter().any(|row| row.name == "E2"));
        assert!(coverage.not_yet.iter().any(|row| row.needs.contains(&Need::Notice("quench"))));
    }
}
