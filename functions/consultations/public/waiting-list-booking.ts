import type { StoredConsultation } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { getSlotHoldEnd, type StoredSlotHold } from '#data/slot-hold-queries'
import type { StoredWaitingListEntry } from '#data/waiting-list-queries'
import { isWithinOpeningHours } from '#contract/free-slots'
import type { ConsultationType } from '#contract/consultation-types'
import type { CallerDetails } from '#platform/http'
import type { ActionServices } from '#platform/services'
import { findPurchasesToSchedule } from './purchases-to-schedule.ts'

export type WaitingListServices = Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'>

export const toWaitingListTicket = (startsAt: string): string => `waiting-list ${startsAt}`

export async function readWaitingListEntry(
  customerId: string,
  { waitingListEntries }: Database,
): Promise<StoredWaitingListEntry | undefined> {
  const { data: entry } = await waitingListEntries.get({ customerId }).go({ consistent: true })
  return entry ?? undefined
}

export async function readOfferHold(
  { offeredStart }: StoredWaitingListEntry,
  { slotHolds }: Database,
): Promise<StoredSlotHold | undefined> {
  if (!offeredStart) return undefined
  const { data: hold } = await slotHolds.get({ ticketHash: toWaitingListTicket(offeredStart) }).go({ consistent: true })
  return hold ?? undefined
}

export const canMoveToOffer = (
  { consultationId, status, toConfirm, startsAt }: StoredConsultation,
  hold: StoredSlotHold,
): boolean =>
  consultationId === hold.consultationId && status === 'scheduled' && !toConfirm && getSlotHoldEnd(hold) <= startsAt

export interface OfferedHour {
  readonly actor: CallerDetails & { readonly userId: string }
  readonly customerId: string
  readonly startsAt: string
}

export interface WaitingListBooking {
  readonly consultation?: StoredConsultation
  readonly orderId?: string
  readonly priceCents?: number
  readonly type: ConsultationType
  readonly durationMinutes: number
  readonly pauseMinutes: number
}

const isOfferForBooking = (
  { consultation, orderId, durationMinutes }: WaitingListBooking,
  hold: StoredSlotHold,
): boolean =>
  consultation ? canMoveToOffer(consultation, hold) : orderId !== undefined && durationMinutes === hold.durationMinutes

/** The practice may have closed that day since the offer. */
export async function canTakeOffer(
  booking: WaitingListBooking,
  hold: StoredSlotHold,
  { data, now }: Pick<WaitingListServices, 'data' | 'now'>,
): Promise<boolean> {
  if (!isOfferForBooking(booking, hold)) return false
  const { hours } = await readStoredOpeningHours(data, now())
  return isWithinOpeningHours(hours, { startsAt: hold.startsAt, durationMinutes: booking.durationMinutes })
}

export async function findWaitingListBooking(
  customerId: string,
  { data, now }: Pick<WaitingListServices, 'data' | 'now'>,
): Promise<WaitingListBooking | undefined> {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  const consultation = all
    .filter(({ status, toConfirm, startsAt }) => status === 'scheduled' && !toConfirm && startsAt > now().toISOString())
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[0]
  if (!consultation) {
    const [purchase] = await findPurchasesToSchedule(customerId, { data, now })
    return purchase
  }
  const { type, durationMinutes } = consultation
  const { hours } = await readStoredOpeningHours(data, now())
  return { consultation, type, durationMinutes, pauseMinutes: hours.types[type].pauseMinutes }
}
