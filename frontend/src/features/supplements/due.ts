import { type Course, type Dosing, dosesOn, type FoodRelation, partsOfDay, type Time } from '#contract/dosing'
import type { ClientSupplement } from '#contract/client-supplement'
import type { Dose } from '#contract/supplements'

export interface Planned extends Course, Pick<Dosing, 'foodRelation'> {
  readonly clientSupplementId: string
  readonly name: string
  readonly status: ClientSupplement['status']
}

export interface Due<Supplement extends Planned = ClientSupplement> extends Dose {
  readonly supplement: Supplement
}

const foodOrder: readonly FoodRelation[] = [
  'En ayunas',
  'Antes de comer',
  'Con comida',
  'Después de comer',
  'Indiferente',
]
const timesInOrder: readonly Time[] = partsOfDay.flatMap(({ times }): readonly Time[] => times)
const partNumber = (time: Time) => partsOfDay.findIndex(({ times }) => (times as readonly Time[]).includes(time))

/** Sort order within a part of the day. A meal without a relation counts as with the meal. */
const foodRank = ({ supplement: { foodRelation }, time }: Due<Planned>) =>
  foodOrder.indexOf(foodRelation === 'Indiferente' && time.startsWith('Con ') ? 'Con comida' : foodRelation)

const inOrderOfDay = (a: Due<Planned>, b: Due<Planned>): number =>
  partNumber(a.time) - partNumber(b.time) ||
  foodRank(a) - foodRank(b) ||
  timesInOrder.indexOf(a.time) - timesInOrder.indexOf(b.time) ||
  a.supplement.name.localeCompare(b.supplement.name, 'es')

/** In the order of the day. A completed supplement counts up to its last day. */
export const dueOn = <Supplement extends Planned>(supplements: readonly Supplement[], day: string) =>
  supplements
    .filter(({ status }) => status === 'active' || status === 'completed')
    .flatMap((supplement) =>
      dosesOn(supplement, day).map((time): Due<Supplement> => {
        const { clientSupplementId } = supplement
        return { clientSupplementId, day, time, supplement }
      }),
    )
    .toSorted(inOrderOfDay)

export const partsOf = <Supplement extends Planned>(due: readonly Due<Supplement>[]) =>
  partsOfDay
    .map(({ part, times }) => ({ part, doses: due.filter(({ time }) => (times as readonly Time[]).includes(time)) }))
    .filter(({ doses }) => doses.length > 0)
