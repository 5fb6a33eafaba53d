import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler } from '../../../functions/supplements/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, listAuditChanges } from '../../support/practice.ts'

const magnesium = {
  name: 'Magnesio bisglicinato',
  amount: 200,
  unit: 'mg',
  frequency: '2 veces al día',
  times: ['Noche', 'Con desayuno'],
  foodRelation: 'Después de comer',
  pattern: 'Continuo',
  instructions: 'Con agua.',
  duration: '3 meses',
  startDate: '2026-11-16',
}

/** It is Saturday, November 21st. */
async function aProtocol() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  const asClient = () => createPasswordSessionClaims(client, practice)
  const { customerId } = client
  const add = (changes: object = {}) =>
    ask(supplements.add, { as, params: { customerId }, body: { ...magnesium, requestId: randomUUID(), ...changes } })
  const addThen = async () => {
    practice.clock.set('2026-11-16T09:00:00.000Z')
    const { body } = await add()
    practice.clock.set('2026-11-21T09:00:00.000Z')
    return body
  }
  const mine = async () => (await ask(supplements.listMine, { as: asClient() })).body.items
  const tick = (clientSupplementId: string, day: string, more: object = {}) =>
    ask(supplements.tick, { as: asClient(), body: { clientSupplementId, day, time: 'Noche', taken: true, ...more } })
  return { practice, ask, as, asClient, boss, client, customerId, add, addThen, mine, tick }
}

test('SUP-10 SUP-11 SUP-13 SUP-21 DATA-15 an added supplement is active, with its strings, and its client is told', async () => {
  const { practice, add, client, boss, mine } = await aProtocol()

  const { status, body } = await add()

  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'Magnesio bisglicinato',
    status: 'active',
    dosage: '200 mg',
    frequencyText: '2 veces al día - Noche, Con desayuno',
    instructionsText:
      'Suplemento: Magnesio bisglicinato\nCómo tomar con comida: Después de comer\nPatrón: Continuo\nInstrucciones: Con agua.',
    duration: '3 meses',
    endDate: null,
    version: 1,
  })
  expect(await mine()).toEqual([body])
  expect((await practice.data.mails.scan.go()).data).toMatchObject([
    { to: client.email, content: { notice: { type: 'supplement', supplementName: 'Magnesio bisglicinato' } } },
  ])
  expect(await listAuditChanges(practice)).toMatchObject([
    { action: 'SUPPLEMENT_ADDED', userId: boss.userId, subjectId: client.customerId },
  ])
})

test('SUP-19 DATA-14 a name that the catalogue does not know becomes an entry of it, once', async () => {
  const { add, ask, as } = await aProtocol()

  await add()
  await add({ name: 'MAGNESIO  BISGLICINATO' })
  await Promise.all([add({ name: 'Ácido fólico' }), add({ name: 'acido folico' })])

  const { body } = await ask(supplements.catalogue, { as })
  expect(body.items.map(({ name }) => name)).toHaveLength(2)
  expect(body.items.map(({ name }) => name.toLowerCase())).toContain('magnesio bisglicinato')
})

test('DATA-14 an entry of the catalogue stays as it came: what is prescribed later does not write it again', async () => {
  const { add, practice } = await aProtocol()
  const entries = async () => (await practice.data.supplements.scan.go()).data
  await add()
  const before = await entries()
  practice.clock.advance({ minutes: 1 })

  await add({ name: 'MAGNESIO  BISGLICINATO' })

  expect(await entries()).toEqual(before)
})

test('DATA-30 the catalogue is in the order of names', async () => {
  const { add, ask, as } = await aProtocol()
  for (const name of ['Zinc', 'ácido fólico', 'Magnesio', 'Ñame']) await add({ name })

  const { body } = await ask(supplements.catalogue, { as })

  expect(body.items.map(({ name }) => name)).toEqual(['ácido fólico', 'Magnesio', 'Ñame', 'Zinc'])
})

test.each([
  ['without a name', { name: ' ' }],
  ['without an amount', { amount: undefined }],
  ['of nothing', { amount: 0 }],
  ['of an amount that nobody can measure', { amount: 0.000_000_1 }],
  ['of an amount that a machine added up', { amount: 0.1 + 0.2 }],
  ['since two thousand years ago', { startDate: '0001-01-01' }],
  ['in a unit nobody knows', { unit: 'puñados' }],
  ['at a time nobody knows', { times: ['Medianoche'] }],
  ['that ends before it begins', { endDate: '2026-11-15' }],
])('SUP-04 a supplement %s is not taken', async (_, changes) => {
  const { add } = await aProtocol()

  expect((await add(changes)).status).toBe(400)
})

