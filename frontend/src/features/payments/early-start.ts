import { useSyncExternalStore } from 'react'
import { isWithinWithdrawal } from '#contract/cancellation-rules'
import { createClockSubscription } from '../../ui/clock-ticks.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { heldSlotStore } from './held-slot-store.ts'

/** Name of the box. */
export const EARLY_START_INPUT = 'consents'

interface EarlyStart {
  /** The ticket of the visitor who has ticked the box. */
  readonly tickedBy?: string
  /** The ticket for which a payment was asked for without it. */
  readonly missingFor?: string
}

/** Nobody asks for anything by a reload: it is stored nowhere. */
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
  const ticket = heldSlotStore.ticket()
  return { isTicked: tickedBy === ticket, isMissing: missingFor === ticket }
}

export const tickEarlyStart = (isTicked: boolean): void => set(isTicked ? { tickedBy: heldSlotStore.ticket() } : {})

const isEarlyStart = (startsAt: string): boolean => isWithinWithdrawal(startsAt, getServerNow().toISOString())

const onTicks = createClockSubscription(60_000)

/** Undefined while no hour is held. Asked again when the server's clock is read: a device whose clock is wrong learns it then. */
export const useIsEarlyStart = (startsAt: string | undefined): boolean =>
  useSyncExternalStore(
    onTicks,
    () => startsAt !== undefined && isEarlyStart(startsAt),
    () => false,
  )

/** The hour that is held, and what its buyer has ticked. */
export function toSlotFields() {
  const { hold } = heldSlotStore.toPurchaseFields()
  if (!hold) return {}
  const isAsked = present.tickedBy === hold.ticket && isEarlyStart(hold.startsAt)
  return { hold, ...(isAsked && { consents: { expressRequest: true, acknowledgement: true } }) }
}

/** Before a payment is asked for: whether the box of the held hour is still empty. It says so and gets the focus. */
export function isEarlyStartMissing(): boolean {
  const { hold } = heldSlotStore.toPurchaseFields()
  if (!hold || present.tickedBy === hold.ticket || !isEarlyStart(hold.startsAt)) return false
  set({ missingFor: hold.ticket })
  document.querySelector<HTMLElement>(`[name="${EARLY_START_INPUT}"]`)?.focus()
  return true
}
