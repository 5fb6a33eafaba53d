import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { CheckIn } from '#contract/check-in'
import type { EndpointRequestInput } from '#contract/endpoint'
import type { RefusalCode } from '#contract/refusals'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { localStore } from '../../api/local-store.ts'

const { saveCheckIn } = apiContract.questionnaire
export type CheckInRequest = EndpointRequestInput<typeof saveCheckIn>['body']

/** Refusals that a retry cannot change. Others are temporary: a limit, a session, a fault. */
const final: readonly RefusalCode[] = ['check-in-closed', 'health-consent-required', 'not-found', 'invalid-input']

const nameOf = (userId: string) => `check-ins:${userId}`

export function readPendingCheckIns(userId: string): readonly CheckInRequest[] {
  const kept = z.array(saveCheckIn.body).safeParse(localStore.get(nameOf(userId)))
  return kept.success ? kept.data : []
}

function keep(userId: string, pending: readonly CheckInRequest[]): boolean {
  if (pending.length > 0) return localStore.set(nameOf(userId), pending)
  localStore.remove(nameOf(userId))
  return true
}

/** @returns false without storage */
export const addPendingCheckIn = (userId: string, answer: CheckInRequest): boolean =>
  keep(userId, [...readPendingCheckIns(userId).filter(({ week }) => week !== answer.week), answer])

export const removePendingCheckIn = (userId: string, { week, at = '' }: CheckInRequest): boolean =>
  keep(
    userId,
    readPendingCheckIns(userId).filter((each) => each.week !== week || (each.at ?? '') > at),
  )

interface Sent {
  readonly saved: readonly CheckIn[]
  readonly refused: readonly ApiError[]
}

/** Sends in sequence and stops at an error that a retry may overcome; finally refused entries are dropped. */
export async function sendPendingCheckIns(userId: string): Promise<Sent> {
  const saved: CheckIn[] = []
  const refused: ApiError[] = []
  for (let [next] = readPendingCheckIns(userId); next; [next] = readPendingCheckIns(userId)) {
    try {
      saved.push(await callApi(saveCheckIn, { body: next }))
    } catch (error) {
      if (!(error instanceof ApiError) || !final.includes(error.code)) return { saved, refused }
      refused.push(error)
    }
    removePendingCheckIn(userId, next)
  }
  return { saved, refused }
}
