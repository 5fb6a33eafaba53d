import { LOWEST_KEY, HIGHEST_KEY } from '#data/page'
import { withAccess } from '#data/table-scope'
import { blockOldWithdrawals } from './block-withdrawals.ts'
import { eraseCustomer } from './erase-customer.ts'
import { eraseHealth } from './erase-health.ts'
import { type EraseServices, liveEraseServices } from './erase-services.ts'
import { tableAccess } from './table-access.ts'

export const open = liveEraseServices

const MAX_PER_RUN = 500

/** No erasure is started with less time than this left in the run: one person may take minutes. */
const RESERVE_MS = 3 * 60_000

interface Run {
  readonly getRemainingTimeInMillis?: () => number
}

/**
 * Erases people after their fourteen days, health data after a withdrawn consent, and blocks withdrawals that are out
 * of use. One failure does not hold up the others.
 */
export const withServices = (openServices: () => EraseServices) => {
  let services: EraseServices | undefined
  return withAccess(
    tableAccess['erase-due'],
    async (_event?: unknown, run: Run = {}): Promise<{ erased: number; healthErased: number }> => {
      services ??= openServices()
      const opened = services
      const { data, now } = opened
      const { data: due } = await data.erasures.query
        .due({})
        // The key goes on after the instant: what is due at this very moment lies before what would follow as text.
        .between({ dueAt: LOWEST_KEY }, { dueAt: `${now().toISOString()}${HIGHEST_KEY}` })
        .go({ count: MAX_PER_RUN })
      const { data: withdrawn } = await data.healthErasures.query
        .due({})
        .between({ requestedAt: LOWEST_KEY }, { requestedAt: `${now().toISOString()}${HIGHEST_KEY}` })
        .go({ count: MAX_PER_RUN })
      const failures: unknown[] = []
      const takeAll = async <Due>(all: readonly Due[], erase: (each: Due, by: EraseServices) => Promise<void>) => {
        let taken = 0
        for (const each of all) {
          if ((run.getRemainingTimeInMillis?.() ?? Infinity) < RESERVE_MS) break
          taken += 1
          await erase(each, opened).catch((error: unknown) => failures.push(error))
        }
        return taken
      }
      const erased = await takeAll(due, eraseCustomer)
      const healthErased = await takeAll(withdrawn, eraseHealth)
      await blockOldWithdrawals(opened).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) {
        throw new AggregateError(failures, `${failures.length} of ${erased + healthErased} were not erased`)
      }
      return { erased, healthErased }
    },
  )
}

export const handler = withServices(open)
