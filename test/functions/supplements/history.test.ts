import { describe, expect, test, vi } from 'vitest'
import { supplements } from '#contract/supplements-domain'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createZincCourse } from './zinc-course.ts'

describe('what was due and taken is not rewritten', () => {
  test('by removing the supplement', async () => {
    const { ask, as, params, tick, adherence, mine } = await createZincCourse()
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) await tick(day)
    const before = await adherence()

    await ask(supplements.remove, { as: as(), params, query: { version: 1 } })

    expect(before).toEqual({ due: 10, taken: 3 })
    expect(await adherence()).toEqual(before)
    expect(await mine()).toEqual([])
  })

  test.each([
    ['doubling the doses', { frequency: '2 veces al día', times: ['Mañana', 'Noche'] }],
    ['another moment', { times: ['Con desayuno'] }],
    ['a pause', { status: 'paused' }],
    ['its end', { status: 'discontinued' }],
    ['another first day', { startDate: '2026-11-01' }],
  ])('by %s', async (_what, changes) => {
    const { tick, adherence, edit } = await createZincCourse()
    await tick('2026-11-20')
    const before = await adherence()

    expect((await edit(changes)).status).toBe(200)

    expect(before).toEqual({ due: 10, taken: 1 })
    expect(await adherence()).toEqual(before)
  })

  test('and from the change on the new doses are due', async () => {
    const { practice, adherence, edit } = await createZincCourse()
    await edit({ frequency: '2 veces al día', times: ['Mañana', 'Noche'] })

    practice.clock.set('2026-11-23T09:00:00.000Z')

    expect(await adherence()).toEqual({ due: 14, taken: 0 })
  })

  test('but what was entered by mistake and removed on the same day was never due', async () => {
    const { practice, ask, as, params, adherence, put } = await createZincCourse()
    await put({ createdAt: practice.clock.now().toISOString() })

    await ask(supplements.remove, { as: as(), params, query: { version: 1 } })

    expect(await adherence()).toEqual({ due: 0, taken: 0 })
  })
})

describe("SUP-15 'Finalizar' can be taken back on the same day", () => {
  test('and the supplement is as it was', async () => {
    const { practice, ask, as, params, put, mine } = await createZincCourse()
    await put({ status: 'paused', endDate: '2026-12-31' })
    const before = (await mine())[0]
    const finished = await ask(supplements.finish, { as: as(), params, body: { version: 1 } })

    const { body } = await ask(supplements.reopen, { as: as(), params, body: { version: 2 } })

    expect(finished.body).toMatchObject({ status: 'completed', endDate: '2026-11-21', canReopen: true })
    expect(body).toEqual({ ...before, version: 3, countedFrom: '2026-11-21' })
    expect(await listAuditedActions(practice)).toEqual(['SUPPLEMENT_FINISHED', 'SUPPLEMENT_REOPENED'])
  })

  test('not on the next, not twice, and not when somebody changed it meanwhile', async () => {
    const { practice, ask, as, params, mine, edit } = await createZincCourse()
    const reopen = (version: number) => ask(supplements.reopen, { as: as(), params, body: { version } })
    await ask(supplements.finish, { as: as(), params, body: { version: 1 } })

    practice.clock.set('2026-11-22T09:00:00.000Z')
    const nextDay = await reopen(2)
    practice.clock.set('2026-11-21T09:00:00.000Z')
    const [one, other] = await Promise.all([reopen(2), reopen(2)])
    const again = await reopen(3)
    await edit({ version: 3, amount: 30 })
    const afterEdit = await reopen(3)

    expect(nextDay.body.code).toBe('changed-meanwhile')
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
    expect(again.body.code).toBe('changed-meanwhile')
    expect(afterEdit.body.code).toBe('changed-meanwhile')
    expect(await mine()).toMatchObject([{ status: 'active', amount: 30, canReopen: false }])
  })

  test('and a course that was over before keeps its end', async () => {
    const { ask, as, params, put } = await createZincCourse()
    await put({ endDate: '2026-11-15' })

    const { body } = await ask(supplements.finish, { as: as(), params, body: { version: 1 } })

    expect(body.endDate).toBe('2026-11-15')
  })
})

test('SUP-14 a completed supplement whose end is emptied keeps its end, and has no dose after it', async () => {
  const { practice, edit, tick, mine, adherence } = await createZincCourse()
  await edit({ status: 'completed', endDate: '2026-11-19' })
  practice.clock.set('2026-11-25T09:00:00.000Z')

  const { status } = await edit({ status: 'completed', endDate: null, amount: 30, version: 2 })

  expect(status).toBe(200)
  expect(await mine()).toMatchObject([{ status: 'completed', amount: 30, endDate: '2026-11-19' }])
  expect((await tick('2026-11-25')).body.code).toBe('dose-not-due')
  practice.clock.set('2026-11-28T09:00:00.000Z')
  expect((await adherence()).due).toBe(10)
})

