import { describe, expect, test } from 'vitest'
import { supplements } from '#contract/supplements-domain'
import { aProtocol, changedZinc, newLine, twice } from './publishable-protocol.ts'
import { createZincCourse } from './zinc-course.ts'

const MONDAY = '2026-11-23'

const magnesium = (time: string, changes: object = {}) =>
  newLine('Magnesio', { doses: [{ time, amount: 300 }], startDate: MONDAY, ...changes })

/** `published` on Saturday. It is Monday, at noon. */
async function onMonday(published: object) {
  const { publish, ask, asClient, adherence, mine, practice } = await aProtocol()
  await publish(published)
  practice.clock.set(`${MONDAY}T11:00:00.000Z`)
  const rows = await mine()
  const seen = rows.map(({ clientSupplementId, version }) => ({ clientSupplementId, version }))
  const countAt = async (now: string) => {
    practice.clock.set(now)
    return adherence()
  }
  return {
    idsOf: (name: string) =>
      rows.filter((row) => row.name === name).map(({ clientSupplementId }) => clientSupplementId),
    idAt: (time: string) => rows.find(({ times }) => times[0] === time)?.clientSupplementId ?? '',
    publish: (changes: object) => publish({ requestId: '00000000-0000-4000-8000-000000000023', seen, ...changes }),
    tick: (clientSupplementId: string, time = 'Noche') =>
      ask(supplements.tick, { as: asClient(), body: { clientSupplementId, day: MONDAY, time, taken: true } }),
    countMonday: async () => {
      const before = await countAt(`${MONDAY}T20:00:00.000Z`)
      const after = await countAt('2026-11-24T09:00:00.000Z')
      return { due: after.due - before.due, taken: after.taken - before.taken }
    },
  }
}

const inOneRow = (ids: readonly string[]) => ({
  change: [changedZinc({ clientSupplementIds: ids, doses: twice(20, 20) })],
})

describe('of a line that comes to have one amount at all moments, the day of publishing', () => {
  const inTwoRows = { change: [changedZinc({ doses: twice(10, 15) })] }
  test('has each dose once', async () => {
    const { publish, idAt, countMonday } = await onMonday(inTwoRows)

    const { status } = await publish(inOneRow([idAt('Mañana'), idAt('Noche')]))

    expect(status).toBe(200)
    expect(await countMonday()).toEqual({ due: 2, taken: 0 })
  })

  test('keeps what was taken', async () => {
    const { publish, idAt, tick, countMonday } = await onMonday(inTwoRows)
    await tick(idAt('Mañana'), 'Mañana')
    await tick(idAt('Noche'))

    await publish(inOneRow([idAt('Mañana'), idAt('Noche')]))

    expect(await countMonday()).toEqual({ due: 2, taken: 2 })
  })

  test('has no dose at a moment that it no longer has', async () => {
    const { publish, idAt, countMonday } = await onMonday(inTwoRows)
    const doses = [{ time: 'Mañana', amount: 20 }]

    await publish({ change: [changedZinc({ clientSupplementIds: [idAt('Mañana'), idAt('Noche')], doses })] })

    expect(await countMonday()).toEqual({ due: 1, taken: 0 })
  })
})

/** Beside zinc at night, which stays. */
describe('of a supplement that ends and is prescribed anew, the day of publishing', () => {
  const published = { prescribe: [magnesium('Noche', { startDate: '2026-11-21' })] }

  test.each(['Noche', 'Con desayuno'])('has the new dose alone (%s)', async (time) => {
    const { publish, idsOf, countMonday } = await onMonday(published)

    const { status } = await publish({ finish: idsOf('Magnesio'), prescribe: [magnesium(time)] })

    expect(status).toBe(200)
    expect(await countMonday()).toEqual({ due: 2, taken: 0 })
  })

  test.each(['Noche', 'Con cena'])('does not ask again for what was taken at that moment (%s)', async (time) => {
    const { publish, idsOf, tick, countMonday } = await onMonday(published)
    for (const id of idsOf('Magnesio')) await tick(id)

    await publish({ finish: idsOf('Magnesio'), prescribe: [magnesium(time)] })

    expect(await countMonday()).toEqual({ due: 2, taken: 1 })
  })

  test('keeps what was taken at another moment, beside what is to come', async () => {
    const { publish, idsOf, tick, countMonday } = await onMonday(published)
    for (const id of idsOf('Magnesio')) await tick(id)

    await publish({ finish: idsOf('Magnesio'), prescribe: [magnesium('Con desayuno')] })

    expect(await countMonday()).toEqual({ due: 3, taken: 1 })
  })

  test('has the old dose where the new ones begin on the next day', async () => {
    const { publish, idsOf, tick, countMonday } = await onMonday(published)

    await publish({ finish: idsOf('Magnesio'), prescribe: [magnesium('Noche', { startDate: '2026-11-24' })] })

    for (const id of idsOf('Magnesio')) await tick(id)
    expect(await countMonday()).toEqual({ due: 2, taken: 1 })
  })

  test('has the old dose where another supplement is prescribed', async () => {
    const { publish, idsOf, countMonday } = await onMonday(published)

    await publish({ finish: idsOf('Magnesio'), prescribe: [newLine('Hierro', { startDate: MONDAY })] })

    expect(await countMonday()).toEqual({ due: 3, taken: 0 })
  })

  test('has the new dose alone where the old one is ended after an answer that was lost', async () => {
    const { publish, idsOf, countMonday } = await onMonday(published)
    const prescribe = [magnesium('Con desayuno')]
    await publish({ prescribe })

    await publish({ prescribe, finish: idsOf('Magnesio') })

    expect(await countMonday()).toEqual({ due: 2, taken: 0 })
  })

  test('has one dose where two lines of it become one, taken if one of both was', async () => {
    const { prescribe } = published
    const { publish, idsOf, tick, countMonday } = await onMonday({ prescribe: [...prescribe, ...prescribe] })
    for (const id of idsOf('Magnesio')) await tick(id)

    const { status } = await publish({ finish: idsOf('Magnesio'), prescribe: [magnesium('Noche')] })

    expect(status).toBe(200)
    expect(await countMonday()).toEqual({ due: 2, taken: 1 })
  })
})

