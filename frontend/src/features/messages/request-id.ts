import { FORM_MEMORY_KEY_PREFIX, localStore } from '../../api/local-store.ts'

interface Request {
  readonly requestId: string
  readonly content: string
}

const keyOf = (of: string): string => `${FORM_MEMORY_KEY_PREFIX}message-request:${of}`

/**
 * The same id for a retry after a lost answer, also after a reload; a changed text gets a new one. Only a digest of the
 * content is stored. `of` is a thread, or what else is written.
 */
export async function takeRequestId(of: string, written: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(written)))
  const content = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const before = localStore.get(keyOf(of)) as Request | undefined
  if (before?.content === content) return before.requestId
  const requestId = crypto.randomUUID()
  localStore.set(keyOf(of), { requestId, content } satisfies Request)
  return requestId
}

export const forgetRequestId = (of: string): void => localStore.remove(keyOf(of))
