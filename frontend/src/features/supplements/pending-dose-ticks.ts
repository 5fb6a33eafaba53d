import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { RefusalCode } from '#contract/refusals'
import { TakenDose } from '#contract/own-supplements'
import { IsoInstant } from '#contract/value-schemas'
import { callApi } from '../../api/call-api.ts'
import { localStore } from '../../api/local-store.ts'
import { ApiError } from '../../api/api-error.ts'

/** `at`: time of the tick; missing in ticks stored by earlier versions. */
const PendingDoseTick = z.extend(TakenDose, { taken: z.boolean(), at: z.optional(IsoInstant) })
export type PendingDoseTick = z.infer<typeof PendingDoseTick>

export const toDoseKey = ({ day, clientSupplementId, time }: TakenDose): string =>
  `${day} ${clientSupplementId} ${time}`

/** Refusals that a retry cannot change. Others are temporary: a limit, a session, a fault. */
const final: readonly RefusalCode[] = ['dose-not-due', 'not-found', 'invalid-input']

const unkept = new Map<string, readonly PendingDoseTick[]>()

const nameOf = (userId: string) => `ticks:${userId}`

export const readPendingDoseTicks = (userId: string): readonly PendingDoseTick[] => {
  const kept = z.array(PendingDoseTick).safeParse(localStore.get(nameOf(userId)))
  return unkept.get(userId) ?? (kept.success ? kept.data : [])
}

function keep(userId: string, ticks: readonly PendingDoseTick[]): void {
  if (ticks.length === 0) localStore.remove(nameOf(userId))
  if (ticks.length === 0 || localStore.set(nameOf(userId), ticks)) unkept.delete(userId)
  else unkept.set(userId, ticks)
}

export function addPendingDoseTick(userId: string, tick: PendingDoseTick): void {
  const others = readPendingDoseTicks(userId).filter((each) => toDoseKey(each) !== toDoseKey(tick))
  keep(userId, [...others, tick])
}

const forget = (userId: string, tick: PendingDoseTick) =>
  keep(
    userId,
    // A dose that was ticked again meanwhile stays.
    readPendingDoseTicks(userId).filter(
      (each) => toDoseKey(each) !== toDoseKey(tick) || each.taken !== tick.taken || each.at !== tick.at,
    ),
  )

interface Sent {
  readonly refused: readonly ApiError[]
  readonly done: boolean
}

/**
 * Refused ticks are dropped, without a consent to the use of health data all of them.
 * @param whenTaken called for each accepted tick before it is removed from the store, so that it is
 * shown throughout
 * @param isZoneTold whether the server knows where the client is: until then a dose that it does not find due may be
 * @returns the refusals, and whether nothing is left to send
 */
export async function sendPendingDoseTicks(
  userId: string,
  whenTaken: (tick: PendingDoseTick) => void,
  isZoneTold: boolean,
): Promise<Sent> {
  const isFinal = (code: RefusalCode) => final.includes(code) && (isZoneTold || code !== 'dose-not-due')
  const refused: ApiError[] = []
  // Re-read each time: more ticks may have been added meanwhile.
  for (let [tick] = readPendingDoseTicks(userId); tick; [tick] = readPendingDoseTicks(userId)) {
    try {
      whenTaken(await callApi(apiContract.ownSupplements.tick, { body: tick }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'health-consent-required') {
        // All would be refused, and health data must not be stored without consent.
        keep(userId, [])
        return { refused: [...refused, error], done: true }
      }
      if (!(error instanceof ApiError) || !isFinal(error.code)) return { refused, done: false }
      refused.push(error)
    }
    forget(userId, tick)
  }
  return { refused, done: true }
}
