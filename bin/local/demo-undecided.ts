import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { seedCustomerConsent, seedQuestionnaireAnswers } from './demo-answers.ts'
import { seedOpenBudget } from './demo-budgets.ts'
import { toPracticeInstant } from './demo-days.ts'
import { buildHeldFirstConsultation } from './demo-first-consultation.ts'
import { DEMO_UNDECIDED_ORDER_ID } from './demo-orders.ts'

export async function seedUndecidedCustomer(data: Database, customerId: string, now: Date): Promise<void> {
  const today = toPracticeDay(now)
  await seedCustomerConsent(data, customerId, toPracticeInstant(addDays(today, -9), 19, 0))
  await seedQuestionnaireAnswers(data, customerId, toPracticeInstant(addDays(today, -8), 20, 0))
  await data.consultations
    .put({
      customerId,
      ...buildHeldFirstConsultation({
        consultationId: 'con_demo-primera-decide',
        orderId: DEMO_UNDECIDED_ORDER_ID,
        day: addDays(today, -4),
        hour: 17,
      }),
      toConfirm: false,
      version: 1,
      sequence: 0,
      createdAt: toPracticeInstant(addDays(today, -9), 12, 0).toISOString(),
    })
    .go()
  await seedOpenBudget(data, customerId, now)
}
