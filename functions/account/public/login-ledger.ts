import { createHash } from 'node:crypto'
import type { ReportedSignInStage } from '#contract/account-sign-in'
import type { Database } from '#data/database'
import type { CallerDetails } from '#platform/http'
import {
  addMilliseconds,
  getSignInAttemptCaller,
  createSignInRefusalAuditEntries,
  createSignInAuditEntries,
  createFailedSignInAuditEntries,
  recordFailedSignIns,
  SignInLedgerConflict,
  readSignInLedger,
  type SignInLedgerServices,
  UNKNOWN_USER_ID_PREFIX,
  type SignInLedger,
  retryOnSignInLedgerConflict,
  SIGN_IN_LIMIT_WINDOW_MS,
  writeSignInLedgers,
} from './ledger-writes.ts'
import { countNewPlaceSignIn, clearNewPlaceSignIns, isNewPlaceSignInBlocked } from './new-place-limit.ts'
import {
  type RecordedSignInAttempt,
  UNTRUSTED_SIGN_IN_LEDGER_KEY,
  toFailedSignInAttempt,
  checkSignInLimits,
  filterRecentSignInAttempts,
  toSignInPlace,
} from './sign-in-limits.ts'
import { findSignInAttemptByTicket, type SignInCaller } from './cognito-call-ticket.ts'

const CODES_OF_AN_ATTEMPT = 5

/** Addresses without an account get a ledger with the same limits, so that they look the same. */
export const computeUnknownUserId = (email: string): string =>
  UNKNOWN_USER_ID_PREFIX + createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/**
 * An earlier attempt from the same place without a report counts as failed and is audited as LOGIN_FAILED; attempts
 * from other places stay open. The first refusal of a window is audited as LOGIN_RATE_LIMITED, its end with their
 * number.
 * @returns false, without opening one, when too many have failed within 15 minutes
 */
export async function openSignInAttempt(
  userId: string,
  visit: SignInCaller | undefined,
  services: SignInLedgerServices,
): Promise<boolean> {
  try {
    return await retryOnSignInLedgerConflict(() => openOnce(userId, visit, services))
  } catch (error) {
    // Too many simultaneous attempts to count them in time: refused.
    if (error instanceof SignInLedgerConflict) return false
    throw error
  }
}

async function openOnce(
  userId: string,
  visit: SignInCaller | undefined,
  services: SignInLedgerServices,
): Promise<boolean> {
  const { data, wallClock } = services
  const place = toSignInPlace(visit)
  const [own, all, { data: user }] = await Promise.all([
    readSignInLedger(userId, place, data),
    readSignInLedger(userId, UNTRUSTED_SIGN_IN_LEDGER_KEY, data),
    data.users.get({ userId }).go(),
  ])
  const at = wallClock()
  const trusted = visit?.trusted ?? false
  const factor = user?.mfaEnabledAt !== undefined
  const { attempts, ended } = endSilent(filterRecentSignInAttempts(own.attempts, at), trusted)
  const everywhere = filterRecentSignInAttempts(all.attempts, at)
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
  const opened: RecordedSignInAttempt = {
    attemptId: visit?.ticketId ?? services.newId('att'),
    at: at.toISOString(),
    stage: 'begun',
    factor,
    codes: 0,
    ...visit?.caller,
  }
  await writeSignInLedgers(
    [
      { ...own, attempts: [...attempts, opened] },
      ...(trusted ? [] : [{ ...all, attempts: [...everywhere, { ...opened, stage: 'asked' as const }] }]),
    ],
    (entities) => ended.flatMap((attempt) => createFailedSignInAuditEntries(entities, { userId, attempt }, services)),
    services,
  )
  recordFailedSignIns(ended.length)
  await countNewPlaceSignIn(knock, services)
  return true
}

async function verdictOn(knock: Parameters<typeof checkSignInLimits>[0], at: Date, services: SignInLedgerServices) {
  const verdict = await checkSignInLimits(knock, services.data, at)
  return verdict === 'allowed' && (await isNewPlaceSignInBlocked(knock, services)) ? 'place' : verdict
}

function endSilent(attempts: readonly RecordedSignInAttempt[], trusted: boolean) {
  const ended = attempts.filter(({ stage }) => stage === 'begun')
  return {
    ended,
    attempts: attempts.map((attempt) =>
      attempt.stage === 'begun' ? toFailedSignInAttempt(attempt, trusted) : attempt,
    ),
  }
}

