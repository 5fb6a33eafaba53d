import { expect, test } from 'vitest'
import { clientMetadata } from '#contract/client-metadata'
import { withServices as serveSweep } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { withServices as servePost } from '../../../functions/account/post-authentication.handler.ts'
import { withServices as servePre } from '../../../functions/account/pre-authentication.handler.ts'
import { countsIn, everythingIn } from '../../support/everything.ts'
import { aSessionOf } from '../../support/people.ts'
import { aPractice, auditOf, type Practice } from '../../support/practice.ts'
import { poolEvent, SUB } from '../../support/triggers.ts'

test('A-06 an attempt that nobody finished has failed once the next begins, and the log says so', async () => {
  const practice = await aPractice()
  await attempt(practice)
  practice.clock.advance({ seconds: 10 })

  await attempt(practice)

  expect(await auditOf(practice)).toMatchObject([
    { action: 'LOGIN_FAILED', userId: `usr_${SUB}`, subjectId: `usr_${SUB}` },
  ])
})

test('an attempt that succeeded is closed and counts for nothing', async () => {
  const practice = await aPractice()
  for (let n = 0; n < 12; n++) {
    await attempt(practice)
    await success(practice)
  }

  expect(await auditOf(practice)).toEqual([])
})

test('A-06 ten failed attempts within a quarter of an hour close the door, and the log says so', async () => {
  const practice = await aPractice()
  await failing(practice, 10)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')

  expect((await auditOf(practice)).map(({ action }) => action)).toEqual([
    ...Array.from({ length: 10 }, () => 'LOGIN_FAILED'),
    'LOGIN_RATE_LIMITED',
  ])
})

