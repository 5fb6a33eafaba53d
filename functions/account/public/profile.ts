import type { Database } from '#data/database'
import { assignEmailIfHolderUnchanged, findEmailHolder } from '#data/email-holders'
import { createCustomerWrites } from '#data/customer-writes'
import { countsIn } from '#data/practice-counter'
import { createUserSearchFollowUp } from '#data/user-search-index'
import type { TransactionEntities } from '#data/transact'
import type { StoredUser } from '#platform/user'
import { appendAuditEntry } from '#platform/audit'
import {
  closeFormerAccountsByEmail,
  type FormerCustomer,
  findDeletedAccountCustomer,
  toCarriedOverUserAttributes,
} from '../../customers/public/former-customer.ts'
import type { CallerDetails } from '#platform/http'
import type { CognitoUserAccess } from '#platform/cognito-user-access'
import { toEmailAddressId } from '#platform/email-address-id'
import type { SignUpDetails } from './sign-up-details.ts'
import {
  claimUnclaimedCustomersByEmail,
  createCustomerLinkAuditEntry,
  createCustomerLinkWrite,
  type EmailOwner,
  findUnclaimedCustomer,
} from '../../customers/public/unclaimed-customer.ts'

/** Derived from the account, so that repeated creation yields the same id. */
const customerIdOf = ({ userId }: Pick<SignUpDetails, 'userId'>): string => userId.replace('usr_', 'cus_')

interface ProfileServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  readonly identities: Pick<CognitoUserAccess, 'find'>
}

/** The owner of an address whose account was deleted only at Cognito gets its record. Idempotent. */
export async function ensureUserProfile(
  signUp: SignUpDetails,
  services: ProfileServices,
  caller?: CallerDetails,
): Promise<StoredUser> {
  const { userId } = signUp
  const begun = await begunProfile(signUp, services, caller)
  if (!begun) await makeProfile(signUp, services, caller)

  const made = begun ?? (await userOf(userId, services)) ?? lost(userId)
  if (made.status !== 'unconfirmed' || !signUp.confirmed) return made
  // Before the profile: a profile once confirmed would never claim the waiting records.
  await claimUnclaimedCustomersByEmail(ownerOf(signUp, caller), made.customerId ?? customerIdOf(signUp), services)
  await confirmProfile(signUp, services, caller)
  return (await userOf(userId, services)) ?? lost(userId)
}

async function begunProfile(
  signUp: SignUpDetails,
  services: ProfileServices,
  caller?: CallerDetails,
): Promise<StoredUser | undefined> {
  const { userId } = signUp
  const known = await userOf(userId, services)
  if (!signUp.confirmed || (known && known.status !== 'unconfirmed')) return known
  if (!known) await claimFormerRecord(signUp, services, caller)
  await closeFormerAccountsByEmail({ email: signUp.email, userId }, services)
  return known ?? userOf(userId, services)
}

const nothingPending = (entities: TransactionEntities, { email }: SignUpDetails) =>
  entities.pendingSignUps.delete({ addressId: toEmailAddressId(email) }).commit()

const userOf = async (userId: string, { data }: ProfileServices): Promise<StoredUser | undefined> =>
  (await data.users.get({ userId }).go()).data ?? undefined

const TRIES = 3

async function claimFormerRecord(
  signUp: SignUpDetails,
  services: ProfileServices,
  caller?: CallerDetails,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const formerAccount = await findDeletedAccountCustomer(signUp.email, services)
    if (!formerAccount) return
    await claimUnclaimedCustomersByEmail(ownerOf(signUp, caller), formerAccount.customer.customerId, services)
    if (await handOver(formerAccount, signUp, services, caller)) return
  }
  throw new Error(`the record of a former client was not handed to ${signUp.userId}`)
}

async function handOver(
  { user: former, customer: { customerId } }: FormerCustomer,
  signUp: SignUpDetails,
  services: ProfileServices,
  caller: CallerDetails | undefined,
): Promise<boolean> {
  const { userId: left } = former
  const { written } = await services.data.transact((entities) => ({
    formerUser: entities.users
      .patch({ userId: left })
      .set({ status: 'deleted' })
      .where(({ status, mfaEnabledAt }, { eq, notExists }) => `${eq(status, 'active')} AND ${notExists(mfaEnabledAt)}`)
      .commit(),
    formerSearch: createUserSearchFollowUp(left),
    customer: entities.customers
      .patch({ customerId })
      .set({ userId: signUp.userId })
      .where(({ userId }, { eq }) => eq(userId, left))
      .commit(),
    account: userWrites(entities, { signUp, customerId, former, caller }, services),
    pendingSignUp: nothingPending(entities, signUp),
    removalAudit: appendAuditEntry(entities, { action: 'USER_REMOVED', by: 'cognito', subjectId: left }, services),
    linkAudit: createCustomerLinkAuditEntry(entities, { customerId }, ownerOf(signUp, caller), services),
  }))
  return written
}

