//! Fair luck: whatever preset is run and whichever two variants are compared, a copy that both runs send over a link
//! meets the same fate there.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use cwndlab::ids::{Id, LinkId, NodeId};
use cwndlab::packet::{CopyKey, Packet};
use cwndlab::scenario::presets::{PRESETS, Preset};
use cwndlab::scenario::{Lane, build, knob_log};
use cwndlab::tcp::registry::{all_variants, variant_name};
use cwndlab::time::{Span, Time};
use cwndlab::trace::{Attempt, AttemptFailure, DropCause, Place, Probe};
use cwndlab::wire::gilbert::Gilbert;
use cwndlab::world::{World, WorldSetup};

/// What the channel of a link did to a copy, and whether the link was in its bad state then: in bursts of loss the
/// probability belongs to the instant, so only copies that met the same state can be compared.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fate {
    lost: bool,
    bad: bool,
}

/// Where a fate was met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Where {
    /// On a link.
    Link(LinkId),
    /// Somewhere on a path through the air.
    Path,
    /// On the air between two stations, in this attempt. Only noise is luck that two runs share; attempts that met other
    /// frames are not compared.
    Air(NodeId, NodeId, u8),
}

/// Remembers the fates of all copies in all places.
struct Fates {
    bursts: Vec<Option<Gilbert>>,
    met: BTreeMap<(Where, CopyKey), Fate>,
}

impl Fates {
    fn of(setup: &WorldSetup) -> Fates {
        let burst = |(index, link): (usize, &cwndlab::world::LinkSetup)| {
            link.loss.gilbert.map(|gilbert| Gilbert::new(gilbert, setup.seed, index as u64))
        };
        Fates { bursts: setup.links.iter().enumerate().map(burst).collect(), met: BTreeMap::new() }
    }

    fn note(&mut self, now: Time, packet: &Packet, link: LinkId, lost: bool) {
        let bad = self.bursts[link.index()].as_mut().is_some_and(|burst| burst.is_bad(now));
        self.met.insert((Where::Link(link), packet.key()), Fate { lost, bad });
    }
}

impl Probe for Fates {
    fn on_hop(&mut self, now: Time, packet: &Packet, link: LinkId) {
        // A stall delivers later than the channel decided, and its presets have no bursts.
        self.note(now, packet, link, false);
    }
    fn on_dropped(&mut self, now: Time, packet: &Packet, cause: DropCause, place: Place) {
        if let (DropCause::RandomLoss | DropCause::BitError, Place::Link(link)) = (cause, place) {
            self.note(now, packet, link, true);
        }
        if let (DropCause::RandomLoss, Place::Air(..)) = (cause, place) {
            self.met.insert((Where::Path, packet.key()), Fate { lost: true, bad: false });
        }
    }
    fn on_delivered(&mut self, _: Time, packet: &Packet) {
        if self.bursts.is_empty() {
            self.met.insert((Where::Path, packet.key()), Fate { lost: false, bad: false });
        }
    }
    fn on_attempt(&mut self, _: Time, attempt: &Attempt) {
        let at = (Where::Air(attempt.from, attempt.to, attempt.number), attempt.packet.key());
        match attempt.failed {
            None => self.met.insert(at, Fate { lost: false, bad: false }),
            Some(AttemptFailure::Channel) => self.met.insert(at, Fate { lost: true, bad: false }),
            Some(_) => None,
        };
    }
}

/// The fates of all copies when every flow of `preset` runs `variant`.
fn fates_of(preset: &Preset, variant: &str) -> BTreeMap<(Where, CopyKey), Fate> {
    let mut scenario = preset.scenario();
    scenario.lanes = vec![Lane::of(variant)];
    for flow in &mut scenario.flows {
        flow.variant = None;
    }
    let setup = build(&scenario, 0);
    let mut fates = Fates::of(&setup);
    let end = Time::ZERO + Span::from_secs(60);
    assert!(World::new(&setup).advance(end, &knob_log(&scenario, 0), &mut fates, u64::MAX));
    fates.met
}

/// Whether a copy was lost is compared with the first variant that sent it through the same state; so all variants agree
/// with each other.
fn all_variants_share_luck(preset: &Preset) {
    let mut first: BTreeMap<(Where, CopyKey, bool), (bool, usize)> = BTreeMap::new();
    let variants: Vec<String> = all_variants().map(|variant| variant_name(&variant)).collect();
    assert!(variants.len() >= 6, "{} rows", variants.len());
    let mut compared = 0;
    for (index, variant) in variants.iter().enumerate() {
        for ((place, copy), fate) in fates_of(preset, variant) {
            let &mut (lost, by) = first.entry((place, copy, fate.bad)).or_insert((fate.lost, index));
            assert_eq!(fate.lost, lost, "{}: {copy:?} {place:?} under {variant} and {}", preset.id, variants[by]);
            compared += usize::from(by != index);
        }
    }
    assert!(compared > 10_000, "{}: {compared} copies in both", preset.id);
}

#[test]
fn every_preset_gives_every_pair_of_variants_the_same_luck() {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(preset) = PRESETS.get(next.fetch_add(1, Ordering::Relaxed)) {
            all_variants_share_luck(preset);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}
