import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { PaymentDispute } from './disputes.ts'
import { Payment } from './payment.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { PaymentReceipt } from './receipt.ts'
import { CheckoutRedirect, OptionalNoShowRule } from './purchases.ts'
import { CustomerRefund, refundEndpoints } from './refunds.ts'
import {
  ConsultationId,
  EuroCents,
  CustomerId,
  IsoInstant,
  createPageSchema,
  PageQuery,
  PaymentId,
} from './value-schemas.ts'

/**
 * `isRefundUnderWay`: a refund was requested that neither succeeded nor failed yet; `isRefundHeldUp`: one waits until
 * the client's bank has decided about a dispute.
 */
export const OwnPayment = z.extend(Payment, {
  isRefundUnderWay: z._default(z.boolean(), false),
  isRefundHeldUp: z._default(z.boolean(), false),
})
export type OwnPayment = z.infer<typeof OwnPayment>

export const CustomerPayment = z.extend(Payment, {
  refunds: z.array(CustomerRefund),
  dispute: z._default(z.nullable(PaymentDispute), null),
  isRefundHeldUp: z._default(z.boolean(), false),
})
export type CustomerPayment = z.infer<typeof CustomerPayment>

const UnverifiedEmailPayment = z.extend(Payment, { consultationStartsAt: z.nullable(IsoInstant) })
export type UnverifiedEmailPayment = z.infer<typeof UnverifiedEmailPayment>

const ReceiptReply = z.object({ url: z.url(), fileName: z.string(), receipt: PaymentReceipt })

export const payments = {
  /**
   * For the client's own booked consultation with a price. `priceCents` and `noShowRule` are the values shown, refused
   * when they have changed.
   */
  checkoutConsultation: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/{consultationId}/checkout',
    allow: ['cliente'],
    params: z.object({ consultationId: ConsultationId }),
    body: z.strictObject({
      priceCents: EuroCents,
      consents: z.optional(PurchaseConsents),
      noShowRule: OptionalNoShowRule,
    }),
    reply: CheckoutRedirect,
    audit: 'ORDER_CREATED',
    refusals: [
      'rules-changed',
      'payment-unavailable',
      'order-already-paid',
      'payment-pending',
      'consultation-closed',
      'changed-meanwhile',
      'guardian-consent-required',
    ],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/payments',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnPayment),
    audit: 'none',
    refusals: [],
  }),
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId }),
    query: PageQuery,
    reply: createPageSchema(CustomerPayment),
    audit: 'none',
    refusals: [],
  }),
  /** Payments not yet refunded while the client's address is unverified; empty once it is verified. */
  listUnproven: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments/unproven',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId }),
    reply: z.object({ items: z.array(UnverifiedEmailPayment) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Refunds the rest of a payment of an unverified buyer and cancels the upcoming consultation paid with it. Repeating
   * it completes an interrupted refund.
   */
  refundUnproven: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/payments/{paymentId}/refund',
    allow: ['administrador'],
    opens: 'payments',
    assurance: 'fresh',
    params: z.object({ customerId: CustomerId, paymentId: PaymentId }),
    reply: Payment,
    audit: 'REFUND_REQUESTED',
    refusals: ['address-proven', 'payment-refunded', 'payment-disputed', 'payment-unavailable'],
  }),
  ...refundEndpoints,
  /** 'Justificante de pago'. The link to its PDF is valid for sixty seconds. */
  receipt: defineEndpoint({
    method: 'GET',
    path: '/payments/{paymentId}/receipt',
    allow: ['cliente'],
    params: z.object({ paymentId: PaymentId }),
    reply: ReceiptReply,
    audit: 'none',
    refusals: [],
  }),
  receiptOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/payments/{paymentId}/receipt',
    allow: ['administrador'],
    opens: 'payments',
    params: z.object({ customerId: CustomerId, paymentId: PaymentId }),
    reply: ReceiptReply,
    audit: 'none',
    refusals: [],
  }),
}
