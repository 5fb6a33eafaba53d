import { describe, expect, test, vi } from 'vitest'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { recordSignInStage } from '../../../functions/account/public/login-ledger.ts'
import { type TrustedPlace, createCognitoCallTicket } from '../../../functions/account/public/cognito-call-ticket.ts'
import { createLambdaHandler as serveSweep } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { createLambdaHandler as servePost } from '../../../functions/account/post-authentication.handler.ts'
import { createLambdaHandler as servePre } from '../../../functions/account/pre-authentication.handler.ts'
import { countItemsByEntity, scanWholeTable } from '../../support/scan-whole-table.ts'
import { writeSignInSession } from '../../support/people.ts'
import { createTestPractice, listAuditChanges, type TestPractice } from '../../support/practice.ts'
import { createPoolTriggerEvent, TEST_USER_SUB } from '../../support/triggers.ts'

test('A-06 an attempt that nobody finished has failed once the next begins, and the log says so', async () => {
  const practice = await createTestPractice()
  await attempt(practice)
  practice.clock.advance({ seconds: 10 })

  await attempt(practice)

  expect(await listAuditChanges(practice)).toMatchObject([
    { action: 'LOGIN_FAILED', userId: `usr_${TEST_USER_SUB}`, subjectId: `usr_${TEST_USER_SUB}` },
  ])
})

test('an attempt that succeeded is closed and counts for nothing', async () => {
  const practice = await createTestPractice()
  for (let n = 0; n < 12; n++) {
    await attempt(practice)
    await success(practice)
  }

  expect(await listAuditChanges(practice)).toEqual([])
})

test('A-06 ten failed attempts within a quarter of an hour lock sign-in, and the log says so', async () => {
  const practice = await createTestPractice()
  await failing(practice, 10)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')

  expect((await listAuditChanges(practice)).map(({ action }) => action)).toEqual([
    ...Array.from({ length: 10 }, () => 'LOGIN_FAILED'),
    'LOGIN_RATE_LIMITED',
  ])
})

