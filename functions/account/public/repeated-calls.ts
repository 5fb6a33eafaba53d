import type { SignInCaller } from './cognito-call-ticket.ts'
import { addMilliseconds, type SignInLedger, type SignInLedgerServices, writeSignInLedgers } from './ledger-writes.ts'
import { countCalls, type RecordedSignInAttempt } from './sign-in-limits.ts'

const MAX_CALLS = 3
const CALLS_MS = 15_000

interface TriggerCall {
  readonly visit: SignInCaller | undefined
  readonly viaGoogle: boolean
  readonly at: Date
}

export function findRepeatedAttempt(
  { attempts }: SignInLedger,
  { visit, viaGoogle, at }: TriggerCall,
): RecordedSignInAttempt | undefined {
  if (visit) return attempts.find(({ attemptId }) => attemptId === visit.ticketId)
  return viaGoogle ? attempts.find((each) => each.stage === 'begun' && happenedWithin(each, CALLS_MS, at)) : undefined
}

export const mayBeRepeated = (attempt: RecordedSignInAttempt): boolean =>
  attempt.stage === 'begun' && countCalls([attempt]) < MAX_CALLS

export const countRepeatedCall = (
  pages: readonly SignInLedger[],
  { attemptId, calls = 1 }: RecordedSignInAttempt,
  services: SignInLedgerServices,
): Promise<void> =>
  writeSignInLedgers(
    pages
      .filter(({ attempts }) => attempts.some((each) => each.attemptId === attemptId))
      .map((page) => ({
        ...page,
        attempts: page.attempts.map((each) => (each.attemptId === attemptId ? { ...each, calls: calls + 1 } : each)),
      })),
    () => [],
    services,
  )

export const happenedWithin = ({ at: since }: RecordedSignInAttempt, ms: number, at: Date): boolean =>
  addMilliseconds(since, ms) > at.toISOString()
