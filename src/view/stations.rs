//! What radio stations are at, as numbers: for each its state, then the attempts that failed lately.
//!
//! All of it is read from the state at the shown time, so that it is the same by play and by seek.

use crate::lab::Lab;
use crate::time::{Span, Time};

/// Numbers of a station.
const STATION: usize = 6;

/// The stations of one lane at the shown time: how many, then 6 numbers each (node; what it does, 0 nothing, 1 senses,
/// 2 receives, 3 sends; slots of back-off left, −1 where none run; contention window in slots; for how many ms others
/// have reserved the medium; which attempt at its packet it is at, from 0), then 4 numbers for each attempt that failed
/// within `lately`, the last 32 at most (sender, addressee, why in the order of [`crate::trace::AttemptFailure`], age in
/// s), oldest first.
///
/// Nothing but a 0 without radio.
#[must_use]
pub fn stations(lab: &Lab, lane: usize, lately: Span) -> Vec<f32> {
    let Some(lane) = lab.lanes().get(lane) else { return vec![0.0] };
    let Some(channel) = lane.state.world.air() else { return vec![0.0] };
    let now = lab.shown();
    let mut out = vec![0.0];
    for (node, interface) in channel.interfaces() {
        let station = interface.station();
        let reserved = station.nav().map_or(Span::ZERO, |until| until.saturating_since(now));
        out.extend([
            f32::from(node.0),
            station.doing(now) as u8 as f32,
            station.slots_left(now).map_or(-1.0, f32::from),
            f32::from(station.cw()),
            reserved.as_millis_f64() as f32,
            f32::from(station.attempt_number()),
        ]);
    }
    out[0] = ((out.len() - 1) / STATION) as f32;
    let since = Time::from_nanos(now.as_nanos().saturating_sub(lately.as_nanos()));
    for failed in lane.state.recent.since(since) {
        let age = now.saturating_since(failed.at).as_secs_f64();
        out.extend([f32::from(failed.from.0), f32::from(failed.to.0), failed.why as u8 as f32, age as f32]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share;

    fn lab(link: &str) -> Lab {
        Lab::new(share::decode(link).expect("a link").0.scenario).expect("a valid scenario")
    }

    fn go(lab: &mut Lab, at: Time) {
        lab.go(at);
        lab.finish();
    }

    fn millis(millis: u64) -> Time {
        Time::ZERO + Span::from_millis(millis)
    }

    const LATELY: Span = Span::from_millis(50);

    #[test]
    fn wires_have_no_stations() {
        assert_eq!(stations(&lab("p=random-loss"), 0, LATELY), [0.0]);
        assert_eq!(stations(&lab("p=chain-10"), 7, LATELY), [0.0]);
    }

    #[test]
    fn who_sends_is_who_has_a_frame_on_the_air() {
        let mut lab = lab("p=chain-10");
        let (mut sending, mut receiving, mut counting, mut reserved, mut again) = (0, 0, 0, 0, 0);
        for step in 1..500 {
            go(&mut lab, millis(2000) + Span::from_micros(step * 700));
            let all = stations(&lab, 0, LATELY);
            assert_eq!(all[0], 11.0);
            let channel = lab.lanes()[0].state.world.air().expect("radio");
            for (node, station) in all[1..67].chunks(STATION).enumerate() {
                let [number, doing, slots, cw, nav, attempt] = station else { panic!("six numbers") };
                assert_eq!(*number as usize, node);
                let now = lab.shown();
                let on_air =
                    channel.on_air().any(|on_air| usize::from(on_air.frame.from.0) == node && on_air.end > now);
                assert_eq!(*doing == 3.0, on_air, "{station:?} at {now}");
                assert!(
                    *slots <= *cw && (-1.0..1024.0).contains(slots) && *nav >= 0.0 && *attempt < 7.0,
                    "{station:?}"
                );
                sending += usize::from(*doing == 3.0);
                receiving += usize::from(*doing == 2.0);
                counting += usize::from(*slots >= 0.0);
                reserved += usize::from(*nav > 0.0);
                again += usize::from(*attempt > 0.0);
            }
        }
        assert!([sending, receiving, counting, reserved, again].iter().all(|&count| count > 50));
    }

    #[test]
    fn failed_attempts_are_told_with_their_age_and_again_after_going_back() {
        let mut lab = lab("p=hidden");
        // C begins to send a little after 5 s, and starves A.
        go(&mut lab, millis(5110));
        let there = stations(&lab, 0, LATELY);
        let failed: Vec<_> = there[25..].chunks(4).collect();
        assert!(failed.iter().filter(|each| each[..2] == [0.0, 1.0]).count() > 3, "{failed:?}");
        assert!(failed.iter().all(|each| (0.0..0.051).contains(&each[3]) && each[2] < 4.0), "{failed:?}");
        assert!(failed.windows(2).all(|pair| pair[0][3] >= pair[1][3]));
        for other in [6000, 4000, 5109] {
            go(&mut lab, millis(other));
            go(&mut lab, millis(5110));
            assert_eq!(stations(&lab, 0, LATELY), there);
        }
        assert_eq!(stations(&lab, 0, Span::ZERO).len(), 25, "nothing is of this very instant");
    }
}
