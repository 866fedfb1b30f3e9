//! What the page waits for: a seek of four lanes to the instant just before a checkpoint, which replays the longest, and
//! the numbers of one frame.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use cwndlab::lab::{Lab, State};
use cwndlab::scenario::{Lane, presets};
use cwndlab::share;
use cwndlab::time::{Span, Time};
use cwndlab::view;

const VARIANTS: [&str; 4] = ["nrt", "newreno", "frto", "sack"];

/// Four lanes of a preset, run to a minute.
fn lab(preset: &str) -> Lab {
    let mut scenario = presets::base(preset).expect("a preset");
    scenario.lanes = VARIANTS.into_iter().map(Lane::of).collect();
    let mut lab = Lab::new(scenario).expect("a valid preset");
    lab.go(Time::ZERO + Span::from_secs(60));
    lab.finish();
    lab
}

fn page(criterion: &mut Criterion) {
    for preset in ["random-loss", "dumbbell", "friendly-20"] {
        let lab = lab(preset);
        let sizes = lab.lanes().iter().map(|lane| State::size_in_bytes(&lane.state));
        println!("{preset}: states of {:?} bytes, checkpoints {:?}", sizes.collect::<Vec<_>>(), lab.checkpoints());
        criterion.bench_function(&format!("seek/{preset}"), |bencher| {
            let far = || {
                let mut lab = lab.clone();
                lab.go(Time::ZERO);
                lab.finish();
                lab
            };
            let seek = |mut lab: Lab| {
                lab.go(Time::ZERO + Span::from_millis(30_999));
                lab.finish();
                lab
            };
            bencher.iter_batched(far, seek, BatchSize::LargeInput);
        });
        criterion.bench_function(&format!("frame/{preset}"), |bencher| {
            bencher.iter(|| black_box(view::frame(black_box(&lab), 1)));
        });
        criterion.bench_function(&format!("status/{preset}"), |bencher| {
            bencher.iter(|| black_box(view::status(black_box(&lab))));
        });
    }
}

/// Links that benches/page.mjs runs too: their times give the speed of WebAssembly against native code.
const RUNS: [&str; 3] = ["p=chain&hops=10&cc=nrt,newreno,frto,sack&loss=0.01", "p=fair-10", "p=friendly-20"];

/// A minute of every lane, with its log and checkpoints, as the page computes it.
fn minute(criterion: &mut Criterion) {
    for link in RUNS {
        let scenario = share::decode(link).expect("a valid link").0.scenario;
        criterion.bench_function(&format!("minute/{link}"), |bencher| {
            bencher.iter(|| {
                let mut lab = Lab::new(scenario.clone()).expect("a valid scenario");
                lab.go(Time::ZERO + Span::from_secs(60));
                lab.finish();
                black_box(lab.fingerprint())
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = page, minute
}
criterion_main!(benches);
