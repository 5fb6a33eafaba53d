import type { WallTime } from '#contract/calendar-days'
import {
  type DosingCourse,
  type Dosing,
  computeDosesOnDay,
  type DoseFoodRelation,
  doseTimesByPartOfDay,
  type DoseTime,
} from '#contract/dosing'
import type { ClientSupplement } from '#contract/client-supplement'
import type { ReplacedDose, TakenDose } from '#contract/own-supplements'

interface OrderedSupplement extends Pick<Dosing, 'foodRelation'> {
  readonly name: string
}

export interface SupplementWithDosing extends DosingCourse, OrderedSupplement {
  readonly clientSupplementId: string
  readonly status: ClientSupplement['status']
  readonly countedFrom?: string
}

export interface DueDose<Supplement extends OrderedSupplement = ClientSupplement> extends TakenDose {
  readonly supplement: Supplement
}

/** As clients see it: of a replaced prescription only the dose is known. */
export type ShownDose = DueDose<ClientSupplement | ReplacedDose>

const foodOrder: readonly DoseFoodRelation[] = [
  'En ayunas',
  'Antes de comer',
  'Con comida',
  'Después de comer',
  'Indiferente',
]
const timesInOrder: readonly DoseTime[] = doseTimesByPartOfDay.flatMap(({ times }): readonly DoseTime[] => times)
export type DosePartOfDay = (typeof doseTimesByPartOfDay)[number]['part']

/** The client's local time at which a part of the day is over and its doses count. */
const partEnds: Readonly<Record<DosePartOfDay, string>> = {
  Mañana: '12:00',
  Mediodía: '16:00',
  Tarde: '20:00',
  Noche: '24:00',
}

export function hasDoseTimePassed({ day, time }: Pick<TakenDose, 'day' | 'time'>, now: WallTime): boolean {
  const part = doseTimesByPartOfDay[partNumber(time)]?.part ?? 'Noche'
  return day < now.day || (day === now.day && partEnds[part] <= now.time)
}

const partNumber = (time: DoseTime) =>
  doseTimesByPartOfDay.findIndex(({ times }) => (times as readonly DoseTime[]).includes(time))

/** A meal without a relation counts as with the meal. */
const foodRank = ({ supplement: { foodRelation }, time }: DueDose<OrderedSupplement>) =>
  foodOrder.indexOf(foodRelation === 'Indiferente' && time.startsWith('Con ') ? 'Con comida' : foodRelation)

const inOrderOfDay = (a: DueDose<OrderedSupplement>, b: DueDose<OrderedSupplement>): number =>
  partNumber(a.time) - partNumber(b.time) ||
  foodRank(a) - foodRank(b) ||
  timesInOrder.indexOf(a.time) - timesInOrder.indexOf(b.time) ||
  a.supplement.name.localeCompare(b.supplement.name, 'es')

/** A completed supplement counts up to its last day, and a changed one from the change on. */
export const findDueDoses = <Supplement extends SupplementWithDosing>(
  supplements: readonly Supplement[],
  day: string,
) =>
  supplements
    .filter(({ status, countedFrom = day }) => (status === 'active' || status === 'completed') && countedFrom <= day)
    .flatMap((supplement) =>
      computeDosesOnDay(supplement, day).map((time): DueDose<Supplement> => {
        const { clientSupplementId } = supplement
        return { clientSupplementId, day, time, supplement }
      }),
    )
    .toSorted(inOrderOfDay)

export const findShownDoses = (
  supplements: readonly ClientSupplement[],
  replaced: readonly ReplacedDose[],
  day: string,
): readonly ShownDose[] =>
  [
    ...findDueDoses(supplements, day),
    ...replaced.filter((dose) => dose.day === day).map((dose) => ({ ...dose, supplement: dose })),
  ].toSorted(inOrderOfDay)

export const groupDosesByPartOfDay = (due: readonly ShownDose[]) =>
  doseTimesByPartOfDay
    .map(({ part, times }) => ({
      part,
      doses: due.filter(({ time }) => (times as readonly DoseTime[]).includes(time)),
    }))
    .filter(({ doses }) => doses.length > 0)
