interface Details {
  readonly code?: string
  readonly param?: string
}

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error'

export interface StripeErrorBody {
  readonly error: { type: ErrorType; message: string; code?: string; param?: string; doc_url?: string }
}

export class StripeStandInError extends Error {
  readonly status: number
  readonly body: StripeErrorBody

  constructor(status: number, message: string, details: Details = {}, type: ErrorType = 'invalid_request_error') {
    super(message)
    this.status = status
    const help = details.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` }
      : {}
    this.body = { error: { type, message, ...details, ...help } }
  }
}

/** Refused before anything was executed: Stripe stores no such answer under an idempotency key. */
export class StripeValidationError extends StripeStandInError {}

/** @param kind Stripe's word in the message, e.g. `payment_intent` */
export function createResourceMissingError(kind: string, id: string, param = 'id'): StripeStandInError {
  return new StripeStandInError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}
