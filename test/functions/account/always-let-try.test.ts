import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { SIGN_IN_LINK_PARAMETER } from '#contract/mailed-links'
import { users } from '#contract/users'
import { createOneTimeLinkToken } from '#platform/one-time-link'
import { UNTRUSTED_SIGN_IN_LEDGER_KEY } from '../../../functions/account/public/sign-in-limits.ts'
import { findKnownBrowserPlaces } from '../../../functions/account/public/trusted-places.ts'
import { createLambdaHandler as serveSweep } from '../../../functions/account/fail-abandoned-attempts.handler.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { testPoolClientId, signInWithSrp } from '../../local/cognito/running-user-pool.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { listQueuedMailKinds, createPoolPerson } from '../../support/mfa-setup.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createIdentitySetup, type IdentitySetup, signInAtPool } from '../../support/identity-setup.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions, listAuditChanges } from '../../support/practice.ts'

// Every sign-in here computes SRP twice.
vi.setConfig({ testTimeout: 30_000 })

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

async function underAttack(own: { readonly ownMails?: boolean } = {}) {
  const setup = await createIdentitySetup(own)
  open.push(setup)
  const person = await createPoolPerson(setup)
  const ask = createEndpointCaller(serveAccount(() => setup.practice))
  const metadata = async (body: object = {}, address = '198.51.100.9') => {
    const headers = { 'x-forwarded-for': `${address}, 130.176.1.1` }
    const { ticket } = (await ask(account.issueTicket, { body, headers })).body
    return { [cognitoMetadataKeys.ticket]: ticket }
  }
  const guessing = async (places: number, first = 0, email = person.email) => {
    let judged = 0
    for (let n = first; n < first + places; n++) {
      const given = { password: 'Otra-clave-9', metadata: await metadata({}, `2001:db8:${n.toString(16)}::1`) }
      await expect(signInAtPool(setup, email, given)).rejects.toSatisfy((error: Error) => {
        if (!error.message.includes('too-many-attempts')) judged++
        return true
      })
    }
    return judged
  }
  const enter = async (body: object = {}, password?: string) =>
    signInAtPool(setup, person.email, { metadata: await metadata(body), ...(password && { password }) })
  return { ...setup, person, ask, guessing, metadata, enter }
}

describe('A-65 while an account is guessed at from everywhere', () => {
  test('a stranger is refused, and its owner is in by the mailed link once Cognito’s own lock is over', async () => {
    const at = await underAttack()
    expect(await at.guessing(40)).toBe(20)
    await expect(at.enter()).rejects.toThrow('too-many-attempts')

    const asked = await at.ask(account.mailSignInLink, { body: { email: at.person.email } })
    const [mail] = await listQueuedMailKinds(at)
    const { userId } = at.person
    const link = await createOneTimeLinkToken({ purpose: 'sign-in', userId, cause: 'the mail' }, at.practice)

    expect(asked).toEqual({ status: 200, body: { accepted: true } })
    expect(mail).toMatchObject({ kind: 'sign-in-link', to: at.person.email, userId })
    // Attempts counted by Cognito itself lock everybody; guesses blocked before Cognito do not extend the lock.
    at.clock.advance({ seconds: 16 })
    expect((await at.enter({ link })).sub).toBe(at.person.sub)
  })

  test('from 10,000 places it is as from 21: each further one leaves nothing but a number, and its owner is in by the mailed link', async () => {
    const at = await underAttack()
    const { practice, person } = at
    const { userId } = person
    const room = createOutboxReader(practice)
    expect(await at.guessing(21)).toBe(20)
    const from21 = await left(at)

    expect(await at.guessing(21, 21)).toBe(0)

    // Each further place adds exactly one refusal: the remaining 9,958 would too.
    expect(await left(at)).toEqual({ ...from21, refusals: 22 })
    await practice.data.loginLedgers.patch({ userId, place: UNTRUSTED_SIGN_IN_LEDGER_KEY }).set({ refusals: 9980 }).go()
    await at.ask(account.mailSignInLink, { body: { email: person.email } })
    const mail = (await room.post()).at(-1)
    const link = linkIn(mail?.text)
    at.clock.advance({ seconds: 16 })
    await expect(at.enter()).rejects.toThrow('too-many-attempts')
    expect((await at.enter({ link })).sub).toBe(person.sub)

    at.clock.advance({ minutes: 15 })
    await serveSweep(() => practice)()
    expect((await listAuditChanges(practice)).filter(({ action }) => action === 'LOGIN_RATE_LIMITED')).toMatchObject([
      {},
      { details: { refusals: 9981 } },
    ])
  })

  test('its owner is in with a browser that has signed in before', async () => {
    const at = await underAttack()
    const session = await at.enter()
    const { browser } = (await at.ask(account.keepBrowser, { ...session, body: { browsers: [] } })).body
    await at.guessing(21)
    at.clock.advance({ seconds: 16 })

    expect((await at.enter({ browsers: [browser] })).sub).toBe(at.person.sub)
    expect(JSON.stringify(await scanWholeTable(at.practice))).not.toContain(browser)
  })

  test('neither a browser of another account, nor a link of another day, is let try', async () => {
    const at = await underAttack()
    const stranger = await somebodyElse(at)
    const { userId } = at.person
    const link = await createOneTimeLinkToken({ purpose: 'sign-in', userId, cause: 'an earlier mail' }, at.practice)
    at.clock.advance({ hours: 24 })
    await at.guessing(21)
    at.clock.advance({ seconds: 16 })

    await expect(at.enter({ link })).rejects.toThrow('too-many-attempts')
    await expect(at.enter({ browsers: [stranger.browser] })).rejects.toThrow('too-many-attempts')
  })
})

