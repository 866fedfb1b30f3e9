//! How the claims of the TCP NRT paper are decided, a row for each.
//!
//! A claim is read as it is written. Where it leaves a place on the axis open, the figure's last one is taken.

use super::claims::Direction::{Falls, Rises};
use super::claims::Rule::{Absolute, Close, Every, Gap, Ordering, Parameter, Ratio, Trend, Untestable, Within, Worked};
use super::claims::{Carried, Case, Check, Rule, To};
use super::verdict::Bound::{AtLeast, AtMost};

const fn span(figure: &'static str, metric: &'static str, from: f64, to: f64) -> Case {
    Case { figure, metric, from, to }
}

const fn whole(figure: &'static str, metric: &'static str) -> Case {
    span(figure, metric, f64::NEG_INFINITY, f64::INFINITY)
}

const fn at(figure: &'static str, metric: &'static str, place: f64) -> Case {
    span(figure, metric, place, place)
}

const fn carried(figure: &'static str, what: &'static str, value: f64) -> Carried {
    Carried { figure, what, value }
}

const fn row(id: &'static str, rule: Rule) -> Check {
    Check { id, rule }
}

const ALL: &[&str] = &["NRT", "EQRTO", "F-RTO", "Eifel", "DSACK", "NewReno"];
const NRT: &[&str] = &["NRT"];
const EQRTO: &[&str] = &["EQRTO"];
const NEWRENO: &[&str] = &["NewReno"];
const OTHERS: &[&str] = &["EQRTO", "F-RTO", "Eifel", "DSACK", "NewReno"];
const BEST_TWO: &[&str] = &["NRT", "EQRTO"];
const REST: &[&str] = &["F-RTO", "Eifel", "DSACK", "NewReno"];
const RIVALS: &[&str] = &["EQRTO", "F-RTO", "Eifel", "DSACK"];

/// NewReno beside NRT over NewReno among 20 NewReno flows, seed by seed, where both kinds are there.
const NOT_SUPPRESSED: Rule = Close(span("nrt/22a", "newreno-kept", 4.0, 16.0), &["mixed"], To::AtLeast(1.0));
const AS_FAIR: Rule = Close(whole("nrt/t1", "jain"), NRT, To::Series("NewReno"));

