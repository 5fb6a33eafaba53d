import { type customers, RESTORABLE_DAYS } from '#contract/customers'
import { assignAddress } from '#data/address-holders'
import { removedCustomers } from '#data/customer-queries'
import { newCustomer } from '#data/customer-writes'
import { countsIn } from '#data/counter'
import type { TransactionEntities } from '#data/transact'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { requireCustomer } from './enter.ts'
import { removalObstacle, removalWrites, restorableUntil } from './removal.ts'
import { toCustomerName, toCustomer } from './to-customer.ts'

export const removeCustomer: Action<typeof customers.remove> = async ({ actor, params }, services) => {
  const customer = await requireCustomer(params.customerId, services)
  if (customer.internal) return refuse('not-found')
  const hindrance = await removalObstacle(customer, services)
  if (hindrance) return refuse(hindrance)

  const { accountClosed, writes } = await removalWrites(customer, services)
  const outcome = await services.data.transact((entities) => ({
    customer: writes(entities),
    counter: countsIn(entities, { clients: -1, users: accountClosed ? -1 : 0 }, services),
    audit: appendAudit(
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
  requireWritten(outcome)
  return { removed: true }
}

const DAY_MS = 86_400_000

const since = ({ now }: Pick<Services, 'now'>): string =>
  new Date(now().getTime() - RESTORABLE_DAYS * DAY_MS).toISOString()

export const listRemoved: Action<typeof customers.listRemoved> = async ({ query }, services) => {
  const { items, next } = await removedCustomers(services.data, since(services), query)
  return {
    items: items.map((removed) => ({
      ...toCustomerName(removed),
      removedAt: removed.removedAt,
      restorableUntil: restorableUntil(removed.removedAt),
    })),
    next,
  }
}

export const restoreCustomer: Action<typeof customers.restore> = async ({ actor, params }, services) => {
  const { customerId } = params
  const { data: removed } = await services.data.removedCustomers.get({ customerId }).go({ consistent: true })
  if (!removed || removed.removedAt < since(services)) return refuse('not-found')

  const { removedAt, accountClosed, ...customer } = removed
  const reopened = accountClosed && (await isStillClosed(removed.userId, services))
  const outcome = await services.data.transact((entities) => ({
    customer: newCustomer(entities, customer),
    clientAddress: assignAddress(entities, customer),
    counter: countsIn(entities, { clients: 1, users: reopened ? 1 : 0 }, services),
    removedCustomer: entities.removedCustomers
      .delete({ customerId })
      // Notes may be erased meanwhile, as whoever withdrew their consent wants it.
      .where((present, { eq }) => `${eq(present.removedAt, removedAt)} AND ${eq(present.version, removed.version)}`)
      .commit(),
    erasure: entities.erasures
      .delete({ customerId })
      .where(({ status }, { eq }) => eq(status, 'waiting'))
      .commit(),
    user: reopened && removed.userId && reopen(entities, removed.userId),
    audit: appendAudit(
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
  requireWritten(outcome)
  return toCustomer(customer)
}

async function isStillClosed(userId: string | undefined, { data }: Services): Promise<boolean> {
  if (!userId) return false
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  return user?.status === 'deactivated' && user.deactivatedAt === undefined
}

const reopen = (entities: TransactionEntities, userId: string) =>
  entities.users
    .patch({ userId })
    .set({ status: 'active' })
    .where(
      ({ status, deactivatedAt }, { eq, notExists }) => `${eq(status, 'deactivated')} AND ${notExists(deactivatedAt)}`,
    )
    .commit()
