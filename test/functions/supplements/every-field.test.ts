import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clientSupplementFields, type ClientSupplementField } from '#contract/client-supplement'
import { dosingFields } from '#contract/dosing'
import { type EnteredRecord, getFieldInputSchemas, getObjectKeys, pickTextFields } from '#contract/record-fields'
import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler } from '../../../functions/supplements/handler.ts'
import { toExportTable } from '../../../functions/privacy/export-table.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

const textFields = pickTextFields(clientSupplementFields)
const texts = (word: string) =>
  createFieldSamples(getFieldInputSchemas(textFields), word) as Pick<
    EnteredRecord<typeof clientSupplementFields>,
    keyof typeof textFields
  >

const before = {
  ...texts('Primero'),
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-20',
  endDate: '2026-12-20',
  packDoses: 30,
} as const satisfies Record<ClientSupplementField, unknown>
const after = {
  ...texts('Segundo'),
  amount: 2,
  unit: 'mg',
  frequency: '2 veces al día',
  times: ['Mañana', 'Noche'],
  foodRelation: 'Antes de comer',
  pattern: 'Solo días laborables',
  startDate: '2026-11-23',
  endDate: '2026-12-21',
  packDoses: 60,
} as const satisfies Record<ClientSupplementField, unknown>

async function aPrescription() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const [as, own] = [createPasswordSessionClaims(boss, practice), createPasswordSessionClaims(client, practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const { customerId } = client
  const added = await ask(supplements.add, {
    as,
    params: { customerId },
    body: { ...before, name: 'Magnesio', requestId: randomUUID() },
  })
  const params = { customerId, clientSupplementId: added.body.clientSupplementId }
  const listed = async () => (await ask(supplements.listOfCustomer, { as, params: { customerId } })).body.items
  return { practice, ask, as, own, params, listed }
}

test('every field of a prescription is kept, shown to the client, changed and emptied', async () => {
  const { ask, as, own, params, listed } = await aPrescription()
  const version = { status: 'active', version: 1 }
  const empty = {
    ...Object.fromEntries(getObjectKeys(textFields).map((field) => [field, null])),
    endDate: null,
    packDoses: null,
  }

  const mine = await ask(supplements.listMine, { as: own })
  await ask(supplements.edit, { as, params, body: { ...after, ...version } })
  const changed = await listed()
  await ask(supplements.edit, { as, params, body: { ...after, ...empty, ...version, version: 2 } })

  expect(mine.body.items).toMatchObject([before])
  expect(changed).toMatchObject([after])
  expect(await listed()).toMatchObject([{ ...after, ...empty }])
})

test('every field of a prescription stays as it is when it is finished and taken up again', async () => {
  const { ask, as, params, listed } = await aPrescription()

  await ask(supplements.finish, { as, params, body: { version: 1 } })
  await ask(supplements.reopen, { as, params, body: { version: 2 } })

  expect(await listed()).toMatchObject([before])
})

test('every text of a prescription with an amount for each moment stands in each of its rows', async () => {
  const { ask, as, params, listed } = await aPrescription()
  const { amount: _a, frequency: _f, times: _t, packDoses: _p, ...course } = after
  const doses = [
    { time: 'Mañana', amount: 1 },
    { time: 'Noche', amount: 2 },
  ]

  await ask(supplements.addByMoment, { as, params, body: { ...course, name: 'Zinc', doses, requestId: randomUUID() } })

  const rows = (await listed()).filter(({ name }) => name === 'Zinc')
  expect(rows).toMatchObject([texts('Segundo'), texts('Segundo')])
})

test('every field of a prescription that changed is named in the audit log, and no text of it is there', async () => {
  const { practice, ask, as, params } = await aPrescription()

  await ask(supplements.edit, { as, params, body: { ...after, status: 'active', version: 1 } })

  const entry = (await listAuditChanges(practice)).find(({ action }) => action === 'SUPPLEMENT_CHANGED')
  const { fields = [], new_data: data = {} } = (entry?.details ?? {}) as { fields?: string[]; new_data?: object }
  expect([...fields, ...Object.keys(data)]).toEqual(expect.arrayContaining(getObjectKeys(clientSupplementFields)))
  expect(JSON.stringify(entry?.details)).not.toMatch(/Primero|Segundo/)
})

test('every field of a dosing is kept as a template', async () => {
  const { ask, as } = await aPrescription()
  const dosing = Object.fromEntries(getObjectKeys(dosingFields).map((field) => [field, before[field]]))

  await ask(supplements.saveTemplate, { as, body: { ...dosing, name: 'Magnesio', requestId: randomUUID() } })

  const { body } = await ask(supplements.templates, { as })
  expect(body.items).toMatchObject([dosing])
})

test('every field of a prescription stands in the download under a name that people understand', async () => {
  const { practice, params } = await aPrescription()
  const { data: stored } = await practice.data.clientSupplements.get(params).go()

  const { columns, rows } = toExportTable('suplementos', [stored ?? {}])

  expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.values(texts('Primero'))))
  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
