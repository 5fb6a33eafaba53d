import { createHash } from 'node:crypto'
import type { SignInStage } from '#contract/account-sign-in'
import type { Data } from '#data/data'
import type { Caller } from '#platform/http'
import {
  addMilliseconds,
  callerIn,
  closingAuditEntries,
  auditEntriesOf,
  failureAuditEntries,
  LedgerChanged,
  ledgerOf,
  type LedgerServices,
  UNKNOWN_USER_PREFIX,
  type LedgerPage,
  retryUntilWritten,
  WINDOW_MS,
  writeLedgers,
} from './ledger-writes.ts'
import { countAtNewPlace, clearNewPlace, isNewPlaceClosed } from './new-place-limit.ts'
import { type Attempt, EVERYWHERE, failedAttempt, signInVerdict, recentAttempts, placeOf } from './sign-in-limits.ts'
import { attemptOf, type Visit } from './visit-ticket.ts'

const CODES_OF_AN_ATTEMPT = 5

/** An address without an account has a ledger that fills and closes like any other. */
export const unknownUserId = (email: string): string =>
  UNKNOWN_USER_PREFIX + createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/**
 * An earlier attempt from the same place that reported nothing counts as failed and is audited as LOGIN_FAILED;
 * attempts from other places stay open.
 * @returns false, without opening one, when too many have failed within 15 minutes. The first refusal of a window is
 * audited as LOGIN_RATE_LIMITED, its end with their number.
 */
export async function openAttempt(
  userId: string,
  visit: Visit | undefined,
  services: LedgerServices,
): Promise<boolean> {
  try {
    return await retryUntilWritten(() => openOnce(userId, visit, services))
  } catch (error) {
    // So many begin at once that it cannot be counted in time: what cannot be counted is not let through.
    if (error instanceof LedgerChanged) return false
    throw error
  }
}

async function openOnce(userId: string, visit: Visit | undefined, services: LedgerServices): Promise<boolean> {
  const { data, wallClock } = services
  const place = placeOf(visit)
  const [own, all, { data: user }] = await Promise.all([
    ledgerOf(userId, place, data),
    ledgerOf(userId, EVERYWHERE, data),
    data.users.get({ userId }).go({ consistent: true }),
  ])
  const at = wallClock()
  const trusted = visit?.trusted ?? false
  const factor = user?.mfaEnabledAt !== undefined
  const { attempts, ended } = endSilent(recentAttempts(own.attempts, at), trusted)
  const everywhere = recentAttempts(all.attempts, at)
  const knock = { userId, visit, factor, own: attempts, all: everywhere }
  const verdict = await verdictOn(knock, at, services)
  if (verdict === 'everywhere') {
    await refuseAt({ ...all, attempts: everywhere }, [], visit?.caller, services)
    return false
  }
  if (verdict === 'place') {
    await refuseAt({ ...own, attempts }, ended, visit?.caller, services)
    return false
  }
  const opened: Attempt = {
    attemptId: visit?.ticketId ?? services.newId('att'),
    at: at.toISOString(),
    stage: 'begun',
    factor,
    codes: 0,
    ...visit?.caller,
  }
  await writeLedgers(
    [
      { ...own, attempts: [...attempts, opened] },
      ...(trusted ? [] : [{ ...all, attempts: [...everywhere, { ...opened, stage: 'asked' as const }] }]),
    ],
    (entities) => ended.flatMap((attempt) => failureAuditEntries(entities, { userId, attempt }, services)),
    services,
  )
  await countAtNewPlace(knock, services)
  return true
}

async function verdictOn(knock: Parameters<typeof signInVerdict>[0], at: Date, services: LedgerServices) {
  const verdict = await signInVerdict(knock, services.data, at)
  return verdict === 'allowed' && (await isNewPlaceClosed(knock, services)) ? 'place' : verdict
}

function endSilent(attempts: readonly Attempt[], trusted: boolean) {
  const ended = attempts.filter(({ stage }) => stage === 'begun')
  return {
    ended,
    attempts: attempts.map((attempt) => (attempt.stage === 'begun' ? failedAttempt(attempt, trusted) : attempt)),
  }
}

