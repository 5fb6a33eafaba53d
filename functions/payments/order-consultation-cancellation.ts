import type { EntityItem } from 'electrodb'
import { findUpcomingConsultationByOrder } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { createAgendaWrites } from '../consultations/public/agenda.ts'
import { appendAuditEntry } from '#platform/audit'
import { queueClientNotice, toConsultationNotice } from '../notifications/public/client-notice.ts'
import type { PaymentSettlementServices } from './services.ts'

interface PaidOrder {
  readonly orderId: string
  readonly customerId: string
  readonly by: string
  /** Only as long as the client has no account. */
  readonly isUnproven?: boolean
}

type UndoServices = Pick<PaymentSettlementServices, 'data' | 'now' | 'newId'>

/**
 * After a full refund the order waits for no date, and its upcoming consultation is cancelled, frees its time and is
 * reported to the client. One that has begun stays. The writes hold only while the order is as it was read, so no
 * booking or cancellation slips in between.
 */
export async function prepareOrderConsultationCancellation(
  { orderId, customerId, by, isUnproven = false }: PaidOrder,
  services: UndoServices,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const { data, now } = services
  const key = { customerId, orderId }
  const [{ data: waiting }, stored, { data: customer }] = await Promise.all([
    data.ordersToSchedule.get(key).go(),
    findUpcomingConsultationByOrder(data, key, now().toISOString()),
    data.customers.get({ customerId }).go(),
  ])
  return (entities) => [
    waiting
      ? entities.ordersToSchedule.remove(key).commit()
      : entities.ordersToSchedule
          .check(key)
          .where(({ paidAt }, { notExists }) => notExists(paidAt))
          .commit(),
    stored && customer && createConsultationCancellationWrites(entities, { stored, customer, by }, services),
    customer && counted(entities, { customerId, isUnproven }),
  ]
}

/** Makes concurrent requests that were checked by the rules for paid orders start again. */
const counted = (
  entities: TransactionEntities,
  { customerId, isUnproven }: { readonly customerId: string; readonly isUnproven: boolean },
) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(
      ({ name, userId }, { exists, notExists }) => `${exists(name)}${isUnproven ? ` AND ${notExists(userId)}` : ''}`,
    )
    .commit()

interface Cancellation {
  readonly stored: EntityItem<TableEntities['consultations']>
  readonly customer: EntityItem<TableEntities['customers']>
  readonly by: string
}

export function createConsultationCancellationWrites(
  entities: TransactionEntities,
  { stored, customer, by }: Cancellation,
  services: UndoServices,
) {
  const { customerId, consultationId, startsAt, orderId } = stored
  const wanted = {
    status: 'cancelled',
    toConfirm: false,
    version: stored.version + 1,
    sequence: stored.sequence + 1,
  } as const
  const notice = toConsultationNotice('consultation_cancelled', { ...stored, ...wanted })
  return [
    entities.consultations
      .patch({ customerId, consultationId })
      .set({ ...wanted, startsAt })
      .remove(['pendingNotice'])
      .where(({ version }, operations) => createUnchangedCondition(version, stored.version, operations))
      .commit(),
    createAgendaWrites(entities, { consultationId, from: stored }),
    queueClientNotice(entities, { customer, notice }, services),
    appendAuditEntry(
      entities,
      {
        action: 'CONSULTATION_CANCELLED',
        by,
        subjectId: customerId,
        details: { consultationId, version: wanted.version, ...(orderId && { orderId }) },
      },
      services,
    ),
  ]
}
