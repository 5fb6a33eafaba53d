import type { IncomingMessage } from 'node:http'
import { viewerAddress } from '../gateway.ts'
import { type BlockedRequest, createWebAcl } from './web-acl.ts'

export type LocalWebAcl = (request: IncomingMessage) => BlockedRequest | undefined

/** Calls of this machine's programs are many and share one address. */
const ownAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** A body without a length header counts as unlimited. */
const countBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

export function openLocalWebAcl(properties: unknown): LocalWebAcl {
  const acl = createWebAcl(properties, { now: Date.now, isCounted: (address) => !ownAddresses.has(address) })
  return (request) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://local')
    return acl.evaluate({
      address: viewerAddress(request),
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()])),
      bodyBytes: countBytes(request),
    })
  }
}
