import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LocalConsoleDependencies } from './local-console-dependencies.ts'
import type * as z from 'zod/mini'
import { readRequestBody } from '../json-protocol.ts'

export interface LocalConsoleRequest {
  readonly parts: LocalConsoleDependencies
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export type LocalConsoleRequestHandler = (visit: LocalConsoleRequest) => void | Promise<void>

/**
 * An empty body counts as `{}`.
 * @throws LocalConsoleRefusal 400 when the body is not JSON of that shape
 */
export async function readJsonBody<T>(request: IncomingMessage, shape: z.ZodMiniType<T>): Promise<T> {
  const body = await readRequestBody(request)
  const { success, data, error } = shape.safeParse(parsed(body.toString('utf8') || '{}'))
  if (success) return data
  const [issue] = error.issues
  const place = issue?.path.join('.')
  throw new LocalConsoleRefusal(400, `Petición no válida${place ? ` («${place}»)` : ''}: ${issue?.message ?? ''}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LocalConsoleRefusal(400, 'El cuerpo de la petición no es JSON.')
  }
}

// Scripts come from console.js only. A mail's frame inherits this policy, so inline styles and embedded images are
// allowed.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const KEPT_PRIVATE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export function replyJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { ...KEPT_PRIVATE, 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

export function replyHtml(response: ServerResponse, page: string, status = 200): void {
  response.writeHead(status, {
    ...KEPT_PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    vary: 'accept',
  })
  response.end(page)
}

export function replyFile(response: ServerResponse, content: string, contentType: string): void {
  response.writeHead(200, { ...KEPT_PRIVATE, 'content-type': `${contentType}; charset=utf-8` })
  response.end(content)
}

/** Always as a download: content from outside must not be rendered on this origin. */
export function replyDownload(response: ServerResponse, content: Buffer, filename: string): void {
  const quoted = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  response.writeHead(200, {
    ...KEPT_PRIVATE,
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${quoted}`,
  })
  response.end(content)
}

export class LocalConsoleRefusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