test('a closed door does not push its own opening further away', async () => {
  const practice = await aPractice()
  await failing(practice, 10)
  for (let n = 0; n < 5; n++) {
    practice.clock.advance({ minutes: 1 })
    await expect(attempt(practice)).rejects.toThrow('too-many-attempts')
  }

  practice.clock.set('2026-11-21T09:15:01.000Z')

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('the window slides: only what failed in the last quarter of an hour counts', async () => {
  const practice = await aPractice()
  await failing(practice, 9)
  practice.clock.advance({ minutes: 16 })
  await failing(practice, 9)

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('nine failed attempts and a success leave the door open', async () => {
  const practice = await aPractice()
  await failing(practice, 9)

  await attempt(practice)
  await success(practice)

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('another account is not shut out by it', async () => {
  const practice = await aPractice()
  await failing(practice, 10)

  await expect(attempt(practice, 'another-sub')).resolves.toBeDefined()
})

test('of twenty attempts at once at most ten get as far as the password', async () => {
  const practice = await aPractice()

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(practice)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10)
})

test('A-06 an attempt left open for three minutes has failed, though nobody begins another', async () => {
  const practice = await aPractice()
  await attempt(practice, SUB, await aTicket(practice))
  practice.clock.advance({ minutes: 2, seconds: 59 })
  const early = await sweep(practice)
  practice.clock.advance({ seconds: 1 })

  const due = await sweep(practice)
  const again = await sweep(practice)

  expect([early, due, again]).toEqual([{ failed: 0 }, { failed: 1 }, { failed: 0 }])
  expect(await auditOf(practice)).toMatchObject([
    { action: 'LOGIN_FAILED', userId: `usr_${SUB}`, address: '198.51.100.9', userAgent: 'Firefox' },
  ])
})

test('A-06 what the sweeper counts closes the door like any other failure', async () => {
  const practice = await aPractice()
  await failing(practice, 10)
  practice.clock.advance({ minutes: 3 })
  await sweep(practice)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')
})

test('the sweeper leaves alone who is in, and whoever has begun anew', async () => {
  const practice = await aPractice()
  await attempt(practice)
  await success(practice)
  await attempt(practice, 'another-sub')
  practice.clock.advance({ minutes: 3 })
  await attempt(practice, 'another-sub')
  const before = await auditOf(practice)

  await sweep(practice)

  expect(await auditOf(practice)).toEqual(before)
  expect(before).toHaveLength(1)
})

test('swept by two at once an attempt is counted once', async () => {
  const practice = await aPractice()
  await attempt(practice)
  practice.clock.advance({ minutes: 3 })

  await Promise.all([sweep(practice), sweep(practice)])

  expect(await auditOf(practice)).toHaveLength(1)
})

test('DATA-08 a failed and a refused attempt are written with where each came from', async () => {
  const practice = await aPractice()
  for (let failures = 0; failures < 10; failures++) {
    await attempt(practice, SUB, await aTicket(practice, '198.51.100.1'))
    practice.clock.advance({ seconds: 1 })
  }

  await expect(attempt(practice, SUB, await aTicket(practice, '198.51.100.1'))).rejects.toThrow('too-many-attempts')

  expect((await auditOf(practice)).slice(-2)).toMatchObject([
    { action: 'LOGIN_FAILED', address: '198.51.100.1', userAgent: 'Firefox' },
    { action: 'LOGIN_RATE_LIMITED', address: '198.51.100.1', userAgent: 'Firefox' },
  ])
})

test('an attempt without a ticket is not given the address of the one before', async () => {
  const practice = await aPractice()
  await attempt(practice, SUB, await aTicket(practice))
  await attempt(practice)
  practice.clock.advance({ minutes: 3 })

  await sweep(practice)

  expect((await auditOf(practice)).map(({ address }) => address)).toEqual(['198.51.100.9', undefined])
})

test('AUTH-13 A-06 an address without an account is closed after as many failures as one with an account', async () => {
  const practice = await aPractice()
  const knock = (email: string) =>
    servePre(() => practice)(poolEvent('PreAuthentication_Authentication', { userNotFound: true }, email))
  for (let failures = 0; failures < 10; failures++) await knock('nadie@correo.test')

  await expect(knock('NADIE@correo.test')).rejects.toThrow('too-many-attempts')

  await expect(knock('otra@correo.test')).resolves.toBeDefined()
  expect(await auditOf(practice)).toEqual([])
  expect(JSON.stringify(await everythingIn(practice))).not.toContain('correo.test')
})

test('A-06 one place is stopped before the account is: its owner comes in from another', async () => {
  const practice = await aPractice()
  await failing(practice, 10)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')

  await expect(attempt(practice, SUB, await aTicket(practice))).resolves.toBeDefined()
})

test('A-06 twenty failures from everywhere keep strangers out, and nobody who stands where the account was at home', async () => {
  const practice = await aPractice()
  await aSessionOf({ sub: SUB, userId: `usr_${SUB}` }, practice, { address: '198.51.100.9' })
  await failing(practice, 10)
  for (let failures = 0; failures < 10; failures++) {
    await attempt(practice, SUB, await aTicket(practice, '192.0.2.66'))
  }

  const stranger = attempt(practice, SUB, await aTicket(practice, '192.0.2.77'))

  await expect(stranger).rejects.toThrow('too-many-attempts')
  await expect(attempt(practice, SUB, await aTicket(practice))).resolves.toBeDefined()
})

test('a success without an open attempt, as after a refresh, changes nothing', async () => {
  const practice = await aPractice()

  await success(practice)

  expect(await countsIn(practice)).toEqual({})
})

const attempt = (practice: Practice, sub = SUB, ticket?: string) =>
  servePre(() => practice)(
    poolEvent(
      'PreAuthentication_Authentication',
      { userNotFound: false, ...(ticket && { validationData: { [clientMetadata.ticket]: ticket } }) },
      sub,
    ),
  )

const sweep = (practice: Practice) => serveSweep(() => practice)()

/** A ticket that our API has given to somebody at this address. */
async function aTicket({ data, newId, now }: Practice, address = '198.51.100.9'): Promise<string> {
  const ticketId = newId('tkt')
  const expiresAt = new Date(now().getTime() + 300_000)
  await data.visitTickets
    .create({
      ticketId,
      address,
      userAgent: 'Firefox',
      expiresAt: expiresAt.toISOString(),
      expiresAtEpoch: Math.floor(expiresAt.getTime() / 1000),
    })
    .go()
  return ticketId
}

const success = (practice: Practice) =>
  servePost(() => practice)(poolEvent('PostAuthentication_Authentication', { userAttributes: {} }))

async function failing(practice: Practice, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await attempt(practice)
    practice.clock.advance({ seconds: 1 })
  }
}
