/** Wheel movement that turns the carousel by one card, in the units of the event (a notch of a common mouse). */
const unitsPerCard = 120
/** Units of movement counted for each unit of the wheel. */
const sensitivity = 1
/** How long a pointer that moved onto the carousel leaves the wheel alone before it is taken to mean it; milliseconds. */
const intentMilliseconds = 300

/** What the wheel has done since the pointer came over the carousel. */
export interface WheelHold {
  /** When the pointer moved here by itself, with the wheel at rest since; milliseconds, null while it has not. */
  readonly since: number | null
  /** Signed movement that has not yet made up a card; units. */
  readonly movement: number
  /** All that was taken from the page; units. */
  readonly taken: number
}

/** The pointer is elsewhere. */
export const initialHold: WheelHold = { since: null, movement: 0, taken: 0 }

/** The pointer moved over the carousel. A page that scrolls away under a resting pointer does not count as that. */
export const onPointerMove = (hold: WheelHold, now: number): WheelHold =>
  hold.since === null ? { ...hold, since: now } : hold

interface Turn {
  /** Signed units of the wheel. */
  readonly delta: number
  /** Milliseconds, of the same clock as `pointed`. */
  readonly now: number
  /** Cards of the carousel. */
  readonly cards: number
}

interface Turned {
  readonly hold: WheelHold
  /** Whether the carousel keeps the event from the page. */
  readonly held: boolean
  /** Cards to go on by; negative is back. */
  readonly turns: number
}

/**
 * The wheel turned over the carousel: 120 units are one card, and one full loop is all that it keeps from the page until
 * the pointer leaves, so that nobody is ever caught here.
 */
export function onWheel(hold: WheelHold, { delta, now, cards }: Turn): Turned {
  const meant = hold.since !== null && now - hold.since >= intentMilliseconds
  if (!meant) return { hold: { ...hold, since: null }, held: false, turns: 0 }
  const room = cards * unitsPerCard - hold.taken
  if (room <= 0) return { hold, held: false, turns: 0 }
  const taken = Math.min(Math.abs(delta) * sensitivity, room)
  const movement = hold.movement + Math.sign(delta) * taken
  const turns = Math.trunc(movement / unitsPerCard)
  return {
    hold: { ...hold, movement: movement - turns * unitsPerCard, taken: hold.taken + taken },
    held: true,
    turns,
  }
}
