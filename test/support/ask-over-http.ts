import type { Endpoint, RequestInput, Reply } from '#contract/endpoint'
import { aNetworkAddress } from './network-address.ts'
import { productSite } from './product-site.ts'

interface Caller {
  /** The access token of whoever asks. */
  readonly token?: string | undefined
  /** Where they call from. @default a place of its own */
  readonly address?: string
  readonly site?: string
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Asks the running product for what an endpoint of the contract promises; whatever is refused is an error. */
export async function askOverHttp<E extends Endpoint>(
  { method, path, reply }: E,
  given: RequestInput<E>,
  { token, address = aNetworkAddress(), site = productSite() }: Caller = {},
): Promise<Reply<E>> {
  const { params = {}, body } = given as Parts
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const response = await fetch(`${site}/api${filled}`, {
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
  return reply.parse(JSON.parse(text)) as Reply<E>
}
