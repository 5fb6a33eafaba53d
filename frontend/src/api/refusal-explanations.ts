import type { RefusalCode } from '#contract/refusals'
import { refusalMessages } from '../ui/refusal-messages.ts'
import type { RefusalExplanation } from './api-error.ts'
import { getRefusalField } from './refusal-fields.ts'

/** Imported by create-api-error.ts alone, with the first refusal: most visits have none, and it is 3 kB. */
export const explainRefusal = (code: RefusalCode, route: string | undefined): RefusalExplanation => ({
  text: refusalMessages[code],
  field: getRefusalField({ code, route }),
})
