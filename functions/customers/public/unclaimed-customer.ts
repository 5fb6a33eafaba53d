import type { EntityItem } from 'electrodb'
import { customerFields } from '#contract/customer'
import { customersWithAddress, assignAddress, releaseAddressOf } from '#data/address-holders'
import { deleteSearchLine, putSearchLine } from '#data/customer-search'
import type { Data } from '#data/data'
import type { StoredCustomer } from '#data/customer-writes'
import type { Entities } from '#data/entities'
import { isHidden, countsIn, countsOf } from '#data/counter'
import { mergeOptional } from '#data/record'
import type { TransactionEntities, Writes } from '#data/transact'
import { unchanged } from '#data/unchanged'
import { appendAudit } from '#platform/audit'
import type { Caller } from '#platform/http'

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

/** The oldest client with this address who has no account yet and is not about to be imported. */
export const unclaimedCustomer = async (email: string, data: Data): Promise<StoredCustomer | undefined> =>
  (await unclaimedCustomers(email, data))[0]

async function unclaimedCustomers(email: string, data: Data): Promise<StoredCustomer[]> {
  const free = (await customersWithAddress(email, data)).filter(({ userId }) => userId === undefined)
  if (free.length === 0) return []
  const { hiddenImports } = await countsOf(data)
  const seen = free.filter(({ customerId }) => !isHidden(customerId, hiddenImports))
  // The index may lag behind; the item itself knows whether somebody has been given it.
  const present = await Promise.all(
    seen.map(({ customerId }) => data.customers.get({ customerId }).go({ consistent: true })),
  )
  return present.flatMap(({ data: customer }) => (customer && customer.userId === undefined ? [customer] : []))
}

/**
 * Gives a waiting client to the owner of their address. Whoever paid without giving a name was filed under their address;
 * they have said their name now. It holds while nobody has changed the client.
 */
export function linkCustomer(entities: TransactionEntities, waiting: StoredCustomer, { userId, name }: Owner): Writes {
  const { customerId, email, version } = waiting
  const unnamed = waiting.name === email
  return [
    entities.customers
      .patch({ customerId })
      .set({ userId, ...(unnamed && { name, version: version + 1 }) })
      .where((present, { eq, notExists }) => `${notExists(present.userId)} AND ${eq(present.version, version)}`)
      .commit(),
    unnamed && putSearchLine(entities, { ...waiting, name }),
  ]
}

/** The line of the audit log that goes with it. */
export const auditLinkedCustomer = (
  entities: TransactionEntities,
  customerId: string,
  { userId, caller }: Owner,
  services: WritingServices,
) =>
  appendAudit(
    entities,
    { action: 'CUSTOMER_LINKED', by: userId, subjectId: customerId, ...(caller && { caller }) },
    services,
  )

/**
 * Brings what is filed under a proven address into the file of its owner, who had one of their own already because they
 * bought, or were invited, before proving it. Each waiting client is brought over in one transaction, once. One with
 * files, a protocol or a questionnaire stays where it is: those cannot be moved, and the practice sees both.
 */
export async function claimCustomers(owner: Owner, customerId: string, services: WritingServices): Promise<void> {
  for (const waiting of await unclaimedCustomers(owner.email, services.data)) {
    await claimCustomer(waiting, { owner, customerId }, services)
  }
}

const TRIES = 3

/** The same of one waiting client. What changes while it is read, a refund for example, is read again before it moves. */
export async function claimCustomer(waiting: StoredCustomer, adoption: Claim, services: WritingServices) {
  for (let tries = 0; tries < TRIES; tries++) {
    if (!(await canMove(waiting, services.data)) || (await claimOnce(waiting, adoption, services))) return
  }
}

async function canMove({ customerId }: StoredCustomer, { clientFiles, clientSupplements, questionnaires }: Data) {
  const [files, protocol, questionnaire] = await Promise.all([
    clientFiles.query.byCustomer({ customerId }).go({ limit: 1, consistent: true }),
    clientSupplements.query.byCustomer({ customerId }).go({ limit: 1, consistent: true }),
    questionnaires.get({ customerId }).go({ consistent: true }),
  ])
  return files.data.length + protocol.data.length === 0 && questionnaire.data === null
}