/// The rows.
#[rustfmt::skip]
pub const CHECKS: &[Check] = &[
    row("S000-001", Every(&[
        Ordering(span("nrt/10", "goodput", 1.0, 5.0), NRT, OTHERS),
        Ordering(span("nrt/12", "goodput", 40.0, 120.0), NRT, OTHERS),
        Ordering(whole("nrt/13a", "goodput"), NRT, OTHERS),
        Ordering(whole("nrt/14a", "goodput"), NRT, OTHERS),
        Ordering(whole("nrt/16", "rpl"), NRT, OTHERS),
        Ordering(whole("nrt/17", "cpl"), NRT, OTHERS),
        Ordering(whole("nrt/18", "s"), NRT, OTHERS),
        Ordering(whole("nrt/19", "nc"), NRT, OTHERS),
    ])),
    row("S000-002", Every(&[AS_FAIR, NOT_SUPPRESSED])),
    row("S000-003", Untestable),
    row("S000-004", Untestable),
    row("S000-005", Ratio(at("nrt/10", "goodput", 9.0), "NRT", EQRTO, 1.29, 1.29)),
    row("S000-006", Ratio(at("nrt/10", "goodput", 9.0), "NRT", &["Eifel", "DSACK", "F-RTO"], 1.4, 1.4)),
    row("S000-007", Every(&[AS_FAIR, NOT_SUPPRESSED])),
    row("S000-008", Parameter(&[carried("nrt/10", "rto_initial", 1500.0), carried("nrt/10", "rto_max", 64_000.0)])),
    row("S000-009", Untestable),
    row("S000-010", Untestable),
    row("S000-011", Absolute(at("nrt/2a", "goodput", 7.0), "NewReno", AtMost(1500.0))),
    row("S000-012", Trend(whole("nrt/2a", "goodput"), NEWRENO, Falls)),
    row("S000-013", Within(whole("nrt/2b", "after-timeout"), "NewReno", &["after-duplicates"])),
    row("S000-014", Absolute(at("nrt/2b", "needless-share", 7.0), "NewReno", AtLeast(40.0))),
    row("S000-015", Untestable),
    row("S000-016", Worked(&["tests/scripts/t-s1-dsack.tcp"])),
    row("S000-017", Untestable),
    row("S000-018", Worked(&["tests/scripts/t-f3-frto.tcp"])),
    row("S000-019", Worked(&["tests/scripts/eqrto-non-congestion.tcp", "tests/scripts/eqrto-congestion.tcp"])),
    row("S000-020", Untestable),
    row("S000-021", Untestable),
    row("S000-022", Untestable),
    row("S000-023", Worked(&["src/queue/tests.rs: modified_ecn_begins_exactly_at_the_threshold"])),
    row("S000-024", Ordering(whole("nrt/5a", "cwnd"), &["modified ECN"], &["ECN"])),
    row("S000-025", Ordering(whole("nrt/5b", "goodput"), &["modified ECN"], &["ECN"])),
    row("S000-026", Worked(&["tests/scripts/t-m1-nrt.tcp", "tests/scripts/t-s1-nrt.tcp", "tests/scripts/t-g1-nrt.tcp"])),
    row("S000-027", Worked(&["tests/scripts/t-p7-nrt-lost.tcp"])),
    row("S000-028", Untestable),
    row("S000-029", Untestable),
    row("S000-030", Parameter(&[carried("nrt/10", "nodes", 11.0), carried("nrt/16", "nodes", 18.0)])),
    row("S000-031", Parameter(&[carried("nrt/10", "seeds", 10.0)])),
    row("S000-032", Trend(span("nrt/10", "goodput", 1.0, 5.0), ALL, Falls)),
    row("S000-033", Ordering(span("nrt/10", "goodput", 1.0, 5.0), BEST_TWO, REST)),
    row("S000-034", Ratio(at("nrt/10", "goodput", 5.0), "NRT", EQRTO, 1.18, 1.18)),
    row("S000-035", Ordering(whole("nrt/11", "cwnd"), NRT, EQRTO)),
    row("S000-036", Trend(span("nrt/12", "goodput", 40.0, 120.0), ALL, Falls)),
    row("S000-037", Ordering(span("nrt/12", "goodput", 40.0, 120.0), NRT, OTHERS)),
    row("S000-038", Ordering(span("nrt/12", "goodput", 40.0, 120.0), &["F-RTO"], &["Eifel", "DSACK", "EQRTO"])),
    row("S000-039", Ratio(at("nrt/12", "goodput", 120.0), "DSACK", &["Eifel"], 1.0, 1.0)),
    row("S000-040", Ratio(at("nrt/12", "goodput", 100.0), "NRT", &["F-RTO"], 1.15, 1.15)),
    row("S000-041", Trend(whole("nrt/13a", "goodput"), ALL, Rises)),
    row("S000-042", Ordering(whole("nrt/13a", "goodput"), NRT, OTHERS)),
    row("S000-043", Ordering(whole("nrt/13b", "needless"), OTHERS, NRT)),
    row("S000-044", Trend(whole("nrt/14a", "goodput"), ALL, Falls)),
    row("S000-045", Ordering(whole("nrt/14a", "goodput"), NRT, OTHERS)),
    row("S000-046", Ratio(at("nrt/14a", "goodput", 9.0), "NRT", OTHERS, 1.8, 1.8)),
    row("S000-047", Ordering(whole("nrt/14b", "cuts"), OTHERS, NRT)),
    row("S000-048", Ordering(whole("nrt/14c", "needless"), EQRTO, NRT)),
    row("S000-049", Within(whole("nrt/14d", "rpl-share"), "NRT", &["cpl-share", "s-share"])),
    row("S000-050", Ordering(whole("nrt/15", "goodput"), &["DSACK"], BEST_TWO)),
    row("S000-051", Ordering(span("nrt/15", "goodput", 6.0, 10.0), NRT, EQRTO)),
    row("S000-052", Ordering(whole("nrt/16", "rpl"), BEST_TWO, REST)),
    row("S000-053", Gap(whole("nrt/16", "rpl"), "NRT", "EQRTO", Rises)),
    row("S000-054", Absolute(at("nrt/16", "rpl", 10.0), "NRT", AtLeast(80.0))),
    row("S000-055", Close(whole("nrt/17", "cpl"), ALL, To::Series("NewReno"))),
    row("S000-056", Every(&[
        Absolute(at("nrt/17", "cpl", 6.0), "NRT", AtLeast(85.0)),
        Ordering(at("nrt/17", "cpl", 6.0), NRT, OTHERS),
    ])),
    row("S000-057", Ordering(whole("nrt/18", "s"), &["NRT", "F-RTO", "Eifel", "DSACK", "NewReno"], EQRTO)),
    row("S000-058", Ordering(whole("nrt/18", "s"), &["NRT", "F-RTO", "Eifel", "DSACK"], EQRTO)),
    row("S000-059", Ordering(whole("nrt/18", "s"), NRT, OTHERS)),
    row("S000-060", Ordering(whole("nrt/19", "nc"), BEST_TWO, REST)),
    row("S000-061", Every(&[
        Ordering(whole("nrt/19", "rpl"), BEST_TWO, &["F-RTO"]),
        Ordering(whole("nrt/19", "s"), &["NRT", "F-RTO"], EQRTO),
    ])),
    row("S000-062", Every(&[
        Absolute(at("nrt/19", "nc", 10.0), "NRT", AtLeast(70.0)),
        Ordering(at("nrt/19", "nc", 10.0), NRT, RIVALS),
    ])),
    row("S000-063", Worked(&["src/metrics/fairness.rs: jains_index"])),
    row("S000-064", Parameter(&[carried("nrt/t1", "rate", 6.0), carried("nrt/t1", "prop", 20.0)])),
    row("S000-065", AS_FAIR),
    row("S000-066", Parameter(&[carried("nrt/22a", "flows", 20.0)])),
    row("S000-067", Every(&[
        Close(span("nrt/22a", "nrt-share", 4.0, 16.0), &["mixed"], To::Number(1.0)),
        Close(span("nrt/22a", "newreno-share", 4.0, 16.0), &["mixed"], To::Number(1.0)),
    ])),
    row("S000-068", Every(&[
        Ordering(whole("nrt/22b", "goodput"), NRT, NEWRENO),
        Gap(whole("nrt/22b", "goodput"), "NRT", "NewReno", Rises),
    ])),
    row("S000-069", NOT_SUPPRESSED),
    row("S000-070", Worked(&["src/experiment/capability.rs: only_nrt_tells_all_three_apart"])),
    row("S000-071", Ratio(at("nrt/10", "goodput", 5.0), "NRT", OTHERS, 1.2, 1.6)),
    row("S000-072", Ordering(at("nrt/12", "goodput", 140.0), NRT, OTHERS)),
    row("S000-073", Ratio(at("nrt/14a", "goodput", 9.0), "NRT", OTHERS, 1.25, 1.25)),
];
