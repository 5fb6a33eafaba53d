import * as z from 'zod/mini'
import { api } from '#contract/api'
import type { RefusalCode } from '#contract/refusals'
import { Dose } from '#contract/supplements'
import { Instant } from '#contract/values'
import { call } from '../../api/call.ts'
import { localStore } from '../../api/local-store.ts'
import { ApiError } from '../../api/api-error.ts'

/** `at`: when it was made; missing in ticks stored by earlier versions. */
const Tick = z.extend(Dose, { taken: z.boolean(), at: z.optional(Instant) })
export type Tick = z.infer<typeof Tick>

export const doseKey = ({ day, clientSupplementId, time }: Dose): string => `${day} ${clientSupplementId} ${time}`

/** Refusals that a retry cannot change. Others may pass: a limit, a session, a fault. */
const final: readonly RefusalCode[] = ['dose-not-due', 'not-found', 'invalid-input']

/** Fallback without localStorage, for the lifetime of the page. */
const unkept = new Map<string, readonly Tick[]>()

const nameOf = (userId: string) => `ticks:${userId}`

/** Ticks of this user that the server has not accepted yet, oldest first. */
export const pendingTicks = (userId: string): readonly Tick[] => {
  const kept = z.array(Tick).safeParse(localStore.get(nameOf(userId)))
  return unkept.get(userId) ?? (kept.success ? kept.data : [])
}

function keep(userId: string, ticks: readonly Tick[]): void {
  if (ticks.length === 0) localStore.remove(nameOf(userId))
  if (ticks.length === 0 || localStore.set(nameOf(userId), ticks)) unkept.delete(userId)
  else unkept.set(userId, ticks)
}

/** A later tick of the same dose replaces the earlier one. */
export function addTick(userId: string, tick: Tick): void {
  const others = pendingTicks(userId).filter((each) => doseKey(each) !== doseKey(tick))
  keep(userId, [...others, tick])
}

const forget = (userId: string, tick: Tick) =>
  keep(
    userId,
    // A dose that was ticked anew while this was under way stays.
    pendingTicks(userId).filter(
      (each) => doseKey(each) !== doseKey(tick) || each.taken !== tick.taken || each.at !== tick.at,
    ),
  )

interface Sent {
  readonly taken: readonly Tick[]
  readonly refused: readonly ApiError[]
  readonly done: boolean
}

/**
 * Sends the pending ticks one after the other and stops at the first network failure; refused ticks are dropped.
 * @returns the accepted ticks, the refusals, and whether nothing is left to send
 */
export async function sendTicks(userId: string): Promise<Sent> {
  const taken: Tick[] = []
  const refused: ApiError[] = []
  // Looks anew each time: more may be ticked while one is under way.
  for (let [tick] = pendingTicks(userId); tick; [tick] = pendingTicks(userId)) {
    try {
      taken.push(await call(api.supplements.tick, { body: tick }))
    } catch (error) {
      if (!(error instanceof ApiError) || !final.includes(error.code)) return { taken, refused, done: false }
      refused.push(error)
    }
    forget(userId, tick)
  }
  return { taken, refused, done: true }
}
