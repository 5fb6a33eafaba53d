import type { Endpoint } from '#contract/endpoint'
import type { RefusalCode } from '#contract/refusals'
import { RefusalError } from './refusal-error.ts'
import type { EndpointAction } from './serve.ts'
import type { ActionServices } from './services.ts'

/** Refusals by what somebody else has written meanwhile, who may be the same person by the same press. */
const conflicts: ReadonlySet<RefusalCode> = new Set([
  'changed-meanwhile',
  'slot-taken',
  'hold-expired',
  'request-pending',
  'order-scheduled',
  'consultation-closed',
  'payment-refunded',
])

/**
 * For an action that answers a repetition of its request as it answered the request. Sent twice at the same moment, the
 * second breaks a condition of the first: asked again, it is a repetition, or is refused for good.
 */
export const retryOnConflict =
  <E extends Endpoint, S extends ActionServices>(action: EndpointAction<E, S>): EndpointAction<E, S> =>
  async (call, services) => {
    try {
      return await action(call, services)
    } catch (error) {
      if (!(error instanceof RefusalError) || !conflicts.has(error.code)) throw error
      return action(call, services)
    }
  }
