import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { createReleaseWrites } from '../consultations/public/agenda.ts'
import { appendAuditEntry } from '#platform/audit'
import { queueClientNotice, toConsultationNotice } from '../notifications/public/client-notice.ts'
import { isMailUntouched, planConsultationNotice } from '../notifications/public/consultation-notice.ts'
import type { PaymentSettlementServices } from './services.ts'

export type StoredConsultation = EntityItem<TableEntities['consultations']>

type PaidOrderKey = Pick<PaidOrder, 'orderId' | 'customerId'>

export interface OrderUse {
  readonly isWaiting: boolean
  readonly consultations: readonly StoredConsultation[]
}

interface PaidOrder {
  readonly orderId: string
  readonly customerId: string
  readonly by: string
  readonly isUnproven?: boolean
  /** @default - the present use */
  readonly use?: OrderUse | undefined
}

type UndoServices = Pick<PaymentSettlementServices, 'data' | 'now' | 'newId'>

export async function findConsultationsOfOrder(
  { orderId, customerId }: PaidOrderKey,
  { data }: Pick<UndoServices, 'data'>,
): Promise<readonly StoredConsultation[]> {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  return all.filter((each) => each.orderId === orderId)
}

/** Reads first whether it waits: a booking ends that, so a write conditional on it detects every booking. */
export async function readOrderUse(
  { customerId, orderId }: PaidOrderKey,
  services: Pick<UndoServices, 'data'>,
): Promise<OrderUse> {
  const { data: waiting } = await services.data.ordersToSchedule.get({ customerId, orderId }).go()
  return {
    isWaiting: waiting !== null,
    consultations: await findConsultationsOfOrder({ customerId, orderId }, services),
  }
}

/**
 * After a full refund the order waits for no date, and its upcoming consultation is cancelled, frees its time and is
 * reported to the client. One that has begun stays. The writes are conditional on the order's state, so no booking or
 * cancellation slips in between.
 */
export async function prepareOrderConsultationCancellation(
  { orderId, customerId, by, isUnproven = false, use }: PaidOrder,
  services: UndoServices,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const { data, now } = services
  const key = { customerId, orderId }
  const { isWaiting, consultations } = use ?? (await readOrderUse(key, services))
  const stored = consultations.find((each) => isUpcoming(each, now()))
  const { data: customer } = await data.customers.get({ customerId }).go()
  const isToldWithNext = by !== 'stripe'
  const cancellation =
    stored && customer && (await prepareConsultationCancellation({ stored, customer, by, isToldWithNext }, services))
  return (entities) => [
    createWaitingWrites(entities, key, isWaiting),
    cancellation?.(entities),
    createUnchangedWrites(
      entities,
      consultations.filter((each) => each !== stored),
    ),
    customer && counted(entities, { customerId, isUnproven }),
  ]
}

export async function prepareUnpaidConsultation(
  key: PaidOrderKey,
  services: Pick<UndoServices, 'data' | 'now'>,
): Promise<PreparedWrites> {
  const { isWaiting, consultations } = await readOrderUse(key, services)
  const stored = consultations.find((each) => isUpcoming(each, services.now()))
  return (entities) => [
    createWaitingWrites(entities, key, isWaiting),
    stored &&
      entities.consultations
        .patch({ customerId: stored.customerId, consultationId: stored.consultationId })
        .remove(['orderId'])
        .add({ version: 1 })
        .where(({ version }, operations) => createUnchangedCondition(version, stored.version, operations))
        .commit(),
    createUnchangedWrites(
      entities,
      consultations.filter((each) => each !== stored),
    ),
  ]
}

const createWaitingWrites = (
  entities: TransactionEntities,
  { customerId, orderId }: PaidOrderKey,
  isWaiting: boolean,
): TransactionWrites =>
  isWaiting
    ? entities.ordersToSchedule.remove({ customerId, orderId }).commit()
    : entities.ordersToSchedule
        .check({ customerId, orderId })
        .where(({ paidAt }, { notExists }) => notExists(paidAt))
        .commit()

const isUpcoming = ({ status, startsAt }: StoredConsultation, now: Date): boolean =>
  status === 'scheduled' && startsAt > now.toISOString()

export const createUnchangedWrites = (
  entities: TransactionEntities,
  consultations: readonly StoredConsultation[],
): TransactionWrites =>
  consultations.map(({ customerId, consultationId, version }) =>
    entities.consultations
      .check({ customerId, consultationId })
      .where((present, operations) => createUnchangedCondition(present.version, version, operations))
      .commit(),
  )

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

interface CancellationTerms {
  readonly customer: EntityItem<TableEntities['customers']>
  readonly by: string
  readonly isToldWithNext?: boolean
}

interface Cancellation extends CancellationTerms {
  readonly stored: StoredConsultation
}

type PreparedWrites = (entities: TransactionEntities) => TransactionWrites

export const prepareConsultationCancellation = (
  { stored, ...terms }: Cancellation,
  services: UndoServices,
): Promise<PreparedWrites> => prepareConsultationCancellations([stored], terms, services)

export async function prepareConsultationCancellations(
  hours: readonly StoredConsultation[],
  terms: CancellationTerms,
  services: UndoServices,
): Promise<PreparedWrites> {
  const each = await Promise.all(hours.map((stored) => prepareWithoutAgenda({ stored, ...terms }, services)))
  return (entities) => [each.map((writes) => writes(entities)), createReleaseWrites(entities, hours)]
}

async function prepareWithoutAgenda(
  { stored, customer, by, isToldWithNext = false }: Cancellation,
  services: UndoServices,
): Promise<PreparedWrites> {
  const { customerId, consultationId, startsAt, orderId } = stored
  const { pendingNotice: _, ...before } = stored
  const changed = {
    status: 'cancelled',
    toConfirm: false,
    version: stored.version + 1,
    sequence: stored.sequence + 1,
  } as const
  const after = { ...before, ...changed }
  const notice = isToldWithNext
    ? await planJoinedNotice({ stored, customer, by }, after, services)
    : planNoticeOfItsOwn({ customer, after }, services)
  const { pendingNotice } = notice
  const wanted = { ...changed, ...(pendingNotice && { pendingNotice }) }
  return (entities) => [
    entities.consultations
      .patch({ customerId, consultationId })
      .set({ ...wanted, startsAt })
      .remove(pendingNotice ? [] : ['pendingNotice'])
      .where(({ version }, operations) => createUnchangedCondition(version, stored.version, operations))
      .commit(),
    notice.replaceWaiting(entities),
    notice.queue(entities),
    appendAuditEntry(
      entities,
      {
        action: 'CONSULTATION_CANCELLED',
        by,
        subjectId: customerId,
        details: { consultationId, version: changed.version, ...(orderId && { orderId }) },
      },
      services,
    ),
  ]
}

async function planJoinedNotice(
  { stored: before, customer, by }: Cancellation,
  after: StoredConsultation,
  services: UndoServices,
) {
  const isPendingSent = before.pendingNotice && !(await isMailUntouched(before.pendingNotice, services.data))
  return planConsultationNotice(
    { customer, before, after, by, isAtOnce: false, isToldWithNext: true, ...(isPendingSent && { isPendingSent }) },
    services,
  )
}

const planNoticeOfItsOwn = (
  { customer, after }: Pick<Cancellation, 'customer'> & { readonly after: StoredConsultation },
  services: UndoServices,
): ReturnType<typeof planConsultationNotice> => ({
  pendingNotice: undefined,
  replaceWaiting: () => undefined,
  queue: (entities) =>
    queueClientNotice(entities, { customer, notice: toConsultationNotice('consultation_cancelled', after) }, services),
})
