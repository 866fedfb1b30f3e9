//! The data copies of one flow that can still matter, with their fates.
//!
//! One list, sorted by first byte and then by order of sending, so that the copies of a segment lie side by side. A
//! byte belongs to every copy whose range holds it: segments need not keep their boundaries when they are sent again
//! (STODER shortens one, and the acknowledgement number may then come to lie inside another).
//!
//! A copy is forgotten once its bytes are acknowledged and nothing that overlaps it is still travelling, so the list is
//! bounded by the window and by what is in flight.

use std::collections::VecDeque;

use crate::seq::{Seq, SeqRange};
use crate::time::Time;
use crate::trace::{DropCause, Place};

/// What became of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It is travelling.
    Alive,
    /// It arrived; `order` counts the arrivals of the flow before it.
    Delivered { at: Time, order: u32 },
    /// It was dropped.
    Dropped { at: Time, cause: DropCause, place: Place },
}

/// One data copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Transmission {
    /// First byte.
    pub start: Seq,
    /// Data copies the flow had sent before.
    pub ordinal: u32,
    /// How often its first byte had been sent before.
    pub copy: u16,
    /// Payload, in bytes.
    pub len: u16,
    /// When it was sent.
    pub sent: Time,
    /// Whether it is known that an earlier copy of all its bytes arrived.
    unneeded: bool,
    /// What became of it.
    pub fate: Fate,
}

impl Transmission {
    /// Its bytes.
    pub fn range(&self) -> SeqRange {
        SeqRange::new(self.start, self.start + u64::from(self.len))
    }
}

/// Retransmissions that nobody needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Unneeded {
    pub copies: u64,
    pub bytes: u64,
}

impl Unneeded {
    fn add(&mut self, copy: &mut Transmission) {
        copy.unneeded = true;
        self.copies += 1;
        self.bytes += u64::from(copy.len);
    }
}

/// The copies of one flow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Transmissions {
    list: VecDeque<Transmission>,
    una: Seq,
    /// One after the highest byte sent.
    max: Seq,
    /// The longest payload so far: no copy reaches further than this beyond its first byte.
    widest: u16,
    arrivals: u32,
    unneeded: Unneeded,
}

impl Transmissions {
    /// A copy leaves at `now`.
    pub fn send(&mut self, now: Time, range: SeqRange, ordinal: u32, copy: u16) {
        let len = u16::try_from(range.len()).expect("a payload of less than 64 kB");
        self.widest = self.widest.max(len);
        let (start, fate) = (range.start, Fate::Alive);
        let mut copy = Transmission { start, ordinal, copy, len, sent: now, unneeded: false, fate };
        let is_new = range.start >= self.max;
        self.max = self.max.max(range.end);
        if is_new {
            self.list.push_back(copy);
            return;
        }
        let arrived = |earlier: &Transmission| matches!(earlier.fate, Fate::Delivered { .. });
        if self.overlapping(range).any(|earlier| arrived(earlier) && earlier.range().covers(range)) {
            self.unneeded.add(&mut copy);
        }
        let place = self.place(range.start, ordinal);
        self.list.insert(place, copy);
    }

    /// A copy meets its fate. Gives it back as it is now; `None` for one that is not known or had its fate before:
    /// the first fate counts.
    pub fn settle(
        &mut self,
        now: Time,
        start: Seq,
        ordinal: u32,
        dropped: Option<(DropCause, Place)>,
    ) -> Option<Transmission> {
        let place = self.place(start, ordinal);
        let copy = self.list.get_mut(place)?;
        if copy.start != start || copy.ordinal != ordinal || copy.fate != Fate::Alive {
            return None;
        }
        copy.fate = match dropped {
            Some((cause, place)) => Fate::Dropped { at: now, cause, place },
            None => {
                self.arrivals += 1;
                Fate::Delivered { at: now, order: self.arrivals - 1 }
            }
        };
        let copy = *copy;
        if dropped.is_none() {
            self.count_unneeded(copy);
        }
        self.forget(copy.range());
        Some(copy)
    }

    /// Everything before `una` is acknowledged.
    pub fn acknowledge(&mut self, una: Seq) {
        let passed = SeqRange::new(self.una, una);
        self.una = una;
        self.forget(passed);
    }

