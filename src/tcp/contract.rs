//! What every variant owes, tested on every combination of parts in the registry: a new row is tested unasked.

use super::testing::{Channel, Fate, at, sender};
use super::variant::{DsackDecides, EqrtoSample, NrtFallback, NrtRepair, Options};
use super::{Tcp, Variant, registry};
use crate::packet::Ecn;
use crate::time::Span;
use crate::trace::{Expiry, ExpiryAction, Note, Verdict};

/// Segments a flow has to deliver.
const SEGMENTS: u64 = 1000;
/// More steps than this mean that a flow does not end.
const MOST_STEPS: u32 = 200_000;

/// Every variant, and every option of those that have some.
fn variants() -> Vec<Variant> {
    let other = Options {
        nrt_repair: NrtRepair::Gbn,
        nrt_fallback: NrtFallback::Highest,
        dsack_decides: DsackDecides::First,
        eqrto_sample: EqrtoSample::Last,
    };
    let options = [Options::default(), other];
    registry::all_variants().flat_map(|variant| options.map(|options| Variant { options, ..variant })).collect()
}

/// Profiles that differ in what they ask of a variant.
fn profiles() -> [Tcp; 4] {
    let eager = Tcp { mss: 1000, delack: None, rto_min: Span::from_millis(200), ..Tcp::RFC };
    [
        eager,
        Tcp { ts: false, ecn: true, cap: Some(32), ..eager },
        Tcp { lt: false, ecn: true, rwnd: 32, ..eager },
        Tcp { mss: 1000, sack_keep_on_rto: false, max_burst: Some(4), ..Tcp::NRT },
    ]
}

fn delay(channel: &mut Channel, least: u64, spread: f64) -> Option<Span> {
    Some(Span::from_millis(least + (channel.draw() * spread) as u64))
}

/// One packet in five is lost, either way.
const LOSS: Fate = |channel, _| if channel.draw() < 0.2 { None } else { delay(channel, 50, 0.0) };
/// Everything arrives, in any order; one packet in ten is marked.
const DISORDER: Fate = |channel, packet| {
    if packet.ecn == Ecn::Ect && channel.draw() < 0.1 {
        packet.ecn = Ecn::Ce;
    }
    delay(channel, 10, 140.0)
};
/// Now and then everything waits for up to two seconds; some is lost.
const STALLS: Fate = |channel, _| {
    let since = channel.now.as_nanos() / 1_000_000;
    match (channel.draw() < 0.02, since % 5000) {
        (true, _) => None,
        (_, wait @ 0..2000) => Some(Span::from_millis(2050 - wait)),
        _ => delay(channel, 50, 0.0),
    }
};
/// Nothing gets through from the second to the twelfth second; then all of it does.
const OUTAGE: Fate = |channel, _| {
    let silent = at(1000) <= channel.now && channel.now < at(11_000);
    if silent { None } else { delay(channel, 50, 0.0) }
};

const FATES: [Fate; 4] = [LOSS, DISORDER, STALLS, OUTAGE];

fn flow(tcp: Tcp, variant: Variant, fate: Fate) -> Channel {
    let mut sender = sender(Tcp { sack: variant.needs_sack(), dsack: variant.needs_dsack(), ..tcp }, variant);
    sender.write(Some(SEGMENTS * u64::from(tcp.mss) - 1));
    Channel::new(sender, fate)
}

/// Where a channel stood before a step.
struct Before {
    sent: usize,
    notes: usize,
    una: u64,
    done: bool,
}

/// Runs one flow to its end and lets `watch` see every step.
fn run(mut channel: Channel, watch: &mut impl FnMut(&Before, &Channel)) -> Channel {
    for _ in 0..MOST_STEPS {
        if channel.next_time().is_none() {
            return channel;
        }
        let before = Before {
            sent: channel.sent.len(),
            notes: channel.notes.len(),
            una: channel.sender.una().0,
            done: channel.sender.is_done(),
        };
        channel.step();
        watch(&before, &channel);
    }
    panic!("{:?} {:?} does not end", channel.sender.variant(), channel.sender.path());
}

/// Every variant under every profile and fate.
fn flows() -> impl Iterator<Item = Channel> {
    variants()
        .into_iter()
        .flat_map(|variant| profiles().into_iter().flat_map(move |tcp| FATES.map(|fate| flow(tcp, variant, fate))))
}

#[test]
fn everything_arrives_and_nothing_is_sent_after_the_end() {
    for flow in flows() {
        let channel = run(flow, &mut |before, channel| {
            assert!(!before.done || channel.sent.len() == before.sent, "{:?} sends after the end", channel.sender);
        });
        let end = SEGMENTS * u64::from(channel.sender.path().tcp.mss) - 1;
        assert_eq!((channel.peer.next.0, channel.sender.una().0), (end, end));
        assert!(channel.sent.iter().all(|(_, data)| data.range().end.0 <= end));
        assert_eq!(channel.sender.poll_timer(), None);
        assert_eq!(channel.sender.errors(), 0);
    }
}

