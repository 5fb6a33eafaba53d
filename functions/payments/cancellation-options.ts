import { computeCancellationTerms, computeEarlyStartUntil } from '#contract/cancellation-rules'
import type { EndpointReply } from '#contract/endpoint'
import type { payments } from '#contract/payments-domain'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { findConsultationsOfOrder, type StoredConsultation } from './order-consultation-cancellation.ts'
import { readNoShowRule } from './price.ts'
import { isUsedByAbsence, readAgreementOf } from './public/budget-units.ts'
import { hasMissedBefore } from './public/missed-before.ts'
import { toPurchase } from './public/purchase.ts'
import { toPaymentId } from '#data/payment-id'
import { isHeldUpByDispute, readDisputes, type StoredPayment } from './refund-writes.ts'
import type { PaymentServices } from './services.ts'

type Options = EndpointReply<typeof payments.refundOptions>
type OptionServices = Pick<PaymentServices, 'data' | 'now'>

const outcomes = {
  scheduled: 'to-come',
  in_progress: 'to-come',
  completed: 'held',
  no_show: 'no-show',
} as const

const findUsed = (all: readonly StoredConsultation[]) => all.find(({ status }) => status in outcomes)

async function readAgreed({ payment, all }: UsedPayment, services: OptionServices) {
  const { data: order } = payment ? await services.data.orders.get({ orderId: payment.orderId }).go() : { data: null }
  return {
    purchased: payment && { ...payment, ...((order && toPurchase(order, all)) ?? { purchasedAt: payment.paidAt }) },
    expressRequest: order?.expressRequestAt !== undefined,
    acknowledgement: order?.acknowledgementAt !== undefined,
    // Older orders without a stored rule follow the present one.
    noShowRule: order?.noShowRule ?? (await readNoShowRule(services)),
  }
}

interface UsedPayment {
  readonly payment: StoredPayment | undefined
  readonly consultation: StoredConsultation | undefined
  readonly all: readonly StoredConsultation[]
}

async function computeOptions(used: UsedPayment, services: OptionServices): Promise<Options> {
  const { payment } = used
  const options = await computeOptionsOfOrder(used, services)
  if (!payment) return options
  // Unused parts of a budget are refunded with the budget.
  if (await isOfBudget(payment, services))
    return { ...options, mayKeep: false, refundCents: 0, rule: options.rule === 'refunded' ? 'refunded' : 'of-budget' }
  const isHeldUp = isHeldUpByDispute({ disputes: await readDisputes(payment, services.data) })
  return { ...options, heldUpCents: isHeldUp ? options.refundCents : 0 }
}

async function isOfBudget({ orderId }: StoredPayment, { data }: OptionServices): Promise<boolean> {
  return (await data.orders.get({ orderId }).go()).data?.product === 'presupuesto'
}

async function computeOptionsOfOrder(used: UsedPayment, services: OptionServices): Promise<Options> {
  const { payment, consultation, all } = used
  const at = services.now().toISOString()
  const status = consultation?.status as keyof typeof outcomes | undefined
  const { noShowRule, purchased, ...consents } = await readAgreed(used, services)
  const terms = computeCancellationTerms({
    now: at,
    payment: purchased,
    consultation: consultation && status && { ...consultation, outcome: outcomes[status] },
    ...consents,
    noShowRule,
    hasMissedBefore: hasMissedBefore(all, consultation),
  })
  return {
    now: at,
    paymentId: payment?.paymentId ?? null,
    consultationId: consultation?.consultationId ?? null,
    amountCents: payment?.amountCents ?? 0,
    ...terms,
    heldUpCents: 0,
    noShowRule,
    earlyStartUntil: purchased ? computeEarlyStartUntil({ now: at, ...purchased, ...consents }) : null,
  }
}

export const computePaymentOptions = (
  payment: StoredPayment,
  all: readonly StoredConsultation[],
  services: OptionServices,
): Promise<Options> => computeOptions({ payment, consultation: findUsed(all), all }, services)

const readPaymentOptions = async (payment: StoredPayment, services: OptionServices): Promise<Options> =>
  computePaymentOptions(payment, await findConsultationsOfOrder(payment, services), services)

export const readOwnRefundOptions: EndpointAction<typeof payments.refundOptions, PaymentServices> = async (
  { actor, params: { paymentId } },
  services,
) => {
  const { data: payment } = await services.data.payments
    .get({ customerId: requireOwnCustomerId(actor), paymentId })
    .go()
  return readPaymentOptions(payment ?? throwRefusal('not-found'), services)
}

export const readCustomerRefundOptions: EndpointAction<
  typeof payments.refundOptionsOfCustomer,
  PaymentServices
> = async ({ params }, services) => {
  const { data: payment } = await services.data.payments.get(params).go()
  return readPaymentOptions(payment ?? throwRefusal('not-found'), services)
}

export const readOwnConsultationOptions: EndpointAction<typeof payments.consultationOptions, PaymentServices> = async (
  { actor, params: { consultationId } },
  services,
) => {
  const { data } = services
  const customerId = requireOwnCustomerId(actor)
  const { data: consultation } = await data.consultations.get({ customerId, consultationId }).go()
  if (!consultation || !(consultation.status in outcomes)) return throwRefusal('not-found')
  const { orderId } = consultation
  const { data: payment } = orderId
    ? await data.payments.get({ customerId, paymentId: toPaymentId(orderId) }).go()
    : { data: null }
  const all = payment ? await findConsultationsOfOrder(payment, services) : []
  const options = await computeOptions({ payment: payment ?? undefined, consultation, all }, services)
  return { ...options, ...(await readTermsInBudget(consultation, options, services)) }
}

async function readTermsInBudget(
  consultation: StoredConsultation,
  { mayCancel }: Options,
  { data }: OptionServices,
): Promise<Partial<Pick<Options, 'mayKeep' | 'rule'>>> {
  const agreement = mayCancel ? await readAgreementOf(consultation, data) : undefined
  if (!agreement) return {}
  if (isUsedByAbsence(consultation, agreement)) return { rule: 'missed-before' }
  return { mayKeep: agreement.status === 'active' }
}
