import type { Endpoint, EndpointRequestInput, EndpointReply } from '#contract/endpoint'
import type { RefusalResponseBody, RefusalCode } from '#contract/refusals'
import { syncServerClock } from '../ui/server-clock.ts'
import { ApiUnreachableError, serverBusyText } from './api-error.ts'
import { getAccessToken, isCognitoUnreachable } from './auth-session.ts'
import { detectLostConnection } from './connection.ts'
import { createApiError } from './create-api-error.ts'
import { API_TIMEOUT_MS, dropEarlyResponses, takeEarlyResponse } from './early-responses.ts'
import { readSessionOwner, setSessionOwner, neverResolve, watchSessionOwner } from './session-owner.ts'

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function addressOf({ path }: Endpoint, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/api${filled}${search && `?${search}`}`
}

const noConnectionText = 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.'

function failWithoutTokens(error: unknown): never {
  if (!isCognitoUnreachable(error)) throw error
  detectLostConnection()
  throw new ApiUnreachableError(noConnectionText)
}

/** A token that another tab stored for another user is not used for this page's requests. */
async function tokenOfOwner(): Promise<string> {
  const token = await getAccessToken().catch(failWithoutTokens)
  if (!token) throw await createApiError('not-signed-in')
  const ownerId = readSessionOwner()
  if (ownerId === undefined) setSessionOwner(token.userId)
  return ownerId === undefined || ownerId === token.userId ? token.text : neverResolve()
}

async function headersOf({ allow }: Endpoint, { body }: Parts): Promise<Record<string, string>> {
  const token = allow === 'everyone' ? undefined : await tokenOfOwner()
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

async function send(endpoint: Endpoint, parts: Parts, signal: AbortSignal | undefined): Promise<Response> {
  const headers = await headersOf(endpoint, parts)
  const address = addressOf(endpoint, parts)
  if (endpoint.method !== 'GET') dropEarlyResponses(endpoint.path)
  const early = await takeEarlyResponse(address, headers['authorization'])
  if (early) return early
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS)
  try {
    return await fetch(address, {
      method: endpoint.method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    detectLostConnection()
    throw new ApiUnreachableError(
      timeout.aborted
        ? 'El servidor tarda demasiado en responder. Inténtalo de nuevo en unos minutos.'
        : noConnectionText,
    )
  }
}

/**
 * Refusals by API Gateway itself, which carry no refusal code of ours. Its 403 is an object with a message; the firewall's
 * is a page, of which the person's rights are no reason.
 */
const refusalOfStatus: Readonly<Record<number, RefusalCode>> = {
  401: 'session-ended',
  404: 'not-found',
  429: 'too-many-attempts',
}

/** Also one of a later release, which this page cannot explain. */
const isRefusal = (code: string | undefined): code is RefusalCode => code !== undefined && code !== 'fault'

async function errorOf(
  { method, path }: Endpoint,
  status: number,
  body: Partial<RefusalResponseBody> | null,
): Promise<Error> {
  const isGatewaysRefusal = status === 403 && body !== null && 'message' in body
  const ofGateway = isGatewaysRefusal ? 'not-allowed' : refusalOfStatus[status]
  const code = isRefusal(body?.code) ? body.code : ofGateway
  if (code) return createApiError(code, body?.problems, `${method} ${path}`)
  if (status === 503) return new ApiUnreachableError(serverBusyText, status)
  return new ApiUnreachableError('Algo ha fallado en nuestro servidor. Inténtalo de nuevo en unos minutos.', status)
}

/**
 * If the session's owner has left meanwhile, the promise never settles, so that the next user sees
 * neither answer nor error.
 * @throws {ApiError} when the API refuses
 * @throws {ApiUnreachableError} without a usable answer
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  given: EndpointRequestInput<E>,
  signal?: AbortSignal,
): Promise<EndpointReply<E>> {
  const hasOwnerLeft = watchSessionOwner()
  const [outcome] = await Promise.allSettled([ask(endpoint, given, signal)])
  if (endpoint.allow !== 'everyone' && hasOwnerLeft()) return neverResolve()
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function ask<E extends Endpoint>(
  endpoint: E,
  given: EndpointRequestInput<E>,
  signal: AbortSignal | undefined,
): Promise<EndpointReply<E>> {
  const response = await send(endpoint, given as Parts, signal)
  syncServerClock(response.headers.get('date'), response.headers.get('age'))
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw await errorOf(endpoint, response.status, answer as Partial<RefusalResponseBody> | null)
  const reply = endpoint.reply.safeParse(answer)
  if (!reply.success) throw new ApiUnreachableError('El servidor ha dado una respuesta inesperada.', response.status)
  return reply.data as EndpointReply<E>
}
