import { describe, expect, test } from 'vitest'
import { account } from '#contract/account'
import { withServices as serveAccount } from '../../../functions/account/handler.ts'
import { closeAttempt, openAttempt } from '../../../functions/account/login-ledger.ts'
import { asking } from '../../support/asking.ts'
import { countsIn } from '../../support/everything.ts'
import { aCliente } from '../../support/people.ts'
import { aPractice, auditActionsOf, auditOf } from '../../support/practice.ts'

async function aPage() {
  const practice = await aPractice()
  const person = await aCliente(practice)
  const ask = asking(serveAccount(() => practice))
  const report = (email = person.email) => ask(account.reportFailedSignIn, { body: { email } })
  return { practice, person, report }
}

describe('AUTH-13 A-06 DATA-08 a page that says that a sign-in failed', () => {
  test('closes the open attempt as failed, with address and user agent', async () => {
    const { practice, person, report } = await aPage()
    await openAttempt(person.userId, undefined, practice)

    const answer = await report()

    expect(answer).toEqual({ status: 200, body: { accepted: true } })
    expect(await auditOf(practice)).toMatchObject([
      {
        action: 'LOGIN_FAILED',
        userId: person.userId,
        subjectId: person.userId,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
  })

  test('writes where the attempt itself came from when that is known, whoever reports it', async () => {
    const { practice, person, report } = await aPage()
    await openAttempt(person.userId, { address: '198.51.100.9', userAgent: 'Firefox' }, practice)

    await report()

    expect(await auditOf(practice)).toMatchObject([{ action: 'LOGIN_FAILED', address: '198.51.100.9' }])
  })

  test('counts it once: neither a second report nor the next attempt counts it again', async () => {
    const { practice, person, report } = await aPage()
    await openAttempt(person.userId, undefined, practice)

    await Promise.all([report(), report()])
    await openAttempt(person.userId, undefined, practice)

    expect(await auditActionsOf(practice)).toEqual(['LOGIN_FAILED'])
  })

  test('is not believed without an open attempt', async () => {
    const { practice, person, report } = await aPage()
    await report()
    await openAttempt(person.userId, undefined, practice)
    await closeAttempt(person.userId, practice)

    await report()

    expect(await auditOf(practice)).toEqual([])
    const { data: ledger } = await practice.data.loginLedgers.get({ userId: person.userId }).go()
    expect(ledger?.failures).toEqual([])
  })

  test('learns nothing of whether there is such an account', async () => {
    const { practice, report } = await aPage()

    expect(await report('nadie@correo.test')).toEqual({ status: 200, body: { accepted: true } })
    expect(await countsIn(practice)).not.toHaveProperty('loginLedger')
  })

  test('counts towards the ten that close the door', async () => {
    const { practice, person, report } = await aPage()
    for (let failures = 0; failures < 10; failures++) {
      expect(await openAttempt(person.userId, undefined, practice)).toBe(true)
      await report()
    }

    expect(await openAttempt(person.userId, undefined, practice)).toBe(false)
    expect((await auditActionsOf(practice)).at(-1)).toBe('LOGIN_RATE_LIMITED')
  })

  test('may say so thirty times in a quarter of an hour', async () => {
    const { report } = await aPage()
    for (let reports = 0; reports < 30; reports++) await report('nadie@correo.test')

    expect(await report('nadie@correo.test')).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})
