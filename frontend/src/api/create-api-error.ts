import type { RefusalCode } from '#contract/refusals'
import { sessionRefusalMessages } from '../ui/session-refusal-messages.ts'
import { ApiError } from './api-error.ts'

const endsSession = (code: RefusalCode): code is keyof typeof sessionRefusalMessages => code in sessionRefusalMessages

/** The messages are downloaded with the first refusal, except those that end the session, which cannot wait. */
export async function createApiError(
  code: RefusalCode,
  problems?: ApiError['problems'],
  route?: string,
): Promise<ApiError> {
  if (endsSession(code))
    return new ApiError(code, problems, route, { text: sessionRefusalMessages[code], field: undefined })
  // If the download fails, a general message is shown instead.
  const explanations = await import('./refusal-explanations.ts').catch(() => undefined)
  return new ApiError(code, problems, route, explanations?.explainRefusal(code, route))
}
