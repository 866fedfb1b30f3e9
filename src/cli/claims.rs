//! `claims`: the claims of a paper, and which of them hold by the results of its figures.

use std::path::Path;

use cwndlab::experiment::verdict::{RULES, Verdict};
use cwndlab::experiment::{Ruling, Sheet, judge};
use cwndlab::lab::ENGINE;
use cwndlab::scenario::Problem;
use serde::{Deserialize, Serialize};

use super::table::Table;
use super::{Failure, figure, print_json, print_text, results};

/// The claims of all papers, in the papers' words.
const CLAIMS: &str = include_str!("../../claims/claims.csv");

/// A claim of a paper.
#[derive(Clone, Debug, Deserialize)]
pub struct Claim {
    /// Its id.
    pub id: String,
    /// Short name of the paper.
    pub paper: String,
    /// Where in the paper it stands.
    pub place: String,
    /// What it claims.
    pub claim: String,
    /// What can decide it: measure, worked-example, parameter or none.
    pub test: String,
    /// Remarks; for claims that nothing here can decide, why.
    pub note: String,
}

/// The JSON of `claims`. Its shape is stable.
#[derive(Serialize)]
struct Report<'a> {
    engine: u32,
    setting: &'a str,
    claims: Vec<Row>,
}

/// A claim and what became of it.
#[derive(Serialize)]
struct Row {
    id: String,
    figure: String,
    test: String,
    verdict: &'static str,
    measured: String,
    claimed: String,
    reason: String,
    /// Several are joined by commas.
    rule: String,
    reading: String,
}

/// The claims of all papers.
pub fn all_claims() -> Result<Vec<Claim>, Failure> {
    let rows: Result<Vec<Claim>, csv::Error> = csv::Reader::from_reader(CLAIMS.as_bytes()).deserialize().collect();
    rows.map_err(|error| Failure::System(format!("claims.csv: {error}")))
}

/// What became of the claims of `paper`, by the results in `folder`.
pub fn rulings(paper: &str, setting: &str, folder: &Path) -> Result<Vec<(Claim, Ruling)>, Failure> {
    let (setting, figures) = (figure::setting(setting)?, figure::of_paper(paper)?);
    let files = results::parts(folder, paper, setting.id);
    if files.is_empty() {
        let path = results::path(folder, paper, setting.id);
        let what = format!("run `figure --all --paper {paper} --setting {}` first", setting.id);
        return Err(Failure::Input(vec![Problem::new("results", path.display().to_string(), what)]));
    }
    let mut known = results::Known::new();
    for file in &files {
        known.extend(results::read(file)?);
    }
    let sheets = figures.iter().map(|figure| Sheet::new(figure, setting, |run| known.get(&run.link).cloned()));
    let rulings = judge(&sheets.collect::<Vec<_>>());
    let claims = all_claims()?.into_iter().filter(|claim| claim.paper == paper);
    let ruling = |claim: Claim| {
        let ruling = rulings.iter().find(|ruling| ruling.id == claim.id).cloned();
        ruling.map(|ruling| (claim, ruling))
    };
    Ok(claims.filter_map(ruling).collect())
}

fn row(claim: Claim, ruling: Ruling) -> Row {
    let untestable = ruling.verdict == Verdict::Untestable;
    Row {
        figure: if ruling.figures.is_empty() { claim.place } else { ruling.figures.join(", ") },
        id: claim.id,
        test: claim.test,
        verdict: ruling.verdict.words(),
        measured: ruling.measured,
        claimed: claim.claim,
        reason: if untestable { claim.note } else { ruling.reason },
        rule: ruling.rules.join(", "),
        reading: ruling.reading,
    }
}

