import { createHmac } from 'node:crypto'
import { toPracticeDay } from '#contract/calendar-days'
import { isWithinOpeningHours, listFreeSlots, computeBookableDays } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import type { payments } from '#contract/payments-domain'
import { productCatalogue } from '#contract/product-catalogue'
import { HOLD_MINUTES, type SlotHold } from '#contract/slot-holds'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { hasSlotHoldLapsed, isPaymentBegun, type StoredSlotHold } from '#data/slot-hold-queries'
import { toEpochSeconds } from '#data/table'
import { toHoldNetworks } from '#platform/network'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { ActionCall, EndpointAction } from '#platform/serve'
import { hashToken } from '../account/public/email-proof.ts'
import { createSlotHoldWrites } from '../consultations/public/slot-holds.ts'
import { releaseLapsedHoldsFor, releaseSlotHold } from './release-slot-hold.ts'
import type { PaymentServices } from './services.ts'

const HOLDS: RateLimit = { name: 'slot-holds', tries: 60, minutes: 15 }

type HoldCall = ActionCall<typeof payments.holdSlot>

const TRIES = 5

export const holdSlot: EndpointAction<typeof payments.holdSlot, PaymentServices> = async (call, services) => {
  const { actor } = call
  const { data, wallClock } = services
  await consumeNetworkRateLimit(data, HOLDS, actor.address, wallClock())
  const { hours } = await readStoredOpeningHours(data, services.now())
  for (let tries = 0; tries < TRIES; tries++) {
    const held = await holdOnce(call, hours, services)
    if (held) return toReply(held, services)
  }
  return throwRefusal('slot-taken')
}

async function holdOnce(
  call: HoldCall,
  hours: OpeningHours,
  services: PaymentServices,
): Promise<StoredSlotHold | undefined> {
  const { data, wallClock } = services
  const ticketHash = hashToken(call.body.ticket)
  const { data: stored } = await data.slotHolds.get({ ticketHash }).go()
  if (stored && isSame(stored, call.body) && !hasSlotHoldLapsed(stored, wallClock())) return stored
  requireOfferedStart(call.body, hours, services.now())
  if (stored && isPaymentBegun(stored)) {
    // Two sessions could both be paid: the one for the previous hour ends first.
    if ((await releaseSlotHold(stored, services)) !== 'free') throwRefusal('payment-pending')
    return undefined
  }
  const before = stored ?? undefined
  const after = await toHold(call, { ticketHash, before, hours }, services)
  const outcome = await data.transact((entities) => createSlotHoldWrites(entities, { before, after, hours }))
  if (outcome.written) return after
  if (outcome.failed === 'hold' || (await releaseLapsedHoldsFor(after, services))) return undefined
  return throwRefusal(outcome.failed === 'slot' ? 'slot-taken' : 'too-many-holds')
}

const isSame = (stored: StoredSlotHold, { product, startsAt }: HoldCall['body']): boolean =>
  stored.product === product && stored.startsAt === startsAt

function requireOfferedStart({ product, startsAt }: HoldCall['body'], hours: OpeningHours, now: Date): void {
  if (Date.parse(startsAt) < now.getTime() + hours.noticeHours * 3_600_000) throwRefusal('too-soon')
  const day = toPracticeDay(startsAt)
  if (day > computeBookableDays(hours, now).to) throwRefusal('too-far')
  const type = productCatalogue[product].consultationType
  const { durationMinutes } = hours.types[type]
  const question = { hours, type, from: day, to: day, now, bookings: [], holds: [] }
  const isOffered = listFreeSlots(question).includes(startsAt)
  if (!isOffered || !isWithinOpeningHours(hours, { startsAt, durationMinutes })) throwRefusal('outside-hours')
}

interface NewHold {
  readonly ticketHash: string
  readonly before: StoredSlotHold | undefined
  readonly hours: OpeningHours
}

const KEPT_DAYS = 7

async function toHold(
  { actor, body }: HoldCall,
  { ticketHash, before, hours }: NewHold,
  { newId, originSecret, wallClock }: PaymentServices,
): Promise<StoredSlotHold> {
  const { durationMinutes, pauseMinutes } = hours.types[productCatalogue[body.product].consultationType]
  const heldUntil = new Date(wallClock().getTime() + HOLD_MINUTES * 60_000)
  const secret = await originSecret()
  const { network, provider } = toHoldNetworks(actor.address)
  const hash = (text: string) => createHmac('sha256', secret).update(`slot-hold ${text}`).digest('base64url')
  return {
    ticketHash,
    consultationId: before?.consultationId ?? newId('con'),
    startsAt: body.startsAt,
    durationMinutes,
    pauseMinutes,
    product: body.product,
    network: hash(network),
    provider: hash(provider),
    heldUntil: heldUntil.toISOString(),
    version: (before?.version ?? 0) + 1,
    expiresAtEpoch: toEpochSeconds(heldUntil) + KEPT_DAYS * 86_400,
  }
}

const toReply = (
  { startsAt, durationMinutes, heldUntil }: StoredSlotHold,
  { wallClock }: PaymentServices,
): SlotHold => ({
  startsAt,
  durationMinutes,
  heldUntil,
  now: wallClock().toISOString(),
})

const RELEASES: RateLimit = { name: 'slot-releases', tries: 30, minutes: 15 }

export const releaseSlot: EndpointAction<typeof payments.releaseSlot, PaymentServices> = async (
  { actor, body },
  services,
) => {
  const { data, wallClock } = services
  await consumeNetworkRateLimit(data, RELEASES, actor.address, wallClock())
  const { data: stored } = await data.slotHolds.get({ ticketHash: hashToken(body.ticket) }).go()
  return { released: !stored || (await releaseSlotHold(stored, services)) === 'free' }
}
