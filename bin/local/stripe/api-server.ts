import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type StripeStandInState, createStripeId } from './stripe-stand-in-state.ts'
import { expireDueLocalCheckouts } from './checkout.ts'
import { expandStripeReply } from './expand.ts'
import { type StripeFormBody, parseStripeFormBody } from './form-body.ts'
import { findStripeRoute } from './routes.ts'
import { castJsonValue } from '../json-protocol.ts'
import { type StripeErrorBody, StripeStandInError, StripeValidationError } from './stripe-stand-in-error.ts'

export interface StripeApiServerOptions {
  readonly account: StripeStandInState
  readonly apiKey: string
  readonly apiVersion: string
  readonly keyClock: () => Date
  readonly forgetsKeys: () => boolean
  /** Events published during `work` refer to this request. */
  readonly during: <R>(request: { id: string; idempotency_key: string | null }, work: () => R) => R
}

/** Stripe expires idempotency keys after a day. */
const keyLifeSeconds = 24 * 60 * 60
const longestKey = 255

export function createStripeApiServer(
  api: StripeApiServerOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const inUse = new Set<string>()
  return async (request, response) => {
    const key = header(request, 'idempotency-key')
    response.setHeader('request-id', createStripeId('req'))
    response.setHeader('stripe-version', api.apiVersion)
    if (key) response.setHeader('idempotency-key', key)
    try {
      send(response, 200, await reply(api, inUse, request, response))
    } catch (error) {
      const { status, body } = error instanceof StripeStandInError ? error : fault(error)
      send(response, status, body)
    }
  }
}

function fault(error: unknown): StripeStandInError {
  console.error(error)
  return new StripeStandInError(500, 'Something went wrong in the stand-in; its log says what.', {}, 'api_error')
}

async function reply(
  api: StripeApiServerOptions,
  inUse: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<object> {
  authorise(request, api.apiKey)
  expireDueLocalCheckouts(api.account)
  const key = request.method === 'POST' ? header(request, 'idempotency-key') : null
  if (key === null) return carryOut(api, request, await formOf(request), String(response.getHeader('request-id')))
  if (key.length > longestKey) {
    throw new StripeStandInError(400, `The idempotency key must be at most ${longestKey} characters.`)
  }
  if (inUse.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key (${key}).`
    throw new StripeStandInError(409, message, { code: 'idempotency_key_in_use' }, 'idempotency_error')
  }
  inUse.add(key)
  try {
    const form = await formOf(request)
    return once(api, { key, request, form, response }, () =>
      carryOut(api, request, form, String(response.getHeader('request-id'))),
    )
  } finally {
    inUse.delete(key)
  }
}

interface Keyed {
  readonly key: string
  readonly request: IncomingMessage
  readonly form: StripeFormBody
  readonly response: ServerResponse
}

/**
 * Executes a request the first time its key is used, and repeats the reply after that, errors included. A request that
 * was refused before it was executed is not stored.
 */
function once(
  { account, keyClock, forgetsKeys }: StripeApiServerOptions,
  { key, request, form, response }: Keyed,
  work: () => object,
): object {
  const at = Math.floor(keyClock().getTime() / 1000)
  const fingerprint = sha256(JSON.stringify([request.method, request.url, form]))
  const known = account.replies.get(key)
  if (known && (known.at + keyLifeSeconds > at || !forgetsKeys())) {
    if (known.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      throw new StripeStandInError(400, message, {}, 'idempotency_error')
    }
    response.setHeader('idempotent-replayed', 'true')
    return known.status === undefined ? known.body : throwStored(known.status, castJsonValue(known.body))
  }
  try {
    return account.store.transaction(() => {
      const body = work()
      account.replies.put(key, { fingerprint, at, body })
      return body
    })
  } catch (error) {
    if (error instanceof StripeStandInError && !(error instanceof StripeValidationError))
      account.replies.put(key, { fingerprint, at, status: error.status, body: error.body })
    throw error
  }
}

function throwStored(status: number, { error: { message, type, ...details } }: StripeErrorBody): never {
  throw new StripeStandInError(status, message, details, type)
}

function carryOut(
  api: StripeApiServerOptions,
  request: IncomingMessage,
  form: StripeFormBody,
  requestId: string,
): object {
  const { account } = api
  const { expand, ...params } = form
  const { answer, id } = findStripeRoute(request.method ?? 'GET', pathOf(request))
  return api.during({ id: requestId, idempotency_key: header(request, 'idempotency-key') }, () =>
    account.store.transaction(() => expandStripeReply(account, answer(account, params, id), pathsOf(expand))),
  )
}

function pathsOf(expand: StripeFormBody[string] | undefined): string[] {
  if (expand === undefined) return []
  if (!Array.isArray(expand)) throw new StripeStandInError(400, 'Invalid array', { param: 'expand' })
  return expand.filter((path) => typeof path === 'string')
}

async function formOf(request: IncomingMessage): Promise<StripeFormBody> {
  if (request.method === 'POST') return parseStripeFormBody(await textOf(request))
  return parseStripeFormBody((request.url ?? '').split('?')[1] ?? '')
}

function authorise(request: IncomingMessage, apiKey: string): void {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ')
  if (credentials === '') {
    throw new StripeStandInError(
      401,
      'You did not provide an API key. Use the Authorization header: Bearer YOUR_SECRET_KEY.',
    )
  }
  const given = scheme === 'Basic' ? (atob(credentials).split(':')[0] ?? '') : credentials
  // timingSafeEqual needs equal lengths, as digests have.
  if (!timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(apiKey)))) {
    throw new StripeStandInError(401, `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`)
  }
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? ''
}

function sha256(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body, null, 2))
}
