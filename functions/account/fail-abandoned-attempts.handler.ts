import { LOWEST_KEY, HIGHEST_KEY } from '#data/page'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import {
  type LedgerServices,
  addMilliseconds,
  ATTEMPT_MS,
  closingAuditEntries,
  failureAuditEntries,
  LedgerChanged,
  ledgerOf,
  WINDOW_MS,
  writeLedgers,
} from './public/ledger-writes.ts'
import { liveBasics } from '#platform/services'
import { EVERYWHERE, failedAttempt } from './public/sign-in-limits.ts'
import { tableAccess } from './table-access.ts'

export const open = (): LedgerServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

export const withServices = (openServices: () => LedgerServices) => {
  let services: LedgerServices | undefined
  return withAccess(tableAccess['fail-abandoned-attempts'], async (): Promise<{ failed: number }> => {
    services ??= openServices()
    return { failed: await failAbandonedAttempts(services) }
  })
}

export const handler = withServices(open)

const MAX_PER_RUN = 500

export async function failAbandonedAttempts(services: LedgerServices): Promise<number> {
  const { data, wallClock } = services
  const at = wallClock().toISOString()
  const { data: due } = await data.loginLedgers.query
    .byState({ state: 'open' })
    .between({ dueAt: LOWEST_KEY }, { dueAt: `${at}${HIGHEST_KEY}` })
    .go({ count: MAX_PER_RUN, limit: MAX_PER_RUN })
  let count = 0
  for (const { userId, place } of due) count += await failIfAbandoned({ userId, place }, services)
  return count
}

async function failIfAbandoned(key: { userId: string; place: string }, services: LedgerServices): Promise<number> {
  const { userId, place } = key
  // The index lags: the account may be in by now.
  const page = await ledgerOf(userId, place, services.data)
  const at = services.wallClock().toISOString()
  const over =
    place === EVERYWHERE
      ? []
      : page.attempts.filter((one) => one.stage !== 'failed' && addMilliseconds(one.at, ATTEMPT_MS) <= at)
  const closes = page.refusedSince !== undefined && addMilliseconds(page.refusedSince, WINDOW_MS) <= at
  if (over.length === 0 && !closes) return 0
  const attempts = page.attempts.map((one) => (over.includes(one) ? failedAttempt(one, isTrustedPlace(place)) : one))
  const next = { ...page, attempts, ...(closes && { window: 'closes' as const }) }
  try {
    await writeLedgers(
      [next],
      (entities) => [
        ...over.flatMap((attempt) => failureAuditEntries(entities, { userId, attempt }, services)),
        ...(closes ? closingAuditEntries(entities, page, services) : []),
      ],
      services,
    )
  } catch (error) {
    // Settled or counted in between: what is left is due again at the next run.
    if (!(error instanceof LedgerChanged)) throw error
    return 0
  }
  return over.length
}

/** Prefixes of trusted places (see `Trust`); the place of a network never has one. */
const isTrustedPlace = (place: string): boolean => /^(browser|link|session)-/.test(place)
