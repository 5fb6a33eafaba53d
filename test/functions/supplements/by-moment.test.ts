import { describe, expect, test } from 'vitest'
import { supplements } from '#contract/supplements-domain'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'
import { createZincCourse, course, zincPrescription } from './zinc-course.ts'

describe('A-66 an amount for each moment', () => {
  const body = {
    name: 'Vitamina C',
    unit: 'capsulas',
    doses: [
      { time: 'Con cena', amount: 2 },
      { time: 'Con desayuno', amount: 1 },
    ],
    foodRelation: 'Indiferente',
    pattern: 'Continuo',
    startDate: '2026-11-21',
    requestId: '33333333-3333-4333-8333-333333333333',
  } as const

  test('SUP-10 SUP-21 is a row for each, with its own strings, under one heading; the client is told once', async () => {
    const { ask, as, customerId, mine, practice } = await createZincCourse()

    const { status, body: added } = await ask(supplements.addByMoment, { as: as(), params: { customerId }, body })

    expect(status).toBe(201)
    expect(added.items).toMatchObject([
      { name: 'Vitamina C', dosage: '1 capsulas', frequencyText: '1 vez al día - Con desayuno' },
      { name: 'Vitamina C', dosage: '2 capsulas', frequencyText: '1 vez al día - Con cena' },
    ])
    const groups = new Set(added.items.map(({ groupId }) => groupId))
    expect([groups.size, groups.has(null)]).toEqual([1, false])
    expect((await mine()).filter(({ name }) => name === 'Vitamina C')).toHaveLength(2)
    expect((await practice.data.mails.scan.go()).data).toHaveLength(1)
  })

  test.each([
    [[{ time: 'Con cena', amount: 2 }], 'doses'],
    [
      [
        { time: 'Con cena', amount: 2 },
        { time: 'Noche', amount: 1 },
      ],
      'times',
    ],
    [
      [
        { time: 'Con cena', amount: 2 },
        { time: 'Con cena', amount: 1 },
      ],
      'times',
    ],
  ])('%j is not', async (doses, field) => {
    const { ask, as, customerId, mine } = await createZincCourse()

    const answer = await ask(supplements.addByMoment, { as: as(), params: { customerId }, body: { ...body, doses } })

    expect({ status: answer.status, fields: Object.keys(answer.body.problems ?? {}) }).toEqual({
      status: 400,
      fields: [field],
    })
    expect(await mine()).toHaveLength(1)
  })

  test('a change of one row leaves it with its group', async () => {
    const { ask, as, customerId, mine } = await createZincCourse()
    const { items } = (await ask(supplements.addByMoment, { as: as(), params: { customerId }, body })).body
    const [breakfast] = items

    await ask(supplements.edit, {
      as: as(),
      params: { customerId, clientSupplementId: breakfast?.clientSupplementId ?? '' },
      body: { ...course, times: ['Con desayuno'], amount: 3, status: 'active', version: 1 },
    })

    const groups = (await mine()).filter(({ name }) => name === 'Vitamina C').map(({ groupId }) => groupId)
    expect(groups).toEqual([breakfast?.groupId, breakfast?.groupId])
  })
})

describe('A-66 no two rows of one supplement are due at one moment', () => {
  const { amount: _amount, times: _times, frequency: _frequency, ...rest } = zincPrescription
  const daily = { ...course, frequency: '1 vez al día', amount: 3, status: 'active' } as const

  async function aGroup() {
    const setup = await createZincCourse()
    const { ask, as, customerId } = setup
    const doses = [
      { time: 'Con desayuno', amount: 1 },
      { time: 'Noche', amount: 2 },
    ]
    const { body } = await ask(supplements.addByMoment, {
      as: as(),
      params: { customerId },
      body: { ...rest, name: 'Vitamina C', doses, requestId: '33333333-3333-4333-8333-333333333333' },
    })
    const [breakfast, night] = body.items.map(({ clientSupplementId }) => ({ customerId, clientSupplementId }))
    const change = (params: typeof breakfast, changes: object) =>
      ask(supplements.edit, { as: as(), params, body: { ...daily, version: 1, ...changes } })
    return { ...setup, breakfast, night, change }
  }

  test.each([
    ['the same', 'Con desayuno', 'En «Con desayuno» ya hay otra toma de esta pauta'],
    [
      'the same by another name',
      'Mañana',
      'En «Con desayuno» ya hay otra toma de esta pauta («Con desayuno» y «Mañana» son el mismo)',
    ],
  ])('an edit that moves a row to %s is refused at the moments, and nothing changes', async (_what, time, text) => {
    const { night, change, mine } = await aGroup()
    const before = await mine()

    const answer = await change(night, { times: [time] })

    expect(answer).toEqual({
      status: 400,
      body: { code: 'invalid-input', problems: { times: [`${text}: elige otro momento o cambia esa fila`] } },
    })
    expect(await mine()).toEqual(before)
  })

  test('a row goes to a moment that is free, or that the other row has left', async () => {
    const { breakfast, night, change } = await aGroup()

    expect((await change(night, { times: ['Con cena'] })).status).toBe(200)
    expect((await change(breakfast, { status: 'discontinued', times: ['Con desayuno'] })).status).toBe(200)
    expect((await change(night, { times: ['Con desayuno'], version: 2 })).status).toBe(200)
  })

  test('a row whose days end before the other begins may have its moment', async () => {
    const { breakfast, night, change } = await aGroup()
    await change(breakfast, { times: ['Con desayuno'], endDate: '2026-11-30' })

    expect((await change(night, { times: ['Mañana'], startDate: '2026-11-30' })).status).toBe(400)
    expect((await change(night, { times: ['Mañana'], startDate: '2026-12-01' })).status).toBe(200)
  })

  test('a row may have the moment of one that begins when its own days are over, and not on their last', async () => {
    const { breakfast, night, change } = await aGroup()
    await change(breakfast, { times: ['Con desayuno'], startDate: '2026-12-01' })

    expect((await change(night, { times: ['Mañana'], endDate: '2026-12-01' })).status).toBe(400)
    expect((await change(night, { times: ['Mañana'], endDate: '2026-11-30' })).status).toBe(200)
  })

  test("nor by taking back 'Finalizar'", async () => {
    const { ask, as, breakfast, night, change } = await aGroup()
    await ask(supplements.finish, { as: as(), params: breakfast, body: { version: 1 } })
    const moved = await change(night, { times: ['Con desayuno'], startDate: '2026-11-22' })

    const answer = await ask(supplements.reopen, { as: as(), params: breakfast, body: { version: 2 } })

    expect(moved.status).toBe(200)
    expect(answer).toMatchObject({ status: 400, body: { problems: { times: [expect.stringMatching(/otra toma/)] } } })
  })

  test('of two rows that are moved to one moment at once, one is', async () => {
    const { practice, breakfast, night, change } = await aGroup()
    synchronizeNextWrites(practice, 2)

    const answers = await Promise.all([breakfast, night].map((row) => change(row, { times: ['Tarde'] })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
