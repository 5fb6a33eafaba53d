import { addDays, toPracticeDay } from '#contract/calendar-days'
import { PRODUCT_SLUG } from '#contract/product'
import { fakeApi } from './fake-api.ts'

/** By day, local time of the practice in winter. */
type FreeHours = Readonly<Record<string, readonly string[]>>

/** `2026-12-03T09:30:00.000Z` for `2026-12-03` and `10:30`. */
export const toSlot = (day: string, time: string): string => new Date(`${day}T${time}:00+01:00`).toISOString()

/** A Friday; the weeks begin on 23 November, 30 November and so on. */
export const SLOTS_NOW = '2026-11-27T10:00:00.000Z'

export const someFreeHours: FreeHours = {
  '2026-12-01': ['9:30', '16:00'],
  '2026-12-03': ['9:00', '10:30', '11:00', '12:30', '16:30'],
  '2026-12-16': ['10:00'],
}

const pad = (time: string) => time.padStart(5, '0')

function presentDay(day: string, times: readonly string[] = []) {
  const state = times.length > 0 ? ('free' as const) : [6, 0].includes(new Date(day).getUTCDay()) ? 'closed' : 'full'
  return { day, state, slots: times.map((time) => toSlot(day, pad(time))) }
}

export function storeHeldSlot(): void {
  stubSlots()
  const lengthMs = 10 * 60_000
  const endsAtMs = Date.now() + lengthMs
  const held = {
    startsAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    durationMinutes: 30,
    heldUntil: new Date(endsAtMs).toISOString(),
    endsAtMs,
    lengthMs,
    isPaymentBegun: false,
    isReleased: false,
  }
  localStorage.setItem(`${PRODUCT_SLUG}:unsent:memory:held-slot`, JSON.stringify(held))
}

export function stubSlots(free: FreeHours = someFreeHours): void {
  fakeApi.answer('GET /slots', () => {
    const week = fakeApi.asked('GET /slots').at(-1)?.query['week'] ?? ''
    return Response.json({
      durationMinutes: 30,
      bookable: { from: toPracticeDay(SLOTS_NOW), to: '2027-01-26' },
      days: Array.from({ length: 7 }, (_, offset) => addDays(week, offset)).map((day) => presentDay(day, free[day])),
    })
  })
  fakeApi.answer('POST /slots/hold', ({ startsAt }) => {
    const now = Date.now()
    return {
      startsAt,
      durationMinutes: 30,
      now: new Date(now).toISOString(),
      heldUntil: new Date(now + 10 * 60_000).toISOString(),
    }
  })
  fakeApi.answer('POST /slots/hold/release', { released: true })
}
