import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Consultation,
  type ConsultationStatus,
  consultationBookingFields,
  OUTCOME_UNDO_MINUTES,
} from '#contract/consultation'
import type { consultations } from '#contract/consultations-domain'
import { hasConsultationRequestLapsed, type StoredConsultation } from '#data/consultation-queries'
import type { TransactionEntities } from '#data/transact'
import { toStoredRecord, mergeEnteredFields } from '#data/stored-record'
import { requireCurrentVersion } from '#platform/conflict'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { ActionCall, EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { bookConsultation, type ConsultationBooking } from './book.ts'
import { changeConsultation } from './change.ts'
import { lapseConsultationRequest, lapseExpiredRequestsInSlot } from './lapse.ts'
import { requireBegunWhenClosed, requireShorterThanPlanned, requireFutureStart } from './policy.ts'
import { createBudgetUseWrites, requireBudgetHourPaid } from '../payments/public/budget-units.ts'
import { findUnitFor } from './purchase.ts'
import { applyEnteredPrice, applyPaidPrice, proposePrice } from './price.ts'
import { requireConsultation } from './stored-consultation.ts'
import { toConsultation } from './to-consultation.ts'

type BookCall = Pick<ActionCall<typeof consultations.book>, 'actor' | 'body'>

/**
 * Idempotent, also for concurrent requests: returns the first consultation. Repeated with other content, it changes
 * that consultation, unless somebody else has.
 */
export const bookConsultationForCustomer: EndpointAction<typeof consultations.book> = async (call, services) => {
  const key = { customerId: call.body.customerId, consultationId: toConsultationId(call, services) }
  const customer = await requireCustomer(key.customerId, services.data)
  const readBooked = async () => (await services.data.consultations.get(key).go({ consistent: true })).data
  const reply = (stored: StoredConsultation) => toConsultation(stored, customer, services.now())
  const known = call.body.requestId && (await readBooked())
  const corrected = known && toCorrection(call, known)
  if (corrected) return saveConsultation(corrected, services)
  if (known) return reply(known)
  try {
    return reply(await bookForCustomer(call, { customer, consultationId: key.consultationId }, services))
  } catch (error) {
    // A concurrent identical request may have broken any condition of this one.
    const booked = call.body.requestId && (await readBooked())
    if (!booked) throw error
    return reply(booked)
  }
}

function toConsultationId(
  { actor, body: { requestId, customerId, orderId = '', budgetId } }: BookCall,
  { newId }: ActionServices,
): string {
  if (!requestId) return newId('con')
  const parts = [actor.userId, requestId, customerId, orderId, ...(budgetId ? [budgetId] : [])]
  const hash = createHash('sha256').update(parts.join(' '))
  return `con_${hash.digest('hex').slice(0, 32)}`
}

type EditCall = Pick<ActionCall<typeof consultations.edit>, 'actor' | 'params' | 'body'>

/**
 * Undefined when nothing differs.
 * @throws Refusal `changed-meanwhile` when it was changed since the booking
 */
function toCorrection({ actor, body }: BookCall, known: StoredConsultation): EditCall | undefined {
  const { requestId: _, customerId, orderId, budgetId: __, ...entered } = body
  const { consultationId, version, priceCents = null } = known
  const wanted = { ...entered, ...(orderId && { priceCents }), version }
  if (isDeepStrictEqual(toEdited(known, wanted), known)) return undefined
  requireCurrentVersion(known, 1)
  return { actor, params: { customerId, consultationId }, body: wanted }
}

async function bookForCustomer(
  { actor, body }: BookCall,
  { customer, consultationId }: Pick<ConsultationBooking, 'customer'> & { readonly consultationId: string },
  services: ActionServices,
): Promise<StoredConsultation> {
  requireFutureStart(body.startsAt, services.now())
  requireOnePayment(body)
  await lapseExpiredRequestsInSlot(body, services)
  const { orderId, customerId } = body
  const entered = toStoredRecord(consultationBookingFields, body)
  const priced = orderId
    ? { ...(await applyPaidPrice(entered, { customerId, orderId }, services)), orderId }
    : proposePrice(entered)
  const unit = body.budgetId ? await requireUnit(body, services) : undefined
  const { priceCents: _, ...unpriced } = entered
  const wanted = { ...(unit ? { ...unpriced, budgetId: unit.budgetId } : priced), toConfirm: false }
  const action = 'CONSULTATION_BOOKED'
  const alongside = (entities: TransactionEntities) => unit && createBudgetUseWrites(entities, unit, consultationId)
  return bookConsultation(
    { actor, customer, consultationId, wanted, action, alongside, ...overrideDetails(body.override) },
    services,
  )
}

function requireOnePayment({ orderId, budgetId }: BookCall['body']): void {
  if (orderId && budgetId)
    throw new RefusalError('invalid-input', {
      problems: { budgetId: ['Una consulta gasta un pago o un presupuesto, no los dos'] },
    })
}

const requireUnit = async (body: BookCall['body'], services: ActionServices) =>
  (await findUnitFor(body.customerId, body, services)) ?? throwRefusal('budget-closed')

export const editConsultation: EndpointAction<typeof consultations.edit> = (call, services) =>
  saveConsultation(call, services)

const toEdited = (stored: StoredConsultation, body: EditCall['body']) => ({
  ...applyEnteredPrice(mergeEnteredFields(consultationBookingFields, stored, body), stored),
  toConfirm: false,
})

async function saveConsultation({ actor, params, body }: EditCall, services: ActionServices): Promise<Consultation> {
  const isDone = (stored: StoredConsultation) => isDeepStrictEqual(toEdited(stored, body), stored)
  const { customer, stored, isRepeated } = await requireCurrent({ params, version: body.version, isDone }, services)
  if (isRepeated) return toConsultation(stored, customer, services.now())
  if (body.startsAt !== stored.startsAt) requireFutureStart(body.startsAt, services.now())
  requireBegunWhenClosed({ ...stored, startsAt: body.startsAt }, services.now())
  if (stored.budgetId && body.startsAt !== stored.startsAt) await requireBudgetHourPaid(stored, body, services)
  // A paid price cannot change.
  const isPaid = stored.orderId !== undefined || stored.budgetId !== undefined
  if (isPaid && body.priceCents !== (stored.priceCents ?? null)) throwRefusal('order-already-paid')
  await lapseExpiredRequestsInSlot(body, services)
  const wanted = toEdited(stored, body)
  const action = 'CONSULTATION_CHANGED'
  const { details: override, ...over } = overrideDetails(body.override)
  const details = { ...confirmedDetails(stored, wanted), ...override }
  return toConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action, details, ...over }, services),
    customer,
    services.now(),
  )
}

