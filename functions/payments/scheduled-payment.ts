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
 * The writes that make the paid hour a consultation: by its hold, or, where that is gone, if nobody else has the hour. The
 * receipt tells of it. Undefined where the order named none, or it has passed.
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

/** When the consultation begins that was booked before it is paid; once it is noted, it stays. */
export async function readBookedStart(
  { customerId, bookedConsultationId: consultationId, bookedStart }: StoredOrder,
  { data }: Pick<PaymentSettlementServices, 'data'>,
): Promise<string | undefined> {
  if (bookedStart || !customerId || !consultationId) return bookedStart
  return (await data.consultations.get({ customerId, consultationId }).go()).data?.startsAt
}

/** One that is booked already becomes paid, at what was paid. Cancelled or paid meanwhile, it leaves the order waiting. */
function prepareBookedConsultation(
  { orderId, bookedConsultationId = '', totalCents }: StoredOrder,
  { customerId }: OrderPayer,
): WriteConsultationOfOrder {
  return (entities) => ({
    consultation: entities.consultations
      .patch({ customerId, consultationId: bookedConsultationId })
      .set({ orderId, priceCents: totalCents })
      .remove(['proposedPriceCents', 'priceDeclinedAt'])
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
