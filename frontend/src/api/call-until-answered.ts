import type { Endpoint, EndpointRequestInput, EndpointReply } from '#contract/endpoint'
import { ApiError, ApiUnreachableError } from './api-error.ts'
import { callApi } from './call-api.ts'
import { computeRetryDelayMs, shouldRetryQuery } from './endpoint-query.ts'
import { neverResolve, watchSessionOwner } from './session-owner.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A rate limit or an ended session says nothing about the earlier attempt. */
const isOutcome = ({ refusals }: Endpoint, error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not-found' || refusals.includes(error.code))

/**
 * For a repeatable write: sends it again when the answer was lost, as often as a query is retried.
 * @throws {ApiUnreachableError} when it is unknown whether it was executed
 * @throws {ApiError} when it was not executed
 */
export async function callUntilAnswered<E extends Endpoint>(
  endpoint: E,
  given: EndpointRequestInput<E>,
): Promise<EndpointReply<E>> {
  const hasOwnerLeft = watchSessionOwner()
  let unanswered: ApiUnreachableError | undefined
  for (let failures = 0; ; failures += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await callApi(endpoint, given)
    } catch (error) {
      if (error instanceof ApiUnreachableError) unanswered = error
      if (!shouldRetryQuery(failures, error)) throw isOutcome(endpoint, error) ? error : (unanswered ?? error)
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(computeRetryDelayMs(failures))
    if (hasOwnerLeft()) return neverResolve()
  }
}
