import type { EntityItem } from 'electrodb'
import type { ConsultationType } from '#contract/consultation-types'
import type { OpeningHours } from '#contract/opening-hours'
import { findOrdersToScheduleOf } from '#data/consultation-queries'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { toPaymentId } from '#data/payment-id'
import { PROPOSED_TYPE } from './slot-proposals.ts'

export interface PurchaseServices {
  readonly data: Database
  readonly now: () => Date
}

export interface PurchaseToSchedule {
  readonly orderId: string
  readonly customerId: string
  readonly concept: string
  readonly paidAt: string
  readonly type: ConsultationType
  readonly durationMinutes: number
  readonly pauseMinutes: number
  readonly priceCents?: number
  readonly wasBooked: boolean
}

export async function findPurchasesToSchedule(
  customerId: string,
  services: PurchaseServices,
): Promise<readonly PurchaseToSchedule[]> {
  return readPurchases(await findOrdersToScheduleOf(services.data, customerId), services)
}

type WaitingOrder = EntityItem<TableEntities['ordersToSchedule']>

export async function readPurchases(
  waiting: readonly WaitingOrder[],
  { data, now }: PurchaseServices,
): Promise<readonly PurchaseToSchedule[]> {
  if (waiting.length === 0) return []
  const [{ data: orders }, { data: payments }, { hours }] = await Promise.all([
    data.orders.get(waiting.map(({ orderId }) => ({ orderId }))).go(),
    data.payments.get(waiting.map(toPaymentKey)).go(),
    readStoredOpeningHours(data, now()),
  ])
  const keys = waiting.flatMap(({ customerId, orderId }) => {
    const { product, bookedConsultationId } = orders.find((each) => each.orderId === orderId) ?? {}
    return product === 'consulta' && bookedConsultationId ? [{ customerId, consultationId: bookedConsultationId }] : []
  })
  const { data: booked } = keys.length > 0 ? await data.consultations.get(keys).go() : { data: [] }
  return waiting.map((order) => {
    const { product, bookedConsultationId } = orders.find(({ orderId }) => orderId === order.orderId) ?? {}
    return toPurchaseToSchedule(order, {
      hours,
      wasBooked: product === 'consulta',
      payment: payments.find(({ orderId }) => orderId === order.orderId),
      booked: booked.find(({ consultationId }) => consultationId === bookedConsultationId),
    })
  })
}

const toPaymentKey = ({ customerId, orderId }: WaitingOrder) => ({
  customerId,
  paymentId: toPaymentId(orderId),
})

interface Bought {
  readonly hours: OpeningHours
  readonly wasBooked: boolean
  readonly payment: EntityItem<TableEntities['payments']> | undefined
  readonly booked: EntityItem<TableEntities['consultations']> | undefined
}

function toPurchaseToSchedule(
  { orderId, customerId, concept, paidAt }: WaitingOrder,
  { hours, wasBooked, payment, booked }: Bought,
): PurchaseToSchedule {
  const type = booked?.type ?? PROPOSED_TYPE
  const { durationMinutes, pauseMinutes } = hours.types[type]
  return {
    orderId,
    customerId,
    concept,
    paidAt,
    type,
    durationMinutes: booked?.durationMinutes ?? durationMinutes,
    pauseMinutes,
    ...(payment && { priceCents: payment.amountCents }),
    wasBooked,
  }
}
