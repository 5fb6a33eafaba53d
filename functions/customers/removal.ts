import { addMonthsToInstant } from '#contract/calendar-days'
import { INVOICE_RETENTION_YEARS, CUSTOMER_RESTORE_DAYS } from '#contract/customers'
import { ProductKey } from '#contract/product-key'
import type { RefusalCode } from '#contract/refusals'
import { prepareCustomerEmailRelease } from '#data/email-holders'
import { deleteCustomerSearchLine } from '#data/customer-search-index'
import type { StoredCustomer } from '#data/customer-writes'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { hasBudgetInUse } from '../payments/public/budget-in-use.ts'
import { createScheduleErasureWrite } from '../privacy/public/erasure.ts'
import type { ActionServices } from '#platform/services'

export async function findCustomerRemovalObstacle(
  { customerId }: StoredCustomer,
  { data, now }: Pick<ActionServices, 'data' | 'now'>,
): Promise<RefusalCode | undefined> {
  const at = now()
  const keptSince = addMonthsToInstant(at, -12 * INVOICE_RETENTION_YEARS)
  const of = { customerId }
  const [leaving, payments, invoices, open, coming, isInUse] = await Promise.all([
    data.erasures.get(of).go(),
    data.payments.query
      .newestFirst(of)
      .between({ paidAt: keptSince.toISOString() }, { paidAt: HIGHEST_SORT_KEY })
      .go({ limit: 1 }),
    findInvoicesSince(keptSince.toISOString(), customerId, data),
    data.openOrders.query.byCustomer(of).go({ limit: 1 }),
    data.consultations.query
      .latestFirst(of)
      .between({ startsAt: at.toISOString() }, { startsAt: HIGHEST_SORT_KEY })
      .where(({ status }, { eq }) => eq(status, 'scheduled'))
      .go({ pages: 'all' }),
    hasBudgetInUse(customerId, { data, now }),
  ])
  if (leaving.data) return 'erasure-under-way'
  if (payments.data.length > 0 || invoices.length > 0) return 'invoices-kept'
  if (open.data.length > 0) return 'payment-under-way'
  if (coming.data.length > 0) return 'consultations-to-come'
  return isInUse ? 'budget-active' : undefined
}

/** Uploaded by the practice: they may be of what was paid elsewhere. */
async function findInvoicesSince(since: string, customerId: string, data: ActionServices['data']) {
  const found = await Promise.all(
    (['scanning', 'available'] as const).map((status) =>
      data.clientFiles.query
        .newestFirst({ customerId, fileType: 'invoice', status })
        .between({ createdAt: since }, { createdAt: HIGHEST_SORT_KEY })
        .go({ limit: 1 }),
    ),
  )
  return found.flatMap((page) => page.data)
}

/**
 * Conditional on the state read: a change, an owner, a consultation or an accepted budget since then stops the
 * deletion.
 */
export async function createCustomerRemovalWrites(customer: StoredCustomer, services: ActionServices) {
  const { customerId, formerCustomerIds, userId, email, version, requests } = customer
  const { data: user } = userId ? await services.data.users.get({ userId }).go() : { data: null }
  const release = await prepareCustomerEmailRelease(customer, services.data)
  const open = user?.status === 'active'
  const at = services.now().toISOString()
  const dueAt = computeCustomerRestoreDeadline(at)
  return {
    accountClosed: open,
    writes: (entities: TransactionEntities): TransactionWrites => [
      entities.customers
        .delete({ customerId })
        .where((present, operations) =>
          [
            createUnchangedCondition(present.version, version, operations),
            createUnchangedCondition(present.userId, userId, operations),
            createUnchangedCondition(present.requests, requests, operations),
          ].join(' AND '),
        )
        .commit(),
      entities.removedCustomers.put({ ...customer, removedAt: at, accountClosed: open }).commit(),
      deleteCustomerSearchLine(entities, customerId),
      release(entities),
      createScheduleErasureWrite(
        entities,
        { customerId, formerCustomerIds, userId, formerUserIds: user?.formerUserIds, email, dueAt },
        services,
      ),
      user && open && closed(entities, user.userId, services),
      ProductKey.options.map((product) => nothingOpen(entities, customerId, product)),
    ],
  }
}

export const computeCustomerRestoreDeadline = (removedAt: string): string =>
  new Date(Date.parse(removedAt) + CUSTOMER_RESTORE_DAYS * 86_400_000).toISOString()

/** Without the instant of a self-deactivation, so that the owner cannot reopen it. */
const closed = (entities: TransactionEntities, userId: string, { wallClock }: ActionServices) =>
  entities.users
    .patch({ userId })
    .set({ status: 'deactivated', revokedAt: wallClock().toISOString() })
    .remove(['keptSessionId'])
    .where(({ status }, { eq }) => eq(status, 'active'))
    .commit()

const nothingOpen = (entities: TransactionEntities, customerId: string, product: (typeof ProductKey.options)[number]) =>
  entities.openOrders
    .check({ customerId, product })
    .where(({ orderId }, { notExists }) => notExists(orderId))
    .commit()
