import { useEffect, useEffectEvent, useState } from 'react'
import { isEditConflictError } from '../api/api-error.ts'

type Versioned = { readonly version: number } | undefined

const doNothing = () => undefined

/**
 * The version of the item that the form was opened with. It stays the same when the list is refetched, so that the
 * server refuses to overwrite somebody else's change. After that refusal the next submission is based on the latest
 * version.
 *
 * @param error of the last submission
 * @param takeUp fills the latest version into the form
 */
export function useEditedItem<Item extends Versioned>(
  latest: Item,
  error: unknown,
  takeUp: (before: NonNullable<Item>, now: NonNullable<Item>) => void = doNothing,
) {
  const [state, setState] = useState<{ edited: Item; before?: Item; told?: unknown }>({ edited: latest })
  const { edited, before, told } = state
  const isNewlyTold = isEditConflictError(error) && error !== told
  // A list that is not refetched yet holds an older version.
  const isNewer = (latest?.version ?? 0) > (edited?.version ?? 0)
  if (isNewlyTold && isNewer) setState({ edited: latest, before: edited, told: error })
  const takeUpNow = useEffectEvent(takeUp)
  useEffect(() => {
    if (before && edited) takeUpNow(before, edited)
  }, [before, edited])
  return {
    edited,
    before,
  }
}
