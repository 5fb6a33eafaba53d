import * as z from 'zod/mini'
import type { StripeFormBody, StripeFormBodyValue } from './form-body.ts'
import { StripeValidationError } from './stripe-stand-in-error.ts'

/** Parameter types of the API; all arrive as text. */
export const stripeIntegerParam = z.pipe(
  z.string().check(
    z.refine((text) => /^-?\d{1,15}$/.test(text), {
      error: 'Invalid integer',
      params: { code: 'parameter_invalid_integer' },
    }),
  ),
  z.transform(Number),
)
export const stripeDecimalParam = z.pipe(
  z.string().check(z.refine((text) => /^\d{1,12}(\.\d{1,4})?$/.test(text), { error: 'Invalid decimal' })),
  z.transform(Number),
)
export const stripeBooleanParam = z.pipe(
  z.enum(['true', 'false'], { error: 'Invalid boolean' }),
  z.transform((text) => text === 'true'),
)
export const stripeTextParam = z
  .string()
  .check(
    z.minLength(1, { error: 'You passed an empty string. We assume empty values are an attempt to unset a parameter' }),
    z.maxLength(5000, { error: 'Invalid string: must be at most 5000 characters' }),
  )
export const stripeEmailParam = z.string().check(
  z.refine((value) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value), {
    error: 'Invalid email address',
    params: { code: 'email_invalid' },
  }),
)
export const stripeUrlParam = stripeTextParam.check(
  z.refine((value) => /^https?:$/.test(protocolOf(value)), {
    error: 'Not a valid URL',
    params: { code: 'url_invalid' },
  }),
)
export const stripeMetadataParam = z
  .record(
    z.string().check(z.maxLength(40, { error: 'Metadata keys can have up to 40 characters' })),
    z.string().check(z.maxLength(500, { error: 'Metadata values can have up to 500 characters' })),
  )
  .check(z.refine((pairs) => Object.keys(pairs).length <= 50, { error: 'Metadata can have up to 50 keys' }))
/** An omitted parameter becomes null. */
export function nullableStripeParam<T>(schema: z.ZodMiniType<T, string>) {
  return z.pipe(
    z.optional(schema),
    z.transform((value) => value ?? null),
  )
}
/** Accepted as Stripe does, but without effect here. */
export const ignoredStripeParam = z.optional(z.unknown())

export const stripePaginationParams = {
  limit: z.optional(
    stripeIntegerParam.check(
      z.refine((limit) => limit >= 1 && limit <= 100, { error: 'Limit must be between 1 and 100' }),
    ),
  ),
  starting_after: z.optional(stripeTextParam),
  ending_before: z.optional(stripeTextParam),
}

/** @throws {StripeStandInError} 400 naming the first invalid parameter */
export function parseStripeParams<S extends z.ZodMiniType>(schema: S, form: StripeFormBody): z.infer<S> {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  throw refusalOf(read.error.issues, form)
}

function refusalOf(issues: readonly z.core.$ZodIssue[], form: StripeFormBody): StripeValidationError {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) {
    const param = nameOf([...unknown.path, unknown.keys[0] ?? ''])
    return new StripeValidationError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const [issue] = issues
  return issue ? refusalOfOne(issue, form) : new StripeValidationError(400, 'Invalid request.')
}

function refusalOfOne(issue: z.core.$ZodIssue, form: StripeFormBody): StripeValidationError {
  const param = nameOf(issue.path)
  const value = valueAt(form, issue.path)
  if (value === undefined) {
    return new StripeValidationError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const code = issue.code === 'custom' ? String(issue.params?.['code'] ?? '') : ''
  const shown = typeof value === 'string' ? `: ${value.slice(0, 100)}` : ''
  return new StripeValidationError(400, `${issue.message}${shown}`, code ? { code, param } : { param })
}

function nameOf(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String)
  return first + rest.map((step) => `[${step}]`).join('')
}

function valueAt(form: StripeFormBody, path: readonly PropertyKey[]): StripeFormBodyValue | undefined {
  let value: StripeFormBodyValue | undefined = form
  for (const step of path) {
    if (typeof value !== 'object') return undefined
    value = Array.isArray(value) ? value[Number(step)] : value[String(step)]
  }
  return value
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : ''
}
