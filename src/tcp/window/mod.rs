//! The Window part: how the window grows, and what it is cut to.

mod reno;

use enum_dispatch::enum_dispatch;

pub use reno::Reno;

use super::decision::Signal;
use super::path::Path;

/// What a window part is asked. It returns numbers; the sender sets the window.
#[enum_dispatch]
pub trait WindowRules {
    /// cwnd after an ACK of `acked` new segments outside a recovery, in segments; the sender clamps it to the cap.
    fn growth(&mut self, path: &Path, acked: f64) -> f64;

    /// ssthresh after `signal`, in segments.
    fn target(&mut self, path: &Path, signal: Signal) -> f64;
}

/// The window parts.
#[enum_dispatch(WindowRules)]
#[derive(Clone, PartialEq, Debug)]
pub enum Window {
    /// RFC 5681.
    Reno(Reno),
}
