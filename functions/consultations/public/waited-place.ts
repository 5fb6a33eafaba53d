import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'
import type { Database } from '#data/database'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { getSlotHoldEnd, type StoredSlotHold } from '#data/slot-hold-queries'
import type { StoredWaitingListEntry } from '#data/waiting-list-queries'
import { isWithinOpeningHours } from '#contract/free-slots'
import type { ConsultationType } from '#contract/consultation-types'
import type { CallerDetails } from '#platform/http'
import type { ActionServices } from '#platform/services'
import { findPurchasesToSchedule } from './purchases-to-schedule.ts'

type StoredConsultation = EntityItem<TableEntities['consultations']>

export type WaitingListServices = Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'>

/** Nobody's secret: who has the offer, the entry of the waiting list knows. */
export const toWaitingListTicket = (startsAt: string): string => `waiting-list ${startsAt}`

export async function readWaitingListEntry(
  customerId: string,
  { waitingListEntries }: Database,
): Promise<StoredWaitingListEntry | undefined> {
  const { data: entry } = await waitingListEntries.get({ customerId }).go({ consistent: true })
  return entry ?? undefined
}

/** What keeps the hour that is offered. */
export async function readOfferHold(
  { offeredStart }: StoredWaitingListEntry,
  { slotHolds }: Database,
): Promise<StoredSlotHold | undefined> {
  if (!offeredStart) return undefined
  const { data: hold } = await slotHolds.get({ ticketHash: toWaitingListTicket(offeredStart) }).go({ consistent: true })
  return hold ?? undefined
}

/** Of what an offer was made for: it is agreed, still to come after the offered hour, and no other one. */
export const canMoveToOffer = (
  { consultationId, status, toConfirm, startsAt }: StoredConsultation,
  hold: StoredSlotHold,
): boolean =>
  consultationId === hold.consultationId && status === 'scheduled' && !toConfirm && getSlotHoldEnd(hold) <= startsAt

/** What somebody takes or declines: signed in, or by the link of its mail. */
export interface OfferedHour {
  readonly actor: CallerDetails & { readonly userId: string }
  readonly customerId: string
  readonly startsAt: string
}

export interface WaitedPlace {
  /** What would be moved; without it the paid order is booked. */
  readonly consultation?: StoredConsultation
  readonly orderId?: string
  /** What was paid for the order. */
  readonly priceCents?: number
  readonly type: ConsultationType
  readonly durationMinutes: number
  readonly pauseMinutes: number
}

/** Where not, it was made for something else: that has been given an hour, was moved or cancelled, or another one is the next now. */
const isMadeForPlace = ({ consultation, orderId, durationMinutes }: WaitedPlace, hold: StoredSlotHold): boolean =>
  consultation ? canMoveToOffer(consultation, hold) : orderId !== undefined && durationMinutes === hold.durationMinutes

/** The practice may have closed that day since it was offered. */
export async function canTakeOffer(
  place: WaitedPlace,
  hold: StoredSlotHold,
  { data, now }: Pick<WaitingListServices, 'data' | 'now'>,
): Promise<boolean> {
  if (!isMadeForPlace(place, hold)) return false
  const { hours } = await readStoredOpeningHours(data, now())
  return isWithinOpeningHours(hours, { startsAt: hold.startsAt, durationMinutes: place.durationMinutes })
}

/** What a client waits with: the next agreed consultation, or a paid order without an hour. A request is not agreed yet. */
export async function findWaitedPlace(
  customerId: string,
  { data, now }: Pick<WaitingListServices, 'data' | 'now'>,
): Promise<WaitedPlace | undefined> {
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
