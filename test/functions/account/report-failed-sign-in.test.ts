import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { openSignInAttempt, closeSignInAttempt } from '../../../functions/account/public/login-ledger.ts'
import { assignTicketToSignIn, createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createCliente } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, listAuditChanges } from '../../support/practice.ts'

async function aPage() {
  const practice = await createTestPractice()
  const person = await createCliente(practice)
  const ask = createEndpointCaller(serveAccount(() => practice))
  const report = (ticket: string) => ask(account.reportFailedSignIn, { body: { ticket } })
  const begun = async (address = TEST_CALLER_ADDRESS) => {
    const ticket = await createCognitoCallTicket({ address, userAgent: 'Firefox' }, practice)
    const visit = await assignTicketToSignIn(ticket, person.userId, practice)
    return { ticket, opened: await openSignInAttempt(person.userId, visit, practice) }
  }
  return { practice, person, report, begun }
}

describe('AUTH-13 A-06 DATA-08 a page that says that a sign-in failed', () => {
  test('closes the attempt of its ticket as failed, with the address and user agent that it came from', async () => {
    const { practice, person, report, begun } = await aPage()
    const { ticket } = await begun('198.51.100.9')

    const answer = await report(ticket)

    expect(answer).toEqual({ status: 200, body: { accepted: true } })
    const { userId } = person
    const from = { address: '198.51.100.9', userAgent: 'Firefox' }
    expect(await listAuditChanges(practice)).toMatchObject([
      { action: 'LOGIN_FAILED', userId, subjectId: userId, ...from },
    ])
  })

  test('counts it once: neither a second report nor the next attempt counts it again', async () => {
    const { practice, report, begun } = await aPage()
    const { ticket } = await begun()

    await Promise.all([report(ticket), report(ticket)])
    await begun()

    expect(await listAuditedActions(practice)).toEqual(['LOGIN_FAILED'])
  })

  test('is not believed of an attempt that is over', async () => {
    const { practice, person, report, begun } = await aPage()
    const { ticket } = await begun()
    await closeSignInAttempt(ticket, person.userId, practice)

    await report(ticket)

    expect(await listAuditChanges(practice)).toEqual([])
  })

  test('A-65 is not believed without the attempt’s ticket', async () => {
    const { practice, report, begun } = await aPage()
    await begun()
    const other = await createCognitoCallTicket({ address: TEST_CALLER_ADDRESS, userAgent: 'Firefox' }, practice)

    for (const ticket of ['tkt_made-up-0001', other]) await report(ticket)

    expect(await listAuditChanges(practice)).toEqual([])
  })

  test('learns nothing', async () => {
    const { practice, report } = await aPage()

    expect(await report('tkt_made-up-0001')).toEqual({ status: 200, body: { accepted: true } })
    expect(await countItemsByEntity(practice)).not.toHaveProperty('loginLedger')
  })

  test('counts towards the ten that lock sign-in', async () => {
    const { practice, report, begun } = await aPage()
    for (let failures = 0; failures < 10; failures++) {
      const { ticket, opened } = await begun()
      expect(opened).toBe(true)
      await report(ticket)
    }

    expect((await begun()).opened).toBe(false)
    expect((await listAuditedActions(practice)).at(-1)).toBe('LOGIN_RATE_LIMITED')
  })

  test('may say so thirty times in a quarter of an hour', async () => {
    const { report } = await aPage()
    for (let reports = 0; reports < 30; reports++) await report('tkt_made-up-0001')

    expect(await report('tkt_made-up-0001')).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})
