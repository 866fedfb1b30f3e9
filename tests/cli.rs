//! The tool as a user meets it: its output, its errors, its exit codes.

use std::process::{Command, Output};

use serde_json::Value;

fn tool(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cwndlab")).args(arguments).output().expect("the tool runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(arguments: &[&str]) -> Value {
    let output = tool(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The keys of an object, in order of the alphabet.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

#[test]
fn run_reports_what_happened() {
    let report = json(&["run", "random-loss", "--until", "20", "--json"]);
    let expected = ["cpu_seconds", "drops", "events", "fingerprint", "flows", "lanes", "sim_seconds", "wall_seconds"];
    assert_eq!(keys(&report), expected);
    assert_eq!(report["sim_seconds"], 20.0);
    assert_eq!(report["fingerprint"].as_str().map(str::len), Some(16));
    assert!(report["drops"]["random_loss"].as_u64() > Some(0));
    let flow = &report["flows"][1];
    let expected = [
        "cwnd",
        "delivered_bytes",
        "goodput_bps",
        "id",
        "lane",
        "retransmissions",
        "rtt_ms",
        "segments_sent",
        "timeouts",
        "unnecessary_cuts",
        "unnecessary_retransmissions",
        "variant",
    ];
    assert_eq!(keys(flow), expected);
    assert_eq!((&flow["lane"], &flow["variant"]), (&Value::from(1), &Value::from("newreno")));
    assert_eq!(keys(&flow["rtt_ms"]), ["max", "mean", "min"]);
    let timeout = &flow["timeouts"][0];
    let copies = timeout["copies"].as_array().expect("a list");
    assert_eq!(keys(&copies[0]), ["cause", "copy", "fate", "sent", "time"]);
    assert!(copies[0]["sent"].as_f64() < timeout["time"].as_f64());
    assert_eq!(timeout["copies_omitted"], 0);
    for key in ["time", "segment", "srtt_ms", "rto_ms", "backoff", "action", "verdict", "truth", "stopped_by"] {
        assert!(timeout.get(key).is_some(), "{key}");
    }
}

#[test]
fn a_run_is_a_link_is_a_file() {
    let preset = json(&["run", "delay-spike", "--until", "10", "--seed", "7", "--json"]);
    let link = json(&["run", "#p=delay-spike&seed=7", "--until", "10", "--json"]);
    let decoded = json(&["link", "decode", "p=delay-spike&seed=7"]);
    let path = folder("file").join("scenario.json");
    std::fs::write(&path, decoded["scenario"].to_string()).expect("written");
    let file = json(&["run", path.to_str().expect("a path"), "--until", "10", "--json"]);
    assert_eq!(preset["lanes"], link["lanes"]);
    assert_eq!(preset["lanes"], file["lanes"]);
    assert_ne!(preset["lanes"], json(&["run", "delay-spike", "--until", "10", "--json"])["lanes"]);
    let encoded = tool(&["link", "encode", path.to_str().expect("a path")]);
    assert_eq!(stdout(&encoded), "#p=delay-spike&seed=7\n");
}

#[test]
fn files_may_carry_a_view_and_a_byte_order_mark() {
    let decoded = stdout(&tool(&["link", "decode", "p=delay-spike&seed=7&t=3"]));
    let path = folder("wrapped").join("decoded.json");
    std::fs::write(&path, format!("\u{feff}{decoded}")).expect("written");
    let file = path.to_str().expect("a path");
    let expected = json(&["run", "p=delay-spike&seed=7", "--until", "5", "--json"])["lanes"].clone();
    assert_eq!(json(&["run", file, "--until", "5", "--json"])["lanes"], expected);
    assert_eq!(stdout(&tool(&["link", "encode", file])), "#p=delay-spike&seed=7\n");
}

#[test]
fn an_error_in_a_file_is_shown_with_its_place() {
    let path = folder("misread").join("scenario.json");
    let file = path.to_str().expect("a path");
    let good = json(&["link", "decode", "p=chain"]);
    let pretty = |value: &Value| serde_json::to_string_pretty(value).expect("JSON");
    let misspelt = pretty(&good["scenario"]).replace("\"hops\"", "\"hopps\"");
    let line = 1 + misspelt.lines().position(|line| line.contains("hopps")).expect("there");
    let ids = "known are hops, flows, narrow, stagger, dur, loss";
    for (text, places) in [
        (
            misspelt,
            &[&format!("line {line}, column")[..], "unknown field `hopps`, expected one of `hops`, `bottleneck`"][..],
        ),
        (pretty(&good).replace("\"profile\"", "\"profil\""), &["unknown field `profil`", "`duration`, `seed`)"]),
        (
            pretty(&good).replace("\"tcp\": {}", "\"tcp\": {\"mtu\": 9}"),
            &["no knob is called \"mtu\"", ids, "routing, move)"],
        ),
        (pretty(&good).replacen(',', ";", 1), &["line ", "expected `,` or `}`"]),
        ("[1]".to_owned(), &["line 1, column"]),
    ] {
        std::fs::write(&path, text).expect("written");
        let output = tool(&["run", file]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with(&format!("{file}, line ")), "{stderr}");
        for part in places {
            assert!(stderr.contains(part), "{part}: {stderr}");
        }
    }
}

#[test]
fn list_is_complete() {
    let list = json(&["list", "--json"]);
    assert_eq!(keys(&list), ["parameters", "presets", "variants"]);
    assert_eq!(keys(&list["parameters"][0]), ["default", "id", "max", "min", "source", "unit"]);
    assert_eq!(keys(&list["presets"][0]), ["id", "title"]);
    assert_eq!(keys(&list["variants"][0]), ["diagnose", "id", "recovery", "source", "timeout", "window"]);
    assert_eq!(list["presets"][0]["id"], "random-loss");
    let text = stdout(&tool(&["list"]));
    assert!(text.contains("VARIANTS") && text.contains("Random loss fools NewReno") && text.contains("rto_min"));
}

#[test]
fn files_of_events_and_series() {
    let folder = folder("csv");
    let path = folder.to_str().expect("a path");
    assert!(tool(&["run", "random-loss", "--until", "5", "--csv", path]).status.success());
    let events = std::fs::read_to_string(folder.join("events.csv")).expect("events");
    assert!(events.starts_with("lane,time,event,flow,kind,first_byte,copy,detail\n0,"));
    assert!(events.contains(",dropped,0,data,"));
    let series = std::fs::read_to_string(folder.join("series.csv")).expect("series");
    assert!(series.starts_with("lane,time,flow,quantity,value\n") && series.contains(",cwnd,"));
    let rounds = std::fs::read_to_string(folder.join("rounds.csv")).expect("rounds");
    assert!(rounds.starts_with("lane,flow,round,start_s,end_s,cwnd_start,"));
    assert!(rounds.contains("\n0,0,1,0.") && rounds.contains("\n1,0,2,0."));
}

#[test]
fn a_figure_of_the_run() {
    let path = folder("svg").join("figure.svg");
    let file = path.to_str().expect("a path");
    let report = json(&["run", "random-loss", "--until", "5", "--json", "--svg", file]);
    let svg = std::fs::read_to_string(&path).expect("a figure");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("Random loss fools NewReno") && svg.contains(report["fingerprint"].as_str().expect("text")));
    let nowhere = tool(&["run", "random-loss", "--until", "1", "--svg", "/nowhere/figure.svg"]);
    assert_eq!(nowhere.status.code(), Some(1));
}

#[test]
fn a_trace_drives_the_bottleneck() {
    let folder = folder("trace");
    let path = folder.join("one-per-10-ms");
    std::fs::write(&path, "10\r\n").expect("written");
    let path = path.to_str().expect("a path");
    let report = json(&["run", "chain", "--until", "20", "--trace", path, "--json"]);
    let goodput = report["flows"][0]["goodput_bps"].as_f64().expect("a number");
    let offered = 1.2e6 * 512.0 / 552.0;
    assert!(goodput < offered && goodput > 0.8 * offered, "{goodput}");
    std::fs::write(path, "10\nx\n").expect("written");
    let output = tool(&["run", "chain", "--trace", path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2: \"x\""));
}

#[test]
fn bad_input_is_named_and_ends_with_two() {
    let folder = folder("bad");
    let file = folder.join("scenario.json");
    std::fs::write(&file, r#"{"topology":{"chain":{"hops":3}}}"#).expect("written");
    let file = file.to_str().expect("a path");
    for (arguments, expected) in [
        (&["run", "randomloss"][..], "random-loss"),
        (&["run", "p=chain&loss=x"], "loss: \"x\" is not possible; allowed: a number from 0 to 1"),
        (&["run", "p=chain&cc=nrt,renno"], "cc, lane 2: \"renno\""),
        (&["run", file], "missing field"),
        (&["run", "chain", "--until", "9999"], "until"),
        (&["run", "chain", "--until", "soon"], "seconds from 0"),
        (&["link", "decode", "s=1.AAAA"], "cut off or changed"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let output = tool(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(tool(&["run", "missing.json"]).status.code(), Some(1));
}

#[test]
fn what_was_clamped_is_said() {
    let output = tool(&["link", "decode", "p=chain&loss=7"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("loss: 7 is not possible, 1 is used"));
    let output = tool(&["run", "p=random-loss&trace=file", "--until", "0.1"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("give its file with --trace"));
}

#[test]
fn scripts_pass_and_fail() {
    let all = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts");
    let output = tool(&["script", all, "--coverage"]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains(" 0 failed") && stdout(&output).contains("rows without a script: 0"));
    let wrong = folder("scripts").join("wrong.tcp");
    std::fs::write(&wrong, "# E1: wrong\nvariant newreno\nset iw=2\n0 write inf\n0 > 1..3\n").expect("written");
    let output = tool(&["script", wrong.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("wrong.tcp: line 5"), "{}", stdout(&output));
}

#[test]
fn a_figure_is_run_kept_and_gone_on_with() {
    let folder = folder("figure");
    let results = folder.to_str().expect("a path");
    let run = |more: &[&str]| tool(&[&["figure", "nrt/11", "--setting", "smoke", "--results", results], more].concat());
    let report: Value = serde_json::from_slice(&run(&["--json"]).stdout).expect("JSON");
    assert_eq!(keys(&report), ["capabilities", "engine", "figures", "setting"]);
    let figure = &report["figures"][0];
    assert_eq!((&figure["figure"], &figure["done"], &figure["runs"]), (&"nrt/11".into(), &2.into(), &2.into()));
    assert_eq!(figure["lines"][1]["label"], "EQRTO");
    assert_eq!(figure["lines"][0]["cells"].as_array().map(Vec::len), Some(60));
    let file = folder.join("nrt-smoke.csv");
    let before = std::fs::read_to_string(&file).expect("results");
    let again = run(&["--resume"]);
    assert!(String::from_utf8_lossy(&again.stderr).starts_with("2 runs, 2 of them known"));
    // A run that was cut off while it was written down is done again.
    std::fs::write(&file, &before[..before.len() - 30]).expect("written");
    let again = run(&["--resume"]);
    assert!(String::from_utf8_lossy(&again.stderr).starts_with("2 runs, 1 of them known"));
    assert_eq!(std::fs::read_to_string(&file).expect("results"), before, "the same to the last digit");
    let svg = folder.join("11.svg");
    assert!(run(&["--resume", "--svg", svg.to_str().expect("a path")]).status.success());
    assert!(std::fs::read_to_string(svg).expect("a drawing").contains("EQRTO"));
}

#[test]
fn parts_of_a_figure_are_put_together() {
    let folder = folder("parts");
    let results = folder.to_str().expect("a path");
    for part in ["1/2", "2/2"] {
        let part = tool(&["figure", "nrt/11", "--setting", "smoke", "--results", results, "--shard", part]);
        assert!(part.status.success() && part.stdout.is_empty());
    }
    let whole = tool(&["figure", "nrt/11", "--setting", "smoke", "--results", results, "--resume"]);
    assert!(String::from_utf8_lossy(&whole.stderr).starts_with("2 runs, 2 of them known"));
}

#[test]
fn claims_name_what_decides_them() {
    let folder = folder("claims");
    let results = folder.to_str().expect("a path");
    let none = tool(&["claims", "--setting", "smoke", "--results", results]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("figure --all --paper nrt --setting smoke"));
    assert!(tool(&["figure", "nrt/11", "--setting", "smoke", "--results", results]).status.success());
    let report = json(&["claims", "--setting", "smoke", "--results", results, "--json"]);
    let claims = report["claims"].as_array().expect("a list");
    assert_eq!(claims.len(), 73);
    let expected = ["claimed", "figure", "id", "measured", "reading", "reason", "rule", "test", "verdict"];
    assert_eq!(keys(&claims[0]), expected);
    let of = |id: &str| claims.iter().find(|claim| claim["id"] == id).expect("a claim");
    assert_eq!(of("S000-008")["verdict"], "reproduces");
    assert_eq!(of("S000-033")["verdict"], "open");
    assert_eq!(of("S000-003")["verdict"], "not testable here");
    assert!(of("S000-003")["reason"].as_str().is_some_and(|why| !why.is_empty()));
}

#[test]
fn a_figure_that_is_not_there_is_told_with_those_that_are() {
    let refused = |arguments: &[&str], words: &[&str]| {
        let output = tool(arguments);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        words.iter().for_each(|word| assert!(text.contains(word), "{word}: {text}"));
    };
    refused(&["figure", "nrt/99"], &["figure", "nrt/99", "nrt/22a", "nrt/t2"]);
    refused(&["figure", "nrt/10", "--setting", "fast"], &["setting", "fast", "smoke, quick, paper"]);
    refused(&["figure", "nrt/10", "--shard", "3/2"], &["shard", "3/2"]);
    refused(&["figure", "--all", "--paper", "x"], &["paper", "nrt"]);
    let table = tool(&["figure", "nrt/t2"]);
    assert!(stdout(&table).contains("nrt") && table.status.success());
}