    /// Memory in use beside the value itself.
    pub fn heap_bytes(&self) -> usize {
        self.list.len() * size_of::<Transmission>()
    }

    /// First byte not acknowledged.
    pub fn una(&self) -> Seq {
        self.una
    }

    /// Retransmissions so far of which it is known that an earlier copy of all their bytes arrived.
    pub fn unneeded(&self) -> Unneeded {
        self.unneeded
    }

    /// The copies with an ordinal below `mark` that hold `byte`.
    pub fn of(&self, byte: Seq, mark: u32) -> impl Iterator<Item = &Transmission> {
        self.overlapping(SeqRange::new(byte, byte + 1)).filter(move |copy| copy.ordinal < mark)
    }

    /// How many copies with an ordinal below `mark` are travelling.
    pub fn alive(&self, mark: u32) -> usize {
        self.list.iter().filter(|copy| copy.ordinal < mark && copy.fate == Fate::Alive).count()
    }

    /// The first bytes of segments beyond `byte` that were sent before `mark`, each once, in order.
    pub fn segments_beyond(&self, byte: Seq, mark: u32) -> impl Iterator<Item = Seq> {
        let mut last = byte;
        self.list.iter().skip(self.list.partition_point(move |copy| copy.start <= byte)).filter_map(move |copy| {
            let next = copy.ordinal < mark && copy.start > last;
            next.then(|| {
                last = copy.start;
                last
            })
        })
    }

    /// Whether the first copy of `byte` that arrived came after a copy of a later segment that was sent after it;
    /// `None` while none has arrived.
    pub fn overtaken(&self, byte: Seq) -> Option<bool> {
        let order =
            |copy: &Transmission| if let Fate::Delivered { order, .. } = copy.fate { Some(order) } else { None };
        let (first, ordinal) = self.of(byte, u32::MAX).filter_map(|copy| Some((order(copy)?, copy.ordinal))).min()?;
        let beyond = self.list.partition_point(|copy| copy.start <= byte);
        let overtaker = |copy: &Transmission| copy.ordinal > ordinal && order(copy).is_some_and(|order| order < first);
        Some(self.list.range(beyond..).any(overtaker))
    }

    /// An arrival makes every later copy of the same bytes needless.
    fn count_unneeded(&mut self, arrived: Transmission) {
        let range = arrived.range();
        let first = self.list.partition_point(|copy| copy.start < range.start);
        for copy in self.list.range_mut(first..).take_while(|copy| copy.start < range.end) {
            if copy.ordinal > arrived.ordinal && range.covers(copy.range()) && !copy.unneeded {
                self.unneeded.add(copy);
            }
        }
    }

    /// Drops what can no longer matter among the copies that reach into `changed`. Copies that still travel stay, however
    /// old they are.
    fn forget(&mut self, changed: SeqRange) {
        let mut index = self.first_reaching(changed.start);
        while let Some(copy) = self.list.get(index).filter(|copy| copy.start < changed.end) {
            let range = copy.range();
            let pending = range.end > self.una || self.overlapping(range).any(|other| other.fate == Fate::Alive);
            if pending {
                index += 1;
            } else {
                self.list.remove(index);
            }
        }
    }

    /// Place of the first copy that may hold `byte` or a later one.
    fn first_reaching(&self, byte: Seq) -> usize {
        let reach = u64::from(self.widest);
        self.list.partition_point(|copy| copy.start.0 + reach <= byte.0)
    }

    fn overlapping(&self, range: SeqRange) -> impl Iterator<Item = &Transmission> {
        let copies = self.list.range(self.first_reaching(range.start)..).take_while(move |copy| copy.start < range.end);
        copies.filter(move |copy| copy.range().end > range.start)
    }

