import { StandInServiceError } from '../json-protocol.ts'
import { FunctionError } from './function-error.ts'

/** Lambda's quota for synchronous calls, in bytes: 6 MB, slightly more for replies. */
export const MAX_EVENT_BYTES = 6 * 1024 * 1024
const MAX_ANSWER_BYTES = MAX_EVENT_BYTES + 100

/** @throws StandInServiceError of status 413, which API Gateway passes on */
export function requireAcceptableEvent(event: string): void {
  if (Buffer.byteLength(event) <= MAX_EVENT_BYTES) return
  const message = `Request must be smaller than ${MAX_EVENT_BYTES} bytes for the InvokeFunction operation`
  throw new StandInServiceError('RequestEntityTooLargeException', message, 413)
}

/** @throws FunctionError as if the function had failed */
export function requireAcceptableAnswer(answer: string): void {
  const bytes = Buffer.byteLength(answer)
  if (bytes <= MAX_ANSWER_BYTES) return
  throw new FunctionError(
    'Function.ResponseSizeTooLarge',
    `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${MAX_ANSWER_BYTES} bytes).`,
  )
}
