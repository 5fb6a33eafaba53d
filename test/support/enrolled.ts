import { clientMetadata } from '#contract/client-metadata'
import { mfa } from '#contract/mfa'
import { withServices as serveMfa } from '../../functions/mfa/handler.ts'
import { asking } from './asking.ts'
import {
  anIdentityDesk,
  codeNow,
  type IdentityDesk,
  PASSWORD,
  refreshed,
  type SignedIn,
  signIn,
} from './identity-desk.ts'
import { aCliente, anAdministrador, type Person } from './people.ts'

/** A desk, the mfa endpoints, and somebody who has signed in with a password and has no second factor. */
export interface MfaDesk extends IdentityDesk {
  readonly ask: ReturnType<typeof asking>
  readonly person: Person
  readonly session: SignedIn
}

export interface Enrolled extends MfaDesk {
  /** Of the authenticator app, base32. */
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

export async function anMfaDesk(
  role: 'cliente' | 'administrador' = 'cliente',
  options: { readonly ownMails?: boolean } = {},
): Promise<MfaDesk> {
  const desk = await anIdentityDesk(options)
  const ask = asking(serveMfa(() => desk.practice))
  const person = await somebodyAt(desk, role)
  return { ...desk, ask, person, session: await signIn(desk, person.email) }
}

/** The same, with a session that may enrol. */
export async function anEnrollingDesk(role?: 'cliente' | 'administrador'): Promise<MfaDesk> {
  const desk = await anMfaDesk(role)
  return { ...desk, session: await enrolling(desk, desk.session) }
}

/** The same session with a token that may enrol, as the page fetches it before it does. */
export async function enrolling(desk: Pick<MfaDesk, 'pool' | 'ask'>, session: SignedIn): Promise<SignedIn> {
  const { body } = await desk.ask(mfa.allowEnrolment, session)
  return refreshed(desk, session, { [clientMetadata.enrolment]: body.key })
}

/** Somebody whom both the user pool and the table know. */
export async function somebodyAt({ pool, practice }: IdentityDesk, role: 'cliente' | 'administrador' = 'cliente') {
  const person = await (role === 'cliente' ? aCliente(practice) : anAdministrador(practice))
  await practice.data.users.patch({ userId: person.userId }).remove(['mfaEnabledAt']).go()
  pool.cognito().seedUser({ email: person.email, password: PASSWORD, sub: person.sub, groups: [role] })
  return person
}

/** Enrols an app and confirms it with its present code; half a minute later, so that the next code is a new one. */
export async function enrolledDesk(role?: 'cliente' | 'administrador'): Promise<Enrolled> {
  const desk = await anEnrollingDesk(role)
  const { body } = await desk.ask(mfa.enrol, desk.session)
  const confirmed = await desk.ask(mfa.confirm, { ...desk.session, body: { code: codeNow(desk, body.secret) } })
  desk.clock.advance({ seconds: 30 })
  return { ...desk, secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes }
}

/** The account as the table holds it. */
export const userIn = async ({ practice, person }: Pick<MfaDesk, 'practice' | 'person'>) =>
  (await practice.data.users.get({ userId: person.userId }).go({ consistent: true })).data

/** A service that fails once it is asked for the first time, and works from then on. */
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

/** The kinds of the mails in the outbox, oldest first. */
export async function mailsIn({ practice }: Pick<IdentityDesk, 'practice'>) {
  const { data } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
  return data.map(({ to, content }) => ({ to, ...(content as { kind: string }) }))
}
