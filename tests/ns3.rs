//! Goodput, fairness and retransmissions beside those of ns-3 for the same wired scenarios.
//!
//! The numbers and the set-up stand in `reference/ns3.csv`. A point agrees if the intervals overlap, or if the means are
//! within 15 % (random loss up to 1 %) or 35 % (more): above 1 % time-outs dominate, and ns-3's own variants of NewReno
//! differ by more than that. Ten flows on one bottleneck reach the same, as evenly, within 3 % (random loss up to 1 %).

use cwndlab::ids::{FlowId, LinkId, NodeId};
use cwndlab::queue::{EcnMode, Limit, QueueSetup, RedSetup};
use cwndlab::rng::{Label, Luck};
use cwndlab::tcp::variant::{DiagnoseId, RecoveryId, TimeoutId, WindowId};
use cwndlab::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use cwndlab::time::{Span, Time};
use cwndlab::trace::Unwatched;
use cwndlab::units::{Bytes, Rate};
use cwndlab::wire::loss::LossSetup;
use cwndlab::wire::path::{PathDelaySetup, PathLossSetup};
use cwndlab::world::{FlowSetup, LinkSetup, NodeSetup, World, WorldSetup};

/// ns-3's point-to-point devices put a PPP header of two bytes before every packet.
const PPP_HEADER: Bytes = Bytes(2);

/// One scenario of the table.
#[derive(Clone, PartialEq, Debug)]
struct Point {
    rate: Rate,
    delay: Span,
    loss: f64,
    limit: u32,
    queue: String,
    flows: u8,
    seconds: u64,
}

/// One number of the table.
struct Row {
    point: Point,
    metric: String,
    mean: f64,
    half_width: f64,
}

fn table() -> Vec<Row> {
    let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
    include_str!("reference/ns3.csv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("family"))
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            Row {
                point: Point {
                    rate: Rate::from_mbps(number(cells[1])),
                    delay: Span::from_millis(number(cells[2]) as u64),
                    loss: number(cells[3]),
                    limit: number(cells[4]) as u32,
                    queue: cells[5].to_owned(),
                    flows: number(cells[6]) as u8,
                    seconds: number(cells[11]) as u64,
                },
                metric: cells[12].to_owned(),
                mean: number(cells[13]),
                half_width: number(cells[14]),
            }
        })
        .collect()
}

impl Point {
    /// The queue at the bottleneck.
    fn bottleneck_queue(&self) -> QueueSetup {
        let red = RedSetup {
            wait: true,
            drop_above_max: true,
            spare_short: true,
            mean_packet: Bytes(1040),
            gentle: self.queue == "red-gentle",
            mode: if self.queue == "redecn" { EcnMode::Ecn } else { EcnMode::Off },
            ..RedSetup::DEFAULT
        };
        let red = (self.queue != "droptail").then_some(red);
        QueueSetup { limit: Limit::Packets(self.limit), count_in_service: false, red }
    }

    /// Sources, the two routers, sinks.
    fn setup(&self, seed: u64) -> WorldSetup {
        let flows = self.flows;
        let (left, right) = (NodeId(flows), NodeId(flows + 1));
        let open = QueueSetup { limit: Limit::Packets(10_000), count_in_service: false, red: None };
        let wire = |from, to, rate, delay, queue| LinkSetup {
            l2_overhead: PPP_HEADER,
            ..LinkSetup::new(from, to, rate, delay, queue)
        };
        let mut forward = wire(left, right, self.rate, self.delay, self.bottleneck_queue());
        forward.loss = LossSetup { packet: self.loss, ..LossSetup::default() };
        let mut links = vec![forward, wire(right, left, self.rate, self.delay, open)];
        let access = Rate::from_mbps(100.0);
        for flow in 0..flows {
            let (source, sink) = (NodeId(flow), NodeId(flows + 2 + flow));
            for (from, to) in [(source, left), (left, source), (right, sink), (sink, right)] {
                links.push(wire(from, to, access, Span::ZERO, open));
            }
        }
        let jitter = if flows == 1 { 0.1 } else { 1.0 };
        let luck = Luck::new(seed, Label::FlowStart, 0);
        let tcp = Tcp { mss: 1000, ecn: self.queue == "redecn", ..Tcp::NS3 };
        let variant = Variant {
            window: WindowId::Reno,
            recovery: RecoveryId::Sack,
            diagnose: DiagnoseId::Congestion,
            timeout: TimeoutId::Standard,
            options: cwndlab::tcp::variant::Options::default(),
        };
        let flow = |flow: u8| {
            let (from, to) = (NodeId(flow), NodeId(flows + 2 + flow));
            let id = FlowId(u16::from(flow));
            FlowSetup {
                sender: SenderConfig { flow: id, from, to, tcp, variant },
                receiver: ReceiverConfig { flow: id, from: to, to: from, tcp },
                start: Time::ZERO + Span::from_secs_f64(jitter * luck.uniform(u64::from(flow), 0)),
                app: None,
            }
        };
        WorldSetup {
            seed,
            nodes: vec![NodeSetup::default(); usize::from(2 * flows + 2)],
            links,
            radio: None,
            flows: (0..flows).map(flow).collect(),
            cross: Vec::new(),
            path_loss: PathLossSetup::default(),
            path_delay: PathDelaySetup::default(),
        }
    }

