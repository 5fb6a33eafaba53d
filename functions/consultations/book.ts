import type { AuditAction } from '#contract/audit'
import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities } from '#data/transact'
import type { Actor } from '#platform/actor'
import { createAgendaWrites } from './public/agenda.ts'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { queueClientNotice, toConsultationNotice } from '../notifications/public/client-notice.ts'
import type { ActionServices } from '#platform/services'
import { incrementConsultationRequestCount } from './change.ts'
import type { StoredConsultation } from './to-consultation.ts'

type NewlyGiven = 'customerId' | 'consultationId' | 'status' | 'version' | 'sequence' | 'createdAt'

export interface ConsultationBooking {
  readonly actor: Actor
  readonly customer: EntityItem<TableEntities['customers']>
  readonly wanted: Omit<StoredConsultation, NewlyGiven>
  readonly action: AuditAction
  readonly details?: Readonly<Record<string, unknown>>
  readonly over?: boolean
  /** Fails when the client has made another request since `customer` was read. */
  readonly alone?: boolean
}

/** One transaction: consultation, time, order, notice and audit entry. */
export async function bookConsultation(
  booking: ConsultationBooking,
  services: ActionServices,
): Promise<StoredConsultation> {
  const { actor, customer, action, details, over = false, alone = false } = booking
  const { customerId } = customer
  const { orderId } = booking.wanted
  const consultation: StoredConsultation = {
    ...booking.wanted,
    customerId,
    consultationId: services.newId('con'),
    status: 'scheduled',
    version: 1,
    sequence: 0,
    createdAt: services.now().toISOString(),
  }
  const { consultationId } = consultation
  const outcome = await services.data.transact((entities) => ({
    consultation: entities.consultations.create(consultation).commit(),
    customer: alone ? incrementConsultationRequestCount(entities, customer) : checkCustomerExists(entities, customerId),
    order: orderId && entities.ordersToSchedule.remove({ customerId, orderId }).commit(),
    slot: createAgendaWrites(entities, { consultationId, to: consultation, over }),
    mail: queueClientNotice(
      entities,
      { customer, notice: toConsultationNotice('consultation_scheduled', consultation) },
      services,
    ),
    audit: appendAuditEntry(
      entities,
      {
        action,
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { consultationId, startsAt: consultation.startsAt, ...(orderId && { orderId }), ...details },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, {
    customer: alone ? 'too-many-attempts' : 'not-found',
    order: 'order-scheduled',
    slot: 'slot-taken',
  })
  return consultation
}

/** Counted, so that a concurrent deletion cannot miss the new consultation. */
const checkCustomerExists = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(({ name }, { exists }) => exists(name))
    .commit()
