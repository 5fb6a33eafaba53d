import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { clientMetadata } from '#contract/client-metadata'
import { withServices as serveCustomMessage } from '../../../functions/account/custom-message.handler.ts'
import { withServices as servePreToken } from '../../../functions/account/pre-token-generation.handler.ts'
import { fakeIdentities } from '../../support/identities.ts'
import { aCliente } from '../../support/people.ts'
import { aPractice } from '../../support/practice.ts'
import { poolEvent, SUB } from '../../support/triggers.ts'

const SELF_SERVICE = 'aws.cognito.signin.user.admin'
const REFRESH = 'TokenGeneration_RefreshTokens'
const HASH = createHash('sha256').update('the key').digest('base64url')

describe('a token', () => {
  test('of an administrador with an authenticator app opens the administration', async () => {
    const token = await tokenFor({ groups: ['administrador'], hasTotp: true })

    expect(token).toEqual({ groups: ['administrador'], add: ['app/use', 'app/admin'], suppress: [SELF_SERVICE] })
  })

  test('PER-05 of an administrador without one carries neither group nor scope', async () => {
    const token = await tokenFor({ groups: ['administrador', 'cliente'], hasTotp: false })

    expect(token).toEqual({ groups: ['cliente'], add: ['app/use'], suppress: [] })
  })

  test('of an administrador about whom Cognito does not answer carries neither', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})

    const token = await tokenFor({ groups: ['administrador'], hasTotp: true, down: true })

    expect(token).toEqual({ groups: [], add: ['app/use'], suppress: [SELF_SERVICE] })
  })

  test('of an account that Cognito does not know carries neither', async () => {
    const token = await tokenFor({ groups: ['administrador'], hasTotp: undefined })

    expect(token).toEqual({ groups: [], add: ['app/use'], suppress: [SELF_SERVICE] })
  })

  test('of a hosted sign-in never opens the administration', async () => {
    const token = await tokenFor({ groups: ['administrador'], hasTotp: true, source: 'TokenGeneration_HostedAuth' })

    expect(token).toEqual({ groups: [], add: ['app/use'], suppress: [SELF_SERVICE] })
  })

  test('of a cliente with an authenticator app cannot switch it off', async () => {
    const token = await tokenFor({ groups: ['cliente'], hasTotp: true })

    expect(token).toEqual({ groups: ['cliente'], add: ['app/use'], suppress: [SELF_SERVICE] })
  })

  test('A-11 may enrol another app for as long as a replacement was allowed, and no longer', async () => {
    const tokens = await Promise.all(
      ['2026-11-21T09:00:00.001Z', '2026-11-21T09:00:00.000Z'].map((replacementUntil) =>
        tokenFor({ groups: ['cliente'], hasTotp: true, replacementUntil, source: REFRESH, key: 'the key' }),
      ),
    )

    expect(tokens.map(({ suppress }) => suppress)).toEqual([[], [SELF_SERVICE]])
  })

  test.each([
    ['without the key', { source: REFRESH }],
    ['with another key', { source: REFRESH, key: 'a guess' }],
    ['at a sign-in', { source: 'TokenGeneration_Authentication', key: 'the key' }],
  ])('A-11 %s may not, while a replacement is allowed', async (_, asked) => {
    const token = await tokenFor({
      groups: ['cliente'],
      hasTotp: true,
      replacementUntil: '2026-11-21T09:05:00.000Z',
      ...asked,
    })

    expect(token.suppress).toEqual([SELF_SERVICE])
  })

  interface Case {
    readonly groups: string[]
    readonly hasTotp: boolean | undefined
    readonly source?: string
    readonly down?: boolean
    readonly replacementUntil?: string
    readonly key?: string
  }

  async function tokenFor({
    groups,
    hasTotp,
    source = 'TokenGeneration_Authentication',
    down,
    replacementUntil,
    key,
  }: Case) {
    const identities = fakeIdentities()
    if (hasTotp !== undefined) {
      const account = { confirmed: true, enabled: true, createdAt: new Date(0), attributes: {} }
      identities.known.set(SUB, { sub: SUB, hasTotp, ...account })
    }
    if (down) identities.fail()
    const event = poolEvent(source, {
      groupConfiguration: { groupsToOverride: groups },
      userAttributes: {},
      ...(key && { clientMetadata: { [clientMetadata.replacement]: key } }),
    })
    const practice = await aPractice()
    if (replacementUntil) {
      await aCliente(practice, {
        userId: `usr_${SUB}`,
        mfaReplacementUntil: replacementUntil,
        mfaReplacementHash: HASH,
      })
    }
    const { response } = await servePreToken(() => ({ ...practice, identities: () => identities }))(event)
    const { accessTokenGeneration, groupOverrideDetails } = response.claimsAndScopeOverrideDetails ?? {}
    return {
      groups: groupOverrideDetails?.groupsToOverride,
      add: accessTokenGeneration?.scopesToAdd,
      suppress: accessTokenGeneration?.scopesToSuppress,
    }
  }
})

describe('a mail of Cognito', () => {
  test.each(['CustomMessage_SignUp', 'CustomMessage_ResendCode'])(
    '%s asks in Spanish to verify the address, by a link that carries the code',
    async (source) => {
      const { subject, html } = await letterFor(source)

      expect(subject).toBe('Verifica tu correo en Hábitat Interior')
      expect(html).toContain('Hola, Lucía:')
      expect(links(html)).toEqual(['https://habitat.test/auth/callback?email=lucia%2Bx%40correo.test&code={####}'])
    },
  )

  test('about a forgotten password leads to the page for a new one', async () => {
    const { subject, html } = await letterFor('CustomMessage_ForgotPassword')

    expect(subject).toBe('Restablece tu contraseña de Hábitat Interior')
    expect(links(html)).toEqual(['https://habitat.test/reset-password?email=lucia%2Bx%40correo.test&code={####}'])
  })

  test('of an invitation carries the placeholders of user and password, as Cognito demands', async () => {
    const { html } = await letterFor('CustomMessage_AdminCreateUser')

    expect(html).toContain('{username}')
    expect(html).toContain('{####}')
  })

  test('of any other kind says the code', async () => {
    const { html } = await letterFor('CustomMessage_VerifyUserAttribute')

    expect(html).toContain('Tu código es: {####}')
  })

  test('shows a hostile name as text', async () => {
    const { html } = await letterFor('CustomMessage_SignUp', '<img src=x onerror="alert(1)">&')

    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;')
  })
})

async function letterFor(source: string, given_name = 'Lucía') {
  const event = poolEvent(source, {
    codeParameter: '{####}',
    usernameParameter: '{username}',
    userAttributes: { email: 'lucia+x@correo.test', given_name },
  })
  const { response } = await serveCustomMessage(() => ({ siteUrl: 'https://habitat.test' }))(event)
  return { subject: response.emailSubject, html: response.emailMessage ?? '' }
}

const links = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
