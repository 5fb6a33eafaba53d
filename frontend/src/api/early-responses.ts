/** API Gateway gives up after 30 s; the browser waits less. */
export const API_TIMEOUT_MS = 20_000

const LIFETIME_MS = 10_000

export interface EarlyResponses {
  readonly authorization: string
  /** In the unit and origin of `performance.now()`. */
  readonly startedAt: number
  /** Undefined when the network failed. */
  readonly responses: Map<string, Promise<Response | undefined>>
}

declare global {
  interface Window {
    earlyResponses?: EarlyResponses | undefined
  }
}

/**
 * The answer to a request that the inlined script sent. Each is returned once, to the same session and within ten
 * seconds; otherwise undefined.
 */
export async function takeEarlyResponse(address: string, authorization: string | undefined) {
  const early = window.earlyResponses
  const response = early?.responses.get(address)
  if (!early || !response) return undefined
  early.responses.delete(address)
  if (early.authorization !== authorization || performance.now() - early.startedAt > LIFETIME_MS) return undefined
  return response
}

/** Sent by the page itself while the early answers are under way; none of them depends on it. */
const TIME_ZONE_PATH = '/account/time-zone'

export function dropEarlyResponses(changedPath: string): void {
  if (changedPath !== TIME_ZONE_PATH) window.earlyResponses = undefined
}
