import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  DeleteUserAttributesCommand,
  SetUserMFAPreferenceCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { mfa } from '#contract/mfa'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createMfaSetup, listQueuedMailKinds, type MfaSetup, getStoredUser } from '../../support/mfa-setup.ts'
import {
  generateCurrentTotpCode,
  refreshPoolSession,
  type SignedInSession,
  signInAtPool,
} from '../../support/identity-setup.ts'

vi.setConfig({ testTimeout: 60_000 })

const open: MfaSetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const password = (round: number) => `Otra-clave-${round}`
const email = (round: number) => [{ Name: 'email', Value: `ladron-${round}@correo.test` }]

function movesOf(setup: MfaSetup, stolen: SignedInSession): readonly ((round: number) => Promise<unknown>)[] {
  const { ask, pool } = setup
  const askAccount = createEndpointCaller(serveAccount(() => setup.practice))
  const AccessToken = stolen.accessToken
  return [
    async () => {
      const { key } = (await ask(mfa.allowEnrolment, stolen)).body
      const enrolling = await refreshPoolSession(setup, stolen, { [cognitoMetadataKeys.enrolment]: key })
      const { secret } = (await ask(mfa.enrol, enrolling)).body
      await ask(mfa.confirm, { ...enrolling, body: { code: generateCurrentTotpCode(setup, secret) } })
    },
    (round) => ask(mfa.allowEnrolment, { ...stolen, body: { password: password(round) } }),
    async () => ask(mfa.allowEnrolment, await refreshPoolSession(setup, stolen)),
    async (round) => {
      const key = String.fromCodePoint(65 + round).repeat(43)
      return ask(mfa.enrol, await refreshPoolSession(setup, stolen, { [cognitoMetadataKeys.enrolment]: key }))
    },
    () => ask(mfa.enrol, stolen),
    (round) => ask(mfa.confirm, { ...stolen, body: { code: String(100_000 + round) } }),
    () => pool.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken })),
    (round) => pool.sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: String(100_000 + round) })),
    () =>
      pool.sdk.send(
        new SetUserMFAPreferenceCommand({
          AccessToken,
          SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
        }),
      ),
    (round) => pool.sdk.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: email(round) })),
    (round) =>
      pool.sdk.send(
        new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code: String(100_000 + round) }),
      ),
    () =>
      pool.sdk.send(
        new DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ['given_name', 'custom:role'] }),
      ),
    (round) =>
      pool.sdk.send(
        new ChangePasswordCommand({
          AccessToken,
          PreviousPassword: password(round),
          ProposedPassword: `${password(round)}-nueva`,
        }),
      ),
    (round) =>
      askAccount(account.changePassword, {
        ...stolen,
        body: { previousPassword: password(round), newPassword: `${password(round)}-nueva` },
      }),
  ]
}

test('A-65 of 70 tries with a token of an hour ago none enrols an app, changes the address or the password', async () => {
  const setup = await createMfaSetup('cliente', { ownMails: true })
  open.push(setup)
  const { person, practice } = setup
  setup.clock.advance({ minutes: 14 })
  const moves = movesOf(setup, setup.session)

  for (let round = 1; round <= 5; round++) for (const move of moves) await move(round).catch(() => undefined)

  expect(moves.length * 5).toBe(70)
  expect(await getStoredUser(setup)).toMatchObject({ email: person.email, status: 'active' })
  expect(await getStoredUser(setup)).not.toHaveProperty('mfaEnabledAt')
  expect(await practice.authenticators.isInForce(person.sub)).toBe(false)
  expect((await practice.identities.find(person.sub))?.attributes).toMatchObject({
    email: person.email,
    email_verified: 'true',
  })
  const told = (await listQueuedMailKinds(setup)).filter(({ kind }) => kind === 'email-change-refused')
  expect(new Set(told.map(({ to }) => to))).toEqual(new Set(told.length > 0 ? [person.email] : []))
  setup.clock.advance({ minutes: 16 })
  await expect(signInAtPool(setup, person.email)).resolves.toMatchObject({ sub: person.sub })
})
