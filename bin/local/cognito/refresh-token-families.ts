import { createHash, randomBytes } from 'node:crypto'
import { StandInServiceError } from '../json-protocol.ts'
import type { DocumentStore } from '../document-store.ts'
import type { SignInTokenClaims } from './token-claims.ts'

const REFRESH_MS = 30 * 24 * 3_600_000
/** `RetryGracePeriodSeconds` of the app client. */
const RETRY_GRACE_MS = 10_000

/** One sign-in and the refresh tokens rotated from it. */
export interface RefreshTokenFamily extends SignInTokenClaims {
  readonly username: string
  readonly expiresAt: number
  readonly refreshTokens: readonly { readonly hash: string; readonly rotatedAt?: number }[]
}

export type RefreshTokenFamilyStore = ReturnType<typeof openRefreshTokenFamilyStore>

/** Ending a sign-in revokes its refresh tokens and its access tokens. */
export function openRefreshTokenFamilyStore(store: DocumentStore, now: () => number) {
  const signIns = store.collection<RefreshTokenFamily>('cognito-sign-ins')
  const ofToken = (refreshToken: string): RefreshTokenFamily | undefined =>
    signIns.get(refreshToken.split('.')[0] ?? '')

  /** @throws StandInServiceError NotAuthorizedException, or RefreshTokenReuseException for a token that was rotated out */
  const find = (refreshToken: string): RefreshTokenFamily => {
    const signIn = ofToken(refreshToken)
    if (!signIn) throw new StandInServiceError('NotAuthorizedException', 'Refresh Token has been revoked')
    if (signIn.expiresAt <= now()) throw new StandInServiceError('NotAuthorizedException', 'Refresh Token has expired')
    const kept = signIn.refreshTokens.find(({ hash }) => hash === hashOf(refreshToken))
    if (!kept || !isGood(kept.rotatedAt, now())) {
      throw new StandInServiceError('RefreshTokenReuseException', 'Refresh token has been invalidated by rotation')
    }
    return signIn
  }

  return {
    find,
    counts: (originJti: string): boolean => signIns.get(originJti) !== undefined,

    begin(username: string, grant: SignInTokenClaims): string {
      for (const old of signIns.all()) if (old.expiresAt <= now()) signIns.delete(old.originJti)
      const token = newToken(grant)
      const refreshTokens = [{ hash: hashOf(token) }]
      signIns.put(grant.originJti, { ...grant, username, expiresAt: now() + REFRESH_MS, refreshTokens })
      return token
    },

    /**
     * The old token stays valid for the retry grace period.
     * @returns the new one
     */
    rotate(refreshToken: string): string {
      const signIn = find(refreshToken)
      const token = newToken(signIn)
      const kept = signIn.refreshTokens
        .filter(({ rotatedAt }) => isGood(rotatedAt, now()))
        .map((one) => (one.hash === hashOf(refreshToken) ? { rotatedAt: now(), ...one } : one))
      signIns.put(signIn.originJti, { ...signIn, refreshTokens: [...kept, { hash: hashOf(token) }] })
      return token
    },

    /** Unknown tokens are no error. */
    revoke(refreshToken: string): void {
      const signIn = ofToken(refreshToken)
      if (signIn?.refreshTokens.some(({ hash }) => hash === hashOf(refreshToken))) signIns.delete(signIn.originJti)
    },

    endAllOf(username: string): void {
      store.transaction(() => {
        for (const signIn of signIns.all()) if (signIn.username === username) signIns.delete(signIn.originJti)
      })
    },
  }
}

function isGood(rotatedAt: number | undefined, now: number): boolean {
  return rotatedAt === undefined || now < rotatedAt + RETRY_GRACE_MS
}

/** Opaque to clients; begins with the id of its sign-in. */
function newToken({ originJti }: SignInTokenClaims): string {
  return `${originJti}.${randomBytes(48).toString('base64url')}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
