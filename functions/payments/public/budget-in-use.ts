import { computeOwedCents, isPartPaid } from '#contract/budget-rules'
import { addMonths, toPracticeDay } from '#contract/calendar-days'
import { findBudgetAgreements, type StoredAgreement } from '#data/budget-queries'
import type { Database } from '#data/database'
import { isHourGiven } from './budget-units.ts'

interface UseServices {
  readonly data: Database
  readonly now: () => Date
}

function isUsedUp({ option, parts, booked, analysed, startDay }: StoredAgreement, today: string): boolean {
  const { consultations, analyses, months } = option
  return (
    startDay !== undefined &&
    parts.every(isPartPaid) &&
    booked.length >= consultations.count &&
    analysed.length >= analyses.count &&
    today > addMonths(startDay, months.count)
  )
}

export async function isBudgetInUse(agreement: StoredAgreement, { data, now }: UseServices): Promise<boolean> {
  const { customerId, status, option, booked, analysed, startDay } = agreement
  const at = now().toISOString()
  const today = toPracticeDay(at)
  if (status === 'ended') return false
  if (!isUsedUp(agreement, today)) return true
  const keys = booked.map(({ consultationId }) => ({ customerId, consultationId }))
  const { data: hours } = keys.length > 0 ? await data.consultations.get(keys).go({ consistent: true }) : { data: [] }
  if (hours.some((hour) => hour.status === 'scheduled' && hour.startsAt > at)) return true
  const given = booked.flatMap(({ number, consultationId }) => {
    const hour = hours.find((each) => each.consultationId === consultationId)
    const { durationMinutes } = hour ?? option.consultations
    const use = { number, durationMinutes, heldMinutes: hour?.heldMinutes ?? durationMinutes }
    return hour && !isHourGiven(hour, agreement) ? [] : [use]
  })
  return computeOwedCents(option, { consultations: given, analyses: analysed, startDay, today }) < option.priceCents
}

export async function hasBudgetInUse(customerId: string, services: UseServices): Promise<boolean> {
  const agreements = await findBudgetAgreements(services.data, customerId)
  const inUse = await Promise.all(agreements.map((each) => isBudgetInUse(each, services)))
  return inUse.includes(true)
}