interface Claim {
  readonly owner: Owner
  /** The file that the owner has. */
  readonly customerId: string
}

/** Whether all of it moved; nothing does when any of it has changed meanwhile. */
async function claimOnce(
  waiting: StoredCustomer,
  { owner, customerId }: Claim,
  services: WritingServices,
): Promise<boolean> {
  const { data } = services
  const of = { customerId: waiting.customerId }
  const [{ data: payments }, { data: toSchedule }, { data: consultations }, { data: own }, release] = await Promise.all(
    [
      data.payments.query.byCustomer(of).go({ pages: 'all', consistent: true }),
      data.ordersToSchedule.query.byCustomer(of).go({ pages: 'all', consistent: true }),
      data.consultations.query.byCustomer(of).go({ pages: 'all', consistent: true }),
      data.customers.get({ customerId }).go({ consistent: true }),
      releaseAddressOf(waiting, data),
    ],
  )
  const { written } = await data.transact((entities) => ({
    customer: entities.customers
      .delete(of)
      .where((present, { eq, notExists }) => `${notExists(present.userId)} AND ${eq(present.version, waiting.version)}`)
      .commit(),
    searchLine: deleteSearchLine(entities, waiting.customerId),
    clientAddress: own?.email === waiting.email ? assignAddress(entities, own) : release(entities),
    counter: countsIn(entities, { clients: -1 }, services),
    ownCustomer: own && mergeDetails(entities, own, waiting),
    payments: payments.map((payment) => movePayment(entities, payment, { owner, customerId })),
    ordersToSchedule: toSchedule.map((order) => [
      entities.ordersToSchedule
        .delete({ ...of, orderId: order.orderId })
        .where(({ orderId }, { exists }) => exists(orderId))
        .commit(),
      entities.ordersToSchedule.create({ ...order, customerId }).commit(),
    ]),
    consultations: consultations.map((consultation) => [
      entities.consultations
        .delete({ ...of, consultationId: consultation.consultationId })
        .where(({ version }, operations) => unchanged(version, consultation.version, operations))
        .commit(),
      entities.consultations.create({ ...consultation, customerId }).commit(),
    ]),
    audit: auditLinkedCustomer(entities, waiting.customerId, owner, services),
  }))
  return written
}

const movePayment = (
  entities: TransactionEntities,
  { paymentId, orderId, ...payment }: EntityItem<Entities['payments']>,
  { owner: { userId }, customerId }: Claim,
) => [
  entities.payments
    .delete({ customerId: payment.customerId, paymentId })
    .where(
      ({ refundedCents, refundRequestedAt }, operations) =>
        `${operations.eq(refundedCents, payment.refundedCents)} AND ${unchanged(refundRequestedAt, payment.refundRequestedAt, operations)}`,
    )
    .commit(),
  entities.payments.create({ ...payment, paymentId, orderId, customerId }).commit(),
  entities.orders.patch({ orderId }).set({ customerId, userId }).commit(),
]

/** What the practice had noted of a waiting client and the owner's own file does not say yet. */
function mergeDetails(entities: TransactionEntities, own: StoredCustomer, waiting: StoredCustomer): Writes {
  const said = mergeOptional(customerFields, own, waiting)
  const { customerId, version, formerCustomerIds = [] } = own
  // Mails, receipts and the ledger of consents stay under the old id, and are the owner's.
  const brought = [...formerCustomerIds, waiting.customerId, ...(waiting.formerCustomerIds ?? [])]
  return [
    entities.customers
      .patch({ customerId })
      .set({ ...said, formerCustomerIds: brought, version: version + 1 })
      .where((present, operations) => unchanged(present.version, version, operations))
      .commit(),
    putSearchLine(entities, { ...own, ...said }),
  ]
}