test('A-66 SUP-10 a meal and its part of the day are one dose, and are kept and told as one', async () => {
  const { add, mine } = await aProtocol()

  const { body: added } = await add({
    frequency: '3 veces al día',
    times: ['Mañana', 'Mediodía', 'Noche', 'Con desayuno', 'Con comida'],
  })

  expect(added).toMatchObject({
    times: ['Noche', 'Con desayuno', 'Con comida'],
    frequencyText: '3 veces al día - Noche, Con desayuno, Con comida',
  })
  expect(await mine()).toEqual([added])
})

const contradictions = [
  [{ frequency: '1 vez al día' }, 'times', '1 vez al día, pero has marcado 2 momentos'],
  [{ times: [] }, 'times', '2 veces al día, pero no has marcado ningún momento'],
  [
    { times: ['Mañana', 'Con desayuno'] },
    'times',
    '2 veces al día, pero has marcado 1 momento («Mañana» y «Con desayuno» son el mismo)',
  ],
  [
    { frequency: '3 veces por semana', times: ['Noche'], pattern: 'Solo fines de semana' },
    'pattern',
    '3 veces por semana, pero un fin de semana solo tiene 2 días',
  ],
  [
    { startDate: '2026-11-23', endDate: '2026-11-27', pattern: 'Solo fines de semana' },
    'endDate',
    'Entre estas fechas no toca ninguna toma',
  ],
] as const

test.each(contradictions)(
  'A-66 what the calendar could not show as it was said is neither added nor saved: %j',
  async (changes, field, text) => {
    const { add, ask, as, customerId, mine } = await aProtocol()
    const { body: stands } = await add()
    const params = { customerId, clientSupplementId: stands.clientSupplementId }

    const added = await add(changes)
    const saved = await ask(supplements.edit, { as, params, body: edited(changes) })

    for (const { status, body } of [added, saved]) {
      expect({ status, problems: body.problems }).toEqual({ status: 400, problems: { [field]: [text] } })
    }
    expect(await mine()).toEqual([stands])
  },
)

test('SUP-15 finishing a supplement completes it as of today', async () => {
  const { ask, as, customerId, add, practice } = await aProtocol()
  const { body: added } = await add()
  const params = { customerId, clientSupplementId: added.clientSupplementId }

  const { body } = await ask(supplements.finish, { as, params, body: { version: 1 } })

  expect(body).toMatchObject({ status: 'completed', endDate: '2026-11-21', version: 2 })
  expect(await listAuditedActions(practice)).toEqual(['SUPPLEMENT_ADDED', 'SUPPLEMENT_FINISHED'])
})

const edited = (changes: object = {}) => {
  const { name: _, ...course } = magnesium
  return { ...course, status: 'active', version: 1, ...changes }
}

test.each(['active', 'completed', 'paused', 'discontinued'] as const)(
  'SUP-14 an administrador may set a supplement to %s',
  async (status) => {
    const { ask, as, customerId, add } = await aProtocol()
    const { body: added } = await add()
    const params = { customerId, clientSupplementId: added.clientSupplementId }

    const { body } = await ask(supplements.edit, { as, params, body: edited({ status, amount: 400 }) })

    expect(body).toMatchObject({ status, dosage: '400 mg', endDate: status === 'completed' ? '2026-11-21' : null })
  },
)

test('SUP-14 a completed supplement keeps the end that it had', async () => {
  const { ask, as, customerId, add } = await aProtocol()
  const { body: added } = await add()
  const params = { customerId, clientSupplementId: added.clientSupplementId }

  const { body } = await ask(supplements.edit, {
    as,
    params,
    body: edited({ status: 'completed', endDate: '2026-11-20' }),
  })

  expect(body.endDate).toBe('2026-11-20')
})

test.each(['active', 'completed'] as const)(
  'completing one that is %s ends it today, whatever end it is given',
  async (before) => {
    const { ask, as, customerId, add, mine } = await aProtocol()
    const { body: added } = await add()
    const params = { customerId, clientSupplementId: added.clientSupplementId }
    const { body: first } = await ask(supplements.edit, { as, params, body: edited({ status: before }) })

    const { body } = await ask(supplements.edit, {
      as,
      params,
      body: { ...edited({ status: 'completed', endDate: '2027-02-28' }), version: first.version },
    })

    expect(body).toMatchObject({ status: 'completed', endDate: '2026-11-21' })
    expect(await mine()).toMatchObject([{ endDate: '2026-11-21' }])
  },
)

test('what an edit leaves out is gone', async () => {
  const { ask, as, customerId, add, mine } = await aProtocol()
  const { body: added } = await add({ packDoses: 60 })
  const params = { customerId, clientSupplementId: added.clientSupplementId }

  await ask(supplements.edit, { as, params, body: edited({ instructions: null, duration: null }) })

  expect(await mine()).toMatchObject([{ instructions: null, duration: null, packDoses: null }])
})

