import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import type { Writing } from '#data/together'
import { audited } from './audit.ts'
import type { Caller } from './http.ts'

type Customer = EntityItem<Entities['customers']>

/** Somebody who has proven that their address is theirs. */
export interface Owner {
  readonly userId: string
  readonly email: string
  /** As they are filed: their name, or their address when they have given none. */
  readonly name: string
  readonly caller: Caller | undefined
}

interface WritingServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/** The oldest client with this address who has no account yet. */
export async function waitingCustomer(email: string, data: Data): Promise<Customer | undefined> {
  const { data: found } = await data.customers.query.byEmail({ email }).go({ pages: 'all' })
  for (const { customerId } of found.filter(({ userId }) => userId === undefined)) {
    // The index may lag behind; the item itself knows whether somebody has been given it.
    const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
    if (customer && customer.userId === undefined) return customer
  }
  return undefined
}

/** Makes a waiting file its owner's. Whoever paid without giving a name was filed under their address. */
export const giveTo = (writing: Writing, { customerId, name, email }: Customer, owner: Owner) =>
  writing.customers
    .patch({ customerId })
    .set({ userId: owner.userId, ...(name === email && { name: owner.name }) })
    .where(({ userId }, { notExists }) => notExists(userId))
    .commit()

/** The line of the audit log that goes with it. */
export const linked = (writing: Writing, customerId: string, { userId, caller }: Owner, services: WritingServices) =>
  audited(
    writing,
    { action: 'CUSTOMER_LINKED', by: userId, subjectId: customerId, ...(caller && { caller }) },
    services,
  )

/**
 * Brings what is filed under a proven address into the file of its owner, who had one of their own already because they
 * bought, or were invited, before proving it. Each waiting client is brought over in one transaction, once.
 */
export async function adoptWaiting(owner: Owner, customerId: string, services: WritingServices): Promise<void> {
  const { data } = services
  const waiting = await waitingCustomer(owner.email, data)
  if (!waiting) return
  const { data: own } = await data.customers.get({ customerId }).go({ consistent: true })
  const of = { customerId: waiting.customerId }
  const [{ data: payments }, { data: toSchedule }] = await Promise.all([
    data.payments.query.byCustomer(of).go({ pages: 'all', consistent: true }),
    data.ordersToSchedule.query.byCustomer(of).go({ pages: 'all', consistent: true }),
  ])
  const outcome = await data.together((writing) => [
    writing.customers
      .delete({ customerId: waiting.customerId })
      .where(({ userId }, { notExists }) => notExists(userId))
      .commit(),
    ...keepDetails(writing, waiting, own),
    ...payments.flatMap(({ paymentId, orderId, ...payment }) => [
      writing.payments.delete({ customerId: waiting.customerId, paymentId }).commit(),
      writing.payments.create({ ...payment, paymentId, orderId, customerId }).commit(),
      writing.orders.patch({ orderId }).set({ customerId, userId: owner.userId }).commit(),
    ]),
    ...toSchedule.flatMap((order) => [
      writing.ordersToSchedule.delete({ customerId: waiting.customerId, orderId: order.orderId }).commit(),
      writing.ordersToSchedule.create({ ...order, customerId }).commit(),
    ]),
    linked(writing, waiting.customerId, owner, services),
  ])
  if (outcome.written) await adoptWaiting(owner, customerId, services)
}

/** What the practice knew of the waiting client and the owner's own file does not say goes with them. */
function keepDetails(writing: Writing, { phone, address, notes }: Customer, own: Customer | null) {
  const news = Object.entries({ phone, address, notes }).filter(
    ([name, known]) => known !== undefined && own?.[name as 'phone' | 'address' | 'notes'] === undefined,
  )
  if (!own || news.length === 0) return []
  return [writing.customers.patch({ customerId: own.customerId }).set(Object.fromEntries(news)).commit()]
}