test('a lock does not extend itself', async () => {
  const practice = await createTestPractice()
  await failing(practice, 10)
  for (let n = 0; n < 5; n++) {
    practice.clock.advance({ minutes: 1 })
    await expect(attempt(practice)).rejects.toThrow('too-many-attempts')
  }

  practice.clock.set('2026-11-21T09:15:01.000Z')

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('the window slides: only what failed in the last quarter of an hour counts', async () => {
  const practice = await createTestPractice()
  await failing(practice, 9)
  practice.clock.advance({ minutes: 16 })
  await failing(practice, 9)

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('nine failed attempts and a success do not lock sign-in', async () => {
  const practice = await createTestPractice()
  await failing(practice, 9)

  await attempt(practice)
  await success(practice)

  await expect(attempt(practice)).resolves.toBeDefined()
})

test('another account is not shut out by it', async () => {
  const practice = await createTestPractice()
  await failing(practice, 10)

  await expect(attempt(practice, 'another-sub')).resolves.toBeDefined()
})

test('of twenty attempts at once at most ten get as far as the password', async () => {
  const practice = await createTestPractice()

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(practice)))

  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(refused.filter((reason) => !reason.includes('too-many-attempts'))).toEqual([])
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused.length).toBeLessThan(20)
})

test('A-06 an attempt left open for three minutes has failed, though nobody begins another', async () => {
  const practice = await createTestPractice()
  await attempt(practice, TEST_USER_SUB, await aTicket(practice))
  practice.clock.advance({ minutes: 2, seconds: 59 })
  const early = await sweep(practice)
  practice.clock.advance({ seconds: 1 })

  const due = await sweep(practice)
  const again = await sweep(practice)

  expect([early, due, again]).toEqual([{ failed: 0 }, { failed: 1 }, { failed: 0 }])
  expect(await listAuditChanges(practice)).toMatchObject([
    { action: 'LOGIN_FAILED', userId: `usr_${TEST_USER_SUB}`, address: '198.51.100.9', userAgent: 'Firefox' },
  ])
})

test('A-06 what the sweeper counts locks sign-in like any other failure', async () => {
  const practice = await createTestPractice()
  await failing(practice, 10)
  practice.clock.advance({ minutes: 3 })
  await sweep(practice)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')
})

test('the sweeper leaves alone who is in, and whoever has begun anew', async () => {
  const practice = await createTestPractice()
  await attempt(practice)
  await success(practice)
  await attempt(practice, 'another-sub')
  practice.clock.advance({ minutes: 3 })
  await attempt(practice, 'another-sub')
  const before = await listAuditChanges(practice)

  await sweep(practice)

  expect(await listAuditChanges(practice)).toEqual(before)
  expect(before).toHaveLength(1)
})

test('the sweeper looks at no account whose attempts have all ended', async () => {
  const practice = await createTestPractice()
  await attempt(practice)
  await success(practice)
  await attempt(practice, 'another-sub', await aTicket(practice))
  practice.clock.advance({ minutes: 3 })
  await sweep(practice)
  const looks = vi.spyOn(practice.data.loginLedgers, 'get')

  await sweep(practice)

  expect(looks).not.toHaveBeenCalled()
})

test('swept by two at once an attempt is counted once', async () => {
  const practice = await createTestPractice()
  await attempt(practice)
  practice.clock.advance({ minutes: 3 })

  await Promise.all([sweep(practice), sweep(practice)])

  expect(await listAuditChanges(practice)).toHaveLength(1)
})

test('DATA-08 a failed and a refused attempt are written with where each came from', async () => {
  const practice = await createTestPractice()
  for (let failures = 0; failures < 10; failures++) {
    await attempt(practice, TEST_USER_SUB, await aTicket(practice, '198.51.100.1'))
    practice.clock.advance({ seconds: 1 })
  }

  await expect(attempt(practice, TEST_USER_SUB, await aTicket(practice, '198.51.100.1'))).rejects.toThrow(
    'too-many-attempts',
  )

  expect((await listAuditChanges(practice)).slice(-2)).toMatchObject([
    { action: 'LOGIN_FAILED', address: '198.51.100.1', userAgent: 'Firefox' },
    { action: 'LOGIN_RATE_LIMITED', address: '198.51.100.1', userAgent: 'Firefox' },
  ])
})

test('an attempt without a ticket is not given the address of the one before', async () => {
  const practice = await createTestPractice()
  await attempt(practice, TEST_USER_SUB, await aTicket(practice))
  await attempt(practice)
  practice.clock.advance({ minutes: 3 })

  await sweep(practice)

  const addresses = (await listAuditChanges(practice)).map(({ address }) => address)
  expect(new Set(addresses)).toEqual(new Set(['198.51.100.9', undefined]))
  expect(addresses).toHaveLength(2)
})

test('AUTH-13 A-06 an address without an account is closed after as many failures as one with an account', async () => {
  const practice = await createTestPractice()
  const knock = (email: string) =>
    servePre(() => practice)(createPoolTriggerEvent('PreAuthentication_Authentication', { userNotFound: true }, email))
  for (let failures = 0; failures < 10; failures++) await knock('nadie@correo.test')

  await expect(knock('NADIE@correo.test')).rejects.toThrow('too-many-attempts')

  await expect(knock('otra@correo.test')).resolves.toBeDefined()
  expect(await listAuditChanges(practice)).toEqual([])
  expect(JSON.stringify(await scanWholeTable(practice))).not.toContain('correo.test')
})

test('A-06 one place is stopped before the account is: its owner comes in from another', async () => {
  const practice = await createTestPractice()
  await failing(practice, 10)

  await expect(attempt(practice)).rejects.toThrow('too-many-attempts')

  await expect(attempt(practice, TEST_USER_SUB, await aTicket(practice))).resolves.toBeDefined()
})

test('A-06 twenty failures from everywhere keep strangers out, and nobody who stands where the account was at home', async () => {
  const practice = await createTestPractice()
  await writeSignInSession({ sub: TEST_USER_SUB, userId: `usr_${TEST_USER_SUB}` }, practice, {
    address: '198.51.100.9',
  })
  await failing(practice, 10)
  for (let failures = 0; failures < 10; failures++) {
    await attempt(practice, TEST_USER_SUB, await aTicket(practice, '192.0.2.66'))
  }

  const stranger = attempt(practice, TEST_USER_SUB, await aTicket(practice, '192.0.2.77'))

  await expect(stranger).rejects.toThrow('too-many-attempts')
  await expect(attempt(practice, TEST_USER_SUB, await aTicket(practice))).resolves.toBeDefined()
})

test('a success without an open attempt, as after a refresh, changes nothing', async () => {
  const practice = await createTestPractice()

  await success(practice)

  expect(await countItemsByEntity(practice)).toEqual({})
})

describe('A-65 what a stranger begins', () => {
  test('between the password and the code of the owner is not settled by the owner’s success, nor counted as theirs', async () => {
    const practice = await createTestPractice()
    const own = await aTicket(practice)
    await attempt(practice, TEST_USER_SUB, own)
    await recordSignInStage(own, 'code-asked', practice)
    await attempt(practice)

    await success(practice, own)
    practice.clock.advance({ minutes: 3 })
    await sweep(practice)

    expect(await listAuditChanges(practice)).toMatchObject([{ action: 'LOGIN_FAILED' }])
    expect((await listAuditChanges(practice))[0]).not.toHaveProperty('address')
  })

  test('is not ended by the owner, who begins elsewhere, and does not end what the owner has begun', async () => {
    const practice = await createTestPractice()
    const own = await aTicket(practice)
    await attempt(practice, TEST_USER_SUB, own)
    for (let times = 0; times < 3; times++)
      await attempt(practice, TEST_USER_SUB, await aTicket(practice, '192.0.2.66'))

    await success(practice, own)

    expect((await listAuditChanges(practice)).map(({ address }) => address)).toEqual(['192.0.2.66', '192.0.2.66'])
  })

  test('is not said to have failed by anybody without its ticket: five false reports change nothing', async () => {
    const practice = await createTestPractice()
    const own = await aTicket(practice)
    await attempt(practice, TEST_USER_SUB, own)
    const before = await scanWholeTable(practice)

    for (const made of ['', 'tkt_made-up-0001', await aTicket(practice), await aTicket(practice), TEST_USER_SUB]) {
      await recordSignInStage(made, 'password', practice)
    }

    expect(await listAuditChanges(practice)).toEqual([])
    expect((await scanWholeTable(practice)).filter(isLedger)).toEqual(before.filter(isLedger))
  })

  test('six times a second for a minute writes ten failures and two lines about the rest, and the owner is in', async () => {
    const practice = await createTestPractice()
    for (let times = 0; times < 360; times++) {
      await attempt(practice).catch(() => undefined)
      if (times % 6 === 5) practice.clock.advance({ seconds: 1 })
    }
    const owner = attempt(practice, TEST_USER_SUB, await aTicket(practice))
    await expect(owner).resolves.toBeDefined()

    practice.clock.advance({ minutes: 15 })
    await sweep(practice)

    const written = (await listAuditChanges(practice)).filter(({ address }) => address === undefined)
    expect(written.map(({ action }) => action).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 'LOGIN_FAILED'),
      'LOGIN_RATE_LIMITED',
      'LOGIN_RATE_LIMITED',
    ])
    expect(written.find(({ details }) => details !== undefined)).toMatchObject({
      action: 'LOGIN_RATE_LIMITED',
      details: { since: '2026-11-21T09:00:01.000Z', refusals: 350 },
    })
  })

  test('twenty times from two places leaves every browser that the owner has signed in with', async () => {
    const practice = await createTestPractice()
    for (const place of ['192.0.2.66', '2001:db8::1']) {
      for (let times = 0; times < 10; times++) await attempt(practice, TEST_USER_SUB, await aTicket(practice, place))
    }

    const stranger = attempt(practice, TEST_USER_SUB, await aTicket(practice, '198.51.100.77'))
    const owner = attempt(practice, TEST_USER_SUB, await aTicket(practice, '198.51.100.9', [OWN_BROWSER]))

    await expect(stranger).rejects.toThrow('too-many-attempts')
    await expect(owner).resolves.toBeDefined()
  })

  test('from ten thousand places lets twenty through to the password, and writes two lines about the others', async () => {
    const practice = await createTestPractice()
    let judged = 0
    // The limit is reached at the twenty-first; the other 9,900 places would repeat the same refusal.
    for (let n = 0; n < 100; n++) {
      await attempt(practice, TEST_USER_SUB, await aTicket(practice, `2001:db8:${n}::1`)).then(
        () => judged++,
        () => undefined,
      )
    }

    expect(judged).toBe(20)
    const link = await aTicket(practice, '192.0.2.200', [{ userId: `usr_${TEST_USER_SUB}`, place: 'link-1' }])
    await expect(attempt(practice, TEST_USER_SUB, link)).resolves.toBeDefined()
    practice.clock.advance({ minutes: 15 })
    await sweep(practice)
    expect((await listAuditChanges(practice)).filter(({ action }) => action === 'LOGIN_RATE_LIMITED')).toMatchObject([
      { address: '2001:db8:20::1' },
      { details: { refusals: 80 } },
    ])
  })

  test('in one line of a provider counts as one place, whatever address it takes', async () => {
    const practice = await createTestPractice()
    for (let n = 0; n < 10; n++) await attempt(practice, TEST_USER_SUB, await aTicket(practice, `2001:db8:1:2:${n}::1`))

    await expect(attempt(practice, TEST_USER_SUB, await aTicket(practice, '2001:db8:1:2:ffff::1'))).rejects.toThrow(
      'too-many-attempts',
    )

    await expect(attempt(practice, TEST_USER_SUB, await aTicket(practice, '2001:db8:1:3::1'))).resolves.toBeDefined()
  })
})

