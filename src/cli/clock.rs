//! How long the tool itself took. The only clocks in the project: no run depends on them.

use std::time::Instant;

use cpu_time::ProcessTime;

/// Started when work begins.
pub struct Clock {
    wall: Instant,
    cpu: ProcessTime,
}

impl Clock {
    /// Starts now.
    #[expect(clippy::disallowed_methods, reason = "measures the tool, not the simulation")]
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: ProcessTime::now() }
    }

    /// Seconds since the start.
    #[expect(clippy::disallowed_methods, reason = "measures the tool, not the simulation")]
    pub fn wall_seconds(&self) -> f64 {
        self.wall.elapsed().as_secs_f64()
    }

    /// Seconds of processor time since the start.
    pub fn cpu_seconds(&self) -> f64 {
        self.cpu.elapsed().as_secs_f64()
    }
}
