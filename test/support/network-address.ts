import { randomInt } from 'node:crypto'

/** Each visitor calls from a network of their own, as people do, and so shares nobody's limits (RFC 2544's test networks). */
export const aNetworkAddress = (): string => `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`
