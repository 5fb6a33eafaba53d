import type { EntityItem } from 'electrodb'
import { customerFields } from '#contract/customer'
import { checkNoErasureScheduled } from '#data/customer-check'
import { findCustomersByEmail, assignCustomerEmail, prepareCustomerEmailRelease } from '#data/email-holders'
import { deleteCustomerSearchLine, putCustomerSearchLine } from '#data/customer-search-index'
import type { Database } from '#data/database'
import type { StoredCustomer } from '#data/customer-writes'
import type { TableEntities } from '#data/entities'
import { isHiddenImportedCustomer, countsIn, readPracticeCounter } from '#data/practice-counter'
import { getOptionalFieldKeys, mergeOptionalFields } from '#data/stored-record'
import { MAX_TRANSACTION_WRITES, type TransactionEntities, type TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { formatErrorForLog } from '#platform/format-error-for-log'
import type { CallerDetails } from '#platform/http'
import { log } from '#platform/log'
import type { StoredUser } from '#platform/user'

export interface EmailOwner {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly caller: CallerDetails | undefined
}

export const toEmailOwner = (
  { userId, email, firstName, lastName }: Pick<StoredUser, 'email' | 'firstName' | 'lastName' | 'userId'>,
  caller: CallerDetails | undefined,
): EmailOwner => ({ userId, email, name: `${firstName} ${lastName}`.trim() || email, caller })

interface WritingServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

export const findUnclaimedCustomer = async (email: string, data: Database): Promise<StoredCustomer | undefined> =>
  (await unclaimedCustomers(email, data))[0]

async function unclaimedCustomers(email: string, data: Database): Promise<StoredCustomer[]> {
  const free = (await findCustomersByEmail(email, data)).filter(({ userId }) => userId === undefined)
  if (free.length === 0) return []
  const { hiddenImports } = await readPracticeCounter(data)
  const seen = free.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports))
  const present = await Promise.all(seen.map(({ customerId }) => data.customers.get({ customerId }).go()))
  return present.flatMap(({ data: customer }) => (customer && customer.userId === undefined ? [customer] : []))
}

export function createCustomerLinkWrite(
  entities: TransactionEntities,
  waiting: StoredCustomer,
  { userId, name }: EmailOwner,
): TransactionWrites {
  const { customerId, email, version } = waiting
  const unnamed = waiting.name === email
  return [
    entities.customers
      .patch({ customerId })
      .set({ userId, ...(unnamed && { name, version: version + 1 }) })
      .where((present, { eq, notExists }) => `${notExists(present.userId)} AND ${eq(present.version, version)}`)
      .commit(),
    putCustomerSearchLine(entities, { ...waiting, userId, ...(unnamed && { name }) }),
  ]
}

interface LinkedCustomer {
  readonly customerId: string
  /** Into which record, and since when there was the one that is gone. */
  readonly merged?: { readonly mergedInto: string; readonly recordSince: string }
}

export const createCustomerLinkAuditEntry = (
  entities: TransactionEntities,
  { customerId, merged }: LinkedCustomer,
  { userId, caller }: EmailOwner,
  services: WritingServices,
) =>
  appendAuditEntry(
    entities,
    {
      action: 'CUSTOMER_LINKED',
      by: userId,
      subjectId: customerId,
      ...(merged && { details: merged }),
      ...(caller && { caller }),
    },
    services,
  )

/**
 * One transaction per client, once. A client cannot be merged and stays separate, for the practice to see, with more
 * than appointments, payments and pathway corrections, with more of these than one transaction moves, or with other
 * notes than fit beside the owner's.
 * @returns whether nothing is left to repeat
 */
export async function claimUnclaimedCustomersByEmail(
  owner: EmailOwner,
  customerId: string,
  services: WritingServices,
): Promise<boolean> {
  let settled = true
  for (const waiting of await unclaimedCustomers(owner.email, services.data)) {
    settled = (await claimUnclaimedCustomer(waiting, { owner, customerId }, services)) && settled
  }
  return settled
}

/**
 * While an account is closed, what is bought by its address alone may wait in a record of its own. The account is open by
 * now: a failure is logged as an error, the practice sees both records, and the owner's next visit repeats it.
 */
