import { describe, expect, test } from 'vitest'
import { supplements } from '#contract/supplements-domain'
import { createZincCourse, zincPrescription } from './zinc-course.ts'

async function aChangedCourse(change: 'moved' | 'removed') {
  const zinc = await createZincCourse()
  const { ask, as, asClient, params, edit } = zinc
  const apply = () =>
    change === 'moved'
      ? edit({ times: ['Con desayuno'] })
      : ask(supplements.remove, { as: as(), params, query: { version: 1 } })
  const week = async () =>
    (await ask(supplements.listDoses, { as: asClient(), query: { from: '2026-11-16', to: '2026-11-22' } })).body
  return { ...zinc, apply, week }
}

describe.each(['moved', 'removed'] as const)('a dose that was taken before its course was %s', (change) => {
  test('is ticked on the day that it was due, and counts', async () => {
    const { apply, tick, adherence, practice } = await aChangedCourse(change)
    await apply()
    practice.clock.set('2026-11-22T09:00:00.000Z')

    const { status } = await tick('2026-11-20', { at: '2026-11-20T21:00:00.000Z' })

    expect(status).toBe(200)
    expect((await adherence()).taken).toBe(1)
  })

  test('on the day itself is ticked too', async () => {
    const { apply, tick } = await aChangedCourse(change)
    await apply()

    expect((await tick('2026-11-21')).status).toBe(200)
  })

  test('is no more due on the days after', async () => {
    const { apply, tick, practice } = await aChangedCourse(change)
    await apply()
    practice.clock.set('2026-11-23T09:00:00.000Z')

    expect((await tick('2026-11-22')).body.code).toBe('dose-not-due')
  })

  test('is read by the client with the days before, by name and amount', async () => {
    const { apply, week, params } = await aChangedCourse(change)
    await apply()

    const { replaced } = await week()

    const { name, amount, unit, foodRelation } = zincPrescription
    const dose = { ...params, time: 'Noche', name, amount, unit, foodRelation }
    const { customerId: _, ...shown } = dose
    expect(replaced).toEqual(
      ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) => ({ ...shown, day })),
    )
  })
})

test('the moment that a course has now is not ticked on a day on which it had another', async () => {
  const { apply, tick, mine } = await aChangedCourse('moved')
  await apply()

  const friday = await tick('2026-11-20', { time: 'Con desayuno' })
  const saturday = await tick('2026-11-21', { time: 'Con desayuno' })

  expect([friday.body.code, saturday.status]).toEqual(['dose-not-due', 200])
  expect(await mine()).toMatchObject([{ countedFrom: '2026-11-21' }])
})

test('of a course that was changed twice each day has its own moment', async () => {
  const { edit, tick, practice, week } = await aChangedCourse('moved')
  practice.clock.set('2026-11-18T09:00:00.000Z')
  await edit({ times: ['Mañana'] })
  practice.clock.set('2026-11-20T09:00:00.000Z')
  await edit({ times: ['Tarde'], version: 2 })
  practice.clock.set('2026-11-21T09:00:00.000Z')

  const answers = await Promise.all([
    tick('2026-11-17'),
    tick('2026-11-19', { time: 'Mañana' }),
    tick('2026-11-20', { time: 'Tarde' }),
    tick('2026-11-19'),
  ])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409])
  expect((await week()).replaced.map(({ day, time }) => `${day} ${time}`)).toEqual([
    '2026-11-16 Noche',
    '2026-11-17 Noche',
    '2026-11-18 Mañana',
    '2026-11-19 Mañana',
  ])
})

describe('nothing is due before it was prescribed:', () => {
  test('a course that is entered with an earlier first day counts from the day on which it was entered', async () => {
    const { put, adherence, tick, mine, practice } = await createZincCourse()
    await put({ createdAt: '2026-11-18T09:00:00.000Z' })

    const before = await tick('2026-11-17')

    expect(before.body.code).toBe('dose-not-due')
    expect(await mine()).toMatchObject([{ startDate: '2026-11-11', countedFrom: '2026-11-18' }])
    expect(await adherence()).toEqual({ due: 3, taken: 0 })
    practice.clock.set('2026-11-23T09:00:00.000Z')
    expect(await adherence()).toEqual({ due: 5, taken: 0 })
  })

  test('nor once it is changed or removed', async () => {
    const changed = await createZincCourse()
    await changed.put({ createdAt: '2026-11-18T09:00:00.000Z' })
    await changed.edit({ times: ['Mañana'] })
    const removed = await createZincCourse()
    await removed.put({ createdAt: '2026-11-18T09:00:00.000Z' })
    await removed.ask(supplements.remove, { as: removed.as(), params: removed.params, query: { version: 1 } })

    expect([await changed.adherence(), await removed.adherence()]).toEqual([
      { due: 3, taken: 0 },
      { due: 3, taken: 0 },
    ])
  })

  test('the day on which it is entered is the practice’s, after midnight in Madrid', async () => {
    const { put, mine } = await createZincCourse()
    await put({ createdAt: '2026-11-17T23:30:00.000Z' })

    expect(await mine()).toMatchObject([{ countedFrom: '2026-11-18' }])
  })
})

test('a dose is ticked by the day of a client in another time zone too, where it is still yesterday or already tomorrow', async () => {
  const { tick, practice, setTimeZone } = await createZincCourse()
  practice.clock.set('2026-11-22T04:00:00.000Z')
  await setTimeZone('America/Bogota')
  const west = [await tick('2026-11-14'), await tick('2026-11-13'), await tick('2026-11-21')]
  practice.clock.set('2026-11-22T15:30:00.000Z')
  await setTimeZone('Asia/Tokyo')
  const east = [await tick('2026-11-23'), await tick('2026-11-24')]

  expect(west.map(({ status, body }) => body.code ?? status)).toEqual([200, 'dose-not-due', 200])
  expect(east.map(({ status, body }) => body.code ?? status)).toEqual([200, 'dose-not-due'])
})

test('a dose of a week ago is ticked, and one of the day before is not', async () => {
  const { tick } = await createZincCourse()

  expect((await tick('2026-11-14')).status).toBe(200)
  expect((await tick('2026-11-13')).body.code).toBe('dose-not-due')
})
