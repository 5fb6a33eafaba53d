import type { EntityItem } from 'electrodb'
import { computeEarlyStartUntil } from '#contract/cancellation-rules'
import type { consultations } from '#contract/consultations-domain'
import { hasBothConsents, type PurchaseConsents } from '#contract/purchase-consents'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities } from '#data/transact'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { isBookedHourPaidAfterStart, toPurchase } from '../payments/public/purchase.ts'
import { readEarlyStartOfBudget } from '../payments/public/budget-units.ts'
import type { WaitingListBooking } from './public/waiting-list-booking.ts'
import { requireConsultation } from './stored-consultation.ts'

type PaidOrder = EntityItem<TableEntities['orders']>

export async function readEarlyStartUntil(
  orderId: string | undefined,
  { data, now }: { readonly data: Database; readonly now: () => Date },
): Promise<string | null> {
  const { data: order } = orderId ? await data.orders.get({ orderId }).go() : { data: null }
  const purchase = order && toPurchase(order, await findMissedHours(order, data))
  if (!purchase) return null
  return computeEarlyStartUntil({
    now: now().toISOString(),
    ...purchase,
    expressRequest: order.expressRequestAt !== undefined,
    acknowledgement: order.acknowledgementAt !== undefined,
  })
}

async function findMissedHours(order: PaidOrder, data: Database) {
  const { customerId, orderId } = order
  if (!customerId || !isBookedHourPaidAfterStart(order)) return []
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  return all.filter((each) => each.orderId === orderId && each.missedStarts)
}

export const readEarlyStartOfBooking = (
  { consultation, orderId }: Partial<WaitingListBooking>,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<string | null> =>
  consultation?.budgetId
    ? readEarlyStartOfBudget(consultation, services)
    : readEarlyStartUntil(consultation?.orderId ?? orderId, services)

interface RequestedHour {
  readonly startsAt: string
  readonly orderId?: string | undefined
  readonly consents?: PurchaseConsents | undefined
}

interface GivenConsents extends Pick<RequestedHour, 'orderId' | 'consents'> {
  readonly at: string
}

/**
 * For paid hours chosen by the client; those set by the practice need no statement.
 * @throws Refusal `early-start-required` within the days of withdrawal without both statements
 */
export async function requireEarlyStartRequested(
  { orderId, startsAt, consents }: RequestedHour,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<GivenConsents> {
  const at = services.now().toISOString()
  // Statements that are not needed are dropped: stored, they would apply to a later hour.
  if (!(await readEarlyStartOfHour({ orderId, startsAt }, services))) return { orderId, consents: undefined, at }
  return hasBothConsents(consents) ? { orderId, consents, at } : throwRefusal('early-start-required')
}

export function createConsentWrites(entities: TransactionEntities, { orderId, consents, at }: GivenConsents) {
  const { expressRequest, acknowledgement } = consents ?? {}
  if (!orderId || (!expressRequest && !acknowledgement)) return undefined
  return entities.orders
    .patch({ orderId })
    .set({ ...(expressRequest && { expressRequestAt: at }), ...(acknowledgement && { acknowledgementAt: at }) })
    .commit()
}

export async function readEarlyStartOfHour(
  { orderId, startsAt }: RequestedHour,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<string | null> {
  const until = await readEarlyStartUntil(orderId, services)
  return until && Date.parse(startsAt) < Date.parse(until) ? until : null
}

/** Not after its start: a right cannot be waived retroactively. */
export const requestEarlyStart: EndpointAction<typeof consultations.requestEarlyStart> = async (
  { actor, params: { consultationId }, body },
  services,
) => {
  const { data, now } = services
  const key = { customerId: requireOwnCustomerId(actor), consultationId }
  const { orderId, startsAt, status } = await requireConsultation(data, key)
  const at = now().toISOString()
  if (!orderId || status !== 'scheduled' || startsAt <= at) return throwRefusal('consultation-closed')
  if (Date.parse(startsAt) !== Date.parse(body.startsAt)) throwRefusal('changed-meanwhile')
  if (!(await readEarlyStartOfHour({ orderId, startsAt }, services))) return { earlyStartUntil: null }
  const outcome = await data.transact((entities) => ({
    consultation: entities.consultations
      .check(key)
      .where((present, { eq }) => `${eq(present.startsAt, startsAt)} AND ${eq(present.status, 'scheduled')}`)
      .commit(),
    order: entities.orders
      .patch({ orderId })
      .set({ expressRequestAt: at, acknowledgementAt: at })
      .where(
        ({ expressRequestAt, acknowledgementAt }, { notExists }) =>
          `(${notExists(expressRequestAt)} OR ${notExists(acknowledgementAt)})`,
      )
      .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'EARLY_START_REQUESTED',
        by: actor.userId,
        subjectId: key.customerId,
        caller: actor,
        details: { consultationId, orderId, startsAt },
      },
      services,
    ),
  }))
  if (!outcome.written && outcome.failed === 'order') return { earlyStartUntil: null }
  requireTransactionWritten(outcome)
  return { earlyStartUntil: null }
}
