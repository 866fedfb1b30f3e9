//! Goodput on chains of radio stations beside that of ns-3 for the same chains.
//!
//! The numbers and the set-up stand in `reference/chain.csv`. Where frames meet others by signal to interference, without
//! RTS, goodput agrees within 5 % up to four hops and within 7 % on eight; with RTS and with capture, where the models
//! differ, within 15 %. Where ns-3 itself is less certain than that, it is enough that the intervals overlap. Beyond four
//! hops goodput does not rise with the length.

use cwndlab::ids::{FlowId, NodeId};
use cwndlab::radio::{Model, Phy, PhyRate, Position};
use cwndlab::rng::{Label, Luck};
use cwndlab::tcp::variant::{DiagnoseId, Options, RecoveryId, TimeoutId, WindowId};
use cwndlab::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use cwndlab::time::{Span, Time};
use cwndlab::trace::{Probe, Unwatched};
use cwndlab::units::Rate;
use cwndlab::world::{CrossPattern, CrossSetup, FlowSetup, NodeSetup, RadioSetup, World, WorldSetup};

/// One row of the table.
#[derive(Clone, Debug)]
struct Row {
    transport: String,
    hops: u8,
    model: Model,
    rts: bool,
    window: u32,
    seconds: u64,
    goodput: f64,
    half_width: f64,
}

fn table() -> Vec<Row> {
    let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
    include_str!("reference/chain.csv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("transport"))
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            Row {
                transport: cells[0].to_owned(),
                hops: number(cells[1]) as u8,
                model: if cells[2] == "sinr" { Model::Sinr } else { Model::Capture },
                rts: cells[3] == "1",
                window: number(cells[4]) as u32,
                seconds: number(cells[5]) as u64,
                goodput: number(cells[6]),
                half_width: number(cells[7]),
            }
        })
        .collect()
}

/// Counts packets that arrive.
#[derive(Default)]
struct Arrivals(u64);

impl Probe for Arrivals {
    fn on_delivered(&mut self, _: Time, _: &cwndlab::packet::Packet) {
        self.0 += 1;
    }
}

impl Row {
    fn setup(&self, seed: u64) -> WorldSetup {
        let place = |node: u8| (NodeId(node), Position { x: 200.0 * f64::from(node), y: 0.0 });
        let mut radio = RadioSetup::new((0..=self.hops).map(place).collect(), Phy::new(PhyRate::A9));
        radio.model = self.model;
        radio.mac.long_retry_limit = 7;
        if self.rts {
            radio.mac.rts_threshold = 0;
        }
        let (flow, from, to) = (FlowId(0), NodeId(0), NodeId(self.hops));
        let tcp = Tcp { mss: 1000, cap: Some(self.window), ..Tcp::NS3 };
        let variant = Variant {
            window: WindowId::Reno,
            recovery: RecoveryId::Sack,
            diagnose: DiagnoseId::Congestion,
            timeout: TimeoutId::Standard,
            options: Options::default(),
        };
        let tcp_flow = FlowSetup {
            sender: SenderConfig { flow, from, to, tcp, variant },
            receiver: ReceiverConfig { flow, from: to, to: from, tcp },
            start: Time::ZERO + Span::from_secs_f64(0.1 * Luck::new(seed, Label::FlowStart, 0).uniform(0, 0)),
            app: None,
        };
        let udp = CrossSetup {
            from,
            to,
            size: 1028,
            rate: Rate(10_280_000),
            pattern: CrossPattern::Constant,
            start: Time::ZERO,
            stop: Time::NEVER,
        };
        let is_tcp = self.transport == "tcp";
        WorldSetup {
            seed,
            nodes: vec![NodeSetup::default(); usize::from(self.hops) + 1],
            links: Vec::new(),
            radio: Some(radio),
            flows: if is_tcp { vec![tcp_flow] } else { Vec::new() },
            cross: if is_tcp { Vec::new() } else { vec![udp] },
            path_loss: Default::default(),
            path_delay: Default::default(),
        }
    }

    /// Goodput of one run, in Mbit/s.
    fn run(&self, seed: u64) -> f64 {
        let setup = self.setup(seed);
        let mut world = World::new(&setup);
        let end = Time::ZERO + Span::from_secs(self.seconds);
        let Some(flow) = setup.flows.first() else {
            let mut arrivals = Arrivals::default();
            world.advance(end, &[], &mut arrivals, u64::MAX);
            return arrivals.0 as f64 * 8e-3 / self.seconds as f64;
        };
        world.advance(end, &[], &mut Unwatched, u64::MAX);
        let delivered = world.flows()[FlowId(0)].receiver().delivered().0 as f64;
        delivered * 8e-6 / (end - flow.start).as_secs_f64()
    }

    /// Mean and half width of the 95 % interval over ten seeds.
    fn interval(&self) -> (f64, f64) {
        let values: Vec<f64> = (1..=10).map(|seed| self.run(seed)).collect();
        let mean = values.iter().sum::<f64>() / 10.0;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / 9.0;
        // Student's t for 9 degrees of freedom, two-sided 95 %.
        (mean, 2.262 * (variance / 10.0).sqrt())
    }

    /// How far the means may be apart.
    fn allowed(&self) -> f64 {
        match (self.model, self.rts, self.hops) {
            (Model::Sinr, false, 0..=4) => 0.05,
            (Model::Sinr, false, _) => 0.07,
            _ => 0.15,
        }
    }
}

#[test]
fn chains_agree_with_ns3() {
    let mut report = Vec::new();
    let mut misses = 0;
    for row in table() {
        let (mean, half_width) = row.interval();
        let off = mean / row.goodput - 1.0;
        // A saturated source is no connection: its rows are shown, those of TCP are judged.
        let overlap = (mean - row.goodput).abs() <= half_width + row.half_width;
        let agrees = off.abs() <= row.allowed() || overlap;
        misses += usize::from(!agrees && row.transport == "tcp");
        let verdict = if agrees { "ok  " } else { "MISS" };
        report.push(format!(
            "{verdict} {} h={} {:?} rts={} w={}: ns-3 {:.3} ±{:.3}, here {mean:.3} ±{half_width:.3} ({:+.1} %)",
            row.transport,
            row.hops,
            row.model,
            row.rts,
            row.window,
            row.goodput,
            row.half_width,
            100.0 * off
        ));
    }
    println!("{}", report.join("\n"));
    assert_eq!(misses, 0, "{}", report.join("\n"));
}

#[test]
fn goodput_does_not_rise_from_four_hops_on() {
    for (model, ratio) in [(Model::Sinr, 0.86), (Model::Capture, 0.69)] {
        let goodput = |hops| {
            let transport = "tcp".to_owned();
            let row =
                Row { transport, hops, model, rts: false, window: 32, seconds: 20, goodput: 0.0, half_width: 0.0 };
            row.interval()
        };
        let found: Vec<_> = (4..=10).map(goodput).collect();
        println!("{model:?}: {found:.3?}");
        for pair in found.windows(2) {
            assert!(pair[1].0 <= pair[0].0 + pair[0].1 + pair[1].1, "{model:?}: {found:?}");
        }
        let measured = found[4].0 / found[0].0;
        assert!((measured - ratio).abs() <= 0.1, "{model:?}: {measured:.3} instead of {ratio}");
    }
}
