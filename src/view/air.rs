//! The radio channel in the picture: lines between neighbours, on which packets travel as on wires.
//!
//! A line stands for one direction between two stations that packets of some flow go through, or may find their way
//! through. Lines are numbered behind the links of the world, alike in all lanes.

use crate::ids::NodeId;
use crate::lab::Lab;
use crate::packet::Packet;
use crate::queue::Queue;
use crate::radio::{Kind, Position};
use crate::time::Time;
use crate::world::{Air, World};

/// One direction between two stations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// Who sends.
    pub from: NodeId,
    /// Who is meant to receive.
    pub to: NodeId,
    /// Whether it carries ACKs.
    pub reverse: bool,
}

/// Where stations search for ways, lines stand between all neighbours, unless there are more of them than this: such a
/// picture would be black.
const MOST_LINES: usize = 400;

/// The lines of `lane`, none without radio.
pub(super) fn lines(lab: &Lab, lane: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let Some((setup, state)) = lab.setup(lane).zip(lab.lanes().get(lane)) else { return lines };
    let world = &state.state.world;
    let Some(air) = world.air() else { return lines };
    for flow in &setup.flows {
        let (src, dst) = (flow.sender.from, flow.sender.to);
        for (start, end, reverse) in [(src, dst, false), (dst, src, true)] {
            for (from, to) in hops(world, start, end) {
                let on_air = air.interface(from).is_some() && air.interface(to).is_some();
                if on_air && !lines.iter().any(|line| (line.from, line.to) == (from, to)) {
                    lines.push(Line { from, to, reverse });
                    lines.push(Line { from: to, to: from, reverse: !reverse });
                }
            }
        }
    }
    let searches =
        |lane| lab.setup(lane).and_then(|setup| setup.radio.as_ref()).is_some_and(|radio| radio.dsr.is_some());
    let neighbours = |&(from, _): &(NodeId, Position)| {
        let heard = air.hearers(from).iter().filter(move |hearer| hearer.decodable && from < hearer.node);
        heard.map(move |hearer| (from, hearer.node))
    };
    let pairs = || air.positions().iter().flat_map(neighbours);
    if (0..lab.lanes().len()).any(searches) && 2 * pairs().take(MOST_LINES).count() <= MOST_LINES {
        for (from, to) in pairs() {
            if !lines.iter().any(|line| (line.from, line.to) == (from, to)) {
                lines.push(Line { from, to, reverse: false });
                lines.push(Line { from: to, to: from, reverse: true });
            }
        }
    }
    lines
}

/// The steps that a packet takes from `from` to `to`.
pub(super) fn hops(world: &World, from: NodeId, to: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> {
    let mut at = from;
    let steps = std::iter::from_fn(move || {
        let next = world.next_node(at, to).filter(|_| at != to)?;
        let step = (at, next);
        at = next;
        Some(step)
    });
    steps.take(world.nodes().len())
}

/// A packet on a line, and how far it is: part of its airtime, 1 where it has come in, or −(place + 1) where it waits.
pub(super) struct OnLine<'a> {
    /// Who sends it, and to whom.
    pub ends: (NodeId, NodeId),
    /// What.
    pub packet: &'a Packet,
    /// How far.
    pub progress: f64,
    /// Whether it has come in and is held up.
    pub held: bool,
}

/// The packets in interfaces and on the air at `now`. One that is on the air is still the first of its interface until it
/// is acknowledged, and is told once.
pub(super) fn packets(air: &Air, now: Time) -> Vec<OnLine<'_>> {
    let mut all = Vec::new();
    for on_air in air.on_air() {
        if let (Kind::Data { packet, .. }, Some(to)) = (&on_air.frame.kind, on_air.frame.to) {
            let whole = on_air.end.saturating_since(on_air.start).as_nanos().max(1) as f64;
            let progress = (now.saturating_since(on_air.start).as_nanos() as f64 / whole).min(1.0);
            all.push(OnLine { ends: (on_air.frame.from, to), packet, progress, held: false });
        }
    }
    for (node, interface) in air.interfaces() {
        let sent = air.on_air().any(|on_air| on_air.frame.from == node && on_air.frame.is_data());
        let current = interface.station().current().filter(|_| !sent && interface.station().pending().is_some());
        for (place, msdu) in current.into_iter().chain(interface.waiting()).enumerate() {
            if let Some(to) = msdu.next {
                let progress = -(place as f64 + 1.0);
                all.push(OnLine { ends: (node, to), packet: &msdu.packet, progress, held: false });
            }
        }
    }
    for (node, interface) in air.interfaces() {
        let held = interface.held();
        all.extend(held.map(|(from, packet)| OnLine { ends: (from, node), packet, progress: 1.0, held: true }));
    }
    all
}

/// How many packets wait at `line`'s sender for its receiver, and the rule of the queue in which they wait.
pub(super) fn queue<'a>(air: &'a Air, line: &Line) -> Option<(usize, &'a Queue)> {
    let interface = air.interface(line.from)?;
    Some((interface.waiting().filter(|msdu| msdu.next == Some(line.to)).count(), interface.queue()))
}

