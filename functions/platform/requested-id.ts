import { createHash } from 'node:crypto'
import type { Actor } from './actor.ts'

interface Requested {
  readonly actor: Actor
  readonly customerId?: string
  readonly requestId: string
}

/** Stable per user, client and request, so that a repeated request makes the same item and users cannot collide. */
export function toRequestedId(
  prefix: 'csu' | 'csg' | 'tpl',
  { actor, customerId, requestId }: Requested,
  ...parts: readonly (string | number)[]
): string {
  const hash = createHash('sha256').update(
    [actor.userId, ...(customerId ? [customerId] : []), requestId, ...parts].join(' '),
  )
  return `${prefix}_${hash.digest('hex').slice(0, 32)}`
}
