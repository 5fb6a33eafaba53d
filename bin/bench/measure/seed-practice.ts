import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { toUtcMonth } from '#contract/calendar-days'
import { HEALTH_DATA_PURPOSE } from '#contract/health-consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { AUDIT_SHARD_COUNT, computeAuditShard } from '../../../functions/data/audit-entry.ts'
import { toCustomerSearchLine } from '../../../functions/data/customer-search-index.ts'
import {
  createSearchPieceKeys,
  createTextPieceKeys,
  planCustomerSearch,
  toCustomerSearchText,
} from '../../../functions/data/customer-search-text.ts'
import type { Database } from '#data/database'
import { listConsultationsToCome } from './full-agenda.ts'
import { createStandingsByState, createTaskStandings } from './seed-standings.ts'

/** The practice's present, in which everything is measured. */
export const PRESENT = '2026-11-20T09:00:00.000Z'

const FIRST_DAY = Date.UTC(2024, 0, 1)
const SPAN_MS = Date.parse('2026-11-19T09:00:00.000Z') - FIRST_DAY

export const benchSearches = { many: 'nunez', one: '0000007@' } as const

const first = ['María', 'José', 'Lucía', 'Andrés', 'Begoña', 'Íñigo', 'Carmen', 'Óscar']
const last = ['Ferrer', 'Núñez', 'Gil', 'Prado', 'Sanz', 'Ibáñez', 'Ruiz', 'Peña']

export interface BenchClient {
  readonly number: string
  readonly customerId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly createdAt: string
}

/** The nth of a practice of so many, who came over three years. */
export function describeBenchClient(n: number, of: number): BenchClient {
  const number = String(n).padStart(8, '0')
  return {
    number,
    customerId: `cus_bench-${number}`,
    userId: `usr_bench-${number}`,
    name: `${first[n % 8]} ${last[(n >> 3) % 8]} ${last[(n >> 6) % 8]}`,
    email: `cliente${number}@correo-de-ejemplo.es`,
    phone: `+34 600 ${number.slice(2)}`,
    createdAt: new Date(FIRST_DAY + Math.floor((SPAN_MS * n) / of)).toISOString(),
  }
}

/** Stand for what differs between clients, in the items of one whom ElectroDB has written as text. */
const MARK = {
  number: 'qnumberq',
  name: 'QNAMEQ',
  date: 'QDATEQ',
  month: 'qmonthq',
  phone: 'QPHONEQ',
  start: 'QSTARTQ',
  nth: 'qnthq',
} as const

const personal = { customerId: `cus_bench-${MARK.number}`, userId: `usr_bench-${MARK.number}` } as const
const email = `cliente${MARK.number}@correo-de-ejemplo.es`

const account = (data: Database) => [
  data.users.put({
    userId: personal.userId,
    email,
    firstName: MARK.name,
    lastName: '',
    birthDate: '1990-05-04',
    role: 'cliente',
    status: 'active',
    emailVerifiedAt: MARK.date,
    customerId: personal.customerId,
    createdAt: MARK.date,
  }),
  data.customers.put({
    ...personal,
    name: MARK.name,
    email,
    phone: MARK.phone,
    address: 'Calle Mayor 1, 28013 Madrid',
    notes: 'Viene por recomendación.',
    version: 1,
    createdAt: MARK.date,
  }),
  data.mails.put({
    mailId: `mai_bench-${MARK.number}`,
    customerId: personal.customerId,
    to: email,
    content: { kind: 'test', name: MARK.name, userId: personal.userId },
    status: 'sent',
    attempts: 1,
    nextAttemptAt: MARK.date,
    sentAt: MARK.date,
    createdAt: MARK.date,
  } as never),
]

