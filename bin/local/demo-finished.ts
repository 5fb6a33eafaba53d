import { toPracticeDay } from '#contract/calendar-days'
import { addDays } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { computeSupplementId } from '../../functions/supplements/catalogue.ts'
import { analysesOfFinisher, seedAnalyses } from './demo-analyses.ts'
import { seedQuestionnaireAnswers, seedCustomerConsent } from './demo-answers.ts'
import { toPracticeInstant, findNearestWorkday } from './demo-days.ts'
import { buildHeldFirstConsultation } from './demo-first-consultation.ts'
import { DEMO_FINISHER_ORDER_ID } from './demo-orders.ts'
import { demoSupplementProtocol } from './demo-protocol.ts'
import { seedCheckIns, weeksOfFinisher } from './demo-weeks.ts'

interface Finished {
  readonly customerId: string
  readonly by: string
}

export async function seedFinishedCustomer(data: Database, { customerId, by }: Finished, now: Date): Promise<void> {
  const today = toPracticeDay(now)
  const common = { customerId, toConfirm: false, version: 1, sequence: 0, status: 'completed' } as const
  await seedCustomerConsent(data, customerId, toPracticeInstant(addDays(today, -105), 19, 0))
  await seedQuestionnaireAnswers(data, customerId, toPracticeInstant(addDays(today, -105), 20, 0))
  await data.consultations
    .put({
      ...common,
      ...buildHeldFirstConsultation({
        consultationId: 'con_demo-primera-fin',
        orderId: DEMO_FINISHER_ORDER_ID,
        day: addDays(today, -103),
        hour: 12,
      }),
      createdAt: toPracticeInstant(addDays(today, -106), 12, 0).toISOString(),
    })
    .go()
  await data.consultations
    .put({
      ...common,
      consultationId: 'con_demo-cierre-fin',
      startsAt: toPracticeInstant(findNearestWorkday(addDays(today, -4), -1), 12, 0).toISOString(),
      durationMinutes: 60,
      type: 'seguimiento',
      createdAt: toPracticeInstant(addDays(today, -20), 12, 0).toISOString(),
    })
    .go()
  await seedCheckIns(data, { customerId, today }, weeksOfFinisher)
  await seedAnalyses(data, { customerId, by }, analysesOfFinisher, now)
  const [dosing] = demoSupplementProtocol
  const startDate = addDays(today, -92)
  const createdAt = toPracticeInstant(startDate, 11, 0).toISOString()
  const key = { customerId, clientSupplementId: 'csu_demo-pauta-fin', supplementId: computeSupplementId(dosing.name) }
  await data.clientSupplements
    .put({
      ...dosing,
      ...key,
      times: [...dosing.times],
      startDate,
      endDate: addDays(today, -5),
      duration: '3 meses',
      status: 'completed',
      version: 2,
      createdAt,
    })
    .go()
}
