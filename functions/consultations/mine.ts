import { catalogue } from '#contract/catalogue'
import { CLIENT_COMING_LIMIT } from '#contract/consultation'
import { type consultations } from '#contract/consultations'
import type { Data } from '#data/data'
import { consultationCountsOf, consultationsOf, nextConsultationOf, waitingOrderOf } from '#data/consultation-queries'
import { ownCustomerId } from '#platform/actor'
import { requireAdultOrConsented } from '#platform/guardian'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { consultationOf, customerOf } from './found.ts'
import { requireChangeable, requireNotice, takeChange } from './policy.ts'
import { shownToClient, type StoredConsultation } from './shown.ts'

export const listMine: Action<typeof consultations.listMine> = async ({ actor, query }, { data }) => {
  const { items, next } = await consultationsOf(data, ownCustomerId(actor), query)
  return { items: items.map(shownToClient), next }
}

export const countMine: Action<typeof consultations.countMine> = ({ actor }, { data, now }) =>
  consultationCountsOf(data, ownCustomerId(actor), now().toISOString())

export const readNext: Action<typeof consultations.nextOfMine> = async ({ actor }, { data, now }) => {
  const customerId = ownCustomerId(actor)
  const [next, waiting] = await Promise.all([
    nextConsultationOf(data, customerId, now()),
    waitingOrderOf(data, customerId),
  ])
  return {
    consultation: next ? shownToClient(next) : null,
    toSchedule: waiting ? { concept: waiting.concept, paidAt: waiting.paidAt } : null,
  }
}

/** What a client asks for is born with the catalogue's price where its type has one, whatever the body said. */
export const requestConsultation: Action<typeof consultations.request> = async ({ actor, body }, services) => {
  const { startsAt, durationMinutes, type, message } = body
  requireNotice(startsAt, services.now())
  await requireAdultOrConsented(actor, services)
  const asked = await askedAlready(ownCustomerId(actor), body, services.data)
  if (asked) return shownToClient(asked)
  await takeChange(services.data, actor.userId, services.now())
  // Before the count: what is asked for after this was read makes the booking fail.
  const customer = await customerOf(services.data, ownCustomerId(actor))
  const { upcoming } = await consultationCountsOf(services.data, customer.customerId, services.now().toISOString())
  if (upcoming >= CLIENT_COMING_LIMIT) refuse('too-many-coming')
  const wanted = {
    startsAt,
    durationMinutes,
    type,
    toConfirm: true,
    message: message ?? undefined,
    ...(type === 'primera_consulta' && {
      priceCents: catalogue['primera-consulta'].saleCents,
      orderId: (await waitingOrderOf(services.data, customer.customerId))?.orderId,
    }),
  }
  const action = 'CONSULTATION_REQUESTED'
  return shownToClient(await bookConsultation({ actor, customer, wanted, action, alone: true }, services))
}

type Wish = Pick<StoredConsultation, 'startsAt' | 'durationMinutes' | 'type'> & { readonly message: string | null }

/** Whether a consultation is to come just as it is wanted. */
const isAsWanted = (stored: StoredConsultation, { startsAt, durationMinutes, type, message }: Wish): boolean =>
  stored.status === 'scheduled' &&
  stored.startsAt === startsAt &&
  stored.durationMinutes === durationMinutes &&
  stored.type === type &&
  (stored.message ?? null) === message

/** What is asked for twice because the first answer was lost on the way is there already. */
async function askedAlready(customerId: string, wish: Wish, data: Data): Promise<StoredConsultation | undefined> {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  return all.find((stored) => isAsWanted(stored, wish))
}

export const moveConsultation: Action<typeof consultations.move> = async ({ actor, params, body }, services) => {
  const { version, message, startsAt, durationMinutes, type } = body
  const customer = await customerOf(services.data, ownCustomerId(actor))
  const stored = await consultationOf(services.data, { customerId: customer.customerId, ...params })
  // Asked twice, as above.
  if (stored.version === version + 1 && isAsWanted(stored, body)) return shownToClient(stored)
  if (stored.version !== version) refuse('changed-meanwhile')
  requireChangeable(stored, services.now())
  requireNotice(startsAt, services.now())
  await requireAdultOrConsented(actor, services)
  await takeChange(services.data, actor.userId, services.now())
  const other = startsAt !== stored.startsAt || durationMinutes !== stored.durationMinutes || type !== stored.type
  const { message: _, ...rest } = stored
  const wanted = {
    ...rest,
    startsAt,
    durationMinutes,
    type,
    // Another hour or type is another wish: the practice has yet to agree to it.
    toConfirm: stored.toConfirm || other,
    ...(message && { message }),
  }
  const action = 'CONSULTATION_MOVED'
  return shownToClient(await changeConsultation({ actor, customer, stored, wanted, action }, services))
}

export const cancelConsultation: Action<typeof consultations.cancel> = async ({ actor, params, query }, services) => {
  const customer = await customerOf(services.data, ownCustomerId(actor))
  const stored = await consultationOf(services.data, { customerId: customer.customerId, ...params })
  if (stored.version === query.version + 1 && stored.status === 'cancelled') return shownToClient(stored)
  if (stored.version !== query.version) refuse('changed-meanwhile')
  requireChangeable(stored, services.now())
  await takeChange(services.data, actor.userId, services.now())
  const wanted = { ...stored, status: 'cancelled', toConfirm: false } as const
  const action = 'CONSULTATION_CANCELLED'
  return shownToClient(await changeConsultation({ actor, customer, stored, wanted, action }, services))
}
