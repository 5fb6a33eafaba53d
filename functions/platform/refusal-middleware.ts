import type { MiddlewareObj } from '@middy/core'
import { refusalStatusCodes, type RefusalResponseBody } from '#contract/refusals'
import { createJsonResponse, type ApiRequest, type ApiResponse } from './http.ts'
import { RefusalError } from './refusal-error.ts'

/** A refusal becomes its status and code; a fault becomes a 500 without detail, which is in the log. */
export const createRefusalMiddleware = (): MiddlewareObj<ApiRequest, ApiResponse> => ({
  onError: (call) => {
    const { error } = call
    call.response =
      error instanceof RefusalError
        ? createJsonResponse(refusalStatusCodes[error.code], bodyOf(error))
        : createJsonResponse(500, fault)
  },
})

const fault: RefusalResponseBody = { code: 'fault' }

const bodyOf = ({ code, problems }: RefusalError): RefusalResponseBody => ({ code, ...(problems && { problems }) })
