import type { RefusalCode } from '#contract/refusals'
import { refusalMessages } from '../ui/refusal-messages.ts'
import type { RefusalExplanation } from './api-error.ts'
import { getRefusalField } from './refusal-fields.ts'

/** Undefined for the code of a later release than this page's. */
export const explainRefusal = (code: RefusalCode, route: string | undefined): RefusalExplanation | undefined =>
  Object.hasOwn(refusalMessages, code)
    ? { text: refusalMessages[code], field: getRefusalField({ code, route }) }
    : undefined
