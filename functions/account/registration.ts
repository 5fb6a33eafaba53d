import type { account } from '#contract/account'
import { dayOf } from '#contract/days'
import { cleanName } from '#contract/person-name'
import { TERMS_VERSION } from '#contract/product'
import { hasAge, MINIMUM_AGE, signUpAttributes } from '#contract/sign-up'
import type { Newcomer } from '#platform/actor'
import { isProven } from './public/address-proof.ts'
import { appendAudit } from '#platform/audit'
import { proveInvitedAddress } from './public/invited-address.ts'
import { ensureProfile, userIdOf } from './public/profile.ts'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { type SignUp, signUpOf } from './public/signed-up.ts'
import { isRegistered, type User } from '#platform/user'
import type { AccountServices } from './services.ts'
import { sessionOf } from './sessions.ts'

export const readRegistration: Action<typeof account.readRegistration, AccountServices> = async (
  { actor },
  { data, identities },
) => {
  const { data: user } = await data.users.get({ userId: userIdOf(actor.sub) }).go({ consistent: true })
  const { attributes } = await identityOf(actor, identities)
  const emailVerified = user?.registrationDue === true || (await isProvenBy(actor, attributes, data))
  return {
    registered: user !== null && isRegistered(user),
    origin: actor.origin,
    email: attributes['email'] ?? '',
    emailVerified,
    firstName: user?.firstName || cleanName(attributes[signUpAttributes.firstName]),
    lastName: user?.lastName || cleanName(attributes[signUpAttributes.lastName]),
  }
}

/**
 * The address was verified by Google or by the mailed invitation, and the account is the token's; neither is read from
 * the body.
 */
export const completeRegistration: Action<typeof account.completeRegistration, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, identities, now, wallClock } = services
  const { data: known } = await data.users.get({ userId: userIdOf(actor.sub) }).go({ consistent: true })
  if (known && isRegistered(known)) refuse('already-registered')
  if (!hasAge(body.birthDate, MINIMUM_AGE, dayOf(now()))) refuse('too-young')
  const { attributes } = await identityOf(actor, identities)
  if (!known?.registrationDue && !(await isProvenBy(actor, attributes, data))) refuse('email-unverified')

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
  if (known) await overwriteDetails(signUp, actor, services)
  const user = known?.registrationDue
    ? await finishInvitation(known, services, actor)
    : await ensureProfile(signUp, services, actor)
  return sessionOf(user, { origin: actor.origin, assured: actor.origin === 'password' && !user.mfaEnabledAt })
}

async function finishInvitation(known: User, services: AccountServices, caller: Newcomer): Promise<User> {
  const { data } = services
  const read = async () => (await data.users.get({ userId: known.userId }).go({ consistent: true })).data ?? known
  const user = await read()
  const proven = user.emailVerifiedAt ? user : await proveInvitedAddress(user, caller, services)
  await nameCustomer(proven, services)
  return proven
}

async function nameCustomer(
  { customerId = '', email, firstName, lastName }: User,
  { data }: AccountServices,
): Promise<void> {
  const { data: file } = await data.customers.get({ customerId }).go({ consistent: true })
  if (file?.name !== email) return
  await data.customers
    .patch({ customerId })
    .set({ name: `${firstName} ${lastName}` })
    .go()
}

async function overwriteDetails(
  { firstName, lastName, birthDate, termsAcceptedAt = '', termsVersion = '', marketingOptIn }: SignUp,
  actor: Newcomer,
  services: AccountServices,
): Promise<void> {
  const { sub, address, userAgent } = actor
  const { data } = services
  const userId = userIdOf(sub)
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ firstName, lastName, ...(birthDate && { birthDate }) })
      .remove(['registrationDue'])
      .where(({ status, registrationDue }, { eq }) => `(${eq(status, 'unconfirmed')} OR ${eq(registrationDue, true)})`)
      .commit(),
    termsAcceptance: entities.termsAcceptances
      .put({ userId, termsVersion, acceptedAt: termsAcceptedAt, marketingOptIn, address, userAgent })
      .commit(),
    audit: appendAudit(
      entities,
      { action: 'REGISTRATION_COMPLETED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  if (!outcome.written) refuse('already-registered')
}

/** Cognito's flag is not enough: a code alone sets it. */
const isProvenBy = async (
  { sub, origin }: Newcomer,
  attributes: Readonly<Record<string, string>>,
  data: Services['data'],
) =>
  attributes['email_verified'] === 'true' &&
  isProven({ sub, email: attributes['email'] ?? '', byGoogle: origin === 'google' || 'identities' in attributes }, data)

const identityOf = async (actor: Newcomer, identities: AccountServices['identities']) =>
  (await identities.find(actor.sub)) ?? refuse('session-ended')
