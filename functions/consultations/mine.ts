import { catalogue } from '#contract/catalogue'
import { CLIENT_COMING_LIMIT, requestFields } from '#contract/consultation'
import { type consultations } from '#contract/consultations'
import type { Entered } from '#contract/record'
import {
  consultationCountsOf,
  consultationsOf,
  hasPaid,
  nextConsultationOf,
  orderToScheduleOf,
} from '#data/consultation-queries'
import { changedKeys, toStored, withEntered } from '#data/record'
import { type Actor, ownCustomerId } from '#platform/actor'
import { requireVersion } from '#platform/conflict'
import { requireAdultOrConsented } from '../account/public/guardian.ts'
import { Refusal, refuse } from '#platform/refusal'
import type { Action, Call } from '#platform/serve'
import type { Services } from '#platform/services'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { freeRequestUntil } from './free-requests.ts'
import { lapseRequestsAt } from './lapse-requests.handler.ts'
import { requireChangeable, requireNotice, consumeChangeLimit } from './policy.ts'
import { requireConsultation, requireCustomer } from './stored-consultation.ts'
import { asOf, toOwnConsultation, type StoredConsultation } from './to-consultation.ts'

export const listMine: Action<typeof consultations.listMine> = async ({ actor, query }, { data, now }) => {
  const { items, next } = await consultationsOf(data, ownCustomerId(actor), query)
  return { items: items.map((each) => toOwnConsultation(each, now())), next }
}

export const countMine: Action<typeof consultations.countMine> = ({ actor }, { data, now }) =>
  consultationCountsOf(data, ownCustomerId(actor), now().toISOString())

export const readNext: Action<typeof consultations.nextOfMine> = async ({ actor }, { data, now }) => {
  const customerId = ownCustomerId(actor)
  const [next, waiting, paid] = await Promise.all([
    nextConsultationOf(data, customerId, now()),
    orderToScheduleOf(data, customerId),
    hasPaid(data, customerId),
  ])
  return {
    consultation: next ? toOwnConsultation(next, now()) : null,
    toSchedule: waiting ? { concept: waiting.concept, paidAt: waiting.paidAt } : null,
    freeRequests: !paid,
  }
}

export const requestConsultation: Action<typeof consultations.request> = async ({ actor, body }, services) => {
  const { startsAt } = body
  requireNotice(startsAt, services.now())
  await requireAdultOrConsented(actor, services)
  const asked = await existingRequest(ownCustomerId(actor), body, services)
  if (asked) return toOwnConsultation(asked, services.now())
  await consumeChangeLimit(services.data, actor.userId, services.now())
  await lapseRequestsAt(body, services)
  return toOwnConsultation(await retryOnConflict(() => bookSlot({ actor, body }, services)), services.now())
}

/** The catalogue's price applies where the type has one, whatever the body says. */
async function bookSlot(
  { actor, body }: Pick<Call<typeof consultations.request>, 'actor' | 'body'>,
  services: Services,
): Promise<StoredConsultation> {
  const { startsAt, durationMinutes, type } = body
  // Before the count: what is asked for after this was read makes the booking fail.
  const customer = await requireCustomer(services.data, ownCustomerId(actor))
  const { customerId } = customer
  const { upcoming } = await consultationCountsOf(services.data, customerId, services.now().toISOString())
  if (upcoming >= CLIENT_COMING_LIMIT) refuse('too-many-coming')
  const lapsesAt = await freeRequestUntil({ customerId, startsAt, durationMinutes }, services)
  const order = type === 'primera_consulta' ? await orderToScheduleOf(services.data, customerId) : undefined
  const wanted = {
    ...toStored(requestFields, body),
    toConfirm: true,
    ...(lapsesAt && { lapsesAt }),
    ...(type === 'primera_consulta' && { priceCents: catalogue['primera-consulta'].saleCents }),
    ...(order && { orderId: order.orderId }),
  }
  return bookConsultation({ actor, customer, wanted, action: 'CONSULTATION_REQUESTED', alone: true }, services)
}

