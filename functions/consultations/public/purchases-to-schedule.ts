import type { ConsultationType } from '#contract/consultation'
import { findOrdersToScheduleOf } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { PROPOSED_TYPE } from './slot-proposals.ts'

export interface PurchaseServices {
  readonly data: Database
  readonly now: () => Date
}

/** What a paid order without an hour is redeemed as, and as nothing else. */
export interface Purchase {
  readonly orderId: string
  readonly concept: string
  readonly paidAt: string
  readonly type: ConsultationType
  readonly durationMinutes: number
  readonly pauseMinutes: number
  /** Missing where there is no payment. */
  readonly priceCents?: number
}

/** The oldest first. */
export async function findPurchasesToSchedule(
  customerId: string,
  services: PurchaseServices,
): Promise<readonly Purchase[]> {
  const waiting = await findOrdersToScheduleOf(services.data, customerId)
  return Promise.all(waiting.map((order) => readPurchase(order, services)))
}

type WaitingOrder = Awaited<ReturnType<typeof findOrdersToScheduleOf>>[number]

async function readPurchase(
  { customerId, orderId, concept, paidAt }: WaitingOrder,
  { data, now }: PurchaseServices,
): Promise<Purchase> {
  const [{ data: order }, { data: payment }, { hours }] = await Promise.all([
    data.orders.get({ orderId }).go(),
    data.payments.get({ customerId, paymentId: `pay_${orderId.slice('ord_'.length)}` }).go(),
    readStoredOpeningHours(data, now()),
  ])
  // One that was booked before it was paid, and has been cancelled since.
  const consultationId = order?.product === 'consulta' ? order.bookedConsultationId : undefined
  const { data: booked } = consultationId
    ? await data.consultations.get({ customerId, consultationId }).go()
    : { data: null }
  const type = booked?.type ?? PROPOSED_TYPE
  const { durationMinutes, pauseMinutes } = hours.types[type]
  return {
    orderId,
    concept,
    paidAt,
    type,
    durationMinutes: booked?.durationMinutes ?? durationMinutes,
    pauseMinutes,
    ...(payment && { priceCents: payment.amountCents }),
  }
}
