//! Small histories with a known cause, one for each class and each rule. Segments are one byte long and numbered from
//! 1, `ack 3` says that 3 is expected next, times are in milliseconds.

use super::*;
use crate::ids::{FlowId, LinkId, NodeId};
use crate::packet::{Ack, Body, Data, Ecn, Packet, SourceRoute, Stamp};
use crate::seq::{Seq, SeqRange};
use crate::time::{Span, Time};
use crate::trace::DropCause::{BitError, HoldOverflow, NoRoute, QueueOverflow, RandomLoss};
use crate::trace::{DropCause, Expiry, ExpiryAction, LossClass, Note, Place, Probe, WindowChange};

const FLOW: FlowId = FlowId(0);
const PLACE: Place = Place::Link(LinkId(1));
const IN_TIME: Truth = Truth::Delayed { held_back: false };

#[derive(Default)]
struct Story {
    ledger: Ledger,
    max: u64,
    sent: u32,
    acks: u32,
    expiries: u32,
}

fn at(millis: u64) -> Time {
    Time::from_nanos(millis * 1_000_000)
}

fn classes(classes: &[LossClass]) -> ClassSet {
    classes.iter().copied().collect()
}

fn lost(cause: DropCause) -> Truth {
    Truth::Lost { cause, place: PLACE, late: false, classes: classes(&[cause.class()]) }
}

fn ack_lost(cause: DropCause) -> Truth {
    Truth::AckLost { cause, place: PLACE }
}

fn decided(expiry: u32, millis: u64, truth: Truth) -> Answer {
    Answer::Decided { flow: FLOW, expiry, at: at(millis), truth }
}

fn others(expiry: u32, millis: u64, lost: &[LossClass]) -> Answer {
    Answer::OthersLost { flow: FLOW, expiry, at: at(millis), classes: classes(lost) }
}

fn stopped(expiry: u32, millis: u64, ack: u64, ordinal: u32) -> Answer {
    Answer::StoppedBy { flow: FLOW, expiry, at: at(millis), ack: Seq(ack - 1), ordinal }
}

impl Story {
    /// Segments `first..=last` are sent at the start.
    fn window<const N: usize>() -> (Story, [Packet; N]) {
        let mut story = Story::default();
        let window = std::array::from_fn(|index| story.send(0, index as u64 + 1));
        (story, window)
    }

    fn packet(ordinal: u32, body: Body) -> Packet {
        let (from, to) = (NodeId(0), NodeId(1));
        let (ecn, route) = (Ecn::NotEct, SourceRoute::NONE);
        Packet { flow: FLOW, from, to, size: 41, copy: 0, ordinal, hops: 0, ecn, route, body }
    }

    fn send(&mut self, millis: u64, segment: u64) -> Packet {
        self.send_bytes(millis, segment - 1, 1)
    }

    fn send_bytes(&mut self, millis: u64, start: u64, len: u16) -> Packet {
        let again = start < self.max;
        let data = Data { seq: Seq(start), len, stamp: Stamp::NONE, again, probe: false, cwr: false };
        let packet = Story::packet(self.sent, Body::Data(data));
        self.sent += 1;
        self.max = self.max.max(start + u64::from(len));
        self.ledger.on_sent(at(millis), &packet);
        packet
    }

    fn arrive(&mut self, millis: u64, packet: &Packet) {
        self.ledger.on_delivered(at(millis), packet);
    }

    fn drop(&mut self, millis: u64, packet: &Packet, cause: DropCause) {
        self.ledger.on_dropped(at(millis), packet, cause, PLACE);
    }

    /// The receiver acknowledges, because `cause` arrived.
    fn ack(&mut self, millis: u64, number: u64, cause: &Packet) -> Packet {
        let first = cause.data().expect("data causes ACKs").seq;
        let ack = Ack::new(Seq(number - 1), 1000, first, cause.ordinal);
        let packet = Story::packet(self.acks, Body::Ack(ack));
        self.acks += 1;
        self.ledger.on_sent(at(millis), &packet);
        packet
    }

