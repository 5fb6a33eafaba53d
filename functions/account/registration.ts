import type { account } from '#contract/account'
import { TERMS_VERSION } from '#contract/product'
import { hasAge, MINIMUM_AGE } from '#contract/sign-up'
import type { Newcomer } from '#platform/actor'
import { dayOf } from '#platform/madrid-day'
import { ensureProfile, type SignUp, signUpOf, userIdOf } from '#platform/profile'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import type { AccountServices } from './services.ts'
import { sessionOf } from './session.ts'

export const readRegistration: Action<typeof account.readRegistration, AccountServices> = async (
  { actor },
  { data, identities },
) => {
  const { data: user } = await data.users.get({ userId: userIdOf(actor.sub) }).go({ consistent: true })
  const { attributes } = await identityOf(actor, identities)
  return {
    registered: isRegistered(user),
    email: attributes['email'] ?? '',
    emailVerified: attributes['email_verified'] === 'true',
    firstName: user?.firstName ?? attributes['given_name'] ?? '',
    lastName: user?.lastName ?? attributes['family_name'] ?? '',
  }
}

/** The address is the one that Google verified and the account is the token's own; nothing of either is read from the body. */
export const completeRegistration: Action<typeof account.completeRegistration, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, identities, now, wallClock } = services
  const { data: known } = await data.users.get({ userId: userIdOf(actor.sub) }).go({ consistent: true })
  if (known && isRegistered(known)) refuse('already-registered')
  if (!hasAge(body.birthDate, MINIMUM_AGE, dayOf(now()))) refuse('too-young')
  const { attributes } = await identityOf(actor, identities)
  if (attributes['email_verified'] !== 'true') refuse('email-unverified')

  await identities.addToGroup(actor.sub, 'cliente')
  const signUp = {
    ...signUpOf(actor.sub, attributes, true),
    firstName: body.firstName,
    lastName: body.lastName,
    birthDate: body.birthDate,
    termsAcceptedAt: wallClock().toISOString(),
    termsVersion: TERMS_VERSION,
    acceptedFrom: actor,
    marketingOptIn: body.marketingOptIn,
  }
  if (known) await restate(signUp, actor, services)
  const user = await ensureProfile(signUp, services, actor)
  return sessionOf(user, { origin: actor.origin, assured: false })
}

/** What a purchase left before its address was verified is nobody's registration yet. */
const isRegistered = (user: Pick<User, 'status'> | null): boolean => user !== null && user.status !== 'unconfirmed'

/** Puts what the owner of the address says in place of what somebody said who bought with it. */
async function restate(
  { firstName, lastName, birthDate, termsAcceptedAt = '', termsVersion = '', marketingOptIn }: SignUp,
  { sub, address, userAgent }: Newcomer,
  { data }: AccountServices,
): Promise<void> {
  const userId = userIdOf(sub)
  const outcome = await data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ firstName, lastName, ...(birthDate && { birthDate }) })
      .where(({ status }, { eq }) => eq(status, 'unconfirmed'))
      .commit(),
    writing.termsAcceptances
      .put({ userId, termsVersion, acceptedAt: termsAcceptedAt, marketingOptIn, address, userAgent })
      .commit(),
  ])
  if (!outcome.written) refuse('already-registered')
}

const identityOf = async (actor: Newcomer, identities: AccountServices['identities']) =>
  (await identities.find(actor.sub)) ?? refuse('session-ended')
