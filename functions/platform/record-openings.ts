import type { Endpoint } from '#contract/endpoint'
import { ALL_CLIENTS_AUDIT_SUBJECT, RECORD_OPENING_DEDUPE_MINUTES } from '#contract/record-parts'
import { toEpochSeconds } from '#data/table'
import type { Actor, RegisteringActor, AnonymousCaller } from './actor.ts'
import { appendAuditEntry } from './audit.ts'
import type { ActionServices } from './services.ts'

interface Asked {
  readonly actor: Actor | RegisteringActor | AnonymousCaller
  readonly params?: unknown
  readonly query?: unknown
}

/** A transaction takes 100 writes and needs two for each client. */
const CLIENTS_AT_ONCE = 40

/** Runs before the reply is sent: an opening that cannot be logged is a fault, and nothing is shown. */
export async function auditRecordOpenings(
  { opens }: Pick<Endpoint, 'opens'>,
  { actor, params, query }: Asked,
  reply: unknown,
  services: ActionServices,
): Promise<void> {
  if (!('role' in actor) || actor.role !== 'administrador') return
  const part = typeof opens === 'function' ? opens((query ?? {}) as Fields) : opens
  if (part === undefined || part === 'nothing' || part === 'export') return
  const clients =
    part === 'list'
      ? [ALL_CLIENTS_AUDIT_SUBJECT]
      : clientsIn({ params, query, reply }).filter((id) => id !== actor.customerId)
  const parts = Array.from({ length: Math.ceil(clients.length / CLIENTS_AT_ONCE) }, (_, at) =>
    clients.slice(at * CLIENTS_AT_ONCE, (at + 1) * CLIENTS_AT_ONCE),
  )
  await Promise.all(parts.map((some) => noteOnce({ actor, part, clients: some }, services)))
}

type Fields = Readonly<Record<string, unknown>>

function clientsIn({ params, query, reply }: Readonly<Record<'params' | 'query' | 'reply', unknown>>): string[] {
  const { items } = (reply ?? {}) as { readonly items?: unknown }
  const named = [params, query, reply, ...(Array.isArray(items) ? (items as unknown[]) : [])].map(
    (each) => (each as Fields | null | undefined)?.['customerId'],
  )
  return [...new Set(named)].filter((id) => typeof id === 'string')
}

interface Opening {
  readonly actor: Actor
  readonly part: string
  readonly clients: readonly string[]
}

async function noteOnce({ actor, part, clients }: Opening, services: ActionServices): Promise<void> {
  const { data, now } = services
  const { userId } = actor
  const openedAt = now().toISOString()
  const since = new Date(now().getTime() - RECORD_OPENING_DEDUPE_MINUTES * 60_000).toISOString()
  const { data: known } = await data.recordOpenings
    .get(clients.map((customerId) => ({ customerId, userId, part })))
    .go()
  const noted = new Set(known.filter((each) => each.openedAt > since).map(({ customerId }) => customerId))
  const due = clients.filter((customerId) => !noted.has(customerId))
  if (due.length === 0) return

  const expiresAtEpoch = toEpochSeconds(now()) + RECORD_OPENING_DEDUPE_MINUTES * 60
  const { written } = await data.transact((entities) => ({
    openings: due.map((customerId) => [
      entities.recordOpenings
        .put({ customerId, userId, part, openedAt, expiresAtEpoch })
        .where((stored, { notExists, lte }) => `${notExists(stored.openedAt)} OR ${lte(stored.openedAt, since)}`)
        .commit(),
      appendAuditEntry(entities, { ...entryOf(part), by: userId, subjectId: customerId, caller: actor }, services),
    ]),
  }))
  if (!written) await noteOnce({ actor, part, clients: due }, services)
}

const entryOf = (part: string) =>
  part === 'list'
    ? ({ action: 'CLIENT_LIST_OPENED' } as const)
    : ({ action: 'CLIENT_DATA_OPENED', details: { part } } as const)
