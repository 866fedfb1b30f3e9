//! Plays a script against its endpoint.

use std::collections::VecDeque;

use super::receiver_end::ReceiverEnd;
use super::sender_end::SenderEnd;
use super::step::{Action, Step};
use super::{Difference, Role, Script};
use crate::packet::Packet;
use crate::time::Time;

/// Packets that one line may cause. An endpoint that sends without end is a difference, not a hang.
const MAX_PACKETS: usize = 100_000;

/// One endpoint with the script's way to talk to it.
pub(super) trait End {
    /// Hands it what a line brings, or compares what a line claims.
    fn take(&mut self, now: Time, action: &Action, sent: &mut Sent) -> Result<(), String>;
    /// Whether the packets at the front of `sent` are those that a line lists; takes them.
    fn compare(&self, action: &Action, sent: &mut Sent) -> Result<(), String>;
    /// Packets as a script would list them.
    fn list(&self, packets: &[Packet]) -> String;
    /// When its timer runs out.
    fn timer(&self) -> Option<Time>;
    /// Its timer runs out.
    fn fire(&mut self, now: Time, sent: &mut Sent) -> Result<(), String>;
}

/// What an endpoint has sent at this time and no line has listed yet.
#[derive(Debug, Default)]
pub(super) struct Sent(VecDeque<Packet>);

impl Sent {
    /// Takes all that `next` gives.
    pub(super) fn collect(&mut self, mut next: impl FnMut() -> Option<Packet>) -> Result<(), String> {
        while let Some(packet) = next() {
            if self.0.len() == MAX_PACKETS {
                return Err(format!("more than {MAX_PACKETS} packets at one time"));
            }
            self.0.push_back(packet);
        }
        Ok(())
    }

    /// The first `count` packets, or as many as there are.
    pub(super) fn front(&mut self, count: usize) -> &[Packet] {
        let all: &[Packet] = self.0.make_contiguous();
        &all[..count.min(all.len())]
    }

    /// Takes the first `count` packets away.
    pub(super) fn drop_front(&mut self, count: usize) {
        self.0.drain(..count);
    }
}

/// Runs a script.
///
/// # Errors
/// The first line that the endpoint does not agree with.
pub fn run(script: &Script) -> Result<(), Difference> {
    match &script.role {
        Role::Sender(config, preset) => play(&mut SenderEnd::new(config, preset), &script.steps),
        Role::Receiver(config) => play(&mut ReceiverEnd::new(config), &script.steps),
    }
}

fn play(end: &mut impl End, steps: &[Step]) -> Result<(), Difference> {
    let mut sent = Sent::default();
    let mut anything = false;
    let mut cause = 0;
    let mut now = Time::ZERO;
    for step in steps {
        let difference = |what| Difference { line: step.line, what };
        if now < step.at {
            nothing_left(end, &mut sent, cause)?;
            no_expiry_before(end, step.at).map_err(difference)?;
            (now, anything) = (step.at, false);
        }
        let before = sent.0.len();
        play_step(end, step, &mut sent, &mut anything).map_err(difference)?;
        if sent.0.len() > before {
            cause = step.line;
        }
        if anything {
            sent = Sent::default();
        }
    }
    nothing_left(end, &mut sent, cause)
}

fn play_step(end: &mut impl End, step: &Step, sent: &mut Sent, anything: &mut bool) -> Result<(), String> {
    match &step.action {
        Action::NothingSent => match sent.front(MAX_PACKETS) {
            [] => Ok(()),
            packets => Err(format!("expected nothing, got {}", end.list(packets))),
        },
        Action::AnythingSent => {
            *anything = true;
            Ok(())
        }
        Action::Sent(_) | Action::Acked(_) if *anything => Ok(()),
        Action::Sent(_) | Action::Acked(_) => end.compare(&step.action, sent),
        &Action::Timer(expected) if end.timer() == expected => Ok(()),
        &Action::Timer(expected) => Err(format!("expected the timer {}, it is {}", when(expected), when(end.timer()))),
        Action::Timeout if end.timer() == Some(step.at) => end.fire(step.at, sent),
        Action::Timeout => {
            Err(format!("expected a timeout at {}, the timer is {}", step.at.as_millis_f64(), when(end.timer())))
        }
        action => end.take(step.at, action, sent),
    }
}

fn when(timer: Option<Time>) -> String {
    timer.map_or_else(|| "off".to_owned(), |at| format!("at {}", at.as_millis_f64()))
}

/// `line` is the one that caused the last of `sent`.
fn nothing_left(end: &impl End, sent: &mut Sent, line: usize) -> Result<(), Difference> {
    match sent.front(MAX_PACKETS) {
        [] => Ok(()),
        packets => Err(Difference { line, what: format!("{} was sent too, and no line lists it", end.list(packets)) }),
    }
}

fn no_expiry_before(end: &impl End, at: Time) -> Result<(), String> {
    match end.timer() {
        Some(timer) if timer < at => {
            Err(format!("the timer runs out at {} before this line, and no `timeout` says so", timer.as_millis_f64()))
        }
        _ => Ok(()),
    }
}
