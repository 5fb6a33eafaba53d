import { productCatalogue } from '#contract/product-catalogue'
import { MAX_UPCOMING_CONSULTATIONS_PER_CLIENT, consultationRequestFields } from '#contract/consultation'
import { type consultations } from '#contract/consultations-domain'
import type { EnteredRecord } from '#contract/record-fields'
import {
  countCustomerConsultations,
  findConsultationsToAttendTo,
  findCustomerConsultations,
  hasCustomerPaid,
  type StoredConsultation,
} from '#data/consultation-queries'
import type { TransactionEntities } from '#data/transact'
import { findChangedFieldKeys, toStoredRecord, mergeEnteredFields } from '#data/stored-record'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { requireCurrentVersion } from '#platform/conflict'
import { requireAdultOrGuardianConsent, requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction, ActionCall } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { createConsentWrites, readEarlyStartUntil, requireEarlyStartRequested } from './early-start.ts'
import { computeUnpaidRequestExpiry } from './free-requests.ts'
import { lapseExpiredRequestsInSlot } from './lapse.ts'
import {
  consumeConsultationChangeLimit,
  requireChangeableConsultation,
  requirePaidConsultationKept,
  requireUsualLength,
  requireWithinBookableHours,
} from './policy.ts'
import {
  type BudgetUnit,
  createBudgetUseWrites,
  requireEarlyStartOfBudget,
  requireMovableBudgetHour,
} from '../payments/public/budget-units.ts'
import type { TimeSlot } from './public/agenda-steps.ts'
import { findPurchasesToSchedule } from './public/purchases-to-schedule.ts'
import { findPurchaseFor, findUnitFor } from './purchase.ts'
import { requireConsultation } from './stored-consultation.ts'
import { applyConsultationRequestLapse, toOwnConsultation } from './to-consultation.ts'

export const listOwnConsultations: EndpointAction<typeof consultations.listMine> = async (
  { actor, query },
  { data, now },
) => {
  const { items, next } = await findCustomerConsultations(data, requireOwnCustomerId(actor), query)
  return { items: items.map((each) => toOwnConsultation(each, now())), next }
}

export const countOwnConsultations: EndpointAction<typeof consultations.countMine> = ({ actor }, { data, now }) =>
  countCustomerConsultations(data, requireOwnCustomerId(actor), now().toISOString())

export const readOwnNextConsultation: EndpointAction<typeof consultations.nextOfMine> = async (
  { actor },
  { data, now },
) => {
  const customerId = requireOwnCustomerId(actor)
  const [{ next, pastToPay }, [waiting], paid] = await Promise.all([
    findConsultationsToAttendTo(data, customerId, now()),
    findPurchasesToSchedule(customerId, { data, now }),
    hasCustomerPaid(data, customerId),
  ])
  return {
    consultation: next ? toOwnConsultation(next, now()) : null,
    pastToPay: pastToPay ? toOwnConsultation(pastToPay, now()) : null,
    toSchedule: waiting
      ? {
          concept: waiting.concept,
          paidAt: waiting.paidAt,
          type: waiting.type,
          durationMinutes: waiting.durationMinutes,
          earlyStartUntil: await readEarlyStartUntil(waiting.orderId, { data, now }),
        }
      : null,
    freeRequests: !paid,
  }
}

export const requestConsultation: EndpointAction<typeof consultations.request> = async ({ actor, body }, services) => {
  const profile = await requireProfile(actor, services)
  if (profile.birthDate) requireGuardianConsentIfMinor(profile, services.now())
  const asked = await existingRequest(requireOwnCustomerId(actor), body, services)
  if (asked) return toOwnConsultation(asked, services.now())
  await requireWithinBookableHours(body, services)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  await lapseExpiredRequestsInSlot(body, services)
  return toOwnConsultation(await retryOnClientChange(() => bookSlot({ actor, body }, services)), services.now())
}

const FIRST_PRICE_CENTS = productCatalogue['primera-consulta'].saleCents

