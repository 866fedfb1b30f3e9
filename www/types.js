// @ts-check
// The shapes that cross from the engine to the page. Times are seconds here; control calls take nanoseconds.

/**
 * @typedef {{ id: string, label: string }} Choice
 * @typedef {{ id: string, title: string, sentence: string, caption: string }} Preset
 * @typedef {{ id: string, label: string, sentence: string, source: string }} Variant
 * @typedef {{ id: string, letter: string, word: string, note: string }} Term  a cause or a verdict
 */

/**
 * @typedef {object} Knob
 * @property {string} id
 * @property {string} label
 * @property {string} unit
 * @property {string} group
 * @property {'number' | 'choice' | 'spot'} kind
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {'linear' | 'log'} scale
 * @property {number | string} default
 * @property {boolean} live
 * @property {Choice[]} [choices]
 * @property {string} note
 * @property {boolean} per_lane    lanes can differ in it
 * @property {string | null} part  the part of a variant that alone looks at it
 * @property {string} allowed
 * @property {string} source
 */

/** @typedef {{ id: string, title: string, source: string }} Part */

/**
 * @typedef {object} Catalogue
 * @property {string} version
 * @property {number} engine
 * @property {Preset[]} presets
 * @property {{ id: string, title: string }[]} topologies
 * @property {Variant[]} variants
 * @property {{ window: Part[], recovery: Part[], diagnose: Part[], timeout: Part[] }} parts
 * @property {{ recovery: string, timeout: string, kind: 'defined' | 'same' | 'refused', note: string }[]} pairs
 * @property {{ id: string, group: 'scenario' | 'view', title: string, values: string, example: string }[]} keys
 * @property {{ link: string, says: string }[]} examples
 * @property {Knob[]} knobs
 * @property {Term[]} causes
 * @property {Term[]} verdicts
 */

/**
 * @typedef {{ id: string | number, x: number, y: number, label: string, role: 'sender' | 'receiver' | 'router', metres?: [number, number] | null }} SceneNode
 * @typedef {{ id: string | number, from: string | number, to: string | number, reverse: boolean, rate_mbps: number, delay_ms: number, limit: number }} SceneLink
 * @typedef {{ id: string | number, src: string | number, dst: string | number, label: string }} SceneFlow
 * @typedef {{ label: string, variant: string, window: string, recovery: string, diagnose: string, timeout: string, ranges?: [number, number] | null, own: Record<string, number | string> }} SceneLane
 * @typedef {{ t?: number | null, sel?: string | null, lane?: number | null, speed?: number | null, theme?: string | null, title?: string | null, embed?: boolean, paused?: boolean, panels?: string }} View
 */

/**
 * @typedef {object} Scene
 * @property {string | null} preset
 * @property {string} title
 * @property {string} sentence
 * @property {string} caption
 * @property {string} seed
 * @property {number} duration
 * @property {SceneNode[]} nodes
 * @property {SceneLink[]} links
 * @property {SceneFlow[]} flows
 * @property {SceneLane[]} lanes
 * @property {Record<string, number | string>} knobs
 * @property {Record<string, true | string>} enabled
 * @property {View} view
 */

/** @typedef {'none' | 'open' | 'right' | 'wrong'} Standing  of a belief beside the truth; `open`: not judged */

/**
 * @typedef {object} Timeout
 * @property {number} index
 * @property {number} t
 * @property {string} truth
 * @property {string | null} foreseen
 * @property {string} truth_detail
 * @property {number | null} decided_at
 * @property {string | null} verdict
 * @property {number | null} verdict_at
 * @property {boolean | null} right
 * @property {number} flow
 * @property {number} segment
 * @property {boolean} known
 */

/**
 * @typedef {{ n: number, t: number, kind: string, text: string, segment?: number | null, flow?: number | null, cause?: string | null, timeout?: number | null }} EventRow
 * @typedef {{ total: number, omitted: number, rows: EventRow[] }} EventPage
 */

/**
 * @typedef {object} Card
 * @property {string} title
 * @property {number} t
 * @property {string} saw
 * @property {{ id: string, letter: string, word: string, right: boolean | null }} concluded
 * @property {{ id: string, letter: string, word: string, open: boolean, decided: string }} really
 * @property {string[]} why
 * @property {{ number: number, sent: number, fate: 'arrived' | 'dropped' | 'travelling', cause: string | null, at: number | null, text: string }[]} copies
 * @property {{ what: string, before: string, after: string, unit: string }[]} changed
 * @property {string} rule
 * @property {{ lane: number, label: string, text: string, at: number }[]} others
 * @property {string} text
 */

