import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { listSlotAgendaSteps, type TimeSlot } from './agenda-steps.ts'

const KEPT_DAYS = 7

interface Booking {
  readonly consultationId: string
  readonly from?: TimeSlot | undefined
  readonly to?: TimeSlot | undefined
  /** Books even when the time is taken. */
  readonly over?: boolean
}

export function createAgendaWrites(entities: TransactionEntities, { consultationId, from, to, over = false }: Booking) {
  const held = from ? listSlotAgendaSteps(from) : []
  const wanted = to ? listSlotAgendaSteps(to) : []
  const taken = wanted.filter((step) => !held.includes(step))
  const left = held.filter((step) => !wanted.includes(step))
  return [
    ...taken.map((beginsAt) => take(entities, beginsAt, consultationId, over)),
    ...left.map((beginsAt) => leave(entities, beginsAt, consultationId)),
  ]
}

const keptUntil = (beginsAt: string): number => toEpochSeconds(new Date(beginsAt)) + KEPT_DAYS * 86_400

const take = (entities: TransactionEntities, beginsAt: string, consultationId: string, over: boolean) =>
  entities.agendaSteps
    .upsert({ beginsAt, expiresAtEpoch: keptUntil(beginsAt) })
    .add({ holders: [consultationId] })
    // DynamoDB removes a set with its last member, so a free step has none.
    .where(({ holders }, { notExists }) => (over ? '' : notExists(holders)))
    .commit()

/** Not a patch: a past step may have expired, and then there is nothing to release. */
const leave = (entities: TransactionEntities, beginsAt: string, consultationId: string) =>
  entities.agendaSteps
    .update({ beginsAt })
    .set({ expiresAtEpoch: keptUntil(beginsAt) })
    .delete({ holders: [consultationId] })
    .commit()