test('A-65 a browser that has signed in before may try ten times in a quarter of an hour, like any place', async () => {
  const practice = await createTestPractice()
  const knock = async () => attempt(practice, TEST_USER_SUB, await aTicket(practice, '198.51.100.9', [OWN_BROWSER]))
  for (let times = 0; times < 10; times++) await knock()

  await expect(knock()).rejects.toThrow('too-many-attempts')

  await expect(attempt(practice, 'another-sub', await aTicket(practice))).resolves.toBeDefined()
})

test('a ticket is that of one attempt: used again it says nothing of where the second one comes from', async () => {
  const practice = await createTestPractice()
  const ticket = await aTicket(practice)
  await attempt(practice, TEST_USER_SUB, ticket)
  practice.clock.advance({ minutes: 1 })
  await attempt(practice, TEST_USER_SUB, ticket)
  practice.clock.advance({ minutes: 3 })

  await sweep(practice)

  expect((await listAuditChanges(practice)).filter(({ address }) => address !== undefined)).toHaveLength(1)
})

test('of what was refused no entry is ever changed: a second window has two of its own', async () => {
  const practice = await createTestPractice()
  const flood = async () => {
    for (let times = 0; times < 15; times++) await attempt(practice).catch(() => undefined)
  }
  await flood()
  practice.clock.advance({ minutes: 16 })
  const before = await listAuditChanges(practice)

  await flood()
  practice.clock.advance({ minutes: 16 })
  await sweep(practice)

  const after = await listAuditChanges(practice)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.filter(({ action }) => action === 'LOGIN_RATE_LIMITED')).toHaveLength(4)
})

