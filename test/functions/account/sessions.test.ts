import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createEndpointCaller, type TokenClaims } from '../../support/endpoint-caller.ts'
import { listQueuedMailKinds } from '../../support/mfa-setup.ts'
import {
  createCliente,
  createPasswordSessionClaims,
  writeSignInSession,
  type PracticePerson,
  recordSecondFactorProof,
} from '../../support/people.ts'
import {
  createTestPractice,
  listAuditedActions,
  listAuditChanges,
  type TestPractice,
  listAuditEntries,
} from '../../support/practice.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0 Safari/537.36'

let begun = 0
const anotherSession = (person: PracticePerson, practice: TestPractice): TokenClaims => ({
  ...createPasswordSessionClaims(person, practice),
  origin_jti: `00000000-0000-4000-8002-${String(++begun).padStart(12, '0')}`,
})

async function atHome() {
  const practice = await createTestPractice()
  const ada = await createCliente(practice)
  const ask = createEndpointCaller(serveAccount(() => practice))
  const visit = (as: TokenClaims, userAgent = FIREFOX) =>
    ask(account.session, { as, headers: { 'user-agent': userAgent } })
  const isOpen = async (as: TokenClaims) =>
    (await createEndpointCaller(servePayments(() => practice))(payments.list, { as })).status === 200
  return { practice, ada, ask, visit, isOpen }
}
const newDeviceMails = async (practice: TestPractice) =>
  (await listQueuedMailKinds({ practice })).filter(({ kind }) => kind === 'new-device')

const beginnings = async (practice: TestPractice) =>
  (await listAuditEntries(practice)).filter(({ action }) => action === 'SESSION_STARTED').length

describe('a session that is seen for the first time', () => {
  test('is written down with device and address', async () => {
    const { practice, ada, ask, visit } = await atHome()
    const session = createPasswordSessionClaims(ada, practice)

    await visit(session)

    const { body } = await ask(account.listSessions, { as: session })
    const at = '2026-11-21T09:00:00.000Z'
    expect(body.items).toEqual([
      {
        sessionId: session['origin_jti'],
        device: 'Firefox en Linux',
        address: '203.0.113.7',
        origin: 'password',
        signedInAt: at,
        lastSeenAt: at,
        current: true,
      },
    ])
    expect(await listAuditEntries(practice)).toMatchObject([
      { action: 'SESSION_STARTED', userId: ada.userId, userAgent: FIREFOX },
    ])
    expect(await newDeviceMails(practice)).toEqual([])
  })

  test('on a device never seen before is told to the owner', async () => {
    const { practice, ada, visit } = await atHome()
    await visit(createPasswordSessionClaims(ada, practice))

    await visit(anotherSession(ada, practice), CHROME)

    expect(await newDeviceMails(practice)).toMatchObject([{ to: ada.email, device: 'Chrome en Windows' }])
  })

  test('by whatever it asks first is written down, and told of, likewise', async () => {
    const { practice, ada, ask, visit } = await atHome()
    await visit(createPasswordSessionClaims(ada, practice))
    const as = anotherSession(ada, practice)

    await createEndpointCaller(servePayments(() => practice))(payments.list, { as, headers: { 'user-agent': CHROME } })

    const { body } = await ask(account.listSessions, { as, headers: { 'user-agent': CHROME } })
    expect(body.items.map(({ sessionId }) => sessionId)).toContain(as['origin_jti'])
    expect(await newDeviceMails(practice)).toMatchObject([{ to: ada.email, device: 'Chrome en Windows' }])
    expect(await beginnings(practice)).toBe(2)
  })

  test('and may do nothing yet is written down too: somebody has the password', async () => {
    const { practice, ada, visit, isOpen } = await atHome()
    await visit(createPasswordSessionClaims(ada, practice))
    const enrolledLater = '2026-11-21T09:00:01.000Z'
    await practice.data.users.patch({ userId: ada.userId }).set({ mfaEnabledAt: enrolledLater }).go()

    expect(await isOpen(anotherSession(ada, practice))).toBe(false)

    expect(await beginnings(practice)).toBe(2)
  })

  test('once all earlier ones have run out is told to the owner, on whatever device', async () => {
    const { practice, ada, visit } = await atHome()
    const { data } = practice
    await data.users.patch({ userId: ada.userId }).set({ emailVerifiedAt: '2026-10-22T09:00:00.000Z' }).go()

    await visit(createPasswordSessionClaims(ada, practice))

    expect(await newDeviceMails(practice)).toMatchObject([{ to: ada.email, device: 'Firefox en Linux' }])
  })

  test('ever is not, up to 30 days after the address was proven', async () => {
    const { practice, ada, visit } = await atHome()
    const { data } = practice
    await data.users.patch({ userId: ada.userId }).set({ emailVerifiedAt: '2026-10-22T09:00:00.001Z' }).go()

    await visit(createPasswordSessionClaims(ada, practice))

    expect(await newDeviceMails(practice)).toEqual([])
  })

  test('on a device that is known is not', async () => {
    const { practice, ada, visit } = await atHome()
    await visit(createPasswordSessionClaims(ada, practice))

    await visit(anotherSession(ada, practice))

    expect(await newDeviceMails(practice)).toEqual([])
  })

  test('by several calls at once is one session, one entry and one mail', async () => {
    const { practice, ada, visit } = await atHome()
    await visit(createPasswordSessionClaims(ada, practice))
    const as = anotherSession(ada, practice)
    const { signInSessions } = practice.data
    const everybodyHasLooked = meeting(4)
    const looking = (key: { userId: string }) => ({
      go: async (options: { pages: 'all' }) => {
        const found = await signInSessions.query.byUser(key).go(options)
        await everybodyHasLooked()
        return found
      },
    })
    const slow = {
      get: (key: { userId: string; sessionId: string }) => signInSessions.get(key),
      query: { byUser: looking },
    } as never
    const ask = createEndpointCaller(
      serveAccount(() => ({ ...practice, data: { ...practice.data, signInSessions: slow } })),
    )

    await Promise.all(Array.from({ length: 4 }, () => ask(account.session, { as, headers: { 'user-agent': CHROME } })))

    expect(await newDeviceMails(practice)).toHaveLength(1)
    expect(await beginnings(practice)).toBe(2)
  })
})

