import type { consultations } from '#contract/consultations-domain'
import type { LinkedFreedHour } from '#contract/linked-freed-hours'
import { isOfferRunning } from '#data/waiting-list-queries'
import type { CallerDetails } from '#platform/http'
import { requireOneTimeLink } from '#platform/one-time-link'
import { consumeNetworkRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { parseFreedHourCause } from './public/freed-hour-link.ts'
import { readEarlyStartOfBooking } from './early-start.ts'
import { takeOfferedHour } from './take-freed-hour.ts'
import {
  canTakeOffer,
  findWaitingListBooking,
  readWaitingListEntry,
  toWaitingListTicket,
} from './public/waiting-list-booking.ts'
import { declineOfferedHour } from './waiting-list.ts'

const LINK_USES = { name: 'freed-hour-links', tries: 60, minutes: 15 } as const

/** Anybody with the mail may answer, without a password: the offer lasts only two hours. */
const READER = { userId: 'visitor' } as const

interface LinkCall {
  readonly actor: CallerDetails
  readonly body: { readonly token: string }
}

/** @throws Refusal `link-invalid`, also when its client has been removed */
async function requireLinkedHour({ actor, body }: LinkCall, services: ActionServices) {
  const { data, wallClock } = services
  await consumeNetworkRateLimit(data, LINK_USES, actor.address, wallClock())
  const { cause } = await requireOneTimeLink(body.token, 'freed-hour', services)
  const hour = parseFreedHourCause(cause)
  const { data: customer } = await data.customers.get({ customerId: hour.customerId }).go()
  return customer ? { ...hour, actor: { ...actor, ...READER } } : throwRefusal('link-invalid')
}

type LinkedHour = Awaited<ReturnType<typeof requireLinkedHour>>

async function presentHour({ customerId, startsAt }: LinkedHour, services: ActionServices): Promise<LinkedFreedHour> {
  const { data, now } = services
  const [entry, booking, { data: all }, { data: hold }] = await Promise.all([
    readWaitingListEntry(customerId, data),
    findWaitingListBooking(customerId, services),
    data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true }),
    data.slotHolds.get({ ticketHash: toWaitingListTicket(startsAt) }).go({ consistent: true }),
  ])
  const own = all.find((each) => each.startsAt === startsAt && each.status === 'scheduled')
  const nothing = { startsAt, until: null, earlyStartUntil: null }
  if (own) return { ...nothing, state: 'taken', durationMinutes: own.durationMinutes }
  const isRunning = entry?.offeredStart === startsAt && isOfferRunning(entry, now())
  if (!isRunning || !hold || !booking || !(await canTakeOffer(booking, hold, services)))
    return { ...nothing, state: 'gone', durationMinutes: null }
  return {
    state: 'open',
    startsAt,
    durationMinutes: booking.durationMinutes,
    until: entry.offeredUntil ?? null,
    earlyStartUntil: await readEarlyStartOfBooking(booking, services),
  }
}

export const readFreedHour: EndpointAction<typeof consultations.readFreedHour> = async (call, services) =>
  presentHour(await requireLinkedHour(call, services), services)

export const takeLinkedFreedHour: EndpointAction<typeof consultations.takeLinkedFreedHour> = async (call, services) => {
  const hour = await requireLinkedHour(call, services)
  await takeOfferedHour({ ...hour, consents: call.body.consents }, services)
  return presentHour(hour, services)
}

export const declineLinkedFreedHour: EndpointAction<typeof consultations.declineLinkedFreedHour> = async (
  call,
  services,
) => {
  const hour = await requireLinkedHour(call, services)
  await declineOfferedHour(hour, services)
  return presentHour(hour, services)
}
