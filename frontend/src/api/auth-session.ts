import { loadAmplify, isGoogleSignInWindow } from './amplify.ts'
import { emitAuthEvent } from './auth-events.ts'
import { sessionRenewal } from './session-renewal.ts'
import { clearStoredTokens, hasStoredSession } from './session-storage.ts'
import { readStoredTokens, type SessionTokens } from './stored-tokens.ts'

export interface AuthSession {
  readonly userId: string
  readonly email: string
  readonly expiresAt: number
}

interface TokenOptions {
  readonly forceRefresh?: boolean
  /** Passed by Cognito to our triggers; keys as in the contract. */
  readonly clientMetadata?: Record<string, string>
}

async function tokens(asked: TokenOptions = {}): Promise<SessionTokens | undefined> {
  // In the window of a visit to Google the tokens of that visit are waited for.
  const stored = asked.forceRefresh || isGoogleSignInWindow() ? undefined : readStoredTokens()
  if (stored) return stored
  const { fetchAuthSession } = await loadAmplify()
  return (await fetchAuthSession(asked)).tokens
}

/** With the user whose it is. */
export async function getAccessToken(): Promise<{ readonly userId: string; readonly text: string } | undefined> {
  if (!hasStoredSession()) await sessionRenewal.settled()
  if (!hasStoredSession()) return undefined
  const accessToken = (await tokens())?.accessToken
  return accessToken && { userId: accessToken.payload.sub ?? '', text: accessToken.toString() }
}

export const readAuthSession = async (asked?: TokenOptions): Promise<AuthSession | null> =>
  toSession(await tokens(asked))

/** Without asking for other tokens where these have ended: that would spend the token with which a second tab asks. */
export const readStoredSession = (): AuthSession | null => toSession(readStoredTokens())

/** Whether Cognito could not be reached, as Amplify says, or the code that asks it, which browsers call a `TypeError`. */
export const isCognitoUnreachable = (error: unknown): boolean =>
  error instanceof Error && ['NetworkError', 'TypeError'].includes(error.name)

/**
 * Whoever has signed in here stays known while tokens cannot be renewed: only Cognito can say that a session has ended, and
 * Amplify keeps the tokens until it does.
 */
export const readKnownSession = (): Promise<AuthSession | null> =>
  readAuthSession().catch((error: unknown) => (isCognitoUnreachable(error) ? toSession(readStoredTokens(true)) : null))

function toSession(found: SessionTokens | undefined): AuthSession | null {
  if (!found) return null
  const { sub = '', exp = 0 } = found.accessToken.payload
  const email = found.idToken?.payload['email']
  return { userId: sub, email: typeof email === 'string' ? email : '', expiresAt: exp * 1000 }
}

/**
 * Fetches tokens with the current claims of the account. Without an answer the old tokens stay in use until they
 * expire.
 */
export const renewTokenClaims = (clientMetadata?: Record<string, string>): Promise<unknown> =>
  readAuthSession({ forceRefresh: true, ...(clientMetadata && { clientMetadata }) }).catch(() => undefined)

/** Does not ask the server, which has already ended the session or cannot be reached. */
export function clearAuthSession(): void {
  clearStoredTokens()
  emitAuthEvent('signedOut')
  sessionRenewal.end()
}