async function bookSlot(
  { actor, body }: Pick<ActionCall<typeof consultations.request>, 'actor' | 'body'>,
  services: ActionServices,
): Promise<StoredConsultation> {
  // Before the count: a request made after this read makes the booking fail.
  const customer = await requireCustomer(requireOwnCustomerId(actor), services.data)
  const { customerId } = customer
  const { upcoming } = await countCustomerConsultations(services.data, customerId, services.now().toISOString())
  if (upcoming >= MAX_UPCOMING_CONSULTATIONS_PER_CLIENT) throwRefusal('too-many-coming')
  const consultationId = services.newId('con')
  const unit = await findUnitUnlessPurchased(customerId, body, services)
  const cover = unit
    ? await coverByBudget({ unit, consultationId, body }, services)
    : await coverByPurchase({ customerId, actor, body }, services)
  const wanted = { ...toStoredRecord(consultationRequestFields, body), ...cover.fields }
  const { action, alongside } = cover
  return bookConsultation({ actor, customer, consultationId, wanted, action, alone: true, alongside }, services)
}

type RequestCall = Pick<ActionCall<typeof consultations.request>, 'actor' | 'body'>

const findUnitUnlessPurchased = async (customerId: string, body: RequestCall['body'], services: ActionServices) =>
  (await findPurchaseFor(customerId, body, services)) ? undefined : findUnitFor(customerId, body, services)

async function coverByBudget(
  {
    unit,
    consultationId,
    body,
  }: { readonly unit: BudgetUnit; readonly consultationId: string; readonly body: RequestCall['body'] },
  services: ActionServices,
) {
  const given = requireEarlyStartOfBudget({ ...unit, ...body }, services)
  return {
    action: 'BUDGET_HOUR_CHOSEN' as const,
    fields: { toConfirm: false, budgetId: unit.budgetId },
    alongside: (entities: TransactionEntities) => createBudgetUseWrites(entities, unit, consultationId, given),
  }
}

async function coverByPurchase(
  { customerId, actor, body }: RequestCall & { readonly customerId: string },
  services: ActionServices,
) {
  const { startsAt, durationMinutes, type, consents } = body
  const purchase = await findPurchaseFor(customerId, body, services)
  const lapsesAt = purchase
    ? undefined
    : await computeUnpaidRequestExpiry({ customerId, startsAt, durationMinutes }, services)
  if (!purchase) await requireFreeRequest({ actor, body }, services)
  const given = await requireEarlyStartRequested({ orderId: purchase?.orderId, startsAt, consents }, services)
  const priceCents = purchase?.priceCents ?? (type === 'primera_consulta' ? FIRST_PRICE_CENTS : undefined)
  return {
    action: purchase ? ('PAID_HOUR_CHOSEN' as const) : ('CONSULTATION_REQUESTED' as const),
    fields: {
      toConfirm: !purchase,
      ...(lapsesAt && { lapsesAt }),
      ...(priceCents !== undefined && { priceCents }),
      ...(purchase && { orderId: purchase.orderId }),
    },
    alongside: (entities: TransactionEntities) => createConsentWrites(entities, given),
  }
}

async function requireFreeRequest(
  { actor, body }: Pick<ActionCall<typeof consultations.request>, 'actor' | 'body'>,
  services: ActionServices,
): Promise<void> {
  await requireAdultOrGuardianConsent(actor, services)
  await requireUsualLength(body, 0, services)
}

async function retryOnClientChange<T>(book: () => Promise<T>): Promise<T> {
  try {
    return await book()
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'too-many-attempts') return book()
    throw error
  }
}

type RequestedSlot = EnteredRecord<typeof consultationRequestFields>

const isRequestedSlot = (stored: StoredConsultation, wish: RequestedSlot): boolean =>
  stored.status === 'scheduled' && findChangedFieldKeys(consultationRequestFields, stored, wish).length === 0

const isSameTime = (stored: TimeSlot, wanted: TimeSlot): boolean =>
  stored.startsAt === wanted.startsAt && stored.durationMinutes === wanted.durationMinutes

async function existingRequest(
  customerId: string,
  wish: RequestedSlot,
  { data, now }: ActionServices,
): Promise<StoredConsultation | undefined> {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  return all.find((stored) => isRequestedSlot(applyConsultationRequestLapse(stored, now()), wish))
}