describe('A-65 limits that strangers have used up', () => {
  test('keep no owner out: the newest of the day’s links serves until another may be mailed', async () => {
    const at = await underAttack()
    const room = createOutboxReader(at.practice)
    const asked = async () => {
      const body = { email: at.person.email }
      for (let n = 0; n < 5; n++) {
        await at.ask(account.mailSignInLink, { body, headers: { 'x-forwarded-for': `203.0.113.${n}, 130.176.1.1` } })
      }
      return (await room.post()).map(({ text }) => linkIn(text))
    }
    const links = await asked()
    expect(links).toHaveLength(3)

    for (const [round, hours] of [1.5, 12, 10.4].entries()) {
      at.clock.advance({ hours })
      expect(await at.guessing(21, round * 21)).toBe(20)
      at.clock.advance({ seconds: 16 })
      expect(await asked()).toEqual(links)
      await expect(at.enter()).rejects.toThrow('too-many-attempts')
      expect((await at.enter({ link: links.at(-1) })).sub).toBe(at.person.sub)
    }
    at.clock.advance({ hours: 0.1 })
    expect(await asked()).toHaveLength(6)
  })

  test('count by the same clock as the life of the link, wherever the product’s own is put', async () => {
    const at = await underAttack()
    await at.ask(account.mailSignInLink, { body: { email: at.person.email } })
    const [mail] = await createOutboxReader(at.practice).post()
    Object.assign(at.practice, { now: () => new Date(at.clock.now().getTime() + 25 * 3_600_000) })
    await at.guessing(21)
    at.clock.advance({ seconds: 16 })

    expect((await at.enter({ link: linkIn(mail?.text) })).sub).toBe(at.person.sub)
  })

  test('RST-02 keep nobody out who has chosen a password by mail: its link is let try for its hour, for that account', async () => {
    const at = await underAttack({ ownMails: true })
    const stranger = await createPoolPerson(at, 'administrador')
    await at.guessing(21)
    const { code, link } = await recoveryMail(at, at.person.email)
    const his = await recoveryMail(at, stranger.email)
    await choosePassword(at, code)
    at.clock.advance({ seconds: 16 })

    await expect(at.enter({}, 'Calabacín-8')).rejects.toThrow('too-many-attempts')
    await expect(at.enter({ link: his.link }, 'Calabacín-8')).rejects.toThrow('too-many-attempts')
    expect((await at.enter({ link }, 'Calabacín-8')).sub).toBe(at.person.sub)
    at.clock.advance({ hours: 1 })
    await at.guessing(21)
    at.clock.advance({ seconds: 16 })
    await expect(at.enter({ link }, 'Calabacín-8')).rejects.toThrow('too-many-attempts')
  })

  test('RST-03 keep nobody out who was invited: the link of the invitation is let try', async () => {
    const at = await underAttack({ ownMails: true })
    const ask = createEndpointCaller(serveUsers(() => at.practice))
    const boss = createPasswordSessionClaims(await createAdministrador(at.practice), at.practice)
    const email = 'invitada@correo.test'
    await ask(users.invite, { as: boss, body: { email, role: 'cliente' } })
    const html = at.pool.mails.at(-1)?.html ?? ''
    const [, link = '', code = ''] = /link=([\w-]+)&amp;type=invite&amp;code=([^"]+)"/.exec(html) ?? []
    await at.guessing(21, 0, email)
    at.clock.advance({ seconds: 16 })

    const start = async (body: object) => signInWithSrp(at.pool, email, code, await at.metadata(body))

    await expect(start({})).rejects.toThrow('too-many-attempts')
    expect((await start({ link })).ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  })

  test('RST-07 on the codes of a recovery mail, at Cognito, leave her the link for signing in', async () => {
    const at = await underAttack({ ownMails: true })
    const { code } = await recoveryMail(at, at.person.email)
    for (let n = 0; n < 6; n++) await choosePassword(at, 'no-code').catch(() => undefined)
    await at.guessing(21)
    await at.ask(account.mailSignInLink, { body: { email: at.person.email } })
    const mail = (await createOutboxReader(at.practice).post()).at(-1)
    at.clock.advance({ seconds: 16 })

    await expect(choosePassword(at, code)).rejects.toMatchObject({ name: 'LimitExceededException' })
    await expect(at.enter()).rejects.toThrow('too-many-attempts')
    expect((await at.enter({ link: linkIn(mail?.text) })).sub).toBe(at.person.sub)
  })
})

const choosePassword = ({ pool, person }: Awaited<ReturnType<typeof underAttack>>, code: string | undefined) =>
  pool.sdk.send(
    new ConfirmForgotPasswordCommand({
      ClientId: testPoolClientId,
      Username: person.email,
      ConfirmationCode: code,
      Password: 'Calabacín-8',
    }),
  )

const linkIn = (text = ''): string | undefined => new RegExp(`${SIGN_IN_LINK_PARAMETER}=([\\w-]+)`).exec(text)?.[1]

async function recoveryMail({ pool }: IdentitySetup, email: string) {
  await pool.sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username: email }))
  const html = pool.mails.at(-1)?.html ?? ''
  return { code: /code=(\d+)/.exec(html)?.[1], link: /link=([\w-]+)/.exec(html)?.[1] }
}

