//! The header of one packet that is in the network at the shown time, in words.

use serde::Serialize;

use super::words;
use crate::ids::FlowId;
use crate::lab::Lab;
use crate::packet::{Ack, Body, Data, Ecn, Packet};
use crate::seq::SeqRange;
use crate::world::World;

/// One field of a header.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its value, in words.
    pub text: String,
}

/// The fields of the packet of `kind` (0 data, 1 ACK) with this segment number and copy in a lane; `None` where none is
/// in the network.
#[must_use]
pub fn header(lab: &Lab, lane: usize, kind: u8, flow: FlowId, number: u64, copy: u16) -> Option<Vec<Field>> {
    let world = &lab.lanes().get(lane)?.state.world;
    let mss = words::mss(lab, lane, flow);
    let wanted = |packet: &&Packet| {
        let same = match packet.body {
            Body::Data(data) => kind == 0 && words::segment(data.seq, mss) == number,
            Body::Ack(ack) => kind == 1 && words::segment(ack.ack, mss) == number,
            _ => false,
        };
        same && packet.flow == flow && packet.copy == copy
    };
    let packet = find(lab, world, wanted)?;
    let mut fields = match &packet.body {
        Body::Data(data) => data_fields(packet, data),
        Body::Ack(ack) => ack_fields(packet, ack, mss),
        _ => Vec::new(),
    };
    fields.push(field("Size", format!("{} bytes with headers", packet.size)));
    fields.push(field("Hops so far", packet.hops.to_string()));
    Some(fields)
}

const fn field(name: &'static str, text: String) -> Field {
    Field { name, text }
}

fn find<'a>(lab: &Lab, world: &'a World, wanted: impl Fn(&&'a Packet) -> bool) -> Option<&'a Packet> {
    let now = lab.shown();
    for link in world.links().entries().map(|(_, link)| link) {
        let on_link = link.on_wire(now).chain(link.queued(now)).map(|flying| &flying.packet);
        let held = link.hold().held().map(|(packet, _)| packet);
        if let Some(packet) = on_link.chain(held).find(|packet| wanted(packet)) {
            return Some(packet);
        }
    }
    let forwarding = world.nodes().entries().flat_map(|(_, node)| node.forwarding().map(|(packet, _)| packet));
    let interfaces = world.air().into_iter().flat_map(|air| air.interfaces().flat_map(|(_, each)| each.packets()));
    forwarding.into_iter().chain(interfaces).find(|packet| wanted(packet))
}

fn data_fields(packet: &Packet, data: &Data) -> Vec<Field> {
    let last = data.seq.0 + u64::from(data.len.max(1)) - 1;
    let ecn = match packet.ecn {
        Ecn::NotEct => "must not be marked",
        Ecn::Ect => "may be marked",
        Ecn::Ce => "marked: congestion experienced",
    };
    let mut fields = vec![field("Bytes", format!("{} to {last}", data.seq.0)), field("ECN", ecn.to_owned())];
    if data.cwr {
        fields.push(field("CWR", "the sender has reduced its window".to_owned()));
    }
    if let Some(sent) = data.stamp.time() {
        fields.push(field("Timestamp", words::at(sent)));
    }
    fields
}

fn ack_fields(packet: &Packet, ack: &Ack, mss: u64) -> Vec<Field> {
    let cause = words::segment(ack.cause(), mss);
    let copy = if packet.copy > 0 { format!(", copy {}", packet.copy + 1) } else { String::new() };
    let mut fields = vec![
        field("Next byte", ack.ack.0.to_string()),
        field("Caused by", format!("segment {cause}{copy}")),
        field("Window", format!("{} bytes", ack.window)),
    ];
    let ranges = |range: SeqRange| {
        let (first, last) = (words::segment(range.start, mss), (range.end.0.max(1) - 1) / mss + 1);
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    };
    if let Some(again) = ack.dsack() {
        fields.push(field("DSACK", format!("{} arrived twice", ranges(again))));
    }
    let held: Vec<String> = ack.sacks().map(ranges).collect();
    if !held.is_empty() {
        fields.push(field("SACK", held.join(", ")));
    }
    if ack.ece {
        fields.push(field("ECN-Echo", "the data were marked".to_owned()));
    }
    if let Some(sent) = ack.echo.time() {
        fields.push(field("Echoes", format!("the timestamp {}", words::at(sent))));
    }
    fields
}
