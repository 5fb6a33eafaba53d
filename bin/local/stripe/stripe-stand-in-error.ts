interface Details {
  readonly code?: string
  readonly param?: string
}

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error'

export class StripeStandInError extends Error {
  readonly status: number
  readonly body: { error: { type: ErrorType; message: string; code?: string; param?: string; doc_url?: string } }

  constructor(status: number, message: string, details: Details = {}, type: ErrorType = 'invalid_request_error') {
    super(message)
    this.status = status
    const help = details.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` }
      : {}
    this.body = { error: { type, message, ...details, ...help } }
  }
}

/** @param kind Stripe's word in the message, e.g. `payment_intent` */
export function createResourceMissingError(kind: string, id: string, param = 'id'): StripeStandInError {
  return new StripeStandInError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}
