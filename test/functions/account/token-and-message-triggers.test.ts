import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { practiceLegalDetails } from '#contract/practice'
import { createLambdaHandler as serveCustomMessage } from '../../../functions/account/custom-message.handler.ts'
import { createLambdaHandler as servePreToken } from '../../../functions/account/pre-token-generation.handler.ts'
import { listQueuedMailKinds } from '../../support/mfa-setup.ts'
import { createFakeUserPool } from '../../support/fake-user-pool.ts'
import { createCliente, writeSignInSession } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'
import { createPoolTriggerEvent, TEST_USER_SUB } from '../../support/triggers.ts'

const SELF_SERVICE = 'aws.cognito.signin.user.admin'
const REFRESH = 'TokenGeneration_RefreshTokens'
const HOSTED = 'TokenGeneration_HostedAuth'
const BY_SRP = [SELF_SERVICE]
const BY_GOOGLE = ['openid', 'email', 'profile']
const ENDED = { endedAt: '2026-11-21T08:59:00.000Z' }
const HASH = createHash('sha256').update('the key').digest('base64url')

describe('a token', () => {
  test('of an administrador with an authenticator app opens the administration', async () => {
    const token = await tokenFor({ groups: ['administrador'], hasTotp: true })

    expect(token).toEqual({ groups: ['administrador'], scopes: ['app/use', 'app/password', 'app/admin'] })
  })

  test('PER-05 of an administrador without one carries neither group nor scope', async () => {
    const token = await tokenFor({ groups: ['administrador', 'cliente'], hasTotp: false })

    expect(token).toEqual({ groups: ['cliente'], scopes: ['app/use', 'app/password'] })
  })

  test('of an administrador about whom Cognito does not answer carries neither', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})

    const token = await tokenFor({ groups: ['administrador'], hasTotp: true, down: true })

    expect(token).toEqual({ groups: [], scopes: ['app/use', 'app/password'] })
  })

  test('of an account that Cognito does not know carries neither', async () => {
    const token = await tokenFor({ groups: ['administrador'], hasTotp: undefined })

    expect(token).toEqual({ groups: [], scopes: ['app/use', 'app/password'] })
  })

  test.each([HOSTED, REFRESH])(
    'of a hosted sign-in never opens the administration, and says so (%s)',
    async (source) => {
      const token = await tokenFor({ groups: ['administrador'], hasTotp: true, source, given: BY_GOOGLE })

      expect(token).toEqual({ groups: [], scopes: [...BY_GOOGLE, 'app/use', 'app/google'] })
    },
  )

  test.each([[SELF_SERVICE], ['email'], ['app/password'], []])(
    'A-08 of a hosted sign-in that does not ask for openid is not made (%s)',
    async (...given) => {
      await expect(tokenFor({ groups: ['cliente'], hasTotp: true, source: HOSTED, given })).rejects.toThrow(
        'openid-required',
      )
    },
  )

  const LINKED = JSON.stringify([{ providerName: 'Google', userId: '1' }])
  test.each<[string, Partial<Case>, string]>([
    ['of an account without Google that does not say its scopes', { given: undefined }, 'app/password'],
    ['of an account without Google, whatever else they are', { given: [] }, 'app/password'],
    ['of an account that says its scopes of SRP', { given: BY_SRP }, 'app/password'],
    [
      'of an account whose link to Google is gone',
      { given: undefined, attributes: { identities: '[]' } },
      'app/password',
    ],
    ['of an account linked to Google', { given: undefined, attributes: { identities: LINKED } }, 'app/google'],
    [
      'of an account linked to Google that says scopes of SRP',
      { given: BY_SRP, attributes: { identities: LINKED } },
      'app/google',
    ],
    ['that says scopes of Google', { given: BY_GOOGLE }, 'app/google'],
    ['with what no client may ask for', { given: [...BY_GOOGLE, 'app/password', SELF_SERVICE] }, 'app/google'],
    ['while Cognito does not answer', { given: undefined, down: true }, 'app/google'],
    ['of an account that Cognito does not know', { given: undefined, hasTotp: undefined }, 'app/google'],
  ])('A-08 a refresh %s says how the session began', async (_, asked, origin) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})

    const { scopes } = await tokenFor({ groups: ['cliente'], hasTotp: true, source: REFRESH, ...asked })

    expect(scopes.filter((scope) => ['app/password', 'app/google'].includes(scope))).toEqual([origin])
    expect(scopes).not.toContain(SELF_SERVICE)
  })

  test('A-08 a refresh keeps the administration open without being told scopes', async () => {
    const token = await tokenFor({ groups: ['administrador'], hasTotp: true, source: REFRESH, given: undefined })

    expect(token).toEqual({ groups: ['administrador'], scopes: ['app/use', 'app/password', 'app/admin'] })
  })

  test.each([true, false])(
    'A-11 acts at Cognito for nobody, with an authenticator app or without (%s)',
    async (hasTotp) => {
      const tokens = await Promise.all(
        [REFRESH, 'TokenGeneration_Authentication'].map((source) => tokenFor({ groups: ['cliente'], hasTotp, source })),
      )

      expect(tokens.flatMap(({ scopes }) => scopes)).not.toContain(SELF_SERVICE)
    },
  )

  test.each([true, false])('A-11 may enrol for as long as that was allowed, and no longer (%s)', async (hasTotp) => {
    const tokens = await Promise.all(
      ['2026-11-21T09:00:00.001Z', '2026-11-21T09:00:00.000Z'].map((allowedUntil) =>
        tokenFor({ groups: ['cliente'], hasTotp, allowedUntil, source: REFRESH, key: 'the key' }),
      ),
    )

    expect(tokens.map(({ scopes }) => scopes.includes(SELF_SERVICE))).toEqual([true, false])
  })

  test.each<[string, Partial<Case>]>([
    ['without the key', { source: REFRESH }],
    ['with another key', { source: REFRESH, key: 'a guess' }],
    ['at a sign-in', { source: 'TokenGeneration_Authentication', key: 'the key' }],
    ['when the session that was given the key is over', { source: REFRESH, key: 'the key', session: ENDED }],
    ['when nobody has seen that session', { source: REFRESH, key: 'the key', session: null }],
  ])('A-11 %s may not, while an enrolment is allowed', async (_, asked) => {
    const allowedUntil = '2026-11-21T09:05:00.000Z'
    const faults = vi.spyOn(console, 'error').mockImplementation(() => {})

    const { scopes } = await tokenFor({ groups: ['cliente'], hasTotp: true, allowedUntil, ...asked })

    expect(scopes).not.toContain(SELF_SERVICE)
    // An expected refusal is no fault and raises no alarm.
    expect(faults).not.toHaveBeenCalled()
  })

  interface Case {
    readonly groups: string[]
    readonly hasTotp: boolean | undefined
    readonly source?: string
    /** Undefined if the event has none. @default SRP's */
    readonly given?: readonly string[] | undefined
    readonly attributes?: Readonly<Record<string, string>>
    readonly down?: boolean
    readonly allowedUntil?: string
    readonly key?: string
    /** Session of this key; null if the table has none. */
    readonly session?: { readonly endedAt?: string } | null
  }

  async function tokenFor(asked: Case) {
    const usual = { source: 'TokenGeneration_Authentication', given: BY_SRP, attributes: {} }
    const { groups, hasTotp, source, down, key, given, attributes } = { ...usual, ...asked }
    const identities = createFakeUserPool()
    if (hasTotp !== undefined) {
      const account = { confirmed: true, enabled: true, createdAt: new Date(0), attributes }
      identities.known.set(TEST_USER_SUB, { sub: TEST_USER_SUB, hasTotp, ...account })
    }
    if (down) identities.fail()
    const event = createPoolTriggerEvent(source, {
      groupConfiguration: { groupsToOverride: groups },
      userAttributes: {},
      ...(given && { scopes: given }),
      ...(key && { clientMetadata: { [cognitoMetadataKeys.enrolment]: key } }),
    })
    const practice = await createTestPractice()
    if (asked.allowedUntil) await anAllowedEnrolment(practice, asked.allowedUntil, asked.session)
    const { response } = await servePreToken(() => ({ ...practice, identities: () => identities }))(event)
    const { accessTokenGeneration, groupOverrideDetails } = response.claimsAndScopeOverrideDetails ?? {}
    const kept = (given ?? []).filter((scope) => !accessTokenGeneration?.scopesToSuppress?.includes(scope))
    return {
      groups: groupOverrideDetails?.groupsToOverride,
      scopes: [...new Set([...kept, ...(accessTokenGeneration?.scopesToAdd ?? [])])],
    }
  }

  async function anAllowedEnrolment(practice: TestPractice, allowedUntil: string, session: Case['session'] = {}) {
    const userId = `usr_${TEST_USER_SUB}`
    const enrolmentSessionId = '00000000-0000-4001-8000-000000000077'
    await createCliente(practice, {
      userId,
      enrolmentKeyUntil: allowedUntil,
      enrolmentKeyHash: HASH,
      enrolmentSessionId,
    })
    if (session)
      await writeSignInSession({ userId, sub: TEST_USER_SUB }, practice, { sessionId: enrolmentSessionId, ...session })
  }
})

