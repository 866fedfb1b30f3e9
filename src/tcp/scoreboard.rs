//! The segments in flight, and what the receiver says it holds of them (RFC 6675 §3–4).
//!
//! Two lists. One record per segment, in order, so that a segment is sent again with the boundaries it had unless a
//! timeout part asks for others; and the SACKed ranges, merged and in order. Every question of RFC 6675 is answered from
//! the ranges, in steps that grow with the number of holes and not with the window.

use std::collections::VecDeque;

use crate::seq::{Seq, SeqRange};

/// One segment in flight. A window of 2000 segments holds 2000 of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Segment {
    start: Seq,
    len: u16,
    /// How often its first byte was sent.
    copies: u16,
    /// It is a part of a segment that was split.
    split: bool,
}

const _: () = assert!(size_of::<Segment>() <= 32);

impl Segment {
    fn range(self) -> SeqRange {
        SeqRange::new(self.start, self.start + u64::from(self.len))
    }
}

/// Segments in flight and SACKed ranges.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scoreboard {
    segments: VecDeque<Segment>,
    sacked: Vec<SeqRange>,
}

impl Scoreboard {
    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.segments.len() * size_of::<Segment>() + size_of_val(self.sacked.as_slice())
    }

    /// A new segment leaves.
    pub(super) fn push(&mut self, start: Seq, len: u16) {
        self.segments.push_back(Segment { start, len, copies: 1, split: false });
    }

    /// The segment with `seq` in it leaves again. Returns it and how often it was sent before.
    pub(super) fn send_again(&mut self, seq: Seq) -> (SeqRange, u16) {
        let index = self.index(seq);
        let segment = &mut self.segments[index];
        let copy = segment.copies;
        segment.copies = copy.saturating_add(1);
        (segment.range(), copy)
    }

    /// The last `tail` bytes of the segment with `seq` in it become a segment of their own. They must be fewer than it has.
    pub(super) fn split(&mut self, seq: Seq, tail: u16) {
        let index = self.index(seq);
        let whole = self.segments[index];
        let len = whole.len - tail;
        self.segments[index] = Segment { len, split: true, ..whole };
        let start = whole.start + u64::from(len);
        self.segments.insert(index + 1, Segment { start, len: tail, split: true, ..whole });
    }

    /// Everything in flight becomes segments of `mss` bytes, the last one what is left.
    pub(super) fn repacketize(&mut self, mss: u16) {
        let old = std::mem::take(&mut self.segments);
        let (Some(first), Some(last)) = (old.front(), old.back()) else { return };
        let (mut start, end) = (first.start, last.range().end);
        while start < end {
            let len = (end - start).min(u64::from(mss)) as u16;
            let copies = old[old.partition_point(|segment| segment.range().end <= start)].copies;
            self.segments.push_back(Segment { start, len, copies, split: false });
            start += u64::from(len);
        }
    }

    /// The last segment becomes longer; returns its new end.
    pub(super) fn extend_last(&mut self, len: u16) -> Option<Seq> {
        let last = self.segments.back_mut()?;
        last.len = len;
        Some(last.range().end)
    }

    /// Everything before `una` is acknowledged.
    pub(super) fn acknowledge(&mut self, una: Seq) {
        while let Some(first) = self.segments.front_mut() {
            let range = first.range();
            if range.end > una {
                // An ACK inside a segment leaves the rest of it.
                let gone = una.saturating_since(range.start);
                first.start += gone;
                first.len -= gone as u16;
                break;
            }
            self.segments.pop_front();
        }
        let passed = self.sacked.iter().take_while(|range| range.end <= una).count();
        self.sacked.drain(..passed);
        if let Some(first) = self.sacked.first_mut() {
            first.start = first.start.max(una);
        }
    }

    /// The receiver holds `range`, cut to what is in flight. Returns how many bytes of it are news.
    pub(super) fn sack(&mut self, range: SeqRange) -> u64 {
        let (Some(first), Some(last)) = (self.segments.front(), self.segments.back()) else { return 0 };
        let range = SeqRange::new(range.start.max(first.start), range.end.min(last.range().end));
        if range.is_empty() {
            return 0;
        }
        // The ranges it meets or touches become one with it.
        let from = self.sacked.partition_point(|known| known.end < range.start);
        let to = self.sacked.partition_point(|known| known.start <= range.end);
        let met = &self.sacked[from..to];
        let known: u64 =
            met.iter().map(|known| SeqRange::new(known.start.max(range.start), known.end.min(range.end)).len()).sum();
        let merged = SeqRange::new(
            met.first().map_or(range.start, |known| known.start.min(range.start)),
            met.last().map_or(range.end, |known| known.end.max(range.end)),
        );
        self.sacked.splice(from..to, [merged]);
        range.len() - known
    }

    /// Forgets what the receiver holds.
    pub(super) fn forget_sacks(&mut self) {
        self.sacked.clear();
    }

    fn index(&self, seq: Seq) -> usize {
        self.segments.partition_point(|segment| segment.range().end <= seq)
    }

    /// The segment in flight with `seq` in it, from its first byte not acknowledged on.
    #[must_use]
    pub fn segment(&self, seq: Seq) -> Option<SeqRange> {
        self.segments.get(self.index(seq)).map(|segment| segment.range()).filter(|range| range.contains(seq))
    }

    /// Whether the segment with `seq` in it is a part of one that was split.
    #[must_use]
    pub fn is_split(&self, seq: Seq) -> bool {
        self.segments.get(self.index(seq)).is_some_and(|segment| segment.split)
    }

    /// The last segment in flight.
    #[must_use]
    pub fn last(&self) -> Option<SeqRange> {
        self.segments.back().map(|segment| segment.range())
    }

    /// How many segments are in flight.
    #[must_use]
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether nothing is in flight.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The ranges that the receiver holds, in order, apart from each other.
    #[must_use]
    pub fn sacked(&self) -> &[SeqRange] {
        &self.sacked
    }

    /// The end of the highest SACKed range.
    #[must_use]
    pub fn highest_sacked(&self) -> Option<Seq> {
        self.sacked.last().map(|range| range.end)
    }

    /// The first byte at or after `seq` that is not SACKed; may be the end of what is in flight.
    #[must_use]
    pub fn first_unsacked(&self, seq: Seq) -> Seq {
        let index = self.sacked.partition_point(|range| range.end <= seq);
        self.sacked.get(index).filter(|range| range.contains(seq)).map_or(seq, |range| range.end)
    }

    /// The last segment in flight that is not SACKed.
    #[must_use]
    pub fn last_unsacked(&self) -> Option<SeqRange> {
        let mut end = self.segments.back()?.range().end;
        if let Some(top) = self.sacked.last().filter(|range| range.end == end) {
            end = top.start;
        }
        // Ranges are merged, so the byte before the top one is not SACKed.
        end.0.checked_sub(1).and_then(|byte| self.segment(Seq(byte)))
    }

    /// Bytes in `range` that are not SACKed.
    #[must_use]
    pub fn unsacked_bytes(&self, range: SeqRange) -> u64 {
        let from = self.sacked.partition_point(|known| known.end <= range.start);
        let sacked: u64 = self.sacked[from..]
            .iter()
            .take_while(|known| known.start < range.end)
            .map(|known| SeqRange::new(known.start.max(range.start), known.end.min(range.end)).len())
            .sum();
        range.len() - sacked
    }

    /// What is below this byte and not SACKed is lost: `dupthresh` separate ranges above it are SACKed, or more than
    /// `dupthresh − 1` segments of `mss` bytes (RFC 6675 §4 IsLost). `None`: nothing is lost.
    #[must_use]
    pub fn lost_below(&self, dupthresh: u32, mss: u16) -> Option<Seq> {
        let enough = u64::from(dupthresh.saturating_sub(1)) * u64::from(mss);
        let mut bytes = 0;
        self.sacked
            .iter()
            .rev()
            .zip(1..)
            .find(|(range, count)| {
                bytes += range.len();
                *count >= dupthresh || bytes > enough
            })
            .map(|(range, _)| range.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments `from..=to` of ten bytes, counted from 1.
    fn range(from: u64, to: u64) -> SeqRange {
        SeqRange::new(Seq((from - 1) * 10), Seq(to * 10))
    }

    fn board(segments: u64) -> Scoreboard {
        let mut board = Scoreboard::default();
        for index in 0..segments {
            board.push(Seq(index * 10), 10);
        }
        board
    }

    #[test]
    fn ranges_merge_and_news_is_counted_once() {
        let mut board = board(10);
        assert_eq!(board.sack(range(3, 3)), 10);
        assert_eq!(board.sack(range(5, 6)), 20);
        assert_eq!(board.sack(range(5, 5)), 0);
        assert_eq!(board.sacked(), [range(3, 3), range(5, 6)]);
        assert_eq!(board.sack(range(3, 7)), 20);
        assert_eq!(board.sacked(), [range(3, 7)]);
        assert_eq!(board.sack(range(8, 8)), 10);
        assert_eq!(board.sacked(), [range(3, 8)]);
        assert_eq!(board.sack(SeqRange::new(Seq(90), Seq(500))), 10);
        assert_eq!(board.unsacked_bytes(range(1, 10)), 30);
    }

    #[test]
    fn acknowledged_ranges_go() {
        let mut board = board(10);
        board.sack(range(3, 4));
        board.sack(range(6, 7));
        board.acknowledge(Seq(60));
        assert_eq!(board.sacked(), [range(7, 7)]);
        assert_eq!(board.segment(Seq(60)), Some(range(7, 7)));
        assert_eq!(board.segment(Seq(59)), None);
        board.acknowledge(Seq(100));
        assert!(board.is_empty() && board.sacked().is_empty());
    }

    #[test]
    fn an_ack_inside_a_segment_leaves_the_rest() {
        let mut board = board(2);
        board.acknowledge(Seq(9));
        assert_eq!(board.segment(Seq(9)), Some(SeqRange::new(Seq(9), Seq(10))));
        assert_eq!(board.send_again(Seq(9)), (SeqRange::new(Seq(9), Seq(10)), 1));
        assert_eq!(board.send_again(Seq(9)).1, 2);
    }

    #[test]
    fn segments_are_split_and_merged_to_the_byte() {
        let mut board = board(3);
        board.split(Seq(0), 1);
        assert_eq!(board.send_again(Seq(0)), (SeqRange::new(Seq(0), Seq(9)), 1));
        assert!(board.is_split(Seq(0)) && board.is_split(Seq(9)) && !board.is_split(Seq(10)));
        board.acknowledge(Seq(9));
        assert_eq!(board.segment(Seq(9)), Some(SeqRange::new(Seq(9), Seq(10))));
        board.send_again(Seq(10));
        board.repacketize(10);
        let segments: Vec<SeqRange> = [9, 19, 29].iter().filter_map(|&byte| board.segment(Seq(byte))).collect();
        assert_eq!(segments, [(9, 19), (19, 29), (29, 30)].map(|(start, end)| SeqRange::new(Seq(start), Seq(end))));
        assert!(!board.is_split(Seq(9)));
        // Bytes 9 and 29 left once, byte 19 twice.
        assert_eq!([9, 19, 29].map(|byte| board.send_again(Seq(byte)).1), [1, 2, 1]);
        board.acknowledge(Seq(30));
        board.repacketize(10);
        assert!(board.is_empty());
    }

    #[test]
    fn lost_by_ranges_or_by_bytes() {
        let mut board = board(20);
        assert_eq!(board.lost_below(3, 10), None);
        board.sack(range(4, 4));
        board.sack(range(6, 6));
        assert_eq!(board.lost_below(3, 10), None);
        board.sack(range(8, 8));
        assert_eq!(board.lost_below(3, 10), Some(range(4, 4).start));
        board.sack(range(8, 10));
        assert_eq!(board.lost_below(3, 10), Some(range(8, 8).start));
    }

    #[test]
    fn holes() {
        let mut board = board(9);
        board.sack(range(2, 3));
        board.sack(range(8, 9));
        assert_eq!(board.first_unsacked(Seq(0)), Seq(0));
        assert_eq!(board.first_unsacked(Seq(10)), Seq(30));
        assert_eq!(board.first_unsacked(Seq(85)), Seq(90));
        assert_eq!(board.last_unsacked(), Some(range(7, 7)));
        assert_eq!(board.highest_sacked(), Some(Seq(90)));
    }
}
