//! Links: a scenario and a view of it, in the fragment of an address.
//!
//! Two spellings exist. The readable one starts from a preset or a topology and lists what differs
//! (`p=chain&hops=7&cc=nrt,newreno&loss=0.03&seed=42`); teachers type it. The packed one (`s=1.…`) carries any scenario
//! as postcard, deflated, in base64url (RFC 4648 §5). Both end with the same keys for the view. Links carry inputs only,
//! and every key, id and row number in them is append-only.
//!
//! Reading is forgiving about how a link was copied (percent-encoding, `&amp;`, white space, punctuation after it) and about
//! values out of range, which are moved and said to have been; it is strict about everything else.

mod grammar;
mod packed;
mod readable;
mod text;
mod view;

use crate::scenario::limits::MAX_LINK_TEXT;
use crate::scenario::{Notice, Problem, Scenario, clamp, validate};

pub use grammar::{EXAMPLES, Example, KEYS, Key};
pub use view::{PANELS, Theme, View};

/// Version of the formats in this file. A link of a later one is not read.
pub const FORMAT_VERSION: u32 = 1;

/// What a link carries.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared {
    /// What is run.
    pub scenario: Scenario,
    /// What is looked at.
    pub view: View,
}

/// Keys and values of a link, in order.
type Pairs = Vec<(String, String)>;

/// Reads a link: an address with a fragment, or the fragment alone.
///
/// # Errors
/// Every problem found. Then nothing of the link should be used.
pub fn decode(link: &str) -> Result<(Shared, Vec<Notice>), Vec<Problem>> {
    if link.len() > MAX_LINK_TEXT {
        let allowed = format!("at most {MAX_LINK_TEXT} characters");
        return Err(vec![Problem::new("link", format!("{} characters", link.len()), allowed)]);
    }
    let pairs = text::pairs(link)?;
    let (mut problems, mut notices) = (Vec::new(), Vec::new());
    check_version(&pairs, &mut problems);
    let (of_view, of_scenario): (Pairs, Pairs) =
        pairs.into_iter().filter(|(key, _)| key != "v").partition(|(key, _)| view::is_key(key));
    let mut view = view::read(&of_view, &mut problems, &mut notices);
    let is_packed = of_scenario.iter().any(|(key, _)| key == "s");
    let scenario = if is_packed {
        packed::read(&of_scenario, &mut problems)
    } else {
        readable::read(&of_scenario, &mut problems, &mut notices)
    };
    let Some(mut scenario) = scenario.filter(|_| problems.is_empty()) else { return Err(problems) };
    notices.append(&mut clamp(&mut scenario));
    problems = validate(&scenario);
    if !problems.is_empty() {
        if !is_packed {
            problems.iter_mut().for_each(|problem| problem.field = readable::in_words(&problem.field));
        }
        return Err(problems);
    }
    notices.append(&mut view.fit(&scenario));
    Ok((Shared { scenario, view }, notices))
}

/// Writes a link's fragment, without `#`: readable where a preset or a topology plus overrides says it all, else packed.
#[must_use]
pub fn encode(shared: &Shared) -> String {
    let scenario = readable::write(&shared.scenario).unwrap_or_else(|| packed::write(&shared.scenario));
    let view = view::write(&shared.view);
    let parts: Vec<_> = [scenario, view].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("&")
}

fn check_version(pairs: &Pairs, problems: &mut Vec<Problem>) {
    for (_, version) in pairs.iter().filter(|(key, _)| key == "v") {
        if !version.parse().is_ok_and(|version: u32| (1..=FORMAT_VERSION).contains(&version)) {
            problems.push(Problem::new("v", version, format!("a format version of 1 to {FORMAT_VERSION}")));
        }
    }
}

#[cfg(test)]
mod tests;
