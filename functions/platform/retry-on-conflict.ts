import type { Endpoint } from '#contract/endpoint'
import type { RefusalCode } from '#contract/refusals'
import { RefusalError } from './refusal-error.ts'
import type { EndpointAction } from './serve.ts'
import type { ActionServices } from './services.ts'

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
 * Of two simultaneous identical requests the second fails on a condition of the first: run again, it is a repetition,
 * or is refused for good.
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
