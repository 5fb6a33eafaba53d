import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { recordMetric } from '#platform/metrics'
import type { JobRun } from '#platform/paged-job'
import { serveSchedule } from '#platform/serve-event'
import { archiveExpiredContractWithdrawals } from './archive-withdrawals.ts'
import { eraseCustomerData } from './erase-customer.ts'
import { eraseHealthData } from './erase-health.ts'
import { type ErasureServices, createErasureServices } from './erase-services.ts'
import { listAuditMentions, readMentionsListedUntil } from './list-audit-mentions.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createErasureServices

const MAX_PER_RUN = 500

const RESERVE_MS = 3 * 60_000

const LISTING_RESERVE_MS = 8 * 60_000

/** A failure does not stop the others. People wait until the list of mentions is complete for the first time. */
export const createLambdaHandler = (openServices: () => ErasureServices) => {
  let services: ErasureServices | undefined
  return serveSchedule(
    tableAccess['erase-due'],
    'privacy/erase-due',
    async (_event?: unknown, run: JobRun = {}): Promise<{ erased: number; healthErased: number }> => {
      services ??= openServices()
      const opened = services
      const { data, now } = opened
      const { data: due } = await data.erasures.query
        .due({})
        // The key continues after the instant: the suffix includes items due at this instant.
        .between({ dueAt: LOWEST_SORT_KEY }, { dueAt: `${now().toISOString()}${HIGHEST_SORT_KEY}` })
        .go({ count: MAX_PER_RUN })
      const { data: withdrawn } = await data.healthErasures.query
        .due({})
        .between({ requestedAt: LOWEST_SORT_KEY }, { requestedAt: `${now().toISOString()}${HIGHEST_SORT_KEY}` })
        .go({ count: MAX_PER_RUN })
      recordMetric('ErasureDue', due.length + withdrawn.length)
      const failures: unknown[] = []
      const unlisted: unknown[] = []
      await listAuditMentions(opened, leaveTime(run)).catch((error: unknown) => unlisted.push(error))
      const isListed = (await readMentionsListedUntil(data)) !== undefined
      const takeAll = async <Due>(all: readonly Due[], erase: (each: Due, by: ErasureServices) => Promise<void>) => {
        let taken = 0
        for (const each of all) {
          if ((run.getRemainingTimeInMillis?.() ?? Infinity) < RESERVE_MS) break
          taken += 1
          await erase(each, opened).then(
            () => recordMetric('ErasureDone'),
            (error: unknown) => failures.push(error),
          )
        }
        return taken
      }
      const erased = isListed ? await takeAll(due, eraseCustomerData) : 0
      const healthErased = await takeAll(withdrawn, eraseHealthData)
      await archiveExpiredContractWithdrawals(opened).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) {
        throw new AggregateError(failures, `${failures.length} of ${erased + healthErased} were not erased`)
      }
      if (unlisted.length > 0) throw new AggregateError(unlisted, 'the log was not listed')
      return { erased, healthErased }
    },
  )
}

const leaveTime = ({ getRemainingTimeInMillis = () => Infinity }: JobRun): JobRun => ({
  getRemainingTimeInMillis: () => getRemainingTimeInMillis() - LISTING_RESERVE_MS,
})

export const handler = createLambdaHandler(createLambdaServices)
