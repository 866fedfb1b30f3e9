//! The event queue: a total order that does not depend on who pushed first.
//!
//! Events are ordered by (time, rank, id), never by the order of pushing. So a pure optimisation, such as arming a
//! timer later, cannot change a run; and "packets before timers at one instant" is a matter of ranks. Exact ties
//! favour low ids, which is why flows start with a jitter.
//!
//! A heap entry is 16 bytes: the time, and a key of rank (16 bits), id (16 bits) and payload (32 bits). The payload
//! (a stamp, a slot) takes part in the order last, so that even two entries of one object are ordered.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::marker::PhantomData;

use crate::time::Time;

/// An event that fits into a key. `unpack(key())` must give the same event back.
pub trait Event: Copy {
    /// Rank, id and payload: `rank << 48 | id << 32 | payload`. Smaller goes first at one instant.
    fn key(self) -> u64;
    /// The event of a key that [`Event::key`] made.
    fn unpack(key: u64) -> Self;
}

/// Builds a key. Ranks order kinds of events, ids objects of one kind.
#[must_use]
pub const fn key(rank: u16, id: u16, payload: u32) -> u64 {
    (rank as u64) << 48 | (id as u64) << 32 | payload as u64
}

/// Takes a key apart into rank, id and payload.
#[must_use]
pub const fn parts(key: u64) -> (u16, u16, u32) {
    ((key >> 48) as u16, (key >> 32) as u16, key as u32)
}

/// Pending events, earliest first.
#[derive(Clone)]
pub struct Schedule<E> {
    heap: BinaryHeap<Reverse<(Time, u64)>>,
    event: PhantomData<E>,
}

impl<E: Event> Schedule<E> {
    /// An empty schedule.
    #[must_use]
    pub fn new() -> Schedule<E> {
        Schedule { heap: BinaryHeap::new(), event: PhantomData }
    }

    /// Adds an event. Two equal events at one instant are both kept.
    pub fn push(&mut self, at: Time, event: E) {
        self.heap.push(Reverse((at, event.key())));
    }

    /// Time of the earliest event.
    #[must_use]
    pub fn next_time(&self) -> Option<Time> {
        self.heap.peek().map(|&Reverse((at, _))| at)
    }

    /// Takes the earliest event if it is due by `until`.
    pub fn pop_until(&mut self, until: Time) -> Option<(Time, E)> {
        let &Reverse((at, key)) = self.heap.peek()?;
        if at > until {
            return None;
        }
        self.heap.pop();
        Some((at, E::unpack(key)))
    }

    /// Number of pending events, stale ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing is pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// The pending entries in order, for comparing two schedules.
    fn sorted(&self) -> Vec<(Time, u64)> {
        let mut entries: Vec<_> = self.heap.iter().map(|&Reverse(entry)| entry).collect();
        entries.sort_unstable();
        entries
    }
}

impl<E: Event> Default for Schedule<E> {
    fn default() -> Schedule<E> {
        Schedule::new()
    }
}

/// Two schedules are equal if they will give out the same events; how their heaps are laid out does not matter.
impl<E: Event> PartialEq for Schedule<E> {
    fn eq(&self, other: &Schedule<E>) -> bool {
        self.sorted() == other.sorted()
    }
}

impl<E: Event + fmt::Debug> fmt::Debug for Schedule<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sorted().into_iter().map(|(at, key)| (at, E::unpack(key)))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Plain(u64);

    impl Event for Plain {
        fn key(self) -> u64 {
            self.0
        }
        fn unpack(key: u64) -> Plain {
            Plain(key)
        }
    }

    #[test]
    fn packets_go_before_timers_and_low_ids_first() {
        let mut schedule = Schedule::new();
        let at = Time::from_nanos(5);
        schedule.push(at, Plain(key(9, 0, 0)));
        schedule.push(at, Plain(key(2, 1, 7)));
        schedule.push(at, Plain(key(2, 0, 9)));
        schedule.push(Time::from_nanos(4), Plain(key(9, 9, 9)));
        let order: Vec<_> =
            std::iter::from_fn(|| schedule.pop_until(Time::NEVER)).map(|(_, Plain(k))| parts(k)).collect();
        assert_eq!(order, [(9, 9, 9), (2, 0, 9), (2, 1, 7), (9, 0, 0)]);
    }

    #[test]
    fn later_events_wait() {
        let mut schedule = Schedule::new();
        schedule.push(Time::from_nanos(5), Plain(1));
        assert!(schedule.pop_until(Time::from_nanos(4)).is_none());
        assert_eq!(schedule.next_time(), Some(Time::from_nanos(5)));
        assert!(schedule.pop_until(Time::from_nanos(5)).is_some() && schedule.is_empty());
    }

    proptest! {
        #[test]
        fn order_does_not_depend_on_pushing(mut entries in prop::collection::vec((0u64..8, 0u64..1000), 0..60), turn in 0usize..60) {
            let drain = |entries: &[(u64, u64)]| {
                let mut schedule = Schedule::new();
                for &(at, key) in entries {
                    schedule.push(Time::from_nanos(at), Plain(key));
                }
                std::iter::from_fn(|| schedule.pop_until(Time::NEVER)).collect::<Vec<_>>()
            };
            let straight = drain(&entries);
            let middle = turn.min(entries.len());
            entries.rotate_left(middle);
            prop_assert_eq!(straight, drain(&entries));
        }
    }
}