/** Only the first refusal of a window is audited; the others are a number in its closing entry. */
async function refuseAt(
  page: LedgerPage,
  ended: readonly Attempt[],
  caller: Caller | undefined,
  services: LedgerServices,
): Promise<void> {
  const { userId, place, refusedSince } = page
  // What is tried at an address without an account is nobody's affair.
  if (userId.startsWith(UNKNOWN_USER_PREFIX)) return
  const at = services.wallClock()
  if (refusedSince !== undefined && addMilliseconds(refusedSince, WINDOW_MS) > at.toISOString()) {
    // Without the version: a flood of refusals must not get in the way of those who sign in.
    await services.data.loginLedgers.patch({ userId, place }).add({ refusals: 1 }).go()
    return
  }
  await writeLedgers(
    [{ ...page, window: 'opens', refusedSince: at.toISOString(), ...(caller && { refusedFrom: { ...caller } }) }],
    (entities) => [
      ...ended.flatMap((attempt) => failureAuditEntries(entities, { userId, attempt }, services)),
      ...closingAuditEntries(entities, page, services),
      ...auditEntriesOf(entities, { userId, actions: ['LOGIN_RATE_LIMITED'], caller }, services),
    ],
    services,
  )
}

async function pagesOf(
  { userId, place }: { userId: string; place: string },
  data: Data,
): Promise<[LedgerPage, LedgerPage]> {
  return Promise.all([ledgerOf(userId, place, data), ledgerOf(userId, EVERYWHERE, data)])
}

const has = ({ attempts }: LedgerPage, id: string): boolean => attempts.some(({ attemptId }) => attemptId === id)

/**
 * After a successful sign-in. Without a ticket it removes the latest attempt that brought none; other attempts stay
 * open.
 */
export const closeAttempt = (ticketId: string | undefined, userId: string, services: LedgerServices): Promise<void> =>
  retryUntilWritten(async () => {
    const { data } = services
    const known = await attemptOf(ticketId, data)
    const mine = known?.userId === userId ? known : undefined
    const [own, all] = await pagesOf(mine ?? { userId, place: placeOf(undefined) }, data)
    const id = mine
      ? ticketId
      : (own.attempts.findLast(({ stage }) => stage !== 'failed') ?? own.attempts.at(-1))?.attemptId
    const without = (page: LedgerPage) => ({
      ...page,
      attempts: page.attempts.filter(({ attemptId }) => attemptId !== id),
    })
    const pages = [own, all].filter((page) => id !== undefined && has(page, id)).map(without)
    if (pages.length > 0) await writeLedgers(pages, () => [], services)
    await clearNewPlace(userId, own.place, services)
  })

/**
 * Records what the page reported about the attempt of its ticket: wrong password (failed now, not only when abandoned),
 * code requested, or wrong code. Without the ticket of an open attempt nothing changes.
 */
export const reportAttempt = (ticketId: string, stage: SignInStage, services: LedgerServices): Promise<void> =>
  retryUntilWritten(async () => {
    const { data } = services
    const known = await attemptOf(ticketId, data)
    if (!known) return
    const [own, all] = await pagesOf(known, data)
    const attempt = own.attempts.find(({ attemptId }) => attemptId === ticketId)
    if (!attempt || attempt.stage === 'failed' || (stage !== 'password' && !attempt.factor)) return
    const next = reported(attempt, stage)
    const put = (page: LedgerPage, one: Attempt): LedgerPage => ({
      ...page,
      attempts: page.attempts.map((each) => (each.attemptId === ticketId ? one : each)),
    })
    const { userId } = known
    await writeLedgers(
      [
        put(own, next),
        ...(stage !== 'code-asked' && has(all, ticketId) ? [put(all, { ...next, stage: 'failed' })] : []),
      ],
      (entities) => [
        ...(stage === 'code'
          ? auditEntriesOf(entities, { userId, actions: ['MFA_VERIFY_FAILED'], caller: callerIn(attempt) }, services)
          : []),
        ...(next.stage === 'failed'
          ? failureAuditEntries(entities, { userId, attempt: next, atPassword: stage === 'password' }, services)
          : []),
      ],
      services,
    )
  })

function reported(attempt: Attempt, stage: SignInStage): Attempt {
  if (stage === 'code-asked') return { ...attempt, stage: 'asked' }
  if (stage === 'password') {
    // One that was at a code before has proven its password: it goes on answering for that.
    return { ...attempt, stage: 'failed', codes: attempt.stage === 'asked' ? Math.max(attempt.codes, 1) : 0 }
  }
  const codes = attempt.codes + 1
  return { ...attempt, stage: codes < CODES_OF_AN_ATTEMPT ? 'asked' : 'failed', codes }
}
