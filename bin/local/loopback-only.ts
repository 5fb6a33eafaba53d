import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

function isHere(host: string, request: IncomingMessage): boolean {
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  return LOOPBACK.test(name) && Number(port) === request.socket.localPort
}

/**
 * Why a request is refused, or undefined. A DNS name rebound to this machine shows in `Host`; a page of another site or
 * port in `Origin`, or in `Sec-Fetch-Site` if the browser sends no origin. Links from elsewhere are allowed. Programs
 * send neither header.
 */
function foreign(request: IncomingMessage): string | undefined {
  const { host = '', origin } = request.headers
  if (!isHere(host, request)) return 'La aplicación local solo atiende en este ordenador (localhost).'
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return undefined
  const other = 'La aplicación local no acepta peticiones de otras páginas web.'
  if (origin !== undefined) {
    const { protocol, host: from } = URL.canParse(origin) ? new URL(origin) : { protocol: '', host: '' }
    return protocol === 'http:' && isHere(from, request) ? undefined : other
  }
  return site === undefined || site === 'none' || isLink(request) ? undefined : other
}

const isLink = ({ headers, method }: IncomingMessage): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD')

export const restrictToLoopback =
  (listener: RequestListener): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) => {
    const message = foreign(request)
    if (message === undefined) listener(request, response)
    else
      response
        .writeHead(403, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
        .end(JSON.stringify({ message }))
  }
