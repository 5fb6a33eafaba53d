import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { SlotHold } from '#contract/slot-holds'
import { FORM_MEMORY_KEY_PREFIX, localStore } from '../../api/local-store.ts'

const HELD = `${FORM_MEMORY_KEY_PREFIX}held-slot`
const TICKET = `${FORM_MEMORY_KEY_PREFIX}slot-ticket`
const KEPT_MS = 24 * 3_600_000
const TICKET_BYTES = 32

const HeldSlot = z.object({
  startsAt: z.string(),
  durationMinutes: z.number(),
  heldUntil: z.string(),
  /** `heldUntil` on this device's clock, which may be wrong; epoch milliseconds. */
  endsAtMs: z.number(),
  lengthMs: z.number(),
  isPaymentBegun: z.boolean(),
  isReleased: z.boolean(),
  isEarlyStartAsked: z.optional(z.boolean()),
})
export type HeldSlot = z.infer<typeof HeldSlot>

const KeptTicket = z.object({ ticket: z.string().check(z.regex(/^[\w-]{43}$/)), usedAtMs: z.number() })

const memory = new Map<string, unknown>()
const listeners = new Set<() => void>()

const readItem = (name: string): unknown => memory.get(name) ?? localStore.get(name)

function writeItem(name: string, value: unknown): void {
  memory.delete(name)
  // Set to null instead of removed: `localStore.subscribe` reports no removals to other tabs.
  if (!localStore.set(name, value ?? null) && value !== undefined) memory.set(name, value)
}

let parsed: { readonly text: string; readonly slot: HeldSlot | undefined } = { text: '', slot: undefined }

function read(): HeldSlot | undefined {
  const item = readItem(HELD)
  const text = JSON.stringify(item) ?? ''
  if (text !== parsed.text) parsed = { text, slot: parse(item) }
  return parsed.slot && parsed.slot.endsAtMs + KEPT_MS > Date.now() ? parsed.slot : undefined
}

function parse(item: unknown): HeldSlot | undefined {
  const slot = HeldSlot.safeParse(item)
  return slot.success ? slot.data : undefined
}

function readTicket(): string | undefined {
  const kept = KeptTicket.safeParse(readItem(TICKET))
  return kept.success && kept.data.usedAtMs + KEPT_MS > Date.now() ? kept.data.ticket : undefined
}

const keepTicket = (ticket: string): void => writeItem(TICKET, { ticket, usedAtMs: Date.now() })

function write(slot: HeldSlot | undefined): void {
  writeItem(HELD, slot)
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

/**
 * The hour held for this visitor, one for all tabs: survives a reload, Stripe's page and the sign-up, and ends at
 * sign-out.
 */
export const heldSlotStore = {
  read,

  ticket: (): string => {
    const kept = readTicket()
    if (kept) return kept
    const ticket = createTicket()
    keepTicket(ticket)
    return ticket
  },

  toPurchaseFields: (): { readonly hold?: { readonly ticket: string; readonly startsAt: string } } => {
    const slot = read()
    return isHeld(slot) ? { hold: { ticket: heldSlotStore.ticket(), startsAt: slot.startsAt } } : {}
  },

  keep: ({ startsAt, durationMinutes, heldUntil, now }: SlotHold): void => {
    const lengthMs = Date.parse(heldUntil) - Date.parse(now)
    const endsAtMs = Date.now() + lengthMs
    keepTicket(heldSlotStore.ticket())
    const before = read()
    const isEarlyStartAsked = before?.startsAt === startsAt && before.isEarlyStartAsked === true
    const slot = { startsAt, durationMinutes, heldUntil, endsAtMs, lengthMs, isEarlyStartAsked }
    write({ ...slot, isPaymentBegun: false, isReleased: false })
  },

  /** By the answer to a purchase; null where it has no hour. */
  renew: (heldUntil: string | null, isEarlyStartAsked = false): void => {
    const slot = read()
    if (!slot) return
    if (!heldUntil) return write({ ...slot, isPaymentBegun: false })
    const endsAtMs = slot.endsAtMs + Date.parse(heldUntil) - Date.parse(slot.heldUntil)
    write({ ...slot, heldUntil, endsAtMs, lengthMs: endsAtMs - Date.now(), isPaymentBegun: true, isEarlyStartAsked })
  },

  withdrawEarlyStart: (): void => {
    const slot = read()
    if (slot?.isEarlyStartAsked) write({ ...slot, isEarlyStartAsked: false })
  },

  end: (isReleased = false): void => {
    const slot = read()
    if (slot) write({ ...slot, endsAtMs: Math.min(slot.endsAtMs, Date.now()), isReleased })
  },

  forget: (): void => {
    writeItem(TICKET, undefined)
    write(undefined)
  },
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const ofOtherTabs = localStore.subscribe(HELD, listener)
  return () => {
    listeners.delete(listener)
    ofOtherTabs()
  }
}

/** Also after its end, until it is forgotten: it may be free to be held again. */
export const useHeldSlot = (): HeldSlot | undefined => useSyncExternalStore(subscribe, read, () => undefined)

/** Of timers, which may fire early. */
const MARGIN_MS = 50

/** The hour that a purchase made now would have. */
export function useOpenHeldSlot(): HeldSlot | undefined {
  const slot = useHeldSlot()
  const [nowMs, setNowMs] = useState(() => Date.now())
  const endsAtMs = slot?.endsAtMs
  useEffect(() => {
    if (endsAtMs === undefined) return undefined
    const timer = setTimeout(() => setNowMs(Date.now()), Math.max(0, endsAtMs - Date.now()) + MARGIN_MS)
    return () => clearTimeout(timer)
  }, [endsAtMs])
  return isHeld(slot, nowMs) ? slot : undefined
}
