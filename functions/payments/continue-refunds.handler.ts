import type { Database } from '#data/database'
import { LOWEST_SORT_KEY } from '#data/pagination'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { serveSchedule } from '#platform/serve-event'
import { finishEndedBudgets } from './budget-hours.ts'
import { catchUpOnDisputes } from './disputes.ts'
import { makeRefund } from './refunds.ts'
import { createSettlementServices, type PaymentSettlementServices } from './services.ts'
import { tableAccess } from './table-access.ts'

const MAX_PER_RUN = 100
const REST_MS = 60_000

export const createLambdaServices = createSettlementServices

export const createLambdaHandler = (openServices: () => PaymentSettlementServices) => {
  let services: PaymentSettlementServices | undefined
  return serveSchedule(
    tableAccess['continue-refunds'],
    'payments/continue-refunds',
    async (): Promise<{ continued: number }> => {
      services ??= openServices()
      const before = new Date(services.now().getTime() - REST_MS).toISOString()
      const waiting = await findWaitingRefunds(services.data, before)
      let failed = 0
      for (const { orderId, refundId } of waiting) {
        try {
          await catchUpOnDisputes(orderId, services)
          await makeRefund(orderId, refundId, services)
        } catch (error) {
          failed++
          log.warn('a refund was not made', { refundId, error: formatErrorForLog(error) })
        }
      }
      const hours = await finishEndedBudgets(before, services)
      if (failed > 0) throw new Error(`${failed} refunds could not be made`)
      if (hours.failed > 0) throw new Error(`of ${hours.failed} budgets hours could not be cancelled or given back`)
      return { continued: waiting.length + hours.continued }
    },
  )
}

const findWaitingRefunds = async (data: Database, before: string) => {
  const { data: found } = await data.refunds.query
    .byStatus({ status: 'requested' })
    .between({ requestedAt: LOWEST_SORT_KEY }, { requestedAt: before })
    .go({ limit: MAX_PER_RUN })
  return found
}

export const handler = createLambdaHandler(createLambdaServices)
