import type { AuditAction } from '#contract/audit'
import type { EntityItem } from 'electrodb'
import type { Entities } from '#data/entities'
import type { Writing } from '#data/together'
import type { Actor } from '#platform/actor'
import { agendaWrites } from '#platform/agenda'
import { audited } from '#platform/audit'
import { clientNotice, consultationNotice } from '#platform/client-notice'
import { refuse } from '#platform/refusal'
import type { Services } from '#platform/services'
import { asksAlone } from './change.ts'
import type { StoredConsultation } from './shown.ts'

export interface NewBooking {
  readonly actor: Actor
  readonly customer: EntityItem<Entities['customers']>
  readonly wanted: Pick<StoredConsultation, 'startsAt' | 'durationMinutes' | 'type' | 'toConfirm'> & {
    readonly lapsesAt?: string | undefined
    readonly priceCents?: number | undefined
    readonly notes?: string | undefined
    readonly message?: string | undefined
    readonly orderId?: string | undefined
  }
  readonly action: AuditAction
  readonly details?: Readonly<Record<string, unknown>>
  readonly over?: boolean
  /** Holds only while the client has asked for nothing else since `customer` was read. */
  readonly alone?: boolean
}

/** Where the writes stand whose conditions may not hold. */
const CUSTOMER_WRITE = 1
const ORDER_WRITE = 2

/** Writes a new consultation with its time, its order, its notice and its line in the audit log, or nothing of it. */
export async function bookConsultation(booking: NewBooking, services: Services): Promise<StoredConsultation> {
  const { actor, customer, action, details, over = false, alone = false } = booking
  const { customerId } = customer
  const { orderId } = booking.wanted
  const consultation: StoredConsultation = {
    ...defined(booking.wanted),
    customerId,
    consultationId: services.newId('con'),
    status: 'scheduled',
    version: 1,
    sequence: 0,
    createdAt: services.now().toISOString(),
  }
  const { consultationId } = consultation
  const outcome = await services.data.together((writing) => [
    writing.consultations.create(consultation).commit(),
    alone ? asksAlone(writing, customer) : stillThere(writing, customerId),
    ...(orderId ? [writing.ordersToSchedule.remove({ customerId, orderId }).commit()] : []),
    ...agendaWrites(writing, { consultationId, to: consultation, over }),
    clientNotice(writing, { customer, notice: consultationNotice('consultation_scheduled', consultation) }, services),
    audited(
      writing,
      {
        action,
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { consultationId, startsAt: consultation.startsAt, ...(orderId && { orderId }), ...details },
      },
      services,
    ),
  ])
  if (outcome.written) return consultation
  if (outcome.failed.includes(CUSTOMER_WRITE)) return refuse(alone ? 'too-many-attempts' : 'not-found')
  return refuse(orderId && outcome.failed.includes(ORDER_WRITE) ? 'order-scheduled' : 'slot-taken')
}

/** Counted, so that a deletion that has found nothing to come does not pass it by. */
const stillThere = (writing: Writing, customerId: string) =>
  writing.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(({ name }, { exists }) => exists(name))
    .commit()

type Wanted = NewBooking['wanted']

/** DynamoDB knows no undefined. */
const defined = ({ priceCents, notes, message, orderId, lapsesAt, ...rest }: Wanted) => ({
  ...rest,
  ...(priceCents !== undefined && { priceCents }),
  ...(notes !== undefined && { notes }),
  ...(message !== undefined && { message }),
  ...(orderId !== undefined && { orderId }),
  ...(lapsesAt !== undefined && { lapsesAt }),
})