/**
 * @typedef {{ letter: string, word: string, detail: string, decided_at: number, later: string }} Ahead  a cause, told early
 * @typedef {{ flow: number, label: string, goodput_kbps: number, cwnd: number, timeouts: number, needless: number }} FlowRow
 * @typedef {{ rows: FlowRow[], jain: number | null | undefined }} Flows
 */

/**
 * @typedef {object} ScoreLane
 * @property {string} label
 * @property {number} timeouts
 * @property {number} right
 * @property {number} wrong
 * @property {number} open
 * @property {{ id: string, label: string, value: string, note: string }[]} rows
 * @property {number[][]} confusion
 * @property {string[]} truths
 * @property {string[]} verdicts
 */

/** @typedef {{ t0: number, t1: number, dpr: number, scale: number, theme: string, ymax: number, axis: boolean, ghost: boolean, flow: number }} StripOptions */

/** @typedef {{ t0: number, t1: number, low: number, high: number, since: number, dpr: number, scale: number, theme: string, axis: boolean }} PanelOptions */

/**
 * @typedef {object} RoundRow  what a round counted is null while it is under way
 * @property {number} round
 * @property {number} start
 * @property {number | null} end
 * @property {number} cwnd_start
 * @property {number | null} cwnd_end
 * @property {number | null} ssthresh
 * @property {number | null} sent
 * @property {number | null} resent
 * @property {number | null} acks
 * @property {number | null} lost
 * @property {string} timeouts
 * @property {[number, number, number] | null} rtt
 * @property {number | null} rto
 */

/** @typedef {{ total: number, full: boolean, rows: RoundRow[] }} RoundPage */

/** @typedef {'next' | 'prev' | 'next-loss-or-timeout' | 'prev-loss-or-timeout' | 'timeout' | 'drop' | 'mismatch' | `decided:${number}`} FindKind */

/**
 * @typedef {object} Session
 * @property {() => string[]} notices
 * @property {() => { kind: 'none' | 'pending' | 'exact' | 'differs', text: string }} arrival
 * @property {() => Scene} scene
 * @property {() => number} revision
 * @property {() => number} now
 * @property {() => number} high_water
 * @property {() => number} duration
 * @property {(to_ns: number) => void} go
 * @property {(max_events: number) => boolean} work
 * @property {(kind: FindKind, lane: number) => void} find
 * @property {() => void} cancel
 * @property {() => { at: number, what: string } | null | undefined} found
 * @property {() => string} step_text
 * @property {(id: string, value: number | string) => void} set_knob
 * @property {(text: string) => void} set_trace  drives the bottleneck by the text of a recorded trace
 * @property {(variants: string[]) => void} set_lanes
 * @property {(lane: number, variant: string, own: Record<string, number | string>) => void} set_lane
 * @property {(seed: string) => void} set_seed
 * @property {() => string} new_seed
 * @property {(fragment: string) => void} load
 * @property {() => boolean} undo
 * @property {() => void} reset
 * @property {() => boolean} ghost
 * @property {() => void} dismiss_ghost
 * @property {(lane: number) => Float32Array} frame
 * @property {(lane: number, lately: number) => Float32Array} stations
 * @property {() => Float64Array} status
 * @property {() => string} fingerprint
 * @property {(lane: number) => string} lane_fingerprint
 * @property {(lane: number) => number | undefined} differs_from
 * @property {(view: View) => string} link
 * @property {() => string} scenario_link
 * @property {(lane: number) => Timeout[]} timeouts
 * @property {(lane: number, from: number, max: number, filter: string) => EventPage} events
 * @property {(lane: number) => number} event_count
 * @property {(lane: number, index: number) => Card | null} card
 * @property {(lane: number, index: number) => Ahead | null | undefined} ahead
 * @property {(lane: number, kind: number, flow: number, number: number, copy: number) => { name: string, text: string }[] | null | undefined} header
 * @property {(lane: number) => Flows} flows
 * @property {() => { lanes: ScoreLane[] }} scoreboard
 * @property {(lane: number) => string} trace
 * @property {(canvas: HTMLCanvasElement, lane: number, options: StripOptions) => Float64Array} draw_strip
 * @property {(lane: number, flow: number, from_ns: number) => Float64Array} tail
 * @property {(t0: number, t1: number) => number} suggest_ymax
 * @property {(what: 'events' | 'series') => string} csv
 * @property {(panel: string, flow: number, lane: number, from_ns: number, to_ns: number) => boolean} watch
 * @property {() => string} panel_label
 * @property {(canvas: HTMLCanvasElement, lane: number, options: PanelOptions) => Float64Array} draw_panel
 * @property {(t0: number, t1: number) => Float64Array} panel_range
 * @property {(lane: number) => Float64Array} panel_now
 * @property {(lane: number, at_ns: number) => string} panel_words
 * @property {() => string} panel_csv
 * @property {() => string} round_note
 * @property {(lane: number) => number} round_count
 * @property {(lane: number, from: number, max: number) => RoundPage} rounds
 * @property {() => string} svg
 */

