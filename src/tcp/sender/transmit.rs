//! What a sender sends next, decided when it is asked.

use super::{Sender, Timer};
use crate::packet::{Body, Data, Ecn, Packet, SourceRoute, Stamp, TCP_IP_HEADER};
use crate::seq::{Seq, SeqRange};
use crate::tcp::Tcp;
use crate::tcp::recovery::{Next, RecoveryRules};
use crate::tcp::timeout::TimeoutRules;
use crate::time::Time;
use crate::trace::{Note, WindowChange};

/// What decisions have ordered and is not sent yet. Nothing of it outlives the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pending {
    /// The segment with this first byte again, less its last bytes.
    pub resend: Option<(Seq, u16)>,
    /// New segments beyond the window.
    pub new: u8,
    /// Those new segments ask the path a question, and nothing else leaves.
    asking: bool,
    /// One byte into a closed receive window.
    pub window_probe: bool,
    /// Segments that may be sent again by the window.
    pub resends_left: u32,
    /// Segments that may be sent.
    burst_left: u32,
}

impl Pending {
    pub(super) fn new(tcp: &Tcp) -> Pending {
        Pending {
            resend: None,
            new: 0,
            asking: false,
            window_probe: false,
            resends_left: u32::MAX,
            burst_left: tcp.max_burst.unwrap_or(u32::MAX),
        }
    }

    pub(super) fn ask(&mut self, segments: u8) {
        self.new = segments;
        self.asking = true;
    }

    pub(super) fn limit_burst(&mut self, most: u32) {
        self.burst_left = self.burst_left.min(most);
    }
}

impl Sender {
    /// The next packet to send now, if any.
    pub fn poll_transmit(&mut self, now: Time) -> Option<Packet> {
        if self.pending.burst_left == 0 {
            return None;
        }
        let packet = self.next_packet(now)?;
        self.pending.burst_left -= 1;
        Some(packet)
    }

    fn next_packet(&mut self, now: Time) -> Option<Packet> {
        if let Some((seq, short)) = self.pending.resend.take() {
            return Some(self.send_again(now, seq, short));
        }
        if self.pending.new > 0 && self.path.can_send_new() {
            self.pending.new -= 1;
            // Only what leaves by limited transmit counts (RFC 6675 §5 step 4.2), and no question to the path.
            self.path.limited += u32::from(!self.pending.asking);
            return Some(self.send_new(now));
        }
        if self.pending.asking || matches!(self.timer, Timer::Hold(_)) {
            return None;
        }
        if self.is_window_closed() {
            return self.probe_window(now);
        }
        self.reopen_window();
        self.restart_after_idle(now);
        let view = super::View { path: &self.path, board: &self.board };
        match self.parts.recovery.next(view) {
            Next::ByWindow => self.next_by_window(now),
            Next::Again(seq) => Some(self.send_again(now, seq, 0)),
            Next::New => Some(self.send_new(now)),
            Next::Nothing => None,
        }
    }

    /// RFC 5681 §3.1: within cwnd and the receive window, and within the cap outside a recovery.
    fn next_by_window(&mut self, now: Time) -> Option<Packet> {
        let path = &mut self.path;
        let cap = if self.parts.recovery.is_on() { f64::INFINITY } else { path.cap() };
        let window = path.whole_cwnd().min(cap) * f64::from(path.tcp.mss);
        let limit = path.una + (window as u64).min(path.rwnd);
        if path.nxt < path.max && self.parts.recovery.reads_sacks() {
            path.nxt = self.board.first_unsacked(path.nxt);
        }
        if path.nxt < path.max {
            let segment = self.board.segment(path.nxt)?;
            // The first segment may always be sent again, even into a window that has closed since.
            let allowed = segment.start == path.una || segment.end <= limit;
            if !allowed || self.pending.resends_left == 0 {
                return None;
            }
            self.pending.resends_left -= 1;
            path.nxt = segment.end;
            return Some(self.send_again(now, segment.start, 0));
        }
        let len = path.new_len();
        (len > 0 && path.max + u64::from(len) <= limit).then(|| self.send_new(now))
    }

    /// "RW = min(IW,cwnd)" after an idle time of more than one timeout (RFC 5681 §4.1).
    fn restart_after_idle(&mut self, now: Time) {
        let idle = self.path.flight() == 0
            && self.path.new_len() > 0
            && self.last_sent.is_some_and(|sent| now - sent > self.path.rtt.rto());
        if idle {
            let cwnd = self.path.cwnd.min(f64::from(self.path.tcp.iw));
            self.set_window(cwnd, self.path.ssthresh, WindowChange::Idle);
        }
    }

    fn send_new(&mut self, now: Time) -> Packet {
        let (seq, len) = (self.path.max, self.path.new_len());
        if self.sent == 0 {
            // Whoever follows the window must know where it starts.
            let (cwnd, ssthresh) = (self.path.cwnd, self.path.ssthresh);
            self.note(Note::Window { cwnd, ssthresh, change: WindowChange::Growth });
        }
        self.board.push(seq, len);
        self.path.max += u64::from(len);
        if self.path.nxt == seq {
            self.path.nxt = self.path.max;
        }
        if !self.path.tcp.ts && self.timed.is_none() {
            self.timed = Some((seq, now));
        }
        let cwr = std::mem::take(&mut self.ecn.cwr_pending);
        let data = Data { seq, len, stamp: self.stamp(now), again: false, probe: self.pending.asking, cwr };
        // New data may be marked; what is sent again must not (RFC 3168 §6.1.5).
        let ecn = if self.path.tcp.ecn { Ecn::Ect } else { Ecn::NotEct };
        self.packet(now, data, ecn, 0)
    }

    fn send_again(&mut self, now: Time, seq: Seq, short: u16) -> Packet {
        if short > 0 {
            self.board.split(seq, short);
        }
        let (SeqRange { start, end }, copy) = self.board.send_again(seq);
        // Karn's rule: an ACK would not tell which copy it is for (RFC 6298 §3).
        self.timed = self.timed.filter(|(timed, _)| *timed < start || *timed >= end);
        self.parts.timeout.on_resent(now, SeqRange::new(start, end));
        let len = (end - start) as u16;
        let data = Data { seq: start, len, stamp: self.stamp(now), again: true, probe: false, cwr: false };
        self.packet(now, data, Ecn::NotEct, copy)
    }

    pub(super) fn packet(&mut self, now: Time, data: Data, ecn: Ecn, copy: u16) -> Packet {
        let ordinal = self.sent;
        self.sent += 1;
        self.last_sent = Some(now);
        // "Every time a packet containing data is sent [...], if the timer is not running, start it" (RFC 6298 §5.1).
        if self.timer == Timer::Off {
            self.restart_timer(now);
        }
        let size = TCP_IP_HEADER + data.len;
        let body = Body::Data(data);
        let (flow, from, to, route) = (self.flow, self.from, self.to, SourceRoute::NONE);
        Packet { flow, from, to, size, copy, ordinal, hops: 0, ecn, route, body }
    }

    pub(super) fn stamp(&self, now: Time) -> Stamp {
        if self.path.tcp.ts { Stamp::at(now) } else { Stamp::NONE }
    }
}
