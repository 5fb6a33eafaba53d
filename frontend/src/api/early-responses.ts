/** API Gateway gives up after 30 s; the browser waits less. */
export const API_TIMEOUT_MS = 20_000

/** An answer that was not asked for by then may be out of date. */
const LIFETIME_MS = 10_000

export interface EarlyResponses {
  readonly authorization: string
  /** As `performance.now()`. */
  readonly startedAt: number
  /** By address; undefined when the network failed. */
  readonly responses: Map<string, Promise<Response | undefined>>
}

declare global {
  interface Window {
    /** Written by src/site/early-requests.ts in the documents that load it. */
    earlyResponses?: EarlyResponses | undefined
  }
}

/**
 * The answer to a request that the document made before this code was there. Each is given once, to the same session
 * and within ten seconds; undefined when the request is still to be made.
 */
export async function takeEarlyResponse(address: string, authorization: string | undefined) {
  const early = window.earlyResponses
  const response = early?.responses.get(address)
  if (!early || !response) return undefined
  early.responses.delete(address)
  if (early.authorization !== authorization || performance.now() - early.startedAt > LIFETIME_MS) return undefined
  return response
}

/** None of the early answers tells of it, and the page sends it while they are on their way. */
const TIME_ZONE_PATH = '/account/time-zone'

/** After a change on the server what was asked before is out of date. */
export function dropEarlyResponses(changedPath: string): void {
  if (changedPath !== TIME_ZONE_PATH) window.earlyResponses = undefined
}
