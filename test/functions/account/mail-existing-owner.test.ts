import { expect, test } from 'vitest'
import { account } from '#contract/account'
import { withServices as serveAccount } from '../../../functions/account/handler.ts'
import { asking } from '../../support/asking.ts'
import { countsIn } from '../../support/everything.ts'
import { aCliente } from '../../support/people.ts'
import { aPractice, auditOf } from '../../support/practice.ts'

const neutral = { status: 200, body: { accepted: true } }

test('A-23 the owner of the address gets a mail, and the log says that a visitor caused it', async () => {
  const { practice, ask, owner } = await anOwner()

  const answer = await ask(account.mailExistingOwner, { body: { email: ` ${owner.email.toUpperCase()} ` } })

  const { data: mails } = await practice.data.mails.query.due({ status: 'queued' }).go()
  expect(answer).toEqual(neutral)
  expect(mails).toMatchObject([{ to: owner.email, content: { kind: 'existing-owner', name: 'Lucía' } }])
  expect(await auditOf(practice)).toMatchObject([
    { action: 'EXISTING_OWNER_MAILED', userId: 'visitor', subjectId: owner.userId },
  ])
})

test('A-23 the mail knows what they meant to buy', async () => {
  const { practice, ask, owner } = await anOwner()

  await ask(account.mailExistingOwner, { body: { email: owner.email, product: 'primera-consulta' } })

  const { data: mails } = await practice.data.mails.query.due({ status: 'queued' }).go()
  expect(mails).toMatchObject([{ content: { product: 'primera-consulta' } }])
})

test('an address without an account gets the same answer and no mail', async () => {
  const { practice, ask } = await anOwner()

  const answer = await ask(account.mailExistingOwner, { body: { email: 'nadie@correo.test' } })

  expect(answer).toEqual(neutral)
  expect(await countsIn(practice)).not.toHaveProperty('mail')
})

test('an owner gets two mails an hour at most, and nobody can tell', async () => {
  const { practice, ask, owner } = await anOwner()

  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await ask(account.mailExistingOwner, { body: { email: owner.email } }))

  expect(answers).toEqual([neutral, neutral, neutral, neutral])
  expect(await countsIn(practice)).toMatchObject({ mail: 2 })
  practice.clock.advance({ minutes: 61 })
  await ask(account.mailExistingOwner, { body: { email: owner.email } })
  expect(await countsIn(practice)).toMatchObject({ mail: 3 })
})

test('whoever tries many addresses is stopped after ten an hour', async () => {
  const { ask } = await anOwner()
  for (let n = 0; n < 10; n++) await ask(account.mailExistingOwner, { body: { email: `n${n}@correo.test` } })

  const answer = await ask(account.mailExistingOwner, { body: { email: 'n11@correo.test' } })
  const elsewhere = await ask(account.mailExistingOwner, {
    body: { email: 'n11@correo.test' },
    headers: { 'x-forwarded-for': '198.51.100.9, 130.176.1.1' },
  })

  expect(answer).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  expect(elsewhere).toEqual(neutral)
})

test('an address that the caller wrote in front of their own does not help them', async () => {
  const { ask } = await anOwner()
  for (let n = 0; n < 10; n++) {
    await ask(account.mailExistingOwner, {
      body: { email: 'n@correo.test' },
      headers: { 'x-forwarded-for': `10.0.0.${n}, 203.0.113.7, 130.176.1.1` },
    })
  }

  const answer = await ask(account.mailExistingOwner, {
    body: { email: 'n@correo.test' },
    headers: { 'x-forwarded-for': '10.0.0.99, 203.0.113.7, 130.176.1.1' },
  })

  expect(answer.status).toBe(429)
})

async function anOwner() {
  const practice = await aPractice()
  return { practice, owner: await aCliente(practice), ask: asking(serveAccount(() => practice)) }
}
