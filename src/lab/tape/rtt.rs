//! What the retransmission timer of one flow is made of: RTT samples, the smoothed RTT, the timeout, and what is left.

use super::thin::{Steps, Thinned, Value};
use super::track::Record;
use crate::ids::FlowId;
use crate::tcp::Sender;
use crate::time::{Span, Time};
use crate::trace::{Note, Probe};
use crate::world::World;

/// The timer of one flow. All values are in ms.
#[derive(Clone, PartialEq, Debug)]
pub struct Timing {
    flow: FlowId,
    /// RTT samples.
    pub samples: Thinned<Value>,
    /// The smoothed RTT; −1 before the first sample.
    pub srtt: Steps,
    /// What the timer is armed with: the timeout with its back-off.
    pub rto: Steps,
    /// What was left of the timer just before and just after it was set anew; −1 while it does not run. Between two
    /// points it runs down evenly.
    pub left: Thinned<Value>,
    deadline: Option<Time>,
}

impl Timing {
    /// Nothing of `flow` yet.
    #[must_use]
    pub fn new(flow: FlowId, grain: Span) -> Timing {
        Timing {
            flow,
            samples: Thinned::new(grain),
            srtt: Steps::new(grain),
            rto: Steps::new(grain),
            left: Thinned::new(grain),
            deadline: None,
        }
    }
}

/// The smoothed RTT as it is recorded.
fn srtt(sender: &Sender) -> f64 {
    sender.srtt().map_or(-1.0, Span::as_millis_f64)
}

/// What is left until `deadline`, as it is recorded.
fn left(deadline: Option<Time>, now: Time) -> f64 {
    deadline.map_or(-1.0, |at| at.saturating_since(now).as_millis_f64())
}

impl Record for Timing {
    fn prime(&mut self, world: &World, _now: Time) {
        let Some(conn) = world.flows().get(self.flow) else { return };
        let sender = conn.sender();
        self.srtt.prime(srtt(sender));
        self.rto.prime(sender.rto().as_millis_f64());
        self.deadline = sender.poll_timer();
    }

    fn begin(&mut self, at: Time) {
        self.srtt.begin(at);
        self.rto.begin(at);
        self.left.push(Value { at, value: left(self.deadline, at) });
    }

    fn look(&mut self, world: &World) {
        let Some(conn) = world.flows().get(self.flow) else { return };
        let (now, sender) = (world.now(), conn.sender());
        self.srtt.set(now, srtt(sender));
        self.rto.set(now, sender.rto().as_millis_f64());
        let deadline = sender.poll_timer();
        if deadline != self.deadline {
            self.left.push(Value { at: now, value: left(self.deadline, now) });
            self.left.push(Value { at: now, value: left(deadline, now) });
            self.deadline = deadline;
        }
    }

    fn settle(&mut self, now: Time) {
        self.samples.settle(now);
        self.srtt.settle(now);
        self.rto.settle(now);
        self.left.settle(now);
    }

    fn cut(&mut self, from: Time) {
        self.samples.cut(from);
        self.srtt.cut(from);
        self.rto.cut(from);
        self.left.cut(from);
    }

    fn forget(&mut self, from: Time) {
        self.samples.forget(from);
        self.srtt.forget(from);
        self.rto.forget(from);
        self.left.forget(from);
    }
}

impl Probe for Timing {
    fn on_note(&mut self, now: Time, flow: FlowId, note: &Note) {
        if let Note::Rtt { sample, .. } = *note
            && flow == self.flow
        {
            self.samples.push(Value { at: now, value: sample.as_millis_f64() });
        }
    }
}