async function refuseAt(
  page: SignInLedger,
  ended: readonly RecordedSignInAttempt[],
  caller: CallerDetails | undefined,
  services: SignInLedgerServices,
): Promise<void> {
  const { userId, place, refusedSince } = page
  // Without an account there is nobody to notify.
  if (userId.startsWith(UNKNOWN_USER_ID_PREFIX)) return
  const at = services.wallClock()
  if (refusedSince !== undefined && addMilliseconds(refusedSince, SIGN_IN_LIMIT_WINDOW_MS) > at.toISOString()) {
    // Not conditional on the version: a flood of refusals must not delay other sign-ins.
    await services.data.loginLedgers.patch({ userId, place }).add({ refusals: 1 }).go()
    return
  }
  await writeSignInLedgers(
    [{ ...page, window: 'opens', refusedSince: at.toISOString(), ...(caller && { refusedFrom: { ...caller } }) }],
    (entities) => [
      ...ended.flatMap((attempt) => createFailedSignInAuditEntries(entities, { userId, attempt }, services)),
      ...createSignInRefusalAuditEntries(entities, page, services),
      ...createSignInAuditEntries(entities, { userId, actions: ['LOGIN_RATE_LIMITED'], caller }, services),
    ],
    services,
  )
  recordFailedSignIns(ended.length)
}

async function pagesOf(
  { userId, place }: { userId: string; place: string },
  data: Database,
): Promise<[SignInLedger, SignInLedger]> {
  return Promise.all([
    readSignInLedger(userId, place, data),
    readSignInLedger(userId, UNTRUSTED_SIGN_IN_LEDGER_KEY, data),
  ])
}

const has = ({ attempts }: SignInLedger, id: string): boolean => attempts.some(({ attemptId }) => attemptId === id)

/** After a successful sign-in. Without a ticket it removes the latest attempt without one; other attempts stay open. */
export const closeSignInAttempt = (
  ticketId: string | undefined,
  userId: string,
  services: SignInLedgerServices,
): Promise<void> =>
  retryOnSignInLedgerConflict(async () => {
    const { data } = services
    const known = await findSignInAttemptByTicket(ticketId, data)
    const mine = known?.userId === userId ? known : undefined
    const [own, all] = await pagesOf(mine ?? { userId, place: toSignInPlace(undefined) }, data)
    const id = mine
      ? ticketId
      : (own.attempts.findLast(({ stage }) => stage !== 'failed') ?? own.attempts.at(-1))?.attemptId
    const without = (page: SignInLedger) => ({
      ...page,
      attempts: page.attempts.filter(({ attemptId }) => attemptId !== id),
    })
    const pages = [own, all].filter((page) => id !== undefined && has(page, id)).map(without)
    if (pages.length > 0) await writeSignInLedgers(pages, () => [], services)
    await clearNewPlaceSignIns(userId, own.place, services)
  })

/**
 * Records the page's report about the attempt of its ticket: wrong password (failed now, not only when abandoned), code
 * requested, or wrong code. Without the ticket of an open attempt nothing changes.
 */
export const recordSignInStage = (
  ticketId: string,
  stage: ReportedSignInStage,
  services: SignInLedgerServices,
): Promise<void> =>
  retryOnSignInLedgerConflict(async () => {
    const { data } = services
    const known = await findSignInAttemptByTicket(ticketId, data)
    if (!known) return
    const [own, all] = await pagesOf(known, data)
    const attempt = own.attempts.find(({ attemptId }) => attemptId === ticketId)
    if (!attempt || attempt.stage === 'failed' || (stage !== 'password' && !attempt.factor)) return
    const next = reported(attempt, stage)
    const put = (page: SignInLedger, one: RecordedSignInAttempt): SignInLedger => ({
      ...page,
      attempts: page.attempts.map((each) => (each.attemptId === ticketId ? one : each)),
    })
    const { userId } = known
    await writeSignInLedgers(
      [
        put(own, next),
        ...(stage !== 'code-asked' && has(all, ticketId) ? [put(all, { ...next, stage: 'failed' })] : []),
      ],
      (entities) => [
        ...(stage === 'code'
          ? createSignInAuditEntries(
              entities,
              { userId, actions: ['MFA_VERIFY_FAILED'], caller: getSignInAttemptCaller(attempt) },
              services,
            )
          : []),
        ...(next.stage === 'failed'
          ? createFailedSignInAuditEntries(
              entities,
              { userId, attempt: next, atPassword: stage === 'password' },
              services,
            )
          : []),
      ],
      services,
    )
    if (next.stage === 'failed') recordFailedSignIns(1)
  })

function reported(attempt: RecordedSignInAttempt, stage: ReportedSignInStage): RecordedSignInAttempt {
  if (stage === 'code-asked') return { ...attempt, stage: 'asked' }
  if (stage === 'password') {
    // An attempt that reached a code has proven its password and still counts for a code.
    return { ...attempt, stage: 'failed', codes: attempt.stage === 'asked' ? Math.max(attempt.codes, 1) : 0 }
  }
  const codes = attempt.codes + 1
  return { ...attempt, stage: codes < CODES_OF_AN_ATTEMPT ? 'asked' : 'failed', codes }
}
