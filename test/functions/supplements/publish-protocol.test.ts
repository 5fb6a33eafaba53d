import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'
import { aProtocol, changedZinc, newLine, requestId, twice } from './publishable-protocol.ts'

describe('A-66 a protocol is published whole:', () => {
  test('SUP-10 SUP-13 SUP-19 SUP-21 three new supplements are active, with their strings, and one mail tells of them', async () => {
    const { publish, inForce, mails, ask, as } = await aProtocol()

    const { status, body } = await publish({
      prescribe: [
        newLine('Magnesio', { doses: [{ time: 'Con cena', amount: 200 }] }),
        newLine('Omega 3', {
          unit: 'capsulas',
          doses: [
            { time: 'Con desayuno', amount: 1 },
            { time: 'Con cena', amount: 2 },
          ],
        }),
        newLine('Butirato', {
          unit: 'capsulas',
          doses: [{ time: 'Con comida', amount: 1 }],
          sparseFrequency: 'Cada 2 días',
        }),
      ],
    })

    expect(status).toBe(200)
    expect(body.items).toHaveLength(5)
    expect(await inForce()).toEqual([
      'Butirato: 1 capsulas, Cada 2 días - Con comida',
      'Magnesio: 200 mg, 1 vez al día - Con cena',
      'Omega 3: 1 capsulas, 1 vez al día - Con desayuno',
      'Omega 3: 2 capsulas, 1 vez al día - Con cena',
      'Zinc: 15 mg, 1 vez al día - Noche',
    ])
    const names = (await ask(supplements.catalogue, { as: as() })).body.items.map(({ name }) => name)
    expect(names).toEqual(['Butirato', 'Magnesio', 'Omega 3'])
    expect((await mails()).map(({ content }) => content)).toMatchObject([
      {
        kind: 'client-notice',
        notice: {
          type: 'supplement',
          supplementName: 'Magnesio',
          more: [{ supplementName: 'Omega 3' }, { supplementName: 'Butirato' }],
        },
      },
    ])
  })

  test('SUP-12 SUP-14 one changes, one ends today, and each has its entry with the values', async () => {
    const { publish, inForce, practice, mine, mails } = await aProtocol()
    await publish({ prescribe: [newLine('Magnesio')] })
    const [magnesium] = (await mine()).filter(({ name }) => name === 'Magnesio')
    const seen = (await mine()).map(({ clientSupplementId, version }) => ({ clientSupplementId, version }))

    const { status } = await publish({
      seen,
      change: [changedZinc({ doses: [{ time: 'Con cena', amount: 30 }] })],
      finish: [magnesium?.clientSupplementId],
    })

    expect(status).toBe(200)
    expect(await inForce()).toEqual(['Zinc: 30 mg, 1 vez al día - Con cena'])
    expect((await mine()).find(({ name }) => name === 'Magnesio')).toMatchObject({
      status: 'completed',
      endDate: '2026-11-21',
      canReopen: true,
    })
    expect((await listAuditChanges(practice)).map(({ action, details }) => [action, details])).toEqual([
      ['SUPPLEMENT_ADDED', expect.anything()],
      [
        'SUPPLEMENT_CHANGED',
        expect.objectContaining({
          old_data: { name: 'Zinc', amount: 15, unit: 'mg', times: ['Noche'] },
          new_data: { name: 'Zinc', amount: 30, unit: 'mg', times: ['Con cena'] },
        }),
      ],
      ['SUPPLEMENT_FINISHED', expect.anything()],
    ])
    expect(await mails()).toHaveLength(1)
  })

  test('days before the change count by the course that was valid on them', async () => {
    const { publish, tick, adherence } = await aProtocol()
    await tick('2026-11-20')
    const before = await adherence()

    await publish({ change: [changedZinc({ doses: [{ time: 'Con cena', amount: 30 }] })] })

    expect(before).toEqual({ due: 10, taken: 1 })
    expect(await adherence()).toEqual(before)
  })

  test('what ended yesterday is not finished today by a page that was loaded before', async () => {
    const { publish, put, mine, mails } = await aProtocol()
    await put({ endDate: '2026-11-20' })
    const before = await mine()

    const { status, body } = await publish({ finish: ['csu_zinc-since-the-11th'] })

    expect({ status, items: body.items }).toEqual({ status: 200, items: [] })
    expect(await mine()).toEqual(before)
    expect(await mails()).toEqual([])
  })

  test('what the client said of a pack stays while it is the same pack', async () => {
    const { publish, put, ask, asClient, params, mine } = await aProtocol()
    await put({ packDoses: 20 })
    const { clientSupplementId } = params
    const body = { ordered: true, runsOutDay: '2026-11-30' }
    await ask(supplements.setPackOrdered, { as: asClient(), params: { clientSupplementId }, body })

    await publish({ change: [changedZinc({ packDoses: 20, instructions: 'Sin agua.' })] })

    expect(await mine()).toMatchObject([{ instructions: 'Sin agua.', packOrderedOn: '2026-11-21', version: 2 }])
  })

  test('SUP-10 an amount that comes to differ by moment becomes a row for each, and one again where they agree', async () => {
    const { publish, inForce, mine, params } = await aProtocol()
    await publish({ change: [changedZinc({ doses: twice(10, 15) })] })
    const rows = (await mine()).filter(({ status }) => status === 'active')
    expect(await inForce()).toEqual(['Zinc: 10 mg, 1 vez al día - Mañana', 'Zinc: 15 mg, 1 vez al día - Noche'])
    expect(new Set(rows.map(({ groupId }) => groupId)).size).toBe(1)
    expect(rows.find(({ times }) => times[0] === 'Noche')?.clientSupplementId).toBe(params.clientSupplementId)

    const { status } = await publish({
      seen: rows.map(({ clientSupplementId, version }) => ({ clientSupplementId, version })),
      change: [
        changedZinc({
          clientSupplementIds: rows.map(({ clientSupplementId }) => clientSupplementId),
          doses: twice(20, 20),
        }),
      ],
    })

    expect(status).toBe(200)
    expect(await inForce()).toEqual(['Zinc: 20 mg, 2 veces al día - Mañana, Noche'])
  })

  test('a protocol that is longer than a transaction is published all the same, and told in one mail', async () => {
    const { publish, practice, mails } = await aProtocol()
    const thrice = ['Mañana', 'Mediodía', 'Noche'].map((time, at) => ({ time, amount: at + 1 }))
    const prescribe = Array.from({ length: 15 }, (_, at) => newLine(`Suplemento ${at}`, { doses: thrice }))

    expect((await publish({ prescribe })).status).toBe(200)

    expect((await practice.data.clientSupplements.scan.go({ pages: 'all' })).data).toHaveLength(46)
    expect(await mails()).toHaveLength(1)
  })

  test('one that would be longer than a protocol can be is refused whole, not published in part', async () => {
    const { publish, practice, mails } = await aProtocol()
    const thrice = ['Mañana', 'Mediodía', 'Noche'].map((time, at) => ({ time, amount: at + 1 }))
    const prescribe = Array.from({ length: 40 }, (_, at) => newLine(`Suplemento ${at}`, { doses: thrice }))

    const { status, body } = await publish({ prescribe })

    expect({ status, body }).toMatchObject({ status: 400, body: { problems: { prescribe: [expect.any(String)] } } })
    expect((await practice.data.clientSupplements.scan.go({ pages: 'all' })).data).toHaveLength(1)
    expect(await mails()).toEqual([])
  })
})

