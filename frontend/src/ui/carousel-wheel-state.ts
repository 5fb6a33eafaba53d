/** Wheel units per card; a notch of a common mouse. */
const unitsPerCard = 120
const sensitivity = 1
/** A pointer that has just moved onto the carousel leaves the wheel to the page for this long, in milliseconds. */
const intentMilliseconds = 300

/** Wheel state since the pointer entered the carousel. */
export interface CarouselWheelState {
  /** When the pointer moved here with the wheel at rest, in milliseconds; null if it has not. */
  readonly since: number | null
  readonly movement: number
  /** Units kept from the page so far. */
  readonly taken: number
}

export const initialCarouselWheelState: CarouselWheelState = { since: null, movement: 0, taken: 0 }

/** A page that scrolls under a resting pointer does not count as a move. */
export const startCarouselWheelDelay = (hold: CarouselWheelState, now: number): CarouselWheelState =>
  hold.since === null ? { ...hold, since: now } : hold

interface Turn {
  readonly delta: number
  /** Milliseconds, on the clock of `startCarouselWheelDelay`. */
  readonly now: number
  readonly cards: number
}

interface Turned {
  readonly hold: CarouselWheelState
  /** Whether the page must not scroll. */
  readonly held: boolean
  /** Cards to turn; negative is back. */
  readonly turns: number
}

/**
 * 120 units turn one card. At most one full loop is kept from the page until the pointer leaves, so that scrolling is
 * never trapped.
 */
export function applyCarouselWheelTurn(hold: CarouselWheelState, { delta, now, cards }: Turn): Turned {
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
