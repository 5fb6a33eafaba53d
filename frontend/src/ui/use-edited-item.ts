import { useEffect, useEffectEvent, useState } from 'react'
import { isEditConflictError } from '../api/api-error.ts'

type Versioned = { readonly version: number } | undefined

const doNothing = () => undefined

/**
 * The item as a form was opened with it. While the list is read anew behind the form it stays, so that the server
 * refuses to undo what somebody else has changed. Once that refusal is told, the next sending goes on from the latest.
 *
 * @param error of the last sending
 * @param takeUp fills the latest into the form
 */
export function useEditedItem<Item extends Versioned>(
  latest: Item,
  error: unknown,
  takeUp: (before: NonNullable<Item>, now: NonNullable<Item>) => void = doNothing,
) {
  const [state, setState] = useState<{ edited: Item; before?: Item; told?: unknown }>({ edited: latest })
  const { edited, before, told } = state
  const isNewlyTold = isEditConflictError(error) && error !== told
  // A list that lags behind still has what was opened.
  const isNewer = (latest?.version ?? 0) > (edited?.version ?? 0)
  if (isNewlyTold && isNewer) setState({ edited: latest, before: edited, told: error })
  const takeUpNow = useEffectEvent(takeUp)
  useEffect(() => {
    if (before && edited) takeUpNow(before, edited)
  }, [before, edited])
  return {
    edited,
    /** What it was before it was last taken up. */
    before,
  }
}