/** Beside zinc at night, which stays. */
describe('of a supplement whose two rows become one of them, the day of publishing', () => {
  const startDate = '2026-11-21'
  const published = { prescribe: [magnesium('Mañana', { startDate }), magnesium('Noche', { startDate })] }

  async function withTwoRows(doses: object[]) {
    const { idsOf, tick, ...protocol } = await onMonday(published)
    const [one = '', other = ''] = idsOf('Magnesio')
    const morning = protocol.idAt('Mañana')
    const night = morning === one ? other : one
    const { name: _, ...line } = magnesium('Mañana', { startDate, doses })
    const change = [{ ...line, clientSupplementIds: [morning] }]
    return { ...protocol, tick, night, change }
  }

  test('has the dose of the row that ends once', async () => {
    const { publish, night, change, countMonday } = await withTwoRows(twice(300, 300))

    const { status } = await publish({ change, finish: [night] })

    expect(status).toBe(200)
    expect(await countMonday()).toEqual({ due: 3, taken: 0 })
  })

  test('does not ask again for what was taken in the row that ends', async () => {
    const { publish, night, change, tick, countMonday } = await withTwoRows(twice(300, 400))
    await tick(night)

    await publish({ change, finish: [night] })

    expect(await countMonday()).toEqual({ due: 3, taken: 1 })
  })

  test('has it once where the row is ended after an answer that was lost', async () => {
    const { publish, night, change, countMonday } = await withTwoRows(twice(300, 300))
    await publish({ change })

    await publish({ change, finish: [night] })

    expect(await countMonday()).toEqual({ due: 3, taken: 0 })
  })

  test.each([false, true])('keeps it where the other row has no new moment (answer lost: %s)', async (lost) => {
    const { publish, night, change, countMonday } = await withTwoRows([{ time: 'Mañana', amount: 400 }])
    if (lost) await publish({ change })

    await publish({ change, finish: [night] })

    expect(await countMonday()).toEqual({ due: 3, taken: 0 })
  })
})

describe('of a row that stays, the day of publishing', () => {
  const zinc = ['csu_zinc-since-the-11th'] as const

  test('takes over what was taken at a moment that has another name now', async () => {
    const { publish, tick, countMonday } = await onMonday({ prescribe: [] })
    await tick(zinc[0])

    await publish({ change: [changedZinc({ doses: [{ time: 'Con cena', amount: 15 }] })] })

    expect(await countMonday()).toEqual({ due: 1, taken: 1 })
  })

  test('takes over what was taken at a moment that another row of the line has now', async () => {
    const { publish, tick, countMonday } = await onMonday({ change: [changedZinc({ doses: twice(15, 15) })] })
    await tick(zinc[0])

    await publish({ change: [changedZinc({ doses: twice(10, 15) })] })

    expect(await countMonday()).toEqual({ due: 2, taken: 1 })
  })

  test('takes over nothing at another moment', async () => {
    const { publish, tick, countMonday } = await onMonday({ prescribe: [] })
    await tick(zinc[0])

    await publish({ change: [changedZinc({ doses: [{ time: 'Con desayuno', amount: 15 }] })] })

    expect(await countMonday()).toEqual({ due: 1, taken: 0 })
  })
})

describe('of one prescription that is edited, the day of the edit', () => {
  const SATURDAY = '2026-11-21'

  test.each([
    ['takes over what was taken at a moment that has another name now', 'Con cena', 1],
    ['takes over nothing at another moment', 'Con desayuno', 0],
  ])('%s', async (_, time, taken) => {
    const { tick, edit, adherence, practice } = await createZincCourse()
    await tick(SATURDAY)

    expect((await edit({ times: [time] })).status).toBe(200)

    practice.clock.set('2026-11-22T09:00:00.000Z')
    expect(await adherence()).toEqual({ due: 11, taken })
  })

  test('does not take over again what the client has taken back', async () => {
    const { tick, edit, adherence, practice } = await createZincCourse()
    await tick(SATURDAY)
    await edit({ times: ['Con cena'] })
    await tick(SATURDAY, { time: 'Con cena', taken: false })

    await edit({ times: ['Con cena'], amount: 20, version: 2 })
    await edit({ frequency: '2 veces al día', times: ['Mañana', 'Con cena'], version: 3 })

    practice.clock.set('2026-11-22T09:00:00.000Z')
    expect(await adherence()).toEqual({ due: 12, taken: 0 })
  })
})