const SITE = 'https://habitat.test'
const senderLinks = [`mailto:${practiceLegalDetails.email}`, SITE, `${SITE}/privacidad`]

describe('a mail of Cognito', () => {
  test.each(['CustomMessage_SignUp', 'CustomMessage_ResendCode'])(
    '%s asks in Spanish to verify the address, names nobody and links to the proof of it and the code',
    async (source) => {
      const { subject, html } = await composeCognitoEmail(source)

      expect(subject).toBe('Verifica tu correo en Hábitat Interior')
      expect(html).toContain('Hola:')
      expect(html).not.toContain('Lucía')
      expect(links(html)).toEqual([
        SITE,
        expect.stringMatching(
          /^https:\/\/habitat.test\/auth\/callback#email=lucia%2Bx%40correo.test&proof=[\w-]{43}&code={####}$/,
        ),
        ...senderLinks,
      ])
    },
  )

  test('about a forgotten password leads to the page for a new one', async () => {
    const { subject, html } = await composeCognitoEmail('CustomMessage_ForgotPassword')

    expect(subject).toBe('Restablece tu contraseña de Hábitat Interior')
    expect(links(html)).toEqual([
      SITE,
      expect.stringMatching(
        /^https:\/\/habitat\.test\/reset-password#email=lucia%2Bx%40correo\.test&link=[\w-]{43}&code=\{####\}$/,
      ),
      ...senderLinks,
    ])
  })

  test('of an invitation carries the placeholders of user and password, as Cognito demands', async () => {
    const { html } = await composeCognitoEmail('CustomMessage_AdminCreateUser')

    expect(html).toContain('{username}')
    expect(html).toContain('{####}')
  })

  test('of any other kind says the code', async () => {
    const { html } = await composeCognitoEmail('CustomMessage_Authentication')

    expect(html).toMatch(/>\{####\}</)
  })

  const sources = ['SignUp', 'ResendCode', 'ForgotPassword', 'AdminCreateUser', 'Authentication']
  test.each(sources)('%s has nothing that somebody typed who has not proven the address', async (source) => {
    const { subject, html } = await composeCognitoEmail(`CustomMessage_${source}`)

    expect(`${subject} ${html}`).not.toContain('Lucía')
  })

  test('greets the owner of a proven address by what of their name is one', async () => {
    const { html: plain } = await composeCognitoEmail('CustomMessage_ForgotPassword', { email_verified: 'true' })
    const { html: hostile } = await composeCognitoEmail('CustomMessage_ForgotPassword', {
      email_verified: 'true',
      given_name: 'Ana {####} <img src=x>',
    })

    expect(plain).toContain('Hola, Lucía:')
    expect(hostile).toContain('Hola, Ana:')
  })
})

const askedFor = (source: string, practice: TestPractice) => {
  const response = { smsMessage: null, emailMessage: null, emailSubject: null }
  const attributes = { email: 'lucia@correo.test', email_verified: 'true', given_name: 'Lucía' }
  const request = { codeParameter: '{####}', usernameParameter: '{username}', userAttributes: attributes }
  const event: object = createPoolTriggerEvent(`CustomMessage_${source}`, request)
  return serveCustomMessage(() => ({ ...practice, wordsMails: false }))({ ...event, response } as never)
}

describe('where Cognito itself sends the mails', () => {
  test.each(['SignUp', 'ResendCode', 'ForgotPassword', 'AdminCreateUser', 'Authentication'])(
    'the trigger words no mail, which Cognito would refuse: %s',
    async (source) => {
      const practice = await createTestPractice()

      const { response } = await askedFor(source, practice)

      expect(response).toEqual({ smsMessage: null, emailMessage: null, emailSubject: null })
      expect((await practice.data.oneTimeLinks.scan.go()).data).toEqual([])
    },
  )

  test.each(['UpdateUserAttribute', 'VerifyUserAttribute'])(
    'it refuses a change of the address all the same, and its owner is told: %s',
    async (source) => {
      const practice = await createTestPractice()
      await createCliente(practice, { userId: `usr_${TEST_USER_SUB}` })

      await expect(askedFor(source, practice)).rejects.toThrow('email-change-refused')

      expect(await listQueuedMailKinds({ practice })).toMatchObject([{ kind: 'email-change-refused' }])
    },
  )
})

async function composeCognitoEmail(source: string, attributes: Readonly<Record<string, string>> = {}) {
  const practice = await createTestPractice()
  const event = createPoolTriggerEvent(source, {
    codeParameter: '{####}',
    usernameParameter: '{username}',
    userAttributes: { email: 'lucia+x@correo.test', email_verified: 'false', given_name: 'Lucía', ...attributes },
  })
  const { response } = await serveCustomMessage(() => practice)(event)
  return { subject: response.emailSubject, html: response.emailMessage ?? '' }
}

const links = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
