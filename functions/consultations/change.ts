import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { findRemovedKeys } from '#data/stored-record'
import { createUnchangedCondition } from '#data/unchanged-condition'
import type { TransactionEntities } from '#data/transact'
import type { Actor } from '#platform/actor'
import { createAgendaWrites } from './public/agenda.ts'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import {
  type ClientNotificationTemplateData,
  queueClientNotice,
  toConsultationNotice,
} from '../notifications/public/client-notice.ts'
import type { ActionServices } from '#platform/services'
import {
  keepConsultationOrder,
  type ConsultationOrderChange,
  detachOrderFromConsultation,
  reattachOrderToConsultation,
} from './order.ts'
import type { StoredConsultation } from './to-consultation.ts'

type Customer = EntityItem<TableEntities['customers']>

const holdsTime = (status: StoredConsultation['status']): boolean => status !== 'cancelled' && status !== 'removed'

/** Fields that calendars show: a change of any of them raises the calendar sequence. */
const inCalendars = ['startsAt', 'durationMinutes', 'type', 'status', 'toConfirm'] as const

export type ConsultationChangeServices = Pick<ActionServices, 'data' | 'now' | 'newId'>

export interface ConsultationChange {
  readonly actor?: Actor
  readonly customer: Customer
  readonly stored: StoredConsultation
  readonly wanted: StoredConsultation
  readonly action: AuditAction
  readonly details?: Readonly<Record<string, unknown>>
  /** Books even when the time is taken. */
  readonly over?: boolean
  /** Fails when the client has made another request since `customer` was read. */
  readonly alone?: boolean
}

/**
 * One transaction: consultation, agenda, audit entry and notice. Nothing is written when `stored.version` is outdated.
 */
export async function changeConsultation(
  change: ConsultationChange,
  services: ConsultationChangeServices,
): Promise<StoredConsultation> {
  const { actor, customer, stored, action, details, over = false, alone = false } = change
  const moved = inCalendars.some((name) => change.wanted[name] !== stored[name])
  const order = await orderMoves(stored, change.wanted, services.data)
  const wanted = {
    ...order.wanted,
    version: stored.version + 1,
    sequence: stored.sequence + (moved ? 1 : 0),
  }
  const { customerId, consultationId } = stored
  const outcome = await services.data.transact((entities) => ({
    customer: alone && incrementConsultationRequestCount(entities, customer),
    consultation: patch(entities, stored, wanted),
    order: order.writes(entities),
    slot: createAgendaWrites(entities, {
      consultationId,
      over,
      from: holdsTime(stored.status) ? stored : undefined,
      to: holdsTime(wanted.status) ? wanted : undefined,
    }),
    mail: moved && shouldMail(change, services.now()) && noticeOf(entities, { customer, stored, wanted }, services),
    audit: appendAuditEntry(
      entities,
      {
        action,
        by: actor?.userId ?? 'schedule',
        subjectId: customerId,
        ...(actor && { caller: actor }),
        details: { consultationId, version: wanted.version, ...details },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, { customer: 'too-many-attempts', slot: 'slot-taken' })
  return wanted
}

/** Condition: the client has made no other request since `customer` was read. */
export const incrementConsultationRequestCount = (entities: TransactionEntities, { customerId, requests }: Customer) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where((stored, operations) => createUnchangedCondition(stored.requests, requests, operations))
    .commit()

/** No mail about a time that has passed: its outcome is only for the practice's records. */
const shouldMail = ({ stored, wanted }: ConsultationChange, now: Date): boolean =>
  [stored, wanted].some(({ startsAt }) => Date.parse(startsAt) > now.getTime())

async function orderMoves(
  stored: StoredConsultation,
  wanted: StoredConsultation,
  data: Database,
): Promise<ConsultationOrderChange> {
  if (holdsTime(stored.status) === holdsTime(wanted.status)) return keepConsultationOrder(wanted)
  return holdsTime(wanted.status)
    ? reattachOrderToConsultation(data, wanted)
    : detachOrderFromConsultation(data, wanted)
}

function patch(entities: TransactionEntities, stored: StoredConsultation, wanted: StoredConsultation) {
  const { customerId, consultationId, createdAt: _, ...rest } = wanted
  return entities.consultations
    .patch({ customerId, consultationId })
    .set(rest)
    .remove(findRemovedKeys(stored, wanted))
    .where(({ version }, operations) => createUnchangedCondition(version, stored.version, operations))
    .commit()
}

const noticeType = (
  stored: StoredConsultation,
  wanted: StoredConsultation,
): ClientNotificationTemplateData['type'] | undefined => {
  if (wanted.lapsed && !stored.lapsed) return 'consultation_lapsed'
  if (!holdsTime(wanted.status)) return holdsTime(stored.status) ? 'consultation_cancelled' : undefined
  if (wanted.status !== 'scheduled') return undefined
  if (stored.toConfirm && !wanted.toConfirm) return 'consultation_scheduled'
  return holdsTime(stored.status) ? 'consultation_changed' : 'consultation_scheduled'
}

function noticeOf(
  entities: TransactionEntities,
  { customer, stored, wanted }: { customer: Customer; stored: StoredConsultation; wanted: StoredConsultation },
  services: ConsultationChangeServices,
) {
  const type = noticeType(stored, wanted)
  return type && queueClientNotice(entities, { customer, notice: toConsultationNotice(type, wanted) }, services)
}
