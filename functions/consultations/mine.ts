import { productCatalogue } from '#contract/product-catalogue'
import {
  MAX_UPCOMING_CONSULTATIONS_PER_CLIENT,
  consultationRequestFields,
  getDefaultConsultationMinutes,
} from '#contract/consultation'
import { type consultations } from '#contract/consultations'
import type { EnteredRecord } from '#contract/record-fields'
import {
  countCustomerConsultations,
  findCustomerConsultations,
  hasCustomerPaid,
  findNextConsultation,
  findOldestOrderToSchedule,
} from '#data/consultation-queries'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import type { TransactionEntities } from '#data/transact'
import { findChangedFieldKeys, toStoredRecord, mergeEnteredFields } from '#data/stored-record'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { requireCurrentVersion } from '#platform/conflict'
import { requireAdultOrGuardianConsent } from '../account/public/guardian.ts'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { EndpointAction, ActionCall } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { createConsentWrites, readEarlyStartUntil } from './early-start.ts'
import { computeUnpaidRequestExpiry } from './free-requests.ts'
import { lapseExpiredRequestsInSlot } from './lapse.ts'
import {
  consumeConsultationChangeLimit,
  requireChangeableConsultation,
  requirePaidConsultationKept,
  requireWithinBookableHours,
} from './policy.ts'
import type { TimeSlot } from './public/agenda-steps.ts'
import { requireConsultation, requireCustomer } from './stored-consultation.ts'
import { applyConsultationRequestLapse, toOwnConsultation, type StoredConsultation } from './to-consultation.ts'

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
  const [next, waiting, paid] = await Promise.all([
    findNextConsultation(data, customerId, now()),
    findOldestOrderToSchedule(data, customerId),
    hasCustomerPaid(data, customerId),
  ])
  return {
    consultation: next ? toOwnConsultation(next, now()) : null,
    toSchedule: waiting
      ? {
          concept: waiting.concept,
          paidAt: waiting.paidAt,
          earlyStartUntil: await readEarlyStartUntil(waiting.orderId, { data, now }),
        }
      : null,
    freeRequests: !paid,
  }
}

export const requestConsultation: EndpointAction<typeof consultations.request> = async ({ actor, body }, services) => {
  await requireAdultOrGuardianConsent(actor, services)
  const asked = await existingRequest(requireOwnCustomerId(actor), body, services)
  if (asked) return toOwnConsultation(asked, services.now())
  await requireWithinBookableHours(body, services)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  await lapseExpiredRequestsInSlot(body, services)
  return toOwnConsultation(await retryOnClientChange(() => bookSlot({ actor, body }, services)), services.now())
}

/** The catalogue's price applies where the type has one, whatever the body says. */
async function bookSlot(
  { actor, body }: Pick<ActionCall<typeof consultations.request>, 'actor' | 'body'>,
  services: ActionServices,
): Promise<StoredConsultation> {
  const { startsAt, durationMinutes, type, consents } = body
  // Before the count: what is asked for after this was read makes the booking fail.
  const customer = await requireCustomer(services.data, requireOwnCustomerId(actor))
  const { customerId } = customer
  const { upcoming } = await countCustomerConsultations(services.data, customerId, services.now().toISOString())
  if (upcoming >= MAX_UPCOMING_CONSULTATIONS_PER_CLIENT) throwRefusal('too-many-coming')
  const lapsesAt = await computeUnpaidRequestExpiry({ customerId, startsAt, durationMinutes }, services)
  const order = type === 'primera_consulta' ? await findOldestOrderToSchedule(services.data, customerId) : undefined
  if (order) await requirePaidLength(durationMinutes, services)
  const wanted = {
    ...toStoredRecord(consultationRequestFields, body),
    toConfirm: true,
    ...(lapsesAt && { lapsesAt }),
    ...(type === 'primera_consulta' && { priceCents: productCatalogue['primera-consulta'].saleCents }),
    ...(order && { orderId: order.orderId }),
  }
  const given = { orderId: order?.orderId, consents, at: services.now().toISOString() }
  const alongside = (entities: TransactionEntities) => createConsentWrites(entities, given)
  return bookConsultation(
    { actor, customer, wanted, action: 'CONSULTATION_REQUESTED', alone: true, alongside },
    services,
  )
}

/** What was bought has a length: of the catalogue, or that at which the free hours are offered. */
async function requirePaidLength(durationMinutes: number, { data, now }: ActionServices): Promise<void> {
  const { hours } = await readStoredOpeningHours(data, now())
  const lengths = [getDefaultConsultationMinutes('primera_consulta'), hours.types.primera_consulta.durationMinutes]
  const [usual = durationMinutes] = lengths
  if (!lengths.includes(durationMinutes)) requirePaidConsultationKept({ durationMinutes: usual }, { durationMinutes })
}

/** The retry finds the conflicting request and refuses with its reason. */
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

/** A request repeated because its first reply was lost finds its consultation. */
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
  // Asked twice, as above.
  if (stored.version === version + 1 && isRequestedSlot(stored, body)) return toOwnConsultation(stored, services.now())
  requireCurrentVersion(stored, version)
  requireChangeableConsultation(stored, services.now())
  if (stored.orderId) requirePaidConsultationKept(stored, body)
  if (!isSameTime(stored, body)) await requireWithinBookableHours(body, services)
  await requireAdultOrGuardianConsent(actor, services)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  await lapseExpiredRequestsInSlot(body, services)
  return toOwnConsultation(
    await retryOnClientChange(() => moveToSlot({ actor, body, stored }, services)),
    services.now(),
  )
}

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
  // Before the rules of free requests: what is asked for after this was read makes the change fail.
  const customer = await requireCustomer(services.data, requireOwnCustomerId(actor))
  const other = !isSameTime(stored, body) || body.type !== stored.type
  const { lapsesAt: kept, ...rest } = stored
  const lapsesAt = other
    ? termOf(stored, await computeUnpaidRequestExpiry({ ...stored, ...body, moved: stored }, services))
    : kept
  const wanted = {
    ...mergeEnteredFields(consultationRequestFields, rest, body),
    // Another hour or type is another wish: the practice has yet to agree to it.
    ...(other && { toConfirm: true }),
    // The catalogue's price, as for whoever asks for one at once.
    ...(!stored.orderId &&
      becomesFirst(stored, body) && { priceCents: productCatalogue['primera-consulta'].saleCents }),
    ...(lapsesAt && { lapsesAt }),
  }
  const action = 'CONSULTATION_MOVED'
  const details = other ? { startsAt: wanted.startsAt } : {}
  const given = { orderId: stored.orderId, consents: body.consents, at: services.now().toISOString() }
  const alongside = (entities: TransactionEntities) => createConsentWrites(entities, given)
  return changeConsultation({ actor, customer, stored, wanted, action, details, alone: other, alongside }, services)
}

/** Counts from the first request, however often it is moved. */
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
  const customer = await requireCustomer(services.data, requireOwnCustomerId(actor))
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
