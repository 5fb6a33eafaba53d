import { useSyncExternalStore } from 'react'
import { isWithinWithdrawal } from '#contract/cancellation-rules'
import { ApiError } from '../../api/api-error.ts'
import { createClockSubscription } from '../../ui/clock-ticks.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { heldSlotStore, useHeldSlot } from './held-slot-store.ts'

export const EARLY_START_INPUT = 'consents'

type Hold = NonNullable<ReturnType<typeof heldSlotStore.toPurchaseFields>['hold']>

interface EarlyStart {
  /** Ticket of the visitor who ticked the box. */
  readonly tickedBy?: string
  /** Ticket of a payment that was attempted without the consent. */
  readonly missingFor?: string
  readonly requiredFor?: Hold
}

/**
 * Not restored after a reload, because the consent must be express. Only the consent of a started payment is stored
 * with the hold, so that the box is ticked after returning from Stripe's page.
 */
let present: EarlyStart = {}
const listeners = new Set<() => void>()

function set(next: EarlyStart): void {
  present = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const nothing: EarlyStart = {}

export function useEarlyStart() {
  const { tickedBy, missingFor } = useSyncExternalStore(
    subscribe,
    () => present,
    () => nothing,
  )
  const isAsked = useHeldSlot()?.isEarlyStartAsked === true
  const ticket = heldSlotStore.ticket()
  return { isTicked: isAsked || tickedBy === ticket, isMissing: missingFor === ticket }
}

export function tickEarlyStart(isTicked: boolean): void {
  const { requiredFor } = present
  if (!isTicked) heldSlotStore.withdrawEarlyStart()
  set({ ...(requiredFor && { requiredFor }), ...(isTicked && { tickedBy: heldSlotStore.ticket() }) })
}

const isTickedBy = (ticket: string): boolean =>
  present.tickedBy === ticket || heldSlotStore.read()?.isEarlyStartAsked === true

const isEarlyStart = (startsAt: string): boolean => isWithinWithdrawal(startsAt, getServerNow().toISOString())

const onTicks = createClockSubscription(60_000)

function subscribeToBoth(listener: () => void): () => void {
  const ends = [onTicks(listener), subscribe(listener)]
  return () => ends.forEach((end) => end())
}

const isRequiredFor = (startsAt: string): boolean =>
  present.requiredFor?.startsAt === startsAt && present.requiredFor.ticket === heldSlotStore.ticket()

const isAskedFor = (startsAt: string): boolean => isRequiredFor(startsAt) || isEarlyStart(startsAt)

/** Recomputed when the server's clock is read, because the device's may be wrong. */
export const useIsEarlyStart = (startsAt: string | undefined): boolean =>
  useSyncExternalStore(
    subscribeToBoth,
    () => startsAt !== undefined && isAskedFor(startsAt),
    () => false,
  )

export function toSlotFields() {
  const { hold } = heldSlotStore.toPurchaseFields()
  if (!hold) return {}
  const isAsked = isTickedBy(hold.ticket) && isAskedFor(hold.startsAt)
  return { hold, ...(isAsked && { consents: { expressRequest: true, acknowledgement: true } }) }
}

export const renewHeldSlot = (heldUntil: string | null): void =>
  heldSlotStore.renew(heldUntil, 'consents' in toSlotFields())

/** Call before requesting a payment: returns whether a required box is unticked, shows the error and focuses it. */
export function isEarlyStartMissing(): boolean {
  const { hold } = heldSlotStore.toPurchaseFields()
  if (!hold || isTickedBy(hold.ticket) || !isAskedFor(hold.startsAt)) return false
  set({ ...present, missingFor: hold.ticket })
  document.querySelector<HTMLElement>(`[name="${EARLY_START_INPUT}"]`)?.focus()
  return true
}

export function showRequiredEarlyStart(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'early-start-required') return
  const { hold } = heldSlotStore.toPurchaseFields()
  if (hold) set({ requiredFor: hold, missingFor: hold.ticket })
}
