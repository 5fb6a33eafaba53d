import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A local server that speaks a cloud service's protocol, mounted below a path of the product's origin or on a port of
 * its own.
 */
export interface ServiceStandIn {
  /** `url` must still hold the whole path, mount path included: a signature may cover it. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}
