import type { RefusalCode } from '#contract/refusals'
import { refusalMessages } from '../ui/refusal-messages.ts'
import type { RefusalExplanation } from './api-error.ts'
import { getRefusalField } from './refusal-fields.ts'

export const explainRefusal = (code: RefusalCode, route: string | undefined): RefusalExplanation => ({
  text: refusalMessages[code],
  field: getRefusalField({ code, route }),
})
