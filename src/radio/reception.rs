//! What a receiver makes of frames that overlap.
//!
//! A receiver listens to one frame at a time, its *lock*. Three models say which frame gets the lock and what destroys
//! it:
//!
//! - [`Model::Protocol`] (Gupta and Kumar 2000): any two signals that overlap destroy each other.
//! - [`Model::Capture`] (ns-2.35 `wireless-phy.cc`, `mac-802_11.cc`): the first signal takes the lock, decodable or not.
//!   It survives later ones that are ten times weaker; otherwise both are lost. A stronger late frame never wins.
//! - [`Model::Sinr`]: only decodable frames take the lock, if they are ten times stronger than all else, and lose it as
//!   soon as they are not.
//!
//! No station receives while it sends. Signals that end at the instant when another begins do not overlap.

use serde::{Deserialize, Serialize};

use super::geometry::Attowatts;
use crate::time::Time;
use crate::trace::AttemptFailure;

/// A frame survives if it is so many times as strong as what disturbs it: 10 dB (`CPThresh_` of ns-2).
pub const CAPTURE: Attowatts = 10;

/// Which model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// Overlap destroys.
    Protocol,
    /// First come, unless the other is ten times stronger.
    Capture,
    /// Signal to interference and noise.
    #[default]
    Sinr,
}

impl Model {
    /// All models, in the order of the choice in the table of knobs.
    pub const ALL: [Model; 3] = [Model::Protocol, Model::Capture, Model::Sinr];
}

/// A signal as one receiver hears it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signal {
    /// Number of the transmission.
    pub transmission: u32,
    /// Its power here.
    pub power: Attowatts,
    /// Whether it could be decoded if it were alone.
    pub decodable: bool,
    /// When it ends.
    pub ends: Time,
}

/// The signal that a receiver listens to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lock {
    signal: Signal,
    /// Why nothing will come of it.
    spoiled: Option<AttemptFailure>,
}

/// What has become of a signal when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was received whole.
    Whole,
    /// The receiver listened to it in vain.
    Damaged(AttemptFailure),
    /// The receiver did not listen to it, and listens to nothing now.
    Energy,
    /// The receiver listens to something else.
    Ignored,
}

/// A receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Receiver {
    model: Model,
    /// Thermal noise.
    noise: Attowatts,
    /// Signals on the air here.
    signals: u16,
    /// Their sum.
    power: Attowatts,
    lock: Option<Lock>,
}

impl Receiver {
    /// A receiver that hears nothing.
    #[must_use]
    pub const fn new(model: Model, noise: Attowatts) -> Receiver {
        Receiver { model, noise, signals: 0, power: 0, lock: None }
    }

    /// Whether there is any signal.
    #[must_use]
    pub const fn hears(&self) -> bool {
        self.signals > 0
    }

    /// Whether it listens to a frame that it could decode.
    #[must_use]
    pub fn listens(&self) -> bool {
        self.lock.is_some_and(|lock| lock.signal.decodable)
    }

    /// A signal begins. If the station cannot receive it: why. `sending`: the station is sending itself.
    pub fn begin(&mut self, signal: Signal, sending: bool) -> Option<AttemptFailure> {
        let before = self.power;
        let alone = self.signals == 0;
        self.signals += 1;
        self.power += signal.power;
        match self.lock {
            _ if sending => {
                // What it listened to is spoiled already.
                Some(AttemptFailure::Busy)
            }
            None => match self.model {
                Model::Protocol => self.lock_if(signal, alone && signal.decodable),
                Model::Capture => {
                    let spoiled = (!signal.decodable).then_some(AttemptFailure::OutOfRange);
                    self.lock = Some(Lock { signal, spoiled });
                    spoiled
                }
                Model::Sinr => {
                    let clear = signal.power >= CAPTURE.saturating_mul(before + self.noise);
                    self.lock_if(signal, clear && signal.decodable)
                }
            },
            Some(lock) => self.disturb(lock, signal),
        }
    }

    /// Listens to `signal` if `good`; if not, says why not.
    fn lock_if(&mut self, signal: Signal, good: bool) -> Option<AttemptFailure> {
        if good {
            self.lock = Some(Lock { signal, spoiled: None });
            return None;
        }
        let above_noise = signal.power >= CAPTURE.saturating_mul(self.noise);
        Some(if above_noise { AttemptFailure::Collision } else { AttemptFailure::Channel })
    }

    /// `signal` begins while the receiver listens to another.
    fn disturb(&mut self, lock: Lock, signal: Signal) -> Option<AttemptFailure> {
        let locked = lock.signal.power;
        let (spoils, failure) = match self.model {
            Model::Protocol => (true, AttemptFailure::Busy),
            Model::Capture if locked >= CAPTURE.saturating_mul(signal.power) => (false, AttemptFailure::Busy),
            Model::Capture => (true, AttemptFailure::Collision),
            Model::Sinr => (locked < CAPTURE.saturating_mul(self.power - locked + self.noise), AttemptFailure::Busy),
        };
        if spoils {
            let later = self.model == Model::Capture && signal.ends > lock.signal.ends;
            let signal = if later { signal } else { lock.signal };
            let spoiled = lock.spoiled.filter(|_| !later).or(Some(AttemptFailure::Collision));
            self.lock = Some(Lock { signal, spoiled });
        }
        Some(failure)
    }

