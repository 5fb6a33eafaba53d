import { catalogue } from '../../functions/contract/catalogue.ts'
import { dayOf } from '../../functions/contract/days.ts'
import { addDays } from '../../functions/contract/days.ts'
import type { Data } from '../../functions/data/data.ts'
import { supplementIdOf } from '../../functions/supplements/catalogue.ts'
import { seedAnswers, seedConsent } from './demo-answers.ts'
import { at, workday } from './demo-days.ts'
import { FINISHERS_ORDER } from './demo-orders.ts'
import { protocol } from './demo-protocol.ts'

export async function seedFinished(data: Data, customerId: string, now: Date): Promise<void> {
  const today = dayOf(now)
  const common = { customerId, toConfirm: false, version: 1, sequence: 0, status: 'completed' } as const
  await seedConsent(data, customerId, at(addDays(today, -97), 19, 0))
  await seedAnswers(data, customerId, at(addDays(today, -97), 20, 0))
  await data.consultations
    .put({
      ...common,
      consultationId: 'con_demo-primera-fin',
      startsAt: at(workday(addDays(today, -95), -1), 12, 0).toISOString(),
      durationMinutes: catalogue['primera-consulta'].durationMinutes,
      type: 'primera_consulta',
      priceCents: catalogue['primera-consulta'].saleCents,
      orderId: FINISHERS_ORDER,
      createdAt: at(addDays(today, -98), 12, 0).toISOString(),
    })
    .go()
  await data.consultations
    .put({
      ...common,
      consultationId: 'con_demo-cierre-fin',
      startsAt: at(workday(addDays(today, -4), -1), 12, 0).toISOString(),
      durationMinutes: 60,
      type: 'seguimiento',
      priceCents: 6000,
      createdAt: at(addDays(today, -20), 12, 0).toISOString(),
    })
    .go()
  const [dosing] = protocol
  const startDate = addDays(today, -92)
  const createdAt = at(startDate, 11, 0).toISOString()
  const key = { customerId, clientSupplementId: 'csu_demo-pauta-fin', supplementId: supplementIdOf(dosing.name) }
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