export const moveConsultation: EndpointAction<typeof consultations.move> = async (
  { actor, params, body },
  services,
) => {
  const { version } = body
  const stored = await requireOwnConsultation(actor, params, services)
  if (stored.version === version + 1 && isRequestedSlot(stored, body)) return toOwnConsultation(stored, services.now())
  requireCurrentVersion(stored, version)
  requireChangeableConsultation(stored, services.now())
  const isPaid = stored.orderId !== undefined || stored.budgetId !== undefined
  if (isPaid) requirePaidConsultationKept(stored, body)
  if (!isSameTime(stored, body)) await requireWithinBookableHours(body, services)
  if (!isPaid) await requireAdultOrGuardianConsent(actor, services)
  else requireGuardianConsentIfMinor(await requireProfile(actor, services), services.now())
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  await lapseExpiredRequestsInSlot(body, services)
  return toOwnConsultation(
    await retryOnClientChange(() => moveToSlot({ actor, body, stored }, services)),
    services.now(),
  )
}

const requireProfile = async ({ userId }: Pick<Actor, 'userId'>, { data }: ActionServices) =>
  (await data.users.get({ userId }).go()).data ?? throwRefusal('profile-missing')

const becomesFirst = (stored: StoredConsultation, { type }: Pick<RequestedSlot, 'type'>): boolean =>
  type === 'primera_consulta' && stored.type !== type

async function moveToSlot(
  {
    actor,
    body,
    stored,
  }: Pick<ActionCall<typeof consultations.move>, 'actor' | 'body'> & { readonly stored: StoredConsultation },
  services: ActionServices,
): Promise<StoredConsultation> {
  const customer = await requireCustomer(requireOwnCustomerId(actor), services.data)
  const other = !isSameTime(stored, body) || body.type !== stored.type
  const isPaid = stored.orderId !== undefined || stored.budgetId !== undefined
  const { lapsesAt: kept, ...rest } = stored
  const lapsesAt = other ? await computeMovedExpiry({ stored, body }, services) : kept
  const wanted = {
    ...mergeEnteredFields(consultationRequestFields, rest, body),
    ...(other && { toConfirm: !isPaid }),
    // The catalogue's price, as for a new first consultation.
    ...(!isPaid && becomesFirst(stored, body) && { priceCents: FIRST_PRICE_CENTS }),
    ...(lapsesAt && { lapsesAt }),
  }
  const action = 'CONSULTATION_MOVED'
  const details = other ? { toConfirm: wanted.toConfirm } : { onlyMessage: true }
  const given = other && (await requireEarlyStartRequested({ ...body, orderId: stored.orderId }, services))
  const moveInBudget = other && stored.budgetId ? await requireMovableBudgetHour(stored, body, services) : undefined
  const alongside = (entities: TransactionEntities) =>
    moveInBudget?.(entities) ?? (given ? createConsentWrites(entities, given) : undefined)
  return changeConsultation({ actor, customer, stored, wanted, action, details, alone: other, alongside }, services)
}

async function computeMovedExpiry(
  { stored, body }: { readonly stored: StoredConsultation; readonly body: RequestedSlot },
  services: ActionServices,
): Promise<string | undefined> {
  if (stored.orderId) return undefined
  const until = await computeUnpaidRequestExpiry({ ...stored, ...body, moved: stored }, services)
  await requireUsualLength(body, stored.toConfirm ? 0 : stored.durationMinutes, services)
  return termOf(stored, until)
}

const termOf = ({ toConfirm, lapsesAt: kept }: StoredConsultation, until: string | undefined): string | undefined =>
  until && toConfirm && kept && kept < until ? kept : until

/** @throws Refusal `not-found` */
export const requireOwnConsultation = async (
  actor: Actor,
  { consultationId }: { readonly consultationId: string },
  { data, now }: ActionServices,
): Promise<StoredConsultation> =>
  applyConsultationRequestLapse(
    await requireConsultation(data, { customerId: requireOwnCustomerId(actor), consultationId }),
    now(),
  )

export const cancelConsultation: EndpointAction<typeof consultations.cancel> = async (
  { actor, params, query },
  services,
) => {
  const customer = await requireCustomer(requireOwnCustomerId(actor), services.data)
  const stored = await requireOwnConsultation(actor, params, services)
  if (stored.version === query.version + 1 && stored.status === 'cancelled') {
    return toOwnConsultation(stored, services.now())
  }
  requireCurrentVersion(stored, query.version)
  requireChangeableConsultation(stored, services.now())
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  const wanted = { ...stored, status: 'cancelled', toConfirm: false } as const
  const action = 'CONSULTATION_CANCELLED'
  return toOwnConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action }, services),
    services.now(),
  )
}
