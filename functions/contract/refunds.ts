import * as z from 'zod/mini'
import { cancellationRules, noShowRules } from './cancellation-rules.ts'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { SingleLineText } from './text-schemas.ts'
import { ConsultationId, CustomerId, EuroCents, IsoInstant, PaymentId, RefundId } from './value-schemas.ts'

/** `pending`: accepted by Stripe, not yet by the bank. */
export const refundStatuses = ['requested', 'pending', 'succeeded', 'failed'] as const

export const isRefundUnderWay = ({ status }: { readonly status: (typeof refundStatuses)[number] }): boolean =>
  status === 'requested' || status === 'pending'

/** `unproven`: nobody proved the address; `stripe`: made in Stripe's dashboard; `bank`: taken by a lost dispute. */
export const refundReasons = ['client', 'practice', 'unproven', 'stripe', 'bank'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `isHeldUp`: it waits until the client's bank has decided about a dispute of the payment. */
const Refund = z.object({
  refundId: RefundId,
  amountCents: EuroCents,
  status: z.enum(refundStatuses),
  isHeldUp: z._default(z.boolean(), false),
})

export const CustomerRefund = z.object({
  refundId: z.string(),
  amountCents: EuroCents,
  status: z.enum(refundStatuses),
  reason: z.enum(refundReasons),
  explanation: z.nullable(z.string()),
  requestedAt: IsoInstant,
})
export type CustomerRefund = z.infer<typeof CustomerRefund>

const CancellationOptions = z.object({
  now: IsoInstant,
  paymentId: z.nullable(PaymentId),
  consultationId: z.nullable(ConsultationId),
  amountCents: EuroCents,
  mayMove: z.boolean(),
  mayCancel: z.boolean(),
  /** The payment, or the consultation of a budget, stays good for another hour. */
  mayKeep: z.boolean(),
  refundCents: EuroCents,
  /** Of `refundCents`, what waits until the client's bank has decided about a dispute. */
  heldUpCents: z._default(EuroCents, 0),
  rule: z.enum(cancellationRules),
  until: z.optional(IsoInstant),
  earlyStartUntil: z._default(EarlyStartUntil, null),
  /** The rule read before paying; without a payment the practice's present one. */
  noShowRule: z.optional(z.enum(noShowRules)),
})

/** The browser creates the id, so that a repeated press is one refund. */
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
   * Refunds the amount due by the rules, and cancels the upcoming consultation paid with it. `amountCents` is the sum
   * shown, refused when it has changed. While Stripe does not answer, the refund waits and is retried.
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
  /** Part or all; a full refund cancels the upcoming consultation paid with it. */
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
    refusals: ['payment-refunded', 'payment-disputed', 'changed-meanwhile'],
  }),
}
