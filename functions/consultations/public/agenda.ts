import { toEpochSeconds } from '#data/table'
import type { TransactionEntities } from '#data/transact'
import { listPauseAgendaSteps, listSlotAgendaSteps, type PausedTimeSlot } from './agenda-steps.ts'

const KEPT_DAYS = 7

interface Booking {
  readonly consultationId: string
  readonly from?: (PausedTimeSlot & { readonly customerId?: string }) | undefined
  readonly to?: PausedTimeSlot | undefined
  readonly held?: PausedTimeSlot | undefined
  readonly over?: boolean
  /** Clients and visitors neither book in the pause after a consultation nor get one that cuts into another. */
  readonly respectsPauses?: boolean
}

type Use = 'holders' | 'pauses'

const usesOf = (slot: PausedTimeSlot | undefined): ReadonlyMap<string, Use> =>
  new Map<string, Use>(
    slot
      ? [
          ...listSlotAgendaSteps(slot).map((step) => [step, 'holders'] as const),
          ...listPauseAgendaSteps(slot).map((step) => [step, 'pauses'] as const),
        ]
      : [],
  )

export function createAgendaWrites(entities: TransactionEntities, booking: Booking) {
  const before = new Map([...usesOf(booking.held), ...usesOf(booking.from)])
  const after = usesOf(booking.to)
  // The practice may have booked a consultation into a pause, so the kept part is checked too.
  const checksKept = booking.respectsPauses === true && isOtherTime(booking)
  return [
    ...[...new Set([...after.keys(), ...before.keys()])]
      .filter((beginsAt) => checksKept || before.get(beginsAt) !== after.get(beginsAt))
      .map((beginsAt) => change(entities, booking, { beginsAt, was: before.get(beginsAt), will: after.get(beginsAt) })),
    createFreedHourWrite(entities, booking),
  ]
}

const isOtherTime = ({ from, to }: Booking): boolean =>
  from !== undefined &&
  to !== undefined &&
  (from.startsAt !== to.startsAt || from.durationMinutes !== to.durationMinutes)

interface LeftHour extends PausedTimeSlot {
  readonly consultationId: string
  readonly customerId: string
}

/** Of one client: hours may touch or overlap, and a transaction allows one write for each item. */
export function createReleaseWrites(entities: TransactionEntities, hours: readonly LeftHour[]) {
  const steps = new Map<string, Record<Use, readonly string[]>>()
  for (const hour of hours)
    for (const [beginsAt, use] of usesOf(hour)) {
      const left = steps.get(beginsAt) ?? { holders: [], pauses: [] }
      steps.set(beginsAt, { ...left, [use]: [...left[use], hour.consultationId] })
    }
  const byStart = new Map(hours.map((from) => [from.startsAt, from]))
  return [
    ...[...steps].map(([beginsAt, left]) => leaveStep(entities, beginsAt, left)),
    ...[...byStart.values()].map((from) => createFreedHourWrite(entities, { from })),
  ]
}

const leaveStep = (
  entities: TransactionEntities,
  beginsAt: string,
  { holders, pauses }: Record<Use, readonly string[]>,
) =>
  entities.agendaSteps
    .update({ beginsAt })
    .set({ expiresAtEpoch: keptUntil(beginsAt) })
    .delete({ ...(holders.length > 0 && { holders: [...holders] }), ...(pauses.length > 0 && { pauses: [...pauses] }) })
    .commit()

function createFreedHourWrite(entities: TransactionEntities, { from, to }: Pick<Booking, 'from' | 'to'>) {
  if (!from?.customerId || from.startsAt === to?.startsAt) return undefined
  const { customerId, startsAt } = from
  return entities.freedHours.put({ customerId, startsAt, expiresAtEpoch: toEpochSeconds(new Date(startsAt)) }).commit()
}

export const createHeldTimeWrites = (entities: TransactionEntities, consultationId: string, slot: PausedTimeSlot) =>
  listSlotAgendaSteps(slot).map((beginsAt) =>
    entities.agendaSteps
      .update({ beginsAt })
      .set({ expiresAtEpoch: keptUntil(beginsAt) })
      .where(({ holders }, { contains }) => contains(holders, consultationId))
      .commit(),
  )

const keptUntil = (beginsAt: string): number => toEpochSeconds(new Date(beginsAt)) + KEPT_DAYS * 86_400

interface StepChange {
  readonly beginsAt: string
  readonly was: Use | undefined
  readonly will: Use | undefined
}

/** Not a patch: a past step may have expired, and then there is nothing to release. */
function change(
  entities: TransactionEntities,
  { consultationId, over = false, respectsPauses = false }: Booking,
  { beginsAt, was, will }: StepChange,
) {
  const kept = entities.agendaSteps.update({ beginsAt }).set({ expiresAtEpoch: keptUntil(beginsAt) })
  const taken = will ? kept.add({ [will]: [consultationId] }) : kept
  const left = was && was !== will ? taken.delete({ [was]: [consultationId] }) : taken
  return left
    .where(({ holders, pauses }, { notExists, size, value }) => {
      // DynamoDB removes a set with its last member, so a free step has none.
      const isFreeOf = (set: typeof holders, isOurs: boolean) =>
        isOurs ? `${size(set)} <= ${value(set, 1 as never) as unknown as string}` : notExists(set)
      if (over || !will || (will === 'pauses' && !respectsPauses)) return ''
      const free = isFreeOf(holders, was === 'holders')
      return will === 'holders' && respectsPauses ? `${free} AND ${isFreeOf(pauses, was === 'pauses')}` : free
    })
    .commit()
}