/// The number of the line from `from` to `to`, or of any from `from` without `to`, in a world with `links` links.
pub(super) fn number(lines: &[Line], links: usize, from: NodeId, to: Option<NodeId>) -> Option<usize> {
    let is = |line: &Line| line.from == from && to.is_none_or(|to| line.to == to);
    lines.iter().position(is).map(|at| links + at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;
    use crate::packet::CopyKey;
    use crate::share;
    use crate::time::Span;
    use crate::view::{frame, scene};

    /// Eight numbers of a frame stand for a packet, six for a queue.
    const PACKET: usize = 8;
    const QUEUE: usize = 6;

    fn lab(link: &str) -> Lab {
        Lab::new(share::decode(link).expect("a link").0.scenario).expect("a valid scenario")
    }

    #[test]
    fn every_packet_between_the_ends_is_drawn_where_it_is() {
        for link in ["p=chain-10", "p=grid-18", "p=chain-10&late=0.2&lateby=20"] {
            let mut lab = lab(link);
            let (mut on_air, mut waiting, mut held) = (0, 0, 0);
            for step in 1..=400 {
                lab.go(Time::ZERO + Span::from_millis(step * 7));
                lab.finish();
                let world = &lab.lanes()[0].state.world;
                let air = world.air().expect("radio");
                let drawn = packets(air, lab.shown());
                let mut inside: Vec<CopyKey> =
                    air.interfaces().flat_map(|(_, each)| each.packets().map(Packet::key)).collect();
                let mut keys: Vec<CopyKey> = drawn.iter().map(|each| each.packet.key()).collect();
                inside.sort_unstable();
                keys.sort_unstable();
                assert!(inside.iter().all(|key| keys.binary_search(key).is_ok()), "{link} at {}", lab.shown());
                // A frame whose acknowledgement was lost is sent again although its packet has gone on.
                let again = drawn.iter().filter(|each| each.progress >= 0.0 && !each.held).count();
                assert!(keys.len() <= inside.len() + again, "{link} at {}", lab.shown());
                for (node, interface) in air.interfaces() {
                    let mut places: Vec<f64> = drawn
                        .iter()
                        .filter(|each| each.ends.0 == node && each.progress < 0.0)
                        .map(|each| each.progress)
                        .collect();
                    places.sort_by(|a, b| b.total_cmp(a));
                    assert!(places.iter().zip(1..).all(|(place, number)| *place == -f64::from(number)), "{places:?}");
                    assert!(places.len() >= interface.waiting().len());
                }
                on_air += again;
                waiting += drawn.iter().filter(|each| each.progress < 0.0).count();
                held += drawn.iter().filter(|each| each.held).count();
            }
            assert!(on_air > 100 && waiting > 100, "{link}: {on_air} {waiting}");
            assert_eq!(held > 20, link.contains("late"), "{link}: {held}");
        }
    }

    #[test]
    fn frames_and_scene_speak_of_the_same_lines() {
        for link in ["p=chain-10", "p=grid-18", "p=hidden", "p=dsr-chain", "p=grid-18&serpentine=off&routing=dsr"] {
            let mut lab = lab(link);
            let json = serde_json::to_value(scene(&lab, None)).expect("plain data");
            let links = json["links"].as_array().expect("a list").clone();
            let lines = lines(&lab, 0);
            assert_eq!(links.len(), lines.len());
            for (index, (row, line)) in links.iter().zip(&lines).enumerate() {
                assert_eq!(row["id"], index);
                assert_eq!((&row["from"], &row["to"]), (&line.from.index().into(), &line.to.index().into()));
            }
            let mut ghosts = 0;
            for step in 1..=300 {
                lab.go(Time::ZERO + Span::from_millis(step * 20));
                lab.finish();
                let frame = frame(&lab, 0);
                let [packets, queues, drops] = [frame[0], frame[1], frame[2]].map(|count| count as usize);
                assert_eq!(queues, lines.len());
                for packet in frame[3..3 + PACKET * packets].chunks(PACKET) {
                    assert!((packet[0] as usize) < lines.len() && (0.0..=1.0).contains(&packet[7]), "{packet:?}");
                }
                for ghost in frame[3 + PACKET * packets + QUEUE * queues..].chunks(7) {
                    assert!((ghost[0] as usize) < lines.len(), "{ghost:?}");
                }
                ghosts += drops;
            }
            assert!(ghosts > 0, "{link}: something is lost in six seconds");
        }
    }

    #[test]
    fn routers_tell_what_they_found_and_lost() {
        let mut lab = lab("p=dsr-chain");
        let lines = lines(&lab, 0);
        let (mut kinds, mut ways) = (std::collections::BTreeSet::new(), 0);
        for step in 1..=300 {
            lab.go(Time::ZERO + Span::from_millis(step * 20));
            lab.finish();
            let frame = frame(&lab, 0);
            let first = 3 + PACKET * frame[0] as usize + QUEUE * frame[1] as usize;
            let ghosts: Vec<&[f32]> = frame[first..].chunks(7).collect();
            kinds.extend(ghosts.iter().map(|ghost| ghost[2] as u8));
            let found: Vec<_> = ghosts.iter().filter(|ghost| ghost[2] == 4.0).collect();
            for pair in found.windows(2).filter(|pair| pair[1][4] < 0.0) {
                assert_eq!(lines[pair[0][0] as usize].to, lines[pair[1][0] as usize].from, "a way without a gap");
            }
            ways += found.iter().filter(|ghost| ghost[4] >= 0.0).count();
        }
        assert!(ways > 0);
        assert!([3, 4, 5].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    }
}