    /// A data packet arrives and is acknowledged at once.
    fn answer(&mut self, millis: u64, packet: &Packet, number: u64) -> Packet {
        self.arrive(millis, packet);
        self.ack(millis, number, packet)
    }

    fn expire(&mut self, millis: u64, segment: u64) {
        self.expire_after(millis, segment, self.sent);
    }

    /// The sender tells of an expiry of which it has already sent what follows the first `sent` copies.
    fn expire_after(&mut self, millis: u64, segment: u64, sent: u32) {
        let expiry = Expiry {
            index: self.expiries,
            segment: SeqRange::new(Seq(segment - 1), Seq(segment)),
            max: Seq(self.max),
            sent,
            cwnd: 4.0,
            ssthresh: 8.0,
            flight: self.max + 1 - segment,
            srtt: None,
            rttvar: Span::ZERO,
            rto: Span::from_millis(1000),
            backoff: 1,
            last_ack_marked: None,
            in_recovery: false,
            first_of_outage: true,
            action: ExpiryAction::Conventional,
        };
        self.expiries += 1;
        self.note(millis, Note::Expired(expiry));
    }

    fn note(&mut self, millis: u64, note: Note) {
        self.ledger.on_note(at(millis), FLOW, &note);
    }

    fn window_note(&mut self, millis: u64, cwnd: f64, change: WindowChange) {
        self.note(millis, Note::Window { cwnd, ssthresh: 2.0, change });
    }

    /// What was told; of the copies of the segment nothing, the judge looks at those.
    fn told(&mut self) -> Vec<Answer> {
        let answers = std::iter::from_fn(|| self.ledger.poll_answer());
        answers.filter(|answer| !matches!(answer, Answer::Copy { .. })).collect()
    }
}

#[test]
fn a_loss_is_known_at_once() {
    for (cause, id) in [(QueueOverflow, "CONG"), (HoldOverflow, "CONG"), (BitError, "RAND"), (NoRoute, "LINK")] {
        let (mut story, [one]) = Story::window();
        story.drop(20, &one, cause);
        story.expire(1000, 1);
        assert_eq!(story.told(), [decided(0, 1000, lost(cause)), others(0, 1000, &[])]);
        assert_eq!(lost(cause).class().id(), id);
    }
}

#[test]
fn a_copy_that_dies_after_the_expiry_is_a_late_drop() {
    let (mut story, [one]) = Story::window();
    story.expire(1000, 1);
    assert_eq!(story.told(), [], "nothing is known while the copy travels");
    story.drop(1010, &one, RandomLoss);
    let late = Truth::Lost { cause: RandomLoss, place: PLACE, late: true, classes: classes(&[LossClass::Random]) };
    assert_eq!(story.told(), [decided(0, 1010, late), others(0, 1010, &[])]);
}

#[test]
fn a_copy_that_dies_at_the_very_instant_of_the_expiry_is_not_late() {
    let (mut story, [one]) = Story::window();
    story.expire(1000, 1);
    story.drop(1000, &one, RandomLoss);
    assert_eq!(story.told()[0], decided(0, 1000, lost(RandomLoss)));
}

#[test]
fn a_copy_that_arrives_late_and_its_ack() {
    let (mut story, [one]) = Story::window();
    story.expire(1000, 1);
    let ack = story.answer(1200, &one, 2);
    assert_eq!(story.told(), [others(0, 1200, &[])]);
    story.arrive(1260, &ack);
    assert_eq!(story.told(), [stopped(0, 1260, 2, 0), decided(0, 1260, IN_TIME)]);
}

#[test]
fn a_copy_that_arrives_late_and_its_ack_is_dropped() {
    let (mut story, [one]) = Story::window();
    story.expire(1000, 1);
    let ack = story.answer(1200, &one, 2);
    story.drop(1230, &ack, QueueOverflow);
    assert_eq!(story.told(), [others(0, 1200, &[]), decided(0, 1230, ack_lost(QueueOverflow))]);
}

