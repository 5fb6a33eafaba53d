import { clientMetadata } from '#contract/client-metadata'
import { mfa } from '#contract/mfa'
import { withServices as serveMfa } from '../../functions/mfa/handler.ts'
import { asking } from './asking.ts'
import {
  anIdentitySetup,
  codeNow,
  type IdentitySetup,
  PASSWORD,
  refreshed,
  type SignedIn,
  signIn,
} from './identity-setup.ts'
import { aCliente, anAdministrador, type Person } from './people.ts'

export interface MfaSetup extends IdentitySetup {
  readonly ask: ReturnType<typeof asking>
  readonly person: Person
  readonly session: SignedIn
}

export interface Enrolled extends MfaSetup {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

export async function anMfaSetup(
  role: 'cliente' | 'administrador' = 'cliente',
  options: { readonly ownMails?: boolean } = {},
): Promise<MfaSetup> {
  const setup = await anIdentitySetup(options)
  const ask = asking(serveMfa(() => setup.practice))
  const person = await somebodyAt(setup, role)
  return { ...setup, ask, person, session: await signIn(setup, person.email) }
}

export async function anEnrollingSetup(role?: 'cliente' | 'administrador'): Promise<MfaSetup> {
  const setup = await anMfaSetup(role)
  return { ...setup, session: await enrolling(setup, setup.session) }
}

/** The session with a token that may enrol, fetched as the page does. */
export async function enrolling(setup: Pick<MfaSetup, 'pool' | 'ask'>, session: SignedIn): Promise<SignedIn> {
  const { body } = await setup.ask(mfa.allowEnrolment, session)
  return refreshed(setup, session, { [clientMetadata.enrolment]: body.key })
}

export async function somebodyAt({ pool, practice }: IdentitySetup, role: 'cliente' | 'administrador' = 'cliente') {
  const person = await (role === 'cliente' ? aCliente(practice) : anAdministrador(practice))
  await practice.data.users.patch({ userId: person.userId }).remove(['mfaEnabledAt']).go()
  pool.cognito().seedUser({ email: person.email, password: PASSWORD, sub: person.sub, groups: [role] })
  return person
}

/** The clock is half a minute later, so that the next code is a new one. */
export async function anEnrolledSetup(role?: 'cliente' | 'administrador'): Promise<Enrolled> {
  const setup = await anEnrollingSetup(role)
  const { body } = await setup.ask(mfa.enrol, setup.session)
  const confirmed = await setup.ask(mfa.confirm, { ...setup.session, body: { code: codeNow(setup, body.secret) } })
  setup.clock.advance({ seconds: 30 })
  return { ...setup, secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes }
}

export const userIn = async ({ practice, person }: Pick<MfaSetup, 'practice' | 'person'>) =>
  (await practice.data.users.get({ userId: person.userId }).go({ consistent: true })).data

/** The first call fails; later ones work. */
export function failingOnce<Service extends object>(service: Service, name: keyof Service): Service {
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
export async function mailsIn({ practice }: Pick<IdentitySetup, 'practice'>) {
  const { data } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
  return data.map(({ to, content }) => ({ to, ...(content as { kind: string }) }))
}
