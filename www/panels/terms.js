// @ts-check
// Every word that a stranger to TCP or to this page may stumble over, with one sentence: for `?` mode and the help.

/** The words of TCP. @satisfies {Record<string, [string, string]>} */
export const TCP_TERMS = {
  segment: ['segment', 'A piece of data that travels as one packet; the page numbers them from 1.'],
  ack: ['ACK', 'The acknowledgement: the receiver says which segment it waits for next.'],
  cwnd: ['cwnd', 'The congestion window: how many segments the sender allows itself in flight.'],
  flight: ['in flight', 'What was sent and is not yet acknowledged.'],
  ssthresh: ['ssthresh', 'The slow-start threshold: below it the window doubles per round trip, above it grows by one.'],
  rtt: ['RTT', 'The round-trip time: from sending a segment until its ACK is back.'],
  srtt: ['srtt', 'The smoothed RTT: a running average of the round trips that the sender has measured.'],
  rto: ['RTO', 'The retransmission timeout: how long the sender waits for an ACK before it gives the segment up.'],
  backoff: ['back-off', 'After each timeout the timer waits twice as long, until an ACK brings news.'],
  timeout: ['timeout', 'The timer has waited for the RTO and no ACK came for the oldest segment in flight.'],
  dupack: ['duplicate ACK', 'An ACK that asks for the same segment again, because a later one has arrived.'],
  fast: ['fast retransmit', 'Three duplicate ACKs count as a loss: the segment is sent again without waiting for the timer.'],
  recovery: ['fast recovery', 'After a fast retransmit the window is halved, and new ACKs keep data flowing until the hole is repaired.'],
  inflation: ['inflation', 'In fast recovery each duplicate ACK lets one more segment go. That is added to cwnd and taken back at the end: no cut.'],
  sack: ['SACK', 'Selective acknowledgement: ACKs name the later segments that have arrived, so that only the holes are sent again.'],
  ecn: ['ECN', 'Explicit congestion notification: a router marks a packet instead of dropping it, and the ACK tells the sender.'],
  red: ['RED', 'Random early detection: a router marks or drops by an average of its queue, before that is full.'],
  probe: ['probe', 'One new segment that NRT sends after a timeout: its ACK tells whether the path still carries data.'],
  goodput: ['goodput', 'What has reached the application at the receiver, each byte once.'],
};

/** The words of the page. @satisfies {Record<string, [string, string]>} */
export const PAGE_TERMS = {
  truth: ['truth', 'Why the timer really fired, found out by following every copy to its fate.'],
  belief: ['belief', 'What the sender concluded about the timeout from the ACKs that it saw.'],
  recall: ['recall', 'Of the timeouts that had this cause, the part that the sender recognised.'],
  precision: ['precision', 'Of the times the sender concluded this cause, the part in which it was right.'],
  jain: ['Jain', 'Jain’s index of fairness: 1 when all flows get the same, 1/n when one gets everything.'],
  seed: ['Seed', 'A number that fixes all luck: the same seed gives the same run, bit for bit.'],
  run: ['Run', 'The fingerprint of everything that has happened up to now: equal digits mean equal runs.'],
  speed: ['Speed', 'How many simulated seconds pass in a second. It never changes what happens.'],
  lanes: ['Lanes', 'Up to four runs in lock-step that meet the same luck and differ only in their variant.'],
  split: ['Split', 'Two lanes on the stage, one above the other.'],
  window: ['Window', 'How many seconds the strips show.'],
  flow: ['Flow', 'One sender with its receiver; the strips draw the chosen one in full and the others thin.'],
  until: ['Run until', 'Goes on to the next timeout, drop or wrong belief, to the end, or to a time.'],
  bar: ['Time bar', 'The whole run: drag to any time; marks are timeouts computed so far, hollow when later than now.'],
  link: ['Link', 'The address of this instant: whoever opens it replays the same run.'],
  embed: ['Embed', 'A piece of HTML that shows this run inside another page.'],
  export: ['Export', 'Events and windows as CSV, charts as pictures.'],
  present: ['Present', 'For a hall: one network, the strips and the card, in large type.'],
  theme: ['Theme', 'Light, dark, or high contrast for a projector.'],
  second: ['Second lane', 'One more picture on the same time axis: segments, queue, round trips or goodput.'],
  events: ['Events', 'What happened in the shown lane up to now; a press goes to that time.'],
  ranges: ['Ranges', 'How far a station is understood (inner disc) and how far it is noticed and disturbs (dashed). Where the picture is broad and low the discs are ovals: whoever stands inside is in range.'],
  stage: ['Network', 'The shown lane: press a packet for its header, a node for its queues and its timer; drag a radio station to move it.'],
};

/** By id. @type {Record<string, [string, string]>} */
export const TERMS = { ...TCP_TERMS, ...PAGE_TERMS };
