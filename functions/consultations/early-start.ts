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
import type { WaitedPlace } from './public/waited-place.ts'
import { requireConsultation } from './stored-consultation.ts'

type PaidOrder = EntityItem<TableEntities['orders']>

/** Of an order: see `computeEarlyStartUntil`. */
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

/** Of an hour to come only those matter that were missed before they were paid. */
async function findMissedHours(order: PaidOrder, data: Database) {
  const { customerId, orderId } = order
  if (!customerId || !isBookedHourPaidAfterStart(order)) return []
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  return all.filter((each) => each.orderId === orderId && each.missedStarts)
}

/** Of what somebody waits with for an earlier hour. */
export const readEarlyStartOfPlace = (
  { consultation, orderId }: Partial<WaitedPlace>,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<string | null> =>
  consultation?.budgetId
    ? readEarlyStartOfBudget(consultation, services)
    : readEarlyStartUntil(consultation?.orderId ?? orderId, services)

interface AskedHour {
  readonly startsAt: string
  readonly orderId?: string | undefined
  readonly consents?: PurchaseConsents | undefined
}

interface GivenConsents extends Pick<AskedHour, 'orderId' | 'consents'> {
  readonly at: string
}

/**
 * Of an hour that a client chooses for what is paid; those that the practice gives need no statement.
 * @throws Refusal `early-start-required` within the days of withdrawal without both statements
 */
export async function requireEarlyStartAsked(
  { orderId, startsAt, consents }: AskedHour,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<GivenConsents> {
  const at = services.now().toISOString()
  // What nothing asks for is about nothing: a later hour within the days would pass without a word.
  if (!(await readEarlyStartOfHour({ orderId, startsAt }, services))) return { orderId, consents: undefined, at }
  return hasBothConsents(consents) ? { orderId, consents, at } : throwRefusal('early-start-required')
}

/** With the hour that they are about: without it nobody has asked for anything. */
export function createConsentWrites(entities: TransactionEntities, { orderId, consents, at }: GivenConsents) {
  const { expressRequest, acknowledgement } = consents ?? {}
  if (!orderId || (!expressRequest && !acknowledgement)) return undefined
  return entities.orders
    .patch({ orderId })
    .set({ ...(expressRequest && { expressRequestAt: at }), ...(acknowledgement && { acknowledgementAt: at }) })
    .commit()
}

/** Null where the hour needs no express request, or has it. */
export async function readEarlyStartOfHour(
  { orderId, startsAt }: AskedHour,
  services: { readonly data: Database; readonly now: () => Date },
): Promise<string | null> {
  const until = await readEarlyStartUntil(orderId, services)
  return until && Date.parse(startsAt) < Date.parse(until) ? until : null
}

/** Once it has begun, nothing can be asked for any more that would take a right away. */
export const askEarlyStart: EndpointAction<typeof consultations.askEarlyStart> = async (
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
    // Whoever presses twice at once has asked once.
    order: entities.orders
      .patch({ orderId })
      .set({ expressRequestAt: at, acknowledgementAt: at })
      .where(
        ({ expressRequestAt, acknowledgementAt }, { notExists }) =>
          `${notExists(expressRequestAt)} OR ${notExists(acknowledgementAt)}`,
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
