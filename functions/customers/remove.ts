import { type customers } from '#contract/customers-domain'
import { CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import { assignCustomerEmail } from '#data/email-holders'
import { findRemovedCustomers } from '#data/customer-queries'
import { createCustomerWrites, type StoredCustomer } from '#data/customer-writes'
import { countsIn } from '#data/practice-counter'
import type { TransactionEntities } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import type { StoredUser } from '#platform/user'
import { requireCustomer } from './public/require-customer.ts'
import { claimCustomersOfReopenedAccount } from './public/unclaimed-customer.ts'
import { findCustomerRemovalObstacle, createCustomerRemovalWrites, computeCustomerRestoreDeadline } from './removal.ts'
import { toCustomerSummary, toCustomer } from './to-customer.ts'

export const removeCustomer: EndpointAction<typeof customers.remove> = async ({ actor, params }, services) => {
  const customer = await requireCustomer(params.customerId, services.data)
  if (customer.internal) return throwRefusal('not-found')
  const hindrance = await findCustomerRemovalObstacle(customer, services)
  if (hindrance) return throwRefusal(hindrance)

  const { accountClosed, writes } = await createCustomerRemovalWrites(customer, services)
  const outcome = await services.data.transact((entities) => ({
    customer: writes(entities),
    counter: countsIn(entities, { clients: -1, users: accountClosed ? -1 : 0 }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CUSTOMER_REMOVED',
        by: actor.userId,
        subjectId: params.customerId,
        details: { accountClosed },
        caller: actor,
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { removed: true }
}

const DAY_MS = 86_400_000

const since = ({ now }: Pick<ActionServices, 'now'>): string =>
  new Date(now().getTime() - CUSTOMER_RESTORE_DAYS * DAY_MS).toISOString()

export const listRemovedCustomers: EndpointAction<typeof customers.listRemoved> = async ({ query }, services) => {
  const { items, next } = await findRemovedCustomers(services.data, since(services), query)
  return {
    items: items.map((removed) => ({
      ...toCustomerSummary(removed),
      removedAt: removed.removedAt,
      restorableUntil: computeCustomerRestoreDeadline(removed.removedAt),
    })),
    next,
  }
}

export const restoreCustomer: EndpointAction<typeof customers.restore> = async ({ actor, params }, services) => {
  const { customerId } = params
  const { data: removed } = await services.data.removedCustomers.get({ customerId }).go()
  if (!removed || removed.removedAt < since(services)) return throwRefusal('not-found')

  const { removedAt, accountClosed, ...customer } = removed
  const owner = accountClosed ? await findClosedOwner(removed, services) : undefined
  const reopened = owner !== undefined
  const outcome = await services.data.transact((entities) => ({
    customer: createCustomerWrites(entities, customer),
    clientAddress: assignCustomerEmail(entities, customer),
    counter: countsIn(entities, { clients: 1, users: reopened ? 1 : 0 }, services),
    removedCustomer: entities.removedCustomers
      .delete({ customerId })
      // Its notes may be erased meanwhile, after a withdrawal of consent.
      .where((present, { eq }) => `${eq(present.removedAt, removedAt)} AND ${eq(present.version, removed.version)}`)
      .commit(),
    erasure: entities.erasures
      .delete({ customerId })
      .where(({ status }, { eq }) => eq(status, 'waiting'))
      .commit(),
    user: owner && reopen(entities, owner),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CUSTOMER_RESTORED',
        by: actor.userId,
        subjectId: customerId,
        details: { accountOpened: reopened },
        caller: actor,
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  if (!owner?.emailVerifiedAt) return toCustomer(customer)
  await claimCustomersOfReopenedAccount(owner, undefined, services)
  return toCustomer(await requireCustomer(customerId, services.data))
}

async function findClosedOwner(
  { userId }: Pick<StoredCustomer, 'userId'>,
  { data }: ActionServices,
): Promise<StoredUser | undefined> {
  if (!userId) return undefined
  const { data: user } = await data.users.get({ userId }).go()
  return user?.status === 'deactivated' && user.deactivatedAt === undefined ? user : undefined
}

const reopen = (entities: TransactionEntities, { userId, emailVerifiedAt }: StoredUser) =>
  entities.users
    .patch({ userId })
    .set({ status: 'active', ...(emailVerifiedAt && { claimDue: true }) })
    .where(
      ({ status, deactivatedAt }, { eq, notExists }) => `${eq(status, 'deactivated')} AND ${notExists(deactivatedAt)}`,
    )
    .commit()
