import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { toUtcMonth } from '#contract/calendar-days'
import { computeAuditShard } from '../../../functions/data/audit-entry.ts'
import { toCustomerSearchLine } from '../../../functions/data/customer-search-index.ts'
import {
  createSearchPieceKeys,
  createTextPieceKeys,
  planCustomerSearch,
  toCustomerSearchText,
} from '../../../functions/data/customer-search-text.ts'
import type { Database } from '#data/database'
import { createClientTemplates, PLACEHOLDERS } from './client-templates.ts'
import { listConsultationsToCome } from './full-agenda.ts'

export const BENCH_NOW = '2026-11-20T09:00:00.000Z'

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

const ONE_TASK_IN = 10

/** Clients that call have all data of a panel; the others only what lists of everybody read. */
const MAX_CALLERS = 300
const stepsOf = (n: number, { number }: BenchClient) =>
  listConsultationsToCome(n)
    .filter(({ hasSteps }) => hasSteps)
    .flatMap(({ startsAt, nth }) =>
      Array.from({ length: 4 }, (_, quarter) => ({
        beginsAt: new Date(Date.parse(startsAt) + quarter * 900_000).toISOString(),
        holders: [`con_bench-${nth}-${number}`],
      })),
    )

function itemsOf(client: BenchClient, n: number, templates: ReturnType<typeof createClientTemplates>): object[] {
  const texts = [
    ...templates.everybody,
    ...(n < MAX_CALLERS ? templates.callers : []),
    ...(templates.listEntries[n % templates.listEntries.length] ?? []),
    ...templates.tasks.filter((_, nth) => n % ONE_TASK_IN === nth % ONE_TASK_IN),
    ...listConsultationsToCome(n).map(({ startsAt, nth }) =>
      templates.coming
        .replaceAll(PLACEHOLDERS.nth, nth)
        .replaceAll(PLACEHOLDERS.start, startsAt)
        .replaceAll(PLACEHOLDERS.start.toLowerCase(), startsAt.toLowerCase()),
    ),
    ...templates.entries.map(
      (byShard, entry) => byShard[computeAuditShard(`aud_bench-${entry}-${client.number}`)] ?? '',
    ),
  ]
  return texts.map((text) => {
    const item = JSON.parse(
      text
        .replaceAll(PLACEHOLDERS.number, client.number)
        .replaceAll(PLACEHOLDERS.month, toUtcMonth(client.createdAt))
        .replaceAll(PLACEHOLDERS.name, client.name)
        .replaceAll(PLACEHOLDERS.phone, client.phone)
        .replaceAll(PLACEHOLDERS.date, client.createdAt)
        .replaceAll(PLACEHOLDERS.date.toLowerCase(), client.createdAt.toLowerCase()),
    ) as Readonly<Record<string, unknown>>
    // JSON has no sets.
    return item['__edb_e__'] === 'user' ? { ...item, searchTexts: new Set([toUserText(client)]) } : item
  })
}

const toUserText = ({ name, email: address }: BenchClient): string => toCustomerSearchText({ name, email: address })

/** The only search items that are read; all of a hundred thousand clients would be seven million. */
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

/** Writes clients with their items directly into the table; the caller updates the counters. */
export async function seedBenchClients(
  { client, table, data }: { readonly client: DynamoDBClient; readonly table: string; readonly data: Database },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(client)
  const templates = createClientTemplates(data)
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
