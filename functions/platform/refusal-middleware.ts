import type { MiddlewareObj } from '@middy/core'
import { refusalStatusCodes, type RefusalResponseBody } from '#contract/refusals'
import { createJsonResponse, type ApiRequest, type ApiResponse } from './http.ts'
import { RefusalError } from './refusal-error.ts'

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
