import { personNameFields } from '#contract/person-name'
import { mergeOptionalFields } from '#data/stored-record'
import { putCustomerSearchLine } from '#data/customer-search-index'
import type { StoredCustomer } from '#data/customer-writes'
import type { Database } from '#data/database'
import { countsIn } from '#data/practice-counter'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUserSearchFollowUp } from '#data/user-search-index'
import { appendAuditEntry } from '#platform/audit'
import type { CognitoUserAccess } from '#platform/cognito-user-access'
import { type StoredUser, toCognitoSub } from '#platform/user'

interface SettlingServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/**
 * Cognito allows one account per address: once somebody has proven it, every older account is gone there, deleted by
 * its owner without any event to us.
 */
export async function closeFormerAccountsByEmail(
  { email, userId: living }: { readonly email: string; readonly userId: string },
  services: SettlingServices,
): Promise<void> {
  const { data: found } = await services.data.users.query.byEmail({ email }).go({ pages: 'all' })
  const formerUsers = found.filter(({ userId, status }) => userId !== living && status !== 'deleted')
  for (const user of formerUsers) await closeFormerAccount(user, services)
}

/** A concurrent change by a link is overwritten: its owner no longer has the address. */
async function closeFormerAccount(
  { userId, status: last }: Pick<StoredUser, 'userId' | 'status'>,
  services: SettlingServices,
): Promise<void> {
  const { written } = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'deleted' })
      .where(({ status }, { eq }) => eq(status, last))
      .commit(),
    search: createUserSearchFollowUp(userId),
    counter: last === 'active' && countsIn(entities, { users: -1 }, services),
    audit: appendAuditEntry(entities, { action: 'USER_REMOVED', by: 'cognito', subjectId: userId }, services),
  }))
  if (written) return
  const { data: present } = await services.data.users.get({ userId }).go()
  if (present && present.status !== 'deleted') await closeFormerAccount(present, services)
}

export interface FormerCustomer {
  readonly user: StoredUser
  readonly customer: StoredCustomer
}

/**
 * Deletion at Cognito alone is no request for erasure and unknown to the practice, so the next person who proves the
 * address gets the record. Not when a second factor guarded the account, which the address alone would bypass, nor when
 * the account was closed.
 */
export async function findDeletedAccountCustomer(
  email: string,
  { data, identities }: { readonly data: Database; readonly identities: Pick<CognitoUserAccess, 'find'> },
): Promise<FormerCustomer | undefined> {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  for (const { userId } of found.toReversed()) {
    const { data: user } = await data.users.get({ userId }).go()
    if (!user?.customerId || !isOpenClient(user)) continue
    const { data: customer } = await data.customers.get({ customerId: user.customerId }).go()
    if (customer?.userId === userId && !(await identities.find(toCognitoSub(user)))) return { user, customer }
  }
  return undefined
}

const isOpenClient = ({
  role,
  status,
  emailVerifiedAt,
  mfaEnabledAt,
  registrationDue,
  unfinished,
}: StoredUser): boolean =>
  role === 'cliente' &&
  status === 'active' &&
  emailVerifiedAt !== undefined &&
  !mfaEnabledAt &&
  !registrationDue &&
  !unfinished

/** A minor stays a minor, with or without consent, whatever the new sign-up says. */
export const toCarriedOverUserAttributes = ({
  userId,
  birthDate,
  guardianConsentAt,
  notifications,
  language,
  formerUserIds = [],
  ...user
}: StoredUser) => ({
  ...mergeOptionalFields(personNameFields, user, user),
  formerUserIds: [...formerUserIds, userId],
  ...(birthDate && { birthDate }),
  ...(guardianConsentAt && { guardianConsentAt }),
  ...(notifications && { notifications }),
  ...(language && { language }),
})

export async function listClosedAccountCustomers(
  email: string,
  { data }: { readonly data: Database },
): Promise<FormerCustomer[]> {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  const records = await Promise.all(
    found.map(async ({ userId }) => {
      const { data: user } = await data.users.get({ userId }).go()
      if (user?.status !== 'deleted' || user.unfinished || !user.customerId) return []
      const { data: customer } = await data.customers.get({ customerId: user.customerId }).go()
      return customer?.userId === userId && !customer.internal ? [{ user, customer }] : []
    }),
  )
  return records.flat()
}

export const createAccountDetachWrite = (
  entities: TransactionEntities,
  { user, customer }: FormerCustomer,
): TransactionWrites => [
  entities.customers
    .patch({ customerId: customer.customerId })
    .remove(['userId'])
    .where(({ userId }, { eq }) => eq(userId, user.userId))
    .commit(),
  putCustomerSearchLine(entities, { ...customer, userId: undefined }),
]

export async function findFormerUserAttributes(
  { customerId, email }: Pick<StoredCustomer, 'customerId' | 'email'>,
  { data }: { readonly data: Database },
) {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  const former = found.findLast((user) => user.customerId === customerId && user.status === 'deleted')
  if (!former) return {}
  const { data: user } = await data.users.get({ userId: former.userId }).go()
  return user ? toCarriedOverUserAttributes(user) : {}
}
