//! A receiver under test.

use super::line::Segments;
use super::run::{End, Sent};
use super::sender_end::{first_byte, range_of};
use super::step::{Acknowledgement, Action, DataArrives};
use crate::packet::{Ack, Body, Data, Ecn, Packet, SourceRoute, Stamp, TCP_IP_HEADER};
use crate::seq::{Seq, SeqRange};
use crate::tcp::{Receiver, ReceiverConfig};
use crate::time::Time;

/// A receiver, and what its data carry.
pub(super) struct ReceiverEnd {
    receiver: Receiver,
    config: ReceiverConfig,
    segments: u32,
}

impl ReceiverEnd {
    pub(super) fn new(config: &ReceiverConfig) -> ReceiverEnd {
        ReceiverEnd { receiver: Receiver::new(*config), config: *config, segments: 0 }
    }

    fn mss(&self) -> u64 {
        u64::from(self.config.tcp.mss)
    }

    fn on_data(&mut self, now: Time, segment: u64, arrives: &DataArrives) {
        let data = Data {
            seq: first_byte(segment, self.mss()),
            len: self.config.tcp.mss,
            stamp: if self.config.tcp.ts { Stamp::at(arrives.stamp.unwrap_or(now)) } else { Stamp::NONE },
            again: false,
            probe: false,
            cwr: arrives.cwr,
        };
        let ecn = match (arrives.ce, self.config.tcp.ecn) {
            (true, _) => Ecn::Ce,
            (false, true) => Ecn::Ect,
            (false, false) => Ecn::NotEct,
        };
        let packet = Packet {
            flow: self.config.flow,
            from: self.config.to,
            to: self.config.from,
            size: TCP_IP_HEADER + data.len,
            copy: 0,
            ordinal: self.segments,
            hops: 0,
            ecn,
            route: SourceRoute::NONE,
            body: Body::Data(data),
        };
        self.segments += 1;
        self.receiver.on_segment(now, &packet);
    }
}

impl End for ReceiverEnd {
    fn take(&mut self, now: Time, action: &Action, sent: &mut Sent) -> Result<(), String> {
        let Action::Data(arrives) = action else { unreachable!("the parser gives a receiver no such line") };
        for segment in arrives.segments.first..=arrives.segments.last {
            self.on_data(now, segment, arrives);
            sent.collect(|| self.receiver.poll_transmit(now))?;
        }
        Ok(())
    }

    fn compare(&self, action: &Action, sent: &mut Sent) -> Result<(), String> {
        let Action::Acked(expected) = action else { unreachable!("the parser gives a receiver no such line") };
        let got = sent.front(1);
        if got.iter().filter_map(Packet::ack).any(|ack| is_expected(ack, expected, self.mss())) {
            sent.drop_front(1);
            return Ok(());
        }
        Err(format!("expected {}, got {}", text_of(expected), self.list(got)))
    }

    fn list(&self, packets: &[Packet]) -> String {
        let texts: Vec<String> =
            packets.iter().filter_map(Packet::ack).map(|ack| text_of(&as_written(ack, self.mss()))).collect();
        if texts.is_empty() { "nothing".to_owned() } else { texts.join(", then ") }
    }

    fn timer(&self) -> Option<Time> {
        self.receiver.poll_timer()
    }

    fn fire(&mut self, now: Time, sent: &mut Sent) -> Result<(), String> {
        self.receiver.on_timer(now);
        sent.collect(|| self.receiver.poll_transmit(now))
    }
}

fn is_expected(ack: &Ack, expected: &Acknowledgement, mss: u64) -> bool {
    let bytes = |segments: &Segments| range_of(*segments, mss);
    ack.ack == first_byte(expected.next, mss)
        && ack.sacks().eq(expected.sack.iter().map(bytes))
        && ack.dsack() == expected.dsack.as_ref().map(bytes)
        && ack.ece == expected.ece
        && expected.tsecr.is_none_or(|at| ack.echo == Stamp::at(at))
}

/// How a script would write an ACK.
fn as_written(ack: &Ack, mss: u64) -> Acknowledgement {
    let segment = |byte: Seq| byte.0 / mss + 1;
    let segments = |range: SeqRange| Segments { first: segment(range.start), last: segment(range.end) - 1 };
    Acknowledgement {
        next: segment(ack.ack),
        sack: ack.sacks().map(segments).collect(),
        dsack: ack.dsack().map(segments),
        ece: ack.ece,
        tsecr: ack.echo.time(),
    }
}

fn text_of(ack: &Acknowledgement) -> String {
    let range = |&Segments { first, last }: &Segments| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let mut text = format!("ack {}", ack.next);
    if let Some(dsack) = &ack.dsack {
        text += &format!(" dsack {}", range(dsack));
    }
    if !ack.sack.is_empty() {
        let ranges: Vec<String> = ack.sack.iter().map(range).collect();
        text += &format!(" sack {}", ranges.join(","));
    }
    if ack.ece {
        text += " ece";
    }
    if let Some(at) = ack.tsecr {
        text += &format!(" tsecr {}", at.as_millis_f64());
    }
    text
}
