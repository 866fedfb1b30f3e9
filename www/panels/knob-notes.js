// @ts-check
// One sentence on each knob; what it takes and where its default comes from stands in the catalogue.

/** @type {Record<string, string>} */
const NOTES = {
  hops: 'How many links stand between sender and receiver.',
  flows: 'How many senders share the network.',
  narrow: 'Which hop of the chain has the bottleneck’s rate and queue.',
  stagger: 'How long after one flow the next one starts.',
  dur: 'How long the run lasts.',
  loss: 'The chance that noise destroys a segment on its whole way.',
  ackloss: 'The chance that an ACK is lost on its whole way back.',
  late: 'The share of packets that arrive late though nothing is lost.',
  lateby: 'How much later such a packet arrives.',
  lateorder: 'Whether packets behind a late one overtake it or wait.',
  latehops: 'Whether a packet is late on one hop or on any.',
  fwd: 'How many packets a router can pass on in a second.',
  cross: 'Traffic of others that fills the bottleneck’s queue.',
  rate: 'How fast the narrowest link sends.',
  access: 'How fast all links but the bottleneck send.',
  prop: 'How long a bit travels over the bottleneck.',
  accessprop: 'How long a bit travels over each of the other links.',
  queue: 'How much may wait in front of the bottleneck before packets are dropped.',
  queueunit: 'Whether the limit counts packets or bytes.',
  aqm: 'How the queue decides whom to drop or mark: only when full, or early.',
  redweight: 'How fast RED’s average follows the queue: small is slow.',
  redmin: 'Below this average RED neither drops nor marks.',
  redmax: 'Above this average RED drops or marks all, or ever more when gentle.',
  redp: 'RED’s probability when the average reaches the upper threshold.',
  redgentle: 'Whether RED’s probability rises smoothly above the upper threshold.',
  linkloss: 'The chance that noise destroys a packet on the bottleneck.',
  ber: 'The chance that one bit is wrong, so that long packets die more often.',
  burst: 'The chance of loss while the link is in a bad spell.',
  burstlen: 'How long a bad spell lasts on average.',
  burstgap: 'How long the link is good between bad spells on average.',
  spike: 'How long the link stands still; packets wait and nothing is lost.',
  spikegap: 'How long it is from one stall to the next.',
  spikekind: 'Whether stalls come at even times or at random.',
  jitter: 'How much a packet’s travel varies.',
  jitterorder: 'Whether varied packets may overtake each other.',
  trace: 'Whether the rate is fixed or follows a recorded link.',
  mss: 'How many bytes of data a segment carries.',
  cap: 'The window never grows beyond this.',
  rwnd: 'How much the receiver lets the sender have in flight.',
  iw: 'The window at the start.',
  ssthresh_initial: 'Where slow start ends at first.',
  rto_min: 'The timer never waits less than this.',
  rto_initial: 'What the timer waits before the first round trip is measured.',
  rto_max: 'The timer never waits longer than this.',
  g: 'The steps in which the timer’s clock goes.',
  delack: 'How long the receiver may hold an ACK back.',
  dupthresh: 'So many duplicate ACKs count as a loss.',
  lt: 'Whether the first duplicate ACKs each release a new segment.',
  ts: 'Whether packets carry times, so that the sender can tell copies apart.',
  sack: 'Whether ACKs tell which later segments arrived.',
  dsack: 'Whether ACKs tell which segments arrived twice.',
  ecn: 'Whether routers may mark packets instead of dropping them.',
  ece_mode: 'How the receiver tells the sender about marks.',
  ca: 'Whether growth counts ACKs or bytes.',
  applimit: 'Whether the window grows only when it is used up.',
  rtt_gain: 'How fast the estimate of the round trip follows its samples.',
  ssthresh_from: 'What is halved at a timeout: the flight or the window.',
  sack_keep_on_rto: 'Whether the sender still believes old SACKs after a timeout.',
  max_burst: 'So many segments leave at once at most.',
  nrt_repair: 'What NRT sends again once it knows the answer.',
  nrt_fallback: 'What NRT asks with when it has no new data.',
  ts_rule: 'Which packet’s time the receiver echoes.',
  dsack_first: 'Whether DSACK believes the first report of a duplicate or waits for all.',
  eqrto_sample: 'Which of its round trips EQRTO goes by.',
};

/**
 * What a knob is, and what it takes.
 * @param {import('../types.js').Knob} knob
 */
export function noteOf(knob) {
  const own = NOTES[knob.id];
  return own ? `${own} ${knob.note}` : knob.note;
}