/** @typedef {{ label: string, values: (number | null)[] }} LaneScore */
/** @typedef {{ seed: string, fingerprint: string, lanes: LaneScore[] }} RunScore  what one run came to */
/** @typedef {{ n: number, mean: number | null, half_width: number | null, text: string }} SummaryCell */
/** @typedef {{ id: string, label: string, unit: string, note: string, cells: SummaryCell[] }} SummaryRow */
/** @typedef {{ runs: number, lanes: string[], rows: SummaryRow[] }} Summary */

/** @typedef {{ fragment: string, more: number } | { link: string, course: boolean }} Task  what a worker runs: a scenario with a later seed, or a run of a figure */

/**
 * @typedef {'reproduces' | 'partly' | 'differs' | 'open' | 'untestable'} VerdictId
 * @typedef {{ id: string, seeds: number, seconds: number, ends_only: boolean }} Setting
 * @typedef {{ id: string, title: string, points: number, series: number, course: boolean, of: string, words: string }} Experiment  `of`, `words`: the figure that it changes, and how
 * @typedef {{ id: string, figures: string[], rules: string[] }} Check
 * @typedef {{ variant: string, title: string, congestion: boolean, random: boolean, spurious: boolean, not_congestion: boolean }} Capability
 * @typedef {{ point: number, series: number, seed: number, link: string, course: boolean }} PlannedRun
 * @typedef {{ fingerprint: string, values: (number | null)[], confusion: string, course: number[] }} Outcome
 * @typedef {{ x: number, n: number, mean: number | null, half_width: number | null, values: (number | null)[], link: string }} SweepCell
 * @typedef {{ label: string, metric: string, unit: string, cells: SweepCell[] }} SweepLine
 * @typedef {{ figure: string, title: string, x: [string, string], y: [string, string], lines: SweepLine[], along: [string, string], beside: SweepLine[], caption: string[], done: number, runs: number }} SweepTable
 * @typedef {{ id: string, figures: string[], rules: string[], verdict: VerdictId, measured: string, reading: string, reason: string }} Ruling
 */

/**
 * @typedef {object} ExperimentList
 * @property {Setting[]} settings
 * @property {Experiment[]} figures
 * @property {Check[]} checks
 * @property {[string, string][]} rules
 * @property {[VerdictId, string][]} verdicts
 * @property {string[]} metrics
 * @property {Capability[]} capabilities
 */

/**
 * @typedef {object} Outcomes
 * @property {(figure: string) => PlannedRun[]} plan
 * @property {(link: string, fingerprint: string, values: Float64Array, confusion: string, course: Float64Array) => void} put
 * @property {(link: string) => void} forget
 * @property {(figure: string) => SweepTable} table
 * @property {(figure: string) => Ruling[]} judge
 * @property {(figure: string, canvas: HTMLCanvasElement, dpr: number, theme: string) => Float64Array} draw
 * @property {(figure: string) => string} svg
 */

/** @typedef {{ open: (fragment: string) => Session }} SessionClass */

/** @typedef {{ where: string, what: string, hint: string }} Problem */

/**
 * @typedef {{ what: 'packet', lane: number, kind: number, flow: number, number: number, copy: number }
 *   | { what: 'node', lane: number, node: number }} Picked
 */

/**
 * @typedef {object} Context  what every panel is given
 * @property {Session} session
 * @property {Catalogue} catalogue
 * @property {import('./store/store.js').Store} store
 * @property {import('./store/clock.js').Clock} clock
 * @property {import('./store/model.js').Model} model
 * @property {import('./announce.js').Announcer} announcer
 */

export {};