/// Prints the claims.
pub fn claims(arguments: &super::Claims) -> Result<(), Failure> {
    let rulings = rulings(&arguments.paper, &arguments.setting, &arguments.results)?;
    let rows: Vec<Row> = rulings.into_iter().map(|(claim, ruling)| row(claim, ruling)).collect();
    if arguments.json {
        return print_json(&Report { engine: ENGINE, setting: &arguments.setting, claims: rows });
    }
    let mut table = Table::new(&["id", "figure", "rule", "verdict", "claimed", "measured", "reason"]);
    for row in rows {
        let Row { id, figure, rule, verdict, claimed, measured, reason, .. } = row;
        table.row(vec![id, figure, rule, verdict.into(), claimed, measured, reason]);
    }
    let rules: String = RULES.iter().map(|(id, text)| format!("{id}: {text}\n")).collect();
    print_text(&format!("{}\n{rules}", table.render()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::PathBuf;

    use cwndlab::experiment::{Rule, SCRIPTS, checks};

    use super::*;

    /// The results that the documents speak of: the longest setting whose results are there.
    fn latest() -> &'static str {
        let there = |setting: &&str| root().join(format!("results/nrt-{setting}.csv")).is_file();
        ["paper", "quick", "smoke"].into_iter().find(there).expect("results of some setting")
    }

    fn root() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn every_claim_of_the_paper_is_decided_or_not_testable() {
        let claims = all_claims().ok().expect("claims.csv");
        assert_eq!(claims.len(), 250);
        let ids: BTreeSet<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        assert_eq!(ids.len(), claims.len());
        let of_paper: Vec<&Claim> = claims.iter().filter(|claim| claim.paper == "nrt").collect();
        assert_eq!(of_paper.len(), 73);
        assert_eq!(checks().len(), 73);
        for (claim, check) in of_paper.iter().zip(checks()) {
            assert_eq!(claim.id, check.id);
            let expected = match check.rule {
                Rule::Untestable => "none",
                Rule::Worked(..) => "worked-example",
                Rule::Parameter(..) => "parameter",
                _ => "measure",
            };
            assert_eq!(claim.test, expected, "{}", claim.id);
            assert!(expected != "none" || !claim.note.is_empty(), "{} says why", claim.id);
        }
    }

    #[test]
    fn worked_examples_exist() {
        for check in checks() {
            let Rule::Worked(tests) = check.rule else { continue };
            for test in tests.iter().chain([&SCRIPTS]) {
                let (file, name) = test.split_once(": ").unwrap_or((test, ""));
                let text = fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("{file}"));
                assert!(name.is_empty() || text.contains(&format!("fn {name}()")), "{test}");
            }
        }
    }

    fn escaped(text: &str) -> String {
        text.replace('|', "\\|")
    }

    /// The document with a row for every claim.
    fn document(setting: &str) -> String {
        let rulings = rulings("nrt", setting, &root().join("results")).ok().expect("results");
        let mut text = format!(
            "# Claims of the TCP NRT paper\n\nMade by `cargo xtask bless` from `results/nrt-{setting}.csv` (engine \
             {ENGINE}, setting {setting}); not edited by hand. Rules:\n\n"
        );
        RULES.iter().for_each(|(id, rule)| text.push_str(&format!("- **{id}**: {rule}.\n")));
        text.push_str(
            "\n| id | figure | claimed | verdict | rule | read as | measured | reason |\n|---|---|---|---|---|---|---|---|\n",
        );
        for (claim, ruling) in rulings {
            let row = row(claim, ruling);
            let Row { id, figure, claimed, verdict, rule, reading, measured, reason, .. } = &row;
            let cells = [id, figure, claimed, *verdict, rule, reading, measured, reason];
            text.push_str(&format!("| {} |\n", cells.map(escaped).join(" | ")));
        }
        text
    }

    /// The table of the README.
    fn summary(setting: &str) -> String {
        let rulings = rulings("nrt", setting, &root().join("results")).ok().expect("results");
        let count = |verdict| rulings.iter().filter(|(_, ruling)| ruling.verdict == verdict).count().to_string();
        let heads = Verdict::ALL.map(Verdict::words).join(" | ");
        format!(
            "| paper | setting | {heads} |\n|---|---|{}\n| TCP NRT | {setting} | {} |\n",
            "---|".repeat(Verdict::ALL.len()),
            Verdict::ALL.map(count).join(" | ")
        )
    }

    const MARKS: (&str, &str) = ("<!-- claims: made by cargo xtask bless -->\n", "<!-- end of claims -->");

    /// `cargo xtask bless` sets `CWNDLAB_BLESS` and with it writes both documents.
    #[test]
    fn documents_say_what_the_results_say() {
        let setting = latest();
        let (path, expected) = (root().join("docs/claims.md"), document(setting));
        let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
        let (before, rest) = readme.split_once(MARKS.0).expect("a mark where the table begins");
        let (table, behind) = rest.split_once(MARKS.1).expect("a mark where it ends");
        if std::env::var_os("CWNDLAB_BLESS").is_some() {
            fs::write(&path, &expected).expect("the repository can be written");
            let made = format!("{before}{}{}{}{behind}", MARKS.0, summary(setting), MARKS.1);
            fs::write(root().join("README.md"), made).expect("the repository can be written");
            return;
        }
        assert_eq!(table, summary(setting), "README.md: cargo xtask bless");
        assert_eq!(fs::read_to_string(&path).ok(), Some(expected), "docs/claims.md: cargo xtask bless");
    }
}
