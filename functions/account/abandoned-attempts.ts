import { FIRST, LAST } from '#data/page'
import {
  after,
  ATTEMPT_MS,
  closingEntries,
  failureEntries,
  LedgerChanged,
  ledgerOf,
  type LedgerServices,
  WINDOW_MS,
  writeLedgers,
} from '#platform/ledger-writes'
import { EVERYWHERE, failed } from '#platform/sign-in-limits'

/** Ledgers taken up in one run; what is left is due again at the next. */
const MOST = 500

/** Counts as failed what nobody has finished or reported, and closes the windows of refusals. @returns how many failed */
export async function failAbandonedAttempts(services: LedgerServices): Promise<number> {
  const { data, wallClock } = services
  const at = wallClock().toISOString()
  const { data: due } = await data.loginLedgers.query
    .byState({ state: 'open' })
    .between({ dueAt: FIRST }, { dueAt: `${at}${LAST}` })
    .go({ count: MOST, limit: MOST })
  let count = 0
  for (const { userId, place } of due) count += await settleDue({ userId, place }, services)
  return count
}

async function settleDue(key: { userId: string; place: string }, services: LedgerServices): Promise<number> {
  const { userId, place } = key
  // The index lags: the account may be in by now.
  const page = await ledgerOf(userId, place, services.data)
  const at = services.wallClock().toISOString()
  const over =
    place === EVERYWHERE ? [] : page.attempts.filter((one) => one.stage !== 'failed' && after(one.at, ATTEMPT_MS) <= at)
  const closes = page.refusedSince !== undefined && after(page.refusedSince, WINDOW_MS) <= at
  if (over.length === 0 && !closes) return 0
  const attempts = page.attempts.map((one) => (over.includes(one) ? failed(one, isTrustedPlace(place)) : one))
  const next = { ...page, attempts, ...(closes && { window: 'closes' as const }) }
  try {
    await writeLedgers(
      [next],
      (entities) => [
        ...over.flatMap((attempt) => failureEntries(entities, { userId, attempt }, services)),
        ...(closes ? closingEntries(entities, page, services) : []),
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

/** The places that `Trust` names: a network has none of these words. */
const isTrustedPlace = (place: string): boolean => /^(browser|link|session)-/.test(place)
