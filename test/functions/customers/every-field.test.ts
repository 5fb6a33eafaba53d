import { expect, test } from 'vitest'
import { type CustomerField, customerFields, customerFieldNames, customerFieldLabels } from '#contract/customer'
import { customers } from '#contract/customers-domain'
import { getFieldInputSchemas } from '#contract/record-fields'
import { getOptionalFieldKeys } from '#data/stored-record'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { toExportTable } from '../../../functions/privacy/export-table.ts'
import { toAuditedValueChanges } from '../../../functions/security/public/audited-value-changes.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'
import { signedUpPerson } from './import-setup.ts'
import { createCustomersSetup, type CustomersSetup } from './customers-setup.ts'

const basis = 'health-care'

const filledIn = (word: string) => {
  const each = createFieldSamples(getFieldInputSchemas(customerFields), word) as Record<CustomerField, string>
  return { ...each, email: `${word.toLowerCase()}@correo.test` }
}

async function aFilledInClient(word = 'Primero') {
  const setup = await createCustomersSetup()
  const entered = filledIn(word)
  const { body } = await setup.create({ ...entered, basis })
  return { ...setup, entered, customerId: body.customerId, params: { customerId: body.customerId } }
}

const readOf = async ({ ask, as }: CustomersSetup, customerId: string) =>
  (await ask(customers.read, { as, params: { customerId } })).body

const changeOf = (fields: readonly CustomerField[]) => [
  {
    name: 'Ha cambiado',
    before: null,
    after: fields.map((field) => customerFieldLabels[field].toLowerCase()).join(', '),
  },
]

test('every field of a client is kept as it was entered', async () => {
  const client = await aFilledInClient()

  expect(Object.keys(client.entered)).toEqual(customerFieldNames)
  expect(await readOf(client, client.customerId)).toMatchObject(client.entered)
})

test('every field of a client is changed, emptied where it may be, and named in the audit log', async () => {
  const client = await aFilledInClient()
  const { ask, as, params, practice } = client
  const changed = filledIn('Segundo')
  const optional = getOptionalFieldKeys(customerFields)
  const emptied = Object.fromEntries(optional.map((field) => [field, null]))

  const { body } = await ask(customers.edit, { as, params, body: { ...changed, version: 1 } })
  await ask(customers.edit, { as, params, body: { ...changed, ...emptied, version: 2 } })

  const entries = (await listAuditChanges(practice)).filter(({ action }) => action === 'CUSTOMER_CHANGED')
  expect(body).toMatchObject(changed)
  expect(await readOf(client, client.customerId)).toMatchObject({ ...changed, ...emptied })
  expect(entries.map(({ action, details }) => toAuditedValueChanges(action, details))).toEqual(
    expect.arrayContaining([changeOf(customerFieldNames), changeOf(optional)]),
  )
})

test('every field of a client stands in the file of all clients, and is imported from there', async () => {
  const { ask, as, entered } = await aFilledInClient()

  const { csv } = (await ask(customers.exportAll, { as })).body
  const text = csv.replace(entered.email, 'otra@correo.test')
  const { body } = await ask(customers.checkImport, { as, body: { text, basis } })
  const { importId } = (await ask(customers.beginImport, { as, body: { fileName: 'c.csv', total: 1 } })).body
  await ask(customers.writeImport, { as, params: { importId, chunk: '0' }, body: { rows: body.rows, basis } })
  await ask(customers.finishImport, { as, params: { importId } })

  const { items } = (await ask(customers.list, { as, query: { search: 'otra@correo.test' } })).body
  const imported = await ask(customers.read, { as, params: { customerId: items[0]?.customerId ?? '' } })
  expect(csv.split('\r\n')[0]).toBe(`\uFEFF${[...Object.values(customerFieldLabels), 'Fecha'].join(';')}`)
  expect(imported.body).toMatchObject({ ...entered, email: 'otra@correo.test' })
})

test('every field of a client is theirs who registers with the address', async () => {
  const client = await aFilledInClient()
  const { entered, customerId, practice } = client

  const user = await ensureUserProfile({ ...signedUpPerson, email: entered.email }, practice)

  expect(user.customerId).toBe(customerId)
  expect(await readOf(client, customerId)).toMatchObject(entered)
})

test('every field of a client comes into the file that they had already, where that one leaves it open', async () => {
  const client = await aFilledInClient()
  const { entered, practice } = client
  const signUp = { ...signedUpPerson, email: entered.email }
  const { customerId = '' } = await ensureUserProfile({ ...signUp, confirmed: false }, practice)

  await ensureUserProfile(signUp, practice)

  const { name: _name, ...brought } = entered
  expect(await readOf(client, customerId)).toMatchObject(brought)
})

test('every field of a client is back when the client is', async () => {
  const client = await aFilledInClient()
  await client.remove(client.customerId)

  const { body } = await client.restore(client.customerId)

  expect(body).toMatchObject(client.entered)
})

test('every field of a client stands in the download under a name that people understand', async () => {
  const { entered, practice, params } = await aFilledInClient()
  const { data: stored } = await practice.data.customers.get(params).go()

  const { columns, rows } = toExportTable('ficha-de-cliente', [stored ?? {}])

  expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.values(entered)))
  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