describe('a publication is sent again because its answer was lost:', () => {
  const changes = {
    prescribe: [newLine('Magnesio')],
    change: [changedZinc({ doses: [{ time: 'Con cena', amount: 30 }] })],
  }

  test('the answer is the same, and nothing is prescribed, changed or told twice', async () => {
    const { publish, practice, mails, mine } = await aProtocol()
    const first = await publish(changes)
    const protocol = await mine()

    const again = await publish(changes)

    expect(again).toEqual(first)
    expect(await mine()).toEqual(protocol)
    expect((await listAuditedActions(practice)).toSorted()).toEqual(['SUPPLEMENT_ADDED', 'SUPPLEMENT_CHANGED'])
    expect(await mails()).toHaveLength(1)
  })

  test('also where the page has read the new protocol meanwhile', async () => {
    const { publish, mine } = await aProtocol()
    await publish(changes)
    const protocol = await mine()
    const seen = protocol.map(({ clientSupplementId, version }) => ({ clientSupplementId, version }))

    const { status } = await publish({ ...changes, seen })

    expect(status).toBe(200)
    expect(await mine()).toEqual(protocol)
  })
})

describe('what somebody else has done meanwhile is not overwritten:', () => {
  const wanted = { change: [changedZinc({ doses: [{ time: 'Con cena', amount: 30 }] })] }
  const refusal = { status: 409, body: { code: 'changed-meanwhile' } }

  test('a change of the same supplement', async () => {
    const { publish, edit, mine } = await aProtocol()
    await edit({ amount: 20 })
    const before = await mine()

    expect(await publish(wanted)).toEqual(refusal)

    expect(await mine()).toEqual(before)
  })

  test('a change of another supplement that stays', async () => {
    const { publish, edit, mine } = await aProtocol()
    await edit({ amount: 20 })
    const before = await mine()

    expect(await publish({ prescribe: [newLine('Magnesio')] })).toEqual(refusal)

    expect(await mine()).toEqual(before)
  })

  test('a supplement that nobody here has seen', async () => {
    const { publish, ask, as, customerId, inForce } = await aProtocol()
    const { clientSupplementIds: _, doses: __, ...rest } = changedZinc()
    await ask(supplements.add, {
      as: as(),
      params: { customerId },
      body: { ...rest, name: 'Hierro', amount: 1, frequency: '1 vez al día', times: ['Mañana'], requestId },
    })

    expect(await publish(wanted)).toEqual(refusal)

    expect(await inForce()).toEqual(['Hierro: 1 mg, 1 vez al día - Mañana', 'Zinc: 15 mg, 1 vez al día - Noche'])
  })

  test('of a client who has gone meanwhile nothing is kept', async () => {
    const { publish, practice, as, customerId } = await aProtocol()
    const ask = createEndpointCaller(serveCustomers(() => practice))
    interruptNextWrite(practice, 'steps', () => ask(customers.remove, { as: as(), params: { customerId } }))

    const { status } = await publish({ prescribe: [newLine('Magnesio')] })

    expect(status).toBe(404)
    expect((await practice.data.clientSupplements.scan.go()).data.map(({ name }) => name)).toEqual(['Zinc'])
  })

  test('two publish at the same moment: one is taken, the other is told', async () => {
    const { publish, practice, inForce } = await aProtocol()
    await inForce()
    await publish({ finish: [] })
    synchronizeNextWrites(practice, 2)

    const answers = await Promise.all([
      publish({ prescribe: [newLine('Magnesio')] }),
      publish({ requestId: '00000000-0000-4000-8000-000000000001', prescribe: [newLine('Hierro')] }),
    ])

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await inForce()).toHaveLength(2)
  })
})