describe('a session that is seen again', () => {
  test('within five minutes costs no write, and after that one that says so', async () => {
    const { practice, ada, visit, ask } = await atHome()
    const as = createPasswordSessionClaims(ada, practice)
    await visit(as)
    const seen = async () => (await ask(account.listSessions, { as })).body.items[0]?.lastSeenAt
    practice.clock.advance({ minutes: 4, seconds: 59 })
    const unchanged = await seen()
    practice.clock.advance({ seconds: 1 })

    expect([unchanged, await seen()]).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-21T09:05:00.000Z'])
    expect(await beginnings(practice)).toBe(1)
  })

  test('keeps what it has proven', async () => {
    const { practice, ada, visit } = await atHome()
    const sessionId = await recordSecondFactorProof(ada, practice)
    practice.clock.advance({ minutes: 6 })

    await visit({ ...createPasswordSessionClaims(ada, practice), origin_jti: sessionId })

    const { data } = await practice.data.signInSessions.get({ userId: ada.userId, sessionId }).go()
    expect(data).toMatchObject({ provenAt: '2026-11-21T09:00:00.000Z', lastSeenAt: '2026-11-21T09:06:00.000Z' })
  })
})

describe('the list of sessions', () => {
  test('shows the latest seen first, and which is this one', async () => {
    const { practice, ada, ask, visit } = await atHome()
    const old = createPasswordSessionClaims(ada, practice)
    await visit(old)
    practice.clock.advance({ hours: 1 })
    const present = anotherSession(ada, practice)
    await visit(present, CHROME)

    const { body } = await ask(account.listSessions, { as: present })

    expect(body.items.map(({ sessionId, current }) => [sessionId, current])).toEqual([
      [present['origin_jti'], true],
      [old['origin_jti'], false],
    ])
  })

  test('is one’s own, without what has ended, run out or been revoked', async () => {
    const { practice, ada, ask } = await atHome()
    const ben = await createCliente(practice)
    await writeSignInSession(ben, practice)
    const at = practice.wallClock().toISOString()
    await writeSignInSession(ada, practice, { sessionId: 'ended', endedAt: at })
    await writeSignInSession(ada, practice, { sessionId: 'run-out', expiresAtEpoch: Date.parse(at) / 1000 })
    await writeSignInSession(ada, practice, { sessionId: 'revoked', signedInAt: '2026-11-20T09:00:00.000Z' })
    await practice.data.users.patch({ userId: ada.userId }).set({ revokedAt: '2026-11-20T10:00:00.000Z' }).go()
    await writeSignInSession(ada, practice)

    const { body } = await ask(account.listSessions, { as: createPasswordSessionClaims(ada, practice) })

    expect(body.items.map(({ current }) => current)).toEqual([true])
  })

  test('shows the one that ended all others to a later one: it goes on', async () => {
    const { practice, ada, ask, visit, isOpen } = await atHome()
    const kept = createPasswordSessionClaims(ada, practice)
    await visit(kept)
    practice.clock.advance({ seconds: 1 })
    await ask(account.endOtherSessions, { as: kept })
    practice.clock.advance({ seconds: 1 })
    const later = anotherSession(ada, practice)
    await visit(later)

    const { body } = await ask(account.listSessions, { as: later })

    expect(await isOpen(kept)).toBe(true)
    expect(new Set(body.items.map(({ sessionId }) => sessionId))).toEqual(
      new Set([kept['origin_jti'], later['origin_jti']]),
    )
  })
})