export async function claimCustomersOfReopenedAccount(
  user: StoredUser,
  caller: CallerDetails | undefined,
  services: WritingServices,
): Promise<void> {
  const { userId, customerId } = user
  if (!customerId) return
  try {
    const settled = await claimUnclaimedCustomersByEmail(toEmailOwner(user, caller), customerId, services)
    if (settled) await services.data.users.patch({ userId }).remove(['claimDue']).go()
  } catch (error) {
    log.error('what waits under the address of a reopened account was not joined with its record', {
      userId,
      customerId,
      fault: formatErrorForLog(error),
    })
  }
}

const TRIES = 3

export async function claimUnclaimedCustomer(
  { customerId }: StoredCustomer,
  claim: Claim,
  services: WritingServices,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { data: waiting } = await services.data.customers.get({ customerId }).go()
    if (!waiting || waiting.userId !== undefined || !(await hasOnlyAppointments(waiting, services.data))) return true
    const appointments = await readAppointments(waiting, services.data)
    if (countWrites(appointments) > MAX_TRANSACTION_WRITES) return true
    if ((await claimOnce(waiting, appointments, claim, services)) !== 'changed') return true
  }
  return false
}

/** Whether a record has nothing besides what can move to another one: appointments, payments and their corrections. */
export async function hasOnlyAppointments({ customerId }: StoredCustomer, data: Database): Promise<boolean> {
  const of = { customerId }
  const one = { limit: 1 }
  const [questionnaire, thread, ...found] = await Promise.all([
    data.questionnaires.get(of).go(),
    data.messageThreads.get(of).go(),
    data.analyses.query.byCustomer(of).go(one),
    // A withdrawn analysis has only editions.
    data.analysisEditions.query.byAnalysis(of).go(one),
    data.budgetAgreements.query.byCustomer(of).go(one),
    data.budgets.query.byCustomer(of).go(one),
    data.checkIns.query.byCustomer(of).go(one),
    data.clientFiles.query.byCustomer(of).go(one),
    data.clientSupplements.query.byCustomer(of).go(one),
    data.pastCourses.query.byCustomer(of).go(one),
    data.sessionNotes.query.byCustomer(of).go(one),
  ])
  return !questionnaire.data && !thread.data && found.every((each) => each.data.length === 0)
}

async function readAppointments({ customerId }: StoredCustomer, data: Database) {
  const of = { customerId }
  const [payments, toSchedule, consultations] = await Promise.all([
    data.payments.query.byCustomer(of).go({ pages: 'all' }),
    data.ordersToSchedule.query.byCustomer(of).go({ pages: 'all' }),
    data.consultations.query.byCustomer(of).go({ pages: 'all' }),
  ])
  return { payments: payments.data, toSchedule: toSchedule.data, consultations: consultations.data }
}

type Appointments = Awaited<ReturnType<typeof readAppointments>>

const OTHER_WRITES = 10

const countWrites = ({ payments, toSchedule, consultations }: Appointments): number =>
  3 * payments.length + 2 * (toSchedule.length + consultations.length) + OTHER_WRITES

interface Claim {
  readonly owner: EmailOwner
  readonly customerId: string
}

async function claimOnce(
  waiting: StoredCustomer,
  { payments, toSchedule, consultations }: Appointments,
  { owner, customerId }: Claim,
  services: WritingServices,
): Promise<'moved' | 'stays' | 'changed'> {
  const { data } = services
  const of = { customerId: waiting.customerId }
  const [{ data: own }, release, moveCorrections] = await Promise.all([
    data.customers.get({ customerId }).go(),
    prepareCustomerEmailRelease(waiting, data),
    prepareCorrectionsMove(of, { customerId }, data),
  ])
  const details = own ? mergeCustomerDetails(own, waiting) : {}
  if (!details) return 'stays'
  const { written } = await data.transact((entities) => ({
    customer: entities.customers
      .delete(of)
      .where(
        (present, operations) =>
          // `requests`: a payment or booking since they were read would be left behind.
          `${operations.notExists(present.userId)} AND ${operations.eq(present.version, waiting.version)} AND (${createUnchangedCondition(present.requests, waiting.requests, operations)})`,
      )
      .commit(),
    searchLine: deleteCustomerSearchLine(entities, waiting.customerId),
    clientAddress: own?.email === waiting.email ? assignCustomerEmail(entities, own) : release(entities),
    counter: countsIn(entities, { clients: -1 }, services),
    // The owner may ask for their erasure, or be deleted by the practice, at this moment.
    erasure: checkNoErasureScheduled(entities, customerId),
    ownCustomer: own && mergeRecords(entities, own, waiting, details),
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
        .where(({ version }, operations) => createUnchangedCondition(version, consultation.version, operations))
        .commit(),
      entities.consultations.create({ ...consultation, customerId }).commit(),
    ]),
    corrections: moveCorrections(entities),
    audit: createCustomerLinkAuditEntry(
      entities,
      { ...of, merged: { mergedInto: customerId, recordSince: waiting.createdAt } },
      owner,
      services,
    ),
  }))
  return written ? 'moved' : 'changed'
}

