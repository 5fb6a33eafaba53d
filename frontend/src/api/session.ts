import { amplify, isGoogleWindow } from './amplify.ts'
import { emitAuthEvent } from './auth-events.ts'
import { clearTokens, sessionMayExist } from './session-storage.ts'
import { storedTokens, type Tokens } from './stored-tokens.ts'

/** Who the tokens of this browser name. What that person may do is asked of the API. */
export interface Session {
  readonly userId: string
  readonly email: string
  /** When the access token ends, in milliseconds of the epoch. */
  readonly expiresAt: number
}

interface TokenOptions {
  readonly forceRefresh?: boolean
  /** What Cognito hands on to our triggers, by the names of the contract. */
  readonly clientMetadata?: Record<string, string>
}

async function tokens(asked: TokenOptions = {}): Promise<Tokens | undefined> {
  // In the window of a visit to Google the tokens of that visit are waited for.
  const stored = asked.forceRefresh || isGoogleWindow() ? undefined : storedTokens()
  if (stored) return stored
  const { fetchAuthSession } = await amplify()
  return (await fetchAuthSession(asked)).tokens
}

/** The access token to send, or undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  if (!sessionMayExist()) return undefined
  return (await tokens())?.accessToken.toString()
}

/** The session of this browser, or null. */
export async function readSession(asked?: TokenOptions): Promise<Session | null> {
  const found = await tokens(asked)
  if (!found) return null
  const { sub = '', exp = 0 } = found.accessToken.payload
  const email = found.idToken?.payload['email']
  return { userId: sub, email: typeof email === 'string' ? email : '', expiresAt: exp * 1000 }
}

/** Fetches tokens whose rights match what the account is now. Without an answer the old ones go on until they end. */
export const refreshClaims = (clientMetadata?: Record<string, string>): Promise<unknown> =>
  readSession({ forceRefresh: true, ...(clientMetadata && { clientMetadata }) }).catch(() => undefined)

/** Forgets the session here without asking the server, which has ended it already or cannot be reached. */
export function clearSession(): void {
  clearTokens()
  emitAuthEvent('signedOut')
}
