//! The registry: names of variants, and which parts go together.
//!
//! The rows themselves are in [`variant`](super::variant), the parameters in [`params`](super::params).

use thiserror::Error;

use super::Variant;
use super::variant::{DiagnoseId, RecoveryId, TimeoutId, WindowId};

/// A word that names nothing, or not here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field}: {value:?} is not allowed; {hint}")]
pub struct Refusal {
    /// What was to be set.
    pub field: String,
    /// What it was to be set to.
    pub value: String,
    /// What is allowed.
    pub hint: String,
}

impl Refusal {
    pub(super) fn new(field: &str, value: &str, hint: impl Into<String>) -> Refusal {
        Refusal { field: field.to_owned(), value: value.to_owned(), hint: hint.into() }
    }
}

/// What becomes of two parts together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pair {
    /// Its own behaviour, written down.
    Defined,
    /// The same as over another recovery part.
    SameAs(RecoveryId),
    /// It has no meaning, for this reason.
    Refused(&'static str),
}

/// A short name of a whole variant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alias {
    /// The name: one id.
    pub name: &'static str,
    /// One line for a list.
    pub title: &'static str,
    /// What it stands for.
    pub variant: Variant,
}

/// The short names. With the conventional timeout they may be followed by `+` and another timeout part.
pub const ALIASES: &[Alias] = &[
    Alias { name: "newreno", title: "NewReno", variant: Variant::NEWRENO },
    Alias { name: "sack", title: "SACK", variant: Variant { recovery: RecoveryId::Sack, ..Variant::NEWRENO } },
    Alias {
        name: "eifel",
        title: "NewReno with Eifel",
        variant: Variant { timeout: TimeoutId::Eifel, ..Variant::NEWRENO },
    },
    Alias {
        name: "dsack",
        title: "NewReno with DSACK",
        variant: Variant { timeout: TimeoutId::Dsack, ..Variant::NEWRENO },
    },
    Alias {
        name: "frto",
        title: "NewReno with F-RTO",
        variant: Variant { timeout: TimeoutId::Frto, ..Variant::NEWRENO },
    },
    Alias {
        name: "eqrto",
        title: "NewReno with EQRTO",
        variant: Variant { timeout: TimeoutId::Eqrto, ..Variant::NEWRENO },
    },
    Alias {
        name: "stoder",
        title: "NewReno with STODER",
        variant: Variant { timeout: TimeoutId::Stoder, ..Variant::NEWRENO },
    },
    Alias { name: "nrt", title: "TCP NRT", variant: Variant { timeout: TimeoutId::Nrt, ..Variant::NEWRENO } },
];

/// Whether a recovery part and a timeout part go together.
#[must_use]
pub const fn pair(recovery: RecoveryId, timeout: TimeoutId) -> Pair {
    match (recovery, timeout) {
        (
            RecoveryId::NewReno | RecoveryId::Sack,
            TimeoutId::Standard
            | TimeoutId::Eifel
            | TimeoutId::Dsack
            | TimeoutId::Frto
            | TimeoutId::Eqrto
            | TimeoutId::Stoder
            | TimeoutId::Nrt,
        ) => Pair::Defined,
    }
}

/// The variant named by `text`: a short name; a short name and a timeout part; window, recovery and timeout part; or
/// window, recovery, diagnose and timeout part; joined by `+`.
///
/// # Errors
/// Names the word that is unknown and lists those that are known, or says why the parts do not go together.
pub fn parse_variant(text: &str) -> Result<Variant, Refusal> {
    let words: Vec<&str> = text.split('+').collect();
    let variant = match words[..] {
        [name] => alias(name)?,
        [name, timeout] => Variant { timeout: timeout_id(timeout)?, ..alias(name)? },
        [window, recovery, timeout] => Variant {
            window: window_id(window)?,
            recovery: recovery_id(recovery)?,
            timeout: timeout_id(timeout)?,
            ..Variant::NEWRENO
        },
        [window, recovery, diagnose, timeout] => Variant {
            window: window_id(window)?,
            recovery: recovery_id(recovery)?,
            diagnose: diagnose_id(diagnose)?,
            timeout: timeout_id(timeout)?,
            ..Variant::NEWRENO
        },
        _ => return Err(Refusal::new("variant", text, "at most window+recovery+diagnose+timeout")),
    };
    match pair(variant.recovery, variant.timeout) {
        Pair::Refused(why) => Err(Refusal::new("variant", text, why)),
        Pair::Defined | Pair::SameAs(_) => Ok(variant),
    }
}

