import type { Endpoint, EndpointRequestInput, EndpointReply } from '#contract/endpoint'
import { createNetworkAddress } from './network-address.ts'
import { getProductSite } from './product-site.ts'

interface Caller {
  readonly token?: string | undefined
  /**
   * Caller's IP address.
   * @default a new one, so that no rate limit is shared
   */
  readonly address?: string
  readonly site?: string
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** @throws if the running product refuses the request */
export async function callEndpointOverHttp<E extends Endpoint>(
  { method, path, reply }: E,
  given: EndpointRequestInput<E>,
  { token, address = createNetworkAddress(), site = getProductSite() }: Caller = {},
): Promise<EndpointReply<E>> {
  const { params = {}, query = {}, body } = given as Parts
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const response = await fetch(`${site}/api${filled}${search && `?${search}`}`, {
    method,
    headers: {
      'x-local-address': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return reply.parse(JSON.parse(text)) as EndpointReply<E>
}
