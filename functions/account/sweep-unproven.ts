import type { Database } from '#data/database'
import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { findPaymentsByUnverifiedEmail } from '#data/unverified-email-payments'
import { toEmailAddressId } from '#platform/email-address-id'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { advancePendingSignUp, isEmailProven, type PendingSignUp, findPendingSignUp } from './public/email-proof.ts'
import type { SignUpSweepUserAccess, UnconfirmedAccount } from './sign-up-sweep.ts'

export interface SignUpSweepServices {
  readonly data: Database
  readonly now: () => Date
  readonly pool: SignUpSweepUserAccess
}

/** A mail may arrive a day late: its reader still has a day to prove the account. */
const UNPROVEN_HOURS = 48

const PAGE_ITEMS = 25

interface SweptPage {
  readonly cursor: string | null
  readonly removed: number
  readonly failed: number
}

/**
 * Removes accounts unproven after 48 hours, so that no sign-up blocks an address for its owner. An account that buys
 * stays, with its password. One that replaced a buyer's has bought nothing and is removed; the address keeps waiting to
 * be proven. Items not due are skipped: buyers who never prove their address stay at the beginning for ever.
 */
export async function sweepUnprovenAttempts(cursor: string | null, services: SignUpSweepServices): Promise<SweptPage> {
  const before = computeSweptBefore(services)
  const page = await services.data.pendingSignUps.query
    .oldestFirst({ state: 'unproven' })
    .between({ createdAt: LOWEST_SORT_KEY }, { createdAt: `${before.toISOString()}${HIGHEST_SORT_KEY}` })
    .go({ cursor, limit: PAGE_ITEMS })
  const outcomes = { removed: 0, kept: 0, failed: 0 }
  for (const pending of page.data) outcomes[await tryToSweep(pending, before, services)] += 1
  return { cursor: page.cursor, removed: outcomes.removed, failed: outcomes.failed }
}

const computeSweptBefore = ({ now }: Pick<SignUpSweepServices, 'now'>): Date =>
  new Date(now().getTime() - UNPROVEN_HOURS * 3_600_000)

async function tryToSweep(
  pending: PendingSignUp,
  before: Date,
  services: SignUpSweepServices,
): Promise<'removed' | 'kept' | 'failed'> {
  try {
    return (await sweepAttempt(pending, before, services)) === 0 ? 'kept' : 'removed'
  } catch (error) {
    const { addressId } = pending
    log.warn('an attempt to sign up was not swept', { addressId, notSwept: formatErrorForLog(error) })
    return 'failed'
  }
}

export async function removeAccountsWithoutAttempt(services: SignUpSweepServices): Promise<number> {
  const before = computeSweptBefore(services)
  const unconfirmed: UnconfirmedAccount[] = []
  for await (const account of services.pool.unconfirmed()) if (account.createdAt < before) unconfirmed.push(account)
  let removed = 0
  for (const account of unconfirmed) removed += await sweepAccount(account, services)
  return removed
}

async function sweepAttempt({ email }: PendingSignUp, before: Date, services: SignUpSweepServices): Promise<number> {
  const { data, pool } = services
  const pending = await findPendingSignUp(email, data)
  if (!pending || !(await isDue(pending, before, data))) return 0
  const [account, paid] = await Promise.all([pool.find(email), findPaymentsByUnverifiedEmail(email, data)])
  if (!account && paid.length > 0) return 0
  // First a new version: a concurrent proof then starts again and finds nothing left to prove.
  const taken = await advancePendingSignUp(email, pending, {}, services)
  if (!taken) return 0
  const unproven = account !== undefined && !(await isEmailProven({ ...account, email }, data))
  if (unproven) await pool.remove(account.sub)
  // Without its item a buyer would get no reminder and could request no link.
  if (!unproven || paid.length === 0) await deleteSignUp(taken, data)
  return unproven ? 1 : 0
}

async function isDue({ state, createdAt, orderId }: PendingSignUp, before: Date, data: Database): Promise<boolean> {
  if (state === 'proven' || createdAt > before.toISOString()) return false
  if (!orderId) return true
  const { data: order } = await data.orders.get({ orderId }).go()
  return order?.status !== 'pending' && order?.status !== 'paid'
}

const deleteSignUp = ({ email, version }: PendingSignUp, data: Database) =>
  data.pendingSignUps
    .delete({ addressId: toEmailAddressId(email) })
    .where((stored, { eq }) => eq(stored.version, version))
    .go()
    .catch(() => undefined)

async function sweepAccount(account: UnconfirmedAccount, { data, pool }: SignUpSweepServices): Promise<number> {
  const { sub, email } = account
  const pending = await findPendingSignUp(email, data)
  if (pending || (await isEmailProven(account, data))) return 0
  await pool.remove(sub)
  return 1
}
