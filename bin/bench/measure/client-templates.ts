import { HEALTH_DATA_PURPOSE } from '#contract/health-consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { AUDIT_SHARD_COUNT } from '../../../functions/data/audit-entry.ts'
import type { Database } from '#data/database'
import { createListEntriesByState, createCustomerTaskEntries } from './seed-list-entries.ts'

export const PLACEHOLDERS = {
  number: 'qnumberq',
  name: 'QNAMEQ',
  date: 'QDATEQ',
  month: 'qmonthq',
  phone: 'QPHONEQ',
  start: 'QSTARTQ',
  nth: 'qnthq',
} as const

const personal = { customerId: `cus_bench-${PLACEHOLDERS.number}`, userId: `usr_bench-${PLACEHOLDERS.number}` } as const
const email = `cliente${PLACEHOLDERS.number}@correo-de-ejemplo.es`

const account = (data: Database) => [
  data.users.put({
    userId: personal.userId,
    email,
    firstName: PLACEHOLDERS.name,
    lastName: '',
    birthDate: '1990-05-04',
    role: 'cliente',
    status: 'active',
    emailVerifiedAt: PLACEHOLDERS.date,
    customerId: personal.customerId,
    createdAt: PLACEHOLDERS.date,
  }),
  data.customers.put({
    ...personal,
    name: PLACEHOLDERS.name,
    email,
    phone: PLACEHOLDERS.phone,
    address: 'Calle Mayor 1, 28013 Madrid',
    notes: 'Viene por recomendación.',
    version: 1,
    createdAt: PLACEHOLDERS.date,
  }),
  data.mails.put({
    mailId: `mai_bench-${PLACEHOLDERS.number}`,
    customerId: personal.customerId,
    to: email,
    content: { kind: 'test', name: PLACEHOLDERS.name, userId: personal.userId },
    status: 'sent',
    attempts: 1,
    nextAttemptAt: PLACEHOLDERS.date,
    sentAt: PLACEHOLDERS.date,
    createdAt: PLACEHOLDERS.date,
  } as never),
]

const history = (data: Database) => [
  data.clientAddresses.put({ email, customerId: personal.customerId }),
  data.healthConsents.put({
    customerId: personal.customerId,
    entryId: 'hcn_bench-0001',
    recordedAt: PLACEHOLDERS.date,
    event: 'given',
    by: 'client',
    purpose: HEALTH_DATA_PURPOSE,
    textVersion: HEALTH_CONSENT_VERSION,
    address: '192.0.2.33',
    userAgent: 'Mozilla/5.0',
  }),
  data.payments.put({
    customerId: personal.customerId,
    orderId: `ord_bench-${PLACEHOLDERS.number}`,
    paymentId: `pay_bench-${PLACEHOLDERS.number}`,
    concept: 'Primera consulta',
    amountCents: 8000,
    refundedCents: 0,
    currency: 'eur',
    status: 'completed',
    paidAt: PLACEHOLDERS.date,
    receiptNumber: `2026-${PLACEHOLDERS.number}`,
  }),
  data.questionnaires.put({
    customerId: personal.customerId,
    answers: { height: 170, weight: 64, healthGoals: ['Dormir mejor'], digestiveIssues: ['Hinchazón'] },
    version: 1,
    savedAt: PLACEHOLDERS.date,
    savedBy: personal.userId,
  } as never),
]

const weeksTold = ['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09']

const checkIn = (data: Database, week: string) =>
  data.checkIns.put({
    customerId: personal.customerId,
    week,
    bloating: 2,
    energy: 3,
    sleep: 4,
    mood: 3,
    note: 'Peor tras cenar tarde',
    answeredAt: `${week}T19:00:00.000Z`,
  })

const consultation = (
  data: Database,
  {
    status,
    startsAt,
    nth,
  }: { readonly status: 'completed' | 'scheduled'; readonly startsAt: string; readonly nth: string },
) =>
  data.consultations.put({
    customerId: personal.customerId,
    consultationId: `con_bench-${nth}-${PLACEHOLDERS.number}`,
    startsAt,
    durationMinutes: 60,
    type: 'general',
    status,
    sequence: 0,
    toConfirm: false,
    version: 1,
    createdAt: PLACEHOLDERS.date,
  } as never)

const supplement = (data: Database, n: number) =>
  data.clientSupplements.put({
    customerId: personal.customerId,
    clientSupplementId: `csu_bench-${n}-${PLACEHOLDERS.number}`,
    supplementId: 'sup_bench-0001',
    name: 'Magnesio',
    amount: 1,
    unit: 'g',
    frequency: '1 vez al día',
    times: ['Noche'],
    foodRelation: 'Indiferente',
    pattern: 'Continuo',
    startDate: '2026-11-01',
    status: 'active',
    version: 1,
    createdAt: PLACEHOLDERS.date,
  } as never)

const ENTRIES_OF_CLIENT = 2

const auditEntry = (data: Database, n: number, shard: number) =>
  data.auditEntries.put({
    auditId: `aud_bench-${n}-${PLACEHOLDERS.number}`,
    month: PLACEHOLDERS.month,
    createdAt: PLACEHOLDERS.date,
    action: 'QUESTIONNAIRE_SAVED',
    userId: personal.userId,
    subjectId: personal.customerId,
    details: { version: 1 },
    address: '192.0.2.33',
    userAgent: 'Mozilla/5.0',
    shard,
  })

const entryOf = { customerId: personal.customerId, place: PLACEHOLDERS.date } as const

const toText = (write: { params: () => unknown }): string =>
  JSON.stringify((write.params() as { readonly Item: object }).Item)

export function createClientTemplates(data: Database) {
  return {
    everybody: [
      ...account(data),
      supplement(data, 1),
      consultation(data, { status: 'completed', startsAt: PLACEHOLDERS.date, nth: 'past' }),
    ].map(toText),
    callers: [...history(data), ...weeksTold.map((week) => checkIn(data, week))].map(toText),
    listEntries: createListEntriesByState(data, entryOf).map((each) => each.map(toText)),
    tasks: createCustomerTaskEntries(data, entryOf).map(toText),
    coming: toText(consultation(data, { status: 'scheduled', startsAt: PLACEHOLDERS.start, nth: PLACEHOLDERS.nth })),
    entries: Array.from({ length: ENTRIES_OF_CLIENT }, (_, n) =>
      Array.from({ length: AUDIT_SHARD_COUNT }, (__, shard) =>
        toText(auditEntry(data, n, shard))
          .replaceAll(/shard_\d/g, `shard_${shard}`)
          .replace(/"shard":\d/, `"shard":${shard}`),
      ),
    ),
  }
}
