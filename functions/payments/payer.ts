import type { EntityItem } from 'electrodb'
import type Stripe from 'stripe'
import { cleanPersonName } from '#contract/person-name'
import { findCustomersByEmail, assignEmailIfHolderUnchanged, findEmailHolder } from '#data/email-holders'
import { createCustomerWrites } from '#data/customer-writes'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { isHiddenImportedCustomer, countsIn, readPracticeCounter } from '#data/practice-counter'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'

/** The customer a payment goes to, and the writes that create that customer if needed. */
export interface OrderPayer {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly hasAccount: boolean
  /** Created by `writes`. */
  readonly isNew: boolean
  /** Deleted since they ordered: the payment waits there for their return. */
  readonly isRemoved: boolean
  /** They have asked for their erasure: they can use nothing of it, and nobody would find what they had paid. */
  readonly isLeaving: boolean
  readonly writes: (entities: TransactionEntities) => TransactionWrites
}

/**
 * An anonymous buyer gives name and address at Stripe: the payment goes to the client with that address, or to a new
 * one, and becomes visible to whoever proves the address. An account that has not proven it may be anybody's and gets
 * nothing.
 */
export async function findOrCreateOrderPayer(
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  services: PaymentSettlementServices,
): Promise<OrderPayer> {
  if (order.customerId) return knownPayer(order.customerId, services)

  const { email: typed, name: givenName } = session.customer_details ?? {}
  // Where we named the address, the buyer cannot type another one.
  const email = (session.customer_email ?? typed)?.toLowerCase() ?? unnamed(session.id)
  const holder = await findEmailHolder(email, services.data)
  const known = await provenCustomer(email, services)
  if (known) return { ...payingAs(known), email }

  const customerId = `cus_${order.orderId.slice('ord_'.length)}`
  const name = cleanPersonName(givenName ?? undefined) || email
  return {
    customerId,
    name,
    email,
    hasAccount: false,
    isNew: true,
    isRemoved: false,
    isLeaving: false,
    writes: (entities) => [
      createCustomerWrites(entities, { customerId, name, email, createdAt: services.now().toISOString() }),
      assignEmailIfHolderUnchanged(entities, { customerId, email }, holder),
      countsIn(entities, { clients: 1 }, services),
      appendAuditEntry(
        entities,
        { action: 'CUSTOMER_CREATED', by: 'stripe', subjectId: customerId, details: { orderId: order.orderId } },
        services,
      ),
    ],
  }
}

async function provenCustomer(email: string, { data }: PaymentSettlementServices) {
  const found = await findCustomersByEmail(email, data)
  const { hiddenImports } = await readPracticeCounter(data)
  for (const customer of found.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports))) {
    if (!customer.userId) return customer
    const { data: user } = await data.users.get({ userId: customer.userId }).go()
    if (user?.status === 'active') return customer
  }
  return undefined
}

async function knownPayer(customerId: string, { data }: PaymentSettlementServices): Promise<OrderPayer> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer) return { ...payingAs(customer), isLeaving: await hasAskedForErasure(customer, data) }
  // A payment that was given up may still arrive when its client has been deleted: it waits there for their return.
  const { data: removed } = await data.removedCustomers.get({ customerId }).go()
  if (!removed) throw new Error(`${customerId} of a paid order does not exist`)
  return { ...payingAs(removed), isRemoved: true }
}

const hasAskedForErasure = async ({ userId }: { readonly userId?: string }, { users }: Database): Promise<boolean> =>
  userId !== undefined && (await users.get({ userId }).go()).data?.status === 'leaving'

const payingAs = ({ customerId, name, email, userId }: EntityItem<TableEntities['customers']>): OrderPayer => ({
  customerId,
  name,
  email,
  hasAccount: userId !== undefined,
  isNew: false,
  isRemoved: false,
  isLeaving: false,
  writes: () => undefined,
})

const unnamed = (sessionId: string): never => {
  throw new Error(`paid session ${sessionId} names no buyer`)
}