describe('ending sessions', () => {
  test('one: its token is refused from the next request on, the others go on', async () => {
    const { practice, ada, ask, visit, isOpen } = await atHome()
    const [mine, lost] = [createPasswordSessionClaims(ada, practice), anotherSession(ada, practice)]
    await visit(mine)
    await visit(lost)

    const answer = await ask(account.endSession, { as: mine, params: { sessionId: lost['origin_jti'] ?? '' } })

    expect(answer).toEqual({ status: 200, body: { ended: true } })
    expect([await isOpen(mine), await isOpen(lost)]).toEqual([true, false])
    expect(await listAuditChanges(practice)).toContainEqual(
      expect.objectContaining({ action: 'SESSION_ENDED', details: { sessionId: lost['origin_jti'] } }),
    )
  })

  test('of somebody else is not found, and theirs goes on', async () => {
    const { practice, ada, ask, isOpen } = await atHome()
    const ben = await createCliente(practice)
    const sessionId = await writeSignInSession(ben, practice)

    const answer = await ask(account.endSession, {
      as: createPasswordSessionClaims(ada, practice),
      params: { sessionId },
    })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
    expect(await isOpen(createPasswordSessionClaims(ben, practice))).toBe(true)
  })

  test.each([
    ['seen before', true],
    ['never seen', false],
  ])('the one that asks, %s: its token is refused from the next request on', async (_, seen) => {
    const { practice, ada, ask, visit, isOpen } = await atHome()
    const [mine, another] = [createPasswordSessionClaims(ada, practice), anotherSession(ada, practice)]
    if (seen) await visit(mine)

    const answer = await ask(account.signOut, { as: mine })

    expect(answer).toEqual({ status: 200, body: { ended: true } })
    expect([await isOpen(mine), await isOpen(another)]).toEqual([false, true])
    expect((await ask(account.session, { as: mine })).body).toEqual({ code: 'session-ended' })
    expect(await listAuditChanges(practice)).toContainEqual(
      expect.objectContaining({ action: 'SESSION_ENDED', details: { sessionId: mine['origin_jti'] } }),
    )
  })

  test('the one that asks, while its second factor is still to be proven', async () => {
    const { practice, ada, ask } = await atHome()
    await practice.data.users.patch({ userId: ada.userId }).set({ mfaEnabledAt: '2026-11-21T09:00:01.000Z' }).go()
    const unproven = createPasswordSessionClaims(ada, practice)
    expect((await ask(account.listSessions, { as: unproven })).body).toEqual({ code: 'mfa-required' })

    expect((await ask(account.signOut, { as: unproven })).status).toBe(200)

    expect((await ask(account.session, { as: unproven })).body).toEqual({ code: 'session-ended' })
  })

  test('all others: only the one that asks goes on, also among those of the same second', async () => {
    const { practice, ada, ask, isOpen } = await atHome()
    const mine = createPasswordSessionClaims(ada, practice)
    const [neverSeen, another] = [anotherSession(ada, practice), anotherSession(ada, practice)]

    const answer = await ask(account.endOtherSessions, { as: mine })

    expect(answer).toEqual({ status: 200, body: { ended: true } })
    expect(await Promise.all([mine, neverSeen, another].map(isOpen))).toEqual([true, false, false])
    expect(await listAuditedActions(practice)).toContain('SESSIONS_ENDED')
  })

  test('all others, from another one later: the one that was kept before has ended', async () => {
    const { practice, ada, ask, isOpen } = await atHome()
    const first = createPasswordSessionClaims(ada, practice)
    await ask(account.endOtherSessions, { as: first })
    practice.clock.advance({ seconds: 1 })
    const second = anotherSession(ada, practice)

    await ask(account.endOtherSessions, { as: second })

    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
  })
})

function meeting(expected: number): () => Promise<void> {
  const complete = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived === expected) complete.resolve()
    return complete.promise
  }
}
