// @ts-check
// How a frame is laid out: three counts, then packets, queues and ghosts (drops of the last half second).

/** Counts at the start: packets, queues, ghosts. */
export const HEAD = 3;

/** link, progress, kind, flags, flow, number, copy, trip. A waiting packet's progress is -(place + 1). */
export const PER_PACKET = 8;

/** link, waiting, limit, RED average, stalled for another s, mark threshold. */
export const PER_QUEUE = 6;

/** link, progress, kind, flow, number, cause, age. */
export const PER_GHOST = 7;
