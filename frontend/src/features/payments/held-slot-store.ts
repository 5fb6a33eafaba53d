import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { PRODUCT_SLUG } from '#contract/product'
import type { SlotHold } from '#contract/slot-holds'

const HELD_KEY = `${PRODUCT_SLUG}:held-slot`
const TICKET_KEY = `${PRODUCT_SLUG}:slot-ticket`
const TICKET_BYTES = 32

const HeldSlot = z.object({
  startsAt: z.string(),
  durationMinutes: z.number(),
  heldUntil: z.string(),
  /** When `heldUntil` is by this device's clock, which may be wrong; epoch milliseconds. */
  endsAtMs: z.number(),
  /** What was left when it was last held or renewed. */
  lengthMs: z.number(),
  isPaymentBegun: z.boolean(),
  /** The payment was cancelled, so that it ended before its time. */
  isReleased: z.boolean(),
})
export type HeldSlot = z.infer<typeof HeldSlot>

/** For this tab. Where the browser refuses storage, until the next reload. */
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

function readItem(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

function writeItem(key: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, value)
  } catch {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
  }
}

let parsed: { readonly text: string | null; readonly slot: HeldSlot | undefined } = { text: null, slot: undefined }

/** The same object until something changes. */
function read(): HeldSlot | undefined {
  const text = readItem(HELD_KEY)
  if (text !== parsed.text) parsed = { text, slot: parse(text) }
  return parsed.slot
}

function parse(text: string | null): HeldSlot | undefined {
  try {
    return HeldSlot.parse(JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}

function write(slot: HeldSlot | undefined): void {
  writeItem(HELD_KEY, slot ? JSON.stringify(slot) : null)
  for (const listener of listeners) listener()
}

export function createTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TICKET_BYTES))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

const isHeld = (slot: HeldSlot | undefined, nowMs = Date.now()): slot is HeldSlot =>
  slot !== undefined && slot.endsAtMs > nowMs

/** The hour that is kept for this visitor: survives a reload and the way over Stripe's page and the account's form. */
export const heldSlotStore = {
  read,

  ticket: (): string => {
    const ticket = readItem(TICKET_KEY) ?? createTicket()
    writeItem(TICKET_KEY, ticket)
    return ticket
  },

  /** A purchase carries the hour only while it is held: who saw it end buys without one. */
  toPurchaseFields: (): { readonly hold?: { readonly ticket: string; readonly startsAt: string } } => {
    const slot = read()
    return isHeld(slot) ? { hold: { ticket: heldSlotStore.ticket(), startsAt: slot.startsAt } } : {}
  },

  keep: ({ startsAt, durationMinutes, heldUntil, now }: SlotHold): void => {
    const lengthMs = Date.parse(heldUntil) - Date.parse(now)
    const endsAtMs = Date.now() + lengthMs
    write({ startsAt, durationMinutes, heldUntil, endsAtMs, lengthMs, isPaymentBegun: false, isReleased: false })
  },

  /** The payment has begun: the hour is kept for as long as Stripe's page. */
  renew: (heldUntil: string | null): void => {
    const slot = read()
    if (!slot || !heldUntil) return
    const endsAtMs = slot.endsAtMs + Date.parse(heldUntil) - Date.parse(slot.heldUntil)
    write({ ...slot, heldUntil, endsAtMs, lengthMs: endsAtMs - Date.now(), isPaymentBegun: true })
  },

  /** The server says that it is not held any more. */
  end: (isReleased = false): void => {
    const slot = read()
    if (slot) write({ ...slot, endsAtMs: Math.min(slot.endsAtMs, Date.now()), isReleased })
  },

  /** Paid or not wanted: the next hour gets a ticket of its own. */
  forget: (): void => {
    writeItem(TICKET_KEY, null)
    write(undefined)
  },
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Nothing while prerendering. */
export const useHeldSlot = (): HeldSlot | undefined => useSyncExternalStore(subscribe, read, () => undefined)
