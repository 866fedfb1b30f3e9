//! A sender under test: segments become bytes, and what it sends becomes segments again.

use super::line::Segments;
use super::run::{End, Sent};
use super::step::{AckArrives, Action, Check, Part, Transmission};
use crate::packet::{Ack, Body, Data, Ecn, MAX_SACK_RANGES, Packet, SackList, SourceRoute, Stamp, TCP_IP_HEADER};
use crate::seq::{Seq, SeqRange};
use crate::tcp::{Preset, Sender, SenderConfig};
use crate::time::{Span, Time};
use crate::trace::{Note, Verdict};

/// How exactly values must agree: scripts are written with three decimals.
const TOLERANCE: f64 = 0.001;

/// A sender, and what the script needs to know about its past.
pub(super) struct SenderEnd {
    sender: Sender,
    config: SenderConfig,
    /// Receive window that ACKs carry, in bytes.
    window: u64,
    /// Stamp that the last ACK echoed.
    echo: Stamp,
    acks: u32,
    /// Every copy sent and when.
    copies: Vec<(SeqRange, Time)>,
    /// By expiry.
    verdicts: Vec<Option<Verdict>>,
}

impl SenderEnd {
    pub(super) fn new(config: &SenderConfig, preset: &Preset) -> SenderEnd {
        let mut sender = Sender::new(*config);
        sender.preset(preset);
        SenderEnd {
            sender,
            config: *config,
            window: u64::from(config.tcp.rwnd) * u64::from(config.tcp.mss),
            echo: Stamp::at(Time::ZERO),
            acks: 0,
            copies: Vec::new(),
            verdicts: Vec::new(),
        }
    }

    fn mss(&self) -> u64 {
        u64::from(self.config.tcp.mss)
    }

    /// Takes what the sender has to send and to tell.
    fn drain(&mut self, now: Time, sent: &mut Sent) -> Result<(), String> {
        let SenderEnd { sender, copies, .. } = self;
        sent.collect(|| {
            let packet = sender.poll_transmit(now)?;
            copies.extend(packet.data().map(|data| (data.range(), now)));
            Some(packet)
        })?;
        while let Some(note) = self.sender.poll_note() {
            match note {
                Note::Expired(_) => self.verdicts.push(None),
                Note::Verdict { expiry, verdict } => {
                    let slot = self.verdicts.get_mut(expiry as usize);
                    *slot.ok_or_else(|| format!("a verdict on expiry {expiry}, which never was"))? = Some(verdict);
                }
                Note::Window { .. } | Note::Rtt { .. } | Note::FastRetransmit { .. } => {}
            }
        }
        Ok(())
    }

    fn on_ack(&mut self, now: Time, arrives: &AckArrives) -> Result<(), String> {
        let number = first_byte(arrives.next, self.mss())
            .0
            .checked_sub(arrives.short)
            .map(Seq)
            .ok_or("`short` goes below the first byte")?;
        if let Some(segments) = arrives.window {
            self.window = segments * self.mss();
        }
        self.echo = self.echo_of(number, arrives)?;
        let bytes = |segments: Segments| range_of(segments, self.mss());
        let mut ack = Ack::new(number, u32::try_from(self.window).unwrap_or(u32::MAX), number, self.acks);
        ack.sack =
            SackList::new(number, arrives.dsack.map(bytes), arrives.sack.iter().copied().map(bytes), MAX_SACK_RANGES);
        ack.ece = arrives.ece;
        ack.echo = self.echo;
        let packet = Packet {
            flow: self.config.flow,
            from: self.config.to,
            to: self.config.from,
            size: TCP_IP_HEADER,
            copy: 0,
            ordinal: self.acks,
            hops: 0,
            ecn: Ecn::NotEct,
            route: SourceRoute::NONE,
            body: Body::Ack(ack),
        };
        self.acks += 1;
        self.sender.on_segment(now, &packet);
        Ok(())
    }