describe('A-66 SUP-04 what contradicts itself is not published:', () => {
  test.each([
    ['nothing at all', {}, ['change']],
    ['no amount', { prescribe: [newLine('Magnesio', { doses: [] })] }, ['prescribe']],
    [
      'a meal and its part of the day as two moments',
      {
        prescribe: [
          newLine('Magnesio', {
            doses: [
              { time: 'Con cena', amount: 1 },
              { time: 'Noche', amount: 2 },
            ],
          }),
        ],
      },
      ['prescribe'],
    ],
    [
      'three doses a day of a course of some days a week',
      {
        prescribe: [
          newLine('Magnesio', {
            sparseFrequency: '1 vez por semana',
            doses: [
              { time: 'Con desayuno', amount: 1 },
              { time: 'Con cena', amount: 1 },
            ],
          }),
        ],
      },
      ['prescribe'],
    ],
    ['an end before the beginning', { change: [changedZinc({ endDate: '2026-11-01' })] }, ['change']],
    [
      'one supplement changed and finished',
      { change: [changedZinc()], finish: ['csu_zinc-since-the-11th'] },
      ['change'],
    ],
    ['one that was not seen', { seen: [], finish: ['csu_zinc-since-the-11th'] }, ['change']],
  ])('%s', async (_, changes, fields) => {
    const { publish, mine } = await aProtocol()
    const before = await mine()

    const { status, body } = await publish(changes)

    expect(status).toBe(400)
    expect(Object.keys((body as { problems?: object }).problems ?? {}).map((path) => path.split('.')[0])).toEqual(
      fields,
    )
    expect(await mine()).toEqual(before)
  })

  test('two supplements as one line', async () => {
    const { publish, mine } = await aProtocol()
    await publish({ prescribe: [newLine('Magnesio')] })
    const before = await mine()

    const { status } = await publish({
      seen: before.map(({ clientSupplementId, version }) => ({ clientSupplementId, version })),
      change: [changedZinc({ clientSupplementIds: before.map(({ clientSupplementId }) => clientSupplementId) })],
    })

    expect(status).toBe(400)
    expect(await mine()).toEqual(before)
  })
})

describe('A-45 a template of a whole protocol', () => {
  const template = {
    name: 'Disbiosis, fase 1',
    lines: [
      {
        name: 'Omega 3',
        unit: 'capsulas',
        doses: [
          { time: 'Con desayuno', amount: 1 },
          { time: 'Con cena', amount: 2 },
        ],
        foodRelation: 'Con comida',
        pattern: 'Continuo',
      },
      {
        name: 'Butirato',
        unit: 'capsulas',
        doses: [{ time: 'Con comida', amount: 1 }],
        sparseFrequency: 'Cada 2 días',
        foodRelation: 'Indiferente',
        pattern: 'Continuo',
      },
    ],
  }

  test('is kept, listed and removed, each with its entry of the log', async () => {
    const { ask, as, practice } = await aProtocol()

    const { status, body } = await ask(supplements.saveProtocolTemplate, {
      as: as(),
      body: { ...template, requestId },
    })
    const listed = await ask(supplements.protocolTemplates, { as: as() })
    await ask(supplements.removeProtocolTemplate, { as: as(), params: { templateId: body.templateId } })

    expect(status).toBe(201)
    const [omega, butyrate] = template.lines
    expect(body).toMatchObject({ name: template.name, lines: [{ ...omega, sparseFrequency: null }, butyrate] })
    expect(listed.body.items).toEqual([body])
    expect((await ask(supplements.protocolTemplates, { as: as() })).body.items).toEqual([])
    expect(await listAuditedActions(practice)).toEqual(['PROTOCOL_TEMPLATE_SAVED', 'PROTOCOL_TEMPLATE_REMOVED'])
  })

  test.each(['instructions', 'duration', 'startDate', 'customerId'])('takes no %s', async (field) => {
    const { ask, as } = await aProtocol()
    const [first] = template.lines

    const { status } = await ask(supplements.saveProtocolTemplate, {
      as: as(),
      body: { ...template, requestId, lines: [{ ...first, [field]: '2026-11-21' }] },
    })

    expect(status).toBe(400)
  })
})