test('of two who change the same supplement, the second is told and the first change stands', async () => {
  const { ask, as, customerId, add, mine } = await aProtocol()
  const { body: added } = await add()
  const params = { customerId, clientSupplementId: added.clientSupplementId }
  const edit = (amount: number) => ask(supplements.edit, { as, params, body: edited({ amount }) })

  const answers = await Promise.all([edit(300), edit(400), edit(500)])
  const removal = await ask(supplements.remove, { as, params, query: { version: 1 } })

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'changed-meanwhile')).toHaveLength(2)
  expect(removal.body.code).toBe('changed-meanwhile')
  expect(await mine()).toMatchObject([{ version: 2 }])
})

test('PER-04 SUP-22 a removed supplement is in no list, and the audit log says who took it away', async () => {
  const { ask, as, customerId, add, mine, practice } = await aProtocol()
  const { body: added } = await add()
  const params = { customerId, clientSupplementId: added.clientSupplementId }

  const { body } = await ask(supplements.remove, { as, params, query: { version: 1 } })

  expect(body).toEqual({ removed: true })
  expect(await mine()).toEqual([])
  expect(await listAuditedActions(practice)).toEqual(['SUPPLEMENT_ADDED', 'SUPPLEMENT_REMOVED'])
})

test('SUP-18 what was used before is offered without clients and without free text, each dosing once', async () => {
  const { ask, as, add, practice, client } = await aProtocol()
  const other = await createCliente(practice)
  await add({ instructions: 'Para tu colon irritable, Lucía' })
  await ask(supplements.add, {
    as,
    params: { customerId: other.customerId },
    body: { ...magnesium, requestId: randomUUID() },
  })

  const { body } = await ask(supplements.usedBefore, { as })

  expect(body.items).toEqual([
    {
      name: 'Magnesio bisglicinato',
      amount: 200,
      unit: 'mg',
      frequency: '2 veces al día',
      times: ['Noche', 'Con desayuno'],
      foodRelation: 'Después de comer',
      pattern: 'Continuo',
    },
  ])
  expect(JSON.stringify(body)).not.toContain(client.customerId)
  expect(JSON.stringify(body)).not.toContain('colon')
})

test('a template keeps its text because somebody wanted that, until it is removed', async () => {
  const { ask, as } = await aProtocol()
  const { duration: _, startDate: __, ...dosing } = magnesium
  const requestId = randomUUID()
  const { status, body: saved } = await ask(supplements.saveTemplate, { as, body: { ...dosing, requestId } })
  const listed = await ask(supplements.templates, { as })

  const removed = await ask(supplements.removeTemplate, { as, params: { templateId: saved.templateId } })

  expect(status).toBe(201)
  expect(listed.body.items).toMatchObject([{ name: 'Magnesio bisglicinato', instructions: 'Con agua.' }])
  expect(removed.body).toEqual({ removed: true })
  expect((await ask(supplements.templates, { as })).body.items).toEqual([])
})

test('A-66 a dosing that contradicts itself is not kept as a template either', async () => {
  const { ask, as } = await aProtocol()
  const { duration: _, startDate: __, ...dosing } = magnesium

  const { status, body } = await ask(supplements.saveTemplate, {
    as,
    body: { ...dosing, frequency: '3 veces al día', requestId: randomUUID() },
  })

  expect({ status, problems: body.problems }).toEqual({
    status: 400,
    problems: { times: ['3 veces al día, pero has marcado 2 momentos'] },
  })
})

/** Two doses a day from 16 November on: the last one of 20 is taken on the 25th. */
const withPack = async () => {
  const protocol = await aProtocol()
  const { body } = await protocol.add({ packDoses: 20 })
  const { clientSupplementId } = body
  const order = (ordered: boolean, runsOutDay = '2026-11-25') =>
    protocol.ask(supplements.setPackOrdered, {
      as: protocol.asClient(),
      params: { clientSupplementId },
      body: { ordered, runsOutDay },
    })
  const { name: _, ...course } = magnesium
  const change = (version: number, changes: object = {}) =>
    protocol.ask(supplements.edit, {
      as: protocol.as,
      params: { customerId: protocol.customerId, clientSupplementId },
      body: { ...course, packDoses: 20, status: 'active', version, ...changes },
    })
  const { customerId } = protocol
  const readAsPractice = async () =>
    (await protocol.ask(supplements.listOfCustomer, { as: protocol.as, params: { customerId } })).body.items
  return { ...protocol, clientSupplementId, order, change, readAsPractice }
}

