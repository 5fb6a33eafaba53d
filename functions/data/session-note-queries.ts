import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  parseCursorPosition,
  type PageRequest,
  readEditionCursor,
  toEditionCursor,
  toPageQueryOptions,
  toResultPage,
} from './pagination.ts'

interface Appointment {
  readonly startsAt: string
  readonly consultationId: string
}

const toCursor = ({ startsAt, consultationId }: Appointment) => `${startsAt}~${consultationId}` as const

function startOf({ cursor }: PageRequest): Appointment | undefined {
  const [startsAt, consultationId] = parseCursorPosition(cursor)
  return startsAt && consultationId ? { startsAt, consultationId } : undefined
}

export async function findSessionNotes(data: Database, customerId: string, page: PageRequest) {
  const start = startOf(page)
  const all = data.sessionNotes.query.latestFirst({ customerId })
  const rest = start ? all.between({ startsAt: LOWEST_SORT_KEY }, start) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, toCursor)
}

export async function findSessionSummaries(data: Database, customerId: string, page: PageRequest) {
  const start = startOf(page)
  const all = data.sessionSummaries.query.latestFirst({ customerId })
  const rest = start ? all.between({ startsAt: LOWEST_SORT_KEY }, start) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, toCursor)
}

export async function findSessionNotesEditions(
  data: Database,
  key: { readonly customerId: string; readonly consultationId: string },
  page: PageRequest,
) {
  const last = readEditionCursor(page)
  const all = data.sessionNotesEditions.query.byConsultation(key)
  const rest = last ? all.between({ edition: 0 }, { edition: last }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, ({ savedAt, edition }) => toEditionCursor(savedAt, edition))
}