async function left({ practice, person: { userId } }: Awaited<ReturnType<typeof underAttack>>) {
  const { data: ledgers } = await practice.data.loginLedgers.query.byUser({ userId }).go({ pages: 'all' })
  const everywhere = ledgers.find(({ place }) => place === UNTRUSTED_SIGN_IN_LEDGER_KEY)
  return {
    places: ledgers.filter(({ place }) => place !== UNTRUSTED_SIGN_IN_LEDGER_KEY),
    attempts: everywhere?.attempts,
    refusals: everywhere?.refusals,
    audit: await listAuditedActions(practice),
  }
}

async function somebodyElse({ ask, practice }: Awaited<ReturnType<typeof underAttack>>) {
  const other = await createCliente(practice)
  return (await ask(account.keepBrowser, { as: createPasswordSessionClaims(other, practice), body: { browsers: [] } }))
    .body
}

describe('A-65 a browser', () => {
  test('is given one token for an account, known for 400 days after the last sign-in, and another for the next', async () => {
    const at = await underAttack()
    const session = await at.enter()
    const keep = async (browsers: unknown[]) =>
      (await at.ask(account.keepBrowser, { ...session, body: { browsers } })).body.browser
    const first = await keep([])
    at.clock.advance({ days: 1 })

    expect(await keep([first])).toBeNull()
    expect((await somebodyElse(at)).browser).toMatch(/^[\w-]{43}$/)
    at.clock.advance({ days: 399 })
    expect(await findKnownBrowserPlaces([String(first)], at.practice)).toMatchObject([{ userId: at.person.userId }])
    at.clock.advance({ days: 1 })
    expect(await findKnownBrowserPlaces([String(first)], at.practice)).toEqual([])
  })

  test('that is known gets its ticket although strangers in its network have used up theirs', async () => {
    const at = await underAttack()
    const session = await at.enter()
    const { browser } = (await at.ask(account.keepBrowser, { ...session, body: { browsers: [] } })).body
    for (let n = 0; n < 61; n++) await at.ask(account.issueTicket)

    expect((await at.ask(account.issueTicket)).status).toBe(429)
    expect((await at.ask(account.issueTicket, { body: { browsers: [browser] } })).status).toBe(200)
  })
})

describe('A-65 the link for signing in', () => {
  test('is mailed three times a day, and the answer is the same for everybody', async () => {
    const at = await underAttack()
    const asked = (email: string) => at.ask(account.mailSignInLink, { body: { email } })
    const answers = []
    for (let times = 0; times < 5; times++) answers.push(await asked(at.person.email))
    answers.push(await asked('nadie@correo.test'))

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await listQueuedMailKinds(at)).map(({ to }) => to)).toEqual(
      Array.from({ length: 3 }, () => at.person.email),
    )
    expect(await listAuditedActions(at.practice)).toEqual(Array.from({ length: 3 }, () => 'SIGN_IN_LINK_MAILED'))
  })

  test('is asked for ten times an hour from one network', async () => {
    const ask = createEndpointCaller(serveAccount(await createTestPractice().then((practice) => () => practice)))
    for (let n = 0; n < 10; n++) await ask(account.mailSignInLink, { body: { email: `nadie-${n}@correo.test` } })

    expect((await ask(account.mailSignInLink, { body: { email: 'nadie@correo.test' } })).status).toBe(429)
  })
})
