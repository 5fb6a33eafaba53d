import { expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { personNameFields } from '#contract/person-name'
import { getFieldInputSchemas, type EnteredRecord } from '#contract/record-fields'
import { getOptionalFieldKeys } from '#data/stored-record'
import { createLambdaHandler } from '../../../functions/account/handler.ts'
import { toCarriedOverUserAttributes } from '../../../functions/customers/public/former-customer.ts'
import { toExportTable } from '../../../functions/privacy/export-table.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

const person = (word: string) =>
  createFieldSamples(getFieldInputSchemas(personNameFields), word) as EnteredRecord<typeof personNameFields>
const notifications = { consultations: true, reminders: true, files: true, supplements: true, marketing: false }
const settings = (word: string) => ({ ...person(word), notifications, language: 'es' })

async function atSettings() {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(client, practice)
  await ask(account.changeSettings, { as, body: { ...settings('Primero'), version: 0 } })
  const stored = async () => (await practice.data.users.get({ userId: client.userId }).go()).data
  return { ask, as, stored }
}

test('every field of a person is kept, changed, and emptied where it may be', async () => {
  const { ask, as } = await atSettings()
  const empty = Object.fromEntries(getOptionalFieldKeys(personNameFields).map((field) => [field, null]))

  const kept = await ask(account.readSettings, { as })
  await ask(account.changeSettings, { as, body: { ...settings('Segundo'), version: 1 } })
  const changed = await ask(account.readSettings, { as })
  await ask(account.changeSettings, { as, body: { ...settings('Tercero'), ...empty, version: 2 } })
  const emptied = await ask(account.readSettings, { as })

  expect(kept.body).toMatchObject(person('Primero'))
  expect(changed.body).toMatchObject(person('Segundo'))
  expect(emptied.body).toMatchObject({ ...person('Tercero'), ...empty })
})

test('what a person may leave out of their account goes on with them into a new one', async () => {
  const { stored } = await atSettings()
  const user = await stored()
  if (!user) throw new Error('there is no account')

  const optional = getOptionalFieldKeys(personNameFields).map((field) => [field, person('Primero')[field]])

  expect(toCarriedOverUserAttributes(user)).toMatchObject({ ...Object.fromEntries(optional), notifications })
})

test('every field of a person stands in the download under a name that people understand', async () => {
  const { stored } = await atSettings()

  const { columns, rows } = toExportTable('perfil', [(await stored()) ?? {}])

  expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.values(person('Primero'))))
  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
