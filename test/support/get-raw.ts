import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawAnswer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** As transferred: `fetch` would decompress it. */
  readonly body: Buffer
}

/** @param accepted the header `accept-encoding`; omitted if undefined */
export const getRaw = async (address: string, accepted?: string) =>
  new Promise<RawAnswer>((resolve, reject) => {
    // The web ACL refuses requests without a user agent.
    const headers = { 'user-agent': 'test', ...(accepted !== undefined && { 'accept-encoding': accepted }) }
    request(address, { headers }, (answer) =>
      buffer(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject),
    )
      .on('error', reject)
      .end()
  })
