import type { AuditAction } from '#contract/audit'
import type { EntityItem } from 'electrodb'
import type { StoredConsultation } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import { countCustomerRequest, countCustomerRequestIfFirst } from '#data/customer-check'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import type { CallerDetails } from '#platform/http'
import type { StoredSlotHold } from '#data/slot-hold-queries'
import { createAgendaWrites, createHeldTimeWrites } from './public/agenda.ts'
import { createSlotHoldWrites } from './public/slot-holds.ts'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { planConsultationNotice } from '../notifications/public/consultation-notice.ts'
import type { ActionServices } from '#platform/services'
import { isAnnouncedAtOnce } from './change.ts'

type NewlyGiven = 'customerId' | 'consultationId' | 'status' | 'version' | 'sequence' | 'createdAt'

export interface ConsultationBooking {
  readonly actor: CallerDetails & { readonly userId: string }
  readonly customer: EntityItem<TableEntities['customers']>
  readonly wanted: Omit<StoredConsultation, NewlyGiven>
  /** @default that of the hold, or a new one */
  readonly consultationId?: string
  readonly action: AuditAction
  readonly details?: Readonly<Record<string, unknown>>
  readonly over?: boolean
  readonly respectsPauses?: boolean
  /** Fails when the client has made another request since `customer` was read. */
  readonly alone?: boolean
  readonly alongside?: (entities: TransactionEntities) => TransactionWrites
  readonly hold?: StoredSlotHold
}

export async function bookConsultation(
  booking: ConsultationBooking,
  services: ActionServices,
): Promise<StoredConsultation> {
  const {
    actor,
    customer,
    action,
    details,
    over = false,
    alone = false,
    respectsPauses = false,
    alongside,
    hold,
  } = booking
  const { customerId } = customer
  const { orderId, budgetId, type } = booking.wanted
  const { hours } = await readStoredOpeningHours(services.data, services.now())
  const unannounced: StoredConsultation = {
    ...booking.wanted,
    // The pause of a held hour is already in the agenda.
    pauseMinutes: hold?.pauseMinutes ?? hours.types[type].pauseMinutes,
    ...(over && { bookedOver: true }),
    customerId,
    consultationId: booking.consultationId ?? hold?.consultationId ?? services.newId('con'),
    status: 'scheduled',
    version: 1,
    sequence: 0,
    createdAt: services.now().toISOString(),
  }
  const notice = planConsultationNotice(
    { customer, after: unannounced, by: actor.userId, isAtOnce: isAnnouncedAtOnce(action) },
    services,
  )
  const consultation = { ...unannounced, ...(notice.pendingNotice && { pendingNotice: notice.pendingNotice }) }
  const { consultationId } = consultation
  const outcome = await services.data.transact((entities) => ({
    consultation: entities.consultations.create(consultation).commit(),
    customer: alone ? countCustomerRequestIfFirst(entities, customer) : countCustomerRequest(entities, customerId),
    order: orderId && entities.ordersToSchedule.remove({ customerId, orderId }).commit(),
    hold: hold && createSlotHoldWrites(entities, { before: hold, keepsTime: true }),
    slot: hold
      ? createHeldTimeWrites(entities, consultationId, consultation)
      : createAgendaWrites(entities, {
          consultationId,
          to: consultation,
          over,
          respectsPauses: alone || respectsPauses,
        }),
    alongside: alongside?.(entities),
    mail: notice.queue(entities),
    audit: appendAuditEntry(
      entities,
      {
        action,
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: {
          consultationId,
          startsAt: consultation.startsAt,
          ...(orderId && { orderId }),
          ...(budgetId && { budgetId }),
          ...details,
        },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, {
    customer: alone ? 'too-many-attempts' : 'not-found',
    hold: 'hold-expired',
    order: 'order-scheduled',
    slot: 'slot-taken',
  })
  return consultation
}