/** The retry finds the conflicting request and refuses with its reason. */
async function retryOnConflict<T>(book: () => Promise<T>): Promise<T> {
  try {
    return await book()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many-attempts') return book()
    throw error
  }
}

type RequestedSlot = Entered<typeof requestFields>

const isRequestedSlot = (stored: StoredConsultation, wish: RequestedSlot): boolean =>
  stored.status === 'scheduled' && changedKeys(requestFields, stored, wish).length === 0

/** A request repeated because its first reply was lost finds its consultation. */
async function existingRequest(
  customerId: string,
  wish: RequestedSlot,
  { data, now }: Services,
): Promise<StoredConsultation | undefined> {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return all.find((stored) => isRequestedSlot(asOf(stored, now()), wish))
}

export const moveConsultation: Action<typeof consultations.move> = async ({ actor, params, body }, services) => {
  const { version, startsAt } = body
  const stored = await ownConsultationOf(actor, params, services)
  // Asked twice, as above.
  if (stored.version === version + 1 && isRequestedSlot(stored, body)) return toOwnConsultation(stored, services.now())
  requireVersion(stored, version)
  requireChangeable(stored, services.now())
  requireNotice(startsAt, services.now())
  await requireAdultOrConsented(actor, services)
  await consumeChangeLimit(services.data, actor.userId, services.now())
  await lapseRequestsAt(body, services)
  return toOwnConsultation(await retryOnConflict(() => moveToSlot({ actor, body, stored }, services)), services.now())
}

async function moveToSlot(
  {
    actor,
    body,
    stored,
  }: Pick<Call<typeof consultations.move>, 'actor' | 'body'> & { readonly stored: StoredConsultation },
  services: Services,
): Promise<StoredConsultation> {
  const { startsAt, durationMinutes, type } = body
  // Before the rules of free requests: what is asked for after this was read makes the change fail.
  const customer = await requireCustomer(services.data, ownCustomerId(actor))
  const other = startsAt !== stored.startsAt || durationMinutes !== stored.durationMinutes || type !== stored.type
  const { lapsesAt: kept, ...rest } = stored
  const lapsesAt = other
    ? termOf(stored, await freeRequestUntil({ ...stored, ...body, moved: stored }, services))
    : kept
  const wanted = {
    ...withEntered(requestFields, rest, body),
    // Another hour or type is another wish: the practice has yet to agree to it.
    ...(other && { toConfirm: true }),
    ...(lapsesAt && { lapsesAt }),
  }
  const action = 'CONSULTATION_MOVED'
  return changeConsultation({ actor, customer, stored, wanted, action, alone: other }, services)
}

/** Counts from the first request, however often it is moved. */
const termOf = ({ toConfirm, lapsesAt: kept }: StoredConsultation, until: string | undefined): string | undefined =>
  until && toConfirm && kept && kept < until ? kept : until

const ownConsultationOf = async (
  actor: Actor,
  { consultationId }: { readonly consultationId: string },
  { data, now }: Services,
): Promise<StoredConsultation> =>
  asOf(await requireConsultation(data, { customerId: ownCustomerId(actor), consultationId }), now())

export const cancelConsultation: Action<typeof consultations.cancel> = async ({ actor, params, query }, services) => {
  const customer = await requireCustomer(services.data, ownCustomerId(actor))
  const stored = await ownConsultationOf(actor, params, services)
  if (stored.version === query.version + 1 && stored.status === 'cancelled') {
    return toOwnConsultation(stored, services.now())
  }
  requireVersion(stored, query.version)
  requireChangeable(stored, services.now())
  await consumeChangeLimit(services.data, actor.userId, services.now())
  const wanted = { ...stored, status: 'cancelled', toConfirm: false } as const
  const action = 'CONSULTATION_CANCELLED'
  return toOwnConsultation(
    await changeConsultation({ actor, customer, stored, wanted, action }, services),
    services.now(),
  )
}