    /// The stamp an ACK of `number` echoes: what the script says, or the time at which all it newly covers was sent.
    fn echo_of(&self, number: Seq, arrives: &AckArrives) -> Result<Stamp, String> {
        if !self.config.tcp.ts {
            return Ok(Stamp::NONE);
        }
        if let Some(at) = arrives.tsecr {
            return Ok(Stamp::at(at));
        }
        let una = self.sender.una();
        let covered = self.copies.iter().filter(|(range, _)| range.start < number && range.end > una);
        let mut times: Vec<Time> = covered.map(|&(_, at)| at).collect();
        times.dedup();
        match times[..] {
            [] => Ok(self.echo),
            [at] => Ok(Stamp::at(at)),
            [..] => {
                let times: Vec<String> = times.iter().map(|at| at.as_millis_f64().to_string()).collect();
                Err(format!("this ACK needs a `tsecr`: what it covers was sent at {}", times.join(", ")))
            }
        }
    }

    fn check(&self, check: &Check) -> Result<(), String> {
        let same = |name: &str, expected: String, got: String| {
            if expected == got { Ok(()) } else { Err(format!("expected {name} {expected}, got {got}")) }
        };
        match check {
            Check::Number(name, expected) => {
                let got = self.value(name)?;
                if got == *expected || (got - expected).abs() <= TOLERANCE {
                    return Ok(());
                }
                Err(format!("expected {name} {expected}, got {got}"))
            }
            Check::State(state) => same("state", state.clone(), self.sender.state().id().to_owned()),
            Check::Verdict(verdict) => {
                let last = self.verdicts.last().copied().flatten();
                same("verdict", word(*verdict).to_owned(), word(last).to_owned())
            }
            Check::Verdicts(verdicts) => same("verdicts", words(verdicts), words(&self.verdicts)),
        }
    }

    /// A variable by name: windows and amounts in segments, times in milliseconds.
    fn value(&self, name: &str) -> Result<f64, String> {
        let sender = &self.sender;
        let millis = |span: Option<Span>| span.map(Span::as_millis_f64);
        let value = match name {
            "cwnd" => Some(sender.cwnd()),
            "ssthresh" => Some(sender.ssthresh()),
            "flight" => Some(sender.flight() as f64 / self.mss() as f64),
            "rto" => millis(Some(sender.rto())),
            "backoff" => Some(f64::from(sender.backoff())),
            "srtt" => millis(sender.srtt()),
            "rttvar" => millis(sender.srtt().map(|_| sender.rttvar())),
            _ => sender.part_value(name),
        };
        value.ok_or_else(|| format!("this sender has no `{name}` now"))
    }
}

impl End for SenderEnd {
    fn take(&mut self, now: Time, action: &Action, sent: &mut Sent) -> Result<(), String> {
        match action {
            Action::Write(segments) => {
                self.sender.write(segments.map(|segments| segments * self.mss()));
                self.drain(now, sent)
            }
            Action::Ack(arrives, copies) => {
                for _ in 0..*copies {
                    self.on_ack(now, arrives)?;
                    self.drain(now, sent)?;
                }
                Ok(())
            }
            Action::Values(checks) => checks.iter().try_for_each(|check| self.check(check)),
            _ => unreachable!("the parser gives a sender no such line"),
        }
    }

    fn compare(&self, action: &Action, sent: &mut Sent) -> Result<(), String> {
        let Action::Sent(expected) = action else { unreachable!("the parser gives a sender no such line") };
        let count = (expected.segments.last - expected.segments.first + 1) as usize;
        let got = sent.front(count);
        let as_expected = |(packet, segment): (&Packet, u64)| {
            packet.data().is_some_and(|data| {
                data.range() == expected_range(expected, segment, self.mss())
                    && data.again == expected.rtx
                    && data.cwr == expected.cwr
            })
        };
        if got.len() == count && got.iter().zip(expected.segments.first..).all(as_expected) {
            sent.drop_front(count);
            return Ok(());
        }
        Err(format!("expected {}, got {}", text_of(expected), self.list(got)))
    }

