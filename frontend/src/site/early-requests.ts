/**
 * Sends the first requests of the client's panel while its code is still loading: on a slow phone they would otherwise
 * start a second later. Inlined into the document, so it imports nothing large; src/api/early-responses.ts hands the
 * answers on.
 */
import { addDays, mondayOf, toViewerDay } from '#contract/calendar-days'
import { readStoredTokens } from '../api/stored-tokens.ts'
import { API_TIMEOUT_MS, type EarlyResponses } from '../api/early-responses.ts'

function listEarlyAddresses(): readonly string[] {
  const monday = mondayOf(toViewerDay(new Date()))
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
  // Without storage there is no session; the page sends its requests itself.
}
