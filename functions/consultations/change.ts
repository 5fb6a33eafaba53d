import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import type { StoredConsultation } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import { countCustomerRequestIfFirst } from '#data/customer-check'
import { findRemovedKeys } from '#data/stored-record'
import { createUnchangedCondition } from '#data/unchanged-condition'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import type { CallerDetails } from '#platform/http'
import type { StoredSlotHold } from '#data/slot-hold-queries'
import type { StoredWaitingListEntry } from '#data/waiting-list-queries'
import { createAgendaWrites } from './public/agenda.ts'
import { createSlotHoldWrites } from './public/slot-holds.ts'
import { toChangedConsultationAuditDetails } from './audit-details.ts'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import {
  asksForPrice,
  holdsTime,
  needsClientNotice,
  planConsultationNotice,
} from '../notifications/public/consultation-notice.ts'
import type { ActionServices } from '#platform/services'
import { clearOffer, tryToOfferFreedHour } from './public/offer-freed-hour.ts'
import { canMoveToOffer, readOfferHold, readWaitingListEntry } from './public/waiting-list-booking.ts'
import {
  retainConsultationOrder,
  type ConsultationOrderChange,
  detachOrderFromConsultation,
  retainUnrefundedOrder,
  reattachOrderToConsultation,
} from './order.ts'

type Customer = EntityItem<TableEntities['customers']>

const announcedAtOnce: readonly AuditAction[] = [
  'BUDGET_HOUR_CHOSEN',
  'CONSULTATION_LAPSED',
  'FREED_HOUR_TAKEN',
  'PAID_HOUR_CHOSEN',
  'SLOT_PROPOSAL_CHOSEN',
]

export const isAnnouncedAtOnce = (action: AuditAction): boolean => announcedAtOnce.includes(action)

export type ConsultationChangeServices = Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'>

export interface ConsultationChange {
  readonly actor?: CallerDetails & { readonly userId: string }
  readonly customer: Customer
  readonly stored: StoredConsultation
  readonly wanted: StoredConsultation
  readonly action: AuditAction
  readonly details?: Readonly<Record<string, unknown>>
  readonly over?: boolean
  readonly alone?: boolean
  readonly isAnswer?: boolean
  readonly alongside?: (entities: TransactionEntities) => TransactionWrites
  readonly hold?: StoredSlotHold
}

export async function changeConsultation(
  change: ConsultationChange,
  services: ConsultationChangeServices,
): Promise<StoredConsultation> {
  const offer = await findOutdatedOffer(change, services)
  const first = await writeChange(change, { isPendingSent: false, offer }, services)
  const { outcome, wanted } =
    !first.outcome.written && first.outcome.failedAll.has('waitingMail')
      ? await writeChange(change, { isPendingSent: true, offer }, services)
      : first
  requireTransactionWritten(outcome, {
    customer: 'too-many-attempts',
    hold: 'hold-expired',
    slot: 'slot-taken',
  })
  const { stored } = change
  // At once, before a visitor takes it: the waiting list goes first. The earlier hour first.
  if (offer) await tryToOfferFreedHour({ ...stored, startsAt: offer.hold.startsAt }, services)
  if (leavesHour(stored, wanted)) await tryToOfferFreedHour(stored, services)
  return wanted
}

interface OutdatedOffer {
  readonly entry: StoredWaitingListEntry
  readonly hold: StoredSlotHold
}

async function findOutdatedOffer(
  { stored, wanted, hold: taken }: ConsultationChange,
  { data }: Pick<ConsultationChangeServices, 'data'>,
): Promise<OutdatedOffer | undefined> {
  const isSame = stored.startsAt === wanted.startsAt && stored.status === wanted.status
  if (taken || (isSame && stored.toConfirm === wanted.toConfirm)) return undefined
  const entry = await readWaitingListEntry(stored.customerId, data)
  const hold = entry && (await readOfferHold(entry, data))
  if (!entry || hold?.consultationId !== stored.consultationId) return undefined
  return canMoveToOffer(wanted, hold) ? undefined : { entry, hold }
}

const leavesHour = (stored: StoredConsultation, wanted: StoredConsultation): boolean =>
  holdsTime(stored.status) && (!holdsTime(wanted.status) || stored.startsAt !== wanted.startsAt)

