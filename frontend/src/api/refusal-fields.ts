import type * as z from 'zod/mini'
import type { EndpointByRoute } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import type { RefusalCode } from '#contract/refusals'
import type { ApiError } from './api-error.ts'

type RefusalOfWhole =
  | 'account-unknown'
  | 'address-proven'
  | 'already-confirmed'
  | 'already-registered'
  | 'birth-date-missing'
  | 'budget-active'
  | 'budget-closed'
  | 'budget-expired'
  | 'budget-outdated'
  | 'budget-part-unpaid'
  | 'changed-meanwhile'
  | 'check-in-closed'
  | 'consultation-ahead'
  | 'consultation-closed'
  | 'consultation-unused'
  | 'consultations-to-come'
  | 'dose-not-due'
  | 'email-unverified'
  | 'enrolment-expired'
  | 'erasure-under-way'
  | 'export-not-zip'
  | 'file-missing'
  | 'file-rejected'
  | 'guardian-consent-required'
  | 'guardian-not-needed'
  | 'hold-expired'
  | 'import-closed'
  | 'import-incomplete'
  | 'invoices-kept'
  | 'last-administrator'
  | 'link-invalid'
  | 'mail-not-failed'
  | 'mfa-not-enrolled'
  | 'order-already-paid'
  | 'no-free-slots'
  | 'order-scheduled'
  | 'own-account'
  | 'payment-disputed'
  | 'payment-mismatch'
  | 'payment-not-completed'
  | 'payment-pending'
  | 'payment-refunded'
  | 'payment-unavailable'
  | 'payment-under-way'
  | 'request-pending'
  | 'rules-changed'
  | 'sign-in-stale'
  | 'summary-missing'
  | 'too-late'
  | 'too-many-coming'
  | 'too-many-holds'

type RefusalOfHealthData<E extends Endpoint> = E extends { readonly health: true }
  ? 'health-basis-required' | 'health-consent-required'
  : never

type FieldOf<Body> = Body extends Readonly<Record<string, unknown>> ? keyof Body : never
type FieldOfBody<E extends Endpoint> = E extends { readonly body: infer Body extends z.ZodMiniType }
  ? FieldOf<z.input<Body>>
  : never

type RefusalFields<E extends Endpoint> = {
  readonly [Code in Exclude<E['refusals'][number], RefusalOfWhole | RefusalOfHealthData<E>>]: FieldOfBody<E> | null
}

type RouteWithFields = {
  [R in keyof EndpointByRoute]: [FieldOfBody<EndpointByRoute[R]>] extends [never]
    ? never
    : [keyof RefusalFields<EndpointByRoute[R]>] extends [never]
      ? never
      : R
}[keyof EndpointByRoute]

const ofCode = { 'discount-invalid': 'discountCode' } as const
const ofEarlyStart = { 'early-start-required': 'consents' } as const
const ofClientEmail = { 'client-email-taken': 'email', 'client-email-in-import': 'email' } as const
const ofPurchase = { ...ofCode, ...ofEarlyStart } as const
const ofChosenSlot = { 'slot-taken': 'startsAt', ...ofEarlyStart } as const
const ofSlot = { 'slot-taken': 'startsAt', 'too-soon': 'startsAt' } as const
const ofRequestedSlot = {
  ...ofSlot,
  ...ofEarlyStart,
  'too-far': 'startsAt',
  'outside-hours': 'startsAt',
  'request-too-long': 'durationMinutes',
  'health-consent-required': 'message',
} as const

/**
 * A declared refusal that may concern one field does not compile until it is listed here; null means the whole request.
 */
const refusalFields: { readonly [R in RouteWithFields]: RefusalFields<EndpointByRoute[R]> } = {
  'POST /account/birth-date': { 'too-young': 'birthDate', 'birth-date-known': 'birthDate' },
  'POST /account/guardian': { 'own-email': 'email' },
  'POST /account/sign-up': { 'email-taken': 'email', 'too-young': 'birthDate' },
  'POST /account/verify-address': { 'password-wrong': 'password' },
  'POST /account/registration': { 'too-young': 'birthDate' },
  'POST /account/password': { 'password-wrong': 'previousPassword' },
  'POST /mfa/enrolment/key': { 'password-wrong': 'password', 'password-required': 'password' },
  'POST /mfa/enrolment/confirmation': { 'code-invalid': 'code' },
  'POST /mfa/proof': { 'code-invalid': 'code', 'code-used': 'code' },
  'POST /mfa/recovery': { 'code-invalid': 'recoveryCode' },
  'POST /users': { 'email-taken': 'email', 'former-record': 'handOver' },
  'POST /customers': { ...ofClientEmail, 'health-basis-required': 'basis' },
  'PUT /customers/{customerId}': { ...ofClientEmail, 'health-basis-required': 'notes' },
  'POST /customers/{customerId}/pathway/corrections': {
    'pathway-contradicted': 'state',
    'health-basis-required': 'note',
  },
  'PUT /customers/imports/{importId}/chunks/{chunk}': {
    'client-email-taken': 'rows',
    'health-basis-required': 'basis',
  },
  'POST /consultations/mine': ofRequestedSlot,
  'PUT /consultations/mine/{consultationId}': ofRequestedSlot,
  'POST /consultations': { ...ofSlot, 'health-basis-required': 'notes' },
  'PUT /customers/{customerId}/consultations/{consultationId}': { ...ofSlot, 'health-basis-required': 'notes' },
  'PUT /customers/{customerId}/consultations/{consultationId}/notes': { 'health-basis-required': null },
  'PUT /customers/{customerId}/consultations/{consultationId}/status': { 'slot-taken': 'status' },
  'POST /slots/proposals/choose': ofChosenSlot,
  'POST /consultations/mine/proposals/{orderId}/choose': ofChosenSlot,
  'POST /consultations/mine/waiting-list/take': ofChosenSlot,
  'POST /slots/freed/take': { 'slot-taken': null, ...ofEarlyStart },
  'POST /consultations/to-schedule/{orderId}/proposals': { 'slot-taken': 'slots' },
  'PUT /customers/{customerId}/analyses/{analysisId}': { 'report-gone': 'fileId' },
  'POST /customers/{customerId}/analyses/{analysisId}/editions': { 'report-gone': null },
  'POST /customers/{customerId}/files': { 'health-basis-required': null },
  'POST /customers/{customerId}/notifications': { 'health-basis-required': null },
  'POST /slots/hold': { ...ofSlot, 'too-far': 'startsAt', 'outside-hours': 'startsAt' },
  'POST /payments/quote': ofCode,
  'POST /payments/checkout': ofPurchase,
  'POST /payments/checkout/new-account': ofPurchase,
  'POST /payments/checkout/anonymous': ofPurchase,
}

export const getRefusalField = ({ route, code }: Pick<ApiError, 'code' | 'route'>): string | undefined =>
  (refusalFields as Readonly<Record<string, Partial<Record<RefusalCode, string | null>>>>)[route ?? '']?.[code] ??
  undefined
