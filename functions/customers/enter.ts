import { createHash } from 'node:crypto'
import { customerFields, type NewCustomer } from '#contract/customer'
import type { customers } from '#contract/customers'
import { assignAddress, releaseAddressOf } from '#data/address-holders'
import { putSearchLine } from '#data/customer-search'
import { newCustomer, type StoredCustomer } from '#data/customer-writes'
import { countsIn } from '#data/counter'
import { changedKeys, emptyKeys, toStored } from '#data/record'
import type { TransactionEntities, Writes } from '#data/transact'
import { unchanged } from '#data/unchanged'
import { appendAudit } from '#platform/audit'
import { requireVersion, requireWritten } from '#platform/conflict'
import { nameBasisWrites } from '#platform/health-consent'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { correctionOf, linkToOwner } from './correct-address.ts'
import { claimAddressWrites } from './duplicates.ts'
import { toCustomer } from './to-customer.ts'

export const createCustomer: Action<typeof customers.create> = async ({ actor, body }, services) => {
  const { data, newId, now } = services
  const { requestId } = body
  const customerId = requestId ? requestedId(actor.userId, requestId) : newId('cus')
  const claim = await claimAddressWrites({ email: body.email, customerId }, services)
  const customer = { ...toStored(customerFields, body), customerId, createdAt: now().toISOString() }
  const outcome = await data.transact((entities) => ({
    customer: newCustomer(entities, customer),
    clientAddress: claim(entities),
    counter: countsIn(entities, { clients: 1 }, services),
    audit: appendAudit(
      entities,
      { action: 'CUSTOMER_CREATED', by: actor.userId, subjectId: customerId, caller: actor },
      services,
    ),
    healthBasis:
      body.notes && body.basis && nameBasisWrites(entities, { actor, customerId, basis: body.basis }, services),
  }))
  if (outcome.written) return toCustomer({ ...customer, version: 1 })
  if (outcome.failed !== 'customer') refuse('client-email-taken')
  if (requestId) return toCustomer(await requireCustomer(customerId, services))
  throw new Error(`${customerId} was there already`)
}

/** Stable per user and request, so that a repeated request creates one client and users cannot collide. */
const requestedId = (userId: string, requestId: string): string =>
  `cus_${createHash('sha256').update(`${userId} ${requestId}`).digest('hex').slice(0, 32)}`

export const editCustomer: Action<typeof customers.edit> = async ({ actor, params, body }, services) => {
  const { version, ...wanted } = body
  const before = await requireCustomer(params.customerId, services)
  requireVersion(before, version)
  const { customerId, createdAt } = before
  const after = { ...toStored(customerFields, wanted), customerId, createdAt, version: version + 1 }
  const correction = await correctionOf(before, wanted.email, services)
  const moves = await addressMoves(before, { email: wanted.email, isShared: correction.isOfPayment }, services)
  const outcome = await services.data.transact((entities) => ({
    customer: changed(entities, wanted, before),
    searchLine: !before.internal && putSearchLine(entities, after),
    correction: correction.writes(entities),
    releasedAddress: moves?.release(entities),
    // After all that another editor may have changed: failing first, it alone was taken.
    clientAddress: moves?.give(entities),
    audit: appendAudit(
      entities,
      {
        action: 'CUSTOMER_CHANGED',
        by: actor.userId,
        subjectId: params.customerId,
        // What a field says is the client's; that it changed is the practice's.
        details: { version: after.version, fields: changedKeys(customerFields, before, wanted) },
        caller: actor,
      },
      services,
    ),
  }))
  requireWritten(outcome, { clientAddress: 'client-email-taken' })
  const { owner } = correction
  return toCustomer(owner ? await linkToOwner(after, owner, services) : after)
}

async function addressMoves(
  before: StoredCustomer,
  { email, isShared }: { readonly email: string; readonly isShared: boolean },
  services: Services,
): Promise<Record<'give' | 'release', (entities: TransactionEntities) => Writes> | undefined> {
  if (before.internal || email === before.email) return undefined
  const wanted = { email, customerId: before.customerId }
  const give = isShared
    ? (entities: TransactionEntities) => assignAddress(entities, wanted)
    : await claimAddressWrites(wanted, services)
  const release = await releaseAddressOf(before, services.data)
  return { give, release }
}

export async function requireCustomer(customerId: string, { data }: Pick<Services, 'data'>): Promise<StoredCustomer> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}

function changed(entities: TransactionEntities, wanted: NewCustomer, { customerId, version }: StoredCustomer) {
  return entities.customers
    .patch({ customerId })
    .set({ ...toStored(customerFields, wanted), version: version + 1 })
    .remove(emptyKeys(customerFields, wanted))
    .where((customer, operations) => unchanged(customer.version, version, operations))
    .commit()
}
