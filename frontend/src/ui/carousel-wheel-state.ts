/** Wheel units per card; a notch of a common mouse. */
const unitsPerCard = 120
const sensitivity = 1
/** For this long after it moved onto the carousel, a pointer's wheel scrolls the page. Milliseconds. */
const intentMilliseconds = 300

export interface CarouselWheelState {
  /** Time of the pointer's first move, in milliseconds; null before it and after a wheel turn that came too early. */
  readonly since: number | null
  readonly movement: number
  readonly taken: number
}

export const initialCarouselWheelState: CarouselWheelState = { since: null, movement: 0, taken: 0 }

/** Called for pointer moves. A page scrolling under a resting pointer sends none. */
export const startCarouselWheelDelay = (hold: CarouselWheelState, now: number): CarouselWheelState =>
  hold.since === null ? { ...hold, since: now } : hold

interface Turn {
  readonly delta: number
  readonly now: number
  readonly cards: number
}

interface Turned {
  readonly hold: CarouselWheelState
  readonly held: boolean
  /** Negative turns back. */
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
