import { amplify } from './amplify.ts'
import { announce, tellOtherTabs } from './auth-events.ts'
import { eraseTokens, sessionMayExist } from './session-storage.ts'

/** Who the tokens of this browser name. What that person may do is asked of the API. */
export interface Session {
  readonly userId: string
  readonly email: string
  /** When the access token ends, in milliseconds of the epoch. */
  readonly expiresAt: number
}

async function tokens(forceRefresh = false) {
  const { fetchAuthSession } = await amplify()
  return (await fetchAuthSession({ forceRefresh })).tokens
}

/** The access token to send, or undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  if (!sessionMayExist()) return undefined
  return (await tokens())?.accessToken.toString()
}

/** The session of this browser, or null. */
export async function readSession({ forceRefresh = false } = {}): Promise<Session | null> {
  const found = await tokens(forceRefresh)
  if (!found) return null
  const { sub = '', exp = 0 } = found.accessToken.payload
  const email = found.idToken?.payload['email']
  return { userId: sub, email: typeof email === 'string' ? email : '', expiresAt: exp * 1000 }
}

/** Fetches tokens whose rights match what the account is now. Without an answer the old ones go on until they end. */
export const renewRights = (): Promise<unknown> => readSession({ forceRefresh: true }).catch(() => undefined)

/** Forgets the session here without asking the server, which has ended it already or cannot be reached. */
export function forgetSession(): void {
  eraseTokens()
  announce('signedOut')
}

/** Ends the session on the server, in this tab and in the others. */
export async function endSession(): Promise<void> {
  try {
    const { signOut } = await amplify()
    await signOut()
  } finally {
    tellOtherTabs()
    forgetSession()
  }
}
