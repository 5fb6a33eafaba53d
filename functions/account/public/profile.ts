import type { Data } from '#data/data'
import { assignAddressIfUnchanged, addressHolderOf } from '#data/address-holders'
import { newCustomer } from '#data/customer-writes'
import { countsIn } from '#data/counter'
import type { TransactionEntities } from '#data/transact'
import { type User, userIdOf } from '#platform/user'
import { appendAudit } from '#platform/audit'
import {
  closeFormerAccounts,
  type FormerCustomer,
  customerOfDeletedAccount,
  carriedOverAttributes,
} from '../../customers/public/former-customer.ts'
import type { Caller } from '#platform/http'
import type { Identities } from '#platform/identities'
import { addressIdOf } from '#platform/address-id'
import type { SignUp } from './signed-up.ts'
import {
  claimCustomers,
  auditLinkedCustomer,
  linkCustomer,
  type Owner,
  unclaimedCustomer,
} from '../../customers/public/unclaimed-customer.ts'

/** Derived from the account, so that repeated creation yields the same id. */
const customerIdOf = (sub: string): string => `cus_${sub}`
export { userIdOf } from '#platform/user'

interface ProfileServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  readonly identities: Pick<Identities, 'find'>
}

/**
 * One transaction: creates user, customer and terms acceptance, or confirms those that a purchase created before the
 * address was verified. Whoever proves the address of an account deleted at Cognito alone gets its record. Idempotent.
 */