#[test]
fn a_lost_ack_is_made_good_by_the_next_segment() {
    let (mut story, [one, two]) = Story::window();
    story.expire(1000, 1);
    let ack = story.answer(1200, &one, 2);
    story.drop(1230, &ack, QueueOverflow);
    assert_eq!(story.told(), [], "the second segment may still bring an ACK of both");
    let ack = story.answer(1240, &two, 3);
    story.arrive(1300, &ack);
    assert_eq!(story.told(), [others(0, 1240, &[]), stopped(0, 1300, 3, 1), decided(0, 1300, IN_TIME)]);
}

#[test]
fn all_acks_lost() {
    let (mut story, window) = Story::window::<3>();
    for (number, packet) in (2..).zip(&window) {
        let ack = story.answer(50, packet, number);
        story.drop(70, &ack, RandomLoss);
    }
    story.expire(1000, 1);
    assert_eq!(story.told(), [decided(0, 1000, ack_lost(RandomLoss)), others(0, 1000, &[])]);
}

#[test]
fn the_last_dropped_ack_gives_the_cause() {
    let (mut story, window) = Story::window::<2>();
    let first = story.answer(50, &window[0], 2);
    let second = story.answer(51, &window[1], 3);
    story.drop(60, &second, QueueOverflow);
    story.drop(70, &first, BitError);
    story.expire(1000, 1);
    assert_eq!(story.told()[0], decided(0, 1000, ack_lost(BitError)), "the last in time, not the highest");
}

#[test]
fn a_lost_ack_and_lost_segments_behind_it() {
    let (mut story, [one, two, three]) = Story::window();
    let ack = story.answer(50, &one, 2);
    story.drop(60, &ack, RandomLoss);
    story.drop(50, &two, RandomLoss);
    story.drop(50, &three, RandomLoss);
    story.expire(1000, 1);
    let truth = ack_lost(RandomLoss);
    assert_eq!(story.told(), [decided(0, 1000, truth), others(0, 1000, &[LossClass::Random])]);
    let beside = classes(&[LossClass::Random]);
    assert_eq!(Mapping::Strict.column(&truth, beside), Column::SpuriousWithLoss);
    assert_eq!(Mapping::Paper.column(&truth, beside), Column::Spurious);
}

#[test]
fn an_overtaken_segment_is_reordered() {
    let (mut story, [one, two]) = Story::window();
    let duplicate = story.answer(50, &two, 1);
    story.arrive(100, &duplicate);
    story.expire(1000, 1);
    let ack = story.answer(1020, &one, 3);
    story.arrive(1070, &ack);
    let told = [others(0, 1020, &[]), stopped(0, 1070, 3, 1), decided(0, 1070, Truth::Reordered)];
    assert_eq!(story.told(), told);
}

#[test]
fn an_ack_held_back_until_the_retransmission() {
    let (mut story, [one]) = Story::window();
    story.arrive(950, &one);
    story.expire(1000, 1);
    let again = story.send(1000, 1);
    assert_eq!(story.told(), [others(0, 1000, &[])], "the delayed ACK could still come");
    story.answer(1050, &again, 2);
    assert_eq!(story.told(), [decided(0, 1050, Truth::Delayed { held_back: true })]);
}

#[test]
fn the_retransmission_does_not_count_even_if_it_left_before_the_sender_told() {
    let (mut story, [one]) = Story::window();
    story.drop(20, &one, RandomLoss);
    let again = story.send(1000, 1);
    story.drop(1000, &again, QueueOverflow);
    story.expire_after(1000, 1, 1);
    assert_eq!(story.told(), [decided(0, 1000, lost(RandomLoss)), others(0, 1000, &[])]);
}

#[test]
fn each_expiry_of_a_segment_is_an_event_of_its_own() {
    let (mut story, [one]) = Story::window();
    story.drop(20, &one, RandomLoss);
    story.expire(1000, 1);
    let again = story.send(1000, 1);
    story.drop(1020, &again, QueueOverflow);
    story.expire(3000, 1);
    let classes = classes(&[LossClass::Random, LossClass::Congestion]);
    let second = Truth::Lost { cause: QueueOverflow, place: PLACE, late: false, classes };
    let told = story.told();
    assert_eq!(told[0], decided(0, 1000, lost(RandomLoss)));
    assert_eq!(told[2], decided(1, 3000, second), "the timer waited for the last copy");
}

