import { expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import type { AccountServices } from '../../../functions/account/services.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createCliente } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const form = {
  password: 'Zanahoria-7',
  firstName: 'Marta',
  lastName: 'Ruiz',
  birthDate: '1990-05-17',
  flow: 'registration',
  acceptedTerms: true,
} as const

test('A-23 the owner of the address gets a mail, and the log says that a visitor caused it', async () => {
  const { practice, owner, signUp } = await anOwner()

  const answer = await signUp({ email: ` ${owner.email.toUpperCase()} ` })

  const { data: mails } = await practice.data.mails.query.due({ status: 'queued' }).go()
  expect(answer).toMatchObject({ status: 200, body: { verified: false } })
  expect(mails).toMatchObject([{ to: owner.email, content: { kind: 'existing-owner', name: 'Lucía' } }])
  expect(await listAuditChanges(practice)).toMatchObject([
    { action: 'EXISTING_OWNER_MAILED', userId: 'visitor', subjectId: owner.userId },
  ])
})

test('A-23 the mail knows what they meant to buy', async () => {
  const { practice, signUp } = await anOwner()

  const answer = await signUp({ flow: 'purchase' })

  const { data: mails } = await practice.data.mails.query.due({ status: 'queued' }).go()
  expect(answer).toEqual({ status: 409, body: { code: 'email-taken' } })
  expect(mails).toMatchObject([{ content: { product: 'primera-consulta' } }])
})

test('an owner gets two mails an hour at most, and nobody can tell', async () => {
  const { practice, signUp } = await anOwner()

  const answers = []
  for (let n = 0; n < 4; n++) answers.push((await signUp()).status)

  expect(answers).toEqual([200, 200, 200, 200])
  expect(await countItemsByEntity(practice)).toMatchObject({ mail: 2 })
  practice.clock.advance({ minutes: 61 })
  await signUp()
  expect(await countItemsByEntity(practice)).toMatchObject({ mail: 3 })
})

const create = async () => undefined

async function anOwner() {
  const closed = await createTestPractice()
  const owner = await createCliente(closed)
  const find = async () => ({ sub: owner.sub, userId: owner.userId, status: 'confirmed', byGoogle: false }) as const
  const practice = { ...closed, signUps: { ...closed.signUps, find, create } as AccountServices['signUps'] }
  const ask = createEndpointCaller(serveAccount(() => practice))
  return {
    practice,
    owner,
    signUp: (changes: object = {}) => ask(account.signUp, { body: { ...form, email: owner.email, ...changes } }),
  }
}
