//! A closed receive window: one byte now and then asks whether it has opened (RFC 9293 §3.8.6.1).
//!
//! The byte is in flight but is never counted as lost; when the window opens, its segment grows to full length and is
//! sent again. A window of less than one segment counts as closed (RFC 9293 §3.8.6.2.1).

use super::{Sender, Timer};
use crate::packet::{Data, Ecn, Packet};
use crate::seq::Seq;
use crate::time::Time;

impl Sender {
    /// Bytes of the first segment that is not acknowledged, 0 if there is no data.
    fn first_len(&self) -> u64 {
        let mss = u64::from(self.path.tcp.mss);
        self.path.written.map_or(mss, |end| end.saturating_since(self.path.una).min(mss))
    }

    /// Whether data waits for the receive window alone.
    pub(super) fn is_window_closed(&self) -> bool {
        let nothing_else = self.path.flight() == 0 || self.window_probe.is_some();
        nothing_else && self.path.rwnd < self.first_len()
    }

    /// Sends a byte into the closed window if that is due, else sees to it that it will be.
    pub(super) fn probe_window(&mut self, now: Time) -> Option<Packet> {
        let due = std::mem::take(&mut self.pending.window_probe);
        if due || self.timer == Timer::Off {
            self.timer = Timer::Persist(self.path.rtt.deadline(now, self.path.rtt.rto()));
        }
        due.then(|| self.send_window_probe(now))
    }

    fn send_window_probe(&mut self, now: Time) -> Packet {
        let seq = self.path.una;
        let copy = if self.window_probe.is_some() {
            self.board.send_again(seq).1
        } else {
            self.board.push(seq, 1);
            (self.path.max, self.path.nxt) = (seq + 1, seq + 1);
            self.window_probe = Some(seq);
            0
        };
        let data = Data { seq, len: 1, stamp: self.stamp(now), again: copy > 0, probe: true, cwr: false };
        self.packet(now, data, Ecn::NotEct, copy)
    }

    /// The window is open: what a probe has left becomes an ordinary segment.
    pub(super) fn reopen_window(&mut self) {
        if self.window_probe.take().is_some() {
            let len = self.first_len() as u16;
            self.path.nxt = self.path.una;
            self.path.max = self.board.extend_last(len).unwrap_or(self.path.max);
        }
        if matches!(self.timer, Timer::Persist(_)) {
            self.timer = Timer::Off;
        }
    }

    /// The receiver took the byte of a probe.
    pub(super) fn forget_window_probe(&mut self, una: Seq) {
        self.window_probe = self.window_probe.filter(|probe| *probe >= una);
    }
}
