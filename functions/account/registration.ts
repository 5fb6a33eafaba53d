import { putCustomerSearchLine } from '#data/customer-search-index'
import type { StoredCustomer } from '#data/customer-writes'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUserSearchFollowUp } from '#data/user-search-index'
import type { account } from '#contract/account-domain'
import { toPracticeDay } from '#contract/calendar-days'
import { cleanPersonName } from '#contract/person-name'
import { MIN_ACCOUNT_AGE_YEARS, TERMS_VERSION } from '#contract/product'
import { hasReachedAge, cognitoSignUpAttributes } from '#contract/sign-up'
import { isSessionRevoked, type RegisteringActor } from '#platform/actor'
import { findPendingSignUp, isEmailProven, type PendingSignUp } from './public/email-proof.ts'
import { appendAuditEntry } from '#platform/audit'
import { markInvitedEmailProven } from './public/invited-email.ts'
import { ensureUserProfile } from './public/profile.ts'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { type SignUpDetails, toSignUpDetails } from './public/sign-up-details.ts'
import { isUserRegistered, type StoredUser } from '#platform/user'
import type { AccountServices } from './services.ts'
import { toSignedInAccount } from './sessions.ts'

export const readRegistration: EndpointAction<typeof account.readRegistration, AccountServices> = async (
  { actor },
  { data, identities },
) => {
  const { data: user } = await data.users.get({ userId: actor.userId }).go()
  const { attributes } = await identityOf(actor, identities)
  const pending = await findOwnSignUp(actor, attributes, data)
  const emailVerified = user?.registrationDue === true || (await isProvenBy(actor, { attributes, pending }, data))
  return {
    registered: user !== null && isUserRegistered(user),
    origin: actor.origin,
    email: attributes['email'] ?? '',
    emailVerified,
    firstName: user?.firstName || cleanPersonName(attributes[cognitoSignUpAttributes.firstName]),
    lastName: user?.lastName || cleanPersonName(attributes[cognitoSignUpAttributes.lastName]),
  }
}

/**
 * The address was verified by Google, by the mailed invitation or by a password set through a mailed link, and the
 * account is the token's; neither is read from the body.
 */
export const completeRegistration: EndpointAction<typeof account.completeRegistration, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, identities, now, wallClock } = services
  const { data: known } = await data.users.get({ userId: actor.userId }).go()
  if (known && isUserRegistered(known)) throwRefusal('already-registered')
  if (!hasReachedAge(body.birthDate, MIN_ACCOUNT_AGE_YEARS, toPracticeDay(now()))) throwRefusal('too-young')
  const { attributes } = await identityOf(actor, identities)
  const pending = await findOwnSignUp(actor, attributes, data)
  if (!known?.registrationDue && !(await isProvenBy(actor, { attributes, pending }, data)))
    throwRefusal('email-unverified')

  await identities.addToGroup(actor.sub, 'cliente')
  const signUp = {
    ...toSignUpDetails({ sub: actor.sub, attributes }, true),
    firstName: body.firstName,
    lastName: body.lastName,
    birthDate: body.birthDate,
    termsAcceptedAt: wallClock().toISOString(),
    termsVersion: TERMS_VERSION,
    acceptedFrom: actor,
    marketingOptIn: body.marketingOptIn,
    revokedAt: pending?.revokedAt,
  }
  if (known) await overwriteDetails(known, { signUp, pending }, actor, services)
  const user = known?.registrationDue
    ? await finishInvitation(known, services, actor)
    : await ensureUserProfile(signUp, services, actor)
  return toSignedInAccount(user, { origin: actor.origin, assured: actor.origin === 'password' && !user.mfaEnabledAt })
}

async function finishInvitation(
  known: StoredUser,
  services: AccountServices,
  caller: RegisteringActor,
): Promise<StoredUser> {
  const { data: read } = await services.data.users.get({ userId: known.userId }).go()
  const user = read ?? known
  return user.emailVerifiedAt ? user : markInvitedEmailProven(user, caller, services)
}

interface Completion {
  readonly signUp: SignUpDetails
  readonly pending: PendingSignUp | undefined
}

/** The record gets its name in the same transaction: afterwards nobody is asked again. */
async function overwriteDetails(
  known: StoredUser,
  { signUp, pending }: Completion,
  actor: RegisteringActor,
  services: AccountServices,
): Promise<void> {
  const { firstName, lastName, birthDate, termsAcceptedAt = '', termsVersion = '', marketingOptIn, revokedAt } = signUp
  const { userId, address, userAgent } = actor
  const { data } = services
  const { data: record } = known.customerId ? await data.customers.get({ customerId: known.customerId }).go() : {}
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ firstName, lastName, ...(birthDate && { birthDate }), ...(revokedAt && { revokedAt }) })
      .remove(['registrationDue'])
      .where(({ status, registrationDue }, { eq }) => `(${eq(status, 'unconfirmed')} OR ${eq(registrationDue, true)})`)
      .commit(),
    customer: record?.name === known.email && nameCustomer(entities, record, `${firstName} ${lastName}`),
    search: createUserSearchFollowUp(userId),
    // Without an invitation the profile deletes it.
    pendingSignUp:
      known.registrationDue && pending && entities.pendingSignUps.delete({ addressId: pending.addressId }).commit(),
    termsAcceptance: entities.termsAcceptances
      .put({ userId, termsVersion, acceptedAt: termsAcceptedAt, marketingOptIn, address, userAgent })
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'REGISTRATION_COMPLETED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  if (outcome.written) return
  // Somebody of the practice has changed the record meanwhile, perhaps its name.
  if (outcome.failed === 'customer') return overwriteDetails(known, { signUp, pending }, actor, services)
  throwRefusal('already-registered')
}

const nameCustomer = (entities: TransactionEntities, record: StoredCustomer, name: string): TransactionWrites => [
  entities.customers
    .patch({ customerId: record.customerId })
    .set({ name, version: record.version + 1 })
    .where(({ version }, { eq }) => eq(version, record.version))
    .commit(),
  putCustomerSearchLine(entities, { ...record, name }),
]

type Attributes = Readonly<Record<string, string>>

async function findOwnSignUp(
  { sub }: RegisteringActor,
  attributes: Attributes,
  data: ActionServices['data'],
): Promise<PendingSignUp | undefined> {
  const pending = await findPendingSignUp(attributes['email'] ?? '', data)
  return pending?.sub === sub ? pending : undefined
}

/**
 * Cognito's flag is not enough: a code alone sets it. Whoever had signed up with the address before its owner proved it
 * may hold a token until it ends.
 */
async function isProvenBy(
  { sub, userId, sessionId, signedInAt, origin }: RegisteringActor,
  { attributes, pending }: { readonly attributes: Attributes; readonly pending: PendingSignUp | undefined },
  data: ActionServices['data'],
): Promise<boolean> {
  if (attributes['email_verified'] !== 'true') return false
  if (pending && isSessionRevoked({ sessionId, authTime: signedInAt.getTime() / 1000 }, pending)) return false
  const byGoogle = origin === 'google' || 'identities' in attributes
  return isEmailProven({ sub, userId, email: attributes['email'] ?? '', byGoogle }, data)
}

const identityOf = async (actor: RegisteringActor, identities: AccountServices['identities']) =>
  (await identities.find(actor.sub)) ?? throwRefusal('session-ended')
