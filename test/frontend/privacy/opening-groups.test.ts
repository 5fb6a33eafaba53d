import { expect, test } from 'vitest'
import type { RecordOpening } from '#contract/record-openings'
import { groupOpeningsByVisit } from '../../../frontend/src/features/privacy/record-opening-groups.ts'

let count = 0

const openedAt = (time: string, changes: Partial<RecordOpening> = {}): RecordOpening => ({
  auditId: `aud_${String(++count).padStart(8, '0')}`,
  at: `2026-11-21T${time}.000Z`,
  name: 'Elena Prado',
  role: 'administrador',
  part: 'profile',
  question: null,
  ...changes,
})

const question = { reason: 'why', askedAt: '2026-11-21T12:00:00.000Z' } as const

const timesByVisit = (openings: readonly RecordOpening[]) =>
  groupOpeningsByVisit(openings).map(({ openings: visit }) => visit.map(({ at }) => at.slice(11, 19)))

test('openings less than fifteen minutes apart are one visit, as long as it lasts, headed by the latest', () => {
  const openings = [
    openedAt('10:29:58', { part: 'payments' }),
    openedAt('10:14:59', { part: 'questionnaire' }),
    openedAt('10:00:00'),
    openedAt('09:45:00', { part: 'payments' }),
  ]

  expect(timesByVisit(openings)).toEqual([['10:29:58', '10:14:59', '10:00:00'], ['09:45:00']])
  expect(groupOpeningsByVisit(openings).map(({ latest }) => latest)).toEqual([openings[0], openings[3]])
  expect(groupOpeningsByVisit([])).toEqual([])
})

test('a part that was opened twice in a visit is read once, and also where the client asked about it', () => {
  const openings = [
    openedAt('10:03:00'),
    openedAt('10:02:00', { part: 'payments' }),
    openedAt('10:01:00'),
    openedAt('10:00:00', { question }),
  ]

  expect(timesByVisit(openings)).toEqual([['10:03:00', '10:02:00', '10:00:00']])
})

test.each<[string, Partial<RecordOpening>]>([
  ['by somebody else', { name: 'Marta Gil' }],
  ['in another role', { role: null }],
  ['to carry the data away', { part: 'export' }],
])('an opening %s is another visit', (_, changes) => {
  expect(timesByVisit([openedAt('10:01:00'), openedAt('10:00:00', changes)])).toEqual([['10:01:00'], ['10:00:00']])
  expect(timesByVisit([openedAt('10:01:00', changes), openedAt('10:00:00', changes)])).toHaveLength(1)
})
