//! The receiving end: reassembly, acknowledgements and what they report (RFC 9293 §3.8, RFC 5681 §4.2, RFC 2018,
//! RFC 2883, RFC 3168 §6.1.3, RFC 7323 §4).
//!
//! Deviations: the application reads at once, so the window is the whole buffer (data beyond a hole lies inside the
//! window and does not shrink it), and data once reported by SACK is never thrown away.

use std::num::NonZeroU32;

use super::ReceiverConfig;
use super::profile::{EceMode, TsRule};
use crate::packet::{Ack, Body, Data, Ecn, MAX_SACK_RANGES, Packet, SackList, SourceRoute, Stamp, TCP_IP_HEADER};
use crate::seq::{Seq, SeqRange};
use crate::time::Time;

/// "an ACK SHOULD be generated for at least every second full-sized segment" (RFC 5681 §4.2). Short segments count like
/// full ones.
const DELACK_SEGMENTS: u32 = 2;

/// The receiving end of one connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Receiver {
    config: ReceiverConfig,
    /// Next byte expected.
    next: Seq,
    /// Data beyond the first hole: separate ranges, the one that grew or was hit last first.
    islands: Vec<SeqRange>,
    last_ack: Seq,
    ts_recent: Stamp,
    ece: bool,
    waiting: Option<Waiting>,
    ready: Option<Packet>,
    acks_sent: u32,
}

/// In-order segments that nobody has acknowledged yet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    segments: NonZeroU32,
    deadline: Time,
    last: Cause,
}

/// The data copy that an ACK answers. Only the observer reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cause {
    first_byte: Seq,
    copy: u16,
    ordinal: u32,
}

impl Receiver {
    /// A receiver that expects byte 0 and has not sent anything.
    #[must_use]
    pub fn new(config: ReceiverConfig) -> Receiver {
        Receiver {
            config,
            next: Seq(0),
            islands: Vec::new(),
            last_ack: Seq(0),
            ts_recent: Stamp::at(Time::ZERO),
            ece: false,
            waiting: None,
            ready: None,
            acks_sent: 0,
        }
    }

    /// Takes a data segment. Anything else is ignored.
    pub fn on_segment(&mut self, now: Time, packet: &Packet) {
        let Some(data) = packet.data() else { return };
        let cause = Cause { first_byte: data.seq, copy: packet.copy, ordinal: packet.ordinal };
        let range = data.range();
        let edge = self.next + self.config.buffer();
        if range.start >= edge || range.end > edge {
            return self.acknowledge(cause, None);
        }
        self.note_ecn(packet.ecn, data.cwr);
        self.note_stamp(data);
        let duplicate = self.duplicate_part(range);
        let had_hole = !self.islands.is_empty();
        let in_order = range.start <= self.next && range.end > self.next;
        self.take(range);
        if in_order && !had_hole && duplicate.is_none() && self.may_wait(now, cause) {
            return;
        }
        self.acknowledge(cause, duplicate.filter(|_| self.config.tcp.dsack));
    }

    /// Acknowledges what has waited long enough.
    pub fn on_timer(&mut self, now: Time) {
        if let Some(waiting) = self.waiting.filter(|waiting| waiting.deadline <= now) {
            self.acknowledge(waiting.last, None);
        }
    }

    /// The ACK to send now, if there is one. A call to `on_segment` or `on_timer` makes at most one.
    pub fn poll_transmit(&mut self, _now: Time) -> Option<Packet> {
        self.ready.take()
    }

    /// When `on_timer` wants to be called.
    #[must_use]
    pub fn poll_timer(&self) -> Option<Time> {
        self.waiting.map(|waiting| waiting.deadline)
    }

    /// Next byte expected: all bytes before it have reached the application.
    #[must_use]
    pub const fn delivered(&self) -> Seq {
        self.next
    }

