import type { Store } from '../store.ts'

/** A sign-in that is at Google, or back from there and waiting for the browser to fetch its tokens. */
export interface Visit {
  readonly redirectUri: string
  readonly state: string
  readonly scopes: readonly string[]
  readonly codeChallenge: string
  /** The browser's, for its ID token. */
  readonly nonce?: string | undefined
  /** The pool's own, for Google's ID token. */
  readonly googleNonce: string
  /** Known once Google has said who it is. */
  readonly username?: string
}

export type Visits = ReturnType<typeof openVisits>

const VISIT_MS = 5 * 60_000

/** Visits by an unguessable id; each can be taken once, within five minutes. */
export function openVisits(store: Store, kind: 'at-google' | 'with-code', now: () => number) {
  const visits = store.collection<Visit & { readonly expiresAt: number }>(`cognito-visits-${kind}`)
  return {
    put(id: string, visit: Visit): void {
      visits.put(id, { ...visit, expiresAt: now() + VISIT_MS })
    },
    take(id: string | null): Visit | undefined {
      const visit = visits.get(id ?? '')
      visits.delete(id ?? '')
      return visit && visit.expiresAt > now() ? visit : undefined
    },
  }
}
