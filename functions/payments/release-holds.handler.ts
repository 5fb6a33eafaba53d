import { findLapsedSlotHoldsPage, type StoredSlotHold } from '#data/slot-hold-queries'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { serveSchedule } from '#platform/serve-event'
import { closeUnopenedOrders } from './close-unopened-orders.ts'
import { createSettlementServices, type PaymentSettlementServices } from './services.ts'
import { remindOfLateParts } from './remind-late-parts.ts'
import { releaseSlotHold } from './release-slot-hold.ts'
import { tableAccess } from './table-access.ts'

const PAGE_ITEMS = 50

interface ReleaseState {
  readonly released: number
  readonly failed: number
}

export const createLambdaServices = createSettlementServices

export const createLambdaHandler = (openServices: () => PaymentSettlementServices) => {
  let services: PaymentSettlementServices | undefined
  return serveSchedule(
    tableAccess['release-holds'],
    'payments/release-holds',
    async (_event?: unknown, run?: JobRun): Promise<{ released: number }> => {
      services ??= openServices()
      const state = await runPagedJob(createReleaseJob(services), services, run)
      if (state && state.failed > 0) throw new Error(`${state.failed} holds could not be settled`)
      return { released: state?.released ?? 0 }
    },
  )
}

const createReleaseJob = (services: PaymentSettlementServices): PagedJob<ReleaseState> => ({
  name: 'payments/release-holds',
  begin: async () => ({ released: 0, failed: 0 }),
  steps: {
    holds: async (cursor, state) => {
      const page = await findLapsedSlotHoldsPage(services.data, services.wallClock(), { cursor, limit: PAGE_ITEMS })
      const outcomes = { free: 0, paying: 0, failed: 0 }
      for (const hold of page.data) outcomes[await tryToSettle(hold, services)] += 1
      const { free, failed } = outcomes
      return { cursor: page.cursor, state: { released: state.released + free, failed: state.failed + failed } }
    },
    orders: async (cursor, state) => ({ cursor: await closeUnopenedOrders(cursor, services), state }),
    lateParts: async (cursor, state) => ({ cursor: await remindOfLateParts(cursor, services), state }),
  },
})

async function tryToSettle(
  hold: StoredSlotHold,
  services: PaymentSettlementServices,
): Promise<'free' | 'paying' | 'failed'> {
  try {
    return await releaseSlotHold(hold, services)
  } catch (error) {
    const { consultationId, orderId } = hold
    log.warn('a held hour was not settled', { consultationId, orderId, notSettled: formatErrorForLog(error) })
    return 'failed'
  }
}

export const handler = createLambdaHandler(createLambdaServices)
