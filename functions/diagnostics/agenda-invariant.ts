import { AGENDA_STEP_MINUTES } from '#contract/consultation-types'
import { findConsultationsBetween, findUpcomingConsultations } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import { findSlotHoldsBetween } from '#data/slot-hold-queries'
import { listSlotAgendaSteps, type TimeSlot } from '../consultations/public/agenda-steps.ts'
import type { InvariantCheck } from './invariant-check.ts'

/** Each agenda step is checked on seven nights: 672 reads by key. */
const DAYS_LOOKED_AT = 7

const MAX_UPCOMING = 50

const DAY_MS = 86_400_000
const STEP_MS = AGENDA_STEP_MINUTES * 60_000

interface BookedSlot extends TimeSlot {
  readonly consultationId: string
  readonly bookedOver?: boolean | undefined
}

/** One holder for each step, unless an administrador booked over another. */
export const agendaStepsHaveOneHolder: InvariantCheck = async ({ data, now }) => {
  const first = await findContradictions(data, now())
  if (first.contradictions.size === 0) return { looked: first.looked, broken: [] }
  // Only contradictions found twice count: the index lags, and bookings happen between two reads.
  const { contradictions } = await findContradictions(data, now())
  const lasting = [...contradictions].filter(([contradiction]) => first.contradictions.has(contradiction))
  return { looked: first.looked, broken: [...new Set(lasting.map(([, consultationId]) => consultationId))] }
}

async function findContradictions(data: Database, now: Date) {
  const from = new Date(Math.floor(now.getTime() / STEP_MS) * STEP_MS).toISOString()
  const week = listSlotAgendaSteps({ startsAt: from, durationMinutes: DAYS_LOOKED_AT * 24 * 60 })
  const to = new Date(Date.parse(from) + DAYS_LOOKED_AT * DAY_MS).toISOString()
  const [upcoming, slots] = await Promise.all([
    findUpcomingConsultations(data, { now: now.toISOString() }, { limit: MAX_UPCOMING }),
    findBookedSlots(data, from, to),
  ])
  const checked = groupByConsultation([...upcoming.items, ...slots])
  const stepsOfSlots = new Map([...checked.values()].flat().map((slot) => [slot, listSlotAgendaSteps(slot)]))
  const holders = await readHolders(data, [...new Set([...week, ...[...stepsOfSlots.values()].flat()])])

  const contradictions = new Map<string, string>()
  const note = (beginsAt: string, consultationId: string) =>
    contradictions.set(`${beginsAt} ${consultationId}`, consultationId)
  for (const [{ consultationId }, steps] of stepsOfSlots)
    for (const step of steps)
      if (step >= from && !holders.get(step)?.includes(consultationId)) note(step, consultationId)
  for (const step of week) for (const id of findWrongHolders(step, holders.get(step) ?? [], checked)) note(step, id)
  return { looked: checked.size, contradictions }
}

type SlotsByConsultation = ReadonlyMap<string, readonly BookedSlot[]>

const groupByConsultation = (slots: readonly BookedSlot[]): SlotsByConsultation =>
  Map.groupBy(
    new Map(slots.map((slot) => [`${slot.consultationId} ${slot.startsAt}`, slot])).values(),
    ({ consultationId }) => consultationId,
  )

const isWithin = (step: string, { startsAt, durationMinutes }: BookedSlot): boolean =>
  step >= startsAt && Date.parse(step) < Date.parse(startsAt) + durationMinutes * 60_000

function findWrongHolders(step: string, holders: readonly string[], slots: SlotsByConsultation) {
  const unknown = holders.filter((id) => !slots.get(id)?.some((slot) => isWithin(step, slot)))
  const alone = holders.filter((id) => !slots.get(id)?.some(({ bookedOver }) => bookedOver))
  return alone.length > 1 ? holders : unknown
}

async function findBookedSlots(data: Database, from: string, to: string): Promise<readonly BookedSlot[]> {
  const longest = 4 * 3_600_000
  const [consultations, holds] = await Promise.all([
    findConsultationsBetween(data, { from: new Date(Date.parse(from) - longest).toISOString(), to }),
    findSlotHoldsBetween(data, { from, to: `${to}${HIGHEST_SORT_KEY}` }),
  ])
  return [...consultations.filter(({ status }) => status !== 'cancelled'), ...holds]
}

async function readHolders(
  data: Database,
  instants: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { data: steps } = await data.agendaSteps.get(instants.map((beginsAt) => ({ beginsAt }))).go({ concurrency: 4 })
  return new Map(steps.map(({ beginsAt, holders = [] }) => [beginsAt, [...holders]]))
}