    /// The station begins to send: what it listens to is lost.
    pub const fn deafen(&mut self) {
        if let Some(lock) = &mut self.lock
            && lock.spoiled.is_none()
        {
            lock.spoiled = Some(AttemptFailure::Busy);
        }
    }

    /// A signal ends that began with [`Self::begin`].
    pub fn end(&mut self, transmission: u32, power: Attowatts) -> Ending {
        self.signals -= 1;
        self.power -= power;
        match self.lock {
            Some(lock) if lock.signal.transmission == transmission => {
                self.lock = None;
                lock.spoiled.map_or(Ending::Whole, Ending::Damaged)
            }
            Some(_) => Ending::Ignored,
            // ns-2 forgets a frame that it did not listen to.
            None if self.model == Model::Capture => Ending::Ignored,
            None => Ending::Energy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AttemptFailure::{Busy, Collision};
    use super::*;
    use crate::radio::geometry::Propagation;

    fn signal(transmission: u32, metres: f64, ends: u64) -> Signal {
        let law = Propagation::NS2;
        let power = law.power(metres);
        Signal { transmission, power, decodable: metres <= law.decode, ends: Time::from_nanos(ends) }
    }

    /// Two signals, the second beginning inside the first: what becomes of each.
    fn overlap(model: Model, first: f64, second: f64) -> (Ending, Ending) {
        let (first, second) = (signal(1, first, 100), signal(2, second, 150));
        let mut receiver = Receiver::new(model, 0);
        receiver.begin(first, false);
        receiver.begin(second, false);
        let early = receiver.end(1, first.power);
        let late = receiver.end(2, second.power);
        assert!(!receiver.hears() && receiver.power == 0);
        (early, late)
    }

    const DAMAGED: Ending = Ending::Damaged(Collision);

    #[test]
    fn a_frame_alone_is_received_within_its_range() {
        for model in Model::ALL {
            let mut receiver = Receiver::new(model, 0);
            assert_eq!(receiver.begin(signal(1, 250.0, 10), false), None);
            assert_eq!(receiver.end(1, signal(1, 250.0, 10).power), Ending::Whole);
            receiver.begin(signal(2, 251.0, 20), false);
            assert_ne!(receiver.end(2, signal(2, 251.0, 20).power), Ending::Whole);
        }
    }

    #[test]
    fn any_overlap_destroys_in_the_protocol_model() {
        assert_eq!(overlap(Model::Protocol, 200.0, 400.0), (DAMAGED, Ending::Energy));
        assert_eq!(overlap(Model::Protocol, 400.0, 200.0), (Ending::Energy, Ending::Energy));
    }

    #[test]
    fn order_matters_with_capture() {
        assert_eq!(overlap(Model::Capture, 200.0, 400.0), (Ending::Whole, Ending::Ignored));
        assert_eq!(overlap(Model::Capture, 400.0, 200.0).1, DAMAGED);
        assert_eq!(
            overlap(Model::Capture, 200.0, 355.0),
            (Ending::Ignored, DAMAGED),
            "the lock moves to the later end"
        );
        assert_eq!(overlap(Model::Capture, 200.0, 200.0).1, DAMAGED);
    }

    #[test]
    fn strength_matters_with_interference() {
        assert_eq!(overlap(Model::Sinr, 200.0, 400.0), (Ending::Whole, Ending::Energy));
        assert_eq!(overlap(Model::Sinr, 400.0, 200.0), (Ending::Ignored, Ending::Whole));
        assert_eq!(overlap(Model::Sinr, 200.0, 355.0), (DAMAGED, Ending::Energy), "inside 1.778 d");
        assert_eq!(overlap(Model::Sinr, 200.0, 357.0), (Ending::Whole, Ending::Energy));
    }

    #[test]
    fn interference_adds_up() {
        let mut receiver = Receiver::new(Model::Sinr, 0);
        let (wanted, far) = (signal(1, 200.0, 100), signal(2, 400.0, 90));
        receiver.begin(wanted, false);
        receiver.begin(far, false);
        receiver.begin(Signal { transmission: 3, ..far }, false);
        assert_eq!(receiver.end(1, wanted.power), DAMAGED, "two of them are less than 10 dB below");
    }

    #[test]
    fn a_sender_is_deaf() {
        for model in Model::ALL {
            let mut receiver = Receiver::new(model, 0);
            let wanted = signal(1, 200.0, 100);
            assert_eq!(receiver.begin(wanted, true), Some(Busy));
            assert_ne!(receiver.end(1, wanted.power), Ending::Whole);
            receiver.begin(wanted, false);
            receiver.deafen();
            assert_eq!(receiver.end(1, wanted.power), Ending::Damaged(Busy));
        }
    }

    #[test]
    fn noise_alone_is_no_collision() {
        let wanted = signal(1, 250.0, 100);
        let mut receiver = Receiver::new(Model::Sinr, wanted.power / 5);
        assert_eq!(receiver.begin(wanted, false), Some(AttemptFailure::Channel));
    }
}
