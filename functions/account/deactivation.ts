import type { account } from '#contract/account-domain'
import { checkCustomerExists } from '#data/customer-check'
import type { Database } from '#data/database'
import { findUserByEmail } from '#data/user-queries'
import { countsIn } from '#data/practice-counter'
import type { TransactionEntities } from '#data/transact'
import { consumeAddressMailLimit } from './public/address-mails.ts'
import { appendAuditEntry } from '#platform/audit'
import { claimCustomersOfReopenedAccount } from '../customers/public/unclaimed-customer.ts'
import { computeErasureUndoDeadline } from '../privacy/public/erasure.ts'
import { requireOneTimeLink, consumeOneTimeLink } from '#platform/one-time-link'
import { queueMail } from '#platform/outbox'
import { consumeNetworkRateLimit, tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import { mayHoldSelfServiceToken } from './public/self-service.ts'
import type { EndpointAction } from '#platform/serve'
import type { StoredUser } from '#platform/user'
import { log } from '#platform/log'
import type { AccountServices } from './services.ts'

const MAILS_BY_CALLER: RateLimit = { name: 'reactivation-mails-by-caller', tries: 10, minutes: 60 }
const MAILS_BY_OWNER: RateLimit = { name: 'reactivation-mails', tries: 3, minutes: 60 }
const LINKS_BY_CALLER: RateLimit = { name: 'reactivation-links', tries: 10, minutes: 60 }

/**
 * Closes the account in the table only: every request reads it, so it takes effect at once and there is one place to
 * undo. It stays enabled at Cognito, so that a sign-in can be told why and offered the reactivation mail. Ending its
 * refresh tokens there only saves refusals.
 */
export const deactivateAccount: EndpointAction<typeof account.deactivate, AccountServices> = async (
  { actor },
  services,
) => {
  const { data, identities, now, wallClock } = services
  const { userId } = actor
  const { data: user } = await data.users.get({ userId }).go()
  if (!user) return throwRefusal('profile-missing')
  if (user.mfaEnabledAt && !actor.fresh) throwRefusal('proof-required')

  // A self-service token could delete the account at Cognito and prevent reactivation: it is ended before closing.
  if (mayHoldSelfServiceToken(user, wallClock(), {})) await identities.signOutEverywhere(actor.sub)
  const deactivatedAt = now().toISOString()
  const outcome = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'deactivated', deactivatedAt, revokedAt: wallClock().toISOString() })
      .remove(['keptSessionId'])
      .where(({ status }, { eq }) => eq(status, 'active'))
      .commit(),
    counter: countsIn(entities, { users: -1 }, services),
    mail: mailed(entities, { ...user, deactivatedAt }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'ACCOUNT_DEACTIVATED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  if (!outcome.written) throwRefusal('account-inactive')
  await identities.signOutEverywhere(actor.sub).catch((error: unknown) => {
    log.warn('sessions were not ended', { userId, notSignedOut: error instanceof Error ? error.name : 'unknown' })
  })
  return { deactivated: true }
}

export const mailReactivationLink: EndpointAction<typeof account.mailReactivation, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, MAILS_BY_CALLER, actor.address, wallClock())
  const found = await findUserByEmail(data, body.email)
  const owner = found && (await data.users.get({ userId: found.userId }).go()).data
  if (
    !canReactivate(owner, now()) ||
    (await isRemovedCustomer(owner, data)) ||
    !(await tryConsumeRateLimit(data, MAILS_BY_OWNER, owner.userId, wallClock()))
  ) {
    return { accepted: true }
  }
  if (!(await consumeAddressMailLimit(owner.email, services))) return { accepted: true }
  await data.transact((entities) => ({
    mail: reactivationLinkWrites(entities, owner, services),
    audit: appendAuditEntry(
      entities,
      { action: 'REACTIVATION_MAILED', by: 'visitor', subjectId: owner.userId, caller: actor },
      services,
    ),
  }))
  return { accepted: true }
}

export const reactivateAccount: EndpointAction<typeof account.reactivate, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, LINKS_BY_CALLER, actor.address, services.wallClock())
  const link = await requireOneTimeLink(body.token, 'reactivation', services)
  const { userId, cause } = link
  const { data: user } = await services.data.users.get({ userId }).go()
  const outcome = await services.data.transact((entities) => ({
    link: consumeOneTimeLink(entities, link),
    // The practice has deleted the client since: account and later payments would be erased with the data.
    customer: user?.customerId && checkCustomerExists(entities, user.customerId),
    user: entities.users
      .patch({ userId })
      .set({ status: 'active', ...(user?.customerId && { claimDue: true }) })
      .remove(['deactivatedAt'])
      .where(({ status, deactivatedAt }, { eq }) => `${eq(status, 'deactivated')} AND ${eq(deactivatedAt, cause)}`)
      .commit(),
    counter: countsIn(entities, { users: 1 }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'ACCOUNT_REACTIVATED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  if (!user || !outcome.written) return throwRefusal('link-invalid')
  await claimCustomersOfReopenedAccount(user, actor, services)
  return { reactivated: true }
}

type Deactivated = StoredUser & { readonly deactivatedAt: string }

const isDeactivated = (user: StoredUser | null | undefined): user is Deactivated =>
  user?.status === 'deactivated' && user.deactivatedAt !== undefined

type PendingDeletion = StoredUser & { readonly leavingSince: string }

const isPendingDeletion = (user: StoredUser | null | undefined): user is PendingDeletion =>
  user?.status === 'leaving' && user.leavingSince !== undefined

const canReactivate = (user: StoredUser | null | undefined, now: Date): user is Deactivated | PendingDeletion =>
  isDeactivated(user) || (isPendingDeletion(user) && now.toISOString() < computeErasureUndoDeadline(user.leavingSince))

async function isRemovedCustomer({ customerId }: StoredUser, { customers }: Database): Promise<boolean> {
  return customerId !== undefined && !(await customers.get({ customerId }).go()).data
}

function reactivationLinkWrites(
  entities: TransactionEntities,
  owner: Deactivated | PendingDeletion,
  services: AccountServices,
) {
  if (isDeactivated(owner)) return mailed(entities, owner, services)
  const { userId, email, firstName: name, customerId, leavingSince } = owner
  return queueMail(
    entities,
    { to: email, customerId, content: { kind: 'deletion-requested', name, userId, leavingSince } },
    services,
  )
}

const mailed = (
  entities: TransactionEntities,
  { userId, email, firstName, customerId, deactivatedAt }: Deactivated,
  services: AccountServices,
) =>
  queueMail(
    entities,
    { to: email, customerId, content: { kind: 'account-deactivated', name: firstName, userId, deactivatedAt } },
    services,
  )
