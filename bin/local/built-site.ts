import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { formatContentSecurityPolicy } from '../../lib/constructs/content-security-policy.ts'
import { findOpenerPolicy } from '../../lib/constructs/opener-policies.ts'
import {
  createPageRoutingCode,
  readBuiltSitePages,
  createNotFoundFunctionCode,
} from '../../lib/constructs/site-pages.ts'
import { BROTLI_FOLDER } from '../../lib/built-site.ts'
import { LOCAL_REGION } from './addresses.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}
const compressible = new Set(['.html', '.js', '.css', '.svg', '.xml', '.txt', '.json', '.webmanifest'])
/** CloudFront's approximate quality when it compresses on the fly; used for documents. */
const brotliQuality = 5

const encoders = {
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body: Buffer) => gzipSync(body),
  identity: (body: Buffer) => body,
} as const
export type ContentEncoding = keyof typeof encoders

export const compressBody = (body: Buffer, encoding: ContentEncoding): Buffer => encoders[encoding](body)

export const getContentType = (path: string): string => types[extname(path)] ?? 'application/octet-stream'

interface EdgeRequest {
  uri: string
  querystring: Record<string, object>
  headers: Record<string, { value: string }>
}
type Routing = (event: { request: EdgeRequest }) => { uri: string }
type Status = (event: { request: EdgeRequest; response: { statusCode: number } }) => { statusCode: number }

const routingOf = (folder: string) =>
  runInNewContext(`${createPageRoutingCode(readBuiltSitePages(folder))}; handler`) as Routing
const statusOf = (folder: string) =>
  runInNewContext(`${createNotFoundFunctionCode(readBuiltSitePages(folder))}; handler`) as Status

/** The distribution's headers, except those that need TLS or other hosts. */
const headersOf = (folder: string, filesOrigin: string) => ({
  'content-security-policy': formatContentSecurityPolicy(
    { region: LOCAL_REGION, oauthHost: 'oauth.invalid', filesHost: 'files.invalid' },
    readBuiltSitePages(folder),
  )
    .replace('; upgrade-insecure-requests', '')
    .replaceAll('https://files.invalid', filesOrigin),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
})

export const chooseEncoding = ({ headers }: Pick<IncomingMessage, 'headers'>, extension: string): ContentEncoding => {
  const accepted = headers['accept-encoding'] ?? ''
  if (!compressible.has(extension)) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const isImmutable = (file: string): boolean =>
  ['/assets/', `/${BROTLI_FOLDER}/`].some((start) => file.startsWith(start))

interface ServedFile {
  readonly body: Buffer
  readonly encoding: ContentEncoding
}

function readServedFile(folder: string, file: string, request: Pick<IncomingMessage, 'headers'>): ServedFile {
  const body = readFileSync(join(folder, file))
  if (file.startsWith(`/${BROTLI_FOLDER}/`)) return { body, encoding: 'br' }
  const encoding = chooseEncoding(request, extname(file))
  return { body: compressBody(body, encoding), encoding }
}

const toEdgeHeaders = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]))

/**
 * @returns a function that counts the transferred bytes of a path's body with brotli, which all supported browsers
 * accept
 */
export function createServedBytesCounter(folder: string): (path: string) => number {
  const route = routingOf(folder)
  const browser = { headers: { 'accept-encoding': 'gzip, deflate, br' } }
  return (path) => {
    const { uri } = route({ request: { uri: path, querystring: {}, headers: toEdgeHeaders(browser) } })
    return readServedFile(folder, uri, browser).body.length
  }
}

/**
 * Serves a built website as the distribution does: routing, headers, compression, caching. `filesOrigin` is the upload
 * target of pages.
 */
export function serveBuiltSite(folder: string, filesOrigin = 'https://files.invalid'): RequestListener {
  const route = routingOf(folder)
  const finish = statusOf(folder)
  const headersOfAll = headersOf(folder, filesOrigin)
  const known = new Map<string, ServedFile>()
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://local')
    const headers = { ...headersOfAll, 'cross-origin-opener-policy': findOpenerPolicy(url.pathname) }
    const querystring = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, { value }]))
    const asked = { uri: url.pathname, querystring, headers: toEdgeHeaders(request) }
    const { uri } = route({ request: asked })
    const file = join(folder, normalize(uri))
    if (!existsSync(file)) return void response.writeHead(404, headers).end()
    const key = `${chooseEncoding(request, extname(file))} ${uri}`
    const served = known.get(key) ?? readServedFile(folder, normalize(uri), request)
    known.set(key, served)
    const { body, encoding } = served
    response
      .writeHead(finish({ request: asked, response: { statusCode: 200 } }).statusCode, {
        ...headers,
        'content-type': getContentType(uri),
        'cache-control': isImmutable(uri) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        vary: 'accept-encoding',
      })
      .end(body)
  }
}
