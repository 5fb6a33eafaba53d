import { assignEmailIfHolderUnchanged, findEmailHolder } from '#data/email-holders'
import { createCustomerWrites } from '#data/customer-writes'
import type { Database } from '#data/database'
import { countsIn } from '#data/practice-counter'
import { createUserSearchFollowUp } from '#data/user-search-index'
import { appendAuditEntry } from '#platform/audit'
import { findFormerUserAttributes } from '../../customers/public/former-customer.ts'
import type { CallerDetails } from '#platform/http'
import type { StoredUser } from '#platform/user'
import {
  claimUnclaimedCustomersByEmail,
  createCustomerLinkAuditEntry,
  createCustomerLinkWrite,
  type EmailOwner,
  findUnclaimedCustomer,
  toEmailOwner,
} from '../../customers/public/unclaimed-customer.ts'

interface InvitedServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/** Signing in with the mailed password proves the address. */
export async function markInvitedEmailProven(
  user: StoredUser,
  caller: CallerDetails,
  services: InvitedServices,
): Promise<StoredUser> {
  const { userId, role, customerId } = user
  const owner = toEmailOwner(user, caller)
  if (customerId) await claimUnclaimedCustomersByEmail(owner, customerId, services)
  await confirm(owner, role === 'cliente' && !customerId, services)
  const { data: proven } = await services.data.users.get({ userId }).go()
  return proven ?? user
}

async function confirm(owner: EmailOwner, needsFile: boolean, services: InvitedServices): Promise<void> {
  const { userId, email, name, caller } = owner
  const holder = needsFile ? await findEmailHolder(email, services.data) : undefined
  const waiting = needsFile ? await findUnclaimedCustomer(email, services.data) : undefined
  const isNew = needsFile && !waiting
  const kept = waiting ? await findFormerUserAttributes(waiting, services) : {}
  const customerId = waiting?.customerId ?? userId.replace('usr_', 'cus_')
  const at = services.now().toISOString()
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ emailVerifiedAt: at, ...(needsFile && { customerId }), ...kept })
      .where(({ emailVerifiedAt }, { notExists }) => notExists(emailVerifiedAt))
      .commit(),
    customer: waiting
      ? createCustomerLinkWrite(entities, waiting, owner)
      : needsFile && createCustomerWrites(entities, { customerId, userId, name, email, createdAt: at }),
    clientAddress: isNew && assignEmailIfHolderUnchanged(entities, { customerId, email }, holder),
    counter: isNew && countsIn(entities, { clients: 1 }, services),
    search: createUserSearchFollowUp(userId),
    linkAudit: waiting && createCustomerLinkAuditEntry(entities, { customerId }, owner, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'ACCOUNT_CONFIRMED',
        by: userId,
        subjectId: userId,
        ...(needsFile && { details: { customerId } }),
        ...(caller && { caller }),
      },
      services,
    ),
  }))
  // The waiting record, or the address, was given to somebody else meanwhile. Otherwise a concurrent call has proven
  // this address, and all is done.
  const isTaken = !outcome.written && waiting && outcome.failed === 'customer'
  const isMoved = !outcome.written && outcome.failed === 'clientAddress'
  if (isTaken || isMoved) await confirm(owner, needsFile, services)
}
