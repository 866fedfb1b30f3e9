//! Real worlds in which much goes wrong: two flows over a slow bottleneck that loses, delays, stalls and reorders.

use cwndlab::ids::{FlowId, NodeId};
use cwndlab::queue::{Limit, QueueSetup};
use cwndlab::tcp::variant::{RecoveryId, TimeoutId};
use cwndlab::tcp::{ReceiverConfig, SenderConfig, Tcp, Variant};
use cwndlab::time::{Span, Time};
use cwndlab::units::Rate;
use cwndlab::wire::delay::{DelayOneSetup, Order};
use cwndlab::wire::hold::{Epochs, HoldSetup, Stops};
use cwndlab::wire::loss::{AppliesTo, LossSetup};
use cwndlab::wire::path::{PathDelaySetup, PathLossSetup};
use cwndlab::world::setup::{FlowSetup, LinkSetup, NodeSetup, WorldSetup};

use crate::dice::Dice;

/// How long each world runs.
pub const SECONDS: u64 = 120;

const NODES: [NodeId; 3] = [NodeId(0), NodeId(1), NodeId(2)];

fn fraction(dice: &mut Dice, per_mille: u64) -> f64 {
    dice.roll(per_mille) as f64 / 1e3
}

fn link(from: NodeId, to: NodeId, dice: &mut Dice) -> LinkSetup {
    let rate = Rate(100_000 * (1 + dice.roll(10)));
    let queue = QueueSetup::drop_tail(Limit::Packets(2 + dice.roll(12) as u32));
    let order = if dice.chance(50) { Order::Overtake } else { Order::Fifo };
    let mut link = LinkSetup::new(from, to, rate, Span::from_millis(5 + dice.roll(30)), queue);
    link.loss = LossSetup {
        packet: fraction(dice, 80),
        applies_to: AppliesTo::Both,
        bit_error: fraction(dice, 10) * 1e-3,
        ..LossSetup::default()
    };
    let length = Span::from_millis(50 + dice.roll(900));
    link.delay.one = DelayOneSetup { p: fraction(dice, 30), length, order, applies_to: AppliesTo::Both };
    link.holds = HoldSetup {
        epochs: if dice.chance(50) { Epochs::Poisson { mean: Span::from_secs(5) } } else { Epochs::Never },
        length: Span::from_millis(200 + dice.roll(2_000)),
        stops: if dice.chance(50) { Stops::Delivery } else { Stops::Transmission },
        limit: dice.chance(50).then_some(4),
    };
    link
}

fn flow(number: u16, dice: &mut Dice) -> FlowSetup {
    let (flow, [from, _, to]) = (FlowId(number), NODES);
    let sack = dice.chance(50);
    let tcp = Tcp {
        rto_min: Span::from_millis(200),
        iw: 1 + dice.roll(8) as u32,
        lt: dice.chance(50),
        ts: dice.chance(50),
        cap: Some(2 + dice.roll(30) as u32),
        delack: dice.chance(60).then_some(Span::from_millis(200)),
        sack,
        dsack: true,
        ..Tcp::RFC
    };
    let timeout = TimeoutId::ALL[dice.roll(TimeoutId::ALL.len() as u64) as usize];
    let recovery = if sack { RecoveryId::Sack } else { RecoveryId::NewReno };
    FlowSetup {
        sender: SenderConfig { flow, from, to, tcp, variant: Variant { recovery, timeout, ..Variant::NEWRENO } },
        receiver: ReceiverConfig { flow, from: to, to: from, tcp },
        start: Time::from_nanos(dice.roll(1_000_000_000)),
        app: None,
    }
}

/// The world of one seed.
pub fn setup(seed: u64) -> WorldSetup {
    let mut dice = Dice::new(seed);
    let [a, b, c] = NODES;
    let links = [(a, b), (b, c), (c, b), (b, a)].map(|(from, to)| link(from, to, &mut dice));
    WorldSetup {
        seed,
        nodes: vec![NodeSetup::default(); NODES.len()],
        links: links.into(),
        radio: None,
        flows: vec![flow(0, &mut dice), flow(1, &mut dice)],
        cross: Vec::new(),
        path_loss: PathLossSetup::default(),
        path_delay: PathDelaySetup::default(),
    }
}
