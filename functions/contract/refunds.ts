import * as z from 'zod/mini'
import { cancellationRules, noShowRules } from './cancellation-rules.ts'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { SingleLineText } from './text-schemas.ts'
import { ConsultationId, CustomerId, EuroCents, IsoInstant, PaymentId, RefundId } from './value-schemas.ts'

/** `pending`: Stripe has it, and the bank does not yet. */
export const refundStatuses = ['requested', 'pending', 'succeeded', 'failed'] as const

/** Asked for, and neither given back nor failed. */
export const isRefundUnderWay = ({ status }: { readonly status: (typeof refundStatuses)[number] }): boolean =>
  status === 'requested' || status === 'pending'

/** `unproven`: nobody proved the address; `stripe`: made in Stripe's dashboard. */
export const refundReasons = ['client', 'practice', 'unproven', 'stripe'] as const
export type RefundReason = (typeof refundReasons)[number]

const Refund = z.object({ refundId: RefundId, amountCents: EuroCents, status: z.enum(refundStatuses) })

/** As the practice sees it. */
export const CustomerRefund = z.object({
  /** Of one made in Stripe's dashboard, Stripe's. */
  refundId: z.string(),
  amountCents: EuroCents,
  status: z.enum(refundStatuses),
  reason: z.enum(refundReasons),
  /** In the practice's own words. */
  explanation: z.nullable(z.string()),
  requestedAt: IsoInstant,
})
export type CustomerRefund = z.infer<typeof CustomerRefund>

/** What a client may have of a payment now, see `cancellation-rules.ts`. */
const CancellationOptions = z.object({
  now: IsoInstant,
  paymentId: z.nullable(PaymentId),
  consultationId: z.nullable(ConsultationId),
  amountCents: EuroCents,
  mayMove: z.boolean(),
  mayCancel: z.boolean(),
  mayKeep: z.boolean(),
  refundCents: EuroCents,
  rule: z.enum(cancellationRules),
  until: z.optional(IsoInstant),
  earlyStartUntil: z._default(EarlyStartUntil, null),
  /** What was read before paying; the practice's present one where nothing is paid. */
  noShowRule: z.optional(z.enum(noShowRules)),
})

/** The browser makes the id, so that a repeated press is one refund. */
const OwnRefundRequest = z.strictObject({ refundId: RefundId, amountCents: EuroCents })
const PracticeRefundRequest = z.strictObject({
  refundId: RefundId,
  amountCents: EuroCents.check(z.positive({ error: 'Indica cuánto se devuelve' })),
  reason: SingleLineText.check(z.minLength(5, { error: 'Explica el motivo' }), z.maxLength(300)),
})

const ownPayment = z.object({ paymentId: PaymentId })

export const refundEndpoints = {
  consultationOptions: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/{consultationId}/options',
    allow: ['cliente'],
    params: z.object({ consultationId: ConsultationId }),
    reply: CancellationOptions,
    audit: 'none',
    refusals: [],
  }),
  refundOptions: defineEndpoint({
    method: 'GET',
    path: '/payments/{paymentId}/options',
    allow: ['cliente'],
    params: ownPayment,
    reply: CancellationOptions,
    audit: 'none',
    refusals: [],
  }),
  /**
   * Refunds what the rules give now, and cancels the upcoming consultation that it paid for. `amountCents` is the sum
   * that was shown: another one by now is refused. While Stripe does not answer, the refund waits and is continued.
   */
  refundOwn: defineEndpoint({
    method: 'POST',
    path: '/payments/{paymentId}/refunds',
    allow: ['cliente'],
    params: ownPayment,
    body: OwnRefundRequest,
    reply: Refund,
    audit: 'REFUND_REQUESTED',
    refusals: ['too-late', 'payment-refunded', 'changed-meanwhile'],
  }),
  /** What the client may have by the rules, before the practice decides. */
  refundOptionsOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments/{paymentId}/options',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId, paymentId: PaymentId }),
    reply: CancellationOptions,
    audit: 'none',
    refusals: [],
  }),
  /** A part, or all: then the upcoming consultation that it paid for is cancelled. */
  refundOfCustomer: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/payments/{paymentId}/refunds',
    allow: ['administrador'],
    opens: 'payments',
    assurance: 'fresh',
    params: z.object({ customerId: CustomerId, paymentId: PaymentId }),
    body: PracticeRefundRequest,
    reply: Refund,
    audit: 'REFUND_REQUESTED',
    refusals: ['payment-refunded', 'changed-meanwhile'],
  }),
}
