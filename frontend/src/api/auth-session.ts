import { loadAmplify, isGoogleSignInWindow } from './amplify.ts'
import { emitAuthEvent } from './auth-events.ts'
import { sessionRenewal } from './session-renewal.ts'
import { clearStoredTokens, hasStoredSession } from './session-storage.ts'
import { readClockDriftMs, readStoredTokens, type SessionTokens } from './stored-tokens.ts'

export interface AuthSession {
  readonly userId: string
  readonly email: string
  /** Epoch milliseconds by this device's clock. */
  readonly expiresAt: number
}

interface TokenOptions {
  readonly forceRefresh?: boolean
  /** Cognito passes it to our triggers; keys as in the contract. */
  readonly clientMetadata?: Record<string, string>
}

async function tokens(asked: TokenOptions = {}): Promise<SessionTokens | undefined> {
  // In the Google sign-in window, wait for the tokens of that sign-in.
  const stored = asked.forceRefresh || isGoogleSignInWindow() ? undefined : readStoredTokens()
  if (stored) return stored
  const { fetchAuthSession } = await loadAmplify()
  return (await fetchAuthSession(asked)).tokens
}

export async function getAccessToken(): Promise<{ readonly userId: string; readonly text: string } | undefined> {
  if (!hasStoredSession()) await sessionRenewal.settled()
  if (!hasStoredSession()) return undefined
  const accessToken = (await tokens())?.accessToken
  return accessToken && { userId: accessToken.payload.sub ?? '', text: accessToken.toString() }
}

export const readAuthSession = async (asked?: TokenOptions): Promise<AuthSession | null> =>
  toSession(await tokens(asked))

/** Does not refresh expired tokens: that would use up the refresh token that a second tab is about to use. */
export const readStoredSession = (): AuthSession | null => toSession(readStoredTokens())

/** Amplify's network error, or a `TypeError` of a failed download of Amplify. */
export const isCognitoUnreachable = (error: unknown): boolean =>
  error instanceof Error && ['NetworkError', 'TypeError'].includes(error.name)

/**
 * Keeps a user signed in while tokens cannot be refreshed: only Cognito can end a session, and Amplify keeps the tokens
 * until it does.
 */
export const readKnownSession = (): Promise<AuthSession | null> =>
  readAuthSession().catch((error: unknown) => (isCognitoUnreachable(error) ? toSession(readStoredTokens(true)) : null))

function toSession(found: SessionTokens | undefined): AuthSession | null {
  if (!found) return null
  const { sub = '', exp = 0 } = found.accessToken.payload
  const email = found.idToken?.payload['email']
  return { userId: sub, email: typeof email === 'string' ? email : '', expiresAt: exp * 1000 - readClockDriftMs() }
}

/** Without an answer the old tokens stay in use until they expire. */
export const renewTokenClaims = (clientMetadata?: Record<string, string>): Promise<unknown> =>
  readAuthSession({ forceRefresh: true, ...(clientMetadata && { clientMetadata }) }).catch(() => undefined)

/** Ends the session in this browser only; `signOutBrowser` also ends it at the servers. */
export function clearAuthSession(): void {
  clearStoredTokens()
  emitAuthEvent('signedOut')
  sessionRenewal.end()
}
