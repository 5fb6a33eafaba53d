import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { readEnvironment } from '#platform/environment'
import {
  type SignInLedgerServices,
  addMilliseconds,
  computeSignInAttemptEnd,
  createSignInRefusalAuditEntries,
  createFailedSignInAuditEntries,
  recordFailedSignIns,
  SignInLedgerConflict,
  readSignInLedger,
  SIGN_IN_LIMIT_WINDOW_MS,
  writeSignInLedgers,
} from './public/ledger-writes.ts'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import { countCalls, UNTRUSTED_SIGN_IN_LEDGER_KEY, toFailedSignInAttempt } from './public/sign-in-limits.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): SignInLedgerServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => SignInLedgerServices) => {
  let services: SignInLedgerServices | undefined
  return serveSchedule(
    tableAccess['fail-abandoned-attempts'],
    'account/fail-abandoned-attempts',
    async (): Promise<{ failed: number }> => {
      services ??= openServices()
      return { failed: await failAbandonedSignIns(services) }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

const MAX_PER_RUN = 500

export async function failAbandonedSignIns(services: SignInLedgerServices): Promise<number> {
  const { data, wallClock } = services
  const at = wallClock().toISOString()
  const { data: due } = await data.loginLedgers.query
    .byState({ state: 'open' })
    .between({ dueAt: LOWEST_SORT_KEY }, { dueAt: `${at}${HIGHEST_SORT_KEY}` })
    .go({ count: MAX_PER_RUN, limit: MAX_PER_RUN })
  let count = 0
  for (const { userId, place } of due) count += await failIfAbandoned({ userId, place }, services)
  return count
}

async function failIfAbandoned(
  key: { userId: string; place: string },
  services: SignInLedgerServices,
): Promise<number> {
  const { userId, place } = key
  // The index lags: the account may have signed in since.
  const page = await readSignInLedger(userId, place, services.data)
  const at = services.wallClock().toISOString()
  const over =
    place === UNTRUSTED_SIGN_IN_LEDGER_KEY
      ? []
      : page.attempts.filter((one) => one.stage !== 'failed' && computeSignInAttemptEnd(one) <= at)
  const closes = page.refusedSince !== undefined && addMilliseconds(page.refusedSince, SIGN_IN_LIMIT_WINDOW_MS) <= at
  if (over.length === 0 && !closes) return 0
  const attempts = page.attempts.map((one) =>
    over.includes(one) ? toFailedSignInAttempt(one, isTrustedPlace(place)) : one,
  )
  const next = { ...page, attempts, ...(closes && { window: 'closes' as const }) }
  try {
    await writeSignInLedgers(
      [next],
      (entities) => [
        ...over.flatMap((attempt) => createFailedSignInAuditEntries(entities, { userId, attempt }, services)),
        ...(closes ? createSignInRefusalAuditEntries(entities, page, services) : []),
      ],
      services,
    )
  } catch (error) {
    // Settled or counted meanwhile: the rest is due at the next run.
    if (!(error instanceof SignInLedgerConflict)) throw error
    return 0
  }
  recordFailedSignIns(countCalls(over))
  return over.length
}

const isTrustedPlace = (place: string): boolean => /^(browser|link|session)-/.test(place)
