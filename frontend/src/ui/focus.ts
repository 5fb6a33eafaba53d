import { useEffect, useRef, type FocusEvent } from 'react'

/** A `ref` for the beginning of a step that takes the place of another: whoever listens or types goes on there. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** A `ref` for news at the end of something long: whoever looks elsewhere is shown it. */
export const scrollIntoViewOnMount = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/**
 * A control that is disabled while it works loses the focus; it gets it back when the work is over. The answer is spread
 * on the element around such controls.
 */
export function useReturningFocus(busy: boolean) {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!busy && document.activeElement === document.body) last.current?.focus()
  }, [busy])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = target
    },
  }
}
