import { useSyncExternalStore } from 'react'
import { isWithinWithdrawal } from '#contract/cancellation-rules'
import { ApiError } from '../../api/api-error.ts'
import { createClockSubscription } from '../../ui/clock-ticks.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { heldSlotStore, useHeldSlot } from './held-slot-store.ts'

/** Name of the box. */
export const EARLY_START_INPUT = 'consents'

type Hold = NonNullable<ReturnType<typeof heldSlotStore.toPurchaseFields>['hold']>

interface EarlyStart {
  /** The ticket of the visitor who has ticked the box. */
  readonly tickedBy?: string
  /** The ticket for which a payment was asked for without it. */
  readonly missingFor?: string
  /** The hold for which the server has refused a payment without it. */
  readonly requiredFor?: Hold
}

/**
 * Nobody asks for anything by a reload. Only what a begun payment has carried is kept with the hour: whoever comes back from
 * Stripe's page finds the box as they left it.
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

/** While an hour is held. */
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

/** Undefined while no hour is held. Asked again when the server's clock is read: a device whose clock is wrong learns it then. */
export const useIsEarlyStart = (startsAt: string | undefined): boolean =>
  useSyncExternalStore(
    subscribeToBoth,
    () => startsAt !== undefined && isAskedFor(startsAt),
    () => false,
  )

/** The hour that is held, and what its buyer has ticked. */
export function toSlotFields() {
  const { hold } = heldSlotStore.toPurchaseFields()
  if (!hold) return {}
  const isAsked = isTickedBy(hold.ticket) && isAskedFor(hold.startsAt)
  return { hold, ...(isAsked && { consents: { expressRequest: true, acknowledgement: true } }) }
}

/** The payment has begun, with what was ticked. */
export const renewHeldSlot = (heldUntil: string | null): void =>
  heldSlotStore.renew(heldUntil, 'consents' in toSlotFields())

/** Before a payment is asked for: whether the box of the held hour is still empty. It says so and gets the focus. */
export function isEarlyStartMissing(): boolean {
  const { hold } = heldSlotStore.toPurchaseFields()
  if (!hold || isTickedBy(hold.ticket) || !isAskedFor(hold.startsAt)) return false
  set({ ...present, missingFor: hold.ticket })
  document.querySelector<HTMLElement>(`[name="${EARLY_START_INPUT}"]`)?.focus()
  return true
}

/** The server asks where this page did not: the box is shown from then on, with its message. */
export function showRequiredEarlyStart(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'early-start-required') return
  const { hold } = heldSlotStore.toPurchaseFields()
  if (hold) set({ requiredFor: hold, missingFor: hold.ticket })
}
