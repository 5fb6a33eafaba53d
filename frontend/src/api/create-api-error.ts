import type { RefusalCode } from '#contract/refusals'
import { sessionRefusalMessages } from '../ui/session-refusal-messages.ts'
import { ApiError } from './api-error.ts'

const endsSession = (code: RefusalCode): code is keyof typeof sessionRefusalMessages => code in sessionRefusalMessages

/**
 * A refusal with its sentence and its field, which are downloaded with the first one, but for those of the session: told later,
 * they would end the next one.
 * @param route see `ApiError`
 */
export async function createApiError(
  code: RefusalCode,
  problems?: ApiError['problems'],
  route?: string,
): Promise<ApiError> {
  if (endsSession(code))
    return new ApiError(code, problems, route, { text: sessionRefusalMessages[code], field: undefined })
  // Without them a general sentence is told: the refusal is not to be hidden by a failed download.
  const explanations = await import('./refusal-explanations.ts').catch(() => undefined)
  return new ApiError(code, problems, route, explanations?.explainRefusal(code, route))
}