#[test]
fn a_timer_is_armed_while_data_is_in_flight() {
    for flow in flows() {
        run(flow, &mut |_, channel| {
            let armed = channel.sender.poll_timer().is_some_and(|deadline| deadline >= channel.now);
            assert!(armed || channel.sender.flight() == 0, "{:?}", channel.sender);
        });
    }
}

#[test]
fn the_window_is_exceeded_by_the_declared_allowance_only() {
    for flow in flows() {
        run(flow, &mut |before, channel| {
            let sender = &channel.sender;
            let path = sender.path();
            let new = channel.sent[before.sent..].iter().filter(|(_, data)| !data.again).count() as f64;
            let flight = path.flight_segments();
            let used = sender.part_value("pipe").unwrap_or(flight);
            let beyond = (used.min(flight) - path.whole_cwnd()).ceil().min(new);
            let limited = if path.tcp.lt { 1 } else { 0 };
            let allowed = f64::from(sender.variant().allowance().max(limited));
            assert!(beyond <= allowed, "{beyond} beyond the window: {sender:?}");
            assert!(sender.flight() <= path.rwnd, "beyond the receive window: {sender:?}");
        });
    }
}

#[test]
fn windows_keep_their_floors() {
    for flow in flows() {
        run(flow, &mut |_, Channel { sender, .. }| {
            assert!(sender.cwnd() >= 1.0 && sender.ssthresh() >= 2.0, "{sender:?}");
            assert!(sender.cwnd() <= sender.path().cap() || sender.state() == super::State::Recovery, "{sender:?}");
        });
    }
}

#[test]
fn every_window_change_is_told() {
    for flow in flows() {
        let mut told = (flow.sender.cwnd(), flow.sender.ssthresh());
        run(flow, &mut |before, channel| {
            for note in &channel.notes[before.notes..] {
                if let Note::Window { cwnd, ssthresh, .. } = *note {
                    told = (cwnd, ssthresh);
                }
            }
            assert_eq!(told, (channel.sender.cwnd(), channel.sender.ssthresh()));
        });
    }
}

#[test]
fn one_verdict_per_timeout() {
    let mut timeouts = 0;
    for flow in flows() {
        let mut channel = run(flow, &mut |_, _| {});
        channel.sender.finish();
        channel.notes.extend(std::iter::from_fn(|| channel.sender.poll_note()));
        let mut open = None;
        for note in &channel.notes {
            match *note {
                Note::Expired(Expiry { index, .. }) => assert_eq!(open.replace(index), None),
                Note::Verdict { expiry, .. } => assert_eq!(open.take(), Some(expiry)),
                _ => continue,
            }
            timeouts += 1;
        }
        assert_eq!(open, None);
    }
    assert!(timeouts > 1000, "{timeouts} timeouts and verdicts test little");
}

#[test]
fn an_undo_restores_exactly() {
    let mut undone = 0;
    for flow in flows() {
        let mut last: Option<Expiry> = None;
        let mut first_of_outage: Option<Expiry> = None;
        run(flow, &mut |before, channel| {
            for note in &channel.notes[before.notes..] {
                match *note {
                    Note::Expired(expiry) => {
                        last = Some(expiry);
                        first_of_outage = if expiry.first_of_outage { last } else { first_of_outage };
                    }
                    Note::Verdict { verdict: Verdict::Spurious, .. } => {
                        let (first, last) = (first_of_outage.expect("expired"), last.expect("expired"));
                        let path = channel.sender.path();
                        // A marked ACK keeps the cut.
                        if path.last_ack_ece == Some(true) {
                            continue;
                        }
                        let threshold = if first.ssthresh.is_finite() { first.ssthresh } else { path.cap() };
                        let restored = match last.action {
                            ExpiryAction::Conventional => path.segments(first.flight).max(threshold),
                            ExpiryAction::Probe | ExpiryAction::Fallback => last.ssthresh,
                        };
                        assert_eq!(path.ssthresh, restored, "{:?}", channel.sender);
                        assert!(path.recover.passed(path.una) && path.rtt.backoff() == 1);
                        if last.action == ExpiryAction::Probe && !last.in_recovery {
                            assert!(path.cwnd >= last.cwnd, "{:?}", channel.sender);
                        }
                        assert!(channel.sender.una().0 > before.una || path.tcp.sack);
                        undone += 1;
                    }
                    _ => {}
                }
            }
        });
    }
    assert!(undone > 100, "{undone} spurious timeouts test little");
}

#[test]
fn a_clone_runs_like_its_original() {
    for flow in flows() {
        let mut half = flow;
        for _ in 0..700 {
            half.step();
        }
        let copy = half.clone();
        let (original, copy) = (run(half, &mut |_, _| {}), run(copy, &mut |_, _| {}));
        assert_eq!((original.sender, original.peer), (copy.sender, copy.peer));
        assert_eq!((original.sent, original.notes), (copy.sent, copy.notes));
    }
}