#[test]
fn other_losses_count_by_their_last_copy_before_the_expiry() {
    let (mut story, [one, two, three]) = Story::window();
    story.drop(20, &one, RandomLoss);
    story.drop(20, &two, RandomLoss);
    let again = story.send(500, 2);
    story.expire(1000, 1);
    story.drop(1010, &again, QueueOverflow);
    let ignored = story.send(1020, 3);
    story.drop(1030, &ignored, NoRoute);
    assert_eq!(story.told(), [decided(0, 1000, lost(RandomLoss))], "the third segment still travels");
    story.arrive(1040, &three);
    assert_eq!(story.told(), [others(0, 1040, &[LossClass::Congestion])]);
}

#[test]
fn the_tail_of_a_segment_that_was_resent_short() {
    let mut story = Story::default();
    let whole = story.send_bytes(0, 0, 10);
    story.drop(20, &whole, RandomLoss);
    story.expire(1000, 1);
    let short = story.send_bytes(1000, 0, 7);
    let ack = story.answer(1050, &short, 8);
    story.arrive(1100, &ack);
    story.expire(2100, 8);
    assert_eq!(story.told()[2], decided(1, 2100, lost(RandomLoss)), "only the whole copy held the tail");
}

#[test]
fn what_still_travels_at_the_end_is_never_known() {
    let (mut story, [one]) = Story::window();
    story.expire(1000, 1);
    story.arrive(1500, &one);
    story.ack(1500, 2, &one);
    assert_eq!(story.told(), [others(0, 1500, &[])]);
}

#[test]
fn a_spurious_fast_retransmit_and_its_cut() {
    let (mut story, [one, ..]) = Story::window::<4>();
    story.window_note(0, 6.0, WindowChange::Growth);
    let segment = SeqRange::new(Seq(0), Seq(1));
    let again = story.send(100, 1);
    story.note(100, Note::FastRetransmit { segment });
    story.window_note(100, 5.0, WindowChange::FastRetransmit);
    assert_eq!(story.told(), []);
    story.arrive(110, &one);
    let answer = Answer::FastRetransmit { flow: FLOW, index: 0, at: at(110), segment, needed: false };
    assert_eq!(story.told(), [answer]);
    story.arrive(150, &again);
    let waste = story.ledger.waste(FLOW);
    assert_eq!((waste.retransmissions, waste.bytes), (1, 1));
    assert_eq!(waste.cuts, Cuts { count: 1, segments: 4.0 }, "from 6 to ssthresh 2, inflation left out");
}

#[test]
fn a_cut_at_a_spurious_timeout_that_is_taken_back() {
    let (mut story, [one]) = Story::window();
    story.expire(1000, 1);
    story.window_note(1000, 1.0, WindowChange::Timeout);
    let ack = story.answer(1010, &one, 2);
    story.arrive(1020, &ack);
    assert_eq!(story.ledger.waste(FLOW).net_cuts(), Cuts { count: 1, segments: 3.0 });
    story.window_note(1020, 4.0, WindowChange::Undo);
    let waste = story.ledger.waste(FLOW);
    assert_eq!((waste.cuts.count, waste.net_cuts()), (1, Cuts::default()));
}

#[test]
fn a_cut_for_congestion_was_necessary() {
    let (mut story, [one]) = Story::window();
    story.drop(20, &one, QueueOverflow);
    story.expire(1000, 1);
    story.window_note(1000, 1.0, WindowChange::Timeout);
    assert_eq!(story.ledger.waste(FLOW), Waste::default());
}

#[test]
fn a_finished_flow_leaves_nothing_behind() {
    let (mut story, window) = Story::window::<8>();
    story.expire(1000, 1);
    let again = story.send(1000, 1);
    for (number, packet) in (2..).zip(&window) {
        let ack = story.answer(1100, packet, number);
        story.arrive(1150, &ack);
    }
    let last = story.answer(1200, &again, 9);
    story.arrive(1250, &last);
    assert!(!story.told().is_empty());
    let mut idle = Story::default();
    idle.window_note(0, 1.0, WindowChange::Growth);
    assert_eq!(story.ledger.size_in_bytes(), idle.ledger.size_in_bytes());
}
