// @ts-check
// The words of radio, a sentence each: for the legend's notes and the help page.

/** @type {Record<'send' | 'receive' | 'sense' | 'backoff' | 'nav' | 'eifs' | 'hidden' | 'capture' | 'retry', [string, string]>} */
export const RADIO_TERMS = {
  send: ['sends', 'The station sends; the fill has the colour of its lane.'],
  receive: ['receives', 'The station listens to a frame that it could understand.'],
  sense: ['carrier sense', 'A station that notices any transmission keeps silent until the medium is idle, even if it cannot understand a word.'],
  backoff: ['back-off', 'A random number of slots that a station counts down while the medium is idle before it sends. After a failed attempt it is drawn from a range twice as large.'],
  nav: ['NAV', 'The network allocation vector: a frame says for how long its exchange needs the medium, and all who understand it keep silent so long.'],
  retry: ['try', 'Which attempt at its packet a station is at. A small mark at a station is an attempt that has just failed, in the shape of its cause; the packet is lost only when the last attempt fails.'],
  eifs: ['EIFS', 'After a frame that it could not understand a station waits longer than usual, so that it does not disturb the acknowledgement of that frame.'],
  hidden: ['hidden terminal', 'Two senders that cannot hear each other meet at one receiver: each finds the medium idle, and there their frames collide.'],
  capture: ['capture', 'Of two frames that overlap at a receiver one can survive if it is ten times as strong as what disturbs it.'],
};