    fn place(&self, start: Seq, ordinal: u32) -> usize {
        self.list.partition_point(|copy| (copy.start, copy.ordinal) < (start, ordinal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::LinkId;

    const NOISE: Option<(DropCause, Place)> = Some((DropCause::RandomLoss, Place::Link(LinkId(0))));

    fn range(start: u64, end: u64) -> SeqRange {
        SeqRange::new(Seq(start), Seq(end))
    }

    fn sent(ranges: &[(u64, u64)]) -> Transmissions {
        let mut copies = Transmissions::default();
        for (ordinal, &(start, end)) in (0..).zip(ranges) {
            copies.send(Time::ZERO, range(start, end), ordinal, 0);
        }
        copies
    }

    #[test]
    fn a_window_is_forgotten_as_it_is_acknowledged() {
        let mut copies = sent(&[(0, 10), (10, 20), (20, 30)]);
        for (start, ordinal) in [(0, 0), (10, 1), (20, 2)] {
            copies.settle(Time::ZERO, Seq(start), ordinal, None);
            copies.acknowledge(Seq(start + 10));
        }
        assert!(copies.list.is_empty());
    }

    #[test]
    fn a_late_copy_outlives_its_acknowledgement_alone() {
        let mut copies = sent(&[(0, 10), (10, 20), (0, 10)]);
        copies.settle(Time::ZERO, Seq(10), 1, None);
        copies.settle(Time::ZERO, Seq(0), 2, None);
        copies.acknowledge(Seq(20));
        assert_eq!(copies.list.len(), 2, "both copies of the first segment, because the older one still travels");
        assert_eq!(copies.unneeded(), Unneeded::default());
        copies.settle(Time::ZERO, Seq(0), 0, None);
        assert_eq!(copies.unneeded(), Unneeded { copies: 1, bytes: 10 });
        assert!(copies.list.is_empty());
    }

    #[test]
    fn a_copy_is_unneeded_only_after_an_earlier_arrival() {
        let mut copies = sent(&[(0, 10), (0, 10), (0, 10)]);
        copies.settle(Time::ZERO, Seq(0), 0, NOISE);
        assert_eq!(copies.unneeded().copies, 0);
        copies.settle(Time::ZERO, Seq(0), 1, None);
        assert_eq!(copies.unneeded().copies, 1, "the third, not the second");
        copies.send(Time::ZERO, range(0, 10), 3, 1);
        assert_eq!(copies.unneeded().copies, 2, "known as soon as it is sent");
    }

    #[test]
    fn the_copy_that_starts_last_need_not_reach_furthest() {
        let mut copies = sent(&[(0, 10), (5, 8)]);
        copies.settle(Time::ZERO, Seq(0), 0, None);
        copies.send(Time::ZERO, range(8, 9), 2, 1);
        assert_eq!(copies.unneeded(), Unneeded { copies: 2, bytes: 4 });
    }

    #[test]
    fn the_first_fate_counts() {
        let mut copies = sent(&[(0, 10)]);
        assert!(copies.settle(Time::ZERO, Seq(0), 0, None).is_some());
        assert_eq!(copies.settle(Time::ZERO, Seq(0), 0, NOISE), None);
        assert_eq!(copies.settle(Time::ZERO, Seq(5), 0, NOISE), None);
    }

    #[test]
    fn a_byte_belongs_to_every_copy_that_holds_it() {
        let copies = sent(&[(0, 10), (10, 20), (0, 7), (7, 10)]);
        let ordinals = |byte, mark| copies.of(Seq(byte), mark).map(|copy| copy.ordinal).collect::<Vec<_>>();
        assert_eq!(ordinals(0, 9), [0, 2]);
        assert_eq!(ordinals(7, 9), [0, 3]);
        assert_eq!(ordinals(7, 3), [0]);
        assert_eq!(copies.segments_beyond(Seq(0), 9).collect::<Vec<_>>(), [Seq(7), Seq(10)]);
    }

    #[test]
    fn only_a_copy_sent_later_overtakes() {
        let mut copies = sent(&[(0, 10), (10, 20)]);
        copies.settle(Time::ZERO, Seq(10), 1, None);
        assert_eq!(copies.overtaken(Seq(0)), None);
        copies.send(Time::ZERO, range(0, 10), 2, 1);
        copies.settle(Time::ZERO, Seq(0), 2, None);
        assert_eq!(copies.overtaken(Seq(0)), Some(false), "the retransmission was sent after what came before it");
        let mut copies = sent(&[(0, 10), (10, 20)]);
        copies.settle(Time::ZERO, Seq(10), 1, None);
        copies.settle(Time::ZERO, Seq(0), 0, None);
        assert_eq!(copies.overtaken(Seq(0)), Some(true));
    }
}
