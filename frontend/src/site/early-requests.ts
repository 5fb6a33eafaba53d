/**
 * Asks for what the client's panel shows first while its code is still being loaded: on a slow phone the first request
 * would otherwise wait for a second. It stands within the document, so it imports nothing that is large;
 * src/api/early-responses.ts hands the answers on.
 */
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { readStoredTokens } from '../api/stored-tokens.ts'
import { API_TIMEOUT_MS, type EarlyResponses } from '../api/early-responses.ts'

function listEarlyAddresses(): readonly string[] {
  const monday = mondayOf(toPracticeDay(new Date()))
  return [
    '/api/account/session',
    '/api/supplements/mine',
    `/api/supplements/doses?from=${monday}&to=${addDays(monday, 6)}`,
    '/api/customers/current',
    '/api/customers/current/pathway',
    '/api/consultations/mine/next',
  ]
}

function startEarlyRequests(): EarlyResponses | undefined {
  const token = readStoredTokens()?.accessToken.toString()
  if (!token) return undefined
  const authorization = `Bearer ${token}`
  const ask = (address: string): [string, Promise<Response | undefined>] => [
    address,
    fetch(address, {
      headers: { accept: 'application/json', authorization },
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    }).catch(() => undefined),
  ]
  return { authorization, startedAt: performance.now(), responses: new Map(listEarlyAddresses().map(ask)) }
}

try {
  window.earlyResponses = startEarlyRequests()
} catch {
  // Without storage nobody is signed in; the page asks by itself.
}
