//! Deterministic simulator of TCP over lossy multihop networks.

pub mod chart;
pub mod experiment;
pub mod export;
pub mod ids;
pub mod import;
pub mod lab;
pub mod math;
pub mod metrics;
pub mod packet;
pub mod queue;
pub mod radio;
pub mod rng;
pub mod route;
pub mod rtt;
pub mod scenario;
pub mod sched;
pub mod script;
pub mod seq;
pub mod share;
pub mod tcp;
pub mod time;
pub mod timer;
pub mod trace;
pub mod truth;
pub mod units;
pub mod view;
pub mod wire;
pub mod world;

#[cfg(target_family = "wasm")]
pub mod web;
