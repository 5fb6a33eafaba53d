import { array, assert, constantFrom, integer, property, record, string, subarray, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { chooseSlotProposals, getPartOfDay } from '#contract/choose-slot-proposals'
import { listFreeSlots } from '#contract/free-slots'
import { defaultOpeningHours } from '#contract/opening-hours'

/** Printed; set SLOT_SEED to repeat a failure. */
const seed = Number(process.env['SLOT_SEED'] ?? Date.now() % 2 ** 31)
process.stdout.write(`proposals: SLOT_SEED=${seed}\n`)
const RUNS = 60

const quarters = tuple(integer({ min: 0, max: 9 }), integer({ min: 7 * 4, max: 19 * 4 }))
const slots = array(quarters, { maxLength: 14 }).map((chosen) =>
  [...new Set(chosen.map(([day, quarter]) => Date.parse(addDays('2026-10-20', day)) + quarter * 900_000))]
    .toSorted((a, b) => a - b)
    .map((instant) => new Date(instant).toISOString()),
)
const questions = slots.chain((free) => record({ free: constantFrom(free), offered: subarray(free), seed: string() }))

const count = (values: readonly unknown[]) => new Set(values).size

function bestOf(free: readonly string[]) {
  const triples = free.flatMap((a, i) =>
    free.slice(i + 1).flatMap((b, j) => free.slice(i + j + 2).map((c) => [a, b, c] as const)),
  )
  const days = Math.max(0, ...triples.map((triple) => count(triple.map(toPracticeDay))))
  const spread = triples.filter((triple) => count(triple.map(toPracticeDay)) === days)
  return { days, parts: Math.max(0, ...spread.map((triple) => count(triple.map(getPartOfDay)))) }
}

test('A-70 three free hours are proposed that were not proposed before, the same ones to whoever asks again', () => {
  assert(
    property(questions, (question) => {
      const proposed = chooseSlotProposals(question)
      const left = question.free.filter((slot) => !question.offered.includes(slot))

      expect(left).toEqual(expect.arrayContaining([...proposed]))
      expect(count(proposed)).toBe(Math.min(3, left.length))
      expect(proposed).toEqual(proposed.toSorted())
      expect(chooseSlotProposals(question)).toEqual(proposed)
    }),
    { seed, numRuns: RUNS },
  )
})

test('they are on as many days, and then at as many times of the day, as three of the free hours can be', () => {
  assert(
    property(questions, (question) => {
      const left = question.free.filter((slot) => !question.offered.includes(slot))
      if (left.length < 3) return
      const proposed = chooseSlotProposals(question)
      const best = bestOf(left)

      expect(count(proposed.map(toPracticeDay))).toBe(best.days)
      expect(best.days < 3 || count(proposed.map(getPartOfDay)) === best.parts).toBe(true)
    }),
    { seed, numRuns: RUNS },
  )
})

const now = new Date('2026-11-21T09:00:00.000Z')
const freeInTheNextWeeks = listFreeSlots({
  hours: defaultOpeningHours,
  type: 'primera_consulta',
  from: '2026-11-21',
  to: '2026-12-20',
  now,
  bookings: [],
  holds: [],
})

test('of an empty agenda they are a morning, a midday and an afternoon of three days that do not follow each other', () => {
  const proposed = chooseSlotProposals({ free: freeInTheNextWeeks, seed: 'ord_1' })

  expect(proposed.map(toPracticeDay)).toEqual(['2026-11-23', '2026-11-25', '2026-11-27'])
  expect(proposed.map(getPartOfDay).toSorted()).toEqual(['afternoon', 'midday', 'morning'])
})

test('the next three are on other days', () => {
  const offered = chooseSlotProposals({ free: freeInTheNextWeeks, seed: 'ord_1' })

  const next = chooseSlotProposals({ free: freeInTheNextWeeks, offered, seed: 'ord_1' })

  expect(next.map(toPracticeDay).filter((day) => offered.map(toPracticeDay).includes(day))).toEqual([])
  expect(count(next.map(getPartOfDay))).toBe(3)
})

test('people who pay at the same time are not all sent the same hours', () => {
  const all = Array.from({ length: 20 }, (_, order) =>
    chooseSlotProposals({ free: freeInTheNextWeeks, seed: `ord_${order}` }).join(' '),
  )

  expect(count(all)).toBeGreaterThan(10)
})