test('a client says that another pack is ordered, which the practice reads, and takes it back', async () => {
  const { practice, order, mine, readAsPractice } = await withPack()

  expect((await order(true)).body).toMatchObject({ packOrderedOn: '2026-11-21', version: 1 })
  expect((await order(true)).body).toMatchObject({ packOrderedOn: '2026-11-21', version: 1 })
  expect(await readAsPractice()).toMatchObject([{ packOrderedOn: '2026-11-21' }])
  expect((await order(false)).body).toMatchObject({ packOrderedOn: null })
  expect(await mine()).toMatchObject([{ packOrderedOn: null, packDoses: 20 }])
  const { data } = await practice.data.clientSupplements.scan.go()
  expect(data[0]).not.toHaveProperty('packOrderedFor')
})

test('what was said of a pack stays while it is the same pack, and says nothing of another one', async () => {
  const { order, change } = await withPack()
  await order(true)

  const worded = await change(1, { instructions: 'Sin agua.' })
  const other = await change(2, { packDoses: 60 })

  expect(worded.body).toMatchObject({ packOrderedOn: '2026-11-21', version: 2 })
  expect(other.body).toMatchObject({ packOrderedOn: null, version: 3 })
})

test('an order for a pack that is not the one of now is refused, and nobody orders for somebody else', async () => {
  const { practice, ask, order, clientSupplementId, mine } = await withPack()
  const stranger = createPasswordSessionClaims(await createCliente(practice), practice)

  expect(await order(true, '2026-11-30')).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
  const foreign = await ask(supplements.setPackOrdered, {
    as: stranger,
    params: { clientSupplementId },
    body: { ordered: true, runsOutDay: '2026-11-25' },
  })
  expect(foreign.status).toBe(404)
  expect(await mine()).toMatchObject([{ packOrderedOn: null }])
})

test('a ticked dose stays ticked, twice is once, and it can be taken back', async () => {
  const { ask, asClient, addThen, tick } = await aProtocol()
  const { clientSupplementId } = await addThen()
  const doses = async () =>
    (await ask(supplements.listDoses, { as: asClient(), query: { from: '2026-11-20', to: '2026-11-21' } })).body.items

  await tick(clientSupplementId, '2026-11-21')
  await tick(clientSupplementId, '2026-11-21')
  await tick(clientSupplementId, '2026-11-20', { time: 'Con desayuno' })
  const ticked = await doses()
  await tick(clientSupplementId, '2026-11-21', { taken: false })

  expect(ticked).toEqual([
    { clientSupplementId, day: '2026-11-20', time: 'Con desayuno' },
    { clientSupplementId, day: '2026-11-21', time: 'Noche' },
  ])
  expect(await doses()).toEqual([{ clientSupplementId, day: '2026-11-20', time: 'Con desayuno' }])
})

test.each([
  ['of tomorrow', '2026-11-22', 'Noche'],
  ['from before the course', '2026-11-15', 'Noche'],
  ['at a time at which none is due', '2026-11-21', 'Tarde'],
])('a dose %s is not ticked', async (_, day, time) => {
  const { add, tick } = await aProtocol()
  const { body: added } = await add()

  const { body } = await tick(added.clientSupplementId, day, { time })

  expect(body.code).toBe('dose-not-due')
})

test('today is the day of the practice: after midnight in Madrid it is tomorrow already', async () => {
  const { add, tick, practice } = await aProtocol()
  const { body: added } = await add()
  practice.clock.set('2026-11-21T23:30:00.000Z')

  const { status } = await tick(added.clientSupplementId, '2026-11-22')

  expect(status).toBe(200)
})

test('a stranger neither sees nor ticks a supplement of somebody else', async () => {
  const { add, ask, practice } = await aProtocol()
  const { body: added } = await add()
  const as = createPasswordSessionClaims(await createCliente(practice), practice)

  const ticked = await ask(supplements.tick, {
    as,
    body: { clientSupplementId: added.clientSupplementId, day: '2026-11-21', time: 'Noche', taken: true },
  })

  expect(ticked.body.code).toBe('not-found')
  expect((await ask(supplements.listMine, { as })).body.items).toEqual([])
})

test('adherence counts the due doses of the last thirty days and the ticked ones among them', async () => {
  const { ask, as, customerId, addThen, tick } = await aProtocol()
  const added = await addThen()
  await tick(added.clientSupplementId, '2026-11-20')
  await tick(added.clientSupplementId, '2026-11-20', { time: 'Con desayuno' })
  await tick(added.clientSupplementId, '2026-11-19')

  const { body } = await ask(supplements.adherence, { as, params: { customerId } })

  expect(body).toEqual({ due: 10, taken: 3 })
})
