import {
  type DosingCourse,
  type Dosing,
  computeDosesOnDay,
  type DoseFoodRelation,
  doseTimesByPartOfDay,
  type DoseTime,
} from '#contract/dosing'
import type { ClientSupplement } from '#contract/client-supplement'
import type { TakenDose } from '#contract/supplements'
import type { WallTime } from '../../ui/wall-time.ts'

export interface SupplementWithDosing extends DosingCourse, Pick<Dosing, 'foodRelation'> {
  readonly clientSupplementId: string
  readonly name: string
  readonly status: ClientSupplement['status']
}

export interface DueDose<Supplement extends SupplementWithDosing = ClientSupplement> extends TakenDose {
  readonly supplement: Supplement
}

const foodOrder: readonly DoseFoodRelation[] = [
  'En ayunas',
  'Antes de comer',
  'Con comida',
  'Después de comer',
  'Indiferente',
]
const timesInOrder: readonly DoseTime[] = doseTimesByPartOfDay.flatMap(({ times }): readonly DoseTime[] => times)
/** When a part of the day is over and its doses count, by the clocks of the practice. */
const partEnds: Readonly<Record<(typeof doseTimesByPartOfDay)[number]['part'], string>> = {
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

/** Sort order within a part of the day. A meal without a relation counts as with the meal. */
const foodRank = ({ supplement: { foodRelation }, time }: DueDose<SupplementWithDosing>) =>
  foodOrder.indexOf(foodRelation === 'Indiferente' && time.startsWith('Con ') ? 'Con comida' : foodRelation)

const inOrderOfDay = (a: DueDose<SupplementWithDosing>, b: DueDose<SupplementWithDosing>): number =>
  partNumber(a.time) - partNumber(b.time) ||
  foodRank(a) - foodRank(b) ||
  timesInOrder.indexOf(a.time) - timesInOrder.indexOf(b.time) ||
  a.supplement.name.localeCompare(b.supplement.name, 'es')

/** In the order of the day. A completed supplement counts up to its last day. */
export const findDueDoses = <Supplement extends SupplementWithDosing>(
  supplements: readonly Supplement[],
  day: string,
) =>
  supplements
    .filter(({ status }) => status === 'active' || status === 'completed')
    .flatMap((supplement) =>
      computeDosesOnDay(supplement, day).map((time): DueDose<Supplement> => {
        const { clientSupplementId } = supplement
        return { clientSupplementId, day, time, supplement }
      }),
    )
    .toSorted(inOrderOfDay)

export const groupDosesByPartOfDay = <Supplement extends SupplementWithDosing>(due: readonly DueDose<Supplement>[]) =>
  doseTimesByPartOfDay
    .map(({ part, times }) => ({
      part,
      doses: due.filter(({ time }) => (times as readonly DoseTime[]).includes(time)),
    }))
    .filter(({ doses }) => doses.length > 0)