describe.each(['paused', 'discontinued'] as const)('completing a supplement that is %s makes no dose due', (before) => {
  async function aStoppedCourse() {
    const zinc = await createZincCourse()
    const { ask, as, params, put, practice } = zinc
    await put({ status: before })
    return {
      ...zinc,
      finish: (version: number) => ask(supplements.finish, { as: as(), params, body: { version } }),
      reopen: (version: number) => ask(supplements.reopen, { as: as(), params, body: { version } }),
      tickToday: async () => (await zinc.tick('2026-11-21')).body.code,
      dueTomorrow: async () => {
        practice.clock.set('2026-11-22T09:00:00.000Z')
        return (await zinc.adherence()).due
      },
    }
  }

  test('by finishing it', async () => {
    const { finish, tickToday, dueTomorrow } = await aStoppedCourse()

    const { body } = await finish(1)

    expect(body).toMatchObject({ status: 'completed', endDate: '2026-11-21' })
    expect([await tickToday(), await dueTomorrow()]).toEqual(['dose-not-due', 0])
  })

  test('by an edit, nor by another on the same day', async () => {
    const { edit, tickToday, dueTomorrow } = await aStoppedCourse()

    await edit({ status: 'completed' })
    const once = await tickToday()
    const again = await edit({ status: 'completed', amount: 30, version: 2 })

    expect(again.body).toMatchObject({ status: 'completed', amount: 30, endDate: '2026-11-21' })
    expect([once, await tickToday(), await dueTomorrow()]).toEqual(['dose-not-due', 'dose-not-due', 0])
  })

  test('also when that is taken back and done again, which leaves one course of before', async () => {
    const { practice, finish, reopen, tickToday, dueTomorrow } = await aStoppedCourse()
    await finish(1)

    const { body: reopened } = await reopen(2)
    const between = await tickToday()
    const { body: finished } = await finish(3)

    expect(reopened).toMatchObject({ status: before, countedFrom: '2026-11-21' })
    expect(finished).toMatchObject({ status: 'completed', endDate: '2026-11-21', version: 4 })
    expect([between, await tickToday(), await dueTomorrow()]).toEqual(['dose-not-due', 'dose-not-due', 0])
    expect((await countItemsByEntity(practice))['pastCourse']).toBe(1)
  })

  test('and taken again on the same day it is due', async () => {
    const { edit, finish, reopen, tick } = await aStoppedCourse()
    await finish(1)
    await reopen(2)

    await edit({ status: 'active', version: 3 })

    expect((await tick('2026-11-21')).status).toBe(200)
  })
})

describe('of two ticks of one dose the later one counts', () => {
  const [earlier, later] = ['2026-11-21T08:00:00.000Z', '2026-11-21T08:30:00.000Z']

  test.each([
    [true, false],
    [false, true],
  ])('when the earlier (%s) arrives after it', async (first, second) => {
    const { tick, ask, asClient } = await createZincCourse()
    await tick('2026-11-21', { taken: second, at: later })

    const { status, body } = await tick('2026-11-21', { taken: first, at: earlier })

    expect({ status, taken: body.taken }).toEqual({ status: 200, taken: second })
    const query = { from: '2026-11-21', to: '2026-11-21' }
    const { items } = (await ask(supplements.listDoses, { as: asClient(), query })).body
    expect(items).toHaveLength(second ? 1 : 0)
  })

  test('and a clock that is ahead does not win for ever', async () => {
    const { tick, practice } = await createZincCourse()
    await tick('2026-11-21', { at: '2030-01-01T00:00:00.000Z' })
    practice.clock.advance({ seconds: 1 })

    const { body } = await tick('2026-11-21', { taken: false })

    expect(body.taken).toBe(false)
  })
})

