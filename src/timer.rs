//! A timer that is re-armed far more often than it fires.
//!
//! Re-arming to a later time only moves the stored deadline; the wake-up already in the schedule comes early, finds the
//! deadline moved and goes back to sleep until then. Only arming to an *earlier* time pushes another wake-up, and the
//! old one is then recognised by its stamp and dropped.

use crate::time::Time;

/// One armed or idle deadline with at most one live wake-up in the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    deadline: Time,
    wake: Time,
    stamp: u32,
}

/// What to do with a wake-up that came out of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// The deadline is now.
    Due,
    /// The deadline has moved: push another wake-up for that time and stamp.
    Later(Time, u32),
    /// It is not the live wake-up, or the timer is off.
    Stale,
}

impl Timer {
    /// A timer that is off.
    pub const IDLE: Timer = Timer { deadline: Time::NEVER, wake: Time::NEVER, stamp: 0 };

    /// Sets the deadline; [`Time::NEVER`] switches the timer off. Returns the wake-up to push, if one is needed.
    pub fn set(&mut self, deadline: Time) -> Option<(Time, u32)> {
        self.deadline = deadline;
        if deadline >= self.wake {
            return None;
        }
        self.wake = deadline;
        self.stamp = self.stamp.wrapping_add(1);
        Some((deadline, self.stamp))
    }

    /// Judges a wake-up with `stamp` that came out of the schedule at `now`.
    pub fn on_wake(&mut self, now: Time, stamp: u32) -> Wake {
        if stamp != self.stamp {
            return Wake::Stale;
        }
        if self.deadline <= now {
            self.wake = Time::NEVER;
            self.deadline = Time::NEVER;
            return Wake::Due;
        }
        self.wake = self.deadline;
        if self.deadline == Time::NEVER {
            return Wake::Stale;
        }
        self.stamp = self.stamp.wrapping_add(1);
        Wake::Later(self.deadline, self.stamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(nanos: u64) -> Time {
        Time::from_nanos(nanos)
    }

    #[test]
    fn a_later_deadline_costs_no_push() {
        let mut timer = Timer::IDLE;
        let (wake, stamp) = timer.set(at(10)).expect("first arming pushes");
        assert_eq!(wake, at(10));
        assert_eq!(timer.set(at(20)), None);
        let Wake::Later(wake, stamp) = timer.on_wake(at(10), stamp) else { panic!("not due yet") };
        assert_eq!(wake, at(20));
        assert_eq!(timer.on_wake(at(20), stamp), Wake::Due);
    }

    #[test]
    fn an_earlier_deadline_makes_the_old_wake_up_stale() {
        let mut timer = Timer::IDLE;
        let (_, old) = timer.set(at(10)).expect("push");
        let (_, new) = timer.set(at(5)).expect("earlier pushes again");
        assert_eq!(timer.on_wake(at(5), new), Wake::Due);
        assert_eq!(timer.on_wake(at(10), old), Wake::Stale);
    }

    #[test]
    fn a_stopped_timer_sleeps_and_can_be_armed_again() {
        let mut timer = Timer::IDLE;
        let (_, stamp) = timer.set(at(10)).expect("push");
        assert_eq!(timer.set(Time::NEVER), None);
        assert_eq!(timer.on_wake(at(10), stamp), Wake::Stale);
        assert!(timer.set(at(15)).is_some());
    }
}
