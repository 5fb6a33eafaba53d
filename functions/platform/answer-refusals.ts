import type { MiddlewareObj } from '@middy/core'
import { refusals, type RefusalBody } from '#contract/refusals'
import { jsonResponse, type Request, type Response } from './http.ts'
import { Refusal } from './refusal.ts'

/** A refusal becomes its status and code; a fault becomes a 500 without detail, which is in the log. */
export const answerRefusals = (): MiddlewareObj<Request, Response> => ({
  onError: (call) => {
    const { error } = call
    call.response =
      error instanceof Refusal ? jsonResponse(refusals[error.code], bodyOf(error)) : jsonResponse(500, fault)
  },
})

const fault: RefusalBody = { code: 'fault' }

const bodyOf = ({ code, problems }: Refusal): RefusalBody => ({ code, ...(problems && { problems }) })
