import type { ConsultationType } from '#contract/consultation-types'
import { type BudgetUnit, findBudgetUnit } from '../payments/public/budget-units.ts'
import { requirePaidConsultationKept } from './policy.ts'
import {
  findPurchasesToSchedule,
  type PurchaseToSchedule,
  type PurchaseServices,
} from './public/purchases-to-schedule.ts'

interface AskedFor {
  readonly type: ConsultationType
  readonly durationMinutes: number
}

export async function findPurchaseFor(
  customerId: string,
  asked: AskedFor,
  services: PurchaseServices,
): Promise<PurchaseToSchedule | undefined> {
  const ofType = (await findPurchasesToSchedule(customerId, services)).filter(({ type }) => type === asked.type)
  const purchase = ofType.find(({ durationMinutes }) => durationMinutes === asked.durationMinutes) ?? ofType[0]
  if (purchase) requirePaidConsultationKept(purchase, asked)
  return purchase
}

export async function findUnitFor(
  customerId: string,
  asked: AskedFor & { readonly startsAt: string; readonly budgetId?: string | undefined },
  services: PurchaseServices,
): Promise<BudgetUnit | undefined> {
  const unit = await findBudgetUnit(customerId, asked, services)
  if (unit) requirePaidConsultationKept(unit, asked)
  return unit
}