async function makeProfile(signUp: SignUpDetails, services: ProfileServices, caller?: CallerDetails): Promise<void> {
  const holder = await findEmailHolder(signUp.email, services.data)
  // Records created by the practice are claimed only with a proven address: anyone could claim them otherwise.
  const waiting = signUp.confirmed ? await findUnclaimedCustomer(signUp.email, services.data) : undefined
  const outcome = await services.data.transact((entities) => ({
    customer: waiting
      ? createCustomerLinkWrite(entities, waiting, ownerOf(signUp, caller))
      : createCustomerWrites(entities, { ...ownCustomerOf(signUp), createdAt: services.now().toISOString() }),
    clientAddress: !waiting && assignEmailIfHolderUnchanged(entities, ownCustomerOf(signUp), holder),
    account: userWrites(
      entities,
      { signUp, customerId: waiting?.customerId ?? customerIdOf(signUp), caller },
      services,
    ),
    counter: countsIn(entities, { clients: waiting ? 0 : 1, users: signUp.confirmed ? 1 : 0 }, services),
    pendingSignUp: signUp.confirmed && nothingPending(entities, signUp),
    linkAudit: waiting && createCustomerLinkAuditEntry(entities, waiting, ownerOf(signUp, caller), services),
  }))
  // When not written, a concurrent call made this profile, or the waiting customer was claimed by another one.
  const isTaken = !outcome.written && waiting && outcome.failed === 'customer'
  const isMoved = !outcome.written && outcome.failed === 'clientAddress'
  if (isTaken || isMoved) await makeProfile(signUp, services, caller)
}

const nameOf = ({ firstName, lastName, email }: SignUpDetails): string => `${firstName} ${lastName}`.trim() || email

const ownerOf = (signUp: SignUpDetails, caller: CallerDetails | undefined): EmailOwner => ({
  userId: signUp.userId,
  email: signUp.email,
  name: nameOf(signUp),
  caller,
})

const ownCustomerOf = (signUp: SignUpDetails) => ({
  customerId: customerIdOf(signUp),
  userId: signUp.userId,
  name: nameOf(signUp),
  email: signUp.email,
})

function userWrites(
  entities: TransactionEntities,
  {
    signUp,
    customerId,
    former,
    caller,
  }: { signUp: SignUpDetails; customerId: string; former?: StoredUser; caller: CallerDetails | undefined },
  services: ProfileServices,
) {
  const { userId, email, firstName, lastName, birthDate, confirmed, revokedAt } = signUp
  const at = services.now().toISOString()
  return [
    entities.users
      .create({
        userId,
        email,
        firstName,
        lastName,
        ...(birthDate && { birthDate }),
        role: 'cliente',
        status: confirmed ? 'active' : 'unconfirmed',
        ...(confirmed && { emailVerifiedAt: at }),
        customerId,
        createdAt: at,
        ...(revokedAt && { revokedAt }),
        ...(former && toCarriedOverUserAttributes(former)),
      })
      .commit(),
    createUserSearchFollowUp(userId),
    termsWrite(entities, signUp),
    appendAuditEntry(
      entities,
      {
        action: 'ACCOUNT_CREATED',
        by: userId,
        subjectId: userId,
        details: { confirmed, customerId },
        ...(caller && { caller }),
      },
      services,
    ),
  ]
}

const termsWrite = (
  entities: TransactionEntities,
  { userId, termsVersion, termsAcceptedAt, marketingOptIn, acceptedFrom }: SignUpDetails,
) =>
  termsVersion &&
  termsAcceptedAt &&
  entities.termsAcceptances
    .create({
      userId,
      termsVersion,
      acceptedAt: termsAcceptedAt,
      marketingOptIn,
      ...(acceptedFrom && { address: acceptedFrom.address, userAgent: acceptedFrom.userAgent }),
    })
    .commit()

async function confirmProfile(signUp: SignUpDetails, services: ProfileServices, caller?: CallerDetails): Promise<void> {
  const { userId } = signUp
  await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'active', emailVerifiedAt: services.now().toISOString() })
      .where(({ status }, { eq }) => eq(status, 'unconfirmed'))
      .commit(),
    pendingSignUp: nothingPending(entities, signUp),
    counter: countsIn(entities, { users: 1 }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'ACCOUNT_CONFIRMED', by: userId, subjectId: userId, ...(caller && { caller }) },
      services,
    ),
  }))
}

const lost = (userId: string): never => {
  throw new Error(`profile of ${userId} was not written`)
}
