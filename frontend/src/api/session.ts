import { amplify, isGoogleWindow } from './amplify.ts'
import { emitAuthEvent } from './auth-events.ts'
import { clearTokens, sessionMayExist } from './session-storage.ts'
import { storedTokens, type Tokens } from './stored-tokens.ts'

export interface Session {
  readonly userId: string
  readonly email: string
  readonly expiresAt: number
}

interface TokenOptions {
  readonly forceRefresh?: boolean
  /** Passed by Cognito to our triggers; keys as in the contract. */
  readonly clientMetadata?: Record<string, string>
}

async function tokens(asked: TokenOptions = {}): Promise<Tokens | undefined> {
  // In the window of a visit to Google the tokens of that visit are waited for.
  const stored = asked.forceRefresh || isGoogleWindow() ? undefined : storedTokens()
  if (stored) return stored
  const { fetchAuthSession } = await amplify()
  return (await fetchAuthSession(asked)).tokens
}

export async function accessToken(): Promise<string | undefined> {
  if (!sessionMayExist()) return undefined
  return (await tokens())?.accessToken.toString()
}

export async function readSession(asked?: TokenOptions): Promise<Session | null> {
  const found = await tokens(asked)
  if (!found) return null
  const { sub = '', exp = 0 } = found.accessToken.payload
  const email = found.idToken?.payload['email']
  return { userId: sub, email: typeof email === 'string' ? email : '', expiresAt: exp * 1000 }
}

/**
 * Fetches tokens with the current claims of the account. Without an answer the old tokens stay in use until they
 * expire.
 */
export const refreshClaims = (clientMetadata?: Record<string, string>): Promise<unknown> =>
  readSession({ forceRefresh: true, ...(clientMetadata && { clientMetadata }) }).catch(() => undefined)

/** Does not ask the server, which has already ended the session or cannot be reached. */
export function clearSession(): void {
  clearTokens()
  emitAuthEvent('signedOut')
}