    /// Bytes on the heap that a clone takes beside the struct itself.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(self.islands.as_slice())
    }

    /// First CWR, then CE: a segment with both reports a new mark (RFC 3168 §6.1.3).
    fn note_ecn(&mut self, ecn: Ecn, cwr: bool) {
        if cwr && self.config.tcp.ece_mode == EceMode::Latch {
            self.ece = false;
        }
        if ecn == Ecn::Ce {
            self.ece = true;
        }
    }

    /// "If SEG.TSval >= TS.Recent and SEG.SEQ <= Last.ACK.sent, then … TS.Recent <- SEG.TSval" (RFC 7323 §4.3).
    fn note_stamp(&mut self, data: &Data) {
        let covered = match self.config.tcp.ts_rule {
            TsRule::Rfc7323 => data.seq <= self.last_ack,
            TsRule::Rfc1323 => data.range().contains(self.last_ack),
        };
        if self.config.tcp.ts && covered && data.stamp >= self.ts_recent {
            self.ts_recent = data.stamp;
        }
    }

    /// The first run of bytes in `range` that have arrived before (RFC 2883 §4: only the first is reported).
    fn duplicate_part(&self, range: SeqRange) -> Option<SeqRange> {
        let delivered = SeqRange::new(Seq(0), self.next);
        std::iter::once(&delivered)
            .chain(&self.islands)
            .map(|known| SeqRange::new(range.start.max(known.start), range.end.min(known.end)))
            .filter(|part| !part.is_empty())
            .min_by_key(|part| part.start)
    }

    /// Stores the new bytes of `range` and moves on over what has become contiguous.
    fn take(&mut self, range: SeqRange) {
        let mut grown = SeqRange::new(range.start.max(self.next), range.end);
        if grown.is_empty() {
            return;
        }
        self.islands.retain(|island| {
            let touches = island.start <= grown.end && grown.start <= island.end;
            if touches {
                grown = SeqRange::new(grown.start.min(island.start), grown.end.max(island.end));
            }
            !touches
        });
        if grown.start == self.next {
            self.next = grown.end;
        } else {
            self.islands.insert(0, grown);
        }
    }

    /// Lets an in-order segment wait, unless it is the last of its group.
    fn may_wait(&mut self, now: Time, last: Cause) -> bool {
        let Some(longest) = self.config.tcp.delack else { return false };
        let (segments, deadline) = match self.waiting {
            Some(waiting) => (waiting.segments.saturating_add(1), waiting.deadline),
            None => (NonZeroU32::MIN, now + longest),
        };
        self.waiting = Some(Waiting { segments, deadline, last });
        segments.get() < DELACK_SEGMENTS
    }

    fn acknowledge(&mut self, cause: Cause, dsack: Option<SeqRange>) {
        let config = &self.config;
        let window = u32::try_from(config.buffer()).unwrap_or(u32::MAX);
        let mut ack = Ack::new(self.next, window, cause.first_byte, cause.ordinal);
        let sacks = self.islands.iter().copied().filter(|_| config.tcp.sack);
        ack.sack = SackList::new(self.next, dsack, sacks, config.sack_room());
        ack.ece = self.ece;
        if config.tcp.ts {
            ack.echo = self.ts_recent;
        }
        self.ready = Some(Packet {
            flow: config.flow,
            from: config.from,
            to: config.to,
            size: TCP_IP_HEADER,
            copy: cause.copy,
            ordinal: self.acks_sent,
            hops: 0,
            ecn: Ecn::NotEct,
            route: SourceRoute::NONE,
            body: Body::Ack(ack),
        });
        self.acks_sent += 1;
        self.last_ack = self.next;
        self.waiting = None;
        if config.tcp.ece_mode == EceMode::Exact {
            self.ece = false;
        }
    }
}

impl ReceiverConfig {
    /// Receive buffer, in bytes.
    const fn buffer(&self) -> u64 {
        self.tcp.rwnd as u64 * self.tcp.mss as u64
    }

    /// "A SACK option that specifies n blocks will have a length of 8*n+2 bytes … a maximum of 4 blocks", and 3 beside
    /// a timestamp (RFC 2018 §3).
    const fn sack_room(&self) -> usize {
        if self.tcp.ts { MAX_SACK_RANGES - 1 } else { MAX_SACK_RANGES }
    }
}

#[cfg(test)]
mod tests;
