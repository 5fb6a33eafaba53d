import { randomBytes } from 'node:crypto'
import { ServiceError } from '../json-protocol.ts'
import type { Store } from '../store.ts'
import type { SrpState } from './srp.ts'

/** `AuthSessionValidity` of the app client. */
const LIFETIME_MS = 15 * 60_000
const MAX_WRONG_CODES = 5

export const CHALLENGES = ['PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA'] as const
export type ChallengeName = (typeof CHALLENGES)[number]

export interface Session {
  readonly challenge: ChallengeName
  readonly username: string
  readonly expiresAt: number
  readonly wrongCodes: number
  /** The name as typed, which may be an alias. */
  readonly typedName: string
  readonly srp?: SrpState
}

export type Sessions = ReturnType<typeof openSessions>

export function openSessions(store: Store, now: () => number) {
  const sessions = store.collection<Session & { readonly id: string }>('cognito-sessions')

  return {
    open(session: Omit<Session, 'expiresAt' | 'wrongCodes'>): string {
      for (const old of sessions.all()) if (old.expiresAt <= now()) sessions.delete(old.id)
      const id = randomBytes(96).toString('base64')
      sessions.put(id, { ...session, id, wrongCodes: 0, expiresAt: now() + LIFETIME_MS })
      return id
    },

    /**
     * Consumes the session: it can be answered once.
     * @throws ServiceError NotAuthorizedException for a forged, used or expired session or one of another challenge
     */
    take(id: unknown, challenge: ChallengeName): Session {
      const session = typeof id === 'string' ? sessions.get(id) : undefined
      if (!session || session.challenge !== challenge) {
        throw new ServiceError('NotAuthorizedException', 'Invalid session for the user.')
      }
      sessions.delete(session.id)
      if (session.expiresAt <= now()) {
        throw new ServiceError('NotAuthorizedException', 'Invalid session for the user, session is expired.')
      }
      return session
    },

    /** Restores a session after a wrong code, up to a number of attempts. */
    giveBack(id: string, session: Session): void {
      const wrongCodes = session.wrongCodes + 1
      if (wrongCodes < MAX_WRONG_CODES) sessions.put(id, { ...session, id, wrongCodes })
    },
  }
}
