import type { ServerResponse } from 'node:http'

// Scripts come from console.js alone. A mail's frame inherits this, so its own styles and embedded images are allowed.
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

export function replyPage(response: ServerResponse, page: string, status = 200): void {
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

/** Bytes to keep, never to show: whoever wrote them must not get a page on this origin. */
export function replyDownload(response: ServerResponse, content: Buffer, filename: string): void {
  const quoted = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  response.writeHead(200, {
    ...KEPT_PRIVATE,
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${quoted}`,
  })
  response.end(content)
}