const OWN_BROWSER: TrustedPlace = { userId: `usr_${TEST_USER_SUB}`, place: 'browser-1' }

const isLedger = ({ __edb_e__: entity }: { readonly __edb_e__?: { S?: string | undefined } | undefined }) =>
  entity?.S === 'loginLedger'

const attempt = (practice: TestPractice, sub = TEST_USER_SUB, ticket?: string) =>
  servePre(() => practice)(
    createPoolTriggerEvent(
      'PreAuthentication_Authentication',
      { userNotFound: false, ...(ticket && { validationData: { [cognitoMetadataKeys.ticket]: ticket } }) },
      sub,
    ),
  )

const sweep = (practice: TestPractice) => serveSweep(() => practice)()

const aTicket = (practice: TestPractice, address = '198.51.100.9', trust: readonly TrustedPlace[] = []) =>
  createCognitoCallTicket({ address, userAgent: 'Firefox' }, practice, trust)

const success = (practice: TestPractice, ticket?: string) =>
  servePost(() => practice)(
    createPoolTriggerEvent('PostAuthentication_Authentication', {
      userAttributes: {},
      ...(ticket && { clientMetadata: { [cognitoMetadataKeys.ticket]: ticket } }),
    }),
  )

async function failing(practice: TestPractice, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await attempt(practice)
    practice.clock.advance({ seconds: 1 })
  }
}
