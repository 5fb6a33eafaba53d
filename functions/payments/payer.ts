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
import type { StoredUser } from '#platform/user'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentSettlementServices } from './services.ts'

export interface OrderPayer {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly hasAccount: boolean
  readonly isNew: boolean
  readonly isLeaving: boolean
  readonly writes: (entities: TransactionEntities) => TransactionWrites
}

/**
 * An anonymous buyer gives name and address at Stripe: the payment goes to the client with that address, or to a new
 * one, and becomes visible to the person who proves the address. An account that has not proven it may be anybody's and
 * gets nothing.
 */
export async function findOrCreateOrderPayer(
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  services: PaymentSettlementServices,
): Promise<OrderPayer> {
  if (order.customerId) return knownPayer(order.customerId, services)

  const { email: typed, name: givenName } = session.customer_details ?? {}
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
  const seen = found.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports))
  for (const customer of seen) {
    if (!customer.userId) continue
    const { data: user } = await data.users.get({ userId: customer.userId }).go()
    if (user?.status === 'active' || isSelfDeactivated(user)) return customer
  }
  // Its owner sees no record without an account beside their own.
  return seen.find(({ userId }) => userId === undefined)
}

/** The account can be opened again. One that the practice closed has no instant. */
const isSelfDeactivated = (user: StoredUser | null): boolean =>
  user?.status === 'deactivated' && user.deactivatedAt !== undefined

async function knownPayer(customerId: string, { data }: PaymentSettlementServices): Promise<OrderPayer> {
  const { data: erasure } = await data.erasures.get({ customerId }).go()
  // New items would be erased too. Stripe repeats the event and finds no order of ours.
  if (erasure?.status === 'erasing') throw new Error(`${customerId} of a paid order is being erased`)
  const payer = await readPayer(customerId, data)
  return { ...payer, isLeaving: erasure !== null }
}

async function readPayer(customerId: string, { customers, removedCustomers }: Database): Promise<OrderPayer> {
  const { data: customer } = await customers.get({ customerId }).go()
  if (customer) return payingAs(customer)
  const { data: removed } = await removedCustomers.get({ customerId }).go()
  return removed ? payingAs(removed) : gone(customerId)
}

const gone = (customerId: string): never => {
  throw new Error(`${customerId} of a paid order does not exist`)
}

const payingAs = ({ customerId, name, email, userId }: EntityItem<TableEntities['customers']>): OrderPayer => ({
  customerId,
  name,
  email,
  hasAccount: userId !== undefined,
  isNew: false,
  isLeaving: false,
  writes: () => undefined,
})

const unnamed = (sessionId: string): never => {
  throw new Error(`paid session ${sessionId} names no buyer`)
}
