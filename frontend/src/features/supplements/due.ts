import { dosesOn } from '#contract/dosing'
import type { ClientSupplement, Dose } from '#contract/supplements'

/** A dose that is to be taken, and of what. */
export interface Due extends Dose {
  readonly supplement: ClientSupplement
}

/** What is to be taken on a day. A completed supplement was, up to its last day. */
export const dueOn = (supplements: readonly ClientSupplement[], day: string): readonly Due[] =>
  supplements
    .filter(({ status }) => status === 'active' || status === 'completed')
    .flatMap((supplement) =>
      dosesOn(supplement, day).map((time) => {
        const { clientSupplementId } = supplement
        return { clientSupplementId, day, time, supplement }
      }),
    )
