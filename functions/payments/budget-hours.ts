import { findAgreementsWithHoursLeft, patchAgreement, type StoredAgreement } from '#data/budget-queries'
import type { Database } from '#data/database'
import { MAX_TRANSACTION_WRITES } from '#data/transact'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { throwRefusal } from '#platform/refusal-error'
import { listPauseAgendaSteps, listSlotAgendaSteps } from '../consultations/public/agenda-steps.ts'
import { offerFreedHoursOfCustomer } from '../consultations/public/offer-freed-hours-of-customer.ts'
import { refundCancelledBudgetHours } from './refund-cancelled-budget-hours.ts'
import { prepareConsultationCancellations, type StoredConsultation } from './order-consultation-cancellation.ts'
import type { PaymentSettlementServices } from './services.ts'

export async function readHoursOfBudget(
  customerId: string,
  consultationIds: readonly string[],
  { consultations }: Database,
): Promise<readonly StoredConsultation[]> {
  if (consultationIds.length === 0) return []
  const keys = consultationIds.map((consultationId) => ({ customerId, consultationId }))
  const { data: found } = await consultations.get(keys).go({ consistent: true })
  return found.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
}

const OTHER_WRITES_OF_AN_HOUR = 4

const countWrites = (hour: StoredConsultation): number =>
  listSlotAgendaSteps(hour).length + listPauseAgendaSteps(hour).length + OTHER_WRITES_OF_AN_HOUR

export function splitHoursToCancel(hours: readonly StoredConsultation[], otherWrites: number) {
  let left = MAX_TRANSACTION_WRITES - otherWrites
  const tooMuch = hours.findIndex((hour) => {
    left -= countWrites(hour)
    return left < 0
  })
  return tooMuch === -1
    ? { atOnce: hours, later: [] }
    : { atOnce: hours.slice(0, tooMuch), later: hours.slice(tooMuch) }
}

type BudgetKey = Pick<StoredAgreement, 'budgetId' | 'customerId'>

const MAX_CONFLICTS = 10

/**
 * Remaining consultations of an ended budget, in successive transactions. After an interruption the next call
 * continues.
 * @returns whether there were any
 * @throws Refusal `changed-meanwhile` while concurrent changes continue
 */
export async function cancelHoursLeft(key: BudgetKey, services: PaymentSettlementServices): Promise<boolean> {
  const { customerId, budgetId } = key
  let isAny = false
  for (let conflicts = 0; conflicts < MAX_CONFLICTS;) {
    // oxlint-disable-next-line no-await-in-loop -- each as the one before has left it
    const { data: agreement } = await services.data.budgetAgreements
      .get({ customerId, budgetId })
      .go({ consistent: true })
    if (!agreement?.hoursToCancel?.length) return isAny
    isAny = true
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (!(await cancelNextHours(agreement, services))) conflicts++
  }
  return throwRefusal('changed-meanwhile')
}

async function cancelNextHours(agreement: StoredAgreement, services: PaymentSettlementServices): Promise<boolean> {
  const { data } = services
  const { customerId, endedBy = 'schedule', hoursToCancel = [] } = agreement
  const [{ data: customer }, found] = await Promise.all([
    data.customers.get({ customerId }).go(),
    readHoursOfBudget(customerId, hoursToCancel, data),
  ])
  const booked = customer ? found.filter(({ status }) => status === 'scheduled') : []
  const { atOnce, later } = splitHoursToCancel(booked, 1)
  const cancellation = customer && (await prepareConsultationCancellations(atOnce, { customer, by: endedBy }, services))
  const { written } = await data.transact((entities) => ({
    agreement: patchAgreement(entities, agreement, { hoursToCancel: later.map(toId) }),
    hoursLeft: cancellation?.(entities),
  }))
  return written
}

const toId = ({ consultationId }: StoredConsultation): string => consultationId

const MAX_PER_RUN = 20

export async function finishEndedBudgets(before: string, services: PaymentSettlementServices) {
  const found = await findAgreementsWithHoursLeft(services.data, MAX_PER_RUN)
  const waiting = found.filter(({ endedAt = '' }) => endedAt < before)
  let failed = 0
  for (const { customerId, budgetId } of waiting) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a handful
      if (await cancelHoursLeft({ customerId, budgetId }, services))
        await offerFreedHoursOfCustomer(customerId, services)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await refundCancelledBudgetHours({ customerId, budgetId }, services)
    } catch (error) {
      failed++
      log.warn('the hours of a budget that has ended were not cancelled or given back', {
        budgetId,
        error: formatErrorForLog(error),
      })
    }
  }
  return { continued: waiting.length, failed }
}
