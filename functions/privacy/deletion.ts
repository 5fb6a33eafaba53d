import type { privacy } from '#contract/privacy'
import { countCustomerRequestIfFirst } from '#data/customer-check'
import { countsIn } from '#data/practice-counter'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { createScheduleErasureWrite, computeErasureUndoDeadline } from './public/erasure.ts'
import { requireOneTimeLink, consumeOneTimeLink } from '#platform/one-time-link'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import { retryOnConflict } from '#platform/retry-on-conflict'
import { mayHoldSelfServiceToken } from '../account/public/self-service.ts'
import type { EndpointAction } from '#platform/serve'
import { log } from '#platform/log'
import type { PrivacyServices } from './services.ts'
import { findUnusedPurchase } from './unused-purchase.ts'

const LINKS_BY_CALLER: RateLimit = { name: 'deletion-links', tries: 10, minutes: 60 }

/**
 * Closes the account in the table only, like a deactivation: every request reads it and there is one place to undo. At
 * Cognito the account stays until it is erased. Payments, bookings and acceptances since the purchases were read are
 * checked again.
 */
export const requestAccountDeletion: EndpointAction<typeof privacy.requestDeletion, PrivacyServices> = retryOnConflict(
  async ({ actor }, services) => {
    const { data, identities, now, wallClock } = services
    const { userId } = actor
    const customerId = requireOwnCustomerId(actor)
    const { data: user } = await data.users.get({ userId }).go()
    if (!user) return throwRefusal('profile-missing')
    if (user.mfaEnabledAt && !actor.fresh) throwRefusal('proof-required')
    const { data: customer } = await data.customers.get({ customerId }).go()
    // After the client, whose counter of requests finally shows whether this still holds.
    const unused = await findUnusedPurchase(customerId, services)
    if (unused) throwRefusal(unused)

    // A self-service token could delete the account at Cognito and prevent an undo: it is ended before closing.
    if (mayHoldSelfServiceToken(user, wallClock(), {})) await identities.signOutEverywhere(actor.sub)
    const leavingSince = now().toISOString()
    const dueAt = computeErasureUndoDeadline(leavingSince)
    const { email, firstName: name, formerUserIds } = user
    const outcome = await data.transact((entities) => ({
      user: entities.users
        .patch({ userId })
        .set({ status: 'leaving', leavingSince, revokedAt: wallClock().toISOString() })
        .remove(['keptSessionId'])
        .where(({ status }, { eq }) => eq(status, 'active'))
        .commit(),
      customer: customer && countCustomerRequestIfFirst(entities, customer),
      counter: countsIn(entities, { users: -1 }, services),
      erasure: createScheduleErasureWrite(
        entities,
        { customerId, formerCustomerIds: customer?.formerCustomerIds, userId, formerUserIds, email, dueAt },
        services,
      ),
      mail: queueMail(
        entities,
        { to: email, customerId, content: { kind: 'deletion-requested', name, userId, leavingSince } },
        services,
      ),
      audit: appendAuditEntry(
        entities,
        { action: 'DELETION_REQUESTED', by: userId, subjectId: customerId, caller: actor },
        services,
      ),
    }))
    requireTransactionWritten(outcome, { user: 'account-inactive', erasure: 'account-inactive' })
    await identities.signOutEverywhere(actor.sub).catch((error: unknown) => {
      log.warn('sessions were not ended', { userId, notSignedOut: error instanceof Error ? error.name : 'unknown' })
    })
    return { undoUntil: dueAt }
  },
)

export const undoAccountDeletion: EndpointAction<typeof privacy.undoDeletion, PrivacyServices> = async (
  { actor, body },
  services,
) => {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, LINKS_BY_CALLER, actor.address, wallClock())
  const link = await requireOneTimeLink(body.token, 'deletion-undo', services)
  const { userId, cause } = link
  const { data: user } = await data.users.get({ userId }).go()
  const { customerId } = user ?? {}
  if (!user || !customerId || now().toISOString() >= computeErasureUndoDeadline(cause))
    return throwRefusal('link-invalid')

  const outcome = await data.transact((entities) => ({
    link: consumeOneTimeLink(entities, link),
    user: entities.users
      .patch({ userId })
      .set({ status: 'active', claimDue: true })
      .remove(['leavingSince'])
      .where(({ status, leavingSince }, { eq }) => `${eq(status, 'leaving')} AND ${eq(leavingSince, cause)}`)
      .commit(),
    erasure: entities.erasures
      .delete({ customerId })
      .where(({ status }, { eq }) => eq(status, 'waiting'))
      .commit(),
    counter: countsIn(entities, { users: 1 }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'DELETION_UNDONE', by: userId, subjectId: customerId, caller: actor },
      services,
    ),
  }))
  if (!outcome.written) return throwRefusal('link-invalid')
  // Loaded by the few who come back.
  const { claimCustomersOfReopenedAccount } = await import('../customers/public/unclaimed-customer.ts')
  await claimCustomersOfReopenedAccount(user, actor, services)
  return { undone: true }
}