interface CustomerKey {
  readonly customerId: string
}

async function prepareCorrectionsMove(from: CustomerKey, to: CustomerKey, { carePathwayCorrections }: Database) {
  const [{ data: left }, { data: own }] = await Promise.all([
    carePathwayCorrections.get(from).go(),
    carePathwayCorrections.get(to).go(),
  ])
  if (!left) return () => undefined
  const corrections = [...left.corrections, ...(own?.corrections ?? [])].toSorted((one, other) =>
    one.statedAt.localeCompare(other.statedAt),
  )
  return (entities: TransactionEntities): TransactionWrites => [
    entities.carePathwayCorrections
      .delete(from)
      .where(({ version }, { eq }) => eq(version, left.version))
      .commit(),
    entities.carePathwayCorrections
      .upsert({ ...to, corrections, version: (own?.version ?? 0) + 1 })
      .where(({ version }, operations) => createUnchangedCondition(version, own?.version ?? 0, operations))
      .commit(),
  ]
}

const movePayment = (
  entities: TransactionEntities,
  { paymentId, orderId, ...payment }: EntityItem<TableEntities['payments']>,
  { owner: { userId }, customerId }: Claim,
) => [
  entities.payments
    .delete({ customerId: payment.customerId, paymentId })
    .where(
      ({ refundedCents, refundVersion }, operations) =>
        `${operations.eq(refundedCents, payment.refundedCents)} AND ${createUnchangedCondition(refundVersion, payment.refundVersion, operations)}`,
    )
    .commit(),
  entities.payments.create({ ...payment, paymentId, orderId, customerId }).commit(),
  entities.orders.patch({ orderId }).set({ customerId, userId }).commit(),
]

function mergeRecords(
  entities: TransactionEntities,
  own: StoredCustomer,
  waiting: StoredCustomer,
  details: ReturnType<typeof mergeCustomerDetails>,
): TransactionWrites {
  const { customerId, version, formerCustomerIds = [] } = own
  // Mails, receipts and the ledger of consents keep the old id, which becomes the owner's.
  const brought = [...formerCustomerIds, waiting.customerId, ...(waiting.formerCustomerIds ?? [])]
  return [
    entities.customers
      .patch({ customerId })
      .set({ ...details, formerCustomerIds: brought, version: version + 1 })
      // A request for erasure of the same moment looks again at what is unused.
      .add({ requests: 1 })
      .where((present, operations) => createUnchangedCondition(present.version, version, operations))
      .commit(),
    putCustomerSearchLine(entities, { ...own, ...details }),
  ]
}

/**
 * Merged details of two records of one person; differing values go into the notes.
 * @returns undefined when they do not fit there
 */
function mergeCustomerDetails(own: StoredCustomer, other: StoredCustomer) {
  const merged = mergeOptionalFields(customerFields, own, other)
  const differing = getOptionalFieldKeys(customerFields).flatMap((key) => {
    const value = other[key]
    if (value === undefined || value === merged[key]) return []
    return [key === 'notes' ? value : `${customerFields[key].label}: ${value}`]
  })
  if (differing.length === 0) return merged
  const notes = [merged.notes ?? [], 'De otra ficha con este correo:', ...differing].flat().join('\n\n')
  return customerFields.notes.entered.safeParse(notes).success ? { ...merged, notes } : undefined
}
