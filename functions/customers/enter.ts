import { createHash } from 'node:crypto'
import { customerFields, type NewCustomer } from '#contract/customer'
import type { customers } from '#contract/customers-domain'
import { assignCustomerEmail, prepareCustomerEmailRelease } from '#data/email-holders'
import { putCustomerSearchLine } from '#data/customer-search-index'
import { createCustomerWrites, type StoredCustomer } from '#data/customer-writes'
import { countsIn } from '#data/practice-counter'
import { findChangedFieldKeys, getEmptyFieldKeys, toStoredRecord } from '#data/stored-record'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { createLegalBasisWrites } from '#platform/health-consent'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { prepareEmailCorrection, linkCustomerToEmailOwner } from './correct-email.ts'
import { createEmailClaimWrites } from './duplicates.ts'
import { requireCustomer } from './public/require-customer.ts'
import { toCustomer } from './to-customer.ts'

export const createCustomer: EndpointAction<typeof customers.create> = async ({ actor, body }, services) => {
  const { data, newId, now } = services
  const { requestId } = body
  const customerId = requestId ? requestedId(actor.userId, requestId) : newId('cus')
  const claim = await createEmailClaimWrites({ email: body.email, customerId }, services)
  const customer = { ...toStoredRecord(customerFields, body), customerId, createdAt: now().toISOString() }
  const outcome = await data.transact((entities) => ({
    customer: createCustomerWrites(entities, customer),
    clientAddress: claim(entities),
    counter: countsIn(entities, { clients: 1 }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'CUSTOMER_CREATED', by: actor.userId, subjectId: customerId, caller: actor },
      services,
    ),
    healthBasis:
      body.notes && body.basis && createLegalBasisWrites(entities, { actor, customerId, basis: body.basis }, services),
  }))
  if (outcome.written) return toCustomer({ ...customer, version: 1 })
  if (outcome.failed !== 'customer') throwRefusal('client-email-taken')
  if (requestId) return toCustomer(await requireCustomer(customerId, services.data))
  throw new Error(`${customerId} was there already`)
}

/** Stable per user and request, so that a repeated request creates one client and users cannot collide. */
const requestedId = (userId: string, requestId: string): string =>
  `cus_${createHash('sha256').update(`${userId} ${requestId}`).digest('hex').slice(0, 32)}`

export const editCustomer: EndpointAction<typeof customers.edit> = async ({ actor, params, body }, services) => {
  const { version, ...wanted } = body
  const before = await requireCustomer(params.customerId, services.data)
  requireCurrentVersion(before, version)
  const { customerId, createdAt } = before
  const after = { ...toStoredRecord(customerFields, wanted), customerId, createdAt, version: version + 1 }
  const correction = await prepareEmailCorrection(before, wanted.email, services)
  const moves = await addressMoves(before, { email: wanted.email, isShared: correction.isOfPayment }, services)
  const outcome = await services.data.transact((entities) => ({
    customer: changed(entities, wanted, before),
    searchLine: !before.internal && putCustomerSearchLine(entities, { ...after, userId: before.userId }),
    correction: correction.writes(entities),
    releasedAddress: moves?.release(entities),
    // After the other conditions, so that its failure means only that the address was taken.
    clientAddress: moves?.give(entities),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CUSTOMER_CHANGED',
        by: actor.userId,
        subjectId: params.customerId,
        // The values are the client's data; the audit log contains only the names of changed fields.
        details: { version: after.version, fields: findChangedFieldKeys(customerFields, before, wanted) },
        caller: actor,
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, { clientAddress: 'client-email-taken' })
  const { owner } = correction
  return toCustomer(owner ? await linkCustomerToEmailOwner(after, owner, services) : after)
}

async function addressMoves(
  before: StoredCustomer,
  { email, isShared }: { readonly email: string; readonly isShared: boolean },
  services: ActionServices,
): Promise<Record<'give' | 'release', (entities: TransactionEntities) => TransactionWrites> | undefined> {
  if (before.internal || email === before.email) return undefined
  const wanted = { email, customerId: before.customerId }
  const give = isShared
    ? (entities: TransactionEntities) => assignCustomerEmail(entities, wanted)
    : await createEmailClaimWrites(wanted, services)
  const release = await prepareCustomerEmailRelease(before, services.data)
  return { give, release }
}

function changed(entities: TransactionEntities, wanted: NewCustomer, { customerId, version }: StoredCustomer) {
  return entities.customers
    .patch({ customerId })
    .set({ ...toStoredRecord(customerFields, wanted), version: version + 1 })
    .remove(getEmptyFieldKeys(customerFields, wanted))
    .where((customer, operations) => createUnchangedCondition(customer.version, version, operations))
    .commit()
}
