import type { Data } from '#data/data'
import type { Caller } from '#platform/http'
import { MFA_TRIES } from '#platform/rate-limit'
import { entries, LedgerChanged, type LedgerServices, settleAsFailed, untilWritten } from './login-ledger.ts'
import type { Ledger } from './sign-in-limits.ts'

/** The open attempt of an account that asks for a code. */
async function atCode(userId: string, data: Data): Promise<Ledger | undefined> {
  const { data: known } = await data.loginLedgers.get({ userId }).go({ consistent: true })
  return known?.state === 'open' && known.factor ? known : undefined
}

/** Notes of the open attempt that its password was right: its page is at the code, and will say what becomes of it. */
export async function noteCodeAsked(userId: string, { data }: LedgerServices): Promise<void> {
  const known = await atCode(userId, data)
  if (!known) return
  await data.together((writing) => [
    writing.loginLedgers
      .patch({ userId })
      .set({ asked: true, version: known.version + 1 })
      .where(({ state, version }, { eq }) => `${eq(state, 'open')} AND ${eq(version, known.version)}`)
      .commit(),
  ])
}

/** Counts a code of the open attempt that was refused, and audits it. The attempt goes on until there were too many. */
export const noteWrongCode = (userId: string, reporter: Caller, services: LedgerServices): Promise<void> =>
  untilWritten(() => noteOnce(userId, reporter, services))

async function noteOnce(userId: string, reporter: Caller, services: LedgerServices): Promise<void> {
  const { data } = services
  const known = await atCode(userId, data)
  if (!known) return
  const wrongCodes = (known.wrongCodes ?? 0) + 1
  const caller = known.caller ?? reporter
  const outcome = await data.together((writing) => [
    writing.loginLedgers
      .patch({ userId })
      .set({ asked: true, wrongCodes, version: known.version + 1 })
      .where(({ version }, { eq }) => eq(version, known.version))
      .commit(),
    ...entries(writing, { userId, actions: ['MFA_VERIFY_FAILED'], caller }, services),
  ])
  if (!outcome.written) throw new LedgerChanged()
  if (wrongCodes < MFA_TRIES.tries) return
  await settleAsFailed({ ...known, wrongCodes, version: known.version + 1 }, caller, services)
}