const history = (data: Database) => [
  data.clientAddresses.put({ email, customerId: personal.customerId }),
  data.healthConsents.put({
    customerId: personal.customerId,
    entryId: 'hcn_bench-0001',
    recordedAt: MARK.date,
    event: 'given',
    by: 'client',
    purpose: HEALTH_DATA_PURPOSE,
    textVersion: HEALTH_CONSENT_VERSION,
    address: '192.0.2.33',
    userAgent: 'Mozilla/5.0',
  }),
  data.payments.put({
    customerId: personal.customerId,
    orderId: `ord_bench-${MARK.number}`,
    paymentId: `pay_bench-${MARK.number}`,
    concept: 'Primera consulta',
    amountCents: 8000,
    refundedCents: 0,
    currency: 'eur',
    status: 'completed',
    paidAt: MARK.date,
    receiptNumber: `2026-${MARK.number}`,
  }),
  data.questionnaires.put({
    customerId: personal.customerId,
    answers: { height: 170, weight: 64, healthGoals: ['Dormir mejor'], digestiveIssues: ['Hinchazón'] },
    version: 1,
    savedAt: MARK.date,
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
    consultationId: `con_bench-${nth}-${MARK.number}`,
    startsAt,
    durationMinutes: 60,
    type: 'general',
    status,
    sequence: 0,
    toConfirm: false,
    version: 1,
    createdAt: MARK.date,
  } as never)

const supplement = (data: Database, n: number) =>
  data.clientSupplements.put({
    customerId: personal.customerId,
    clientSupplementId: `csu_bench-${n}-${MARK.number}`,
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
    createdAt: MARK.date,
  } as never)

const ENTRIES_OF_CLIENT = 2

const auditEntry = (data: Database, n: number, shard: number) =>
  data.auditEntries.put({
    auditId: `aud_bench-${n}-${MARK.number}`,
    month: MARK.month,
    createdAt: MARK.date,
    action: 'QUESTIONNAIRE_SAVED',
    userId: personal.userId,
    subjectId: personal.customerId,
    details: { version: 1 },
    address: '192.0.2.33',
    userAgent: 'Mozilla/5.0',
    shard,
  })

const standingOf = { customerId: personal.customerId, place: MARK.date } as const

/** Of so many clients one waits for each kind of task. */
const ONE_TASK_IN = 10

/** Whoever calls has all that a panel shows; of the others stands what lists of everybody go through. */
const MAX_CALLERS = 300

const toText = (write: { params: () => unknown }): string =>
  JSON.stringify((write.params() as { readonly Item: object }).Item)

function createTemplates(data: Database) {
  return {
    everybody: [
      ...account(data),
      supplement(data, 1),
      consultation(data, { status: 'completed', startsAt: MARK.date, nth: 'past' }),
    ].map(toText),
    callers: [...history(data), ...weeksTold.map((week) => checkIn(data, week))].map(toText),
    standings: createStandingsByState(data, standingOf).map((each) => each.map(toText)),
    tasks: createTaskStandings(data, standingOf).map(toText),
    coming: toText(consultation(data, { status: 'scheduled', startsAt: MARK.start, nth: MARK.nth })),
    entries: Array.from({ length: ENTRIES_OF_CLIENT }, (_, n) =>
      Array.from({ length: AUDIT_SHARD_COUNT }, (__, shard) =>
        toText(auditEntry(data, n, shard))
          .replaceAll(/shard_\d/g, `shard_${shard}`)
          .replace(/"shard":\d/, `"shard":${shard}`),
      ),
    ),
  }
}

const stepsOf = (n: number, { number }: BenchClient) =>
  listConsultationsToCome(n)
    .filter(({ hasSteps }) => hasSteps)
    .flatMap(({ startsAt, nth }) =>
      Array.from({ length: 4 }, (_, quarter) => ({
        beginsAt: new Date(Date.parse(startsAt) + quarter * 900_000).toISOString(),
        holders: [`con_bench-${nth}-${number}`],
      })),
    )

function itemsOf(client: BenchClient, n: number, templates: ReturnType<typeof createTemplates>): object[] {
  const texts = [
    ...templates.everybody,
    ...(n < MAX_CALLERS ? templates.callers : []),
    ...(templates.standings[n % templates.standings.length] ?? []),
    ...templates.tasks.filter((_, nth) => n % ONE_TASK_IN === nth),
    ...listConsultationsToCome(n).map(({ startsAt, nth }) =>
      templates.coming
        .replaceAll(MARK.nth, nth)
        .replaceAll(MARK.start, startsAt)
        .replaceAll(MARK.start.toLowerCase(), startsAt.toLowerCase()),
    ),
    ...templates.entries.map(
      (byShard, entry) => byShard[computeAuditShard(`aud_bench-${entry}-${client.number}`)] ?? '',
    ),
  ]
  return texts.map((text) => {
    const item = JSON.parse(
      text
        .replaceAll(MARK.number, client.number)
        .replaceAll(MARK.month, toUtcMonth(client.createdAt))
        .replaceAll(MARK.name, client.name)
        .replaceAll(MARK.phone, client.phone)
        .replaceAll(MARK.date, client.createdAt)
        .replaceAll(MARK.date.toLowerCase(), client.createdAt.toLowerCase()),
    ) as Readonly<Record<string, unknown>>
    // JSON has no sets.
    return item['__edb_e__'] === 'user' ? { ...item, searchTexts: new Set([toUserText(client)]) } : item
  })
}

const toUserText = ({ name, email: address }: BenchClient): string => toCustomerSearchText({ name, email: address })

/** All pieces of a hundred thousand clients would be seven million items: these are what the searches read. */
const piecesSearched = new Set([
  'name',
  'without-date',
  'without-name',
  ...Object.values(benchSearches).flatMap((search) =>
    planCustomerSearch(search).flatMap((ranges) => ranges.map(({ piece }) => piece)),
  ),
])

async function seedSearch(data: Database, clients: readonly BenchClient[]): Promise<void> {
  const lines = clients.map(toCustomerSearchLine)
  await data.searchLines.put(lines.map((line) => ({ ...line, indexed: [line.text] }))).go({ concurrent: 10 })
  const pieces = lines.flatMap(({ customerId, createdAt, text }) =>
    createSearchPieceKeys({ customerId, createdAt, text })
      .filter(({ piece }) => piecesSearched.has(piece))
      .map((key) => ({ ...key, createdAt, text })),
  )
  await data.searchPieces.put(pieces).go({ concurrent: 10 })
  const ofUsers = clients.flatMap((client) => {
    const { userId, createdAt } = client
    const text = toUserText(client)
    return createTextPieceKeys(text, userId)
      .filter(({ piece }) => piecesSearched.has(piece))
      .map((key) => ({ ...key, createdAt, text }))
  })
  await data.userSearchPieces.put(ofUsers).go({ concurrent: 10 })
}

const BATCH = 25
const BATCHES_AT_ONCE = 16
const CLIENTS_AT_ONCE = 400

/** Writes clients with all that belongs to them straight into the table; the counts are the caller's. */
export async function seedBenchClients(
  { client, table, data }: { readonly client: DynamoDBClient; readonly table: string; readonly data: Database },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(client)
  const templates = createTemplates(data)
  const write = (items: readonly object[]) =>
    documents.send(
      new BatchWriteCommand({ RequestItems: { [table]: items.map((Item) => ({ PutRequest: { Item } })) } }),
    )
  for (let begun = from; begun < to; begun += CLIENTS_AT_ONCE) {
    const clients = Array.from({ length: Math.min(CLIENTS_AT_ONCE, to - begun) }, (_, n) =>
      describeBenchClient(begun + n, to),
    )
    const items = clients.flatMap((each, n) => itemsOf(each, begun + n, templates))
    const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, n) =>
      items.slice(n * BATCH, (n + 1) * BATCH),
    )
    for (let sent = 0; sent < batches.length; sent += BATCHES_AT_ONCE)
      await Promise.all(batches.slice(sent, sent + BATCHES_AT_ONCE).map(write))
    const steps = clients.flatMap((each, n) => stepsOf(begun + n, each))
    if (steps.length > 0) await data.agendaSteps.put(steps).go()
    await seedSearch(data, clients)
  }
}
