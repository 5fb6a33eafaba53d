import type { EntityItem } from 'electrodb'
import type Stripe from 'stripe'
import { cleanName } from '#contract/person-name'
import { customersWithAddress, assignAddressIfUnchanged, addressHolderOf } from '#data/address-holders'
import { newCustomer } from '#data/customer-writes'
import type { Entities } from '#data/entities'
import { isHidden, countsIn, countsOf } from '#data/counter'
import type { TransactionEntities, Writes } from '#data/transact'
import { appendAudit } from '#platform/audit'
import type { Order } from './open-session.ts'
import type { SettlementServices } from './services.ts'

/** The customer a payment goes to, and the writes that create that customer if needed. */
export interface Payer {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly hasAccount: boolean
  readonly writes: (entities: TransactionEntities) => Writes
}

/**
 * An anonymous buyer gives name and address at Stripe: the payment goes to the client with that address, or to a new
 * one, and becomes visible to whoever proves the address. An account that has not proven it may be anybody's and gets
 * nothing.
 */
export async function payerOf(
  order: Order,
  session: Stripe.Checkout.Session,
  services: SettlementServices,
): Promise<Payer> {
  if (order.customerId) return knownPayer(order.customerId, services)

  const { email: typed, name: givenName } = session.customer_details ?? {}
  // Where we named the address, the buyer cannot type another one.
  const email = (session.customer_email ?? typed)?.toLowerCase() ?? unnamed(session.id)
  const holder = await addressHolderOf(email, services.data)
  const known = await provenCustomer(email, services)
  if (known) return { ...payingAs(known), email }

  const customerId = `cus_${order.orderId.slice('ord_'.length)}`
  const name = cleanName(givenName ?? undefined) || email
  return {
    customerId,
    name,
    email,
    hasAccount: false,
    writes: (entities) => [
      newCustomer(entities, { customerId, name, email, createdAt: services.now().toISOString() }),
      assignAddressIfUnchanged(entities, { customerId, email }, holder),
      countsIn(entities, { clients: 1 }, services),
      appendAudit(
        entities,
        { action: 'CUSTOMER_CREATED', by: 'stripe', subjectId: customerId, details: { orderId: order.orderId } },
        services,
      ),
    ],
  }
}

async function provenCustomer(email: string, { data }: SettlementServices) {
  const found = await customersWithAddress(email, data)
  const { hiddenImports } = await countsOf(data)
  for (const customer of found.filter(({ customerId }) => !isHidden(customerId, hiddenImports))) {
    if (!customer.userId) return customer
    const { data: user } = await data.users.get({ userId: customer.userId }).go({ consistent: true })
    if (user?.status === 'active') return customer
  }
  return undefined
}

async function knownPayer(customerId: string, { data }: SettlementServices): Promise<Payer> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  if (customer) return payingAs(customer)
  // A payment that was given up may still arrive when its client has been deleted: it waits there for their return.
  const { data: removed } = await data.removedCustomers.get({ customerId }).go({ consistent: true })
  if (!removed) throw new Error(`${customerId} of a paid order does not exist`)
  return payingAs(removed)
}

const payingAs = ({ customerId, name, email, userId }: EntityItem<Entities['customers']>): Payer => ({
  customerId,
  name,
  email,
  hasAccount: userId !== undefined,
  writes: () => undefined,
})

const unnamed = (sessionId: string): never => {
  throw new Error(`paid session ${sessionId} names no buyer`)
}
