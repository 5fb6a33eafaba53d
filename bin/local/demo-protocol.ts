import type { AuditAction } from '../../functions/contract/audit.ts'
import { addDays } from '#contract/calendar-days'
import { type DosingCourse, computeDosesOnDay } from '../../functions/contract/dosing.ts'
import type { Database } from '#data/database'
import {
  toAddedSupplementAuditDetails,
  toChangedSupplementAuditDetails,
} from '../../functions/supplements/audit-details.ts'
import { computeSupplementId } from '../../functions/supplements/catalogue.ts'
import { toDoseTimes } from '../../functions/supplements/public/dose-times.ts'
import { type StoredClientSupplement } from '../../functions/supplements/to-client-supplement.ts'
import { toPracticeInstant } from './demo-days.ts'

export const demoSupplementProtocol = [
  {
    name: 'Probiótico multicepa',
    amount: 1,
    unit: 'capsulas',
    frequency: '1 vez al día',
    times: ['Mañana'],
    foodRelation: 'En ayunas',
    pattern: 'Continuo',
    instructions: 'Con un vaso de agua, media hora antes del desayuno.',
    packDoses: 60,
  },
  {
    name: 'Magnesio bisglicinato',
    amount: 200,
    unit: 'mg',
    frequency: '2 veces al día',
    times: ['Con desayuno', 'Noche'],
    foodRelation: 'Después de comer',
    pattern: '5 días sí 2 días no',
  },
  {
    name: 'Omega 3',
    amount: 2,
    unit: 'capsulas',
    frequency: '1 vez al día',
    times: ['Con comida'],
    foodRelation: 'Con comida',
    pattern: 'Solo días laborables',
    instructions: 'Guárdalo en la nevera una vez abierto.',
  },
] as const

const raised = { name: 'Magnesio bisglicinato', amount: 100, days: 7 }

interface Prescription {
  readonly first: StoredClientSupplement
  readonly current: StoredClientSupplement
}

function prescriptionsOf(customerId: string, today: string): readonly Prescription[] {
  const startDate = addDays(today, -14)
  return demoSupplementProtocol.map((dosing, position) => {
    const first: StoredClientSupplement = {
      ...dosing,
      times: [...dosing.times],
      customerId,
      clientSupplementId: `csu_demo-pauta-${position}`,
      supplementId: computeSupplementId(dosing.name),
      startDate,
      duration: '3 meses',
      status: 'active',
      version: 1,
      createdAt: toPracticeInstant(startDate, 11, 30 - position).toISOString(),
    }
    if (dosing.name !== raised.name) return { first, current: first }
    const countedFrom = addDays(today, -raised.days)
    return { first: { ...first, amount: raised.amount }, current: { ...first, version: 2, countedFrom } }
  })
}

export async function seedSupplementProtocol(data: Database, customerId: string, today: string): Promise<void> {
  for (const { first, current } of prescriptionsOf(customerId, today)) {
    const { supplementId, clientSupplementId, name, createdAt, countedFrom } = current
    await data.supplements.put({ supplementId, name, createdAt }).go()
    await data.clientSupplements.put(current).go()
    if (countedFrom) await data.pastCourses.put({ ...first, countedUntil: countedFrom }).go()
    const course = { ...current, times: toDoseTimes(current), endDate: null }
    for (const dose of takenUntil(today, course)) {
      await data.doses.put({ customerId, clientSupplementId, ...dose, tickedAt: createdAt }).go()
    }
  }
}

interface Entry {
  readonly createdAt: string
  readonly action: AuditAction
  readonly details: Readonly<Record<string, unknown>>
}

export const buildDemoProtocolAuditEntries = (customerId: string, today: string): readonly Entry[] =>
  prescriptionsOf(customerId, today).flatMap(({ first, current }): readonly Entry[] => [
    { createdAt: first.createdAt, action: 'SUPPLEMENT_ADDED', details: toAddedSupplementAuditDetails(first) },
    ...(current.countedFrom
      ? [
          {
            createdAt: toPracticeInstant(current.countedFrom, 12, 0).toISOString(),
            action: 'SUPPLEMENT_CHANGED' as const,
            details: toChangedSupplementAuditDetails(first, current),
          },
        ]
      : []),
  ])

function takenUntil(today: string, course: DosingCourse) {
  const days = Array.from({ length: 14 }, (_, back) => addDays(today, -1 - back))
  return days
    .flatMap((day) => computeDosesOnDay(course, day).map((time) => ({ day, time })))
    .filter(({ day, time }) => time !== 'Noche' || day !== days[0])
}
