import { expect, test } from 'vitest'
import { createWaitingList } from '../../support/waiting-list.ts'

const changes = {
  october: {
    now: '2026-10-20T08:00:00.000Z',
    freed: '2026-11-04T09:00:00.000Z',
    later: ['2026-11-11T09:00:00.000Z', '2026-11-12T09:00:00.000Z', '2026-11-13T09:00:00.000Z'],
  },
  march: {
    now: '2027-03-22T08:00:00.000Z',
    freed: '2027-04-07T08:00:00.000Z',
    later: ['2027-04-14T08:00:00.000Z', '2027-04-15T08:00:00.000Z', '2027-04-16T08:00:00.000Z'],
  },
} as const

const freedAt = async (month: keyof typeof changes, at: string) => {
  const list = await createWaitingList(changes[month])
  list.practice.clock.set(at)
  await list.free()
  await list.run()
  return { ...list, readOffer: async () => (await list.look(list.first)).offer?.startsAt }
}

test.each([
  ['october', '2026-10-25T06:59:00.000Z', '7:59', false],
  ['october', '2026-10-25T07:00:00.000Z', '8:00', true],
  ['october', '2026-10-25T19:59:00.000Z', '20:59', true],
  ['october', '2026-10-25T20:00:00.000Z', '21:00', false],
  ['march', '2027-03-28T05:59:00.000Z', '7:59', false],
  ['march', '2027-03-28T06:00:00.000Z', '8:00', true],
  ['march', '2027-03-28T18:59:00.000Z', '20:59', true],
  ['march', '2027-03-28T19:00:00.000Z', '21:00', false],
] as const)(
  'A-71 on the Sunday of %s on which the clocks change (%s), an hour that is freed at %s by them is offered at once: %s',
  async (month, at, _, isOffered) => {
    const { readOffer } = await freedAt(month, at)

    expect(await readOffer()).toBe(isOffered ? changes[month].freed : undefined)
  },
)

test.each([
  ['october', '2026-10-25T01:30:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['march', '2027-03-28T02:30:00.000Z', '2027-03-28T06:00:00.000Z'],
] as const)(
  'A-71 freed in the night of %s in which the clocks change, it is kept until half an hour after eight by the new clock',
  async (month, at, eight) => {
    const { practice } = await freedAt(month, at)

    const [hold] = (await practice.data.slotHolds.scan.go()).data

    expect(Date.parse(hold?.heldUntil ?? '') - Date.parse(eight)).toBe(30 * 60_000)
  },
)
