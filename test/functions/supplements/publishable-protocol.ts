import { supplements } from '#contract/supplements-domain'
import { createZincCourse } from './zinc-course.ts'

export const requestId = '3f2a1b5c-7d4e-4f60-8a9b-0c1d2e3f4a5b'

const line = {
  unit: 'mg',
  doses: [{ time: 'Noche', amount: 15 }],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-11',
} as const

export async function aProtocol() {
  const zinc = await createZincCourse()
  const { ask, as, customerId, params, practice, mine } = zinc
  const seen = [{ clientSupplementId: params.clientSupplementId, version: 1 }]
  const publish = (changes: object) =>
    ask(supplements.publish, {
      as: as(),
      params: { customerId },
      body: { requestId, seen, prescribe: [], change: [], finish: [], ...changes },
    })
  const mails = async () => (await practice.data.mails.scan.go()).data
  const inForce = async () =>
    (await mine())
      .filter(({ status }) => status === 'active')
      .map(({ name, dosage, frequencyText }) => `${name}: ${dosage}, ${frequencyText}`)
      .toSorted((a, b) => a.localeCompare(b, 'es'))
  return { ...zinc, seen, publish, mails, inForce }
}

export const newLine = (name: string, changes: object = {}) => ({ ...line, name, startDate: '2026-11-21', ...changes })
export const changedZinc = (changes: object = {}) => ({
  ...line,
  clientSupplementIds: ['csu_zinc-since-the-11th'],
  ...changes,
})

export const twice = (morning: number, night: number) => [
  { time: 'Mañana', amount: morning },
  { time: 'Noche', amount: night },
]
