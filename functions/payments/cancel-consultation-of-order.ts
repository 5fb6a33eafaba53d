import type { EntityItem } from 'electrodb'
import { consultationOfOrder } from '#data/consultation-queries'
import type { Entities } from '#data/entities'
import type { TransactionEntities, Writes } from '#data/transact'
import { unchanged } from '#data/unchanged'
import { agendaWrites } from '../consultations/public/agenda.ts'
import { appendAudit } from '#platform/audit'
import { queueClientNotice, toConsultationNotice } from '../notifications/public/client-notice.ts'
import type { SettlementServices } from './services.ts'

interface PaidOrder {
  readonly orderId: string
  readonly customerId: string
  readonly by: string
}

type UndoServices = Pick<SettlementServices, 'data' | 'now' | 'newId'>

/**
 * After a full refund the order waits for no date, and its upcoming consultation is cancelled, frees its time and is
 * reported to the client. One that has begun stays. The writes hold only while the order is as it was read, so no
 * booking or cancellation slips in between.
 */
export async function cancelConsultationOfOrder(
  { orderId, customerId, by }: PaidOrder,
  services: UndoServices,
): Promise<(entities: TransactionEntities) => Writes> {
  const { data, now } = services
  const key = { customerId, orderId }
  const [{ data: waiting }, stored, { data: customer }] = await Promise.all([
    data.ordersToSchedule.get(key).go({ consistent: true }),
    consultationOfOrder(data, key, now().toISOString()),
    data.customers.get({ customerId }).go({ consistent: true }),
  ])
  return (entities) => [
    waiting
      ? entities.ordersToSchedule.remove(key).commit()
      : entities.ordersToSchedule
          .check(key)
          .where(({ paidAt }, { notExists }) => notExists(paidAt))
          .commit(),
    stored && customer && cancellationWrites(entities, { stored, customer, by }, services),
    customer && counted(entities, customerId),
  ]
}

/** Makes concurrent requests that were checked by the rules for paid orders start again. */
const counted = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(({ name }, { exists }) => exists(name))
    .commit()

interface Cancellation {
  readonly stored: EntityItem<Entities['consultations']>
  readonly customer: EntityItem<Entities['customers']>
  readonly by: string
}

export function cancellationWrites(
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
      .where(({ version }, operations) => unchanged(version, stored.version, operations))
      .commit(),
    agendaWrites(entities, { consultationId, from: stored }),
    queueClientNotice(entities, { customer, notice }, services),
    appendAudit(
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
