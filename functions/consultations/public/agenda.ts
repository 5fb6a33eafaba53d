import { epochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { stepsOf, type Stretch } from './agenda-steps.ts'

/** What is known of a step after it has passed is of no use to anybody. */
const KEPT_DAYS = 7

interface Booking {
  readonly consultationId: string
  /** What it holds now; none when it is new or has given its time back. */
  readonly from?: Stretch | undefined
  /** What it shall hold; none when it gives its time back. */
  readonly to?: Stretch | undefined
  /** Books over whoever is there. */
  readonly over?: boolean
}

/** The writes that give back the steps a consultation leaves and take those it comes to, and which of them may fail. */
export function agendaWrites(entities: TransactionEntities, { consultationId, from, to, over = false }: Booking) {
  const held = from ? stepsOf(from) : []
  const wanted = to ? stepsOf(to) : []
  const taken = wanted.filter((step) => !held.includes(step))
  const left = held.filter((step) => !wanted.includes(step))
  return [
    ...taken.map((beginsAt) => take(entities, beginsAt, consultationId, over)),
    ...left.map((beginsAt) => leave(entities, beginsAt, consultationId)),
  ]
}

const keptUntil = (beginsAt: string): number => epochSeconds(new Date(beginsAt)) + KEPT_DAYS * 86_400

const take = (entities: TransactionEntities, beginsAt: string, consultationId: string, over: boolean) =>
  entities.agendaSteps
    .upsert({ beginsAt, expiresAtEpoch: keptUntil(beginsAt) })
    .add({ holders: [consultationId] })
    // DynamoDB removes a set with its last member, so a free step has none.
    .where(({ holders }, { notExists }) => (over ? '' : notExists(holders)))
    .commit()

/** Not a patch: the step of a consultation long past may have expired, and there is nothing to give back then. */
const leave = (entities: TransactionEntities, beginsAt: string, consultationId: string) =>
  entities.agendaSteps
    .update({ beginsAt })
    .set({ expiresAtEpoch: keptUntil(beginsAt) })
    .delete({ holders: [consultationId] })
    .commit()
