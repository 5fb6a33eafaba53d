import { toPracticeDay } from '#contract/calendar-days'
import { patchAgreement, type StoredAgreement } from '#data/budget-queries'
import { LOWEST_SORT_KEY } from '#data/pagination'
import { queueClientNotice } from '../notifications/public/client-notice.ts'
import { findNextPart } from './budget-part.ts'
import type { PaymentSettlementServices } from './services.ts'

const PAGE_ITEMS = 50

export async function remindOfLateParts(cursor: string | null, services: PaymentSettlementServices) {
  const { data, now } = services
  const page = await data.budgetAgreements.query
    .byDueDay({ status: 'active' })
    .between({ nextDueDay: LOWEST_SORT_KEY }, { nextDueDay: toPracticeDay(now()) })
    .go({ cursor, limit: PAGE_ITEMS })
  for (const { customerId, budgetId } of page.data) {
    // The index lags.
    // oxlint-disable-next-line no-await-in-loop -- a handful
    const { data: agreement } = await data.budgetAgreements.get({ customerId, budgetId }).go({ consistent: true })
    // oxlint-disable-next-line no-await-in-loop -- a handful
    if (agreement) await remind(agreement, services)
  }
  return page.cursor
}

async function remind(agreement: StoredAgreement, services: PaymentSettlementServices): Promise<void> {
  const { data, now } = services
  const { customerId, status, nextDueDay, remindedOrderId } = agreement
  const orderId = findNextPart(agreement)?.orderId
  const isLate = status === 'active' && nextDueDay < toPracticeDay(now())
  if (!orderId || !isLate || remindedOrderId === orderId) return
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return
  await data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, { remindedOrderId: orderId }),
    mail: queueClientNotice(entities, { customer, notice: { type: 'budget-part' } }, services),
  }))
}
