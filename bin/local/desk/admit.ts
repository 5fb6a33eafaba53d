import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Keeps other web sites out of the desk: a name that was rebound to this machine, and requests that change something
 * sent by a page of another origin.
 * @throws Refusal 403
 */
export function admit({ headers, method }: IncomingMessage): void {
  const host = headers.host ?? ''
  if (!LOOPBACK.test(host)) throw new Refusal(403, 'La mesa local solo atiende en este ordenador (localhost).')
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const isForeign =
    (site !== undefined && site !== 'same-origin') ||
    (headers.origin !== undefined && headers.origin !== `http://${host}`)
  if (isForeign) throw new Refusal(403, 'La mesa local no acepta órdenes de otras páginas web.')
}
