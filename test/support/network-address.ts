import { randomInt } from 'node:crypto'

/** A new address per visitor, so that no rate limit is shared (RFC 2544's test networks). */
export const createNetworkAddress = (): string => `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`
