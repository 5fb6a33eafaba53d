import type { Database } from '#data/database'
import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { findPaymentsByUnverifiedEmail } from '#data/unverified-email-payments'
import { toEmailAddressId } from '#platform/email-address-id'
import { advancePendingSignUp, isEmailProven, type PendingSignUp, findPendingSignUp } from './public/email-proof.ts'
import type { SignUpSweepUserAccess, UnconfirmedAccount } from './sign-up-sweep.ts'

export interface SignUpSweepServices {
  readonly data: Database
  readonly now: () => Date
  readonly pool: SignUpSweepUserAccess
}

/** Twice the delay of a mail that is held back overnight. */
const UNPROVEN_HOURS = 48

const MAX_PER_RUN = 200

/**
 * Removes accounts unproven after 48 hours, so that no sign-up blocks an address for its owner. An account that buys
 * stays, with its password. One that replaced a buyer's has bought nothing and is removed; the address keeps waiting to
 * be proven.
 * @returns how many accounts were removed
 */
export async function removeUnverifiedAccounts(services: SignUpSweepServices): Promise<number> {
  const before = new Date(services.now().getTime() - UNPROVEN_HOURS * 3_600_000)
  const { data: due } = await services.data.pendingSignUps.query
    .oldestFirst({ state: 'unproven' })
    .between({ createdAt: LOWEST_SORT_KEY }, { createdAt: `${before.toISOString()}${HIGHEST_SORT_KEY}` })
    .go({ count: MAX_PER_RUN, limit: MAX_PER_RUN })
  let removed = 0
  for (const pending of due) removed += await sweepAttempt(pending, before, services)
  // Whoever signed up without our server, or whose attempt was cut off, left no item.
  const unconfirmed: UnconfirmedAccount[] = []
  for await (const account of services.pool.unconfirmed()) if (account.createdAt < before) unconfirmed.push(account)
  for (const account of unconfirmed) removed += await sweepAccount(account, services)
  return removed
}

async function sweepAttempt({ email }: PendingSignUp, before: Date, services: SignUpSweepServices): Promise<number> {
  const { data, pool } = services
  const pending = await findPendingSignUp(email, data)
  if (!pending || !(await isDue(pending, before, data))) return 0
  const [account, paid] = await Promise.all([pool.find(email), findPaymentsByUnverifiedEmail(email, data)])
  if (!account && paid.length > 0) return 0
  // Another version first: whoever proves the address at this moment begins anew, and finds nothing left to prove.
  const taken = await advancePendingSignUp(email, pending, {}, services)
  if (!taken) return 0
  const unproven = account !== undefined && !(await isEmailProven({ ...account, email }, data))
  if (unproven) await pool.remove(account.sub)
  // Without its item a buyer would not be reminded, and could not have a link mailed.
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
