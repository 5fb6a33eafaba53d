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
  countCalls,
  filterRecentSignInAttempts,
  toSignInPlace,
} from './sign-in-limits.ts'
import { countRepeatedCall, findRepeatedAttempt, happenedWithin, mayBeRepeated } from './repeated-calls.ts'
import { findSignInAttemptByTicket, type SignInCaller } from './cognito-call-ticket.ts'

const CODES_OF_AN_ATTEMPT = 5

/** Without a second factor nobody has to type anything between the two triggers. */
const UNATTENDED_SIGN_IN_MS = 60_000

export const computeUnknownUserId = (email: string): string =>
  UNKNOWN_USER_ID_PREFIX + createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/**
 * An earlier attempt from the same place that reported nothing counts as failed and is audited as LOGIN_FAILED;
 * attempts from other places stay open. A repeated call of the trigger belongs to the attempt of the first, and counts
 * like one of its own where it fails: whoever used a ticket twice would call the same way.
 * @param viaGoogle the account may be signed in by Google, of which Cognito tells no ticket: a call right after another
 * one counts as its repetition
 * @returns false, without opening one, when too many have failed within 15 minutes, or too many were made from a new
 * place within a day (`new-place-limit.ts`). The first refusal of a window is audited as LOGIN_RATE_LIMITED, its end
 * with their number.
 */
export async function openSignInAttempt(
  userId: string,
  visit: SignInCaller | undefined,
  services: SignInLedgerServices,
  viaGoogle = false,
): Promise<boolean> {
  try {
    return await retryOnSignInLedgerConflict(() => openOnce(userId, visit, services, viaGoogle))
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
  viaGoogle: boolean,
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
  const repeated = findRepeatedAttempt(own, { visit, viaGoogle, at })
  if (repeated && !mayBeRepeated(repeated)) return openOnce(userId, undefined, services, false)
  if (repeated) {
    await countRepeatedCall([own, all], repeated, services)
    await countNewPlaceSignIn({ userId, visit, factor }, services)
    return true
  }
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
  const opened = createAttempt(visit, factor, services)
  await writeSignInLedgers(
    [
      { ...own, attempts: [...attempts, opened] },
      ...(trusted ? [] : [{ ...all, attempts: [...everywhere, { ...opened, stage: 'asked' as const }] }]),
    ],
    (entities) => ended.flatMap((attempt) => createFailedSignInAuditEntries(entities, { userId, attempt }, services)),
    services,
  )
  recordFailedSignIns(countCalls(ended))
  await countNewPlaceSignIn(knock, services)
  return true
}

const createAttempt = (
  visit: SignInCaller | undefined,
  factor: boolean,
  { newId, wallClock }: SignInLedgerServices,
): RecordedSignInAttempt => ({
  attemptId: visit?.ticketId ?? newId('att'),
  at: wallClock().toISOString(),
  stage: 'begun',
  factor,
  codes: 0,
  ...(visit?.proves && { proves: true }),
  ...visit?.caller,
})

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
  recordFailedSignIns(countCalls(ended))
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

/**
 * After a successful sign-in; other attempts stay open. Without a ticket it removes the latest open attempt that brought
 * none. While our server checks a password, that would be somebody else's: Cognito does not pass on the ticket of
 * such a check, which closes its own attempt.
 */
export const closeSignInAttempt = (
  ticketId: string | undefined,
  userId: string,
  services: SignInLedgerServices,
): Promise<void> =>
  retryOnSignInLedgerConflict(async () => {
    const { data } = services
    const known = await findSignInAttemptByTicket(ticketId, data)
    const mine = known?.userId === userId ? known : undefined
    const place = mine?.place ?? toSignInPlace(undefined)
    const id = mine ? ticketId : await findAttemptWithoutTicket(userId, services)
    if (id === undefined) return
    const pages = (await pagesOf({ userId, place }, data))
      .filter((page) => has(page, id))
      .map((page) => ({ ...page, attempts: page.attempts.filter(({ attemptId }) => attemptId !== id) }))
    if (pages.length > 0) await writeSignInLedgers(pages, () => [], services)
    await clearNewPlaceSignIns(userId, place, services)
  })

async function findAttemptWithoutTicket(
  userId: string,
  { data, wallClock }: SignInLedgerServices,
): Promise<string | undefined> {
  const at = wallClock()
  const { data: pages } = await data.loginLedgers.query.byUser({ userId }).go({ pages: 'all' })
  const open = pages.flatMap(({ place, attempts }) =>
    attempts.filter(({ stage }) => stage !== 'failed').map((attempt) => ({ place, attempt })),
  )
  if (open.some(({ place, attempt }) => place !== UNTRUSTED_SIGN_IN_LEDGER_KEY && isProofUnderWay(attempt, at)))
    return undefined
  return open.findLast(
    ({ place, attempt }) =>
      place === toSignInPlace(undefined) && (attempt.factor || happenedWithin(attempt, UNATTENDED_SIGN_IN_MS, at)),
  )?.attempt.attemptId
}

const isProofUnderWay = (attempt: RecordedSignInAttempt, at: Date): boolean =>
  attempt.proves === true && happenedWithin(attempt, UNATTENDED_SIGN_IN_MS, at)

/** Without the ticket of an open attempt nothing changes. */
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
    if (next.stage === 'failed') recordFailedSignIns(countCalls([next]))
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
