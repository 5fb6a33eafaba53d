import { consultationBookingFields } from '#contract/consultation'
import type { consultations } from '#contract/consultations'
import { hasConsultationRequestLapsed } from '#data/consultation-queries'
import { toStoredRecord, mergeEnteredFields } from '#data/stored-record'
import { requireCurrentVersion } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { lapseConsultationRequest, lapseExpiredRequestsInSlot } from './lapse.ts'
import { requireBegunWhenClosed, requireBrokenOff, requireFutureStart } from './policy.ts'
import { applyEnteredPrice, proposePrice } from './price.ts'
import { requireConsultation, requireCustomer } from './stored-consultation.ts'
import { toConsultation } from './to-consultation.ts'

export const bookConsultationForCustomer: EndpointAction<typeof consultations.book> = async (
  { actor, body },
  services,
) => {
  requireFutureStart(body.startsAt, services.now())
  await lapseExpiredRequestsInSlot(body, services)
  const customer = await requireCustomer(services.data, body.customerId)
  const { orderId } = body
  const entered = toStoredRecord(consultationBookingFields, body)
  // With an order it is what was paid.
  const wanted = { ...(orderId ? { ...entered, orderId } : proposePrice(entered)), toConfirm: false }
  const action = 'CONSULTATION_BOOKED'
  return toConsultation(
    await bookConsultation({ actor, customer, wanted, action, ...overrideDetails(body.override) }, services),
    customer,
    services.now(),
  )
}

export const editConsultation: EndpointAction<typeof consultations.edit> = async (
  { actor, params, body },
  services,
) => {
  const { customer, stored } = await requireCurrent({ params, version: body.version }, services)
  // Notes of a past consultation may be written at any time; its date may not be moved to another in the past.
  if (body.startsAt !== stored.startsAt) requireFutureStart(body.startsAt, services.now())
  requireBegunWhenClosed({ ...stored, startsAt: body.startsAt }, services.now())
  // What was paid is the price.
  if (stored.orderId && body.priceCents !== (stored.priceCents ?? null)) throwRefusal('order-already-paid')
  await lapseExpiredRequestsInSlot(body, services)
  const merged = mergeEnteredFields(consultationBookingFields, stored, body)
  const wanted = { ...applyEnteredPrice(merged, stored), toConfirm: false }
  const action = 'CONSULTATION_CHANGED'
  return toConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action, ...overrideDetails(body.override) }, services),
    customer,
    services.now(),
  )
}

export const setConsultationStatus: EndpointAction<typeof consultations.setStatus> = async (
  { actor, params, body },
  services,
) => {
  const { customer, stored } = await requireCurrent({ params, version: body.version }, services)
  const { status, heldMinutes } = body
  requireBegunWhenClosed({ ...stored, status }, services.now())
  requireBrokenOff(body, stored)
  if (stored.status === 'cancelled') await lapseExpiredRequestsInSlot(stored, services)
  const { heldMinutes: _, ...rest } = stored
  const broken = heldMinutes === undefined ? {} : { heldMinutes }
  const wanted = { ...rest, status, toConfirm: false, lapsed: false, ...broken }
  const details = { old_status: stored.status, status, ...broken }
  const action = 'CONSULTATION_STATUS_SET'
  return toConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action, details }, services),
    customer,
    services.now(),
  )
}

export const removeConsultation: EndpointAction<typeof consultations.remove> = async (
  { actor, params, query },
  services,
) => {
  const { customer, stored } = await requireCurrent({ params, version: query.version }, services)
  const wanted = { ...stored, status: 'removed', toConfirm: false } as const
  await changeConsultation({ actor, customer, stored, wanted, action: 'CONSULTATION_REMOVED' }, services)
  return { removed: true }
}

const overrideDetails = (override: { readonly reason: string } | undefined) =>
  override ? { over: true, details: { overriddenBecause: override.reason } } : {}

async function requireCurrent(
  {
    params,
    version,
  }: { readonly params: { readonly customerId: string; readonly consultationId: string }; readonly version: number },
  services: ActionServices,
) {
  const { data, now } = services
  const [customer, found] = await Promise.all([
    requireCustomer(data, params.customerId),
    requireConsultation(data, params),
  ])
  // What has lapsed is written so first: whoever saw it unconfirmed looks again.
  const stored =
    hasConsultationRequestLapsed(found, now().toISOString()) && (await lapseConsultationRequest(found, services))
      ? await requireConsultation(data, params)
      : found
  requireCurrentVersion(stored, version)
  return { customer, stored }
}
