import { bookingFields } from '#contract/consultation'
import type { consultations } from '#contract/consultations'
import { hasLapsed } from '#data/consultation-queries'
import { toStored, withEntered } from '#data/record'
import { requireVersion } from '#platform/conflict'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { lapseRequest, lapseRequestsAt } from './lapse-requests.handler.ts'
import { requireToCome } from './policy.ts'
import { requireConsultation, requireCustomer } from './stored-consultation.ts'
import { toConsultation } from './to-consultation.ts'

export const bookForCustomer: Action<typeof consultations.book> = async ({ actor, body }, services) => {
  requireToCome(body.startsAt, services.now())
  await lapseRequestsAt(body, services)
  const customer = await requireCustomer(services.data, body.customerId)
  const { orderId } = body
  const wanted = { ...toStored(bookingFields, body), toConfirm: false, ...(orderId && { orderId }) }
  const action = 'CONSULTATION_BOOKED'
  return toConsultation(
    await bookConsultation({ actor, customer, wanted, action, ...overrideDetails(body.override) }, services),
    customer,
    services.now(),
  )
}

export const editConsultation: Action<typeof consultations.edit> = async ({ actor, params, body }, services) => {
  const { customer, stored } = await requireCurrent({ params, version: body.version }, services)
  // Notes of a past consultation may be written at any time; its date may not be moved to another in the past.
  if (body.startsAt !== stored.startsAt) requireToCome(body.startsAt, services.now())
  await lapseRequestsAt(body, services)
  const wanted = { ...withEntered(bookingFields, stored, body), toConfirm: false }
  const action = 'CONSULTATION_CHANGED'
  return toConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action, ...overrideDetails(body.override) }, services),
    customer,
    services.now(),
  )
}

export const setStatus: Action<typeof consultations.setStatus> = async ({ actor, params, body }, services) => {
  const { customer, stored } = await requireCurrent({ params, version: body.version }, services)
  const { status } = body
  if (stored.status === 'cancelled') await lapseRequestsAt(stored, services)
  const wanted = { ...stored, status, toConfirm: false, lapsed: false }
  const details = { old_status: stored.status, status }
  const action = 'CONSULTATION_STATUS_SET'
  return toConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action, details }, services),
    customer,
    services.now(),
  )
}

export const removeConsultation: Action<typeof consultations.remove> = async ({ actor, params, query }, services) => {
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
  services: Services,
) {
  const { data, now } = services
  const [customer, found] = await Promise.all([
    requireCustomer(data, params.customerId),
    requireConsultation(data, params),
  ])
  // What has lapsed is written so first: whoever saw it unconfirmed looks again.
  const stored =
    hasLapsed(found, now().toISOString()) && (await lapseRequest(found, services))
      ? await requireConsultation(data, params)
      : found
  requireVersion(stored, version)
  return { customer, stored }
}