async function writeChange(
  change: ConsultationChange,
  { isPendingSent, offer }: { readonly isPendingSent: boolean; readonly offer: OutdatedOffer | undefined },
  services: ConsultationChangeServices,
) {
  const { actor, customer, stored, action, details, over = false, alone = false, alongside, hold } = change
  const order = await orderMoves(stored, change.wanted, services)
  const by = actor?.userId ?? 'schedule'
  const { wanted, notice } = planChange(change, { wanted: order.wanted, by, isPendingSent }, services)
  const { customerId, consultationId } = stored
  // An answer to a price has its sum in `details`.
  const changed = change.isAnswer ? {} : toChangedConsultationAuditDetails(stored, wanted)
  const outcome = await services.data.transact((entities) => ({
    customer: alone && countCustomerRequestIfFirst(entities, customer),
    consultation: patch(entities, stored, wanted),
    order: order.writes(entities),
    slot: createAgendaWrites(entities, {
      consultationId,
      over,
      respectsPauses: alone || hold !== undefined,
      from: holdsTime(stored.status) ? stored : undefined,
      held: hold ?? offer?.hold,
      to: holdsTime(wanted.status) ? wanted : undefined,
    }),
    hold: hold && createSlotHoldWrites(entities, { before: hold, keepsTime: true }),
    offer: createOfferEndWrites(entities, offer),
    alongside: alongside?.(entities),
    waitingMail: notice && notice.replaceWaiting(entities),
    mail: notice && notice.queue(entities),
    audit: appendAuditEntry(
      entities,
      {
        action,
        by,
        subjectId: customerId,
        ...(actor && { caller: actor }),
        details: { consultationId, version: wanted.version, startsAt: wanted.startsAt, ...changed, ...details },
      },
      services,
    ),
  }))
  return { outcome, wanted }
}

const createOfferEndWrites = (entities: TransactionEntities, offer: OutdatedOffer | undefined): TransactionWrites =>
  offer && [createSlotHoldWrites(entities, { before: offer.hold, keepsTime: true }), clearOffer(entities, offer.entry)]

interface ChangeByPerson {
  readonly wanted: StoredConsultation
  readonly by: string
  readonly isPendingSent: boolean
}

function planChange(
  change: ConsultationChange,
  { wanted, by, isPendingSent }: ChangeByPerson,
  services: ConsultationChangeServices,
) {
  const { customer, stored: before, action, over = false } = change
  const isAnnounced = !change.isAnswer && needsClientNotice(before, change.wanted)
  const { pendingNotice: waiting, ...rest } = wanted
  const after = { ...rest, sequence: before.sequence + (isAnnounced ? 1 : 0) }
  const isForRecords = !isNews(change, services.now())
  const notice =
    isAnnounced &&
    (waiting || !isForRecords) &&
    planConsultationNotice(
      { customer, before, after, by, isAtOnce: isAnnouncedAtOnce(action), isPendingSent, isForRecords },
      services,
    )
  const pendingNotice = notice ? notice.pendingNotice : waiting
  return {
    notice,
    wanted: {
      ...after,
      version: before.version + 1,
      ...(pendingNotice && { pendingNotice }),
      ...(over && { bookedOver: true }),
      ...(isAnnounced && { agreedAt: services.now().toISOString() }),
    },
  }
}

const isNews = ({ stored, wanted }: ConsultationChange, now: Date): boolean =>
  wanted.status === 'no_show' ||
  asksForPrice(stored, wanted) ||
  [stored, wanted].some(({ startsAt }) => Date.parse(startsAt) > now.getTime())

async function orderMoves(
  stored: StoredConsultation,
  wanted: StoredConsultation,
  { data, now }: Pick<ConsultationChangeServices, 'data' | 'now'>,
): Promise<ConsultationOrderChange> {
  if (holdsTime(stored.status) === holdsTime(wanted.status))
    return isComing(wanted, now()) && !isComing(stored, now())
      ? retainUnrefundedOrder(data, wanted)
      : retainConsultationOrder(wanted)
  return holdsTime(wanted.status)
    ? reattachOrderToConsultation(data, wanted)
    : detachOrderFromConsultation(data, wanted)
}

const isComing = ({ status, startsAt }: StoredConsultation, now: Date): boolean =>
  status === 'scheduled' && startsAt > now.toISOString()

function patch(entities: TransactionEntities, stored: StoredConsultation, wanted: StoredConsultation) {
  const { customerId, consultationId, createdAt: _, ...rest } = wanted
  return entities.consultations
    .patch({ customerId, consultationId })
    .set(rest)
    .remove(findRemovedKeys(stored, wanted))
    .where(({ version }, operations) => createUnchangedCondition(version, stored.version, operations))
    .commit()
}
