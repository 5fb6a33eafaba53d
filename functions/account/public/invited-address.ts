import { assignAddressIfUnchanged, addressHolderOf } from '#data/address-holders'
import { newCustomer } from '#data/customer-writes'
import type { Data } from '#data/data'
import { countsIn } from '#data/counter'
import { appendAudit } from '#platform/audit'
import { carriedOverAttributesOfCustomer } from '../../customers/public/former-customer.ts'
import type { Caller } from '#platform/http'
import type { User } from '#platform/user'
import {
  claimCustomers,
  auditLinkedCustomer,
  linkCustomer,
  type Owner,
  unclaimedCustomer,
} from '../../customers/public/unclaimed-customer.ts'

interface InvitedServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/**
 * Signing in with the mailed password proves the address. A client gets the file that the practice opened under it, or
 * a new one.
 */
export async function proveInvitedAddress(user: User, caller: Caller, services: InvitedServices): Promise<User> {
  const { userId, email, firstName, lastName, role, customerId } = user
  const owner: Owner = { userId, email, name: `${firstName} ${lastName}`.trim() || email, caller }
  if (customerId) await claimCustomers(owner, customerId, services)
  await confirm(owner, role === 'cliente' && !customerId, services)
  const { data: proven } = await services.data.users.get({ userId }).go({ consistent: true })
  return proven ?? user
}

async function confirm(owner: Owner, needsFile: boolean, services: InvitedServices): Promise<void> {
  const { userId, email, name, caller } = owner
  const holder = needsFile ? await addressHolderOf(email, services.data) : undefined
  const waiting = needsFile ? await unclaimedCustomer(email, services.data) : undefined
  const isNew = needsFile && !waiting
  const kept = waiting ? await carriedOverAttributesOfCustomer(waiting, services) : {}
  const customerId = waiting?.customerId ?? userId.replace('usr_', 'cus_')
  const at = services.now().toISOString()
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ emailVerifiedAt: at, ...(needsFile && { customerId }), ...kept })
      .where(({ emailVerifiedAt }, { notExists }) => notExists(emailVerifiedAt))
      .commit(),
    customer: waiting
      ? linkCustomer(entities, waiting, owner)
      : needsFile && newCustomer(entities, { customerId, userId, name, email, createdAt: at }),
    clientAddress: isNew && assignAddressIfUnchanged(entities, { customerId, email }, holder),
    counter: isNew && countsIn(entities, { clients: 1 }, services),
    linkAudit: waiting && auditLinkedCustomer(entities, customerId, owner, services),
    audit: appendAudit(
      entities,
      { action: 'ACCOUNT_CONFIRMED', by: userId, subjectId: userId, ...(caller && { caller }) },
      services,
    ),
  }))
  // Somebody else was given the waiting file, or filed under the address, a moment ago. Otherwise another call has proven
  // this address, and all is done.
  const isTaken = !outcome.written && waiting && outcome.failed === 'customer'
  const isMoved = !outcome.written && outcome.failed === 'clientAddress'
  if (isTaken || isMoved) await confirm(owner, needsFile, services)
}
