import { expect, test } from 'vitest'
import { account } from '#contract/account'
import { personFields } from '#contract/account-settings'
import { enteredOf, type Entered } from '#contract/record'
import { optionalKeys } from '#data/record'
import { withServices } from '../../../functions/account/handler.ts'
import { carriedOverAttributes } from '../../../functions/customers/public/former-customer.ts'
import { cellsOf } from '../../../functions/privacy/cells.ts'
import { asking } from '../../support/asking.ts'
import { aCliente, aPasswordSession } from '../../support/people.ts'
import { aPractice } from '../../support/practice.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'

const person = (word: string) => samplesOfEach(enteredOf(personFields), word) as Entered<typeof personFields>
const notifications = { consultations: true, files: true, supplements: true, marketing: false }
const settings = (word: string) => ({ ...person(word), notifications, language: 'es' })

async function atSettings() {
  const practice = await aPractice()
  const client = await aCliente(practice)
  const ask = asking(withServices(() => practice))
  const as = aPasswordSession(client, practice)
  await ask(account.changeSettings, { as, body: { ...settings('Primero'), version: 0 } })
  const stored = async () => (await practice.data.users.get({ userId: client.userId }).go({ consistent: true })).data
  return { ask, as, stored }
}

test('every field of a person is kept, changed, and emptied where it may be', async () => {
  const { ask, as } = await atSettings()
  const empty = Object.fromEntries(optionalKeys(personFields).map((field) => [field, null]))

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

  const optional = optionalKeys(personFields).map((field) => [field, person('Primero')[field]])

  expect(carriedOverAttributes(user)).toMatchObject({ ...Object.fromEntries(optional), notifications })
})

test('every field of a person stands in the download under a name that people understand', async () => {
  const { stored } = await atSettings()

  const { columns, rows } = cellsOf('perfil', [(await stored()) ?? {}])

  expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.values(person('Primero'))))
  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
