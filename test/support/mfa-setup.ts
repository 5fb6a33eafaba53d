import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { mfa } from '#contract/mfa'
import { createLambdaHandler as serveMfa } from '../../functions/mfa/handler.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import {
  createIdentitySetup,
  generateCurrentTotpCode,
  type IdentitySetup,
  TEST_PASSWORD,
  refreshPoolSession,
  type SignedInSession,
  signInAtPool,
} from './identity-setup.ts'
import { createCliente, createAdministrador, type PracticePerson } from './people.ts'

export interface MfaSetup extends IdentitySetup {
  readonly ask: ReturnType<typeof createEndpointCaller>
  readonly person: PracticePerson
  readonly session: SignedInSession
}

export interface EnrolledMfaSetup extends MfaSetup {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

export async function createMfaSetup(
  role: 'cliente' | 'administrador' = 'cliente',
  options: { readonly ownMails?: boolean } = {},
): Promise<MfaSetup> {
  const setup = await createIdentitySetup(options)
  const ask = createEndpointCaller(serveMfa(() => setup.practice))
  const person = await createPoolPerson(setup, role)
  return { ...setup, ask, person, session: await signInAtPool(setup, person.email) }
}

export async function createEnrollingMfaSetup(role?: 'cliente' | 'administrador'): Promise<MfaSetup> {
  const setup = await createMfaSetup(role)
  return { ...setup, session: await allowSessionEnrolment(setup, setup.session) }
}

export async function allowSessionEnrolment(
  setup: Pick<MfaSetup, 'pool' | 'ask'>,
  session: SignedInSession,
): Promise<SignedInSession> {
  const { body } = await setup.ask(mfa.allowEnrolment, session)
  return refreshPoolSession(setup, session, { [cognitoMetadataKeys.enrolment]: body.key })
}

export async function createPoolPerson(
  { pool, practice }: IdentitySetup,
  role: 'cliente' | 'administrador' = 'cliente',
) {
  const person = await (role === 'cliente' ? createCliente(practice) : createAdministrador(practice))
  await practice.data.users.patch({ userId: person.userId }).remove(['mfaEnabledAt']).go()
  pool.cognito().seedUser({ email: person.email, password: TEST_PASSWORD, sub: person.sub, groups: [role] })
  return person
}

/** The clock is half a minute later, so that the next code is a new one. */
export async function createEnrolledMfaSetup(role?: 'cliente' | 'administrador'): Promise<EnrolledMfaSetup> {
  const setup = await createEnrollingMfaSetup(role)
  const { body } = await setup.ask(mfa.enrol, setup.session)
  const confirmed = await setup.ask(mfa.confirm, {
    ...setup.session,
    body: { code: generateCurrentTotpCode(setup, body.secret) },
  })
  setup.clock.advance({ seconds: 30 })
  return { ...setup, secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes }
}

export const getStoredUser = async ({ practice, person }: Pick<MfaSetup, 'practice' | 'person'>) =>
  (await practice.data.users.get({ userId: person.userId }).go()).data

export function failOnFirstCall<Service extends object>(service: Service, name: keyof Service): Service {
  let failed = false
  const original = service[name] as (...given: unknown[]) => Promise<unknown>
  return {
    ...service,
    [name]: async (...given: unknown[]) => {
      if (failed) return original(...given)
      failed = true
      throw new Error(`${String(name)} was cut off`)
    },
  }
}

/** Oldest first. */
export async function listQueuedMailKinds({ practice }: Pick<IdentitySetup, 'practice'>) {
  const { data } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
  return data.map(({ to, content }) => ({ to, ...(content as { kind: string }) }))
}
