import { array, assert as check, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import {
  initialCarouselWheelState,
  startCarouselWheelDelay,
  applyCarouselWheelTurn,
  type CarouselWheelState,
} from '../../../frontend/src/ui/carousel-wheel-state.ts'

const cards = 7
const loop = cards * 120

const meant: CarouselWheelState = startCarouselWheelDelay(initialCarouselWheelState, 0)

function turnAll(hold: CarouselWheelState, deltas: readonly number[]) {
  let at = hold
  const all = deltas.map((delta) => {
    const next = applyCarouselWheelTurn(at, { delta, now: 1000, cards })
    at = next.hold
    return { delta, ...next }
  })
  const held = all.filter((turn) => turn.held).reduce((sum, { delta }) => sum + Math.abs(delta), 0)
  return { all, hold: at, held, turns: all.reduce((sum, { turns }) => sum + turns, 0) }
}

test('PUB-16 120 units are one card, forwards and back', () => {
  expect(turnAll(meant, [119]).turns).toBe(0)
  expect(turnAll(meant, [120]).turns).toBe(1)
  expect(turnAll(meant, [-120]).turns).toBe(-1)
  expect(turnAll(meant, [60, 59, 1]).turns).toBe(1)
  expect(turnAll(meant, [60, -60, 119]).turns).toBe(0)
  expect(turnAll(meant, [360]).turns).toBe(3)
})

test('PUB-16 however the movement arrives, it is one card for each 120 units', () => {
  check(
    property(array(integer({ min: 1, max: 119 }), { maxLength: 60 }), (deltas) => {
      const sum = Math.min(
        deltas.reduce((total, delta) => total + delta, 0),
        loop,
      )
      expect(turnAll(meant, deltas).turns).toBe(Math.floor(sum / 120))
      expect(
        turnAll(
          meant,
          deltas.map((delta) => -delta),
        ).turns + 0,
      ).toBe(0 - Math.floor(sum / 120))
    }),
  )
})

test('PUB-16 A-58 no movement whatever keeps more from the page than one full loop', () => {
  check(
    property(array(integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 80 }), (deltas) => {
      const { all, held } = turnAll(meant, deltas)
      const largest = Math.max(...deltas.map(Math.abs))
      expect(held).toBeLessThan(loop + largest)
      const released = all.findIndex((turn) => !turn.held)
      expect(released === -1 || all.slice(released).every((turn) => !turn.held && turn.turns === 0)).toBe(true)
    }),
  )
})

test('PUB-16 A-58 after a loop the wheel is the page’s, until the pointer has left and means it anew', () => {
  const { hold } = turnAll(meant, [loop])

  expect(turnAll(hold, [120]).held).toBe(0)
  expect(turnAll(startCarouselWheelDelay(hold, 500), [120]).held).toBe(0)
  expect(turnAll(startCarouselWheelDelay(initialCarouselWheelState, 0), [120]).held).toBe(120)
})

test('PUB-16 A-58 a page that scrolls the carousel under the pointer goes on scrolling', () => {
  expect(turnAll(initialCarouselWheelState, [120, 120, 120]).held).toBe(0)
})

test('PUB-16 A-58 the wheel is the carousel’s 300 ms after the pointer came, with the wheel at rest', () => {
  const came = startCarouselWheelDelay(initialCarouselWheelState, 1000)
  const early = applyCarouselWheelTurn(came, { delta: 120, now: 1299, cards })

  expect(early.held).toBe(false)
  expect(applyCarouselWheelTurn(early.hold, { delta: 120, now: 5000, cards }).held).toBe(false)
  expect(applyCarouselWheelTurn(startCarouselWheelDelay(early.hold, 5000), { delta: 120, now: 5300, cards }).held).toBe(
    true,
  )
  expect(applyCarouselWheelTurn(came, { delta: 120, now: 1300, cards }).held).toBe(true)
})