export async function ensureProfile(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<User> {
  const userId = userIdOf(signUp.sub)
  const begun = await begunProfile(signUp, services, caller)
  if (!begun) await makeProfile(signUp, services, caller)

  const made = begun ?? (await userOf(userId, services)) ?? lost(userId)
  if (made.status !== 'unconfirmed' || !signUp.confirmed) return made
  // First what waits under the address: were it left for afterwards, a confirmed profile would never come back for it.
  await claimCustomers(ownerOf(signUp, caller), made.customerId ?? customerIdOf(signUp.sub), services)
  await confirmProfile(signUp, services, caller)
  return (await userOf(userId, services)) ?? lost(userId)
}

async function begunProfile(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<User | undefined> {
  const userId = userIdOf(signUp.sub)
  const known = await userOf(userId, services)
  if (!signUp.confirmed || (known && known.status !== 'unconfirmed')) return known
  if (!known) await claimFormerRecord(signUp, services, caller)
  await closeFormerAccounts({ email: signUp.email, userId }, services)
  return known ?? userOf(userId, services)
}

/** The account has an item of its own from now on; the pending sign-up must not serve again. */
const nothingPending = (entities: TransactionEntities, { email }: SignUp) =>
  entities.pendingSignUps.delete({ addressId: addressIdOf(email) }).commit()

const userOf = async (userId: string, { data }: ProfileServices): Promise<User | undefined> =>
  (await data.users.get({ userId }).go({ consistent: true })).data ?? undefined

const TRIES = 3

/**
 * Gives a former client's record to the person who proved the address; starts again when something changed in between.
 */
async function claimFormerRecord(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const departed = await customerOfDeletedAccount(signUp.email, services)
    if (!departed) return
    await claimCustomers(ownerOf(signUp, caller), departed.customer.customerId, services)
    if (await handOver(departed, signUp, services, caller)) return
  }
  throw new Error(`the record of a departed client was not handed to ${userIdOf(signUp.sub)}`)
}

async function handOver(
  { user: former, customer: { customerId } }: FormerCustomer,
  signUp: SignUp,
  services: ProfileServices,
  caller: Caller | undefined,
): Promise<boolean> {
  const { userId: left } = former
  const { written } = await services.data.transact((entities) => ({
    formerUser: entities.users
      .patch({ userId: left })
      .set({ status: 'deleted' })
      .where(({ status, mfaEnabledAt }, { eq, notExists }) => `${eq(status, 'active')} AND ${notExists(mfaEnabledAt)}`)
      .commit(),
    customer: entities.customers
      .patch({ customerId })
      .set({ userId: userIdOf(signUp.sub) })
      .where(({ userId }, { eq }) => eq(userId, left))
      .commit(),
    account: userWrites(entities, { signUp, customerId, former, caller }, services),
    pendingSignUp: nothingPending(entities, signUp),
    removalAudit: appendAudit(entities, { action: 'USER_REMOVED', by: 'cognito', subjectId: left }, services),
    linkAudit: auditLinkedCustomer(entities, customerId, ownerOf(signUp, caller), services),
  }))
  return written
}

async function makeProfile(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<void> {
  const holder = await addressHolderOf(signUp.email, services.data)
  // A client whom the practice entered is theirs only once the address is proven; before that anyone could claim it.
  const waiting = signUp.confirmed ? await unclaimedCustomer(signUp.email, services.data) : undefined
  const outcome = await services.data.transact((entities) => ({
    customer: waiting
      ? linkCustomer(entities, waiting, ownerOf(signUp, caller))
      : newCustomer(entities, { ...ownCustomerOf(signUp), createdAt: services.now().toISOString() }),
    clientAddress: !waiting && assignAddressIfUnchanged(entities, ownCustomerOf(signUp), holder),
    account: userWrites(
      entities,
      { signUp, customerId: waiting?.customerId ?? customerIdOf(signUp.sub), caller },
      services,
    ),
    counter: countsIn(entities, { clients: waiting ? 0 : 1, users: signUp.confirmed ? 1 : 0 }, services),
    pendingSignUp: signUp.confirmed && nothingPending(entities, signUp),
    linkAudit: waiting && auditLinkedCustomer(entities, waiting.customerId, ownerOf(signUp, caller), services),
  }))
  // Not written means that somebody else made this profile a moment ago, or was given the waiting customer first.
  const isTaken = !outcome.written && waiting && outcome.failed === 'customer'
  // Somebody with this address was filed meanwhile, and may wait for its owner.
  const isMoved = !outcome.written && outcome.failed === 'clientAddress'
  if (isTaken || isMoved) await makeProfile(signUp, services, caller)
}

const nameOf = ({ firstName, lastName, email }: SignUp): string => `${firstName} ${lastName}`.trim() || email

const ownerOf = (signUp: SignUp, caller: Caller | undefined): Owner => ({
  userId: userIdOf(signUp.sub),
  email: signUp.email,
  name: nameOf(signUp),
  caller,
})

const ownCustomerOf = (signUp: SignUp) => ({
  customerId: customerIdOf(signUp.sub),
  userId: userIdOf(signUp.sub),
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
  }: { signUp: SignUp; customerId: string; former?: User; caller: Caller | undefined },
  services: ProfileServices,
) {
  const { sub, email, firstName, lastName, birthDate, confirmed } = signUp
  const userId = userIdOf(sub)
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
        ...(former && carriedOverAttributes(former)),
      })
      .commit(),
    termsWrite(entities, signUp),
    appendAudit(
      entities,
      { action: 'ACCOUNT_CREATED', by: userId, subjectId: userId, details: { confirmed }, ...(caller && { caller }) },
      services,
    ),
  ]
}

const termsWrite = (
  entities: TransactionEntities,
  { sub, termsVersion, termsAcceptedAt, marketingOptIn, acceptedFrom }: SignUp,
) =>
  termsVersion &&
  termsAcceptedAt &&
  entities.termsAcceptances
    .create({
      userId: userIdOf(sub),
      termsVersion,
      acceptedAt: termsAcceptedAt,
      marketingOptIn,
      ...(acceptedFrom && { address: acceptedFrom.address, userAgent: acceptedFrom.userAgent }),
    })
    .commit()

async function confirmProfile(signUp: SignUp, services: ProfileServices, caller?: Caller): Promise<void> {
  const userId = userIdOf(signUp.sub)
  await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'active', emailVerifiedAt: services.now().toISOString() })
      .where(({ status }, { eq }) => eq(status, 'unconfirmed'))
      .commit(),
    pendingSignUp: nothingPending(entities, signUp),
    counter: countsIn(entities, { users: 1 }, services),
    audit: appendAudit(
      entities,
      { action: 'ACCOUNT_CONFIRMED', by: userId, subjectId: userId, ...(caller && { caller }) },
      services,
    ),
  }))
}

const lost = (userId: string): never => {
  throw new Error(`profile of ${userId} was not written`)
}
