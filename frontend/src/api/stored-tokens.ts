import { getTokenStorage, buildTokenStorageKey } from './session-storage.ts'

interface Payload {
  readonly sub?: string
  readonly exp?: number
  readonly email?: unknown
}

interface Token {
  readonly payload: Payload
  readonly toString: () => string
}

export interface SessionTokens {
  readonly accessToken: Token
  readonly idToken?: Token | undefined
}

/** The same tolerance as Amplify: a token must not expire while the request is on its way. */
const toleranceMs = 5000

/** Not verified here: our API and Cognito verify the signature. */
function tokenOf(jwt: string): Token {
  const [, body = ''] = jwt.split('.')
  const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  return { payload: JSON.parse(new TextDecoder().decode(bytes)) as Payload, toString: () => jwt }
}

export function readRefreshToken(): string | null {
  const storage = getTokenStorage()
  return storage.read(buildTokenStorageKey(storage, 'refreshToken'))
}

/** By how much Cognito's clock is ahead of this device's, as Amplify measured at the last tokens. */
export function readClockDriftMs(): number {
  const storage = getTokenStorage()
  return Number(storage.read(buildTokenStorageKey(storage, 'clockDrift'))) || 0
}

/**
 * Undefined if missing, unreadable or expired.
 * @param evenExpired also returns expired tokens, which still identify the user
 */
export function readStoredTokens(evenExpired = false): SessionTokens | undefined {
  const storage = getTokenStorage()
  const [access, id] = ['accessToken', 'idToken'].map((name) => storage.read(buildTokenStorageKey(storage, name)))
  if (!access || !id) return undefined
  try {
    const tokens = { accessToken: tokenOf(access), idToken: tokenOf(id) }
    const isOver = ({ payload }: Token) => Date.now() + readClockDriftMs() + toleranceMs > (payload.exp ?? 0) * 1000
    return !evenExpired && Object.values(tokens).some(isOver) ? undefined : tokens
  } catch {
    return undefined
  }
}
