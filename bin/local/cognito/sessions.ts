import { randomBytes } from 'node:crypto'
import { StandInServiceError } from '../json-protocol.ts'
import type { DocumentStore } from '../document-store.ts'
import type { SrpServerState } from './srp.ts'

/** `AuthSessionValidity` of the app client. */
const LIFETIME_MS = 15 * 60_000
const MAX_WRONG_CODES = 5

export const SIGN_IN_CHALLENGES = ['PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA'] as const
export type SignInChallengeName = (typeof SIGN_IN_CHALLENGES)[number]

export interface ChallengeSession {
  readonly challenge: SignInChallengeName
  readonly username: string
  readonly expiresAt: number
  readonly wrongCodes: number
  /** The name as typed, which may be an alias. */
  readonly typedName: string
  readonly srp?: SrpServerState
}

export type ChallengeSessionStore = ReturnType<typeof openChallengeSessionStore>

export function openChallengeSessionStore(store: DocumentStore, now: () => number) {
  const sessions = store.collection<ChallengeSession & { readonly id: string }>('cognito-sessions')

  return {
    open(session: Omit<ChallengeSession, 'expiresAt' | 'wrongCodes'>): string {
      for (const old of sessions.all()) if (old.expiresAt <= now()) sessions.delete(old.id)
      const id = randomBytes(96).toString('base64')
      sessions.put(id, { ...session, id, wrongCodes: 0, expiresAt: now() + LIFETIME_MS })
      return id
    },

    /**
     * Consumes the session: it can be answered once.
     * @throws StandInServiceError NotAuthorizedException for a forged, used or expired session or one of another challenge
     */
    take(id: unknown, challenge: SignInChallengeName): ChallengeSession {
      const session = typeof id === 'string' ? sessions.get(id) : undefined
      if (!session || session.challenge !== challenge) {
        throw new StandInServiceError('NotAuthorizedException', 'Invalid session for the user.')
      }
      sessions.delete(session.id)
      if (session.expiresAt <= now()) {
        throw new StandInServiceError('NotAuthorizedException', 'Invalid session for the user, session is expired.')
      }
      return session
    },

    giveBack(id: string, session: ChallengeSession): void {
      const wrongCodes = session.wrongCodes + 1
      if (wrongCodes < MAX_WRONG_CODES) sessions.put(id, { ...session, id, wrongCodes })
    },
  }
}
