import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AccessDeniedError } from './authorization/access-denied-error.ts'
import { type AwsSigningKey, SignatureError } from './sigv4.ts'

export class StandInServiceError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.name = code
    this.code = code
    this.status = status
  }
}

/** `never` as input: each operation declares its SDK command's input type; bodies arrive unchecked. */
export type AwsJsonOperation = (input: never) => object | Promise<object>

/**
 * @returns the signing key
 * @throws SignatureError for an invalid IAM signature
 */
export type VerifyIamSignature = (request: IncomingMessage, body: Buffer) => AwsSigningKey

interface JsonApi {
  readonly operations: Readonly<Record<string, AwsJsonOperation>>
  /** Runs before the operation, to check signature and permissions; throws to refuse. */
  readonly admit?: (operation: string, body: Buffer, readInput: () => object) => void
}

const MAX_BODY_BYTES = 1024 * 1024

/** AWS JSON 1.1 protocol: `x-amz-target: Service.Operation`, JSON in, JSON or `{ __type, message }` out. */
export async function answerAwsJsonRequest(
  request: IncomingMessage,
  response: ServerResponse,
  api: JsonApi,
): Promise<void> {
  response.setHeader('x-amzn-RequestId', randomUUID())
  try {
    const body = await readRequestBody(request)
    const name = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? ''
    const operation = Object.hasOwn(api.operations, name) ? api.operations[name] : undefined
    if (!operation) throw new StandInServiceError('UnknownOperationException', `Unknown operation ${name}`)
    api.admit?.(name, body, () => parse(body))
    send(response, 200, await operation(castJsonValue(parse(body))))
  } catch (error) {
    refuse(response, error)
  }
}

/** @throws StandInServiceError RequestEntityTooLargeException (413) above `maxBytes` */
export async function readRequestBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  let tooLarge = false
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Drains the rest: closing at once would show the sender a reset instead of the refusal.
    if (bytes > maxBytes) tooLarge = true
    else chunks.push(chunk)
  }
  if (tooLarge)
    throw new StandInServiceError(
      'RequestEntityTooLargeException',
      `The request is larger than ${maxBytes} bytes.`,
      413,
    )
  return Buffer.concat(chunks)
}

/** An unchecked cast: external input is validated where it is used. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the shape
export function castJsonValue<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where wire formats are taken on trust
  return value as T
}

function parse(body: Buffer): object {
  try {
    const input: unknown = JSON.parse(body.toString('utf8') || '{}')
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch {
    // Answered below like any other body that is no JSON object.
  }
  throw new StandInServiceError('SerializationException', 'Start of structure or map found where not expected.')
}

function refuse(response: ServerResponse, error: unknown): void {
  const { code, message, status } = asServiceError(error)
  response.setHeader('x-amzn-ErrorType', code)
  send(response, status, { __type: code, message })
}

function asServiceError(error: unknown): StandInServiceError {
  if (error instanceof StandInServiceError) return error
  if (error instanceof AccessDeniedError) return new StandInServiceError('AccessDeniedException', error.message)
  if (error instanceof SignatureError) return new StandInServiceError(error.type, error.message, error.status)
  console.error(error)
  return new StandInServiceError('InternalErrorException', 'Internal error', 500)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(body, epochSeconds))
}

/** The protocol writes instants as seconds since 1970. JSON.stringify has already made the `Date` a string. */
function epochSeconds(this: unknown, key: string, value: unknown): unknown {
  const original = castJsonValue<Record<string, unknown>>(this)[key]
  return original instanceof Date ? original.getTime() / 1000 : value
}