/// The shortest name of the parts of `variant`; [`parse_variant`] reads it.
#[must_use]
pub fn variant_name(variant: &Variant) -> String {
    let plain = Variant { options: Variant::NEWRENO.options, ..*variant };
    if let Some(alias) = ALIASES.iter().find(|alias| alias.variant == plain) {
        return alias.name.to_owned();
    }
    let base = Variant { timeout: TimeoutId::Standard, ..plain };
    let timeout = plain.timeout.row().id;
    if let Some(alias) = ALIASES.iter().find(|alias| alias.variant == base) {
        return format!("{}+{timeout}", alias.name);
    }
    let (window, recovery) = (plain.window.row().id, plain.recovery.row().id);
    match plain.diagnose {
        DiagnoseId::Congestion => format!("{window}+{recovery}+{timeout}"),
    }
}

/// Every combination of parts that is not refused.
pub fn all_variants() -> impl Iterator<Item = Variant> {
    let options = Variant::NEWRENO.options;
    WindowId::ALL.iter().flat_map(move |&window| {
        RecoveryId::ALL.iter().flat_map(move |&recovery| {
            DiagnoseId::ALL.iter().flat_map(move |&diagnose| {
                TimeoutId::ALL
                    .iter()
                    .filter(move |&&timeout| !matches!(pair(recovery, timeout), Pair::Refused(_)))
                    .map(move |&timeout| Variant { window, recovery, diagnose, timeout, options })
            })
        })
    })
}

fn alias(name: &str) -> Result<Variant, Refusal> {
    let known = || ALIASES.iter().map(|alias| alias.name).collect::<Vec<_>>().join(", ");
    let found = ALIASES.iter().find(|alias| alias.name == name);
    found.map(|alias| alias.variant).ok_or_else(|| Refusal::new("variant", name, format!("one of {}", known())))
}

macro_rules! part_by_id {
    ($function:ident, $axis:ident, $field:literal) => {
        fn $function(id: &str) -> Result<$axis, Refusal> {
            let known = || $axis::ALL.iter().map(|part| part.row().id).collect::<Vec<_>>().join(", ");
            $axis::from_id(id).ok_or_else(|| Refusal::new($field, id, format!("one of {}", known())))
        }
    };
}

part_by_id!(window_id, WindowId, "window");
part_by_id!(recovery_id, RecoveryId, "recovery");
part_by_id!(diagnose_id, DiagnoseId, "diagnose");
part_by_id!(timeout_id, TimeoutId, "timeout");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for variant in all_variants() {
            assert_eq!(parse_variant(&variant_name(&variant)), Ok(variant));
        }
        assert_eq!(parse_variant("reno+newreno+standard"), parse_variant("newreno"));
        assert_eq!(parse_variant("reno+newreno+congestion+nrt"), parse_variant("newreno+nrt"));
        assert_eq!(parse_variant("nrt"), parse_variant("newreno+nrt"));
    }

    #[test]
    fn a_wrong_word_is_named() {
        let error = parse_variant("newreno+nrtt").expect_err("misspelt");
        assert_eq!(
            error.to_string(),
            "timeout: \"nrtt\" is not allowed; one of standard, eifel, dsack, frto, eqrto, stoder, nrt"
        );
        assert!(parse_variant("").is_err() && parse_variant("a+b+c+d+e").is_err());
    }

    #[test]
    fn ids_are_fit_for_links() {
        let mut ids: Vec<&str> = WindowId::ALL.iter().map(|part| part.row().id).collect();
        ids.extend(RecoveryId::ALL.iter().map(|part| part.row().id));
        ids.extend(DiagnoseId::ALL.iter().map(|part| part.row().id));
        ids.extend(TimeoutId::ALL.iter().map(|part| part.row().id));
        ids.extend(ALIASES.iter().map(|alias| alias.name));
        for id in ids {
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
        }
    }
}
