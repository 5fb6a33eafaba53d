import type { EntityItem } from 'electrodb'
import { productCatalogue } from '#contract/product-catalogue'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import { createAgendaWrites, createHeldTimeWrites } from '../consultations/public/agenda.ts'
import { createSlotHoldWrites } from '../consultations/public/slot-holds.ts'
import type { StoredOrder } from './open-checkout-session.ts'
import { findSlotHoldOfOrder } from './order-slot-hold.ts'
import type { OrderPayer } from './payer.ts'
import type { PaymentSettlementServices } from './services.ts'

export type WriteConsultationOfOrder = (entities: TransactionEntities) => Readonly<Record<string, TransactionWrites>>

/**
 * Writes that book the paid hour: from its hold or, without one, if it is free. The receipt's mail includes it.
 * Undefined when the order has no hour, or it has passed.
 */
export async function prepareConsultationOfOrder(
  order: StoredOrder,
  payer: OrderPayer,
  services: PaymentSettlementServices,
): Promise<WriteConsultationOfOrder | undefined> {
  if (order.bookedConsultationId) return prepareBookedConsultation(order, payer)
  const consultation = toConsultation(order, payer, services)
  if (!consultation || Date.parse(consultation.startsAt) <= services.now().getTime()) return undefined
  const { consultationId } = consultation
  const hold = await findSlotHoldOfOrder(order, services)
  return (entities) => ({
    ...(hold
      ? {
          ...createSlotHoldWrites(entities, { before: hold, keepsTime: true }),
          slot: createHeldTimeWrites(entities, consultationId, consultation),
        }
      : { slot: createAgendaWrites(entities, { consultationId, to: consultation, respectsPauses: true }) }),
    consultation: entities.consultations.create(consultation).commit(),
    bookingAudit: appendAuditEntry(
      entities,
      {
        action: 'CONSULTATION_BOOKED',
        by: 'stripe',
        subjectId: payer.customerId,
        details: { consultationId, startsAt: consultation.startsAt, orderId: order.orderId },
      },
      services,
    ),
  })
}

export async function readBookedStart(
  { customerId, bookedConsultationId: consultationId, bookedStart }: StoredOrder,
  { data }: Pick<PaymentSettlementServices, 'data'>,
): Promise<string | undefined> {
  if (bookedStart || !customerId || !consultationId) return bookedStart
  return (await data.consultations.get({ customerId, consultationId }).go()).data?.startsAt
}

/** Cancelled or paid meanwhile, the order waits for a date. */
function prepareBookedConsultation(
  { orderId, bookedConsultationId = '', totalCents }: StoredOrder,
  { customerId }: OrderPayer,
): WriteConsultationOfOrder {
  return (entities) => ({
    consultation: entities.consultations
      .patch({ customerId, consultationId: bookedConsultationId })
      .set({ orderId, priceCents: totalCents })
      .remove(['proposedPriceCents', 'priceDeclinedAt', 'lapsesAt'])
      .add({ version: 1 })
      .where(
        ({ orderId: paid, status }, { ne, notExists }) =>
          `${notExists(paid)} AND ${ne(status, 'cancelled')} AND ${ne(status, 'removed')}`,
      )
      .commit(),
  })
}

function toConsultation(
  { orderId, product, totalCents, consultationId, startsAt, durationMinutes, pauseMinutes }: StoredOrder,
  { customerId }: OrderPayer,
  { now }: PaymentSettlementServices,
): EntityItem<TableEntities['consultations']> | undefined {
  if (!consultationId || !startsAt || !durationMinutes || product === 'consulta' || product === 'presupuesto')
    return undefined
  return {
    customerId,
    consultationId,
    orderId,
    startsAt,
    durationMinutes,
    pauseMinutes: pauseMinutes ?? 0,
    type: productCatalogue[product].consultationType,
    status: 'scheduled',
    toConfirm: false,
    priceCents: totalCents,
    version: 1,
    sequence: 0,
    createdAt: now().toISOString(),
  }
}
