import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import type { RecordOpening } from '#contract/record-openings'
import type { AuditLine } from '#data/audit-months'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'

type People = ReadonlyMap<string, EntityItem<Entities['users']>>

/** Who opened them, as they are called now. */
export async function peopleIn(lines: readonly AuditLine[], { users }: Data): Promise<People> {
  const ids = [...new Set(lines.map(({ userId }) => userId))]
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(found.map((user) => [user.userId, user]))
}

const ofEveryClient: Readonly<Partial<Record<AuditAction, RecordOpening['part']>>> = {
  CUSTOMERS_EXPORTED: 'export',
  CLIENT_LIST_OPENED: 'list',
}

/** An entry as the client reads it: nobody's address or id. */
export function toOpening(
  { auditId, createdAt, action, details, userId }: AuditLine,
  people: People,
): Omit<RecordOpening, 'question'> {
  const user = people.get(userId)
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  return {
    auditId,
    at: createdAt,
    name: name || null,
    role: user?.role === 'administrador' && user.status !== 'deleted' ? user.role : null,
    part: ofEveryClient[action] ?? (details as { part: RecordOpening['part'] }).part,
  }
}
