/**
 * Replaces the cache for DynamoDB's endpoint discovery (8 kB). Discovery is off by default: the client creates the
 * cache and never reads it.
 */
export class EndpointCache {
  getEndpoint(): never {
    throw new Error('endpoints are not discovered')
  }
}