    fn list(&self, packets: &[Packet]) -> String {
        let mss = self.mss();
        let mut items: Vec<Transmission> = Vec::new();
        for data in packets.iter().filter_map(Packet::data) {
            let item = transmission_of(data, mss);
            match items.last_mut().filter(|last| follows(last, &item)) {
                Some(last) => last.segments.last = item.segments.last,
                None => items.push(item),
            }
        }
        let texts: Vec<String> = items.iter().map(text_of).collect();
        if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") }
    }

    fn timer(&self) -> Option<Time> {
        self.sender.poll_timer()
    }

    fn fire(&mut self, now: Time, sent: &mut Sent) -> Result<(), String> {
        self.sender.on_timer(now);
        self.drain(now, sent)
    }
}

fn word(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("none", Verdict::id)
}

fn words(verdicts: &[Option<Verdict>]) -> String {
    let words: Vec<&str> = verdicts.iter().copied().map(word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(",") }
}

/// First byte of a segment.
pub(super) fn first_byte(segment: u64, mss: u64) -> Seq {
    Seq((segment - 1) * mss)
}

/// The bytes of some segments.
pub(super) fn range_of(segments: Segments, mss: u64) -> SeqRange {
    SeqRange::new(first_byte(segments.first, mss), first_byte(segments.last + 1, mss))
}

fn expected_range(expected: &Transmission, segment: u64, mss: u64) -> SeqRange {
    let SeqRange { start, end } = range_of(Segments { first: segment, last: segment }, mss);
    match expected.part {
        Part::Whole => SeqRange::new(start, end),
        Part::Short(less) => SeqRange::new(start, Seq(end.0.saturating_sub(less))),
        Part::Tail(bytes) => SeqRange::new(Seq(end.0.saturating_sub(bytes)), end),
        Part::Early(bytes) => SeqRange::new(Seq(start.0.saturating_sub(bytes)), Seq(end.0.saturating_sub(bytes))),
        Part::Probe => SeqRange::new(start, start + 1),
    }
}

/// How a script would write a data segment.
fn transmission_of(data: &Data, mss: u64) -> Transmission {
    let SeqRange { start, end } = data.range();
    let mut segment = start.0 / mss + 1;
    let whole = range_of(Segments { first: segment, last: segment }, mss);
    let part = match (start == whole.start, end == whole.end) {
        (false, false) if u64::from(data.len) == mss => {
            segment += 1;
            Part::Early(whole.end - start)
        }
        (true, true) => Part::Whole,
        (true, false) if end == start + 1 => Part::Probe,
        (true, false) => Part::Short(whole.end.saturating_since(end)),
        (false, _) => Part::Tail(whole.end.saturating_since(start)),
    };
    Transmission { segments: Segments { first: segment, last: segment }, part, rtx: data.again, cwr: data.cwr }
}

fn follows(last: &Transmission, next: &Transmission) -> bool {
    let expected = Segments { first: last.segments.last + 1, last: last.segments.last + 1 };
    last.part == Part::Whole && *next == Transmission { segments: expected, ..*last }
}

fn text_of(sent: &Transmission) -> String {
    let Segments { first, last } = sent.segments;
    let mut text = if first == last { first.to_string() } else { format!("{first}..{last}") };
    match sent.part {
        Part::Whole => {}
        Part::Short(bytes) => text += &format!(" short {bytes}"),
        Part::Tail(bytes) => text += &format!(" tail {bytes}"),
        Part::Early(bytes) => text += &format!(" early {bytes}"),
        Part::Probe => text += " probe",
    }
    for (_, flag) in [(sent.rtx, " rtx"), (sent.cwr, " cwr")].into_iter().filter(|(on, _)| *on) {
        text += flag;
    }
    text
}
