import { personFields } from '#contract/account-settings'
import { mergeOptional } from '#data/record'
import type { StoredCustomer } from '#data/customer-writes'
import type { Data } from '#data/data'
import { countsIn } from '#data/counter'
import type { TransactionEntities } from '#data/transact'
import { appendAudit } from '#platform/audit'
import type { Identities } from '#platform/identities'
import type { User } from '#platform/user'

interface SettlingServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/**
 * Closes what is left of accounts that had this address before. Cognito lets one account have an address, so once
 * somebody has proven it for theirs, any other is gone there: its owner deleted it, where nobody tells us.
 */
export async function closeFormerAccounts(
  { email, userId: living }: { readonly email: string; readonly userId: string },
  services: SettlingServices,
): Promise<void> {
  const { data: found } = await services.data.users.query.byEmail({ email }).go({ pages: 'all' })
  const departed = found.filter(({ userId, status }) => userId !== living && status !== 'deleted')
  for (const { userId, status: last } of departed) {
    await services.data.transact((entities) => ({
      user: entities.users
        .patch({ userId })
        .set({ status: 'deleted' })
        .where(({ status }, { eq }) => eq(status, last))
        .commit(),
      counter: last === 'active' && countsIn(entities, { users: -1 }, services),
      audit: appendAudit(entities, { action: 'USER_REMOVED', by: 'cognito', subjectId: userId }, services),
    }))
  }
}

/** A client whose account is open in the table and gone at Cognito. */
export interface FormerCustomer {
  readonly user: User
  readonly customer: StoredCustomer
}

/**
 * The client whose account with this address was deleted at Cognito alone, where nobody tells us. That is no request to be
 * erased, nor does the practice know of it: whoever proves the address again has the record. Not so where a second factor
 * guarded it, which the address alone would go past, and not where the account was closed.
 */
export async function customerOfDeletedAccount(
  email: string,
  { data, identities }: { readonly data: Data; readonly identities: Pick<Identities, 'find'> },
): Promise<FormerCustomer | undefined> {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  for (const { userId } of found.toReversed()) {
    const { data: user } = await data.users.get({ userId }).go({ consistent: true })
    if (!user?.customerId || !isOpenClient(user)) continue
    const { data: customer } = await data.customers.get({ customerId: user.customerId }).go({ consistent: true })
    if (customer?.userId === userId && !(await identities.find(userId.slice('usr_'.length)))) return { user, customer }
  }
  return undefined
}

const isOpenClient = ({ role, status, emailVerifiedAt, mfaEnabledAt, registrationDue, unfinished }: User): boolean =>
  role === 'cliente' &&
  status === 'active' &&
  emailVerifiedAt !== undefined &&
  !mfaEnabledAt &&
  !registrationDue &&
  !unfinished

/** What goes on with the person: they may be a minor, with or without consent, whatever they say now. */
export const carriedOverAttributes = ({
  userId,
  birthDate,
  guardianConsentAt,
  notifications,
  language,
  formerUserIds = [],
  ...user
}: User) => ({
  ...mergeOptional(personFields, user, user),
  formerUserIds: [...formerUserIds, userId],
  ...(birthDate && { birthDate }),
  ...(guardianConsentAt && { guardianConsentAt }),
  ...(notifications && { notifications }),
  ...(language && { language }),
})

/** The closed accounts with an address whose records are still theirs, the oldest first. */
export async function customersOfClosedAccounts(
  email: string,
  { data }: { readonly data: Data },
): Promise<FormerCustomer[]> {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  const records = await Promise.all(
    found.map(async ({ userId }) => {
      const { data: user } = await data.users.get({ userId }).go({ consistent: true })
      if (user?.status !== 'deleted' || user.unfinished || !user.customerId) return []
      const { data: customer } = await data.customers.get({ customerId: user.customerId }).go({ consistent: true })
      return customer?.userId === userId && !customer.internal ? [{ user, customer }] : []
    }),
  )
  return records.flat()
}

/** Takes a record from an account that is closed: it waits for whoever proves the address. */
export const releaseCustomer = (entities: TransactionEntities, { user, customer }: FormerCustomer) =>
  entities.customers
    .patch({ customerId: customer.customerId })
    .remove(['userId'])
    .where(({ userId }, { eq }) => eq(userId, user.userId))
    .commit()

/** What goes on with the person whose closed account had this record, which was released since. */
export async function carriedOverAttributesOfCustomer(
  { customerId, email }: Pick<StoredCustomer, 'customerId' | 'email'>,
  { data }: { readonly data: Data },
) {
  const { data: found } = await data.users.query.byEmail({ email }).go({ pages: 'all' })
  const former = found.findLast((user) => user.customerId === customerId && user.status === 'deleted')
  if (!former) return {}
  const { data: user } = await data.users.get({ userId: former.userId }).go({ consistent: true })
  return user ? carriedOverAttributes(user) : {}
}
