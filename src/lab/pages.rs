//! A long list of events in little memory: the newest lie open, older ones are packed in pages.
//!
//! An hour of a lossy run has some 30 000 events of 48 B. Neighbours are alike, so a page of them deflates to about 7 B
//! an event. Reading unpacks one page at a time; who follows a run reads only what lies open.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;

use super::log::{Event, Kind};
use crate::ids::FlowId;
use crate::time::Time;

/// Events in a page. A page unpacks in a tenth of a millisecond, the list of an hour in five.
const PAGE: usize = 512;
/// The fastest compression: deflating harder takes twice as long and saves a tenth.
const LEVEL: u8 = 1;

/// Events in order of time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Pages {
    packed: Vec<Page>,
    /// Fewer than [`PAGE`], after all the packed ones.
    open: Vec<Event>,
}

/// [`PAGE`] events, as postcard, deflated.
#[derive(Clone, PartialEq, Debug)]
struct Page {
    last: Time,
    bytes: Box<[u8]>,
}

impl Page {
    fn pack(events: &[Event]) -> Page {
        let mut before = 0;
        let after_it = |event: &Event| {
            let at = event.at.as_nanos();
            let after = at - before;
            before = at;
            (after, event.flow, event.kind)
        };
        let rows: Vec<(u64, FlowId, Kind)> = events.iter().map(after_it).collect();
        let plain = postcard::to_allocvec(&rows).expect("numbers and enums have a spelling");
        let last = events.last().map_or(Time::ZERO, |event| event.at);
        Page { last, bytes: compress_to_vec(&plain, LEVEL).into_boxed_slice() }
    }

    fn unpack(&self) -> Vec<Event> {
        let plain = decompress_to_vec(&self.bytes).expect("what was deflated here");
        let rows: Vec<(u64, FlowId, Kind)> = postcard::from_bytes(&plain).expect("what was written here");
        let mut at = 0;
        let event = |(after, flow, kind)| {
            at += after;
            Event { at: Time::from_nanos(at), flow, kind }
        };
        rows.into_iter().map(event).collect()
    }
}

impl Pages {
    pub(super) fn push(&mut self, event: Event) {
        self.open.push(event);
        if self.open.len() == PAGE {
            self.packed.push(Page::pack(&self.open));
            self.open.clear();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.packed.len() * PAGE + self.open.len()
    }

    /// How many events come first for which `early` holds of the time.
    pub(super) fn count(&self, early: impl Fn(Time) -> bool) -> usize {
        let page = self.packed.partition_point(|page| early(page.last));
        let within = |events: &[Event]| events.partition_point(|event| early(event.at));
        page * PAGE + self.packed.get(page).map_or_else(|| within(&self.open), |page| within(&page.unpack()))
    }

    /// The events from the `first`-th on.
    pub(super) fn from(&self, first: usize) -> impl Iterator<Item = Event> {
        (first / PAGE..=self.packed.len()).flat_map(|page| self.page(page)).skip(first % PAGE)
    }

    /// The last of the first `count` events that `wanted` accepts.
    pub(super) fn last_of(&self, count: usize, wanted: impl Fn(&Event) -> bool) -> Option<Event> {
        (0..=count / PAGE).rev().find_map(|page| {
            let events = self.page(page);
            events.into_iter().take(count - page * PAGE).rfind(&wanted)
        })
    }

    /// Keeps the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        let page = count / PAGE;
        if let Some(page) = self.packed.get(page) {
            self.open = page.unpack();
        }
        self.packed.truncate(page);
        self.open.truncate(count - page * PAGE);
    }

    fn page(&self, page: usize) -> Vec<Event> {
        self.packed.get(page).map_or_else(|| self.open.clone(), Page::unpack)
    }

    /// Memory in use, in bytes, not counting spare capacity.
    #[cfg(test)]
    pub(super) fn size_in_bytes(&self) -> usize {
        let bytes: usize = self.packed.iter().map(|page| page.bytes.len()).sum();
        size_of_val(self.packed.as_slice()) + bytes + size_of_val(self.open.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::What;
    use super::*;
    use crate::ids::LinkId;
    use crate::seq::{Seq, SeqRange};
    use crate::trace::{DropCause, Place, Verdict};

    /// Ten events a second, of several kinds.
    fn event(n: u64) -> Event {
        let seq = Seq(1000 * n);
        let kind = match n % 5 {
            0 => {
                let (what, cause) = (What::Data(seq), DropCause::RandomLoss);
                Kind::Drop { what, copy: (n % 3) as u16, cause, place: Place::Link(LinkId((n % 7) as u16)) }
            }
            1 => Kind::FastRetransmit(SeqRange::new(seq, seq + 1000)),
            2 => Kind::Verdict(n as u32, Verdict::Random),
            3 => Kind::EcnCut { cwnd: n as f64 / 3.0 },
            _ => Kind::Sent { seq, copy: 1, probe: n.is_multiple_of(2) },
        };
        Event { at: Time::from_nanos(n * 100_000_000 + n * n % 97), flow: FlowId((n % 4) as u16), kind }
    }

    fn list(events: u64) -> Pages {
        let mut list = Pages::default();
        (0..events).for_each(|n| list.push(event(n)));
        list
    }

    #[test]
    fn what_was_written_is_read_from_anywhere() {
        for events in [0, 1, 511, 512, 513, 1024, 3000] {
            let list = list(events);
            assert_eq!(list.len() as u64, events);
            for first in [0, 1, 500, 512, 1023, 2999, 4000] {
                let expected: Vec<Event> = (first..events).map(event).collect();
                assert_eq!(list.from(first as usize).collect::<Vec<_>>(), expected, "{events} events from {first}");
            }
        }
    }

    #[test]
    fn counting_finds_the_border_in_and_between_pages() {
        let list = list(1500);
        for n in [0, 1, 511, 512, 1024, 1499] {
            let at = event(n).at;
            assert_eq!(list.count(|time| time < at) as u64, n);
            assert_eq!(list.count(|time| time <= at) as u64, n + 1);
        }
        assert_eq!(list.count(|_| true), 1500);
    }

    #[test]
    fn the_last_one_wanted_is_found_backwards() {
        let list = list(1500);
        let cut = |event: &Event| matches!(event.kind, Kind::EcnCut { .. });
        assert_eq!(list.last_of(1500, cut), Some(event(1498)));
        assert_eq!(list.last_of(1498, cut), Some(event(1493)));
        assert_eq!(list.last_of(514, cut), Some(event(513)));
        assert_eq!(list.last_of(513, cut), Some(event(508)));
        assert_eq!(list.last_of(3, cut), None);
    }

    #[test]
    fn what_is_cut_off_can_be_written_again() {
        for kept in [0, 100, 512, 700, 1024, 1400] {
            let mut list = list(1400);
            list.truncate(kept as usize);
            assert_eq!(list, self::list(kept), "{kept}");
        }
    }

    #[test]
    fn packing_saves_most() {
        let bytes = list(30_000).size_in_bytes();
        assert!(bytes < 30_000 * 14, "{} B per event", bytes as f64 / 30_000.0);
    }
}
