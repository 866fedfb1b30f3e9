//! Accuracies that are decided before anything runs, by what a scheme can say at all.
//!
//! A scheme that never says "random loss" has an accuracy of 0 for it, and one that always says "congestion" one of 100,
//! whatever happens. Nothing can be clearly above 100, and nothing that is always 0 above anything.

use crate::tcp::registry::parse_variant;
use crate::tcp::variant::TimeoutId;
use crate::trace::{ExpiryAction, Verdict};
use crate::truth::Target;

/// The lowest accuracy that there is, and the highest.
pub(super) const NEVER: f64 = 0.0;
/// See [`NEVER`].
pub(super) const ALWAYS: f64 = 100.0;

/// What the metric `id` is the accuracy for.
pub(super) fn target(id: &str) -> Option<Target> {
    match id.strip_suffix("-by-trace").unwrap_or(id) {
        "rpl" => Some(Target::Rpl),
        "cpl" => Some(Target::Cpl),
        "s" => Some(Target::S),
        "nc" => Some(Target::Nc),
        _ => None,
    }
}

/// The accuracy for `target` that a timeout responder has whatever happens; `None` where it depends on that.
pub(super) fn fixed(timeout: TimeoutId, target: Target) -> Option<f64> {
    let said = timeout.verdicts();
    let actions = [ExpiryAction::Conventional, ExpiryAction::Probe, ExpiryAction::Fallback];
    let names = |verdict: &Verdict| actions.iter().any(|action| target.is_named_by(*verdict, *action));
    match (said.iter().any(names), said) {
        (false, _) => Some(NEVER),
        // Who has one thing to say says it at the expiry, and no timeout stays without a verdict.
        (true, [_]) => Some(ALWAYS),
        (true, _) => None,
    }
}

/// The same for the series of a figure, by the keys of its link, and a metric.
pub(super) fn fixed_in(link: &str, metric: &str) -> Option<f64> {
    let names = link.split('&').find_map(|pair| pair.strip_prefix("cc="))?;
    let variant = parse_variant(names).ok()?;
    fixed(variant.timeout, target(metric)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decided_by_what_schemes_can_say() {
        let row = |id: &str| {
            let variant = parse_variant(id).expect("a variant");
            Target::ALL.map(|target| fixed(variant.timeout, target))
        };
        let open = None;
        assert_eq!(row("newreno"), [Some(0.0), Some(100.0), Some(0.0), Some(0.0)], "RPL, CPL, S, NC");
        for id in ["frto", "eifel", "dsack"] {
            assert_eq!(row(id), [Some(0.0), open, open, open], "{id}");
        }
        assert_eq!(row("eqrto"), [open; 4]);
        assert_eq!(row("nrt"), [open; 4]);
        assert_eq!(fixed_in("cc=newreno&aqm=ecn", "cpl-by-trace"), Some(100.0));
        assert_eq!(fixed_in("cc=newreno", "goodput"), None);
    }
}
