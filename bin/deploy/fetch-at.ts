import { get } from 'node:https'
import { json } from 'node:stream/consumers'
import type { FetchAt } from './check.ts'

const TIMEOUT_MS = 5000

/** `fetch` connects to the address of the URL's own name only. */
export const fetchAt: FetchAt = (address, { hostname, pathname, port }) =>
  new Promise((resolve, reject) => {
    const options = { host: address, port, servername: hostname, headers: { host: hostname }, path: pathname }
    const request = get({ ...options, timeout: TIMEOUT_MS, agent: false }, (answer) => {
      json(answer).then(resolve, reject)
    })
    request.on('timeout', () => request.destroy(new Error(`${address} no responde`)))
    request.on('error', reject)
  })
