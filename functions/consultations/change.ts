import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { removedKeys } from '#data/record'
import { unchanged } from '#data/unchanged'
import type { TransactionEntities } from '#data/transact'
import type { Actor } from '#platform/actor'
import { agendaWrites } from './public/agenda.ts'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { type ClientNotice, queueClientNotice, toConsultationNotice } from '../notifications/public/client-notice.ts'
import type { Services } from '#platform/services'
import { keepOrder, type OrderChange, returnOrder, takeOrder } from './order.ts'
import type { StoredConsultation } from './to-consultation.ts'

type Customer = EntityItem<Entities['customers']>

const holdsTime = (status: StoredConsultation['status']): boolean => status !== 'cancelled' && status !== 'removed'

/** Fields that calendars show: a change of any of them raises the calendar sequence. */
const inCalendars = ['startsAt', 'durationMinutes', 'type', 'status', 'toConfirm'] as const

export type ChangeServices = Pick<Services, 'data' | 'now' | 'newId'>

export interface Change {
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
export async function changeConsultation(change: Change, services: ChangeServices): Promise<StoredConsultation> {
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
    customer: alone && countRequest(entities, customer),
    consultation: patch(entities, stored, wanted),
    order: order.writes(entities),
    slot: agendaWrites(entities, {
      consultationId,
      over,
      from: holdsTime(stored.status) ? stored : undefined,
      to: holdsTime(wanted.status) ? wanted : undefined,
    }),
    mail: moved && shouldMail(change, services.now()) && noticeOf(entities, { customer, stored, wanted }, services),
    audit: appendAudit(
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
  requireWritten(outcome, { customer: 'too-many-attempts', slot: 'slot-taken' })
  return wanted
}

/** Condition: the client has made no other request since `customer` was read. */
export const countRequest = (entities: TransactionEntities, { customerId, requests }: Customer) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where((stored, operations) => unchanged(stored.requests, requests, operations))
    .commit()

/** No mail about a time that has passed: its outcome is only for the practice's records. */
const shouldMail = ({ stored, wanted }: Change, now: Date): boolean =>
  [stored, wanted].some(({ startsAt }) => Date.parse(startsAt) > now.getTime())

async function orderMoves(stored: StoredConsultation, wanted: StoredConsultation, data: Data): Promise<OrderChange> {
  if (holdsTime(stored.status) === holdsTime(wanted.status)) return keepOrder(wanted)
  return holdsTime(wanted.status) ? takeOrder(data, wanted) : returnOrder(data, wanted)
}

function patch(entities: TransactionEntities, stored: StoredConsultation, wanted: StoredConsultation) {
  const { customerId, consultationId, createdAt: _, ...rest } = wanted
  return entities.consultations
    .patch({ customerId, consultationId })
    .set(rest)
    .remove(removedKeys(stored, wanted))
    .where(({ version }, operations) => unchanged(version, stored.version, operations))
    .commit()
}

const noticeType = (stored: StoredConsultation, wanted: StoredConsultation): ClientNotice['type'] | undefined => {
  if (wanted.lapsed && !stored.lapsed) return 'consultation_lapsed'
  if (!holdsTime(wanted.status)) return holdsTime(stored.status) ? 'consultation_cancelled' : undefined
  if (wanted.status !== 'scheduled') return undefined
  if (stored.toConfirm && !wanted.toConfirm) return 'consultation_scheduled'
  return holdsTime(stored.status) ? 'consultation_changed' : 'consultation_scheduled'
}

function noticeOf(
  entities: TransactionEntities,
  { customer, stored, wanted }: { customer: Customer; stored: StoredConsultation; wanted: StoredConsultation },
  services: ChangeServices,
) {
  const type = noticeType(stored, wanted)
  return type && queueClientNotice(entities, { customer, notice: toConsultationNotice(type, wanted) }, services)
}