describe("A-66 'Pautas por revisar'", () => {
  const four = ['Mañana', 'Mediodía', 'Tarde', 'Noche']

  test('has what was stored and contradicts itself, of whom it is, until it is fixed', async () => {
    const { ask, as, put, edit, practice } = await createZincCourse()
    const listed = async () => (await ask(supplements.toReview, { as: as() })).body.items
    await put({ times: four })

    const found = [await listed(), await listed()]
    const paused = await edit({ times: ['Noche'], status: 'paused' })
    const fixed = await listed()

    const wanted = [
      { customerName: expect.any(String), supplement: { name: 'Zinc', frequencyText: expect.stringMatching(/Tarde/) } },
    ]
    expect(found).toMatchObject([wanted, wanted])
    expect([paused.status, fixed]).toEqual([200, []])
    expect((await countItemsByEntity(practice))['supplementReview']).toBeUndefined()
  })

  test('keeps what is finished and goes on again, and loses what is removed', async () => {
    const { ask, as, params, practice, put } = await createZincCourse()
    const listed = async () => (await ask(supplements.toReview, { as: as() })).body.items.length
    await put({ times: four })
    const before = await listed()

    await ask(supplements.finish, { as: as(), params, body: { version: 1 } })
    const over = await listed()
    await ask(supplements.reopen, { as: as(), params, body: { version: 2 } })
    const again = await listed()
    await ask(supplements.remove, { as: as(), params, query: { version: 3 } })

    expect([before, over, again, await listed()]).toEqual([1, 0, 1, 0])
    expect((await countItemsByEntity(practice))['supplementReview']).toBeUndefined()
  })

  test('is found among all prescriptions once, and with stricter rules once more', async () => {
    const { ask, as, practice, put } = await createZincCourse()
    const { data } = practice
    const listed = async () => (await ask(supplements.toReview, { as: as() })).body.items.length
    const lately = vi.spyOn(data.clientSupplements.query, 'lately')
    await put({ times: four })

    const first = [await listed(), await listed(), lately.mock.calls.length]
    await data.counters.update({ of: 'practice' }).set({ dosingRules: 0 }).go()
    const stricter = [await listed(), await listed(), lately.mock.calls.length]

    expect([first, stricter]).toEqual([
      [1, 1, 1],
      [1, 1, 2],
    ])
  })

  test.each([
    ['is over', { endDate: '2026-11-20' }],
    ['is completed', { status: 'completed' }],
    ['was stopped', { status: 'discontinued' }],
  ])('has none that %s', async (_what, changes) => {
    const { ask, as, put } = await createZincCourse()
    await put({ times: four, ...changes })

    expect((await ask(supplements.toReview, { as: as() })).body.items).toEqual([])
  })

  test('and until then no more than one of the four can be ticked', async () => {
    const { put, tick } = await createZincCourse()
    await put({ times: four })

    expect((await tick('2026-11-21', { time: 'Mañana' })).status).toBe(200)
    for (const time of ['Mediodía', 'Tarde', 'Noche']) {
      expect((await tick('2026-11-21', { time })).body.code).toBe('dose-not-due')
    }
  })
})

test('days after the end that a course had are not due because the end is changed later', async () => {
  const { adherence, edit, put } = await createZincCourse()
  await put({ endDate: '2026-11-15' })
  const before = await adherence()

  await edit({ endDate: '2026-12-31' })

  expect([before.due, (await adherence()).due]).toEqual([5, 5])
})

test('the last thirty days count, and no day before them', async () => {
  const { practice, adherence, put, params } = await createZincCourse()
  await put({ startDate: '2026-09-01', createdAt: '2026-09-01T09:00:00.000Z' })
  const taken = async (day: string) => {
    const tickedAt = `${day}T21:00:00.000Z`
    await practice.data.doses.put({ ...params, day, time: 'Noche', tickedAt }).go()
    return adherence()
  }

  // 31 days and 30 days ago.
  expect(await taken('2026-10-21')).toEqual({ due: 30, taken: 0 })
  expect(await taken('2026-10-22')).toEqual({ due: 30, taken: 1 })
})

test('doses are counted by week too, to the client and the practice alike, this one until yesterday', async () => {
  const { ask, as, asClient, tick, customerId } = await createZincCourse()
  for (const day of ['2026-11-14', '2026-11-18', '2026-11-20', '2026-11-21']) await tick(day)

  const mine = await ask(supplements.listWeeksOfMine, { as: asClient() })
  const theirs = await ask(supplements.listWeeksOfCustomer, { as: as(), params: { customerId } })

  expect(mine.body.items).toHaveLength(12)
  expect(mine.body.items[0]).toEqual({ week: '2026-08-31', due: 0, taken: 0 })
  expect(mine.body.items.slice(-3)).toEqual([
    { week: '2026-11-02', due: 0, taken: 0 },
    { week: '2026-11-09', due: 5, taken: 1 },
    { week: '2026-11-16', due: 5, taken: 2 },
  ])
  expect(theirs.body).toEqual(mine.body)
})

test('the weeks of a client who is not there are not found', async () => {
  const { ask, as } = await createZincCourse()

  const { body } = await ask(supplements.listWeeksOfCustomer, { as: as(), params: { customerId: 'cus_of-nobody' } })

  expect(body.code).toBe('not-found')
})