    /// Goodput in Mbit/s, Jain's index and retransmissions of one run.
    fn run(&self, seed: u64) -> [f64; 3] {
        let setup = self.setup(seed);
        let mut world = World::new(&setup);
        let end = Time::ZERO + Span::from_secs(self.seconds);
        assert!(world.advance(end, &[], &mut Unwatched, u64::MAX));
        let mut rates = Vec::new();
        let mut again = 0.0;
        for (conn, flow) in world.flows().iter().zip(&setup.flows) {
            let delivered = conn.receiver().delivered().0 as f64;
            rates.push(delivered * 8.0 / (end - flow.start).as_secs_f64() / 1e6);
            again += f64::from(conn.sender().sent()) - (conn.sender().max().0 / 1000) as f64;
        }
        let sum: f64 = rates.iter().sum();
        let squares: f64 = rates.iter().map(|rate| rate * rate).sum();
        [sum, sum * sum / (rates.len() as f64 * squares), again]
    }
}

/// Mean and half width of the 95 % interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    // Student's t for 9 degrees of freedom, two-sided 95 %.
    (mean, 2.262 * (variance / n).sqrt())
}

#[test]
fn wired_scenarios_agree_with_ns3() {
    let mut report = Vec::new();
    let mut misses = 0;
    let mut last: Option<(Point, Vec<[f64; 3]>)> = None;
    for row in table() {
        let column =
            ["goodput_mbps", "jain", "retx"].iter().position(|name| *name == row.metric).expect("a known metric");
        if last.as_ref().is_none_or(|(point, _)| *point != row.point) {
            let runs = (1..=10).map(|seed| row.point.run(seed)).collect();
            last = Some((row.point.clone(), runs));
        }
        let Some((_, runs)) = &last else { unreachable!("just set") };
        let (mean, half_width) = interval(&runs.iter().map(|run| run[column]).collect::<Vec<_>>());
        let overlap = (mean - row.mean).abs() <= half_width + row.half_width;
        let off = (mean / row.mean - 1.0).abs();
        let allowed = if row.point.loss <= 0.01 { 0.15 } else { 0.35 };
        // Where ten flows share a bottleneck that is hardly lossy, what they reach together and how evenly is certain.
        let certain = row.point.flows == 10 && row.point.loss <= 0.01 && row.metric != "retx";
        let agrees = if certain { off <= 0.03 } else { overlap || off <= allowed };
        // Retransmissions count losses, so they follow goodput; ns-3's are shown, goodput and fairness are judged.
        let judged = row.metric != "retx";
        misses += usize::from(judged && !agrees);
        report.push(format!(
            "{} {:?} {}: ns-3 {} ±{}, here {mean:.4} ±{half_width:.4}",
            if agrees { "ok  " } else { "MISS" },
            row.point,
            row.metric,
            row.mean,
            row.half_width
        ));
    }
    println!("{}", report.join("\n"));
    assert_eq!(misses, 0, "{}", report.join("\n"));
}

#[test]
fn a_link_number_is_the_place_in_the_list() {
    let world = World::new(&table()[0].point.setup(1));
    assert_eq!(world.links()[LinkId(0)].from(), NodeId(1));
}
