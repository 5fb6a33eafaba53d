import { createHash } from 'node:crypto'
import type { NewCustomer } from '#contract/customer-import'
import type { customers } from '#contract/customers'
import { givenAddress, releaseOf } from '#data/address-holders'
import { searchLine } from '#data/customer-search'
import { entered, type StoredCustomer } from '#data/customer-writes'
import { tallied } from '#data/tallied'
import type { Writing } from '#data/together'
import { audited } from '#platform/audit'
import { basisNamed } from '#platform/health-consent'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { correctionOf, giveToOwner } from './correct-address.ts'
import { claimOf } from './duplicates.ts'
import { shown } from './shown.ts'

/** DynamoDB knows no null of ours: what nobody filled in is not there. */
export const stored = ({ name, email, phone, address, notes }: NewCustomer) => ({
  name,
  email,
  ...(phone && { phone }),
  ...(address && { address }),
  ...(notes && { notes }),
})

export const createCustomer: Action<typeof customers.create> = async ({ actor, body }, services) => {
  const { data, newId, now } = services
  const { requestId } = body
  const customerId = requestId ? requestedId(actor.userId, requestId) : newId('cus')
  const claim = await claimOf({ email: body.email, customerId }, services)
  const customer = { ...stored(body), customerId, createdAt: now().toISOString() }
  const outcome = await data.together((writing) => [
    ...entered(writing, customer, claim(writing)),
    tallied(writing, { clients: 1 }, services),
    audited(writing, { action: 'CUSTOMER_CREATED', by: actor.userId, subjectId: customerId, caller: actor }, services),
    ...(body.notes && body.basis ? basisNamed(writing, { actor, customerId, basis: body.basis }, services) : []),
  ])
  if (outcome.written) return shown({ ...customer, version: 1 })
  if (!outcome.failed.includes(CUSTOMER_WRITE)) refuse('client-email-taken')
  if (requestId) return shown(await customerOf(customerId, services))
  throw new Error(`${customerId} was there already`)
}

/** Positions among the writes, of a new client and of one who is given another address. */
const CUSTOMER_WRITE = 0
const MOVE_WRITE = 1

/** The same for the same request of the same person, and nobody else's however it is chosen. */
const requestedId = (userId: string, requestId: string): string =>
  `cus_${createHash('sha256').update(`${userId} ${requestId}`).digest('hex').slice(0, 32)}`

export const editCustomer: Action<typeof customers.edit> = async ({ actor, params, body }, services) => {
  const { version, ...wanted } = body
  const before = await customerOf(params.customerId, services)
  if (before.version !== version) refuse('changed-meanwhile')
  const { customerId, createdAt } = before
  const after = { ...stored(wanted), customerId, createdAt, version: version + 1 }
  const correction = await correctionOf(before, wanted.email, services)
  const moves = await addressMoves(before, { email: wanted.email, isShared: correction.isOfPayment }, services)
  const outcome = await services.data.together((writing) => [
    changed(writing, wanted, before),
    ...moves(writing),
    ...(before.internal ? [] : [searchLine(writing, after)]),
    ...correction.writes(writing),
    audited(
      writing,
      {
        action: 'CUSTOMER_CHANGED',
        by: actor.userId,
        subjectId: params.customerId,
        // What a field says is the client's; that it changed is the practice's.
        details: { version: after.version, fields: fieldsChanged(before, wanted) },
        caller: actor,
      },
      services,
    ),
  ])
  if (!outcome.written) {
    const isTaken = outcome.failed.every((position) => position === MOVE_WRITE)
    return refuse(isTaken ? 'client-email-taken' : 'changed-meanwhile')
  }
  const { owner } = correction
  return shown(owner ? await giveToOwner(after, owner, services) : after)
}

/** What gives a client another address. What was paid under a wrong one may go to an address that somebody has: theirs it becomes. */
async function addressMoves(
  before: StoredCustomer,
  { email, isShared }: { readonly email: string; readonly isShared: boolean },
  services: Services,
): Promise<(writing: Writing) => readonly object[]> {
  if (before.internal || email === before.email) return () => []
  const wanted = { email, customerId: before.customerId }
  const give = isShared ? (writing: Writing) => givenAddress(writing, wanted) : await claimOf(wanted, services)
  const release = await releaseOf(before, services.data)
  return (writing) => [give(writing), ...release(writing)]
}

/** A client as they stand now. */
export async function customerOf(customerId: string, { data }: Pick<Services, 'data'>): Promise<StoredCustomer> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}

const optional = ['phone', 'address', 'notes'] as const

function changed(writing: Writing, wanted: NewCustomer, { customerId, version }: StoredCustomer) {
  return writing.customers
    .patch({ customerId })
    .set({ ...stored(wanted), version: version + 1 })
    .remove(optional.filter((field) => !wanted[field]))
    .where((customer, { eq }) => eq(customer.version, version))
    .commit()
}

const fieldsChanged = (before: StoredCustomer, wanted: NewCustomer) =>
  (['name', 'email', ...optional] as const).filter((field) => (before[field] ?? null) !== wanted[field])