export const setConsultationStatus: EndpointAction<typeof consultations.setStatus> = async (
  { actor, params, body },
  services,
) => {
  const { status, heldMinutes } = body
  const isDone = (stored: StoredConsultation) =>
    stored.status === status && stored.heldMinutes === heldMinutes && !stored.toConfirm
  const { customer, stored, isRepeated } = await requireCurrent({ params, version: body.version, isDone }, services)
  if (isRepeated) return toConsultation(stored, customer, services.now())
  requireBegunWhenClosed({ ...stored, status }, services.now())
  requireShorterThanPlanned(body, stored)
  if (stored.status === 'cancelled') await lapseExpiredRequestsInSlot(stored, services)
  // The practice has answered: no deadline remains, also not for the client's next request.
  const { heldMinutes: _, lapsesAt: __, outcomeAt: ___, ...rest } = stored
  const broken = heldMinutes === undefined ? {} : { heldMinutes }
  const isUndone = body.undoes === true && isOutcomeOfNow(stored, services.now())
  const wanted = {
    ...rest,
    status,
    toConfirm: false,
    lapsed: false,
    ...broken,
    ...(isOutcome(status) && { outcomeAt: services.now().toISOString() }),
    ...toMissedStarts(stored, status, isUndone),
  }
  const details = {
    old_status: stored.status,
    status,
    ...confirmedDetails(stored, wanted),
    ...broken,
    ...(isUndone && { undone: true }),
  }
  const action = 'CONSULTATION_STATUS_SET'
  return toConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action, details }, services),
    customer,
    services.now(),
  )
}

const isOutcome = (status: StoredConsultation['status']): boolean => status === 'completed' || status === 'no_show'

const isOutcomeOfNow = ({ status, outcomeAt }: StoredConsultation, now: Date): boolean =>
  isOutcome(status) && outcomeAt !== undefined && now.getTime() - Date.parse(outcomeAt) < OUTCOME_UNDO_MINUTES * 60_000

/**
 * A missed start stays recorded when the consultation is moved or cancelled; a consultation held after all removes it.
 * Older items have only the status for the present start.
 */
function toMissedStarts(
  { startsAt, status: before, missedStarts = [] }: StoredConsultation,
  status: ConsultationStatus,
  isUndone: boolean,
): Pick<StoredConsultation, 'missedStarts'> {
  const others = missedStarts.filter((each) => each !== startsAt)
  const isHeld = status === 'completed' || status === 'in_progress'
  const wasMissed = !isUndone && (before === 'no_show' || others.length < missedStarts.length)
  const isMissed = status === 'no_show' || wasMissed
  const next = isMissed && !isHeld ? [...others, startsAt] : others
  return next.length > 0 || missedStarts.length > 0 ? { missedStarts: next } : {}
}

export const removeConsultation: EndpointAction<typeof consultations.remove> = async (
  { actor, params, query: { version } },
  services,
) => {
  const { data: found } = await services.data.consultations.get(params).go()
  if (found?.status === 'removed' && found.version === version + 1) return { removed: true }
  const known = found && found.status !== 'removed' ? found : throwRefusal('not-found')
  const { customer, stored } = await requireCurrent({ params, version, known, isDone: () => false }, services)
  const wanted = { ...stored, status: 'removed', toConfirm: false } as const
  await changeConsultation({ actor, customer, stored, wanted, action: 'CONSULTATION_REMOVED' }, services)
  return { removed: true }
}

const overrideDetails = (
  override: { readonly reason: string } | undefined,
): { readonly over?: boolean; readonly details?: { readonly overriddenBecause: string } } =>
  override ? { over: true, details: { overriddenBecause: override.reason } } : {}

const confirmedDetails = (before: StoredConsultation, after: StoredConsultation) =>
  before.toConfirm && after.status === 'scheduled' ? { confirmed: true } : {}

interface ChangeRequest {
  readonly params: { readonly customerId: string; readonly consultationId: string }
  readonly version: number
  readonly known?: StoredConsultation
  readonly isDone: (stored: StoredConsultation) => boolean
}

async function requireCurrent({ params, version, known, isDone }: ChangeRequest, services: ActionServices) {
  const { data, now } = services
  const [customer, found] = await Promise.all([
    requireCustomer(params.customerId, data),
    known ?? requireConsultation(data, params),
  ])
  // A lapsed request is stored as lapsed first, so that a stale view is refused.
  const stored =
    hasConsultationRequestLapsed(found, now().toISOString()) && (await lapseConsultationRequest(found, services))
      ? await requireConsultation(data, params)
      : found
  const isRepeated = stored.version === version + 1 && isDone(stored)
  if (!isRepeated) requireCurrentVersion(stored, version)
  return { customer, stored, isRepeated }
}
